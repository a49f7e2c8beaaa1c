/**
 * Maps from characters to glyphs in TrueType fonts (ISO/IEC 14496-22, 5.2.1): all that a viewer may look into is read,
 * or the font is not.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { readTrueTypeProgram } from '../../../src/ink/fonts/true-type-program.js'
import { bytesOf } from '../../verify/support/notation.js'
import { bigEndian, rectangle, type SmallGlyph } from '../../verify/support/small-fonts/small-font.js'
import { type TrueTypeOptions, writeTrueType } from '../../verify/support/small-fonts/true-type.js'

const NOTHING: SmallGlyph = { name: '.notdef', width: 500, contours: [] }
const LETTER: SmallGlyph = { name: 'a', width: 500, contours: [rectangle(60, 0, 90, 700)] }

const isRead = (options: TrueTypeOptions) => {
  try {
    readTrueTypeProgram(writeTrueType([NOTHING, LETTER], options), createContentBudget(100_000))
    return true
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return false
  }
}

/** A font with one map of its own, by platform and encoding. */
const mapped = (map: Uint8Array, id: readonly [number, number] = [3, 1]) =>
  isRead({ tables: { cmap: bytesOf(bigEndian(2, 0, 1, ...id), bigEndian(4, 12), map) } })

/** Format 4: segments from the first code to the last, whose glyphs are their codes. */
function segments(...list: readonly (readonly [number, number])[]): Uint8Array {
  const all = [...list, [0xffff, 0xffff] as const]
  const [firsts, lasts, zeros] = [all.map(([first]) => first), all.map(([, last]) => last), all.map(() => 0)]
  const body = bigEndian(2, 2 * all.length, 0, 0, 0, ...lasts, 0, ...firsts, ...zeros, ...zeros)
  return bytesOf(bigEndian(2, 4, 0, 0), body)
}

/** Format 12: one group of so many codes. */
const group = (count: number) => bytesOf(bigEndian(2, 12, 0), bigEndian(4, 28, 0, 1, 0, count - 1, 1))
const ALL = [0, 0xfffe] as const
const format = (number: number) => bytesOf(bigEndian(2, number), new Uint8Array(600))

describe('maps of characters', () => {
  const maps = (count: number) => Array.from({ length: count }, (_, i) => ({ id: [0, i] as const, codes: { 97: 1 } }))

  it('are read, up to twelve', () => {
    expect([isRead({ maps: maps(12) }), isRead({ maps: maps(13) })]).toEqual([true, false])
  })

  it('are read to the end, up to 200,000 codes', () => {
    expect(mapped(segments(ALL, ALL, ALL, [0, 3393]))).toBe(true)
    expect(mapped(segments(ALL, ALL, ALL, [0, 3394]))).toBe(false)
    expect([mapped(group(200_000)), mapped(group(200_001))]).toEqual([true, false])
  })

  it.each([
    ['variants of characters', 14, [0, 5], true],
    ['an old encoding of Chinese', 2, [3, 4], true],
    ['Unicode as if it were one', 2, [3, 1], false],
    ['an array of long codes', 10, [3, 10], false],
    ['many codes for one glyph', 13, [3, 10], false],
  ] as const)('for %s', (_, number, id, isFine) => {
    expect(mapped(format(number), id)).toBe(isFine)
  })
})

it('tables are read, up to 256', () => {
  const tables = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count - 8 }, (_, i) => [`x${String(i).padStart(3, '0')}`, new Uint8Array(4)]),
    )
  expect([isRead({ tables: tables(256) }), isRead({ tables: tables(257) })]).toEqual([true, false])
})
