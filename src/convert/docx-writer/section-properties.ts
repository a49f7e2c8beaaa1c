/**
 * Section properties of a DOCX: page size, margins, headers and footers.
 *
 * @module
 */

import { bordersXml } from './border-xml.js'
import type { FlowColumns, FlowSectionBreak, PageSetup, RunningContent } from './flow-document.js'
import type { RunningReference } from './package/running-parts.js'
import { twips } from './property-values.js'

/** Minimum size of the text area whatever the margins are, in twips (one inch). */
const LEAST_TEXT = 1440

/** Longest side of a page in Word: 22 inches, in twips. */
const MAX_SIDE = 31_680

/** Limits a page setup so that its margins leave room for text. */
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

/** A header or footer of the section, with the id of its relationship. */
interface SectionReference {
  readonly kind: 'header' | 'footer'
  readonly pages: RunningReference['pages']
  readonly id: string
}

/** Properties of a section besides its page size. */
interface SectionTraits {
  readonly references: readonly SectionReference[]
  readonly running: Pick<RunningContent, 'headerDistance' | 'footerDistance'>
  /** Whether the first page has headers of its own. */
  readonly hasFirstPage: boolean
  readonly startsAt: FlowSectionBreak['startsAt']
  readonly firstNumber: number | undefined
  readonly rightToLeft: boolean
  readonly columns: FlowColumns | undefined
}

/** Default distance of headers and footers from the edge of the paper, in twips: half an inch, as in Word. */
const DISTANCE = 708

/** w:sectPr (ECMA-376-1, 17.6.17). */
export function sectionPropertiesXml(page: PageSetup, traits: SectionTraits): string {
  const { width, height, margins, borders = {}, bordersFrom } = page
  const { references, running, hasFirstPage, startsAt, firstNumber, rightToLeft, columns } = traits
  // The distance stays within the margin: in a narrow margin, headers and footers move towards the edge of the page.
  const { headerDistance = Math.min(DISTANCE, Math.round(margins.top / 2)) } = running
  const { footerDistance = Math.min(DISTANCE, Math.round(margins.bottom / 2)) } = running
  const header = twips(headerDistance, 0)
  const footer = twips(footerDistance, 0)
  const type = startsAt === 'next' ? '' : `<w:type w:val="${startsAt === 'here' ? 'continuous' : `${startsAt}Page`}"/>`
  const start = firstNumber === undefined ? '' : `<w:pgNumType w:start="${twips(firstNumber, 0)}"/>`
  return `<w:sectPr>${references.map(referenceXml).join('')}${type}\
<w:pgSz w:w="${width}" w:h="${height}"${width > height ? ' w:orient="landscape"' : ''}/>\
<w:pgMar w:top="${margins.top}" w:right="${margins.right}" w:bottom="${margins.bottom}" w:left="${margins.left}" \
w:header="${header}" w:footer="${footer}" w:gutter="0"/>${bordersXml('w:pgBorders', borders, { from: bordersFrom })}\
${start}${columnsXml(columns)}${hasFirstPage ? '<w:titlePg/>' : ''}\
${rightToLeft ? '<w:bidi/>' : ''}</w:sectPr>`
}

/** Width of each column in a room, in twips. */
export function columnWidth(room: number, { count, gap }: Pick<FlowColumns, 'count' | 'gap'>): number {
  return Math.max(1, Math.floor((room - gap * (count - 1)) / count))
}

/** w:cols (ECMA-376-1, 17.6.4). */
function columnsXml(columns: FlowColumns | undefined): string {
  if (columns === undefined) return '<w:cols w:space="708"/>'
  const { count, gap, hasRule } = columns
  return `<w:cols${hasRule ? ' w:sep="1"' : ''} w:num="${count}" w:space="${twips(gap, 0)}"/>`
}

function referenceXml({ kind, pages, id }: SectionReference): string {
  return `<w:${kind}Reference w:type="${pages}" r:id="${id}"/>`
}
