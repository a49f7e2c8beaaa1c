/**
 * Computes the outlines of strokes, which are then filled (SVG 2, 13.5; ISO 32000-2, 8.4.3).
 *
 * @module
 */

import type { LineStyle } from '../model/drawing-model.js'
import type { Polyline } from './flatten-path.js'

/** Line properties, with lengths in units of the points. */
interface Pen {
  readonly width: number
  readonly cap: LineStyle['cap']
  readonly join: LineStyle['join']
  /** Miter limit as a multiple of the width. */
  readonly miterLimit: number
  /** Largest distance between an arc and its line segments. */
  readonly tolerance: number
}

/** Cosine of the angle up to which two segments count as one curve, whose joins are not visible. */
const SMOOTH = 0.97

/** The outlines of a stroked line, all with the same winding, for filling with the nonzero rule. */
export function outlineOfLine({ points, isClosed }: Polyline, pen: Pen): number[][] {
  const corners = withoutRepeats(points, isClosed)
  const count = corners.length / 2
  const half = pen.width / 2
  if (count < 2) return dotOutline(corners, half, pen)
  const stroker = new Stroker(corners, isClosed && count > 2, half, pen)
  return stroker.outlines()
}

function withoutRepeats(points: readonly number[], isClosed: boolean): number[] {
  const kept: number[] = []
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [x, y] = [points[i] ?? 0, points[i + 1] ?? 0]
    if (kept.length === 0 || x !== kept.at(-2) || y !== kept.at(-1)) kept.push(x, y)
  }
  if (isClosed && kept.length > 2 && kept[0] === kept.at(-2) && kept[1] === kept.at(-1)) kept.length -= 2
  return kept
}

/** The outline of a line without length, which consists of its caps only. */
function dotOutline(corners: readonly number[], half: number, pen: Pen): number[][] {
  const [x = 0, y = 0] = corners
  if (corners.length === 0 || pen.cap === 'butt') return []
  const outline: number[] = []
  if (pen.cap === 'square') {
    outline.push(x - half, y - half, x + half, y - half, x + half, y + half, x - half, y + half)
  } else {
    addArc(outline, x, y, half, 0, Math.PI, pen.tolerance)
    addArc(outline, x, y, half, Math.PI, Math.PI, pen.tolerance)
  }
  return [outline]
}

/** Adds the points of an arc around x, y, without the first and with the last one. */
function addArc(
  outline: number[],
  ...[x, y, radius, from, span, tolerance]: [number, number, number, number, number, number]
): void {
  const widest = 2 * Math.acos(Math.max(0.5, 1 - tolerance / Math.max(radius, tolerance)))
  const steps = Math.max(1, Math.ceil(Math.abs(span) / widest))
  for (let step = 1; step <= steps; step++) {
    const angle = from + (span * step) / steps
    outline.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle))
  }
}

/** Follows a line and collects the points on its left and right sides. */
class Stroker {
  readonly #corners: readonly number[]
  readonly #isClosed: boolean
  readonly #half: number
  readonly #pen: Pen
  /** Number of vertices, and the direction of the segment after each. */
  readonly #count: number
  readonly #directions: Float64Array

  constructor(corners: readonly number[], isClosed: boolean, half: number, pen: Pen) {
    this.#corners = corners
    this.#isClosed = isClosed
    this.#half = half
    this.#pen = pen
    this.#count = corners.length / 2
    const lines = isClosed ? this.#count : this.#count - 1
    this.#directions = new Float64Array(2 * lines)
    for (let i = 0; i < lines; i++) {
      const [dx, dy] = [this.#x(i + 1) - this.#x(i), this.#y(i + 1) - this.#y(i)]
      const length = Math.hypot(dx, dy)
      this.#directions[2 * i] = dx / length
      this.#directions[2 * i + 1] = dy / length
    }
  }

  outlines(): number[][] {
    const left: number[] = []
    const right: number[] = []
    if (this.#isClosed) {
      for (let i = 0; i < this.#count; i++) this.#addCorner(left, right, i, i === 0 ? this.#count - 1 : i - 1)
      return [left, reversed(right)]
    }
    const last = this.#count - 2
    this.#addEnd(left, right, 0, 0)
    for (let i = 1; i <= last; i++) this.#addCorner(left, right, i, i - 1)
    this.#addEnd(left, right, last + 1, last)
    this.#addCap(left, last + 1, last, 1)
    const outline = [...left, ...reversed(right)]
    this.#addCap(outline, 0, 0, -1)
    return [outline]
  }

  #x(corner: number): number {
    return this.#corners[2 * (corner % this.#count)] ?? 0
  }

  #y(corner: number): number {
    return this.#corners[2 * (corner % this.#count) + 1] ?? 0
  }

