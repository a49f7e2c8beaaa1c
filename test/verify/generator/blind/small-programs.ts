/**
 * Font programs of ten digits that look like those of a pocket calculator, in their order and out of it.
 *
 * @module
 */

import { once } from '../../support/cases.js'
import { type Contour, rectangle, type SmallGlyph } from '../../support/small-fonts/small-font.js'
import { writeTrueType } from '../../support/small-fonts/true-type.js'

/** Segments: top, upper left, upper right, middle, lower left, lower right, bottom. */
const SEGMENTS: readonly Contour[] = [
  rectangle(60, 620, 440, 80),
  rectangle(60, 350, 80, 350),
  rectangle(420, 350, 80, 350),
  rectangle(60, 310, 440, 80),
  rectangle(60, 0, 80, 350),
  rectangle(420, 0, 80, 350),
  rectangle(60, 0, 440, 80),
]
const DIGITS = [
  '1110111',
  '0010010',
  '1011101',
  '1011011',
  '0111010',
  '1101011',
  '1101111',
  '1010010',
  '1111111',
  '1111011',
]
const NOTDEF: SmallGlyph = { name: '.notdef', width: 556, contours: [] }

/** The segments of a digit. */
export function contoursOf(digit: number): readonly Contour[] {
  return SEGMENTS.filter((_, i) => DIGITS[digit]?.[i] === '1')
}

/** A TrueType program in which each code from 48 on shows a digit: its own, or the one that `order` tells. */
export function digitProgram(order: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]): Uint8Array {
  const glyphs = order.map((digit, i) => ({ name: `digit${i}`, width: 556, contours: contoursOf(digit) }))
  const codes = Object.fromEntries(order.map((_, i) => [48 + i, i + 1]))
  return writeTrueType([NOTDEF, ...glyphs], {
    maps: [
      { id: [1, 0], codes },
      { id: [3, 1], codes },
    ],
  })
}

/** Programs that may replace one another. */
export const programs = once(() => [
  digitProgram(),
  digitProgram([0, 9, 2, 3, 4, 5, 6, 7, 8, 1]),
  digitProgram([9, 0, 1, 2, 3, 4, 5, 6, 7, 8]),
])
