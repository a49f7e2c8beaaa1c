/**
 * Where the ink of letters lies: a point takes a hundredth of its cell, and is gone when something pale lies on that.
 *
 * The places are those of common text fonts. They do not come from the file, which could say anything.
 *
 * @module
 */

import { type Box, transformBox } from '../../pdf/matrix.js'
import { lightnessOf } from '../colour/tone.js'
import type { PaintedGlyph } from '../content/device.js'
import { POLICY } from '../ink-policy.js'
import type { VisibleGlyph } from '../text/visible-text.js'

/** Lowest and highest ink in ems, by the character. */
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
/** Of all other characters; and of capitals with an accent. */
const USUAL_HEIGHT = [0.03, 0.62] as const
const ACCENTED_HEIGHT = 0.78
/** Signs that are small enough to be lost in a line that is drawn through them. */
export const SMALL_SIGN = /^[.,:;'"`\u00b0\u00b7\u2010-\u2026\u2212*^~_-]$/u
/** Share of a letter's width, at either side, in which there may be no ink. */
const SIDE = 0.14

/** The ink of a letter, in the space of the page. */
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

/** How much of its cell a letter hides that is drawn over others. */
export function inkShareOf({ size, strokeWidth, paint: { colour } }: PaintedGlyph): number {
  if (size >= POLICY.largeLetter || strokeWidth > POLICY.thickStroke * size) return 1
  const isPale = colour === undefined || lightnessOf(colour) >= POLICY.paleLightness
  return isPale ? POLICY.paleLetter : POLICY.darkLetter
}

/** The middle of a letter, which a line below or above it does not touch. */
export function coreOf([left, bottom, right, top]: Box): Box {
  const [width, height] = [right - left, top - bottom]
  return [left + 0.2 * width, bottom + 0.35 * height, right - 0.2 * width, top - 0.3 * height]
}
