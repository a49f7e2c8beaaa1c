import type { Matrix } from './display-list.js'

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]

/** The matrix that does `first`, then `second`. */
export function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first
  const [g, h, i, j, k, l] = second
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

/** Where a matrix takes a point. */
export function transform([a, b, c, d, e, f]: Matrix, x: number, y: number): { x: number; y: number } {
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

/** The smallest upright rectangle around a transformed one. */
export function boundsOf(
  matrix: Matrix,
  x: number,
  y: number,
  width: number,
  height: number,
): { left: number; top: number; right: number; bottom: number } {
  const corners = [
    transform(matrix, x, y),
    transform(matrix, x + width, y),
    transform(matrix, x, y + height),
    transform(matrix, x + width, y + height),
  ]
  return {
    left: Math.min(...corners.map((corner) => corner.x)),
    top: Math.min(...corners.map((corner) => corner.y)),
    right: Math.max(...corners.map((corner) => corner.x)),
    bottom: Math.max(...corners.map((corner) => corner.y)),
  }
}

/** Shifts, then turns clockwise about the centre of a box and mirrors it there (y down). */
export function aboutCentre(
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  degrees: number,
  flipHorizontal = false,
  flipVertical = false,
): Matrix {
  const centreX = box.x + box.width / 2
  const centreY = box.y + box.height / 2
  const quarter = ((degrees % 360) + 360) % 360
  // Right angles come out exact.
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
