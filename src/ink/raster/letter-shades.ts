/**
 * Keeps in which lightness letters are painted on the cells of a sheet, which has no colours of letters. All are kept, since a
 * dark point in the cell of a white letter hides nothing of what that takes away.
 *
 * @module
 */
import { luminanceOf, type Rgb } from '../colour/colour.js'
import { type CellRange, forEachCell, type GridFrame } from './raster.js'

/** Steps of lightness that are told apart: one for each bit of a number. */
const SHADES = 32
const ALL = -1

export class LetterShades {
  readonly #frame: GridFrame
  /** A bit for each lightness, for each cell; absent without letters. */
  #cells: Uint32Array | undefined

  constructor(frame: GridFrame) {
    this.#frame = frame
  }

  /** @param colour The colour of a letter; `undefined` for an unknown one, which may be any. */
  add(range: CellRange, colour: Rgb | undefined, isPainted: (cell: number) => boolean): void {
    const bits = colour === undefined ? ALL : 1 << shadeOf(luminanceOf(...colour))
    this.#cells ??= new Uint32Array(this.#frame.width * this.#frame.height)
    const cells = this.#cells
    forEachCell(range, this.#frame, (cell) => {
      if (isPainted(cell)) cells[cell] = (cells[cell] ?? 0) | bits
    })
  }

  /** True when a letter on a cell has a lightness from `darkest` to `lightest`, both from 0 to 1. */
  has(cell: number, darkest: number, lightest: number): boolean {
    const bits = this.#cells?.[cell] ?? 0
    for (let shade = shadeOf(darkest); bits !== 0 && shade <= shadeOf(lightest); shade++) {
      if ((bits & (1 << shade)) !== 0) return true
    }
    return false
  }
}

function shadeOf(lightness: number): number {
  return Math.max(0, Math.min(SHADES - 1, Math.floor(lightness * SHADES)))
}
