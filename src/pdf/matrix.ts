/**
 * Affine transformations (ISO 32000-2, 8.3.3), and the points and boxes that they move.
 *
 * @module
 */

/** `[a b c d e f]`: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [number, number, number, number, number, number]

/** Left, bottom, right and top. */
export type Box = readonly [number, number, number, number]

/** Four corners in turn: x0 y0 x1 y1 x2 y2 x3 y3. */
export type Quad = readonly [number, number, number, number, number, number, number, number]

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The transformation by `m` and then by `n`. */
export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[1] * n[2],
    m[0] * n[1] + m[1] * n[3],
    m[2] * n[0] + m[3] * n[2],
    m[2] * n[1] + m[3] * n[3],
    m[4] * n[0] + m[5] * n[2] + n[4],
    m[4] * n[1] + m[5] * n[3] + n[5],
  ]
}

/** The inverse matrix; `undefined` when `m` maps everything onto a line or a point. */
export function invert(m: Matrix): Matrix | undefined {
  const determinant = m[0] * m[3] - m[1] * m[2]
  if (determinant === 0 || !Number.isFinite(1 / determinant)) return undefined
  const [a, b, c, d] = [m[3] / determinant, -m[1] / determinant, -m[2] / determinant, m[0] / determinant]
  return [a, b, c, d, -(m[4] * a + m[5] * c), -(m[4] * b + m[5] * d)]
}

/** True when all entries are finite. */
export function isFiniteMatrix(m: Matrix): boolean {
  return m.every(Number.isFinite)
}

/** Factor by which lengths grow: the square root of the factor for areas. */
export function scaleOf(m: Matrix): number {
  return Math.sqrt(Math.abs(m[0] * m[3] - m[1] * m[2]))
}

/** The corners of a box, transformed. */
export function transformToQuad([left, bottom, right, top]: Box, m: Matrix): Quad {
  return [
    m[0] * left + m[2] * bottom + m[4],
    m[1] * left + m[3] * bottom + m[5],
    m[0] * right + m[2] * bottom + m[4],
    m[1] * right + m[3] * bottom + m[5],
    m[0] * right + m[2] * top + m[4],
    m[1] * right + m[3] * top + m[5],
    m[0] * left + m[2] * top + m[4],
    m[1] * left + m[3] * top + m[5],
  ]
}

/** The upright box around a quad. */
export function boxOfQuad(q: Quad): Box {
  return [
    Math.min(q[0], q[2], q[4], q[6]),
    Math.min(q[1], q[3], q[5], q[7]),
    Math.max(q[0], q[2], q[4], q[6]),
    Math.max(q[1], q[3], q[5], q[7]),
  ]
}

/** The upright box around a box that was transformed. */
export function transformBox(box: Box, m: Matrix): Box {
  return boxOfQuad(transformToQuad(box, m))
}

/** The intersection of two boxes; `undefined` when they do not meet. A shared edge counts as meeting. */
export function intersectBoxes(a: Box, b: Box): Box | undefined {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])]
  return box[0] <= box[2] && box[1] <= box[3] ? box : undefined
}

/** The box around both, where `undefined` stands for no box yet. */
export function uniteBoxes(one: Box | undefined, other: Box): Box {
  if (one === undefined) return other
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ]
}

/** Area of a box; 0 for `undefined`. */
export function areaOf(box: Box | undefined): number {
  return box === undefined ? 0 : Math.max(0, box[2] - box[0]) * Math.max(0, box[3] - box[1])
}

/** A box that is larger by `by` on each side. */
export function widenBox([left, bottom, right, top]: Box, by: number): Box {
  return [left - by, bottom - by, right + by, top + by]
}
