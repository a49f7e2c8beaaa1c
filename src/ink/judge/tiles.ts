/**
 * The tiles in which a page is examined, and how the page looks in a tile before and after a drawing.
 *
 * @module
 */
import { type Box, intersectBoxes, uniteBoxes, widenBox } from '../../pdf/matrix.js'
import type { ContentBudget } from '../content/content-budget.js'
import { type Drawing, type PaintedArea, replay } from '../content/drawing.js'
import { THINNEST_LINE } from '../content/path.js'
import { widestExtent } from '../content/stroke.js'
import { PictureParts } from '../raster/area-mask.js'
import { AROUND_TILE, CELLS_PER_POINT, TILE_SIDE } from '../raster/grid.js'
import { Sheet } from '../raster/sheet.js'
import { findPrintLetters, type PrintLetter } from '../text/print-letters.js'
import type { PlacedDrawing } from '../text/visible-text.js'
import { inkShareOf } from './letter-ink.js'

/** Most cells of a tile with its margin. Around large letters the cells are larger. */
const MAX_CELLS = 500_000

/** Content painted over a page: glyphs and areas in painting order. */
export type Layer = Pick<Drawing, 'glyphs' | 'areas'>

/** Divides a region into equal tiles, none of them larger than `TILE_SIDE`. */
export class Tiles {
  readonly #region: Box
  readonly #columns: number
  readonly #rows: number

  constructor(region: Box) {
    this.#region = region
    this.#columns = Math.max(1, Math.ceil((region[2] - region[0]) / TILE_SIDE))
    this.#rows = Math.max(1, Math.ceil((region[3] - region[1]) / TILE_SIDE))
  }

