/**
 * Whether the ink of a drawing can be read as text of the page: letters that are shapes or parts of a picture. How they
 * are made does not count, only what hangs together on paper, and how high it is.
 *
 * @module
 */

import { type Box, widenBox } from '../../pdf/matrix.js'
import { isPaperColour } from '../colour/tone.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { PaintedArea } from '../content/device.js'
import type { Drawing } from '../content/drawing.js'
import { SpatialIndex } from '../content/spatial-index.js'
import { type InkBlot, InkGrid } from '../raster/ink-grid.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import {
  CROSSED_SHARE,
  coreOf,
  isBeside,
  isPainted,
  looksPrinted,
  MIN_REACH,
  SIGN_DISTANCE,
  SIGN_EXTENT,
  waitsForNothing,
} from './imitation.js'

/** Heights of a blot, in ems of the text beside it, between which it may be a letter or a word of it. */
const LETTER_HEIGHT = [0.3, 1.6] as const
/** Ems along the line within which the first letter of a word follows, and those in which the others do. */
const READ_TOGETHER = 1.5
const WORD = 6
/** Blots that make a word: one or two are dots and dashes of a picture. */
const LEAST_LETTERS = 3

/** A letter of the page, as far as its place counts: its cell, and the size of its font in points. */
export interface LetterCell {
  readonly glyph: { readonly box: Box; readonly size: number }
}

/** True when ink of the drawing stands in a line of the page like letters or signs, or runs through letters of it. */
export function inkJoinsText(
  { areas }: Pick<Drawing, 'areas'>,
  page: SpatialIndex<VisibleGlyph>,
  region: Box,
  budget: ContentBudget,
): boolean {
  const letters = page.query(widenBox(region, MIN_REACH)).filter(waitsForNothing)
  return inkJoinsLetters(areas, letters, { region, readTogether: READ_TOGETHER }, budget)
}

/**
 * The same for letters of any kind.
 *
 * @param where The place of the drawing, and the ems within which the first letter of a word follows.
 */
export function inkJoinsLetters(
  areas: readonly PaintedArea[],
  letters: readonly LetterCell[],
  { region, readTogether }: { readonly region: Box; readonly readTogether: number },
  budget: ContentBudget,
): boolean {
  const inked = areas.filter(isReadableInk)
  if (inked.length === 0 || letters.length === 0) return false
  // A word is read in any colour, while signs and strokes in those of a pen or a stamp belong to it.
  const words = blotsOf(inked, new InkGrid(region, budget, 'ink'))
  if (letters.some((letter) => hasWordBeside(letter, words, readTogether))) return true
  const grid = new InkGrid(region, budget, 'print')
  const signs = blotsOf(inked.filter(looksPrinted), grid)
  return letters.some((letter) => hasSignBeside(letter, signs) || isStruck(letter, grid))
}

/** True when a picture that cannot be read stands beside letters: it may show how their line goes on. */
export function unreadJoinsLetters(
  areas: readonly PaintedArea[],
  letters: readonly LetterCell[],
  readTogether: number,
): boolean {
  const unread = areas.filter((area) => isPainted(area) && isUnread(area))
  return unread.some(({ box }) => letters.some((letter) => isBeside(box, letter, readTogether)))
}

function blotsOf(areas: readonly PaintedArea[], grid: InkGrid): SpatialIndex<InkBlot> {
  for (const area of areas) grid.area(area)
  return new SpatialIndex(grid.blots, ({ box }) => box)
}

/** What is not like paper. Pictures whose colours are not known are told by their size. */
function isReadableInk(area: PaintedArea): boolean {
  const { colour } = area.paint
  if (area.inGlyph || !isPainted(area) || (colour !== undefined && isPaperColour(colour))) return false
  return !isUnread(area)
}

/** A picture, or a shading, whose colours cannot be read. */
function isUnread({ kind, tones }: PaintedArea): boolean {
  return (kind === 'image' || tones !== undefined) && tones?.read() === undefined
}

function hasSignBeside(letter: LetterCell, blots: SpatialIndex<InkBlot>): boolean {
  const { box, size } = letter.glyph
  const [width, height] = SIGN_EXTENT
  return blots.query(widenBox(box, SIGN_DISTANCE * size)).some((blot) => {
    const [across, down] = sidesOf(blot)
    return across <= width * size && down <= height * size && isBeside(blot.box, letter, SIGN_DISTANCE)
  })
}

function hasWordBeside(letter: LetterCell, blots: SpatialIndex<InkBlot>, readTogether: number): boolean {
  const { box, size } = letter.glyph
  const reach = readTogether * size
  const inLine = blots
    .query([box[0] - reach - WORD * size, box[1], box[2] + reach + WORD * size, box[3]])
    .filter((blot) => isOfLetterHeight(blot, size))
  const isNear = (blot: InkBlot) => isBeside(blot.box, letter, readTogether)
  return inLine.length >= LEAST_LETTERS && inLine.some(isNear)
}

function isOfLetterHeight(blot: InkBlot, size: number): boolean {
  const [, down] = sidesOf(blot)
  return down >= LETTER_HEIGHT[0] * size && down <= LETTER_HEIGHT[1] * size
}

/** A stroke of the height of letters runs through one: what is higher is seen to be a pen or a stamp. */
function isStruck({ glyph }: LetterCell, grid: InkGrid): boolean {
  const isLow = (blot: InkBlot) => sidesOf(blot)[1] <= SIGN_EXTENT[1] * glyph.size
  return grid.shareOf(coreOf(glyph.box), isLow) >= CROSSED_SHARE
}

function sidesOf({ box: [left, bottom, right, top] }: InkBlot): readonly [number, number] {
  return [right - left, top - bottom]
}
