/**
 * The area that a stroke paints (ISO 32000-2, 8.4.3 and 8.5.3.2).
 *
 * @module
 */

import { IDENTITY, invert, type Matrix } from '../../pdf/matrix.js'
import { type ContentBudget, spend } from './content-budget.js'
import { type SubPath, THINNEST_LINE } from './path.js'

export interface StrokeStyle {
  /** Line width in user space. */
  readonly width: number
  /** Matrix from user space to page space. It turns the round pen into an ellipse. */
  readonly matrix: Matrix
  /** Line cap: 0 butt, 1 round, 2 projecting square (8.4.3.3). */
  readonly cap: number
  /** Longest miter, in line widths (8.4.3.5); 0 for round and bevelled joins. */
  readonly miterLimit: number
  readonly dashes: readonly number[]
  readonly dashPhase: number
}

/** The thinnest line, without caps and pointed corners. */
export const HAIRLINE: StrokeStyle = { width: 0, matrix: IDENTITY, cap: 0, miterLimit: 0, dashes: [], dashPhase: 0 }

/** Smallest width of lines that get joins, in points. In thinner lines the notch between two pieces cannot be seen. */
const JOINED_WIDTH = 1

/** Half the side of the regular octagon around a round pen of radius 1. */
const SIDE = Math.SQRT2 - 1
/** Its corners: x and y of each. */
const OCTAGON = [1, SIDE, SIDE, 1, -SIDE, 1, -1, SIDE, -1, -SIDE, -SIDE, -1, SIDE, -1, 1, -SIDE]

/** Half the extent of the pen across a direction. */
function halfWidth(style: StrokeStyle, nx: number, ny: number): number {
  const [a, b, c, d] = style.matrix
  const half = (style.width / 2) * Math.hypot(a * nx + b * ny, c * nx + d * ny)
  return Math.max(half, THINNEST_LINE / 2)
}

/** Largest width of the line in page space, in points. */
export function widestExtent(style: StrokeStyle): number {
  const [a, b, c, d] = style.matrix
  return Math.max(THINNEST_LINE, Math.abs(style.width) * Math.max(Math.hypot(a, b), Math.hypot(c, d)))
}

/**
 * Polygons that together cover a stroke, all counter-clockwise, to be filled by the nonzero rule. All joins but miters are round,
 * and round caps are made square: the area is rather a little too large than too small.
 */
