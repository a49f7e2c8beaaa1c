/**
 * How the parts of an increment follow one another.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { findStrayByte, readIncrementEnd } from '../../../../src/verify/increment/increment-layout.js'
import { StrictCursor } from '../../../../src/verify/increment/strict/strict-cursor.js'

const bytesOf = (text: string) => Buffer.from(text, 'latin1')

describe('between two parts', () => {
  const stray = (between: string) => {
    const bytes = bytesOf(`AA${between}BB`)
    return findStrayByte(bytes, 0, [
      [bytes.length - 2, bytes.length],
      [0, 2],
    ])
  }

  it.each(['', '\n', ' \r\n\t', '\n%iText-5.5.13\n', '%\u00e2\u00e3\n'])('may stand %j', (between) => {
    expect(stray(between)).toBeUndefined()
  })

  it.each([
    ['a letter', 'x', 2],
    ['a letter after a line end', '\nx', 3],
    ['a NUL', '\0', 2],
    ['the end of a file', '%%EOF\n', 2],
    ['the head of a file', '%PDF-1.7\n', 2],
    ['a comment that never ends', `%${'x'.repeat(200)}\n`, 2],
    ['a comment with a control character', '%a\u0001b\n', 2],
  ])('may not stand %s', (_, between, at) => {
    expect(stray(between)).toBe(at)
  })

  it('is nothing when one lies in the other', () => {
    expect(
      findStrayByte(bytesOf('AABB'), 0, [
        [0, 3],
        [2, 4],
      ]),
    ).toBe(2)
  })
})

describe('the end of an increment', () => {
  const read = (text: string) => readIncrementEnd(new StrictCursor(bytesOf(text), 0), 15)

  it('is startxref, the offset and the marker, each on a line', () => {
    expect(read('\nstartxref\n15\n%%EOF\n')).toEqual({ keyword: 1, end: 19 })
    expect(read('startxref\r\n15\r\n%%EOF')).toEqual({ keyword: 0, end: 20 })
  })

  it.each([
    ['another offset', 'startxref\n16\n%%EOF', /does not lead/],
    ['an offset with a leading zero', 'startxref\n015\n%%EOF', /does not lead/],
    ['an offset on the same line', 'startxref 15\n%%EOF', /lines of their own/],
    ['no marker', 'startxref\n15\n', /%%EOF does not follow/],
    ['something before it', 'x startxref\n15\n%%EOF', /does not follow/],
  ])('has not %s', (_, text, message) => {
    expect(() => read(text)).toThrow(message)
  })
})
