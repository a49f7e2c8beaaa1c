/**
 * Draws one area at a time on a grid: how much of each cell it paints within its clip and its own mask, and what a picture shows
 * there. Each picture is read once for a part of a page, however often it is painted.
 *
 * @module
 */
import { type Box, intersectBoxes, invert, type Matrix, transformBox } from '../../pdf/matrix.js'
import type { Rgb } from '../colour/colour.js'
import { type Clip, drawClip } from '../content/clip.js'
import type { ContentBudget } from '../content/content-budget.js'
import { outlineOf, type PaintedArea, type PictureReader } from '../content/drawing.js'
import type { SubPath } from '../content/path.js'
import { meanOpacity } from '../pictures/image-opacity.js'
import type { PicturePart } from '../pictures/picture-part.js'
import { getOrMake } from '../remember.js'
import { type CellRange, cellsOf, fillMask, forEachCell, type GridFrame, inCells } from './raster.js'

/** The unit square, which images fill in their own space. */
const UNIT: Box = [0, 0, 1, 1]

/** The colours of a picture, or its opacity as a stencil, with its mask. */
interface ReadPicture {
  readonly main: PicturePart | undefined
  readonly mask: PicturePart | undefined
}

/** Reads pictures for a region of a page, each once. */
export class PictureParts {
  readonly #region: Box
  readonly #read = new Map<PictureReader, ReadPicture>()

  constructor(region: Box) {
    this.#region = region
  }

  of(picture: PictureReader): ReadPicture {
    return getOrMake(this.#read, picture, () => {
      const inverse = invert(picture.matrix)
      const part = inverse && intersectBoxes(transformBox(this.#region, inverse), UNIT)
      return { main: part && picture.read(part), mask: part && picture.readMask?.(part) }
    })
  }
}

/** Averages the values of a picture that fall into a cell of a grid. */
export class PartSampler {
  readonly #part: PicturePart
  readonly #frame: GridFrame
  readonly #inverse: Matrix
  /** Half of the number of values that fall into a cell, horizontally and vertically. */
  readonly #reachX: number
  readonly #reachY: number
  /** For upright pictures: for each column (or row) of cells, its first value, and the one after its last. */
  readonly #columns: Int32Array | undefined
  readonly #rows: Int32Array | undefined
  readonly #means: [number, number, number] = [0, 0, 0]

  constructor(part: PicturePart, inverse: Matrix, frame: GridFrame) {
    this.#part = part
    this.#frame = frame
    this.#inverse = inverse
    const [a, b, c, d] = inverse
    this.#reachX = ((Math.abs(a) + Math.abs(c)) * part.across) / (2 * frame.scale)
    this.#reachY = ((Math.abs(b) + Math.abs(d)) * part.down) / (2 * frame.scale)
    if (b !== 0 || c !== 0) return
    this.#columns = Int32Array.from({ length: 2 * frame.width }, (_, i) => this.#across(i >> 1, 0)[i & 1] ?? 0)
    this.#rows = Int32Array.from({ length: 2 * frame.height }, (_, i) => this.#down(0, i >> 1)[i & 1] ?? 0)
  }

  #across(column: number, row: number): [number, number] {
    const { left, bottom, scale } = this.#frame
    const [a, , c, , e] = this.#inverse
    const u = a * (left + (column + 0.5) / scale) + c * (bottom + (row + 0.5) / scale) + e
    return between(u * this.#part.across - this.#part.left, this.#reachX, this.#part.width)
  }

  #down(column: number, row: number): [number, number] {
    const { left, bottom, scale } = this.#frame
    const [, b, , d, , f] = this.#inverse
    const v = b * (left + (column + 0.5) / scale) + d * (bottom + (row + 0.5) / scale) + f
    return between((1 - v) * this.#part.down - this.#part.top, this.#reachY, this.#part.height)
  }

  /** Red, green and blue of a cell from 0 to 1, in an array that the next call overwrites. A mask has its value three times. */
  at(column: number, row: number): Rgb {
    const [columns, rows] = [this.#columns, this.#rows]
    if (columns !== undefined && rows !== undefined) {
      const [x0, x1] = [columns[2 * column] ?? 0, columns[2 * column + 1] ?? 0]
      return this.#mean(x0, x1, rows[2 * row] ?? 0, rows[2 * row + 1] ?? 0)
    }
    const [x0, x1] = this.#across(column, row)
    const [y0, y1] = this.#down(column, row)
    return this.#mean(x0, x1, y0, y1)
  }

  #mean(x0: number, x1: number, y0: number, y1: number): Rgb {
    const { width, values, channels } = this.#part
    let red = 0
    let green = 0
    let blue = 0
    for (let y = y0; y < y1; y++) {
      for (let i = channels * (y * width + x0); i < channels * (y * width + x1); i += channels) {
        red += values[i] ?? 0
        if (channels === 1) continue
        green += values[i + 1] ?? 0
        blue += values[i + 2] ?? 0
      }
    }
    const all = 255 * (x1 - x0) * (y1 - y0)
    const means = this.#means
    means[0] = red / all
    means[1] = channels === 1 ? means[0] : green / all
    means[2] = channels === 1 ? means[0] : blue / all
    return means
  }
}

/**
 * The range of values around a position: the first, and the one after the last. It has at least one. A cell that is smaller than
 * a value has the value in which its middle lies.
 */
function between(at: number, reach: number, count: number): [number, number] {
  const first = Math.min(count - 1, Math.max(0, 2 * reach < 1 ? Math.floor(at) : Math.round(at - reach)))
  const last = Math.min(count, Math.max(first + 1, Math.round(at + reach)))
  return [first, last]
}

/** One mask array for all sheets of a file. Its contents are used before the next area is drawn. */
const masks = new WeakMap<ContentBudget, Float32Array>()

function maskOf(budget: ContentBudget, cells: number): Float32Array {
  let mask = masks.get(budget)
  if (mask === undefined || mask.length < cells) {
    mask = new Float32Array(cells)
    masks.set(budget, mask)
  }
  return mask
}

/** Draws areas on the grid of a region. */
export class AreaMask {
  readonly #region: Box
  readonly #frame: GridFrame
  readonly #budget: ContentBudget
  readonly #cells: number
  #clipMask: Float32Array | undefined
  #clip: Clip | undefined

