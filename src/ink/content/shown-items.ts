/**
 * Compact objects for painted areas and glyphs, since drawings and maps have tens of thousands.
 *
 * @module
 */
import { type Box, type Matrix, type Quad, transformToQuad } from '../../pdf/matrix.js'
import type { ContentFont } from '../fonts/content-font.js'
import type { GlyphStyle, Paint, PaintedArea, PaintedGlyph } from './drawing.js'
import { pathOfBox, type SubPath } from './path.js'

/** What a painting operator determines of an area. */
export type AreaShape = Pick<PaintedArea, 'kind' | 'path' | 'evenOdd' | 'style' | 'opacity' | 'picture'>

/** The place of an area in a drawing. */
interface AreaPlace {
  readonly order: number
  readonly box: Box
  readonly paint: Paint
  readonly inGlyph: boolean
  readonly inPattern: boolean
}

/** Properties of images alone. */
type ImageDetails = Pick<PaintedArea, 'opacity' | 'picture'>

/** Number of coordinates of the box, which come before those of the path. */
const BOX_NUMBERS = 4

/** An area whose box and path are kept in one list of numbers, and are built when they are asked for. */
export class ShownArea implements PaintedArea {
  readonly order: number
  readonly kind: PaintedArea['kind']
  readonly evenOdd: boolean
  readonly paint: Paint
  inGlyph: boolean
  readonly inPattern: boolean
  readonly #isBox: boolean
  /** The box; then, unless it is the path, each subpath as the count of its numbers (negative if open) and its points. */
  readonly #numbers: readonly number[]
  readonly #style: PaintedArea['style']
  readonly #image: ImageDetails | undefined

  constructor(shape: AreaShape, { order, box, paint, inGlyph, inPattern }: AreaPlace) {
    this.order = order
    this.kind = shape.kind
    this.evenOdd = shape.evenOdd
    this.paint = paint
    this.inGlyph = inGlyph
    this.inPattern = inPattern
    this.#isBox = isPathOfBox(shape.path, box)
    this.#numbers = this.#isBox ? box : pack(box, shape.path)
    const { opacity, picture } = shape
    this.#style = shape.style
    const isImage = opacity !== undefined || picture !== undefined
    this.#image = isImage ? { opacity, picture } : undefined
  }

  get box(): Box {
    const numbers = this.#numbers
    return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0, numbers[3] ?? 0]
  }

  get path(): readonly SubPath[] {
    return this.#isBox ? pathOfBox(this.box) : unpack(this.#numbers)
  }

  get style(): PaintedArea['style'] {
    return this.#style
  }

  get opacity(): PaintedArea['opacity'] {
    return this.#image?.opacity
  }

  get picture(): PaintedArea['picture'] {
    return this.#image?.picture
  }
}

/** True for an upright rectangle that no clip cuts, as most areas are. */
function isPathOfBox(path: readonly SubPath[], box: Box): boolean {
  const [only, second] = path
  const [own] = pathOfBox(box)
  if (only === undefined || second !== undefined || !only.closed || only.points.length !== own?.points.length)
    return false
  return only.points.every((value, i) => value === own.points[i])
}

function pack(box: Box, path: readonly SubPath[]): number[] {
  const size = path.reduce((sum, { points }) => sum + 1 + points.length, BOX_NUMBERS)
  const numbers = new Array<number>(size)
  for (let i = 0; i < BOX_NUMBERS; i++) numbers[i] = box[i] ?? 0
  let at = BOX_NUMBERS
  for (const { points, closed } of path) {
    numbers[at++] = closed ? points.length : -points.length
    for (let i = 0; i < points.length; i++) numbers[at++] = points[i] ?? 0
  }
  return numbers
}

function unpack(numbers: readonly number[]): SubPath[] {
  const path: SubPath[] = []
  for (let at = BOX_NUMBERS; at < numbers.length; ) {
    const count = numbers[at++] ?? 0
    path.push({ points: numbers.slice(at, at + Math.abs(count)), closed: count >= 0 })
    at += Math.abs(count)
  }
  return path
}

/**
 * A glyph in little memory. Properties of several glyphs are kept in their style; matrix, quad and box are computed when they are
 * asked for.
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
 * A Type 3 glyph. Its place and size follow from what its procedure paints, which /Widths, /FontBBox and the font size do not
 * limit.
 */
export class ProcedureGlyph extends ShownGlyph {
  /** The box around what its procedure paints; `undefined` for nothing. */
  extent: Box | undefined

  /** Sets the box, once the procedure was drawn. */
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

/** Smallest and largest height of a Type 3 font's tallest letter, in ems, at which the font size is believed. */
const HONEST_HEIGHTS = [0.45, 2] as const
