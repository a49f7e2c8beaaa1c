/**
 * Outlines of glyphs as font programs draw them: closed runs of straight pieces, in ems.
 *
 * @module
 */
import type { Box, Matrix } from '../../../pdf/matrix.js'
import { type ContentBudget, spend } from '../../content/content-budget.js'

/** Closed contours, each x0 y0 x1 y1 ..., their curves made of straight pieces. */
export type Contours = readonly (readonly number[])[]

/** Where one glyph paints. */
export interface GlyphOutline {
  /** The box around it; `undefined` for a blank. */
  readonly box: Box | undefined
  /**
   * Draws it once more: few glyphs are ever asked for more than their box, and contours take much memory. `undefined` where
   * there is too much to draw; absent where only the box is known.
   */
  readonly contours?: () => Contours | undefined
}

/** What a pen drew. */
interface DrawnOutline {
  readonly contours: Contours
  readonly box: Box | undefined
}

/**
 * Where on a curve the straight pieces end that stand for it, as shares of its four points: of a letter these depart from
 * it by less than a hundredth of an em.
 */
const PIECES_OF_A_CURVE = [1, 2, 3, 4, 5, 6].map((piece) => {
  const t = piece / 6
  const s = 1 - t
  return [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t] as const
})

/** Points of one glyph. The largest of real fonts, pictures among them, have some thousands. */
const MAX_POINTS = 40_000

/** From the start of a cubic curve to its first control point, from there to the second, and to the end. */
type CurveSteps = readonly [dx1: number, dy1: number, dx2: number, dy2: number, dx3: number, dy3: number]

/** Draws one glyph, in the units of its font. A glyph with too many points is a RangeError, as whatever else is damaged. */
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

  /** Begins a contour at a place away from the current point. */
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

  /** A cubic curve: each pair from the point before. */
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

  /** A quadratic curve, as TrueType has them, to a place. */
  bendTo(cx: number, cy: number, x: number, y: number): void {
    const [dx1, dy1] = [(2 / 3) * (cx - this.x), (2 / 3) * (cy - this.y)]
    const [ax, ay] = [this.x + dx1, this.y + dy1]
    const [bx, by] = [x + (2 / 3) * (cx - x), y + (2 / 3) * (cy - y)]
    this.curveBy(dx1, dy1, bx - ax, by - ay, x - bx, y - by)
  }

  /** What was drawn, moved by a matrix that leads to ems. */
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

/** Outlines of a glyph by its number: one for each way in which readers place it; `undefined` where it cannot be read. */
export type OutlinesOf = (glyph: number) => readonly GlyphOutline[] | undefined

type Draw = (glyph: number) => readonly DrawnOutline[]

/** What keeping a glyph counts as, so that blanks without end take no memory without end. */
const KEEPING = 32

/** Coordinates of the largest contours that are kept: a comma has some 60. */
const MAX_KEPT_NUMBERS = 256
/** What keeping a coordinate counts as: all that a file may keep takes 8 MB. */
const KEEPING_A_NUMBER = 4

/** Keeps where glyphs paint; damage makes a glyph unknown. */
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

/** Contours of points and commas are asked for again and again. Those of large glyphs are drawn each time. */
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

/** From the units of most fonts of charstrings to ems. */
const THOUSANDTHS: Matrix = [0.001, 0, 0, 0.001, 0, 0]
/** Entries of two matrices that differ by less come from rounding: a thousandth of what is usual. */
const SAME_ENTRY = 1e-6

/**
 * What a pen drew, by the matrix that a font states. Not every reader heeds a matrix that is unusual, so that what it draws
 * may also stand as if it were the usual one.
 */
export function byMatrix(pen: OutlinePen, matrix: Matrix | undefined): readonly DrawnOutline[] {
  if (matrix === undefined || matrix.every((entry, i) => Math.abs(entry - (THOUSANDTHS[i] ?? 0)) < SAME_ENTRY))
    return [pen.take(THOUSANDTHS)]
  if (!matrix.every(Number.isFinite)) throw new RangeError('the matrix of a font is damaged')
  return [pen.take(matrix), pen.take(THOUSANDTHS)]
}
