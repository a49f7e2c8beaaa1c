/**
 * What single letters are to the judgement: how much one hides that is drawn over others, and which point or dash is
 * one by itself.
 *
 * @module
 */
import { lightnessOf } from '../colour/colour.js'
import type { PaintedGlyph } from '../content/drawing.js'
import type { SpatialIndex } from '../content/spatial-index.js'
import { LOW_SIGNS } from '../fonts/glyph-meaning.js'
import { POLICY } from '../ink-policy.js'
import { CELLS_PER_POINT } from '../raster/grid.js'
import type { VisibleGlyph } from '../text/visible-text.js'

/** How much a letter drawn over others hides of them, as a share of its cell. */
export function inkShareOf({ size, strokeWidth, paint: { colour } }: PaintedGlyph): number {
  if (size >= POLICY.largeLetter || strokeWidth > POLICY.thickStroke * size) return 1
  const isPale = colour === undefined || lightnessOf(colour) >= POLICY.paleLightness
  return isPale ? POLICY.paleLetter : POLICY.darkLetter
}

/**
 * True for a single point or dash, such as a decimal point or a minus, that is not one of several in a row, as in lines to write
 * on. Also true for one of several above each other or at an angle, which may form a letter.
 */
export function isLoneSign(sign: VisibleGlyph, page: SpatialIndex<VisibleGlyph>): boolean {
  if (!sign.mayBeSeen || !isLeader(sign)) return false
  if (isPartOfLetter(sign, page)) return true
  const { box, size } = sign.glyph
  const [left, bottom, right, top] = box
  return page
    .query([left - POLICY.wordSpace * size, bottom, right + POLICY.wordSpace * size, top])
    .every((other) => other === sign || !isLeader(other))
}

/** Signs that are closer above each other than lines of text are parts of one letter, and so are those at an angle. */
function isPartOfLetter(sign: VisibleGlyph, page: SpatialIndex<VisibleGlyph>): boolean {
  const { matrix, size } = sign.glyph
  const [, , c, d, x, y] = matrix
  const high = Math.hypot(c, d)
  if (!(high > 0)) return false
  const reach = POLICY.nextLineFrom * size
  return page.query([x - reach, y - reach, x + reach, y + reach]).some((other) => {
    if (other === sign || !other.mayBeSeen || !isLeader(other)) return false
    const [, , otherC, otherD, otherX, otherY] = other.glyph.matrix
    const above = Math.abs(((otherX - x) * c + (otherY - y) * d) / high)
    // Points of one line stand on one height, but for rounding.
    return !isOneDirection([c, d], [otherC, otherD]) || (above > 1 / CELLS_PER_POINT && above < reach)
  })
}

/** True for two directions that a reader takes for one. */
export function isOneDirection([a, b]: Direction, [c, d]: Direction): boolean {
  return a * c + b * d > 0 && Math.abs(a * d - b * c) <= POLICY.oneDirection * Math.hypot(a, b) * Math.hypot(c, d)
}

type Direction = readonly [x: number, y: number]

function isLeader({ text }: VisibleGlyph): boolean {
  return text !== undefined && text.trim() !== '' && LOW_SIGNS.test(text)
}
