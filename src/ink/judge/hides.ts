/**
 * Finds what a drawing takes from the letters beneath it: contrast, so that they cannot be read, or a part of their ink, so that
 * they are read as others.
 *
 * A cover that everybody can see, such as a stamp, is no deception. A cover that looks like the ground around a letter goes
 * unnoticed: a white sliver turns an 8 into a 3, and so does a grey one on a grey cell of a table.
 *
 * @module
 */
import { areaOf, type Box, intersectBoxes } from '../../pdf/matrix.js'
import { colourDifference, isPaperColour } from '../colour/colour.js'
import { inkBoxOf } from '../fonts/letter-shapes.js'
import { POLICY } from '../ink-policy.js'
import { LARGEST_IN_TILE } from '../raster/grid.js'
import { cellsOf, forEachCell } from '../raster/raster.js'
import type { Sheet } from '../raster/sheet.js'
import type { PrintLetter } from '../text/print-letters.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import type { LostLetter } from './losses.js'
import { belongsTo, type TileLook } from './tiles.js'

/** A tile with drawings on it, and the letters that they may hide. */
interface CoveredTile {
  readonly look: TileLook
  /** The part of the page that the newest drawing paints on. */
  readonly region: Box
  /** The tile with all drawings there and around. */
  readonly after: Sheet
  /** The tile with those parts of the drawings that may hide letters unnoticed. */
  readonly erased: Sheet
  /** Readable letters of the page. `signs` are points and dashes outside of leaders, `filled` letters of other annotations. */
  readonly glyphs: readonly VisibleGlyph[]
  readonly signs: readonly VisibleGlyph[]
  readonly filled: readonly VisibleGlyph[]
  /** The newest drawing only, for letters of other annotations: earlier drawings were compared with them before. */
  readonly own: Sheet
}

/** What is hidden in one tile. */
export interface Taken {
  readonly letters: readonly LostLetter[]
  readonly isErased: boolean
  /** Lost area of pictures that cannot be read, in square points. */
  readonly unknown: number
}

/** Finds what drawings hide in a tile. */
export function findTaken(tile: CoveredTile): Taken {
  const letters = [...lostText(tile), ...lostPrint(tile)]
  return { letters, isErased: erasesText(tile) || erasesPrint(tile), unknown: unknownGone(tile) }
}

function lostText({ glyphs, filled, after, own, look, region }: CoveredTile): LostLetter[] {
  // Letters larger than a tile are measured in `lostLargeLetters`.
  const isOfTile = ({ glyph: { box } }: VisibleGlyph) =>
    Math.max(box[2] - box[0], box[3] - box[1]) <= LARGEST_IN_TILE && belongsTo(look.tile, region, box)
  const lost = (letters: readonly VisibleGlyph[], sheet: Sheet) =>
    letters.filter(({ glyph }) => sheet.coverageOf(glyph.box).mean >= POLICY.hiddenShare)
  return [...lost(glyphs.filter(isOfTile), after), ...lost(filled.filter(isOfTile), own)].map(({ glyph }) => ({
    box: glyph.box,
    weight: 1,
  }))
}

function lostPrint({ look, region, after }: CoveredTile): LostLetter[] {
  // Shapes are searched for letters only where something is hidden.
  if (after.coverageOf(look.tile).most < POLICY.hiddenShare) return []
  return printOf(look, region).flatMap((letter) => {
    const weight = letter.isSign ? 0 : weightOf(shareOf(letter, (cell) => after.hiddenAt(cell)))
    return weight === 0 ? [] : [{ box: letter.box, weight }]
  })
}

/** The weight of a letter as lost, from 0 to 1, when this share of its ink is hidden. */
function weightOf(share: number): number {
  if (share >= POLICY.goneShare) return 1
  return share >= POLICY.hiddenShare ? POLICY.partlyHidden : 0
}

function printOf(look: TileLook, region: Box): PrintLetter[] {
  return look.letters.filter(({ box }) => belongsTo(look.tile, region, box))
}

