/**
 * Outlines of glyphs as font programs draw them: closed runs of straight pieces, in ems.
 *
 * @module
 */
import type { Box, Matrix } from '../../../pdf/matrix.js'
import { type ContentBudget, spend } from '../../content/content-budget.js'

/** Closed contours, each with its points x0 y0 x1 y1 ...; curves are replaced by straight pieces. */
export type Contours = readonly (readonly number[])[]

/** The area that one glyph paints. */
export interface GlyphOutline {
  /** The box around the contours; `undefined` for a blank. */
  readonly box: Box | undefined
  /**
   * Draws the contours again, since few glyphs need more than their box and contours take much memory. `undefined` when there is
   * too much to draw; absent where only the box is known.
   */
  readonly contours?: () => Contours | undefined
}

/** The contours that a pen drew. */
interface DrawnOutline {
  readonly contours: Contours
  readonly box: Box | undefined
}

/**
 * Weights of a curve's four points at the ends of the straight pieces that replace it. In a letter these deviate from the curve
 * by less than a hundredth of an em.
 */
const PIECES_OF_A_CURVE = [1, 2, 3, 4, 5, 6].map((piece) => {
  const t = piece / 6
  const s = 1 - t
  return [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t] as const
})

/** Most points of one glyph. The largest of real fonts, which are pictures, have some thousands. */
const MAX_POINTS = 40_000

/** Offsets from the start of a cubic curve to its first control point, from there to the second, and from there to the end. */
type CurveSteps = readonly [dx1: number, dy1: number, dx2: number, dy2: number, dx3: number, dy3: number]

/** Draws one glyph in the units of its font. Too many points throw RangeError, as any other damage does. */
export class OutlinePen {
  readonly #budget: ContentBudget
  readonly #contours: number[][] = []
  #current: number[] | undefined
  #points = 0
  x = 0
  y = 0

  constructor(budget: ContentBudget) {
    this.#budget = budget
  }

  /** Begins a contour at an offset from the current point. */
  moveBy(dx: number, dy: number): void {
    this.#current = undefined
    this.x += dx
    this.y += dy
  }

  lineBy(dx: number, dy: number): void {
    const points = this.#begin()
    this.x += dx
    this.y += dy
    this.#add(points, this.x, this.y)
  }

  /** Adds a cubic curve; each pair is an offset from the point before. */
  curveBy(...[dx1, dy1, dx2, dy2, dx3, dy3]: CurveSteps): void {
    const points = this.#begin()
    const x0 = this.x
    const y0 = this.y
    const x1 = x0 + dx1
    const y1 = y0 + dy1
    const x2 = x1 + dx2
    const y2 = y1 + dy2
    this.x = x2 + dx3
    this.y = y2 + dy3
    for (const [a, b, c, d] of PIECES_OF_A_CURVE)
      this.#add(points, a * x0 + b * x1 + c * x2 + d * this.x, a * y0 + b * y1 + c * y2 + d * this.y)
  }

  /** Adds a quadratic curve of TrueType that ends at (x, y). */
  bendTo(cx: number, cy: number, x: number, y: number): void {
    const [dx1, dy1] = [(2 / 3) * (cx - this.x), (2 / 3) * (cy - this.y)]
    const [ax, ay] = [this.x + dx1, this.y + dy1]
    const [bx, by] = [x + (2 / 3) * (cx - x), y + (2 / 3) * (cy - y)]
    this.curveBy(dx1, dy1, bx - ax, by - ay, x - bx, y - by)
  }

  /** The drawn contours, transformed by a matrix to ems. */
  take(matrix: Matrix): DrawnOutline {
    const contours = this.#contours.map((points) => transform(points, matrix))
    return { contours, box: boxAround(contours) }
  }

  #begin(): number[] {
    if (this.#current === undefined) {
      this.#current = []
      this.#contours.push(this.#current)
      this.#add(this.#current, this.x, this.y)
    }
    return this.#current
  }

  #add(points: number[], x: number, y: number): void {
    this.#points++
    if (this.#points > MAX_POINTS || !Number.isFinite(x + y) || !spend(this.#budget, 'outlines', 1))
      throw new RangeError('an outline is too large')
    points.push(x, y)
  }
}

