/**
 * How much has to lie on something before it can no longer be read.
 *
 * @module
 */
import type { PaintedGlyph } from '../content/device.js'

/** Covered share of a letter's cell from which on it cannot be read. */
export const HIDDEN_SHARE = 0.42
/** Letters from this size on, in points, hide what is beneath them like areas: some of them are full blocks. */
const LARGE_LETTERS = 24
/** What the cell of a letter hides: of dark print on print, and of pale letters, which nobody writes over others. */
const DARK_LETTER = 0.35
const PALE_LETTER = 0.6
const PALE_LIGHTNESS = 0.7
/** A line around a letter from this width on, in ems, fills its cell. */
const THICK_STROKE = 0.12

/** How much of its cell a letter hides. */
export function inkOf({ size, strokeWidth, paint: { colour } }: PaintedGlyph): number {
  if (size >= LARGE_LETTERS || strokeWidth > THICK_STROKE * size) return 1
  const lightness = colour === undefined ? 1 : 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]
  return lightness >= PALE_LIGHTNESS ? PALE_LETTER : DARK_LETTER
}
