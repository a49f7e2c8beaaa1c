/**
 * Paths in page space (ISO 32000-2, 8.5.2), with curves replaced by straight pieces.
 *
 * @module
 */
import { clamp } from '../../numbers.js'
import type { Box, Matrix, Quad } from '../../pdf/matrix.js'
import { type ContentBudget, giveBackMemory, MEMORY_COSTS, spend } from './content-budget.js'

/** A run of points x0 y0 x1 y1 ..., joined by straight pieces. */
export interface SubPath {
  readonly points: readonly number[]
  readonly closed: boolean
}

/** Largest distance between a curve and its straight pieces, in points. */
const FLATNESS = 0.1
/** Most pieces of one curve. A curve as large as a page is smooth with fewer. */
const MAX_PIECES_OF_A_CURVE = 64

/** Builds a path from points in user space, and keeps it in page space. */
export class PathBuilder {
  readonly #budget: ContentBudget
  #subPaths: { points: number[]; closed: boolean }[] = []
  #current: { points: number[]; closed: boolean } | undefined
  /** The matrix in which the path was begun. */
  #matrix: Matrix | undefined
  #isMixed = false
  /** Memory that the path takes while it is built. */
  #memory = 0

  constructor(budget: ContentBudget) {
    this.#budget = budget
  }

  /** False when a part of the path was built with another matrix. PDF.js paints all of it with the last one. */
  isBuiltIn(matrix: Matrix): boolean {
    return !this.#isMixed && (this.#matrix === undefined || isSameMatrix(this.#matrix, matrix))
  }