  constructor(region: Box, frame: GridFrame, budget: ContentBudget) {
    this.#region = region
    this.#frame = frame
    this.#budget = budget
    this.#cells = frame.width * frame.height
  }

  /** Share of each cell that the last area paints. Only valid within the range that drawing returned. */
  get values(): Float32Array {
    return maskOf(this.#budget, this.#cells)
  }

  /** Draws a path with its clip and returns the touched cells; `undefined` when it touches none. */
  drawPath(path: readonly SubPath[], within: Box, clip: Clip): CellRange | undefined {
    const clipped = intersectBoxes(within, clip.box)
    const range = clipped === undefined ? undefined : this.#rangeOf(clipped)
    if (range !== undefined) this.#fill(path, false, range, clip)
    return range
  }

  /**
   * Draws an area with its clip and returns the touched cells; `undefined` when it touches none.
   *
   * @param part Detailed values of the area's own mask. Without them, its coarse map is used.
   */
  drawArea(area: PaintedArea, part: PartSampler | undefined): CellRange | undefined {
    const range = this.#rangeOf(area.box)
    if (range === undefined) return undefined
    const { path, evenOdd } = outlineOf(area, this.#budget)
    const isDrawn = this.#fill(path, evenOdd, range, area.paint.clip)
    if (isDrawn && part !== undefined) this.#applyPart(range, part)
    else if (isDrawn && area.opacity !== undefined) this.#applyOpacity(range, area.opacity)
    return range
  }

  #rangeOf(within: Box): CellRange | undefined {
    const box = intersectBoxes(within, this.#region)
    return box === undefined ? undefined : cellsOf(this.#frame, box)
  }

  /** False when the budget is used up; then the contents of the mask have no meaning. */
  #fill(path: readonly SubPath[], evenOdd: boolean, range: CellRange, clip: Clip): boolean {
    const mask = this.values
    if (!fillMask(mask, this.#frame, range, path, evenOdd, this.#budget)) return false
    this.#applyBox(range, clip.box)
    if (clip.depth === 0) return true
    const clipMask = this.#maskOfClip(clip)
    forEachCell(range, this.#frame, (i) => {
      mask[i] = Math.min(1, mask[i] ?? 0) * (clipMask[i] ?? 0)
    })
    return true
  }

  /** Applies the box of the clip, which paints the cells at its edge in part. */
  #applyBox(range: CellRange, box: Box): void {
    const { x0, y0, x1, y1 } = inCells(this.#frame, box)
    if (x0 <= range.x0 && y0 <= range.y0 && x1 >= range.x1 && y1 >= range.y1) return
    const mask = this.values
    for (let y = range.y0; y < range.y1; y++) {
      const high = Math.max(0, Math.min(y1, y + 1) - Math.max(y0, y))
      for (let x = range.x0; x < range.x1; x++) {
        const i = y * this.#frame.width + x
        const share = high * Math.max(0, Math.min(x1, x + 1) - Math.max(x0, x))
        // The share of an area within one cell is limited by the clip already, and must not be multiplied by it again.
        mask[i] = Math.min(mask[i] ?? 0, share)
      }
    }
  }

  /** The clip on the whole sheet, kept for the next area, which often has the same. */
  #maskOfClip(clip: Clip): Float32Array {
    if (this.#clipMask !== undefined && this.#clip === clip) return this.#clipMask
    const mask = this.#clipMask ?? new Float32Array(this.#cells)
    const range = this.#rangeOf(clip.box)
    if (range !== undefined) drawClip(mask, this.#frame, range, clip, this.#budget)
    this.#clipMask = mask
    this.#clip = clip
    return mask
  }

  #applyOpacity(range: CellRange, { map, matrix }: NonNullable<PaintedArea['opacity']>): void {
    const inverse = invert(matrix)
    if (inverse === undefined) return
    const { left, bottom, scale, width } = this.#frame
    const [a, b, c, d, e, f] = inverse
    const mask = this.values
    // Half of a cell's extent, in the unit square.
    const du = (Math.abs(a) + Math.abs(c)) / (2 * scale)
    const dv = (Math.abs(b) + Math.abs(d)) / (2 * scale)
    forEachCell(range, this.#frame, (i) => {
      const share = mask[i] ?? 0
      if (share === 0) return
      const x = left + ((i % width) + 0.5) / scale
      const y = bottom + (Math.floor(i / width) + 0.5) / scale
      mask[i] = share * meanOpacity(map, a * x + c * y + e, b * x + d * y + f, du, dv)
    })
  }

  #applyPart(range: CellRange, part: PartSampler): void {
    const { width } = this.#frame
    const mask = this.values
    forEachCell(range, this.#frame, (i) => {
      const share = mask[i] ?? 0
      if (share > 0) mask[i] = share * part.at(i % width, Math.floor(i / width))[0]
    })
  }
}
