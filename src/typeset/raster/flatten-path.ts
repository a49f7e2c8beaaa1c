/**
 * Converts paths to line segments. Curves get as many segments as they need to look smooth.
 *
 * @module
 */

import type { PathCommand } from '../model/drawing-model.js'

/** Connected line segments. */
export interface Polyline {
  /** Alternating x and y of the points. */
  readonly points: number[]
  /** Whether a segment connects the last point with the first. */
  isClosed: boolean
}

/** Maximum number of segments of a curve. More make no visible difference. */
const MAX_CURVE_LINES = 200

/**
 * The line segments of a path.
 *
 * @param tolerance largest distance between a curve and its lines, in units of the path
 */
export function flattenPath(commands: readonly PathCommand[], tolerance: number): Polyline[] {
  const lines: Polyline[] = []
  let current: Polyline | undefined
  let [startX, startY, x, y] = [0, 0, 0, 0]
  for (const command of commands) {
    if (command.op === 'Z') {
      if (current !== undefined) current.isClosed = true
      current = undefined
      ;[x, y] = [startX, startY]
      continue
    }
    if (command.op === 'M') {
      ;[startX, startY] = [command.x, command.y]
      current = undefined
    }
    if (current === undefined) {
      // After a closed outline, the next one begins at the same point.
      const from = command.op === 'M' ? command : { x, y }
      current = { points: [from.x, from.y], isClosed: false }
      lines.push(current)
    }
    if (command.op === 'L') current.points.push(command.x, command.y)
    else if (command.op === 'C') addCurve(current.points, x, y, command, tolerance)
    ;[x, y] = [command.x, command.y]
  }
  return lines
}

type Curve = Extract<PathCommand, { op: 'C' }>

/** Adds a cubic curve in equal steps of its parameter. Their number depends on its curvature. */
function addCurve(points: number[], fromX: number, fromY: number, curve: Curve, tolerance: number): void {
  const { x1, y1, x2, y2, x, y } = curve
  const bendX = Math.max(Math.abs(fromX - 2 * x1 + x2), Math.abs(x1 - 2 * x2 + x))
  const bendY = Math.max(Math.abs(fromY - 2 * y1 + y2), Math.abs(y1 - 2 * y2 + y))
  // The second derivative is at most six times the bend, and n chords deviate by an eighth of it divided by n squared.
  const count = Math.ceil(Math.sqrt((0.75 * Math.hypot(bendX, bendY)) / tolerance))
  const steps = Math.min(MAX_CURVE_LINES, Math.max(1, Number.isFinite(count) ? count : 1))
  for (let step = 1; step < steps; step++) {
    const t = step / steps
    const u = 1 - t
    const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
    points.push(a * fromX + b * x1 + c * x2 + d * x, a * fromY + b * y1 + c * y2 + d * y)
  }
  points.push(x, y)
}
