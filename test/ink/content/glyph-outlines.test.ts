/**
 * Outlines of glyphs, as small fonts have them: in their places, with damage, and where readers place them in two ways.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { type ContentBudget, createContentBudget } from '../../../src/ink/content/content-budget.js'
import { readCffProgram } from '../../../src/ink/fonts/cff-program.js'
import type { FontProgram } from '../../../src/ink/fonts/content-font.js'
import { readTrueTypeProgram } from '../../../src/ink/fonts/true-type-program.js'
import { readType1Program } from '../../../src/ink/fonts/type1-program.js'
import { writeCompact } from '../../verify/support/small-fonts/compact.js'
import { rectangle, type SmallGlyph } from '../../verify/support/small-fonts/small-font.js'
import { writeTrueType } from '../../verify/support/small-fonts/true-type.js'
import { writeType1 } from '../../verify/support/small-fonts/type1.js'
import { draw } from './draw.js'

const NOTHING: SmallGlyph = { name: '.notdef', width: 500, contours: [] }
const LETTER: SmallGlyph = {
  name: 'a',
  width: 500,
  contours: [rectangle(60, -200, 90, 900), rectangle(400, 12_000, 90, 700)],
}
const GLYPHS = [NOTHING, LETTER]

const FORMATS: Readonly<
  Record<string, { readonly bytes: Uint8Array; read(bytes: Uint8Array, budget: ContentBudget): FontProgram }>
> = {
  TrueType: { bytes: writeTrueType(GLYPHS), read: readTrueTypeProgram },
  CFF: { bytes: writeCompact(GLYPHS), read: readCffProgram },
  'Type 1': { bytes: writeType1(GLYPHS).bytes, read: readType1Program },
}

const boxesOf = (program: FontProgram, glyph: number) =>
  program.outlinesOf(glyph)?.map(({ box }) => box?.map((side) => Math.round(1000 * side)))

describe.each(Object.entries(FORMATS))('outlines of %s', (_, { bytes, read }) => {
  it('stand where the font draws them', () => {
    expect(boxesOf(read(bytes, createContentBudget()), 1)).toEqual([[60, -200, 490, 12_700]])
  })

  it('are nothing for a blank', () => {
    expect(boxesOf(read(bytes, createContentBudget()), 0)).toEqual([undefined])
  })

  it('are unknown once there is too much to draw', () => {
    const budget = { ...createContentBudget(), outlines: 3 }
    expect(read(bytes, budget).outlinesOf(1)).toBeUndefined()
  })

  it('of damaged fonts are unknown, and never another error', () => {
    let read_ = 0
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice()
      damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8))
      try {
        read(damaged, createContentBudget()).outlinesOf(1)
        read_++
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }
    expect(read_).toBeGreaterThan(bytes.length / 4)
  })
})

describe('an outline that readers place in two ways', () => {
  it('stands by its points and by its side bearing', () => {
    const moved = writeTrueType([NOTHING, { ...LETTER, bearing: 3060 }])
    expect(boxesOf(readTrueTypeProgram(moved, createContentBudget()), 1)).toEqual([
      [60, -200, 490, 12_700],
      [3060, -200, 3490, 12_700],
    ])
  })

  it('stands by the matrix of its font and by the usual one', () => {
    const { bytes } = writeType1(GLYPHS, { matrix: '0.01 0 0 0.01 0 0' })
    expect(boxesOf(readType1Program(bytes, createContentBudget()), 1)).toEqual([
      [600, -2000, 4900, 127_000],
      [60, -200, 490, 12_700],
    ])
  })
})

/** A font of the viewer's own, with the widths that a test gives it. */
const missing = (widths: string) =>
  `/Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Garamond /Encoding /WinAnsiEncoding ${widths}
    /FontDescriptor <</Type /FontDescriptor /FontName /Garamond /Flags 32 /Ascent 800 /Descent -200>>>>>>`
const placesOf = (content: string, widths: string) =>
  draw({ content, resources: missing(widths) })
    .drawing.unknown.filter(({ code }) => code === 'glyph_place')
    .map(({ box }) => box?.map(Math.round))

describe('letters whose place hangs on the viewer', () => {
  it('stand somewhere on their line, from one end of the page to the other', () => {
    const [line, ...others] = placesOf('BT /F1 10 Tf 50 100 Td (abc) Tj 0 -50 Td (d) Tj ET', '')
    expect(line).toEqual([expect.any(Number), 89, expect.any(Number), 119])
    expect(line?.[0]).toBeLessThan(0)
    expect(line?.[2]).toBeGreaterThan(200)
    expect(others).toEqual([[expect.any(Number), 39, expect.any(Number), 69]])
  })

  it('stand upright where the line does', () => {
    const [line] = placesOf('BT /F1 10 Tf 0 1 -1 0 100 50 Tm (abc) Tj ET', '')
    expect(line).toEqual([82, expect.any(Number), 111, expect.any(Number)])
  })

  it('stand in their cells where these are far too wide', () => {
    const widths = `/FirstChar 97 /LastChar 97 /Widths [5000]`
    expect(placesOf('BT /F1 10 Tf 50 100 Td (a) Tj ET', widths)).toEqual([[47, 95, 104, 112]])
  })

  it('are listed by lines, and by one box once there are many', () => {
    const lines = Array.from({ length: 300 }, (_, i) => `BT /F1 1 Tf 50 ${190 - i / 2} Td (ab) Tj ET`).join(' ')
    const places = placesOf(lines, '')
    expect(places.length).toBeLessThan(70)
    expect(places.some((box) => box === undefined)).toBe(false)
    expect(Math.min(...places.map((box) => box?.[1] ?? 0))).toBeLessThan(42)
  })

  it('are known again on the line after', () => {
    const widths = '/FirstChar 97 /LastChar 97 /Widths [500]'
    const wide = '/FirstChar 97 /LastChar 96 /Widths [500]'
    expect(placesOf('BT /F1 10 Tf 50 100 Td (a) Tj 0 -50 Td (a) Tj ET', widths)).toEqual([])
    expect(placesOf('BT /F1 10 Tf 50 100 Td (a) Tj ET', wide)).toHaveLength(1)
  })
})

it('what is unknown is not drowned by much that matters less', () => {
  const faults = Array.from({ length: 300 }, (_, i) => `/Missing${i} gs`).join(' ')
  const { unknown } = draw(`${faults} Q`)
  expect(unknown).toContain('misplaced_operator')
})
