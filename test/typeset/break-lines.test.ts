import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakLines } from '../../src/typeset/break-lines.js'
import { loadBundledFace } from '../../src/typeset/bundled-fonts.js'
import { shapeText } from '../../src/typeset/shape-text.js'
import type { TextStyle } from '../../src/typeset/text-style.js'

// Every character of the fixed-pitch face is 600/1000 em wide: 120 twips at 10 pt.
const style: TextStyle = { faces: [loadBundledFace('mono')], size: 200, color: [0, 0, 0] }
const CELL = 120

function linesOf(text: string, columns: number, breakEvery?: number): string[] {
  const shaped = shapeText([{ text, style, ...(breakEvery !== undefined && { breakEvery }) }])
  return breakLines(shaped, columns * CELL, columns * CELL).map(({ from, to }) =>
    shaped.glyphs
      .slice(from, to)
      .map((glyph) => String.fromCodePoint(glyph.codePoint))
      .join(''),
  )
}

describe('breakLines', () => {
  it('breaks after spaces, which take no room at the end of a line', () => {
    expect(linesOf('one two three', 7)).toEqual(['one two ', 'three'])
    expect(linesOf('one two', 3)).toEqual(['one ', 'two'])
  })

  it('gives one empty line for no text', () => {
    expect(linesOf('', 5)).toEqual([''])
  })

  it('breaks after hyphens and slashes inside words, not before numbers with a sign', () => {
    expect(linesOf('well-known', 7)).toEqual(['well-', 'known'])
    expect(linesOf('path/to/file', 9)).toEqual(['path/to/', 'file'])
    expect(linesOf('t is -15', 6)).toEqual(['t is ', '-15'])
  })

  it('keeps words apart that a no-break space joins', () => {
    expect(linesOf('a 10\u00a0km', 5)).toEqual(['a ', '10\u00a0km'])
  })

  it('breaks a long string at punctuation, else anywhere', () => {
    expect(linesOf('someone@example.org', 10)).toEqual(['someone@', 'example.', 'org'])
    expect(linesOf('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  })

  it('breaks digests in equal parts', () => {
    expect(linesOf('0123456789abcdef', 7, 4)).toEqual(['0123', '4567', '89ab', 'cdef'])
  })

  it('does not part an accent from its letter', () => {
    expect(linesOf('aaa\u0336b', 3)).toEqual(['aaa\u0336', 'b'])
  })

  it('loses nothing and stays within the width', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 8, max: 60 }), (text, columns) => {
        const shaped = shapeText([{ text, style }])
        const lines = breakLines(shaped, columns * CELL, columns * CELL)
        let next = 0
        for (const line of lines) {
          expect(line.from).toBe(next)
          expect(line.width).toBeLessThanOrEqual(columns * CELL)
          next = line.to
        }
        expect(next).toBe(shaped.glyphs.length)
      }),
    )
  })
})
