/**
 * The cross-reference table of an increment.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readIncrementSection } from '../../../../src/verify/increment/strict/strict-section.js'

const ROW = '0000000017 00000 n \n'
const TRAILER = 'trailer\n<< /Size 13 /Root 1 0 R /Prev 9 >>\n'
const read = (text: string) => {
  const bytes = Buffer.from(text, 'latin1')
  return readIncrementSection(bytes, 0, bytes.length)
}

describe('a cross-reference table', () => {
  it.each([
    ['one object', `xref\n12 1\n${ROW}`],
    ['line ends of two bytes', `xref\r\n12 1\r\n0000000017 00000 n\r\n`],
    ['two subsections', `xref\n4 1\n${ROW}12 1\n${ROW}`],
    ['nothing, and says so', 'xref\n0 0\n'],
  ])('has %s', (_, table) => {
    expect(read(table + TRAILER)).toMatchObject({ start: 0, keywords: [0, table.length] })
  })

  it.each([
    ['a row of 19 bytes', 'xref\n12 1\n0000000017 00000 n\n'],
    ['fewer rows than it says', `xref\n12 2\n${ROW}`],
    ['more rows than it says', `xref\n12 1\n${ROW}${ROW}`],
    ['a row of an unknown kind', 'xref\n12 1\n0000000017 00000 x \n'],
    ['an offset with a sign', 'xref\n12 1\n-000000017 00000 n \n'],
    ['a comment', `xref\n% x\n12 1\n${ROW}`],
    ['a count on a line of its own', `xref\n12\n1\n${ROW}`],
    ['something behind its keyword', `xref 12 1\n${ROW}`],
  ])('has not %s', (_, table) => {
    expect(() => read(table + TRAILER)).toThrow()
  })

  it('is followed by a trailer', () => {
    expect(() => read(`xref\n12 1\n${ROW}startxref\n`)).toThrow(/trailer does not follow/)
  })
})
