/**
 * Constructs the figures of Windows metafiles.
 *
 * @module
 */

import type { Point } from '../../display/matrix.js'
import type { PathCommand } from '../../model/drawing-model.js'
import type { Figure } from './metafile-canvas.js'

/** Distance of the control points that makes four Bézier curves nearly a circle. */
const CIRCLE = 0.5523

/** Lines from point to point. */
export function polyline(points: readonly Point[], closed: boolean): Figure {
  const figure = points.map(({ x, y }, index): PathCommand => ({ op: index === 0 ? 'M' : 'L', x, y }))
  if (closed && figure.length > 0) figure.push({ op: 'Z' })
  return figure
}

/** Bézier curves: a start, then two control points and an end for each curve. */
export function polybezier([start, ...rest]: readonly Point[]): Figure {
  if (start === undefined) return []
  const figure: Figure = [{ op: 'M', x: start.x, y: start.y }]
  for (let i = 0; i + 2 < rest.length; i += 3) {
    const [first, second, end] = [rest[i], rest[i + 1], rest[i + 2]]
    if (first === undefined || second === undefined || end === undefined) break
    figure.push({ op: 'C', x1: first.x, y1: first.y, x2: second.x, y2: second.y, x: end.x, y: end.y })
  }
  return figure
}

/** A rectangle with elliptic corners; with the largest ones, an ellipse. */
export function roundedRectangle(
  left: number,
  top: number,
  right: number,
  bottom: number,
  cornerWidth: number,
  cornerHeight: number,
): Figure {
  const a = Math.min(Math.abs(cornerWidth), Math.abs(right - left)) / 2
  const b = Math.min(Math.abs(cornerHeight), Math.abs(bottom - top)) / 2
  const [sx, sy] = [Math.sign(right - left) || 1, Math.sign(bottom - top) || 1]
  const [x, y] = [a * sx, b * sy]
  const [k, l] = [x * (1 - CIRCLE), y * (1 - CIRCLE)]
  return [
    { op: 'M', x: left + x, y: top },
    { op: 'L', x: right - x, y: top },
    { op: 'C', x1: right - k, y1: top, x2: right, y2: top + l, x: right, y: top + y },
    { op: 'L', x: right, y: bottom - y },
    { op: 'C', x1: right, y1: bottom - l, x2: right - k, y2: bottom, x: right - x, y: bottom },
    { op: 'L', x: left + x, y: bottom },
    { op: 'C', x1: left + k, y1: bottom, x2: left, y2: bottom - l, x: left, y: bottom - y },
    { op: 'L', x: left, y: top + y },
    { op: 'C', x1: left, y1: top + l, x2: left + k, y2: top, x: left + x, y: top },
    { op: 'Z' },
  ]
}

export function ellipse(left: number, top: number, right: number, bottom: number): Figure {
  return roundedRectangle(left, top, right, bottom, right - left, bottom - top)
}

/**
 * A part of an ellipse, anticlockwise between the rays from its centre to two points.
 *
 * @param kind `chord` joins the ends, `pie` goes through the centre
 */
export function arc(
  box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
  from: Point,
  to: Point,
  kind: 'arc' | 'chord' | 'pie',
): Figure {
  const centre = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
  const a = Math.abs(box.right - box.left) / 2
  const b = Math.abs(box.bottom - box.top) / 2
  if (!(a > 0 && b > 0)) return []
  const angleOf = (point: Point) => Math.atan2((point.y - centre.y) / b, (point.x - centre.x) / a)
  const start = angleOf(from)
  let sweep = angleOf(to) - start
  // Anticlockwise on the screen is a decreasing angle, since y points down.
  if (sweep >= 0) sweep -= 2 * Math.PI
  const figure = arcCurves(centre, a, b, start, sweep)
  const [first] = figure
  if (kind === 'pie' && first !== undefined && first.op === 'M') {
    return [{ op: 'M', ...centre }, { op: 'L', x: first.x, y: first.y }, ...figure.slice(1), { op: 'Z' }]
  }
  if (kind === 'chord') figure.push({ op: 'Z' })
  return figure
}

/** Curves along an ellipse, each at most a quarter of it. The figure starts with a move. */
function arcCurves(centre: Point, a: number, b: number, start: number, sweep: number): Figure {
  const count = Math.max(1, Math.min(8, Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9)))
  const step = sweep / count
  const handle = (4 / 3) * Math.tan(step / 4)
  const at = (angle: number) => ({ x: centre.x + a * Math.cos(angle), y: centre.y + b * Math.sin(angle) })
  const figure: Figure = [{ op: 'M', ...at(start) }]
  for (let i = 0; i < count; i++) {
    const [from, to] = [start + i * step, start + (i + 1) * step]
    const [p, q] = [at(from), at(to)]
    figure.push({
      op: 'C',
      x1: p.x - handle * a * Math.sin(from),
      y1: p.y + handle * b * Math.cos(from),
      x2: q.x + handle * a * Math.sin(to),
      y2: q.y - handle * b * Math.cos(to),
      ...q,
    })
  }
  return figure
}
