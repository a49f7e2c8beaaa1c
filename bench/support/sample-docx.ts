/**
 * A DOCX of any length, made for measuring.
 *
 * @module
 */

import { makeDocx, paragraphXml } from '../../test/support/make-docx.js'

const WORDS =
  'the parties agree that this agreement shall remain in force until either party gives notice in writing of its intention to terminate and that any obligation which has accrued before such notice survives it'.split(
    ' ',
  )

/** A report of about so many pages: headings, justified text, a table on each page, page numbers in the text's flow. */
export function makeReport(pages: number): Uint8Array {
  const body: string[] = []
  for (let page = 0; page < pages; page++) {
    body.push(paragraphXml(`${page + 1}. Section`, '<w:keepNext/><w:spacing w:before="240" w:after="120"/>'))
    for (let i = 0; i < 7; i++)
      body.push(paragraphXml(sentence(page * 7 + i, 70), '<w:spacing w:after="120"/><w:jc w:val="both"/>'))
    body.push(table(page, 5, 3))
  }
  return makeDocx(`${body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`)
}

/** The same words in another order for each seed. */
function sentence(seed: number, count: number): string {
  const words: string[] = []
  let state = seed * 7919 + 1
  for (let i = 0; i < count; i++) {
    state = (state * 48271) % 2147483647
    words.push(WORDS[state % WORDS.length] ?? '')
  }
  return `${words.join(' ')}.`
}

function table(seed: number, rows: number, columns: number): string {
  const line = 'w:val="single" w:sz="4" w:space="0" w:color="808080"'
  const edges = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((edge) => `<w:${edge} ${line}/>`).join('')
  const cell = (text: string) => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraphXml(text)}</w:tc>`
  const row = (index: number) =>
    `<w:tr>${Array.from({ length: columns }, (_, column) => cell(sentence(seed + index + column, 4))).join('')}</w:tr>`
  return `<w:tbl><w:tblPr><w:tblBorders>${edges}</w:tblBorders></w:tblPr><w:tblGrid>${'<w:gridCol w:w="3000"/>'.repeat(columns)}</w:tblGrid>${Array.from({ length: rows }, (_, index) => row(index)).join('')}</w:tbl>`
}
