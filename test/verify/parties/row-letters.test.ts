/**
 * How the letters of a row may be written: each number from both sides.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { OWN_COLORS } from '../../../src/audit/party-row.js'
import { findLetterFault } from '../../../src/verify/parties/row-letters.js'

type Lines = Parameters<typeof findLetterFault>[0]
type Letter = Lines[number]['glyphs'][number]

const INK = [0x1c / 255, 0x1f / 255, 0x24 / 255]

/** A letter of one em from its baseline up, whose ink fills its cell. */
function letter(
  at: { x?: number; y?: number; size?: number; text?: string; paint?: object; renderMode?: number } = {},
) {
  const { x = 20, y = 40, size = 10, text = 'a', paint = {}, renderMode = 0 } = at
  const font = { widthOf: () => 1, outlinesOf: () => [{ box: [0, 0, 1, 1] }] }
  const clip = { box: [0, 0, 300, 80], depth: 0, exact: true }
  const plain = { alpha: 1, blendMode: 'Normal', isMasked: false, overprint: false, layer: 'shown', colour: INK, clip }
  const glyph = { font, code: 1, matrix: [size, 0, 0, size, x, y], box: [x, y, x + size, y + size], size, renderMode }
  return { text, glyph: { ...glyph, paint: { ...plain, ...paint } } } as unknown as Letter
}

function faultOf(...lines: readonly (readonly Letter[])[]): string | undefined {
  return findLetterFault(lines.map((glyphs) => ({ glyphs })) as unknown as Lines, {})
}

describe('the letters of a row', () => {
  it('are whole', () => {
    const cut = 'has letters that are cut off'
    const clip = (box: readonly number[], more = {}) => ({ paint: { clip: { box, depth: 0, exact: true, ...more } } })
    expect(faultOf([letter(clip([20.04, 0, 300, 80]))])).toBeUndefined()
    expect(faultOf([letter(clip([20.06, 0, 300, 80]))])).toBe(cut)
    expect(faultOf([letter(clip([0, 0, 300, 49.9]))])).toBe(cut)
    expect(faultOf([letter(clip([0, 0, 300, 80], { depth: 1 }))])).toBe(cut)
    expect(faultOf([letter(clip([0, 0, 300, 80], { exact: false }))])).toBe(cut)
  })

  it('have the colours of the page', () => {
    const other = 'has letters in a colour of their own'
    const paler = (by: number) => ({ paint: { colour: INK.map((value) => value + by) } })
    expect(faultOf([letter(paler(0.029))])).toBeUndefined()
    expect(faultOf([letter(paler(0.031))])).toBe(other)
    for (const paint of [
      { alpha: 0.99 },
      { blendMode: 'Screen' },
      { isMasked: true },
      { overprint: true },
      { layer: 'unknown' },
      { colour: undefined },
    ]) {
      expect(faultOf([letter({ paint })])).toBe(other)
    }
    expect(faultOf([letter({ renderMode: 2 })])).toBe(other)
    const red = { ...OWN_COLORS, text: 'FF0000' }
    const lines = [{ glyphs: [letter({ paint: { colour: [1, 0, 0] } })] }] as unknown as Lines
    expect(findLetterFault(lines, { colors: red })).toBeUndefined()
    expect(findLetterFault(lines, {})).toBe(other)
  })

  it('have about one size', () => {
    expect(faultOf([letter(), letter({ x: 40, size: 7.2 })])).toBeUndefined()
    expect(faultOf([letter(), letter({ x: 40, size: 7.1 })])).toBe('has letters of different sizes')
  })

  it('stand side by side, in lines below each other', () => {
    const astray = 'has letters that do not stand side by side'
    expect(faultOf([letter()], [letter({ y: 30.9 })])).toBeUndefined()
    expect(faultOf([letter()], [letter({ y: 31.1 })])).toBe(astray)
    expect(faultOf([letter(), letter({ x: 26.1 })])).toBeUndefined()
    expect(faultOf([letter(), letter({ x: 25.9 })])).toBe(astray)
    expect(faultOf([letter(), letter({ x: 25.9, text: '\u00d7' })])).toBe(astray)
    expect(faultOf([letter(), letter({ x: 40, y: 42.1 })])).toBe(astray)
    expect(faultOf([letter(), letter({ x: 40, y: 41.9 })])).toBeUndefined()
    // Marks of other scripts stand over their letters.
    expect(faultOf([letter({ text: '\u0e2a' })], [letter({ y: 36, text: '\u0e35' })])).toBeUndefined()
  })
})
