/**
 * Blots of ink: connected parts of the print that a drawing paints, whether in one shape or in a thousand, as vectors
 * or in pictures. Words that are drawn as shapes or shown by a picture are rows of blots as high as letters.
 *
 * @module
 */

import { type Box, intersectBoxes } from '../../pdf/matrix.js'
import { type ContentBudget, spend } from '../content/content-budget.js'
import type { PaintedArea } from '../content/device.js'
import { AreaRaster } from './area-raster.js'
import { takeBlots } from './cell-blots.js'
import { cellsOf } from './raster.js'

/** Connected ink. */
export interface InkBlot {
  readonly box: Box
  /** Cells of the grid that it takes. */
  readonly cells: number
}

/** Cells per point: lines of half a point are still seen. */
const SCALE = 2
/** A square of 250 points: signatures are smaller, and the cells of larger ones become coarser. */
const MAX_CELLS = 250_000
/** Share of a cell from which on it counts as inked. */
const INKED = 0.2
/** Stands for the number of a blot. */
const BLANK = -1

/** A grid on which areas that look like print are laid, and the blots that they make. */
export class InkGrid {
  readonly #raster: AreaRaster
  readonly #budget: ContentBudget
  readonly #tone: 'print' | 'ink'
  readonly #ink: Float32Array
  /** Of each cell: the number of its blot, once they were looked for. */
  #owners: Int32Array | undefined
  #blots: readonly InkBlot[] = []

  /** @param tone The tone that counts in pictures whose colours are known. */
  constructor(region: Box, budget: ContentBudget, tone: 'print' | 'ink') {
    this.#budget = budget
    this.#tone = tone
    this.#raster = new AreaRaster(region, SCALE, MAX_CELLS, budget)
    this.#ink = new Float32Array(this.#raster.mask.length)
  }

  /** Adds an area to the grid; of a picture whose colours are known, only the parts of the tone that counts. */
  area(area: PaintedArea): void {
    const range = this.#raster.draw(area, { tone: this.#tone })
    if (range === undefined || !spend(this.#budget, 'cells', (range.x1 - range.x0) * (range.y1 - range.y0))) return
    const { mask, frame } = this.#raster
    const { alpha } = area.paint
    this.#owners = undefined
    for (let y = range.y0; y < range.y1; y++) {
      for (let i = y * frame.width + range.x0; i < y * frame.width + range.x1; i++) {
        this.#ink[i] = Math.max(this.#ink[i] as number, alpha * Math.min(1, mask[i] as number))
      }
    }
  }

  /** All blots, in no order. */
  get blots(): readonly InkBlot[] {
    this.#findOwners()
    return this.#blots
  }

  /** Share of a box that is inked by blots of some kind, 0 to 1. */
  shareOf(box: Box, isMeant: (blot: InkBlot) => boolean): number {
    const owners = this.#findOwners()
    const { frame } = this.#raster
    const range = cellsOf(frame, box)
    if (range === undefined || intersectBoxes(box, this.#region()) === undefined) return 0
    const count = (range.x1 - range.x0) * (range.y1 - range.y0)
    if (!spend(this.#budget, 'cells', count)) return 1
    let inked = 0
    for (let y = range.y0; y < range.y1; y++) {
      for (let x = range.x0; x < range.x1; x++) {
        const owner = owners[y * frame.width + x] as number
        const blot = owner >= 0 ? this.#blots[owner] : undefined
        if (blot !== undefined && isMeant(blot)) inked++
      }
    }
    return inked / count
  }

  #region(): Box {
    const { left, bottom, scale, width, height } = this.#raster.frame
    return [left, bottom, left + width / scale, bottom + height / scale]
  }

  #findOwners(): Int32Array {
    if (this.#owners !== undefined) return this.#owners
    const owners = new Int32Array(this.#ink.length).fill(BLANK)
    const { width, left, bottom, scale } = this.#raster.frame
    const blots = spend(this.#budget, 'cells', owners.length) ? takeBlots(this.#inkedCells(), width) : []
    for (const [number, { cells }] of blots.entries()) for (const cell of cells) owners[cell] = number
    this.#owners = owners
    this.#blots = blots.map(({ cells, x0, y0, x1, y1 }) => {
      const box: Box = [left + x0 / scale, bottom + y0 / scale, left + x1 / scale, bottom + y1 / scale]
      return { box, cells: cells.length }
    })
    return owners
  }

  #inkedCells(): Uint8Array {
    const cells = new Uint8Array(this.#ink.length)
    for (let i = 0; i < cells.length; i++) if ((this.#ink[i] as number) >= INKED) cells[i] = 1
    return cells
  }
}
