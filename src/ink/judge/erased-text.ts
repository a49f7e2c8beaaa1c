/**
 * Whether a drawing takes letters away by painting them over in the colour of what is around them: grey on a grey table
 * cell does what white does on white paper. Nobody sees that anything lies there.
 *
 * @module
 */
import { largest, smallest } from '../../lists.js'
import { type Box, intersectBoxes } from '../../pdf/matrix.js'
import type { Rgb } from '../colour/colour.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { PaintedArea } from '../content/device.js'
import { CoveredArea } from '../raster/covered-area.js'
import { LightnessGrid } from '../raster/lightness-grid.js'
import { cellsOf } from '../raster/raster.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import { CROSSED_SHARE, isPainted } from './imitation.js'
import { type InkedPiece, inkedPieces } from './ink-box.js'

/** Difference in lightness up to which something looks like the ground that it lies on. */
export const LIKE_GROUND = 0.14
/** Cells per point. */
const SCALE = 2
/** A piece of a drawing with the letters at its edges has fewer. */
const MAX_CELLS = 120_000
/** Share of a cell that has to be hidden: edges of pen strokes are between their colour and that of the ground. */
const HIDDEN_CELL = 0.5
/** A ground may be of any lightness where it is a shading, but pens are darker than this. */
const PEN_LIGHTNESS = 0.3
/** From this difference of its parts on a colour is one of a pen or a stamp, unless the page has it, nearly so. */
const COLOURFUL = 0.3
const SAME_COLOUR = 0.2

/** Letters of the page, and what is painted there. */
export interface LettersBeneath {
  readonly glyphs: readonly VisibleGlyph[]
  /** Areas of the page, in any order. */
  readonly ground: readonly PaintedArea[]
  readonly region: Box
}

/** True when what is painted over letters cannot be told from their ground. */
export function erasesLikeGround(
  areas: readonly PaintedArea[],
  { glyphs, ground, region }: LettersBeneath,
  budget: ContentBudget,
): boolean {
  const covers = areas.filter((area) => isPainted(area) && mayBeGround(area, ground))
  for (const piece of inkedPieces(covers, glyphs, region)) if (erasesIn(piece, ground, budget)) return true
  return false
}

function erasesIn({ region, inks, areas }: InkedPiece, page: readonly PaintedArea[], budget: ContentBudget): boolean {
  const cover = new CoveredArea(region, budget, { scale: SCALE, maxCells: MAX_CELLS })
  for (const area of areas) cover.area(area)
  const crossed = inks.filter((ink) => cover.coverageOf(ink).mean >= CROSSED_SHARE)
  if (crossed.length === 0) return false
  const ground = page.filter(({ box }) => intersectBoxes(box, region) !== undefined)
  const share = shareLikeGround(areas, cover.cells.hidden, { ground, region }, budget)
  return crossed.some((ink) => share(ink) >= CROSSED_SHARE)
}

/** Of a box: the share that is painted over so that its ground looks the same. */
function shareLikeGround(
  covers: readonly PaintedArea[],
  hidden: Float32Array,
  { ground, region }: Omit<LettersBeneath, 'glyphs'>,
  budget: ContentBudget,
): (box: Box) => number {
  const grid = new LightnessGrid(region, SCALE, MAX_CELLS, budget)
  for (const area of inOrder(ground)) grid.paint(area, region)
  const before = grid.lightness.slice()
  for (const area of inOrder(covers)) grid.paint(area, region)
  const vague = new CoveredArea(region, budget, { scale: SCALE, maxCells: MAX_CELLS })
  for (const area of ground) if (isVague(area)) vague.area(area)
  const unsure = vague.cells.hidden
  const { frame, lightness } = grid
  const isErased = (i: number) => {
    if ((hidden[i] ?? 0) < HIDDEN_CELL) return false
    const now = lightness[i] ?? 0
    return Math.abs(now - (before[i] ?? 0)) <= LIKE_GROUND || ((unsure[i] ?? 0) >= HIDDEN_CELL && now >= PEN_LIGHTNESS)
  }
  return (box) => {
    const range = cellsOf(frame, box)
    if (range === undefined) return 0
    let erased = 0
    for (let y = range.y0; y < range.y1; y++) {
      for (let x = range.x0; x < range.x1; x++) if (isErased(y * frame.width + x)) erased++
    }
    return erased / ((range.x1 - range.x0) * (range.y1 - range.y0))
  }
}

/** In the order of painting, without letters that a font draws. */
function inOrder(areas: readonly PaintedArea[]): PaintedArea[] {
  return areas.filter(({ inGlyph }) => !inGlyph).sort((a, b) => a.order - b.order)
}

/** A colour that changes from place to place, and is not read. */
function isVague({ paint, picture, inGlyph }: PaintedArea): boolean {
  return paint.colour === undefined && picture === undefined && !inGlyph
}

/** Coloured ink stands out from backgrounds of another colour, however light it is. */
function mayBeGround({ paint: { colour } }: PaintedArea, ground: readonly PaintedArea[]): boolean {
  if (colour === undefined || largest(colour) - smallest(colour) <= COLOURFUL) return true
  return ground.some(({ paint }) => paint.colour === undefined || isSimilar(paint.colour, colour))
}

function isSimilar(one: Rgb, other: Rgb): boolean {
  return one.every((part, i) => Math.abs(part - (other[i] ?? 0)) <= SAME_COLOUR)
}
