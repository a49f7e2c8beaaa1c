/**
 * Shapes thinner than a pixel. Viewers draw them one pixel wide, or all pixels that they touch (ISO 32000-2, 10.7.5), so that a
 * hatch of shapes next to nothing is an area.
 *
 * @module
 */
import type { Box, Matrix } from '../../pdf/matrix.js'
import { asUprightBox, pathOfBox, type SubPath } from './path.js'

/**
 * No line is thinner than this, in points: viewers draw hairlines one pixel of the screen wide (8.4.3.2), and this is a
 * pixel at 144 dpi.
 */
export const THINNEST_LINE = 0.5

/** A rectangle that is as broad and as high as the thinnest line at least; other shapes stay as they are. */
export function thickened(piece: SubPath): SubPath {
  const box = asUprightBox([piece])
  const thick = box === undefined ? undefined : thickBox(box)
  return thick === box || thick === undefined ? piece : (pathOfBox(thick)[0] ?? piece)
}

/** The same for a box, which stays the same object where it is no thinner. */
export function thickBox(box: Box): Box {
  const [left, bottom, right, top] = box
  const [dx, dy] = [missing(right - left) / 2, missing(top - bottom) / 2]
  return dx === 0 && dy === 0 ? box : [left - dx, bottom - dy, right + dx, top + dy]
}

/** The matrix of a picture that stands upright, so that the picture is no thinner than that. */
export function thickMatrix(matrix: Matrix): Matrix {
  const [a, b, c, d, e, f] = matrix
  if (b !== 0 || c !== 0) return matrix
  const [dx, dy] = [Math.sign(a) * missing(Math.abs(a)), Math.sign(d) * missing(Math.abs(d))]
  return dx === 0 && dy === 0 ? matrix : [a + dx, 0, 0, d + dy, e - dx / 2, f - dy / 2]
}

function missing(extent: number): number {
  return Math.max(0, THINNEST_LINE - extent)
}

/** Numbers of a shape that is looked at for whether it is as thin as a line. */
const MAX_SLIVER_NUMBERS = 24

/** True for a simple shape other than an upright rectangle that is thinner than the thinnest line. */
export function isSliver(piece: SubPath): boolean {
  return piece.points.length <= MAX_SLIVER_NUMBERS && isThin(piece)
}

/** True for a shape other than an upright rectangle that is thinner than the thinnest line. */
export function isThin(piece: SubPath): boolean {
  const { points } = piece
  if (points.length < 4 || asUprightBox([piece]) !== undefined) return false
  let [doubled, around] = [0, 0]
  for (let i = 0; i < points.length; i += 2) {
    const next = (i + 2) % points.length
    const [x0, y0] = [points[i] as number, points[i + 1] as number]
    const [x1, y1] = [points[next] as number, points[next + 1] as number]
    doubled += x0 * y1 - x1 * y0
    around += Math.hypot(x1 - x0, y1 - y0)
  }
  return Math.abs(doubled) < around * THINNEST_LINE
}
