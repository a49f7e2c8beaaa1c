/**
 * What a drawing hides of the print that is no text: letters of a page that was scanned, and those that were turned into
 * shapes. The page is painted where something lies on it, and what looks like letters there is counted.
 *
 * @module
 */
import { append, largest } from '../../lists.js'
import { type Box, intersectBoxes } from '../../pdf/matrix.js'
import { luminance } from '../colour/colour.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { PaintedArea } from '../content/device.js'
import { type Drawing, replay } from '../content/drawing.js'
import { CoveredArea } from '../raster/covered-area.js'
import type { PrintLetter } from '../text/print-letters.js'
import { LIKE_GROUND } from './erased-text.js'
import { HIDDEN_SHARE, inkOf } from './hiding.js'
import { mayBePaper, toneOf } from './imitation.js'
import type { LostLetter } from './page-losses.js'
import type { PagePrint, PrintPiece } from './page-print.js'
import { MAX_CELLS, SCALE } from './print-pieces.js'

/** What is gone of the print beneath a drawing. */
export interface HiddenPrint {
  /** Letters that cannot be read any more, or in part; more than a few are not counted. */
  readonly letters: readonly LostLetter[]
  /** Something like paper takes parts of letters in a line away. */
  readonly isErased: boolean
  /** Why it cannot be told; `undefined` when it can. */
  readonly unknown: string | undefined
}

/** A drawing, those before it there and about, and the print of the page. */
export interface PrintBeneath {
  readonly drawing: Drawing
  readonly before: readonly Drawing[]
  /** What may take parts of letters away, of all of them. */
  readonly erasing: readonly PaintedArea[]
  readonly print: PagePrint
}

/** Letters from which on counting ends: no rule permits as many. */
const ENOUGH = 40
/** Share of a letter's ink under something pale from which on another letter is left, or none. */
const ERASED_SHARE = 0.2
/** Steps in which lightness is counted. */
const GROUND_STEPS = 24
/** What is hidden by so much is gone. */
const GONE = 0.8
/** What a letter counts that is hidden in part: the strokes of a stamp and of a pen leave most of them to be read. */
const PARTLY_HIDDEN = 1 / 6
/** Square points of a picture that cannot be read that may be gone: a small letter has as many. */
const MAX_UNKNOWN = 24

/** Looks for print beneath a drawing. */
export function findHiddenPrint(beneath: PrintBeneath, budget: ContentBudget): HiddenPrint {
  const letters: LostLetter[] = []
  let unknown = 0
  let isErased = false
  for (const piece of beneath.print.pieces) {
    const found = lookAt(beneath, piece, budget)
    append(letters, found.letters)
    unknown += found.unknown
    isErased ||= found.isErased
    if (letters.reduce((sum, { weight }) => sum + weight, 0) >= ENOUGH) break
  }
  const isUnknown = unknown > MAX_UNKNOWN
  return { letters, isErased, unknown: isUnknown ? 'a picture that it hides a part of cannot be read' : undefined }
}

interface Found {
  readonly letters: readonly LostLetter[]
  readonly isErased: boolean
  /** Square points of what cannot be read that are gone. */
  readonly unknown: number
}

const NOTHING: Found = { letters: [], isErased: false, unknown: 0 }

function lookAt({ drawing, before, erasing, print }: PrintBeneath, piece: Box, budget: ContentBudget): Found {
  const options = { scale: SCALE, maxCells: MAX_CELLS, letters: inkOf }
  const cover = new CoveredArea(print.around(piece), budget, options)
  for (const one of [...before, drawing]) replay(one, cover)
  if (cover.coverageOf(piece).most < HIDDEN_SHARE) return NOTHING
  const shown = print.at(piece)
  const { hidden } = cover.cells
  const letters = shown.letters.filter(belongsTo(piece, print.region))
  const lost = letters.flatMap((letter) => {
    const weight = letter.isSign ? 0 : weightOf(shareOf(letter, hidden))
    return weight === 0 ? [] : [{ box: letter.box, weight }]
  })
  return {
    letters: lost,
    isErased: erases(erasing, shown.lightness, letters, () => new CoveredArea(print.around(piece), budget, options)),
    unknown: unknownBeneath(shown, hidden, piece),
  }
}

/** True when something that looks like the paper takes parts of letters away. */
function erases(
  areas: readonly PaintedArea[],
  lightness: Float32Array,
  letters: readonly PrintLetter[],
  createCover: () => CoveredArea,
): boolean {
  const certain = letters.filter(({ isCertain }) => isCertain)
  if (certain.length === 0) return false
  const ground = usualLightness(lightness)
  const pale = areas.filter((area) => mayBePaper(area) || isAlike(area, ground))
  if (pale.length === 0) return false
  const paper = createCover()
  for (const area of pale) paper.area(area, toneOf(area))
  const erased = paper.cells.hidden
  return certain.some((letter) => shareOf(letter, erased) >= ERASED_SHARE)
}

/** The lightness that most of a grid has: that of the paper. */
function usualLightness(lightness: Float32Array): number {
  const counts = new Uint32Array(GROUND_STEPS + 1)
  for (const value of lightness) {
    const step = Math.round(value * GROUND_STEPS)
    counts[step] = (counts[step] as number) + 1
  }
  return counts.indexOf(largest(counts)) / GROUND_STEPS
}

/** A colour that is taken for the paper, which may be grey. */
function isAlike({ paint: { colour } }: PaintedArea, ground: number): boolean {
  return colour !== undefined && Math.abs(luminance(colour) - ground) <= LIKE_GROUND
}

/** Letters belong to one piece of a drawing: those at its edges to the nearest. */
function belongsTo(piece: Box, whole: Box): (letter: PrintLetter) => boolean {
  return ({ box }) => {
    const inside = intersectBoxes(box, whole)
    if (inside === undefined) return false
    const [x, y] = [(inside[0] + inside[2]) / 2, (inside[1] + inside[3]) / 2]
    return x >= piece[0] && x <= piece[2] && y >= piece[1] && y <= piece[3]
  }
}

/** Share of the ink of a letter that is hidden. */
function shareOf({ cells }: PrintLetter, hidden: Float32Array): number {
  let sum = 0
  for (const cell of cells) sum += hidden[cell] as number
  return sum / cells.length
}

/** What a letter counts of whose ink such a share is hidden. */
function weightOf(share: number): number {
  if (share >= GONE) return 1
  return share >= HIDDEN_SHARE ? PARTLY_HIDDEN : 0
}

function unknownBeneath({ unknown, frame }: PrintPiece, hidden: Float32Array, piece: Box): number {
  const [left, bottom, right, top] = piece.map(
    (side, i) => (side - (i % 2 === 0 ? frame.left : frame.bottom)) * frame.scale,
  )
  let cells = 0
  for (let y = Math.max(0, Math.floor(bottom as number)); y < Math.min(frame.height, top as number); y++) {
    for (let x = Math.max(0, Math.floor(left as number)); x < Math.min(frame.width, right as number); x++) {
      const i = y * frame.width + x
      if (unknown[i] === 1 && (hidden[i] as number) >= GONE) cells++
    }
  }
  return cells / frame.scale ** 2
}
