/**
 * Glyphs as they are shown, derived from the style of their string and their own place.
 *
 * @module
 */

import { type Box, type Matrix, type Quad, transformToQuad } from '../../pdf/matrix.js'
import type { ContentFont } from '../fonts/content-font.js'
import type { GlyphStyle, Paint, PaintedGlyph } from './device.js'

/**
 * A glyph in little memory: pages have tens of thousands. What several have in common stands in their style;
 * matrix, quad and box are worked out when they are asked for.
 */
export class ShownGlyph implements PaintedGlyph {
  readonly order: number
  readonly code: number
  readonly #style: GlyphStyle
  readonly #x: number
  readonly #y: number

  constructor(order: number, style: GlyphStyle, code: number, x: number, y: number) {
    this.order = order
    this.code = code
    this.#style = style
    this.#x = x
    this.#y = y
  }

  get font(): ContentFont {
    return this.#style.font
  }

  get paint(): Paint {
    return this.#style.paint
  }

  get size(): number {
    return this.#style.size
  }

  get renderMode(): number {
    return this.#style.renderMode
  }

  get strokeWidth(): number {
    return this.#style.strokeWidth
  }

  get isProcedure(): boolean {
    return this.#style.font.procedures !== undefined
  }

  get matrix(): Matrix {
    const [a, b, c, d] = this.#style.scale
    return [a, b, c, d, this.#x, this.#y]
  }

  get quad(): Quad {
    const { font } = this.#style
    return transformToQuad([0, font.descent, font.widthOf(this.code), font.ascent], this.matrix)
  }

  get box(): Box {
    const { font, scale } = this.#style
    const [a, b, c, d] = scale
    const width = font.widthOf(this.code)
    const [left, right] = [Math.min(0, a * width), Math.max(0, a * width)]
    const [bottom, top] = [Math.min(0, b * width), Math.max(0, b * width)]
    const [low, high] = [font.descent, font.ascent]
    return [
      this.#x + left + Math.min(c * low, c * high),
      this.#y + bottom + Math.min(d * low, d * high),
      this.#x + right + Math.max(c * low, c * high),
      this.#y + top + Math.max(d * low, d * high),
    ]
  }
}

/**
 * A Type 3 glyph. Where it stands, and how large it is, is told by what its procedure paints: /Widths, /FontBBox and the size
 * of the font may say anything.
 */
export class ProcedureGlyph extends ShownGlyph {
  /** The box around what its procedure paints; `undefined` for nothing. */
  extent: Box | undefined

  /** Set once the procedure was drawn. */
  setExtent(extent: Box | undefined): void {
    this.extent = extent
    const { procedures } = this.font
    const size = super.size
    if (extent === undefined || procedures === undefined || !(size > 0)) return
    procedures.tallest = Math.max(procedures.tallest, (extent[3] - extent[1]) / size)
  }

  override get size(): number {
    const tallest = this.font.procedures?.tallest ?? 0
    const [low, high] = HONEST_HEIGHTS
    return super.size * (tallest === 0 || (tallest >= low && tallest <= high) ? 1 : tallest)
  }

  override get box(): Box {
    return this.extent ?? super.box
  }

  override get quad(): Quad {
    const { extent } = this
    if (extent === undefined) return super.quad
    const [left, bottom, right, top] = extent
    return [left, bottom, right, bottom, right, top, left, top]
  }
}

/** The tallest letter of a font with a truthful size, in ems. */
const HONEST_HEIGHTS = [0.45, 2] as const
