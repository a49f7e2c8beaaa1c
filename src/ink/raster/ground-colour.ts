/**
 * The background colour at every place of a page while it is painted; it begins as white paper.
 *
 * @module
 */

import type { Box, Quad } from '../../pdf/matrix.js'
import { colourDifference, PAPER, type Rgb } from '../colour/colour.js'
import { type ContentBudget, spend } from '../content/content-budget.js'
import { isPaintedForSure, type PaintedArea } from '../content/device.js'
import { AreaRaster } from './area-raster.js'
import { cellsOf } from './raster.js'

/** Cells per point: a letter of 6 points still has several. */
const SCALE = 1
/** A whole page of A4 has 500,000; fields are much smaller. */
const MAX_CELLS = 300_000

/** Index of the flag for a known colour, after a cell's three components. */
const KNOWN = 3

/** Opacity from which on nothing of the background remains. */
const OPAQUE = 0.999

/** Below this opacity an area of unknown colour leaves the background as it was. */
const FAINT = 0.1

/** Keeps the colour of each cell; areas are to be told in the order of painting. */
export class GroundColour {
  readonly #raster: AreaRaster
  readonly #budget: ContentBudget
  /** Red, green and blue of each cell, and whether they are known: 255, or 0. */
  readonly #colours: Uint8ClampedArray

  constructor(region: Box, budget: ContentBudget) {
    this.#budget = budget
    this.#raster = new AreaRaster(region, SCALE, MAX_CELLS, budget)
    this.#colours = new Uint8ClampedArray(4 * this.#raster.mask.length).fill(255)
  }

  paint(area: PaintedArea): void {
    const { paint } = area
    if (paint.alpha === 0) return
    const range = this.#raster.draw(area)
    if (range === undefined) return
    const { mask, frame } = this.#raster
    if (!spend(this.#budget, 'cells', (range.x1 - range.x0) * (range.y1 - range.y0))) return
    const isSure = isPaintedForSure(paint) && !area.inPattern && paint.colour !== undefined
    for (let y = range.y0; y < range.y1; y++) {
      for (let i = y * frame.width + range.x0; i < y * frame.width + range.x1; i++) {
        const opacity = Math.min(1, mask[i] as number) * paint.alpha
        if (opacity > 0) this.#mix(4 * i, opacity, isSure ? paint.colour : undefined, paint.blendMode)
      }
    }
  }

  #mix(at: number, opacity: number, colour: Rgb | undefined, blendMode: string): void {
    const colours = this.#colours
    const isKnown = colour !== undefined && (blendMode === 'Normal' || blendMode === 'Multiply')
    if (!isKnown) {
      if (opacity >= FAINT) colours[at + KNOWN] = 0
      return
    }
    // An unknown colour does not matter once it is covered completely.
    if (opacity > OPAQUE && blendMode === 'Normal') colours[at + KNOWN] = 255
    for (let c = 0; c < KNOWN; c++) {
      const ground = colours[at + c] as number
      const own = blendMode === 'Multiply' ? (colour[c] as number) * ground : (colour[c] as number) * 255
      colours[at + c] = ground + opacity * (own - ground)
    }
  }

  /** The largest difference of a colour to any cell of a box, 0 to 1; 1 where a cell is not known. */
  contrastIn(box: Box, colour: Rgb | undefined): number {
    const range = cellsOf(this.#raster.frame, box)
    if (colour === undefined) return 1
    // Outside the grid there is only paper.
    if (range === undefined) return colourDifference(colour, PAPER)
    const { width } = this.#raster.frame
    let most = 0
    for (let y = range.y0; y < range.y1; y++) {
      for (let i = y * width + range.x0; i < y * width + range.x1; i++)
        most = Math.max(most, this.#contrastAt(i, colour))
    }
    return most
  }

  #contrastAt(cell: number, colour: Rgb): number {
    const [r = 0, g = 0, b = 0, known = 0] = this.#colours.subarray(4 * cell, 4 * cell + 4)
    return known === 0 ? 1 : colourDifference(colour, [r / 255, g / 255, b / 255])
  }

  /** Colours in the middle and towards the corners of a quad; `undefined` where one is not known. */
  coloursIn(quad: Quad): (Rgb | undefined)[] {
    const { frame } = this.#raster
    const centreX = (quad[0] + quad[2] + quad[4] + quad[6]) / 4
    const centreY = (quad[1] + quad[3] + quad[5] + quad[7]) / 4
    return SAMPLES.map((corner) => {
      const x = corner === undefined ? centreX : (centreX + (quad[2 * corner] as number)) / 2
      const y = corner === undefined ? centreY : (centreY + (quad[2 * corner + 1] as number)) / 2
      const column = Math.floor((x - frame.left) * frame.scale)
      const row = Math.floor((y - frame.bottom) * frame.scale)
      if (column < 0 || row < 0 || column >= frame.width || row >= frame.height) return [1, 1, 1]
      const at = 4 * (row * frame.width + column)
      const colours = this.#colours
      if (colours[at + KNOWN] === 0) return undefined
      return [(colours[at] as number) / 255, (colours[at + 1] as number) / 255, (colours[at + 2] as number) / 255]
    })
  }
}

/** The middle, and half-way to each corner. */
const SAMPLES = [undefined, 0, 1, 2, 3] as const
