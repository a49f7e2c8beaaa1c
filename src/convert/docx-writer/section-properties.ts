import type { FlowDocument, PageSetup } from './flow-document.js'
import { twips } from './property-values.js'

/** The smallest room for text that is left, whatever the margins say: one inch. */
const LEAST_TEXT = 1440

/** Page sides in Word are at most 22 inches. */
const MAX_SIDE = 31_680

/** A page as it can be had: margins leave room for text. */
export function settlePage({ width, height, margins, pageNumbers }: PageSetup): PageSetup {
  const settled = { width: twips(width, LEAST_TEXT, MAX_SIDE), height: twips(height, LEAST_TEXT, MAX_SIDE) }
  const [left, right] = settleMargins(settled.width, margins.left, margins.right)
  const [top, bottom] = settleMargins(settled.height, margins.top, margins.bottom)
  return { ...settled, margins: { top, right, bottom, left }, pageNumbers }
}

function settleMargins(side: number, first: number, second: number): [number, number] {
  const margins: [number, number] = [twips(first, 0), twips(second, 0)]
  const excess = margins[0] + margins[1] - (side - LEAST_TEXT)
  if (excess <= 0) return margins
  const share = (side - LEAST_TEXT) / (margins[0] + margins[1])
  return [Math.floor(margins[0] * share), Math.floor(margins[1] * share)]
}

/** w:sectPr of the only section (ECMA-376-1, 17.6.17). */
export function sectionPropertiesXml(
  { width, height, margins }: PageSetup,
  { rightToLeft }: Pick<FlowDocument, 'rightToLeft'>,
  footerId: string | undefined,
): string {
  // Within the margin: where it is narrow, the footer moves towards the edge of the page.
  const footer = Math.min(708, Math.round(margins.bottom / 2))
  const header = Math.min(708, Math.round(margins.top / 2))
  return `<w:sectPr>${footerId === undefined ? '' : `<w:footerReference w:type="default" r:id="${footerId}"/>`}\
<w:pgSz w:w="${width}" w:h="${height}"${width > height ? ' w:orient="landscape"' : ''}/>\
<w:pgMar w:top="${margins.top}" w:right="${margins.right}" w:bottom="${margins.bottom}" w:left="${margins.left}" \
w:header="${header}" w:footer="${footer}" w:gutter="0"/><w:cols w:space="708"/>${rightToLeft ? '<w:bidi/>' : ''}</w:sectPr>`
}
