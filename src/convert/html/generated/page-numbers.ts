/**
 * Numbers of pages in content that style sheets generate.
 *
 * @module
 */

import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { RunFormat } from '../../docx-writer/flow-format.js'

type PageNumber = Extract<FlowInline, { kind: 'pageNumber' }>

const NUMBERINGS: ReadonlyMap<string, PageNumber['numbering']> = new Map([
  ['lower-roman', 'lowerRoman'],
  ['upper-roman', 'upperRoman'],
  ['lower-alpha', 'lowerLetter'],
  ['lower-latin', 'lowerLetter'],
  ['upper-alpha', 'upperLetter'],
  ['upper-latin', 'upperLetter'],
])

/** The number of the page or of all pages, as a style of lists writes it; `undefined` for another counter. */
export function pageNumber(counter: string, style: string, format: RunFormat): PageNumber | undefined {
  const counts = counter.toLowerCase()
  if (counts !== 'page' && counts !== 'pages') return undefined
  return { kind: 'pageNumber', counts, numbering: NUMBERINGS.get(style.toLowerCase()) ?? 'decimal', format }
}
