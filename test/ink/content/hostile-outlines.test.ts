/**
 * Fonts that would draw without end: what they ask for is cut off, and what is cut off is unknown.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { type ContentBudget, createContentBudget } from '../../../src/ink/content/content-budget.js'
import { CONTENT_LIMITS } from '../../../src/ink/content/content-limits.js'
import { readCffProgram } from '../../../src/ink/fonts/cff-program.js'
import type { FontProgram } from '../../../src/ink/fonts/content-font.js'
import { readTrueTypeProgram } from '../../../src/ink/fonts/true-type-program.js'
import { readType1Program } from '../../../src/ink/fonts/type1-program.js'
import { bytesOf } from '../../verify/support/notation.js'
import { charstringNumber } from '../../verify/support/small-fonts/charstrings.js'
import { writeCompact } from '../../verify/support/small-fonts/compact.js'
import { bigEndian, rectangle, type SmallGlyph } from '../../verify/support/small-fonts/small-font.js'
import { writeTrueType } from '../../verify/support/small-fonts/true-type.js'
import { writeType1 } from '../../verify/support/small-fonts/type1.js'

const NOTHING: SmallGlyph = { name: '.notdef', width: 500, contours: [] }
const LETTER: SmallGlyph = { name: 'a', width: 500, contours: [rectangle(60, 0, 90, 700)] }

const op = (...codes: readonly number[]) => bigEndian(1, ...codes)
const two = (...values: readonly number[]) => bytesOf(...values.map((value) => charstringNumber(value, true)))
const one = (...values: readonly number[]) => bytesOf(...values.map((value) => charstringNumber(value)))
const times = (count: number, bytes: Uint8Array) => bytesOf(...Array.from({ length: count }, () => bytes))

const [RLINETO, CALLSUBR, RETURN, HSBW, ENDCHAR, RMOVETO] = [5, 10, 11, 13, 14, 21]
const BIAS = 107

/** A TrueType glyph made of others, each by its number. */
const composed = (...glyphs: readonly number[]) =>
  bytesOf(
    bigEndian(2, -1, 0, 0, 600, 800),
    ...glyphs.map((glyph, i) => bigEndian(2, i + 1 < glyphs.length ? 0x23 : 3, glyph, 0, 0)),
  )

const compact = (raw: Uint8Array, subrs: readonly Uint8Array[] = []) =>
  writeCompact([NOTHING, LETTER], { raw: { a: raw }, subrs })
const type1 = (raw: Uint8Array, subrs: readonly Uint8Array[] = []) =>
  writeType1([NOTHING, LETTER], { raw: { a: raw }, subrs }).bytes

/** Subroutines of which each calls the next one ten times. */
const bomb = (number: (value: number) => Uint8Array, bias: number): Uint8Array[] =>
  Array.from({ length: 9 }, (_, i) =>
    bytesOf(
      times(10, i === 8 ? bytesOf(number(1), number(1), op(RLINETO)) : bytesOf(number(i + 1 - bias), op(CALLSUBR))),
      op(RETURN),
    ),
  )

type Read = (bytes: Uint8Array, budget: ContentBudget) => FontProgram
const FONTS: Readonly<Record<string, { readonly read: Read; readonly bytes: Uint8Array }>> = {
  'a compact subroutine that calls itself': {
    read: readCffProgram,
    bytes: compact(bytesOf(two(-BIAS), op(CALLSUBR, ENDCHAR)), [bytesOf(two(-BIAS), op(CALLSUBR, RETURN))]),
  },
  'a Type 1 subroutine that calls itself': {
    read: readType1Program,
    bytes: type1(bytesOf(one(0), op(CALLSUBR, ENDCHAR)), [bytesOf(one(0), op(CALLSUBR, RETURN))]),
  },
  'compact subroutines that multiply': {
    read: readCffProgram,
    bytes: compact(
      bytesOf(two(-BIAS), op(CALLSUBR, ENDCHAR)),
      bomb((value) => two(value), BIAS),
    ),
  },
  'Type 1 subroutines that multiply': {
    read: readType1Program,
    bytes: type1(
      bytesOf(one(0), op(CALLSUBR, ENDCHAR)),
      bomb((value) => one(value), 0),
    ),
  },
  'a Type 1 letter that is composed of itself': {
    read: readType1Program,
    bytes: type1(bytesOf(one(0, 0, 0, 97, 97), op(12, 6))),
  },
  'a stack that is filled': { read: readCffProgram, bytes: compact(times(2000, two(1))) },
  'a line of more points than any letter has': {
    read: readCffProgram,
    bytes: compact(bytesOf(times(4000, bytesOf(times(48, two(1)), op(RLINETO))), op(ENDCHAR))),
  },
  'a glyph that is composed of itself': {
    read: readTrueTypeProgram,
    bytes: writeTrueType([NOTHING, LETTER], { raw: { 1: composed(1) } }),
  },
  'glyphs that are composed of each other': {
    read: readTrueTypeProgram,
    bytes: writeTrueType([NOTHING, LETTER, LETTER], { raw: { 1: composed(2, 2), 2: composed(1, 1) } }),
  },
  'glyphs of which each has the next one forty times': {
    read: readTrueTypeProgram,
    bytes: writeTrueType([NOTHING, ...Array.from({ length: 6 }, () => LETTER)], {
      raw: Object.fromEntries([1, 2, 3, 4, 5].map((i) => [i, composed(...Array.from({ length: 40 }, () => i + 1))])),
    }),
  },
  'contours that end before they begin': {
    read: readTrueTypeProgram,
    bytes: writeTrueType([NOTHING, LETTER], {
      raw: { 1: bytesOf(bigEndian(2, 3, 0, 0, 9, 9, 3, 0, 3, 0), new Uint8Array(40)) },
    }),
  },
}

