/**
 * Areas on a grid, with their clips and the masks of images: how much of each cell is painted.
 *
 * @module
 */
import { type Clip, drawClip } from './clip.js'
import { type ContentBudget, spend } from './content-budget.js'
import { outlineOf, type PaintedArea } from './device.js'
import type { ImageTones } from './image-tones.js'
import { type Box, intersectBoxes, invert } from './matrix.js'
import { meanOpacity } from './opacity-map.js'
import type { SubPath } from './path.js'
import { type CellRange, cellsOf, fillMask, frameOf, type GridFrame } from './raster.js'

/** A grid with room to draw one area at a time. */
export class AreaRaster {
  readonly frame: GridFrame
  /** Share of each cell that the area drawn last paints, 0 to 1; valid within the range that drawing gave. */
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

  /**
   * Draws an area into the mask; gives the cells that it may touch, or `undefined` where that is none.
   *
   * @param tone Of a picture whose colours can be read, only what looks like this.
   */
  draw(area: PaintedArea, tone?: keyof ImageTones): CellRange | undefined {
    const box = intersectBoxes(area.box, this.#region)
    const range = box === undefined ? undefined : cellsOf(this.frame, box)
    if (range === undefined) return undefined
    const { path, evenOdd } = outlineOf(area, this.#budget)
    this.#fill(path, evenOdd, range, area.paint.clip)
    if (area.opacity !== undefined) this.#applyOpacity(range, area.opacity)
    const tones = tone === undefined ? undefined : area.tones?.read()
    if (tone !== undefined && tones !== undefined && area.tones !== undefined) {
      this.#applyOpacity(range, { map: tones[tone], matrix: area.tones.matrix })
    }
    return range
  }

  /** Draws a path with a clip into the mask. */
  drawPath(path: readonly SubPath[], within: Box, clip: Clip): CellRange | undefined {
    const clipped = intersectBoxes(within, clip.box)
    const box = clipped === undefined ? undefined : intersectBoxes(clipped, this.#region)
    const range = box === undefined ? undefined : cellsOf(this.frame, box)
    if (range !== undefined) this.#fill(path, false, range, clip)
    return range
  }

  #fill(path: readonly SubPath[], evenOdd: boolean, range: CellRange, clip: Clip): void {
    fillMask(this.mask, this.frame, range, path, evenOdd, this.#budget)
    this.#applyBox(range, clip.box)
    if (clip.depth === 0) return
    const clipMask = this.#maskOf(clip)
    this.#forEach(range, (i) => {
      this.mask[i] = Math.min(1, this.mask[i] as number) * (clipMask[i] as number)
    })
  }

  /** The cells at the edge of the clip's box are painted in part. */
  #applyBox(range: CellRange, [left, bottom, right, top]: Box): void {
    const { frame, mask } = this
    const x0 = (left - frame.left) * frame.scale
    const x1 = (right - frame.left) * frame.scale
    const y0 = (bottom - frame.bottom) * frame.scale
    const y1 = (top - frame.bottom) * frame.scale
    const isInside = x0 <= range.x0 && y0 <= range.y0 && x1 >= range.x1 && y1 >= range.y1
    for (let y = range.y0; y < range.y1; y++) {
      const high = Math.max(0, Math.min(y1, y + 1) - Math.max(y0, y))
      for (let x = range.x0; x < range.x1; x++) {
        const i = y * frame.width + x
        const share = isInside ? 1 : high * Math.max(0, Math.min(x1, x + 1) - Math.max(x0, x))
        // What lies wholly in a cell fills the share of it that the clip leaves, not the share of that share.
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
