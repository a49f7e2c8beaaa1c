/**
 * Glyphs with names that are longer than any that is read, and encodings that are written in odd ways: viewers read them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { readCffProgram } from '../../../src/ink/fonts/cff-program.js'
import { readType1Program } from '../../../src/ink/fonts/type1-program.js'
import { writeCompact } from '../../verify/support/small-fonts/compact.js'
import { rectangle, type SmallGlyph } from '../../verify/support/small-fonts/small-font.js'
import { writeType1 } from '../../verify/support/small-fonts/type1.js'

const glyph = (name: string): SmallGlyph => ({ name, width: 500, contours: [rectangle(60, 0, 90, 700)] })
const glyphs = (length: number) => [glyph('.notdef'), glyph('n'.repeat(length)), glyph('a')]
const budget = () => createContentBudget(100_000)

describe('a name of a glyph', () => {
  it('in a compact font has 128 bytes at most', () => {
    expect(readCffProgram(writeCompact(glyphs(128)), budget()).nameOf(1)).toHaveLength(128)
    expect(() => readCffProgram(writeCompact(glyphs(129)), budget()).glyphByName('a')).toThrow(RangeError)
  })

  it('in a Type 1 font has 128 bytes at most', () => {
    const named = readType1Program(writeType1(glyphs(128)).bytes, budget())
    expect([named.glyphCount, named.nameOf(1)?.length]).toEqual([3, 128])
    expect(() => readType1Program(writeType1(glyphs(129)).bytes, budget())).toThrow(RangeError)
  })
})

describe('the encoding of a Type 1 font', () => {
  const ARRAY = '256 array\n0 1 255 {1 index exch /.notdef put} for'
  const read = (encoding: string, secret = '') => {
    const { bytes } = writeType1(glyphs(1), { before: { secret: new TextEncoder().encode(secret) } })
    const text = Buffer.from(bytes)
      .toString('latin1')
      .replace('StandardEncoding', () => encoding)
    return readType1Program(Uint8Array.from(Buffer.from(text, 'latin1')), budget()).builtIn?.(97)
  }

  it.each([
    ['StandardEncoding', 'a'],
    [`${ARRAY}\ndup 97 /q put\nreadonly`, 'q'],
    ['256 array 0 1 255{1 index exch/.notdef put}for dup 97/q put dup 98/r put', 'q'],
    ['256 array dup 97 /q put readonly', 'q'],
    [ARRAY, undefined],
  ])('is read as fonts have it: %j', (encoding, name) => {
    expect(read(encoding)).toBe(name)
  })

  it.each([
    `${ARRAY} dup 8#141 /q put readonly`,
    `${ARRAY} dup 0097 /q put readonly`,
    `${ARRAY} dup 97 % x\n/q put readonly`,
    `[${'/.notdef '.repeat(97)}/q]`,
    'ISOLatin1Encoding',
  ])('is not, where it is written otherwise: %j', (encoding) => {
    expect(() => read(encoding)).toThrow(RangeError)
  })

  it('stands in the clear part alone', () => {
    expect(() => read('StandardEncoding', `/Encoding ${ARRAY} def\n`)).toThrow(RangeError)
    expect(read('StandardEncoding', '/Other 1 def\n')).toBe('a')
  })
})