describe('a font that would draw without end', () => {
  it.each(Object.entries(FONTS))('is unknown, and takes a small part of what a file may: %s', (_, { read, bytes }) => {
    const budget = createContentBudget()
    expect(read(bytes, budget).outlinesOf(1)).toBeUndefined()
    expect(CONTENT_LIMITS.maxOutlineSteps - budget.outlines).toBeLessThan(CONTENT_LIMITS.maxOutlineSteps / 8)
  })

  it.each([
    [
      'compact',
      readCffProgram,
      compact(bytesOf(two(5, 5), op(RMOVETO), two(-BIAS), op(CALLSUBR, ENDCHAR)), [
        bytesOf(two(70, 80), op(RLINETO, RETURN)),
      ]),
    ],
    [
      'Type 1',
      readType1Program,
      type1(bytesOf(one(0, 500), op(HSBW), one(5, 5), op(RMOVETO), one(0), op(CALLSUBR, ENDCHAR)), [
        bytesOf(one(70, 80), op(RLINETO, RETURN)),
      ]),
    ],
  ] as const)('is another one than a font whose subroutines end: %s', (_, read: Read, bytes) => {
    const [outline] = read(bytes, createContentBudget()).outlinesOf(1) ?? []
    expect(outline?.box?.map((side) => Math.round(1000 * side))).toEqual([5, 5, 75, 85])
  })

  it('has no more glyphs than there is room to keep, blank ones among them', () => {
    const program = readCffProgram(writeCompact([NOTHING, ...Array.from({ length: 999 }, () => NOTHING)]), {
      ...createContentBudget(),
      outlines: 20_000,
    })
    const known = Array.from({ length: 1000 }, (__, glyph) => program.outlinesOf(glyph)).filter(
      (one) => one !== undefined,
    )
    expect(known.length).toBeGreaterThan(100)
    expect(known.length).toBeLessThan(700)
  })

  it('is kept when it is small and there is room for it, and else drawn each time, within the same budget', () => {
    const budget = createContentBudget()
    const outlines = readTrueTypeProgram(writeTrueType([NOTHING, LETTER, LETTER]), budget).outlinesOf
    const [small, other] = [outlines(1)?.[0], outlines(2)?.[0]]
    const before = budget.outlines
    const contours = small?.contours?.()
    expect(contours).toHaveLength(1)
    expect(budget.outlines).toBeLessThan(before)
    budget.outlines = 2
    expect(small?.contours?.()).toBe(contours)
    expect(other?.contours?.()).toBeUndefined()
  })

  it('is drawn anew where nothing is left to keep it', () => {
    const budget = createContentBudget()
    const outline = readTrueTypeProgram(writeTrueType([NOTHING, LETTER]), budget).outlinesOf(1)?.[0]
    const before = budget.outlines
    outline?.contours?.()
    const costs = before - budget.outlines
    const poor = createContentBudget()
    const again = readTrueTypeProgram(writeTrueType([NOTHING, LETTER]), poor).outlinesOf(1)?.[0]
    poor.outlines = costs - 1
    expect(again?.contours?.()).toHaveLength(1)
    expect(again?.contours?.()).toBeUndefined()
  })
})

describe('glyphs of many fonts in one', () => {
  it('are unknown where their ranges are in no order', () => {
    const ranges = (second: number) =>
      bytesOf(bigEndian(1, 3), bigEndian(2, 2, 0), op(0), bigEndian(2, second), op(0), bigEndian(2, 2))
    const font = (second: number) =>
      readCffProgram(
        writeCompact([NOTHING, LETTER], { parts: { select: ranges(second), matrices: [undefined] } }),
        createContentBudget(),
      ).outlinesOf(1)
    expect(font(1)?.[0]?.box?.map((side) => Math.round(1000 * side))).toEqual([60, 0, 150, 700])
    expect(font(5)).toBeUndefined()
  })
})