/** Mean of a value over the ink of a letter. */
function shareOf({ cells }: PrintLetter, value: (cell: number) => number): number {
  let sum = 0
  for (const cell of cells) sum += value(cell)
  return sum / cells.length
}

function erasesText({ look, glyphs, signs, filled, erased }: CoveredTile): boolean {
  if (erased.paintedBox === undefined) return false
  const isGone = (cell: number) =>
    (isPaintedOver(erased, cell) && looksLikeGround(look.before, erased, cell)) ||
    hasLetterLike(erased, cell, look.before.lightnessAt(cell))
  return [...glyphs, ...signs, ...filled].some(
    (letter) => shareIn(erased, inkBoxOf(letter), isGone) >= POLICY.erasedShare,
  )
}

function erasesPrint({ look, region, erased }: CoveredTile): boolean {
  if (erased.paintedBox === undefined) return false
  const letters = printOf(look, region).filter(({ isCertain }) => isCertain)
  if (letters.length === 0) return false
  const ground = look.before.medianLightness()
  const isGone = (cell: number) =>
    (isPaintedOver(erased, cell) &&
      (mayHaveAnyColour(look.before, erased, cell) ||
        isPaperColour(erased.colourAt(cell)) ||
        Math.abs(erased.lightnessAt(cell) - ground) <= POLICY.likeGround)) ||
    hasLetterLike(erased, cell, ground)
  return letters.some((letter) => shareOf(letter, (cell) => (isGone(cell) ? 1 : 0)) > 1 - POLICY.goneShare)
}

/** True when a letter that looks like paper or ground may lie on a cell: a white one erases as well as a white shape. */
function hasLetterLike({ letterShades }: Sheet, cell: number, ground: number): boolean {
  return (
    letterShades.has(cell, ground - POLICY.likeGround, ground + POLICY.likeGround) ||
    letterShades.has(cell, POLICY.paperLightness, 1)
  )
}

/** True for a cell of which most is painted over. At the edges of pen strokes, cells are painted in part. */
function isPaintedOver(sheet: Sheet, cell: number): boolean {
  return Math.round(sheet.coveredAt(cell)) === 1
}

/** True when a cell that was painted over shows paper, or the same as its ground. */
function looksLikeGround(before: Sheet, after: Sheet, cell: number): boolean {
  if (mayHaveAnyColour(before, after, cell)) return true
  if (isPaperColour(after.colourAt(cell)) || isAlike(before, after, cell)) return true
  return before.looks.vague[cell] === 1 && after.lightnessAt(cell) >= 1 - POLICY.paleLightness
}

/** True where a picture cannot be read, or new ink is of a colour that viewers do not agree on. */
function mayHaveAnyColour(before: Sheet, after: Sheet, cell: number): boolean {
  const doubt = after.looks.unknown[cell]
  return doubt === 1 || (doubt === 2 && before.looks.unknown[cell] !== 2)
}

function isAlike(before: Sheet, after: Sheet, cell: number): boolean {
  return colourDifference(before.colourAt(cell), after.colourAt(cell)) <= POLICY.likeGround
}

/** Share of a box's cells for which a condition holds. */
export function shareIn(sheet: Sheet, box: Box, isMeant: (cell: number) => boolean): number {
  const range = cellsOf(sheet.frame, box)
  if (range === undefined || areaOf(intersectBoxes(box, sheet.region)) === 0) return 0
  let count = 0
  forEachCell(range, sheet.frame, (cell) => {
    if (isMeant(cell)) count++
  })
  return count / ((range.x1 - range.x0) * (range.y1 - range.y0))
}

function unknownGone({ look, after, region }: CoveredTile): number {
  const inside = intersectBoxes(look.tile, region)
  const range = inside === undefined ? undefined : cellsOf(after.frame, inside)
  if (range === undefined) return 0
  let cells = 0
  forEachCell(range, after.frame, (cell) => {
    if (look.before.looks.unknown[cell] === 1 && after.hiddenAt(cell) >= POLICY.goneShare) cells++
  })
  return cells / after.frame.scale ** 2
}