export function strokeOutline(path: readonly SubPath[], style: StrokeStyle, budget: ContentBudget): SubPath[] {
  const outline: SubPath[] = []
  const dashed = style.dashes.length === 0 ? path : applyDashes(path, style, budget)
  const joined = widestExtent(style) >= JOINED_WIDTH
  for (const [{ points, from, to }, tip] of spikesOf(path, style, budget)) {
    if (!spend(budget, 'segments', 8)) break
    const [x, y] = points
    outline.push(turnedLeft([x, y, ...from, ...tip, ...to]))
  }
  for (const { points, closed } of dashed) {
    const ends = closed ? [...points, points[0] ?? 0, points[1] ?? 0] : points
    const last = ends.length - 4
    if (!spend(budget, 'segments', 4 * ends.length)) break
    for (let i = 0; i <= last; i += 2) {
      addPiece(outline, style, ends, i, { start: !closed && i === 0, end: !closed && i === last })
      if (joined && (i > 0 || closed)) addJoin(outline, style, ends[i] ?? 0, ends[i + 1] ?? 0)
    }
    // A subpath without length is a dot if its caps have an area (8.5.3.2).
    if (ends.length === 2 && style.cap !== 0) addJoin(outline, style, ends[0] ?? 0, ends[1] ?? 0)
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

/** Reach of a corner, in line widths, from which it counts as pointed. A right angle has 1.42. */
const POINTED = 1.5
/** Reach of a corner, in points, up to which it cannot be told from the line. */
const SHORTEST_SPIKE = 3

/** A pointed corner: the point where the lines meet, and their outer edges there. */
interface Corner {
  readonly points: readonly [number, number]
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
}

/**
 * How far the pointed corners of a path reach beyond it, in points; 0 when there are none (8.4.3.5).
 *
 * @param budget Left out for a painted path, whose corners were charged when it was painted.
 */
export function spikeReach(path: readonly SubPath[], style: StrokeStyle, budget?: ContentBudget): number {
  let reach = 0
  for (const [{ points }, [x, y]] of spikesOf(path, style, budget))
    reach = Math.max(reach, Math.hypot(x - points[0], y - points[1]))
  return reach
}

/** The pointed corners of a path, each with its tip. Dashes do not change them. */
function* spikesOf(
  path: readonly SubPath[],
  style: StrokeStyle,
  budget?: ContentBudget,
): Generator<readonly [Corner, readonly [number, number]]> {
  const { miterLimit } = style
  const inverse = invert(style.matrix)
  if (inverse === undefined || (miterLimit * widestExtent(style)) / 2 < SHORTEST_SPIKE) return
  for (const { points, closed } of path) {
    if (budget !== undefined && !spend(budget, 'segments', points.length)) return
    // Viewers differ in whether very short pieces of a line make corners, so both ways are tried.
    const long = withoutRepeats(points)
    for (const line of long.length < points.length ? [points, long] : [points]) {
      const around = closed ? [...line, ...line.slice(0, 4)] : line
      for (let i = 0; i + 5 < around.length; i += 2) {
        const spike = spikeAt(around, i, style, inverse)
        if (spike !== undefined) yield spike
      }
    }
  }
}

/** Distance up to which two points count as one, in points. */
const SAME_POINT = 0.02

/** The points of a subpath without those that nearly repeat the point before, or the first point at the end. */
function withoutRepeats(points: readonly number[]): readonly number[] {
  const isSame = (i: number, j: number) =>
    Math.abs((points[i] ?? 0) - (points[j] ?? 0)) < SAME_POINT &&
    Math.abs((points[i + 1] ?? 0) - (points[j + 1] ?? 0)) < SAME_POINT
  const kept: number[] = []
  let last = -1
  for (let i = 0; i < points.length; i += 2) {
    if (last >= 0 && isSame(i, last)) continue
    if (i > 0 && i + 2 === points.length && isSame(i, 0)) continue
    kept.push(points[i] ?? 0, points[i + 1] ?? 0)
    last = i
  }
  return kept
}

/** The tip of the corner between two pieces of a line; `undefined` when it is blunt, or so sharp that it is cut off. */
function spikeAt(
  line: readonly number[],
  at: number,
  { matrix, width, miterLimit }: StrokeStyle,
  inverse: Matrix,
): readonly [Corner, readonly [number, number]] | undefined {
  const [x, y] = [line[at + 2] ?? 0, line[at + 3] ?? 0]
  const into = directionOf(x - (line[at] ?? 0), y - (line[at + 1] ?? 0), inverse)
  const out = directionOf((line[at + 4] ?? 0) - x, (line[at + 5] ?? 0) - y, inverse)
  if (into === undefined || out === undefined) return undefined
  const [ux, uy, vx, vy] = [...into, ...out] as const
  const widths = 1 / Math.sqrt(Math.max(0, (1 + ux * vx + uy * vy) / 2))
  if (!(widths >= POINTED && widths <= miterLimit)) return undefined
  const [a, b, c, d] = matrix
  const place = (dx: number, dy: number) => [x + a * dx + c * dy, y + b * dx + d * dy] as const
  // The outer side is to the right of a turn to the left.
  const half = (width / 2) * (ux * vy - uy * vx > 0 ? 1 : -1)
  const apart = Math.hypot(ux - vx, uy - vy)
  const far = (Math.abs(half) * widths) / apart
  const tip = place((ux - vx) * far, (uy - vy) * far)
  if (Math.hypot(tip[0] - x, tip[1] - y) < SHORTEST_SPIKE) return undefined
  return [{ points: [x, y], from: place(uy * half, -ux * half), to: place(vy * half, -vx * half) }, tip]
}

/** A direction on the page, transformed to the space of the pen and scaled to length 1. */
function directionOf(dx: number, dy: number, [a, b, c, d]: Matrix): readonly [number, number] | undefined {
  const [x, y] = [a * dx + c * dy, b * dx + d * dy]
  const length = Math.hypot(x, y)
  return length > 0 && Number.isFinite(length) ? [x / length, y / length] : undefined
}

/** The polygon with its corners in counter-clockwise order. */
function turnedLeft(points: readonly number[]): SubPath {
  let doubled = 0
  for (let i = 0; i < points.length; i += 2) {
    const next = (i + 2) % points.length
    doubled += (points[i] ?? 0) * (points[next + 1] ?? 0) - (points[next] ?? 0) * (points[i + 1] ?? 0)
  }
  if (doubled >= 0) return { points, closed: true }
  const turned: number[] = []
  for (let i = points.length - 2; i >= 0; i -= 2) turned.push(points[i] ?? 0, points[i + 1] ?? 0)
  return { points: turned, closed: true }
}

/** Adds an octagon around the pen at a corner. */
function addJoin(outline: SubPath[], style: StrokeStyle, x: number, y: number): void {
  const [a, b, c, d] = style.matrix
  const half = style.width / 2
  const mirrored = a * d - b * c < 0
  const points: number[] = []
  for (let i = 0; i < OCTAGON.length; i += 2) {
    const px = (OCTAGON[i] ?? 0) * half
    const py = (OCTAGON[i + 1] ?? 0) * half * (mirrored ? -1 : 1)
    points.push(x + a * px + c * py, y + b * px + d * py)
  }
  outline.push({ points, closed: true })
}

/** The pieces of a path that its dashes leave (8.4.3.6). Lengths of dashes are in user space. */
function applyDashes(path: readonly SubPath[], style: StrokeStyle, budget: ContentBudget): readonly SubPath[] {
  const inverse = invert(style.matrix)
  const dashes = style.dashes.length % 2 === 0 ? style.dashes : [...style.dashes, ...style.dashes]
  const period = dashes.reduce((sum, dash) => sum + dash, 0)
  if (inverse === undefined || !(period > 0) || dashes.some((dash) => !(dash >= 0))) return path
  const pieces: SubPath[] = []
  const hasDots = style.cap !== 0
  for (const { points, closed } of path) {
    const ends = closed ? [...points, points[0] ?? 0, points[1] ?? 0] : points
    const pattern = startOfPattern(dashes, ((style.dashPhase % period) + period) % period)
    for (let i = 0; i + 3 < ends.length; i += 2) {
      const [x0, y0, x1, y1] = ends.slice(i, i + 4) as [number, number, number, number]
      const [dx, dy] = [x1 - x0, y1 - y0]
      const length = Math.hypot(inverse[0] * dx + inverse[2] * dy, inverse[1] * dx + inverse[3] * dy)
      // There are too many dashes to draw, so the whole line stands for them.
      if (!spend(budget, 'segments', Math.ceil((length / period) * dashes.length) + 1)) return path
      for (const [from, to] of dashesAlong(dashes, pattern, length)) {
        if (from === to && !hasDots) continue
        const [s, t] = [from / length, to / length]
        pieces.push({ points: [x0 + s * dx, y0 + s * dy, x0 + t * dx, y0 + t * dy], closed: false })
      }
    }
  }
  return pieces
}

/** A place in the dash pattern: the dash, and how much of it is left. */
interface PatternPlace {
  index: number
  left: number
}

function startOfPattern(dashes: readonly number[], phase: number): PatternPlace {
  let rest = phase
  let index = 0
  while (rest >= (dashes[index] ?? 0) && index < dashes.length - 1) rest -= dashes[index++] ?? 0
  return { index, left: Math.max(0, (dashes[index] ?? 0) - rest) }
}

/** Start and end of each dash. A dash without length is a dot if the caps have an area (8.5.3.2). */
function* dashesAlong(dashes: readonly number[], place: PatternPlace, length: number): Generator<[number, number]> {
  let at = 0
  while (at < length) {
    const to = Math.min(length, at + place.left)
    if (place.index % 2 === 0) yield [at, to]
    place.left -= to - at
    at = to
    if (at >= length) return
    place.index = (place.index + 1) % dashes.length
    place.left = dashes[place.index] ?? 0
  }
}
