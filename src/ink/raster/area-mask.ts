/**
 * One area at a time on a grid: how much of each cell it paints, within its clip and its own mask.
 *
 * @module
 */
import { type Box, intersectBoxes, invert } from '../../pdf/matrix.js'
import { type Clip, drawClip } from '../content/clip.js'
import type { ContentBudget } from '../content/content-budget.js'
import { outlineOf, type PaintedArea } from '../content/device.js'
import type { SubPath } from '../content/path.js'
import { meanOpacity } from '../pictures/opacity-map.js'
import type { PartSampler } from './picture-parts.js'
import { type CellRange, cellsOf, fillMask, forEachCell, type GridFrame, inCells } from './raster.js'

/** One mask serves all sheets of a file: what it holds is read before something else is drawn. */
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

  /** Share of each cell that what was drawn last paints. Valid within the range that drawing it gave. */
  get values(): Float32Array {
    return maskOf(this.#budget, this.#cells)
  }

  /** Draws a path with its clip; `undefined` where it touches no cell. */
  drawPath(path: readonly SubPath[], within: Box, clip: Clip): CellRange | undefined {
    const clipped = intersectBoxes(within, clip.box)
    const range = clipped === undefined ? undefined : this.#rangeOf(clipped)
    if (range !== undefined) this.#fill(path, false, range, clip)
    return range
  }

  /**
   * Draws an area with its clip; `undefined` where it touches no cell.
   *
   * @param part What was read in detail of the area's own mask. Without it, its rough map is used.
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

  /** False when the budget is used up, and what the mask holds means nothing. */
  #fill(path: readonly SubPath[], evenOdd: boolean, range: CellRange, clip: Clip): boolean {
    const mask = this.values
    if (!fillMask(mask, this.#frame, range, path, evenOdd, this.#budget)) return false
    this.#applyBox(range, clip.box)
    if (clip.depth === 0) return true
    const clipMask = this.#maskOfClip(clip)
    forEachCell(range, this.#frame, (i) => {
      mask[i] = Math.min(1, mask[i] as number) * (clipMask[i] as number)
    })
    return true
  }

  /** The cells at the edge of the clip's box are painted in part. */
  #applyBox(range: CellRange, box: Box): void {
    const { x0, y0, x1, y1 } = inCells(this.#frame, box)
    if (x0 <= range.x0 && y0 <= range.y0 && x1 >= range.x1 && y1 >= range.y1) return
    const mask = this.values
    for (let y = range.y0; y < range.y1; y++) {
      const high = Math.max(0, Math.min(y1, y + 1) - Math.max(y0, y))
      for (let x = range.x0; x < range.x1; x++) {
        const i = y * this.#frame.width + x
        const share = high * Math.max(0, Math.min(x1, x + 1) - Math.max(x0, x))
        // An area that lies wholly in a cell fills the share that the clip leaves of the cell, which must not be applied twice.
        mask[i] = Math.min(mask[i] as number, share)
      }
    }
  }

  /** The clip on the whole sheet; that of the area before is often the same. */
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
    // Half of a cell's extent in the unit square.
    const du = (Math.abs(a) + Math.abs(c)) / (2 * scale)
    const dv = (Math.abs(b) + Math.abs(d)) / (2 * scale)
    forEachCell(range, this.#frame, (i) => {
      const share = mask[i] as number
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
      const share = mask[i] as number
      if (share > 0) mask[i] = share * part.at(i % width, Math.floor(i / width))[0]
    })
  }
}