  moveTo(m: Matrix, x: number, y: number): void {
    this.#note(m)
    if (!this.#spend(1)) return
    this.#current = { points: [mapX(m, x, y), mapY(m, x, y)], closed: false }
    this.#subPaths.push(this.#current)
  }

  /** False when there is no current point. */
  lineTo(m: Matrix, x: number, y: number): boolean {
    const points = this.#open()
    if (points === undefined) return false
    this.#note(m)
    if (this.#spend(1)) points.push(mapX(m, x, y), mapY(m, x, y))
    return true
  }

  /** Adds a cubic Bézier curve. Without a first control point the current point is used (operator v). */
  curveTo(
    m: Matrix,
    control: readonly [number, number] | undefined,
    rest: readonly [number, number, number, number],
  ): boolean {
    const points = this.#open()
    if (points === undefined) return false
    this.#note(m)
    const [x0, y0] = [points[points.length - 2] ?? 0, points[points.length - 1] ?? 0]
    const [x1, y1] = control === undefined ? [x0, y0] : [mapX(m, ...control), mapY(m, ...control)]
    const [x2, y2] = [mapX(m, rest[0], rest[1]), mapY(m, rest[0], rest[1])]
    const [x3, y3] = [mapX(m, rest[2], rest[3]), mapY(m, rest[2], rest[3])]
    const pieces = piecesOf(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2, x1 - 2 * x2 + x3, y1 - 2 * y2 + y3)
    if (!this.#spend(pieces)) return true
    for (let i = 1; i <= pieces; i++) {
      const t = i / pieces
      const s = 1 - t
      const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
      points.push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
    }
    return true
  }

  rectangle(m: Matrix, x: number, y: number, width: number, height: number): void {
    this.#note(m)
    if (!this.#spend(4)) return
    const [right, top] = [x + width, y + height]
    const lower = [mapX(m, x, y), mapY(m, x, y), mapX(m, right, y), mapY(m, right, y)]
    const upper = [mapX(m, right, top), mapY(m, right, top), mapX(m, x, top), mapY(m, x, top)]
    this.#current = { points: [...lower, ...upper], closed: true }
    this.#subPaths.push(this.#current)
  }

  close(): void {
    if (this.#current !== undefined) this.#current.closed = true
  }

  /**
   * Returns the path and empties the builder. The points are copied, since a list that has grown may take three times its memory.
   */
  take(): SubPath[] {
    const subPaths = this.#subPaths.map(({ points, closed }) => ({ points: points.slice(), closed }))
    this.#subPaths = []
    this.#current = undefined
    this.#matrix = undefined
    this.#isMixed = false
    if (this.#budget.memory >= 0) giveBackMemory(this.#budget, this.#memory)
    this.#memory = 0
    return subPaths
  }

  /** Charges pieces before they are made; false when there are too many, and then they are left out. */
  #spend(pieces: number): boolean {
    const memory = pieces * MEMORY_COSTS.builtPiece
    if (!spend(this.#budget, 'segments', pieces) || !spend(this.#budget, 'memory', memory)) return false
    this.#memory += memory
    return true
  }

  #note(matrix: Matrix): void {
    this.#matrix ??= matrix
    this.#isMixed ||= !isSameMatrix(this.#matrix, matrix)
  }

  /** Points of the current subpath. After a closed subpath, a new one begins at its first point (8.5.2.1). */
  #open(): number[] | undefined {
    if (this.#current?.closed === true) {
      this.#current = { points: this.#current.points.slice(0, 2), closed: false }
      this.#subPaths.push(this.#current)
    }
    return this.#current?.points
  }
}

function isSameMatrix(one: Matrix, other: Matrix): boolean {
  return one === other || one.every((value, i) => value === other[i])
}

/** Number of pieces that keeps a curve flat, from the second differences of its control points. */
function piecesOf(ax: number, ay: number, bx: number, by: number): number {
  const bend = Math.max(Math.hypot(ax, ay), Math.hypot(bx, by))
  const pieces = Math.ceil(Math.sqrt((0.75 * bend) / FLATNESS))
  return Math.min(MAX_PIECES_OF_A_CURVE, Math.max(1, Number.isFinite(pieces) ? pieces : 1))
}

function mapX(m: Matrix, x: number, y: number): number {
  return m[0] * x + m[2] * y + m[4]
}

function mapY(m: Matrix, x: number, y: number): number {
  return m[1] * x + m[3] * y + m[5]
}

/** The box around a path; `undefined` for an empty path and for coordinates that are not finite numbers. */
export function boxOfPath(path: readonly SubPath[]): Box | undefined {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { points } of path) {
    for (let i = 0; i < points.length; i += 2) {
      const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0]
      if (!(Math.abs(x) < FARTHEST && Math.abs(y) < FARTHEST)) return undefined
      if (x < left) left = x
      if (x > right) right = x
      if (y < bottom) bottom = y
      if (y > top) top = y
    }
  }
  return left <= right ? [left, bottom, right, top] : undefined
}

/** Largest coordinate in points; larger ones count as damage. */
const FARTHEST = 1e7

/** The path with its coordinates moved into the bounds. Subpaths with coordinates that are not numbers are left out. */
export function withinBounds(path: readonly SubPath[]): SubPath[] {
  const moved = (value: number) => clamp(value, -NEARLY_FARTHEST, NEARLY_FARTHEST)
  return path
    .filter(({ points }) => !points.some(Number.isNaN))
    .map(({ points, closed }) => ({ points: points.map(moved), closed }))
}

const NEARLY_FARTHEST = FARTHEST - 1

export function pathOfQuad(quad: Quad): SubPath[] {
  return [{ points: quad, closed: true }]
}

export function pathOfBox([left, bottom, right, top]: Box): SubPath[] {
  return [{ points: [left, bottom, right, bottom, right, top, left, top], closed: true }]
}

/**
 * Largest slant of an upright box's edges, as a share of its longer side: the rounding error of a quarter turn by its cosine. On
 * a page of ten thousand pixels it is a tenth of a pixel.
 */
const UPRIGHT_TOLERANCE = 1e-5

/** The box that a path draws; `undefined` unless it is an upright rectangle. */
export function asUprightBox(path: readonly SubPath[]): Box | undefined {
  const [only, second] = path
  if (only === undefined || second !== undefined) return undefined
  const p = only.points
  const isRepeated = p.length === 10 && p[0] === p[8] && p[1] === p[9]
  if (p.length !== 8 && !isRepeated) return undefined
  const [x0, y0, x1, y1, x2, y2, x3, y3] = p as unknown as Quad
  const tolerance = UPRIGHT_TOLERANCE * Math.max(Math.abs(x2 - x0), Math.abs(y2 - y0))
  const isAcross =
    isNear(y0, y1, tolerance) && isNear(x1, x2, tolerance) && isNear(y2, y3, tolerance) && isNear(x3, x0, tolerance)
  const isUpwards =
    isNear(x0, x1, tolerance) && isNear(y1, y2, tolerance) && isNear(x2, x3, tolerance) && isNear(y3, y0, tolerance)
  if (!isAcross && !isUpwards) return undefined
  return [Math.min(x0, x2), Math.min(y0, y2), Math.max(x0, x2), Math.max(y0, y2)]
}

function isNear(a: number, b: number, tolerance: number): boolean {
  return a === b || Math.abs(a - b) <= tolerance
}

/** Width of the thinnest line, in points. Viewers draw hairlines one pixel wide (8.4.3.2), which is this much at 144 dpi. */
export const THINNEST_LINE = 0.5

/** A rectangle widened to the thinnest line in both directions; other shapes stay as they are. */
export function thickened(piece: SubPath): SubPath {
  const box = asUprightBox([piece])
  const thick = box === undefined ? undefined : thickBox(box)
  return thick === box || thick === undefined ? piece : (pathOfBox(thick)[0] ?? piece)
}

/** Makes a thin box as thick as viewers paint it. A box that is thick enough stays the same object. */
export function thickBox(box: Box): Box {
  const [left, bottom, right, top] = box
  const [dx, dy] = [missing(right - left) / 2, missing(top - bottom) / 2]
  return dx === 0 && dy === 0 ? box : [left - dx, bottom - dy, right + dx, top + dy]
}

/** The matrix of an upright picture, widened to the thinnest line. */
export function thickMatrix(matrix: Matrix): Matrix {
  const [a, b, c, d, e, f] = matrix
  if (b !== 0 || c !== 0) return matrix
  const [dx, dy] = [Math.sign(a) * missing(Math.abs(a)), Math.sign(d) * missing(Math.abs(d))]
  return dx === 0 && dy === 0 ? matrix : [a + dx, 0, 0, d + dy, e - dx / 2, f - dy / 2]
}

function missing(extent: number): number {
  return Math.max(0, THINNEST_LINE - extent)
}

/** Most coordinates of a shape that is tested for being as thin as a line. */
const MAX_SLIVER_NUMBERS = 24

/** True for a simple shape that is thinner than the thinnest line and is not an upright rectangle. */
export function isSliver(piece: SubPath): boolean {
  return piece.points.length <= MAX_SLIVER_NUMBERS && isThin(piece)
}

/** True for a shape that is thinner than the thinnest line and is not an upright rectangle. */
export function isThin(piece: SubPath): boolean {
  const { points } = piece
  if (points.length < 4 || asUprightBox([piece]) !== undefined) return false
  let [doubled, around] = [0, 0]
  for (let i = 0; i < points.length; i += 2) {
    const next = (i + 2) % points.length
    const [x0, y0] = [points[i] ?? 0, points[i + 1] ?? 0]
    const [x1, y1] = [points[next] ?? 0, points[next + 1] ?? 0]
    doubled += x0 * y1 - x1 * y0
    around += Math.hypot(x1 - x0, y1 - y0)
  }
  return Math.abs(doubled) < around * THINNEST_LINE
}
