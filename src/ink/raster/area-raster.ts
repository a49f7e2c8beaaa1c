/**
 * Areas on a grid, with their clips and the masks of images: how much of each cell is painted.
 *
 * @module
 */

import { type Box, intersectBoxes, invert } from '../../pdf/matrix.js'
import { type Clip, drawClip } from '../content/clip.js'
import { type ContentBudget, spend } from '../content/content-budget.js'
import { outlineOf, type PaintedArea } from '../content/device.js'
import type { SubPath } from '../content/path.js'
import type { ImageTones } from '../pictures/image-tones.js'
import { meanOpacity } from '../pictures/opacity-map.js'
import { type CellRange, cellsOf, fillMask, frameOf, type GridFrame, inCells } from './raster.js'

/** How an area is drawn. */
export interface DrawAreaOptions {
  /** Of a picture whose colours can be read, only the parts that look like this. */
  readonly tone?: keyof ImageTones | undefined
  /** False leaves out what a mask of the picture takes away. */
  readonly isMasked?: boolean
}

/** A grid on which one area at a time is drawn. */
export class AreaRaster {
  readonly frame: GridFrame
  /**
   * Share of each cell that the area drawn last paints, 0 to 1; valid within the range that drawing gave, and as long as the
   * budget lasts.
   */
  readonly mask: Float32Array
  readonly #region: Box
  readonly #budget: ContentBudget
  #clipMask: Float32Array | undefined
  #clip: Clip | undefined

  /**
   * @param region The part of the page that counts.
   * @param scale Cells per point; fewer where that would make more than `maxCells`.
   */
  constructor(region: Box, scale: number, maxCells: number, budget: ContentBudget) {
    this.#region = region
    this.#budget = budget
    this.frame = frameOf(region, scale, maxCells)
    const cells = this.frame.width * this.frame.height
    spend(budget, 'cells', cells)
    this.mask = new Float32Array(cells)
  }

  /** Draws an area into the mask; gives the cells that it may touch, or `undefined` where that is none. */
  draw(area: PaintedArea, { tone, isMasked = true }: DrawAreaOptions = {}): CellRange | undefined {
    const range = this.#rangeOf(area.box)
    if (range === undefined) return undefined
    const { path, evenOdd } = outlineOf(area, this.#budget)
    if (!this.#fill(path, evenOdd, range, area.paint.clip)) return range
    const { opacity, tones: reader } = area
    if (isMasked && opacity !== undefined) this.#applyOpacity(range, opacity)
    const tones = tone === undefined ? undefined : reader?.read()
    if (tone !== undefined && tones !== undefined && reader !== undefined) {
      this.#applyOpacity(range, { map: tones[tone], matrix: reader.matrix })
    }
    return range
  }

  /** Draws a path with a clip into the mask. */
  drawPath(path: readonly SubPath[], within: Box, clip: Clip): CellRange | undefined {
    const clipped = intersectBoxes(within, clip.box)
    const range = clipped === undefined ? undefined : this.#rangeOf(clipped)
    if (range !== undefined) this.#fill(path, false, range, clip)
    return range
  }

  /** Cells that a box of the page touches. */
  #rangeOf(within: Box): CellRange | undefined {
    const box = intersectBoxes(within, this.#region)
    return box === undefined ? undefined : cellsOf(this.frame, box)
  }

  /** False when the budget is used up, and what the mask holds means nothing. */
  #fill(path: readonly SubPath[], evenOdd: boolean, range: CellRange, clip: Clip): boolean {
    if (!fillMask(this.mask, this.frame, range, path, evenOdd, this.#budget)) return false
    this.#applyBox(range, clip.box)
    if (clip.depth === 0) return true
    const clipMask = this.#maskOf(clip)
    this.#forEach(range, (i) => {
      this.mask[i] = Math.min(1, this.mask[i] as number) * (clipMask[i] as number)
    })
    return true
  }

  /** The cells at the edge of the clip's box are painted in part. */
  #applyBox(range: CellRange, box: Box): void {
    const { frame, mask } = this
    const { x0, y0, x1, y1 } = inCells(frame, box)
    if (x0 <= range.x0 && y0 <= range.y0 && x1 >= range.x1 && y1 >= range.y1) return
    for (let y = range.y0; y < range.y1; y++) {
      const high = Math.max(0, Math.min(y1, y + 1) - Math.max(y0, y))
      for (let x = range.x0; x < range.x1; x++) {
        const i = y * frame.width + x
        const share = high * Math.max(0, Math.min(x1, x + 1) - Math.max(x0, x))
        // An area that lies wholly in a cell fills the share that the clip leaves of the cell, which must not be applied twice.
        mask[i] = Math.min(mask[i] as number, share)
      }
    }
  }

  /** The clip on the whole grid; that of the area before is often the same. */
  #maskOf(clip: Clip): Float32Array {
    const known = this.#clipMask
    if (known !== undefined && this.#clip === clip) return known
    const mask = known ?? new Float32Array(this.mask.length)
    const box = intersectBoxes(clip.box, this.#region)
    const range = box === undefined ? undefined : cellsOf(this.frame, box)
    if (range !== undefined) drawClip(mask, this.frame, range, clip, this.#budget)
    this.#clipMask = mask
    this.#clip = clip
    return mask
  }

  #applyOpacity(range: CellRange, { map, matrix }: NonNullable<PaintedArea['opacity']>): void {
    const inverse = invert(matrix)
    if (inverse === undefined) return
    const { frame } = this
    const size = 1 / frame.scale
    const [a, b, c, d, e, f] = inverse
    // Half of a cell's extent in the unit square.
    const du = ((Math.abs(a) + Math.abs(c)) * size) / 2
    const dv = ((Math.abs(b) + Math.abs(d)) * size) / 2
    for (let row = range.y0; row < range.y1; row++) {
      const y = frame.bottom + (row + 0.5) * size
      for (let column = range.x0; column < range.x1; column++) {
        const x = frame.left + (column + 0.5) * size
        const i = row * frame.width + column
        const share = this.mask[i] as number
        if (share === 0) continue
        this.mask[i] = share * meanOpacity(map, a * x + c * y + e, b * x + d * y + f, du, dv)
      }
    }
  }

  #forEach(range: CellRange, each: (index: number) => void): void {
    for (let y = range.y0; y < range.y1; y++) {
      for (let i = y * this.frame.width + range.x0; i < y * this.frame.width + range.x1; i++) each(i)
    }
  }
}
