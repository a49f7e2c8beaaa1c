/**
 * Places markers, such as arrow heads, at the vertices of lines (SVG 2, 13.7).
 *
 * @module
 */

import type { Matrix } from '../../../pdf/matrix.js'
import { multiply } from '../../../pdf/matrix.js'
import type { PathCommand } from '../../model/drawing-model.js'
import type { SvgElement } from './svg-markup.js'
import { type PaintContext, referenced } from './svg-paint.js'
import { readSvgLength, type SvgStyle } from './svg-style.js'
import { viewBoxTransform } from './svg-transform.js'

/** A marker, and the matrix from its units to those of the line. */
interface PlacedMarker {
  readonly marker: SvgElement
  readonly matrix: Matrix
}

/** A vertex of a line, with the directions of the line before and after it, in radians. */
interface Corner {
  readonly x: number
  readonly y: number
  readonly before: number | undefined
  readonly after: number | undefined
}

/** Maximum number of markers of one line. */
const MAX_MARKERS = 2000
/** Default size of a marker's viewport, in line widths. */
const DEFAULT_SIZE = 3

/** The markers of a line. */
export function placedMarkers(
  commands: readonly PathCommand[],
  style: SvgStyle,
  context: PaintContext,
): PlacedMarker[] {
  const find = (name: string) => {
    const element = referenced(style.get(`marker-${name}`) ?? style.get('marker'), context)
    return element?.name === 'marker' ? element : undefined
  }
  const [first, middle, last] = [find('start'), find('mid'), find('end')]
  if (first === undefined && middle === undefined && last === undefined) return []
  const width = readSvgLength(style.get('stroke-width'), 1)
  const corners = cornersOf(commands).slice(0, MAX_MARKERS)
  return corners.flatMap((corner, index) => {
    const isFirst = index === 0
    const isLast = index === corners.length - 1
    const placed: PlacedMarker[] = []
    if (isFirst && first !== undefined) placed.push(place(first, corner, width, true))
    if (!isFirst && !isLast && middle !== undefined) placed.push(place(middle, corner, width, false))
    if (isLast && last !== undefined) placed.push(place(last, corner, width, false))
    return placed
  })
}

function place(marker: SvgElement, corner: Corner, lineWidth: number, isStart: boolean): PlacedMarker {
  const { attributes } = marker
  const length = (name: string, fallback: number) => readSvgLength(attributes.get(name), fallback)
  const unit = attributes.get('markerUnits') === 'userSpaceOnUse' ? 1 : lineWidth
  const [width, height] = [length('markerWidth', DEFAULT_SIZE), length('markerHeight', DEFAULT_SIZE)]
  const fit = viewBoxTransform(attributes.get('viewBox'), width, height, attributes.get('preserveAspectRatio'))
  const inner: Matrix = fit ?? [1, 0, 0, 1, 0, 0]
  const [refX, refY] = [length('refX', 0), length('refY', 0)]
  const [atX, atY] = [refX * inner[0] + inner[4], refY * inner[3] + inner[5]]
  const angle = angleOf(attributes.get('orient'), corner, isStart)
  const [cos, sin] = [unit * Math.cos(angle), unit * Math.sin(angle)]
  const toLine: Matrix = [cos, sin, -sin, cos, corner.x, corner.y]
  return { marker, matrix: multiply(multiply(inner, [1, 0, 0, 1, -atX, -atY]), toLine) }
}

function angleOf(orient: string | undefined, { before, after }: Corner, isStart: boolean): number {
  if (orient?.startsWith('auto') !== true) return ((Number.parseFloat(orient ?? '') || 0) * Math.PI) / 180
  const [from, to] = [before ?? after ?? 0, after ?? before ?? 0]
  const middle = Math.atan2(Math.sin(from) + Math.sin(to), Math.cos(from) + Math.cos(to))
  return orient === 'auto-start-reverse' && isStart ? middle + Math.PI : middle
}

function cornersOf(commands: readonly PathCommand[]): Corner[] {
  const corners: Corner[] = []
  let [startX, startY, x, y] = [0, 0, 0, 0]
  const leave = (after: number) => {
    const last = corners.at(-1)
    if (last !== undefined) corners[corners.length - 1] = { ...last, after }
  }
  for (const command of commands) {
    if (command.op === 'M') {
      corners.push({ x: command.x, y: command.y, before: undefined, after: undefined })
      ;[startX, startY] = [command.x, command.y]
    } else {
      const end = command.op === 'Z' ? { x: startX, y: startY } : command
      const [first, second] = command.op === 'C' ? bends(command, x, y) : [end, { x, y }]
      leave(Math.atan2(first.y - y, first.x - x))
      corners.push({ x: end.x, y: end.y, before: Math.atan2(end.y - second.y, end.x - second.x), after: undefined })
    }
    ;[x, y] = command.op === 'Z' ? [startX, startY] : [command.x, command.y]
  }
  return corners
}

type Spot = Pick<Corner, 'x' | 'y'>

/**
 * The point that a curve heads for at its start, and the one that it comes from at its end. Control points that coincide with
 * the ends are skipped.
 */
function bends(curve: Extract<PathCommand, { op: 'C' }>, x: number, y: number): readonly [Spot, Spot] {
  const [start, first, second, end] = [{ x, y }, { x: curve.x1, y: curve.y1 }, { x: curve.x2, y: curve.y2 }, curve]
  const differs = (one: Spot, other: Spot) => one.x !== other.x || one.y !== other.y
  return [
    [first, second].find((spot) => differs(spot, start)) ?? end,
    [second, first].find((spot) => differs(spot, end)) ?? start,
  ]
}
