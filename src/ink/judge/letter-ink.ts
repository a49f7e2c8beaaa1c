/**
 * Tells where the ink of letters lies. A point takes a hundredth of its cell, and is lost when something pale covers that part.
 *
 * The places are those of common text fonts. They do not come from the file, since a file could state anything.
 *
 * @module
 */
import { type Box, transformBox } from '../../pdf/matrix.js'
import { lightnessOf } from '../colour/colour.js'
import type { PaintedGlyph } from '../content/drawing.js'
import type { SpatialIndex } from '../content/spatial-index.js'
import { LOW_SIGNS } from '../fonts/glyph-meaning.js'
import { POLICY } from '../ink-policy.js'
import type { VisibleGlyph } from '../text/visible-text.js'

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

/** How much a letter drawn over others hides of them, as a share of its cell. */
export function inkShareOf({ size, strokeWidth, paint: { colour } }: PaintedGlyph): number {
  if (size >= POLICY.largeLetter || strokeWidth > POLICY.thickStroke * size) return 1
  const isPale = colour === undefined || lightnessOf(colour) >= POLICY.paleLightness
  return isPale ? POLICY.paleLetter : POLICY.darkLetter
}

/** The middle of a letter, which lines below or above the letter do not touch. */
export function coreOf([left, bottom, right, top]: Box): Box {
  const [width, height] = [right - left, top - bottom]
  return [left + 0.2 * width, bottom + 0.35 * height, right - 0.2 * width, top - 0.3 * height]
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
    .query([left - LEADER_DISTANCE * size, bottom, right + LEADER_DISTANCE * size, top])
    .every((other) => other === sign || !isLeader(other))
}

function isPartOfLetter(sign: VisibleGlyph, page: SpatialIndex<VisibleGlyph>): boolean {
  const { matrix, size } = sign.glyph
  const [, , c, d, x, y] = matrix
  const high = Math.hypot(c, d)
  if (!(high > 0)) return false
  const reach = LETTER_REACH * size
  return page.query([x - reach, y - reach, x + reach, y + reach]).some((other) => {
    if (other === sign || !other.mayBeSeen || !isLeader(other)) return false
    const [, , otherC, otherD, otherX, otherY] = other.glyph.matrix
    const above = Math.abs(((otherX - x) * c + (otherY - y) * d) / high)
    const turned = Math.abs(c * otherD - d * otherC) > TURNED * high * Math.hypot(otherC, otherD)
    return turned || (above > SAME_LINE * size && above < LETTER_REACH * size)
  })
}

/** Smallest distance between lines of text, in ems. Signs that are closer above each other belong to one letter. */
const LETTER_REACH = 0.85
/** Largest difference in height between signs of one line, in ems. */
const SAME_LINE = 0.05
/** Sine of the largest angle between signs of one line. */
const TURNED = 0.2

/** Largest distance between signs of a line to write on, in ems. */
const LEADER_DISTANCE = 1

function isLeader({ text }: VisibleGlyph): boolean {
  return text !== undefined && text.trim() !== '' && LOW_SIGNS.test(text)
}
