/**
 * The page of a DOCX: size, margins, headers and footers.
 *
 * @module
 */

import { bordersXml } from './border-xml.js'
import type { FlowDocument, PageSetup, RunningContent } from './flow-document.js'
import { twips } from './property-values.js'
import type { CopiedRunningPart } from './reference-running.js'

/** The smallest room for text that is left, whatever the margins say: one inch. */
const LEAST_TEXT = 1440

/** Page sides in Word are at most 22 inches. */
const MAX_SIDE = 31_680

/** A page whose margins leave room for text. */
export function settlePage({ width, height, margins, ...rest }: PageSetup): PageSetup {
  const settled = { width: twips(width, LEAST_TEXT, MAX_SIDE), height: twips(height, LEAST_TEXT, MAX_SIDE) }
  const [left, right] = settleMargins(settled.width, margins.left, margins.right)
  const [top, bottom] = settleMargins(settled.height, margins.top, margins.bottom)
  return { ...rest, ...settled, margins: { top, right, bottom, left } }
}

function settleMargins(side: number, first: number, second: number): [number, number] {
  const margins: [number, number] = [twips(first, 0), twips(second, 0)]
  const excess = margins[0] + margins[1] - (side - LEAST_TEXT)
  if (excess <= 0) return margins
  const share = (side - LEAST_TEXT) / (margins[0] + margins[1])
  return [Math.floor(margins[0] * share), Math.floor(margins[1] * share)]
}

/** A header or footer of the section, and the id of the relationship that leads to it. */
export type RunningReference = Pick<CopiedRunningPart, 'kind' | 'pages'> & { readonly id: string }

/** Half an inch, as in Word's own documents. */
const DISTANCE = 708

/** w:sectPr of the only section (ECMA-376-1, 17.6.17). */
export function sectionPropertiesXml(
  { width, height, margins, borders = {} }: PageSetup,
  { rightToLeft }: Pick<FlowDocument, 'rightToLeft'>,
  running: Pick<RunningContent, 'headerDistance' | 'footerDistance'> & { readonly hasFirstPage?: boolean },
  references: readonly RunningReference[],
): string {
  // Within the margin: where it is narrow, the footer moves towards the edge of the page.
  const { headerDistance = Math.min(DISTANCE, Math.round(margins.top / 2)) } = running
  const { footerDistance = Math.min(DISTANCE, Math.round(margins.bottom / 2)) } = running
  const header = twips(headerDistance, 0)
  const footer = twips(footerDistance, 0)
  const { hasFirstPage = references.some(({ pages }) => pages === 'first') } = running
  return `<w:sectPr>${references.map(referenceXml).join('')}\
<w:pgSz w:w="${width}" w:h="${height}"${width > height ? ' w:orient="landscape"' : ''}/>\
<w:pgMar w:top="${margins.top}" w:right="${margins.right}" w:bottom="${margins.bottom}" w:left="${margins.left}" \
w:header="${header}" w:footer="${footer}" w:gutter="0"/>${bordersXml('w:pgBorders', borders)}<w:cols w:space="708"/>${hasFirstPage ? '<w:titlePg/>' : ''}\
${rightToLeft ? '<w:bidi/>' : ''}</w:sectPr>`
}

function referenceXml({ kind, pages, id }: RunningReference): string {
  return `<w:${kind}Reference w:type="${pages}" r:id="${id}"/>`
}
