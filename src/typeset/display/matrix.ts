/**
 * Points, bounds and rotations under a matrix.
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import { multiply } from '../../pdf/matrix.js'

/** Right and down, in units of the content. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Transforms a point by a matrix. */
export function transform(matrix: Matrix, x: number, y: number): Point {
  // Indexes are used: destructuring runs an iterator, and this function is called for every run of text.
  return { x: matrix[0] * x + matrix[2] * y + matrix[4], y: matrix[1] * x + matrix[3] * y + matrix[5] }
}

/** The smallest axis-parallel rectangle around a transformed one. */
export function boundsOf(
  matrix: Matrix,
  x: number,
  y: number,
  width: number,
  height: number,
): { left: number; top: number; right: number; bottom: number } {
  const a = transform(matrix, x, y)
  const b = transform(matrix, x + width, y)
  const c = transform(matrix, x, y + height)
  const d = transform(matrix, x + width, y + height)
  return {
    left: Math.min(a.x, b.x, c.x, d.x),
    top: Math.min(a.y, b.y, c.y, d.y),
    right: Math.max(a.x, b.x, c.x, d.x),
    bottom: Math.max(a.y, b.y, c.y, d.y),
  }
}

/** A matrix that shifts, then rotates clockwise about the centre of a box and mirrors it there (y down). */
export function aboutCentre(
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  degrees: number,
  flipHorizontal = false,
  flipVertical = false,
): Matrix {
  const centreX = box.x + box.width / 2
  const centreY = box.y + box.height / 2
  const quarter = ((degrees % 360) + 360) % 360
  // Right angles must be exact.
  const cos =
    quarter === 0
      ? 1
      : quarter === 90 || quarter === 270
        ? 0
        : quarter === 180
          ? -1
          : Math.cos((degrees * Math.PI) / 180)
  const sin =
    quarter === 0 || quarter === 180
      ? 0
      : quarter === 90
        ? 1
        : quarter === 270
          ? -1
          : Math.sin((degrees * Math.PI) / 180)
  const flip: Matrix = [flipHorizontal ? -1 : 1, 0, 0, flipVertical ? -1 : 1, 0, 0]
  const turned = multiply(multiply([1, 0, 0, 1, -centreX, -centreY], flip), [cos, sin, -sin, cos, 0, 0])
  return multiply(turned, [1, 0, 0, 1, centreX, centreY])
}
