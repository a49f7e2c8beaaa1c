/**
 * The pieces in which a page is looked at, and the page as it looks in one of them before and after a drawing.
 *
 * @module
 */
import { type Box, intersectBoxes, uniteBoxes, widenBox } from '../../pdf/matrix.js'
import { type ContentBudget, isUsedUp } from '../content/content-budget.js'
import type { PaintedArea } from '../content/device.js'
import { type Drawing, replay } from '../content/drawing.js'
import { PictureParts } from '../raster/picture-parts.js'
import { cellsOf } from '../raster/raster.js'
import { forEachCell, Sheet } from '../raster/sheet.js'
import { findPrintLetters, type PrintLetter } from '../text/print-letters.js'
import type { PlacedDrawing } from '../text/visible-text.js'
import { inkShareOf } from './letter-ink.js'

/** Cells per point: the strokes of a letter of five points are one wide. */
const SCALE = 3
/** Side of a tile in points. */
const SIDE = 200
/** Points around each tile that are painted with it. */
const AROUND = 16
/** Cells of a tile with what is around it. Those with large letters get larger cells. */
const MAX_CELLS = 500_000
/** Cells of the sheet on which it is told which tiles are touched. */
const MAX_SURVEY_CELLS = 120_000
/** Share of a cell of that sheet from which on its tile is touched. */
const TOUCHED = 0.004

/** What is painted over a page: glyphs and areas in the order of painting. */
export type Layer = Pick<Drawing, 'glyphs' | 'areas'>

/** Equal parts of a region, none larger than a tile. */
export function* tilesOf([left, bottom, right, top]: Box): Generator<Box> {
  const [columns, rows] = [right - left, top - bottom].map((side) => Math.max(1, Math.ceil(side / SIDE)))
  const [width, height] = [(right - left) / (columns as number), (top - bottom) / (rows as number)]
  for (let row = 0; row < (rows as number); row++) {
    for (let column = 0; column < (columns as number); column++) {
      const [x, y] = [left + column * width, bottom + row * height]
      yield [x, y, x + width, y + height]
    }
  }
}

/** Says of boxes whether something is painted there. */
export function surveyOf(layers: readonly Layer[], region: Box, budget: ContentBudget): (tile: Box) => boolean {
  const survey = new Sheet(region, budget, { maxCells: MAX_SURVEY_CELLS })
  for (const layer of layers) replay(layer, survey)
  return (tile) => {
    const range = cellsOf(survey.frame, tile)
    let isTouched = isUsedUp(budget)
    if (range === undefined) return isTouched
    forEachCell(range, survey.frame, (cell) => {
      isTouched ||= survey.paintedAt(cell) > TOUCHED || survey.hiddenAt(cell) > TOUCHED
    })
    return isTouched
  }
}

/** The part of a page that a drawing is about. */
export interface Place {
  readonly region: Box
  /** What is seen of the page. */
  readonly page: Box
  readonly placed: PlacedDrawing
}

/** Paints the page in one place, tile by tile; pictures are read once for all tiles. */
export class PlaceOfDrawing {
  readonly #place: Place
  readonly #budget: ContentBudget
  readonly #parts: PictureParts
  readonly #areas: readonly PaintedArea[]
  readonly #masks: readonly PaintedArea[]

  constructor(place: Place, budget: ContentBudget) {
    this.#place = place
    this.#budget = budget
    const around = widenBox(place.region, AROUND)
    this.#parts = new PictureParts(around)
    this.#areas = inOrder(place.placed.areas.query(around))
    this.#masks = inOrder(place.placed.masks.query(around))
  }

  /** True when the page paints nothing in a tile but text. */
  isBlank(tile: Box): boolean {
    const around = widenBox(tile, AROUND)
    return [...this.#areas, ...this.#masks].every(({ box }) => intersectBoxes(box, around) === undefined)
  }

  /** @param letters Boxes that are to lie within what is painted as a whole. */
  look(tile: Box, letters: readonly Box[]): TileLook {
    const around = letters.reduce<Box>(uniteBoxes, widenBox(tile, AROUND))
    const region = intersectBoxes(around, this.#place.page) ?? tile
    const page = { region, areas: this.#areas, masks: this.#masks, parts: this.#parts }
    return new TileLook(tile, page, this.#budget)
  }
}

/** What is painted of a page: a region with all that its content paints there, in order, without letters that fonts draw. */
interface PaintedPage {
  readonly region: Box
  readonly areas: readonly PaintedArea[]
  /** What soft masks of the page let through. */
  readonly masks: readonly PaintedArea[]
  readonly parts: PictureParts
}

/** One tile of a page, before and after. */
export class TileLook {
  readonly tile: Box
  /** What is painted: the tile and what is around it. */
  readonly region: Box
  /** The page without its text. */
  readonly before: Sheet
  readonly #masks: readonly PaintedArea[]
  readonly #parts: PictureParts
  readonly #budget: ContentBudget
  #letters: readonly PrintLetter[] | undefined
  readonly #isBlank: boolean

  constructor(tile: Box, { region, areas, masks, parts }: PaintedPage, budget: ContentBudget) {
    this.tile = tile
    this.region = region
    this.#masks = masks
    this.#parts = parts
    this.#budget = budget
    this.before = new Sheet(region, budget, this.#options())
    for (const area of areas) if (intersectBoxes(area.box, region) !== undefined) this.before.area(area)
    this.#isBlank = this.before.paintedBox === undefined
  }

  /** Letters of the page that are no text: those of scans, and those that were turned into shapes. */
  get letters(): readonly PrintLetter[] {
    this.#letters ??= [...(this.#isBlank ? [] : this.#find(this.before)), ...this.#lettersOfMasks()]
    return this.#letters
  }

  /** The page with some drawings on it. */
  after(layers: readonly Layer[]): Sheet {
    const sheet = new Sheet(this.region, this.#budget, { ...this.#options(), ground: this.before, letters: inkShareOf })
    for (const layer of layers) replay(layer, sheet)
    return sheet
  }

  #options() {
    return { scale: SCALE, maxCells: MAX_CELLS, colours: this.#parts }
  }

  #find(sheet: Sheet): PrintLetter[] {
    return findPrintLetters(sheet.lightness(), sheet.frame)
  }

  /** What soft masks let through may be read. */
  #lettersOfMasks(): PrintLetter[] {
    if (this.#masks.length === 0) return []
    const sheet = new Sheet(this.region, this.#budget, this.#options())
    for (const area of this.#masks) sheet.area(area)
    return this.#find(sheet)
  }
}

/** In the order of painting, without letters that a font draws. */
function inOrder(areas: readonly PaintedArea[]): PaintedArea[] {
  return areas.filter(({ inGlyph }) => !inGlyph).sort((a, b) => a.order - b.order)
}

/** True when the middle of a box, as far as it lies in the whole, lies in a tile: each box belongs to one tile. */
export function belongsTo(tile: Box, whole: Box, box: Box): boolean {
  const inside = intersectBoxes(box, whole)
  if (inside === undefined) return false
  const [x, y] = [(inside[0] + inside[2]) / 2, (inside[1] + inside[3]) / 2]
  return x >= tile[0] && x <= tile[2] && y >= tile[1] && y <= tile[3]
}