function transform(points: readonly number[], [a, b, c, d, e, f]: Matrix): number[] {
  const moved: number[] = []
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i] ?? 0
    const y = points[i + 1] ?? 0
    moved.push(a * x + c * y + e, b * x + d * y + f)
  }
  return moved
}

function boxAround(contours: Contours): Box | undefined {
  let left = Infinity
  let bottom = Infinity
  let right = -Infinity
  let top = -Infinity
  for (const points of contours) {
    for (let i = 0; i < points.length; i += 2) {
      const x = points[i] ?? 0
      const y = points[i + 1] ?? 0
      if (x < left) left = x
      if (x > right) right = x
      if (y < bottom) bottom = y
      if (y > top) top = y
    }
  }
  return left <= right ? [left, bottom, right, top] : undefined
}

/** A glyph that paints nothing. */
export const BLANK: DrawnOutline = { contours: [], box: undefined }

/** The outlines of a glyph by number, one for each way in which readers place it; `undefined` when they cannot be read. */
export type OutlinesOf = (glyph: number) => readonly GlyphOutline[] | undefined

type Draw = (glyph: number) => readonly DrawnOutline[]

/** Cost of keeping a glyph in the budget, so that endless blanks cannot use up the memory. */
const KEEPING = 32

/** Most coordinates of contours that are kept. A comma has some 60. */
const MAX_KEPT_NUMBERS = 256
/** Cost of keeping a coordinate. At this price, everything that a file may keep takes 8 MB. */
const KEEPING_A_NUMBER = 4

/** Remembers the outlines of glyphs. A damaged glyph is unknown. */
export function rememberOutlines(draw: Draw, budget: ContentBudget): OutlinesOf {
  const known = new Map<number, readonly GlyphOutline[] | undefined>()
  return (glyph) => {
    if (known.has(glyph)) return known.get(glyph)
    const drawn = spend(budget, 'outlines', KEEPING) ? drawOrUndefined(draw, glyph) : undefined
    const outlines = drawn?.map(({ box }, i) => ({
      box,
      contours: keepIfSmall(() => drawOrUndefined(draw, glyph)?.[i]?.contours, budget),
    }))
    known.set(glyph, outlines)
    return outlines
  }
}

/** Keeps the contours of points and commas, which are needed again and again. Larger ones are drawn each time. */
function keepIfSmall(draw: () => Contours | undefined, budget: ContentBudget): () => Contours | undefined {
  let kept: Contours | undefined
  return () => {
    if (kept !== undefined) return kept
    const contours = draw()
    const numbers = contours?.reduce((sum, { length }) => sum + length, 0) ?? Infinity
    if (numbers <= MAX_KEPT_NUMBERS && spend(budget, 'outlines', numbers * KEEPING_A_NUMBER)) kept = contours
    return contours
  }
}

function drawOrUndefined(draw: Draw, glyph: number): readonly DrawnOutline[] | undefined {
  try {
    return draw(glyph)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Matrix from thousandths of an em, the unit of most fonts with charstrings, to ems. */
const THOUSANDTHS: Matrix = [0.001, 0, 0, 0.001, 0, 0]
/** Difference between entries of two matrices that comes from rounding: a thousandth of the usual scale. */
const SAME_ENTRY = 1e-6

/**
 * The outlines under the font's own matrix. Not every reader applies an unusual matrix, so the outline under the usual matrix is
 * added then.
 */
export function byMatrix(pen: OutlinePen, matrix: Matrix | undefined): readonly DrawnOutline[] {
  if (matrix === undefined || matrix.every((entry, i) => Math.abs(entry - (THOUSANDTHS[i] ?? 0)) < SAME_ENTRY))
    return [pen.take(THOUSANDTHS)]
  if (!matrix.every(Number.isFinite)) throw new RangeError('the matrix of a font is damaged')
  return [pen.take(matrix), pen.take(THOUSANDTHS)]
}
