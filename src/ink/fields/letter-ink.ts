/**
 * Whether all ink of the letters of a field is seen: a clip that takes the tail of a comma makes a point of it,
 * a frame on a point makes none, and the first digit of an amount may be gone while most of its cell is there.
 *
 * @module
 */
import { largest, smallest } from '../../lists.js'
import type { Box } from '../../pdf/matrix.js'
import { luminance } from '../colour/colour.js'
import type { Clip } from '../content/clip.js'
import type { PaintedArea } from '../content/device.js'
import type { DrawnStates } from '../drawn-states.js'
import { inkBoxOf, SMALL_SIGN } from '../judge/letter-ink.js'
import { Sheet } from '../raster/sheet.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import type { FieldLook, ShownFault } from './field-look.js'

/** Cells per point of the grid on which covers are laid: a point of eight points of size is less than one wide. */
const SCALE = 4
/** A field of 500 by 50 points; beyond that the cells become coarser. */
const MAX_CELLS = 400_000
/** Share of the ink that may be covered: rounding. */
const MOST_COVERED = 0.04
/** Share of a small sign that may lie on something of its own colour, and from when on two colours are one. */
const MOST_ALIKE = 0.2
const ALIKE = 0.35
/** Difference in lightness of letters in one field: one that is much paler than the others is passed over. */
const MAX_PALENESS = 0.35

/**
 * What is cut off or painted over of the letters of a field; `undefined` when nothing is.
 *
 * Lists are not asked: their options are known, each is told by where it stands, those that are chosen have another colour,
 * the last one may be cut, and some programs (Poppler) draw the bar behind an option over the feet of the one above.
 *
 * @param isChoice For a choice out of options: some programs (@libpdf/core) cut a part of its last letter off for an arrow.
 */
export function findInkFault(pair: DrawnStates, look: FieldLook, isChoice: boolean): ShownFault | undefined {
  const letters = look.glyphs.filter(({ isVisible, text }) => isVisible && text !== undefined && text.trim() !== '')
  const last = isChoice ? letters.at(-1) : undefined
  if (letters.some((letter) => isCut(letter, letter === last))) return { kind: 'hidden', detail: 'a letter is cut' }
  if (areOfManyShades(letters)) return { kind: 'hidden', detail: 'some of its letters are pale' }
  return findCoverFault(pair, look, letters)
}

function areOfManyShades(letters: readonly VisibleGlyph[]): boolean {
  const shades = letters.flatMap(({ glyph: { paint } }) =>
    paint.colour === undefined ? [] : [1 - paint.alpha * (1 - luminance(paint.colour))],
  )
  return largest(shades) - smallest(shades) > MAX_PALENESS
}

function findCoverFault(
  pair: DrawnStates,
  { drawing, rectangle }: FieldLook,
  letters: readonly VisibleGlyph[],
): ShownFault | undefined {
  const [first] = letters
  if (first === undefined) return undefined
  const areas = drawing.areas.filter(({ inGlyph }) => !inGlyph)
  const above = areas.filter(({ order }) => order > first.glyph.order)
  if (above.length > 0) {
    const cover = coverBy(pair, above, rectangle)
    const isCovered = letters.some((letter) => cover.coverageOf(inkBoxOf(letter)).mean > MOST_COVERED)
    if (isCovered) return { kind: 'hidden', detail: 'a letter is partly covered' }
  }
  const signs = letters.filter(({ text }) => SMALL_SIGN.test(text ?? ''))
  return isLost(pair, signs, areas, rectangle)
    ? { kind: 'hidden', detail: 'a sign cannot be told from a line that runs through it' }
    : undefined
}

/** True when one of some signs lies on something that looks as it does. */
function isLost(pair: DrawnStates, signs: readonly VisibleGlyph[], areas: readonly PaintedArea[], rectangle: Box) {
  const [sign] = signs
  if (sign === undefined || areas.length === 0) return false
  const { colour } = sign.glyph.paint
  const own = colour === undefined ? 0 : luminance(colour)
  const alike = areas.filter(
    ({ paint }) => paint.colour === undefined || Math.abs(luminance(paint.colour) - own) <= ALIKE,
  )
  if (alike.length === 0) return false
  const cover = coverBy(pair, alike, rectangle)
  return signs.some((one) => cover.coverageOf(inkBoxOf(one)).mean > MOST_ALIKE)
}

function coverBy(pair: DrawnStates, areas: readonly PaintedArea[], region: Box): Sheet {
  const cover = new Sheet(region, pair.drawings.budget, { scale: SCALE, maxCells: MAX_CELLS })
  for (const area of areas) cover.area(area)
  return cover
}

/** Share of its width that the clip may take of the last letter of an option. */
const END_SHARE = 0.15

/** Whether the clip takes ink of a letter away. Of other clips than boxes it is not known what they leave. */
function isCut(letter: VisibleGlyph, mayEndEarly: boolean): boolean {
  const { paint, font, code, matrix } = letter.glyph
  if (paint.clip.depth > 0 && letter.doubts.includes('partly_clipped')) return true
  const [left, bottom, right, top] = inkBoxOf(letter)
  const isUpright = matrix[1] === 0 && matrix[0] > 0
  const spare =
    mayEndEarly && isUpright && LETTER.test(letter.text ?? '') ? END_SHARE * font.widthOf(code) * matrix[0] : 0
  return !isWithin([left, bottom, right - spare, top], paint.clip)
}

const LETTER = /^\p{L}$/u

/** Rounding of places, in points. */
const SLACK = 0.05

function isWithin(box: Box, { box: [left, bottom, right, top] }: Clip): boolean {
  return box[0] >= left - SLACK && box[1] >= bottom - SLACK && box[2] <= right + SLACK && box[3] <= top + SLACK
}
