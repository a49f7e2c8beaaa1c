/**
 * The area that a drawing covers, and how densely: a grid on which everything that is painted adds up, so that hatches,
 * layers of alpha, stencils and letters count for what they hide together.
 *
 * @module
 */

import { type Box, IDENTITY, intersectBoxes, uniteBoxes, widenBox } from '../../pdf/matrix.js'
import { type ContentBudget, spend } from '../content/content-budget.js'
import {
  type ContentDevice,
  hidingShare,
  type PaintedArea,
  type PaintedGlyph,
  type PaintedItem,
} from '../content/device.js'
import { pathOfBox, pathOfQuad } from '../content/path.js'
import { type StrokeStyle, strokeOutline } from '../content/stroke.js'
import { isSliver, THINNEST_LINE } from '../content/thin-shapes.js'
import type { ImageTones } from '../pictures/image-tones.js'
import { AreaRaster } from './area-raster.js'
import { type CellRange, cellsOf } from './raster.js'

/** What of a box is hidden. */
export interface Coverage {
  /** Mean over the box: 0 where nothing is painted, 1 where nothing beneath can be seen. */
  readonly mean: number
  /** Of the cell that is hidden most. */
  readonly most: number
  /** Share of the box that is hidden by at least half. */
  readonly halfHidden: number
}

const NOTHING: Coverage = { mean: 0, most: 0, halfHidden: 0 }
const EVERYTHING: Coverage = { mean: 1, most: 1, halfHidden: 1 }

export interface CoveredAreaOptions {
  /** Cells per point; Default 2. */
  readonly scale?: number
  /** Most cells of the grid; a large region gets larger cells. */
  readonly maxCells?: number
  /**
   * How much the cell of a letter hides, 0 to 1: its ink lies somewhere in it. Default 1, since a letter on another
   * makes both unreadable; 0 leaves letters out. Glyphs of Type 3 fonts count by what they paint.
   */
  readonly letters?: number | ((glyph: PaintedGlyph) => number)
  /**
   * False leaves out what only some viewers paint: more of a shape thinner than a pixel than there is of it. For asking what
   * is hidden for sure.
   */
  readonly hasSlivers?: boolean
}

const USUAL_SCALE = 2
const USUAL_MAX_CELLS = 600_000

/** The thinnest line, without caps and pointed corners. */
const HAIRLINE: StrokeStyle = { width: 0, matrix: IDENTITY, cap: 0, miterLimit: 0, dashes: [], dashPhase: 0 }

/** A cell that is hidden by at least this much is hidden. */
const HALF = 0.5

/**
 * A device that adds up what is painted on a region of the page. What could not be drawn because of a limit counts as hidden.
 *
 * @example
 * const cover = new CoveredArea(annotationRectangle, budget)
 * replay(appearance, cover)
 * cover.coverageOf(word.box).mean // 0.93: the word cannot be read any more
 */
export class CoveredArea implements ContentDevice {
  readonly #raster: AreaRaster
  /** Share of the background that is still visible, 0 to 1. */
  readonly #seen: Float32Array
  readonly #region: Box
  readonly #budget: ContentBudget
  readonly #letters: number | ((glyph: PaintedGlyph) => number)
  readonly #hasSlivers: boolean
  #painted: Box | undefined
  /** Around what the budget did not allow to be drawn. */
  #lost: Box | undefined

  /** @param region The part of the page that questions will be about, such as the rectangle of an annotation. */
  constructor(region: Box, budget: ContentBudget, options: CoveredAreaOptions = {}) {
    this.#region = region
    this.#budget = budget
    this.#letters = options.letters ?? 1
    this.#hasSlivers = options.hasSlivers ?? true
    this.#raster = new AreaRaster(region, options.scale ?? USUAL_SCALE, options.maxCells ?? USUAL_MAX_CELLS, budget)
    this.#seen = new Float32Array(this.#raster.mask.length).fill(1)
  }