  /** All tiles, row by row from the bottom. */
  *[Symbol.iterator](): Generator<Box> {
    for (let row = 0; row < this.#rows; row++) {
      for (let column = 0; column < this.#columns; column++) yield this.#tile(column, row)
    }
  }

  /** The tiles that something is painted in, or near. */
  *paintedBy({ glyphs, areas }: Layer): Generator<Box> {
    const touched = new Uint8Array(this.#columns * this.#rows)
    for (const { box, strokeWidth } of glyphs) this.#touch(touched, widenBox(box, strokeWidth / 2))
    for (const area of areas) for (const box of boxesOf(area)) this.#touch(touched, box)
    for (let i = 0; i < touched.length; i++) {
      if (touched[i] === 1) yield this.#tile(i % this.#columns, Math.floor(i / this.#columns))
    }
  }

  #tile(column: number, row: number): Box {
    const [left, bottom, right, top] = this.#region
    const [width, height] = [(right - left) / this.#columns, (top - bottom) / this.#rows]
    const [x, y] = [left + column * width, bottom + row * height]
    return [x, y, x + width, y + height]
  }

  #touch(touched: Uint8Array, box: Box): void {
    const [left, bottom, right, top] = this.#region
    const inside = intersectBoxes(widenBox(box, AROUND_TILE), this.#region)
    if (inside === undefined) return
    const indexOf = (at: number, from: number, to: number, count: number) =>
      Math.min(count - 1, Math.max(0, Math.floor(((at - from) / Math.max(to - from, Number.EPSILON)) * count)))
    const [x0, x1] = [inside[0], inside[2]].map((x) => indexOf(x, left, right, this.#columns)) as [number, number]
    const [y0, y1] = [inside[1], inside[3]].map((y) => indexOf(y, bottom, top, this.#rows)) as [number, number]
    for (let y = y0; y <= y1; y++) touched.fill(1, y * this.#columns + x0, y * this.#columns + x1 + 1)
  }
}

/** Boxes around what an area paints. Each piece of a long line has its own, since a frame leaves its middle free. */
function boxesOf({ box, kind, path, style }: PaintedArea): readonly Box[] {
  const isLarge = Math.max(box[2] - box[0], box[3] - box[1]) > TILE_SIDE
  if (kind !== 'stroke' || style === undefined || !isLarge) return [box]
  const reach = Math.max(widestExtent(style), THINNEST_LINE)
  return path.flatMap(({ points, closed }) => {
    const count = points.length / 2
    return Array.from({ length: closed ? count : Math.max(1, count - 1) }, (_, i): Box => {
      const [x, y] = [points[2 * i] ?? 0, points[2 * i + 1] ?? 0]
      const next = (i + 1) % count
      const [u, v] = [points[2 * next] ?? 0, points[2 * next + 1] ?? 0]
      return widenBox([Math.min(x, u), Math.min(y, v), Math.max(x, u), Math.max(y, v)], reach)
    })
  })
}

/** The part of a page that a drawing concerns. */
export interface Place {
  readonly region: Box
  /** The visible box of the page. */
  readonly page: Box
  readonly placed: PlacedDrawing
}

/** Paints a part of the page tile by tile. Pictures are read once for all tiles. */
export class PlaceOfDrawing {
  readonly #place: Place
  readonly #budget: ContentBudget
  readonly #parts: PictureParts
  readonly #areas: readonly PaintedArea[]
  readonly #masks: readonly PaintedArea[]

  /** @param letters Boxes of letters that are painted whole. */
  constructor(place: Place, letters: readonly Box[], budget: ContentBudget) {
    this.#place = place
    this.#budget = budget
    const around = letters.reduce<Box>(uniteBoxes, widenBox(place.region, AROUND_TILE))
    this.#parts = new PictureParts(around)
    this.#areas = inOrder(place.placed.areas.query(around))
    this.#masks = inOrder(place.placed.masks.query(around))
  }

  /** True when the page paints nothing but text in a tile. */
  isBlank(tile: Box): boolean {
    const around = widenBox(tile, AROUND_TILE)
    return [...this.#areas, ...this.#masks].every(({ box }) => intersectBoxes(box, around) === undefined)
  }

  /** @param letters Boxes that are painted whole. */
  look(tile: Box, letters: readonly Box[]): TileLook {
    const around = letters.reduce<Box>(uniteBoxes, widenBox(tile, AROUND_TILE))
    const region = intersectBoxes(around, this.#place.page) ?? tile
    const page = { region, areas: this.#areas, masks: this.#masks, parts: this.#parts }
    return new TileLook(tile, page, this.#budget)
  }
}

/** A region of a page with everything that its content paints there, in order, without letters drawn by fonts. */
interface PaintedPage {
  readonly region: Box
  readonly areas: readonly PaintedArea[]
  /** Content of the page's soft masks. */
  readonly masks: readonly PaintedArea[]
  readonly parts: PictureParts
}

/** One tile of a page, before and after a drawing. */
export class TileLook {
  readonly tile: Box
  /** The painted region: the tile with its margin. */
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

  /** Letters of the page that are not text: those of scans, and those converted to shapes. */
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
    return { scale: CELLS_PER_POINT, maxCells: MAX_CELLS, colours: this.#parts }
  }

  #find(sheet: Sheet): PrintLetter[] {
    return findPrintLetters(sheet.lightness(), sheet.frame)
  }

  /** Letters in soft masks, which may be visible. */
  #lettersOfMasks(): PrintLetter[] {
    if (this.#masks.length === 0) return []
    const sheet = new Sheet(this.region, this.#budget, this.#options())
    for (const area of this.#masks) sheet.area(area)
    return this.#find(sheet)
  }
}

/** Areas in painting order, without letters drawn by a font. */
function inOrder(areas: readonly PaintedArea[]): PaintedArea[] {
  return areas.filter(({ inGlyph }) => !inGlyph).sort((a, b) => a.order - b.order)
}

/** True when the middle of the visible part of a box lies in a tile, so that each box belongs to one tile. */
export function belongsTo(tile: Box, whole: Box, box: Box): boolean {
  const inside = intersectBoxes(box, whole)
  if (inside === undefined) return false
  const [x, y] = [(inside[0] + inside[2]) / 2, (inside[1] + inside[3]) / 2]
  return x >= tile[0] && x <= tile[2] && y >= tile[1] && y <= tile[3]
}
