/**
 * The print of a page beneath and beside one drawing: the page is painted there piece by piece, once for all that is asked
 * about it.
 *
 * @module
 */

import { type Box, intersectBoxes, widenBox } from '../../pdf/matrix.js'
import type { ContentBudget } from '../content/content-budget.js'
import type { PaintedArea, PictureReader } from '../content/device.js'
import type { SpatialIndex } from '../content/spatial-index.js'
import { LightnessGrid, type PictureParts } from '../raster/lightness-grid.js'
import type { GridFrame } from '../raster/raster.js'
import { findPrintLetters, type PrintLetter } from '../text/print-letters.js'
import { AROUND, MAX_CELLS, piecesOf, SCALE } from './print-pieces.js'

/** The pieces of a drawing are kept up to so many cells, of five bytes; what is beyond is painted again. */
const KEPT_CELLS = 4_000_000

/** A piece of a page, with what is around it. */
export interface PrintPiece {
  readonly frame: GridFrame
  /** Of each cell, as {@link LightnessGrid} has it. */
  readonly lightness: Float32Array
  /** 1 for a cell where a picture lies that cannot be read. */
  readonly unknown: Uint8Array
  readonly letters: readonly PrintLetter[]
}

/** What of a page a drawing lies on. */
export interface PrintPlace {
  readonly region: Box
  /** What is seen of the page. */
  readonly page: Box
  /** All that is painted on it, by its place. */
  readonly areas: SpatialIndex<PaintedArea>
  /** What soft masks of the page let through. */
  readonly masks: SpatialIndex<PaintedArea>
}

/** The print about one drawing, painted as it is asked for. */
export class PagePrint {
  /** The drawing's part of the page, and all of its pieces. */
  readonly region: Box
  readonly pieces: readonly Box[]
  readonly #page: Box
  readonly #budget: ContentBudget
  /** The part of the page that pictures are read for. */
  readonly #wanted: Box
  /** What the page paints there, in order, but for its text. */
  readonly #areas: readonly PaintedArea[]
  readonly #masks: readonly PaintedArea[]
  readonly #parts = new Map<PictureReader, PictureParts>()
  readonly #painted = new Map<Box, PrintPiece>()
  #keptCells = 0

  constructor({ region, page, areas, masks }: PrintPlace, budget: ContentBudget) {
    this.region = region
    this.#page = page
    this.#budget = budget
    this.#wanted = widenBox(region, AROUND)
    const painted = areas.query(this.#wanted).filter(({ inGlyph }) => !inGlyph)
    this.#areas = painted.sort((a, b) => a.order - b.order)
    this.#masks = [...masks.query(this.#wanted)].sort((a, b) => a.order - b.order)
    this.pieces = this.#areas.length + this.#masks.length === 0 ? [] : [...piecesOf(region)]
  }

  /** A piece with so much of the page around it as letters at its edges may take. */
  around(piece: Box): Box {
    return intersectBoxes(widenBox(piece, AROUND), this.#page) ?? piece
  }

  /** What is seen in one of {@link pieces} and around it. */
  at(piece: Box): PrintPiece {
    const known = this.#painted.get(piece)
    if (known !== undefined) return known
    const painted = this.#paint(piece)
    const cells = painted.lightness.length
    if (this.#keptCells + cells <= KEPT_CELLS) {
      this.#keptCells += cells
      this.#painted.set(piece, painted)
    }
    return painted
  }

  #paint(piece: Box): PrintPiece {
    const { frame, lightness, unknown } = this.#paintOn(piece, this.#areas)
    const letters = findPrintLetters(lightness, frame)
    if (this.#masks.length === 0) return { frame, lightness, unknown, letters }
    // The same grid: their cells are those of the page.
    const mask = this.#paintOn(piece, this.#masks)
    return { frame, lightness, unknown, letters: [...letters, ...findPrintLetters(mask.lightness, frame)] }
  }

  #paintOn(piece: Box, areas: readonly PaintedArea[]): LightnessGrid {
    const grid = new LightnessGrid(this.around(piece), SCALE, MAX_CELLS, this.#budget, this.#parts)
    for (const area of areas) grid.paint(area, this.#wanted)
    return grid
  }
}
