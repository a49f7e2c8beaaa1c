/**
 * Lines of letters that are no text.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { goesOn, type LetterCell, lineCellsOf } from '../../../src/ink/judge/continues.js'
import type { PrintLetter } from '../../../src/ink/text/print-letters.js'
import type { Box } from '../../../src/pdf/matrix.js'
import { draw } from '../content/draw.js'

function printed(box: Box, entries: Partial<PrintLetter> = {}): PrintLetter {
  return { box, size: box[3] - box[1], cells: [], isCertain: true, isSign: false, ...entries }
}
const sign = (box: Box) => printed(box, { isSign: true })
const boxes = (...letters: PrintLetter[]) => lineCellsOf(letters).map(({ glyph }) => glyph.box)

/** Two letters of 7.2 points, which are of a font of ten points. */
const A = printed([0, 0, 5, 7.2])
const B = printed([7, 0, 12, 7.2])

describe('cells of print', () => {
  it('are those of letters that stand together', () => {
    const cells = lineCellsOf([A, B])
    expect(cells.map(({ glyph }) => glyph.box)).toEqual([A.box, B.box])
    expect(cells.map(({ glyph }) => glyph.size)).toEqual([expect10, expect10])
  })

  it.each<[string, PrintLetter]>([
    ['too far away', printed([10.5, 0, 15, 7.2])],
    ['more than two and a half times as high', printed([7, 0, 12, 18.2])],
    ['shifted by more than half of it', printed([7, 3.7, 12, 10.9])],
    ['uncertain', printed([7, 0, 12, 7.2], { isCertain: false })],
    ['a sign', sign([7, 0, 12, 7.2])],
  ])('are not those of a letter with one beside it that is %s', (_, other) => {
    expect(boxes(A, other)).toEqual([])
  })

  it.each<[string, PrintLetter]>([
    ['three quarters of the higher one away', printed([10.3, 0, 15, 7.2])],
    ['to the left', printed([-10, 0, -5.3, 7.2])],
    ['twice as high', printed([7, 0, 12, 17.8])],
    ['shifted by less than half of it', printed([7, 3.5, 12, 10.7])],
  ])('are those of a letter with one beside it that is %s', (_, other) => {
    expect(boxes(A, other)).toHaveLength(2)
  })

  it('are as high as the letters beside them', () => {
    expect(boxes(A, printed([7, -2, 12, 5]))).toEqual([
      [0, -2, 5, 7.2],
      [7, -2, 12, 7.2],
    ])
  })

  it('reach to a point behind the letter, and no farther', () => {
    const last = (...signs: PrintLetter[]) => boxes(A, B, ...signs)[1]?.[2]
    expect(last(sign([13, 0, 14, 1]))).toBe(14)
    expect(last(sign([15.4, 0, 16.4, 1]))).toBe(16.4)
    expect(last(sign([15.6, 0, 16.6, 1]))).toBe(12)
    expect(last(sign([13, 5, 14, 6]))).toBe(12)
    expect(last(sign([13, -3.2, 14, -3]))).toBe(14)
    expect(last(sign([13, -5, 14, -4]))).toBe(12)
    expect(last(sign([11, 0, 11.5, 1]))).toBe(12)
  })
})

const expect10 = 7.2 / 0.72

describe('a prompt', () => {
  const isPrompt = (...signs: PrintLetter[]) => !boxes(A, B, ...signs).some((box) => box[0] === B.box[0])

  it('has a colon behind it', () => {
    expect(isPrompt(sign([13, 0, 14, 1]), sign([13, 3, 14, 4]))).toBe(true)
    expect(isPrompt(sign([13, 0, 14, 1]), sign([13.9, 3, 14.9, 4]))).toBe(true)
    expect(isPrompt(sign([13, 0, 14, 1]), sign([14.5, 3, 15.5, 4]))).toBe(false)
    expect(isPrompt(sign([13, 0, 14, 1]), sign([13, 0.9, 14, 2]))).toBe(false)
    expect(isPrompt(sign([20, 0, 21, 1]), sign([20, 3, 21, 4]))).toBe(false)
    expect(isPrompt(sign([9, 0, 10, 1]), sign([9, 3, 10, 4]))).toBe(false)
    expect(isPrompt(sign([11.6, 0, 12.6, 1]), sign([11.6, 3, 12.6, 4]))).toBe(true)
    expect(isPrompt(sign([13, 0, 14, 1]), sign([13, 7, 14, 8]))).toBe(false)
    expect(isPrompt(sign([13, -3, 14, -2]), sign([13, 3, 14, 4]))).toBe(false)
  })

  it('has dots behind it that lead somewhere', () => {
    const dots = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => sign([from + 3 * i, 0, from + 3 * i + 1, 1]))
    expect(isPrompt(...dots(14, 3))).toBe(true)
    expect(isPrompt(...dots(14, 2))).toBe(false)
    expect(isPrompt(...dots(20, 3))).toBe(false)
    expect(isPrompt(...dots(14, 1), ...dots(23, 2))).toBe(true)
    expect(isPrompt(...dots(14, 1), ...dots(30, 2))).toBe(false)
  })
})

describe('a glyph goes on with a line of print', () => {
  const cell: LetterCell = { glyph: { box: [20, 100, 25, 107.2], size: 10 } }
  const glyphOf = (operators: string) => {
    const [glyph] = draw(`BT ${operators} (n) Tj ET`).drawing.glyphs
    if (glyph === undefined) throw new Error('no letter was drawn')
    return glyph
  }

  it.each<[string, string, boolean]>([
    ['close behind it', '/F1 10 Tf 32 100 Td', true],
    ['close before it', '/F1 10 Tf 7.5 100 Td', true],
    ['too far behind it', '/F1 10 Tf 33 100 Td', false],
    ['too far before it', '/F1 10 Tf 6.5 100 Td', false],
    ['up to two and a half times as large', '/F1 24.5 Tf 28 100 Td', true],
    ['larger than that', '/F1 25.5 Tf 28 100 Td', false],
    ['much smaller', '/F1 3.9 Tf 28 100 Td', false],
    ['smaller', '/F1 4.1 Tf 28 100 Td', true],
    ['a little lower', '/F1 10 Tf 28 97 Td', true],
    ['lower', '/F1 10 Tf 28 96 Td', false],
    ['raised to the middle', '/F1 10 Tf 28 103.5 Td', true],
    ['raised above the middle', '/F1 10 Tf 28 103.8 Td', false],
    ['slanting by less than a fifth', '/F1 10 Tf 0.983 0.185 -0.185 0.983 28 100 Tm', true],
    ['slanting by more', '/F1 10 Tf 0.977 0.215 -0.215 0.977 28 100 Tm', false],
    ['turned round', '/F1 10 Tf -1 0 0 -1 35 100 Tm', false],
  ])('when it stands %s: %s', (_, operators, expected) => {
    expect(goesOn(glyphOf(operators), cell)).toBe(expected)
  })
})
