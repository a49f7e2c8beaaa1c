/**
 * The area that a stroke paints (ISO 32000-2, 8.4.3 and 8.5.3.2).
 *
 * @module
 */
import { type ContentBudget, spend } from './content-budget.js'
import { invert, type Matrix } from './matrix.js'
import type { SubPath } from './path.js'

/** How a path is stroked. */
export interface StrokeStyle {
  /** In user space. */
  readonly width: number
  /** From user space to page space: it turns the round pen into an ellipse. */
  readonly matrix: Matrix
  /** 0 butt, 1 round, 2 projecting square (8.4.3.3). */
  readonly cap: number
  readonly dashes: readonly number[]
  readonly dashPhase: number
}

/**
 * No line is thinner than this, in points: viewers draw hairlines one pixel of the screen wide (8.4.3.2), and this is a
 * pixel at 144 dpi.
 */
export const THINNEST_LINE = 0.5

/** Lines from this width on get corners, in points; below, the notch between two pieces cannot be seen. */
const JOINED_WIDTH = 1

/** Half of a regular octagon's corners, in units of the pen. */
const OCTAGON = [1, 0.4142, 0.4142, 1, -0.4142, 1, -1, 0.4142, -1, -0.4142, -0.4142, -1, 0.4142, -1, 1, -0.4142]

/** Half the extent of the pen across a direction: the support of an ellipse. */
function halfWidth(style: StrokeStyle, nx: number, ny: number): number {
  const [a, b, c, d] = style.matrix
  const half = (style.width / 2) * Math.hypot(a * nx + b * ny, c * nx + d * ny)
  return Math.max(half, THINNEST_LINE / 2)
}

/** Width of the line in page space, where it is widest, in points. */
export function widestExtent(style: StrokeStyle): number {
  const [a, b, c, d] = style.matrix
  return Math.max(THINNEST_LINE, Math.abs(style.width) * Math.max(Math.hypot(a, b), Math.hypot(c, d)))
}

/**
 * Polygons that together cover a stroke, all of them counter-clockwise: to be filled by the nonzero rule. Joins are
 * round, and round caps are made square, so that the area is a little too large rather than too small.
 */
export function strokeOutline(path: readonly SubPath[], style: StrokeStyle, budget: ContentBudget): SubPath[] {
  const outline: SubPath[] = []
  const dashed = style.dashes.length === 0 ? path : applyDashes(path, style, budget)
  const joined = widestExtent(style) >= JOINED_WIDTH
  for (const { points, closed } of dashed) {
    const ends = closed ? [...points, points[0] as number, points[1] as number] : points
    const last = ends.length - 4
    if (!spend(budget, 'segments', 4 * ends.length)) break
    for (let i = 0; i <= last; i += 2) {
      addPiece(outline, style, ends, i, { start: !closed && i === 0, end: !closed && i === last })
      if (joined && (i > 0 || closed)) addJoin(outline, style, ends[i] as number, ends[i + 1] as number)
    }
    // A subpath without length is a dot when its caps have an area (8.5.3.2).
    if (ends.length === 2 && style.cap !== 0) addJoin(outline, style, ends[0] as number, ends[1] as number)
  }
  return outline
}

function addPiece(
  outline: SubPath[],
  style: StrokeStyle,
  points: readonly number[],
  at: number,
  caps: { readonly start: boolean; readonly end: boolean },
): void {
  const [x0, y0, x1, y1] = points.slice(at, at + 4) as [number, number, number, number]
  const length = Math.hypot(x1 - x0, y1 - y0)
  if (length === 0) {
    if (style.cap !== 0) addJoin(outline, style, x0, y0)
    return
  }
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length]
  const half = halfWidth(style, -uy, ux)
  const reach = style.cap === 0 ? 0 : halfWidth(style, ux, uy)
  const [nx, ny] = [-uy * half, ux * half]
  const [sx, sy] = caps.start ? [x0 - ux * reach, y0 - uy * reach] : [x0, y0]
  const [ex, ey] = caps.end ? [x1 + ux * reach, y1 + uy * reach] : [x1, y1]
  outline.push({ points: [sx - nx, sy - ny, ex - nx, ey - ny, ex + nx, ey + ny, sx + nx, sy + ny], closed: true })
}

/** An octagon about the pen at a corner. */
function addJoin(outline: SubPath[], style: StrokeStyle, x: number, y: number): void {
  const [a, b, c, d] = style.matrix
  const half = style.width / 2
  const mirrored = a * d - b * c < 0
  const points: number[] = []
  for (let i = 0; i < OCTAGON.length; i += 2) {
    const px = (OCTAGON[i] as number) * half
    const py = (OCTAGON[i + 1] as number) * half * (mirrored ? -1 : 1)
    points.push(x + a * px + c * py, y + b * px + d * py)
  }
  outline.push({ points, closed: true })
}

/** 8.4.3.6: the pieces of a path that dashes leave; lengths of dashes count in user space. */
function applyDashes(path: readonly SubPath[], style: StrokeStyle, budget: ContentBudget): readonly SubPath[] {
  const inverse = invert(style.matrix)
  const dashes = style.dashes.length % 2 === 0 ? style.dashes : [...style.dashes, ...style.dashes]
  const period = dashes.reduce((sum, dash) => sum + dash, 0)
  if (inverse === undefined || !(period > 0) || dashes.some((dash) => !(dash >= 0))) return path
  const pieces: SubPath[] = []
  for (const { points, closed } of path) {
    const ends = closed ? [...points, points[0] as number, points[1] as number] : points
    const pattern = startOfPattern(dashes, ((style.dashPhase % period) + period) % period)
    for (let i = 0; i + 3 < ends.length; i += 2) {
      const [x0, y0, x1, y1] = ends.slice(i, i + 4) as [number, number, number, number]
      const [dx, dy] = [x1 - x0, y1 - y0]
      const length = Math.hypot(inverse[0] * dx + inverse[2] * dy, inverse[1] * dx + inverse[3] * dy)
      // Too many dashes to follow: the whole line stands for them.
      if (!spend(budget, 'segments', Math.ceil((length / period) * dashes.length) + 1)) return path
      for (const [from, to] of dashesAlong(dashes, pattern, length)) {
        const [s, t] = [from / length, to / length]
        pieces.push({ points: [x0 + s * dx, y0 + s * dy, x0 + t * dx, y0 + t * dy], closed: false })
      }
    }
  }
  return pieces
}

/** Where in the pattern a line stands: the dash, and how much of it is left. */
interface PatternPlace {
  index: number
  left: number
}

function startOfPattern(dashes: readonly number[], phase: number): PatternPlace {
  let rest = phase
  let index = 0
  while (rest >= (dashes[index] as number) && index < dashes.length - 1) rest -= dashes[index++] as number
  return { index, left: Math.max(0, (dashes[index] as number) - rest) }
}

function* dashesAlong(dashes: readonly number[], place: PatternPlace, length: number): Generator<[number, number]> {
  let at = 0
  while (at < length) {
    const to = Math.min(length, at + place.left)
    if (place.index % 2 === 0 && to > at) yield [at, to]
    place.left -= to - at
    at = to
    if (at >= length) return
    place.index = (place.index + 1) % dashes.length
    place.left = dashes[place.index] as number
  }
}