  glyph(glyph: PaintedGlyph): void {
    if (this.#letters === 0 || glyph.isProcedure || isInkless(glyph)) return
    const letters = typeof this.#letters === 'number' ? this.#letters : this.#letters(glyph)
    const { strokeWidth, quad, paint } = glyph
    const box = strokeWidth > 0 ? widenBox(glyph.box, strokeWidth / 2) : glyph.box
    const path = strokeWidth > 0 ? pathOfBox(box) : pathOfQuad(quad)
    const range = letters > 0 ? this.#raster.drawPath(path, box, paint.clip) : undefined
    if (range !== undefined) this.#cover(range, glyph, letters)
  }

  /** @param tone Of a picture whose colours can be read, only what looks like this. */
  area(area: PaintedArea, tone?: keyof ImageTones): void {
    if (area.paint.alpha === 0) return
    const range = this.#raster.draw(area, { tone })
    if (range !== undefined) this.#cover(range, area, 1)
    if (this.#hasSlivers && area.kind === 'fill') this.#coverSlivers(area)
  }

  /** Poppler paints all pixels that a shape touches, however thin it is: a hatch of such shapes hides what is beneath. */
  #coverSlivers(area: PaintedArea): void {
    const slivers = area.path.filter(isSliver)
    if (slivers.length === 0) return
    const lines = slivers.map(({ points }) => ({ points, closed: true }))
    const outline = strokeOutline(lines, HAIRLINE, this.#budget)
    const range = this.#raster.drawPath(outline, widenBox(area.box, THINNEST_LINE), area.paint.clip)
    if (range !== undefined) this.#cover(range, area, 1)
  }

  #cover(range: CellRange, item: PaintedItem, factor: number): void {
    const share = hidingShare(item.paint) * factor
    const { mask, frame } = this.#raster
    this.#painted = uniteBoxes(this.#painted, item.box)
    if (!spend(this.#budget, 'cells', (range.x1 - range.x0) * (range.y1 - range.y0))) {
      this.#lost = uniteBoxes(this.#lost, item.box)
      return
    }
    for (let y = range.y0; y < range.y1; y++) {
      for (let i = y * frame.width + range.x0; i < y * frame.width + range.x1; i++) {
        const painted = Math.min(1, mask[i] as number)
        this.#seen[i] = (this.#seen[i] as number) * (1 - share * painted)
      }
    }
  }

  /** The box around everything that was painted in the region. */
  get paintedBox(): Box | undefined {
    return this.#painted === undefined ? undefined : intersectBoxes(this.#painted, this.#region)
  }

  /** What of a box is hidden; the part of it outside of the region counts as not hidden. */
  coverageOf(box: Box): Coverage {
    const { frame } = this.#raster
    const range = this.#painted === undefined ? undefined : cellsOf(frame, box)
    if (range === undefined || intersectBoxes(box, this.#region) === undefined) return NOTHING
    const count = (range.x1 - range.x0) * (range.y1 - range.y0)
    if (this.#lost !== undefined && intersectBoxes(box, this.#lost) !== undefined) return EVERYTHING
    if (!spend(this.#budget, 'cells', count)) return EVERYTHING
    let sum = 0
    let most = 0
    let hidden = 0
    for (let y = range.y0; y < range.y1; y++) {
      for (let x = range.x0; x < range.x1; x++) {
        const value = 1 - (this.#seen[y * frame.width + x] as number)
        sum += value
        if (value > most) most = value
        if (value >= HALF) hidden++
      }
    }
    const share = this.#shareInRegion(box)
    return { mean: (share * sum) / count, most, halfHidden: (share * hidden) / count }
  }

  /** The raw grid: rows from the bottom, the hidden share of each cell, 0 to 1. For tests and debugging. */
  get cells(): { readonly width: number; readonly height: number; readonly hidden: Float32Array } {
    const { width, height } = this.#raster.frame
    return { width, height, hidden: this.#seen.map((seen) => 1 - seen) }
  }

  #shareInRegion(box: Box): number {
    const inner = intersectBoxes(box, this.#region)
    if (inner === undefined) return 0
    const width = box[2] - box[0]
    const height = box[3] - box[1]
    const share = (inside: number, all: number) => (all > 0 ? inside / all : 1)
    return share(inner[2] - inner[0], width) * share(inner[3] - inner[1], height)
  }
}

/** Letters that leave no ink: in invisible modes, without opacity, and blanks. */
function isInkless({ renderMode, paint, font, code }: PaintedGlyph): boolean {
  if (renderMode === 3 || renderMode === 7 || paint.alpha === 0) return true
  const { text, trust } = font.meaningOf(code)
  return trust === 'agreed' && text?.trim() === ''
}