  /** Offset from a segment to its left side. The right side has the opposite offset. */
  #shift(line: number): readonly [number, number] {
    const [dx, dy] = [this.#directions[2 * line] ?? 0, this.#directions[2 * line + 1] ?? 0]
    return [dy * this.#half, -dx * this.#half]
  }

  #addEnd(left: number[], right: number[], corner: number, line: number): void {
    const [sx, sy] = this.#shift(line)
    const [x, y] = [this.#x(corner), this.#y(corner)]
    left.push(x + sx, y + sy)
    right.push(x - sx, y - sy)
  }

  /** Adds the vertex between the segment `before` and the next one. */
  #addCorner(left: number[], right: number[], corner: number, before: number): void {
    const [ax, ay] = this.#shift(before)
    const [bx, by] = this.#shift(corner)
    const square = this.#half * this.#half
    const cosine = (ax * bx + ay * by) / square
    const turn = ax * by - ay * bx
    const [x, y] = [this.#x(corner), this.#y(corner)]
    if (cosine > SMOOTH) {
      const factor = 1 / (1 + cosine)
      const [mx, my] = [(ax + bx) * factor, (ay + by) * factor]
      left.push(x + mx, y + my)
      right.push(x - mx, y - my)
      return
    }
    // A positive cross product is a turn to the right (y points down), which has its outer side on the left.
    const [outer, inner, sign] = turn > 0 ? [left, right, 1] : [right, left, -1]
    outer.push(x + sign * ax, y + sign * ay)
    this.#addJoin(outer, x, y, [sign * ax, sign * ay, sign * bx, sign * by], cosine)
    outer.push(x + sign * bx, y + sign * by)
    inner.push(x - sign * ax, y - sign * ay, x, y, x - sign * bx, y - sign * by)
  }

  #addJoin(
    outer: number[],
    x: number,
    y: number,
    [ax, ay, bx, by]: readonly [number, number, number, number],
    cosine: number,
  ): void {
    const { join, miterLimit, tolerance } = this.#pen
    if (join === 'round') {
      const from = Math.atan2(ay, ax)
      const span = Math.atan2(ax * by - ay * bx, ax * bx + ay * by)
      addArc(outer, x, y, this.#half, from, span, tolerance)
    } else if (join === 'miter' && 2 / (1 + cosine) <= miterLimit * miterLimit) {
      const factor = 1 / (1 + cosine)
      outer.push(x + (ax + bx) * factor, y + (ay + by) * factor)
    }
  }

  /** Adds the cap from the left to the right side at the end of the line, or back at its start. */
  #addCap(outline: number[], corner: number, line: number, sign: 1 | -1): void {
    const { cap, tolerance } = this.#pen
    const [sx, sy] = this.#shift(line)
    const [x, y] = [this.#x(corner), this.#y(corner)]
    if (cap === 'round') addArc(outline, x, y, this.#half, Math.atan2(sign * sy, sign * sx), Math.PI, tolerance)
    else if (cap === 'square') {
      const [dx, dy] = [-sign * sy, sign * sx]
      outline.push(x + sign * sx + dx, y + sign * sy + dy, x - sign * sx + dx, y - sign * sy + dy)
    }
  }
}

/** The points in the opposite order. */
function reversed(points: readonly number[]): number[] {
  const back: number[] = []
  for (let i = points.length - 2; i >= 0; i -= 2) back.push(points[i] ?? 0, points[i + 1] ?? 0)
  return back
}
