/**
 * Where the ink of letters lies in common text fonts. A point takes a hundredth of its cell, and is lost when something
 * pale covers that part. These places do not come from the file, since a file could state anything.
 *
 * @module
 */
import { type Box, transformBox } from '../../pdf/matrix.js'
import type { VisibleGlyph } from '../text/visible-text.js'

/** Height from the lowest to the highest part of the letters of a line, in ems. */
export const LETTERS_HEIGHT = 0.72
/** Lowest and highest ink of certain characters, in ems. */
const HEIGHTS: readonly (readonly [RegExp, low: number, high: number])[] = [
  [/^[.\u2026]$/u, 0, 0.1],
  [/^,$/u, -0.1, 0.1],
  [/^:$/u, 0, 0.48],
  [/^;$/u, -0.1, 0.48],
  [/^[-\u2010-\u2015\u2212~\u00b7]$/u, 0.22, 0.36],
  [/^_$/u, -0.1, -0.06],
  [/^['"`\u00b0\u2018-\u201f*^\u00b2\u00b3\u00b9]$/u, 0.5, 0.66],
  [/^[gpqy]$/u, -0.1, 0.46],
  [/^[j]$/u, -0.1, 0.62],
  [/^[acemnorsuvwxz]$/u, 0.03, 0.46],
  [/^[Q\u00c7]$/u, -0.03, 0.64],
]
/** Lowest and highest ink of all other characters, in ems. */
const USUAL_HEIGHT = [0.03, 0.62] as const
/** Highest ink of capitals with an accent, in ems. */
const ACCENTED_HEIGHT = 0.78
/** Characters that are small enough to vanish in a line drawn through them. */
export const SMALL_SIGN = /^[.,:;'"`\u00b0\u00b7\u2010-\u2026\u2212*^~_-]$/u
/** Share of a letter's width on each side that may be without ink. */
const SIDE = 0.14

/** The box of a letter's ink on the page. */
export function inkBoxOf({ glyph, text = '' }: VisibleGlyph): Box {
  const width = glyph.font.widthOf(glyph.code)
  const [low, high] = heightsOf(text)
  return transformBox([SIDE * width, low, (1 - SIDE) * width, high], glyph.matrix)
}

function heightsOf(text: string): readonly [low: number, high: number] {
  const known = HEIGHTS.find(([pattern]) => pattern.test(text))
  if (known !== undefined) return [known[1], known[2]]
  const isAccented = text.normalize('NFD').length > text.length && text !== text.toLowerCase()
  return [USUAL_HEIGHT[0], isAccented ? ACCENTED_HEIGHT : USUAL_HEIGHT[1]]
}

/** The middle of a letter, which lines below or above the letter do not touch. */
export function coreOf([left, bottom, right, top]: Box): Box {
  const [width, height] = [right - left, top - bottom]
  return [left + 0.2 * width, bottom + 0.35 * height, right - 0.2 * width, top - 0.3 * height]
}
