/**
 * The heads of arrows.
 *
 * @module
 */

import type { Arrow, LineStyle, PathCommand } from '../model/drawing-model.js'
import type { ContentStream } from './content-stream.js'

interface Point {
  readonly x: number
  readonly y: number
}

/** The end of a line and its direction there, as a unit vector. */
interface LineEnd {
  readonly at: Point
  readonly direction: Point
}

/** Draws an arrow head on an open path (ECMA-376-1, 20.1.8.38 and 20.1.8.57). */
export function paintArrow(
  stream: ContentStream,
  path: { readonly commands: readonly PathCommand[]; readonly x: number; readonly y: number },
  line: LineStyle,
  arrow: Arrow,
  side: 'start' | 'end',
): void {
  const end = side === 'start' ? startOf(path.commands) : endOf(path.commands)
  if (end === undefined) return
  // Heads of hairlines would be invisible, so Word assumes a line width of at least 2 points here.
  const unit = Math.max(line.width, 40)
  const length = arrow.length * unit
  const half = (arrow.width * unit) / 2
  const { direction } = end
  const tip = { x: path.x + end.at.x, y: path.y + end.at.y }
  const place = (along: number, across: number): Point => ({
    x: tip.x - direction.x * along - direction.y * across,
    y: tip.y - direction.y * along + direction.x * across,
  })
  stream.setFill(line.color)
  switch (arrow.type) {
    case 'triangle':
      fillPolygon(stream, [tip, place(length, half), place(length, -half)])
      break
    case 'stealth':
      fillPolygon(stream, [tip, place(length, half), place(length * 0.6, 0), place(length, -half)])
      break
    case 'diamond':
      fillPolygon(stream, [place(-length / 2, 0), place(0, half), place(length / 2, 0), place(0, -half)])
      break
    case 'oval':
      fillOval(stream, tip, length / 2, half)
      break
    case 'open': {
      const [first, last] = [place(length, half), place(length, -half)]
      stream.setLine({ width: line.width, cap: 'round' })
      stream.operate(
        `${stream.moveTo(first.x, first.y)} ${stream.lineTo(tip.x, tip.y)} ${stream.lineTo(last.x, last.y)} S`,
      )
      break
    }
  }
}

function fillPolygon(stream: ContentStream, [first, ...others]: readonly Point[]): void {
  if (first === undefined) return
  const sides = others.map((point) => stream.lineTo(point.x, point.y))
  stream.operate(`${stream.moveTo(first.x, first.y)} ${sides.join(' ')} h f`)
}

/** Distance of the control points that makes four Bézier curves nearly a circle. */
const CIRCLE = 0.5523

function fillOval(stream: ContentStream, { x, y }: Point, a: number, b: number): void {
  const [k, l] = [a * CIRCLE, b * CIRCLE]
  const commands: PathCommand[] = [
    { op: 'M', x: a, y: 0 },
    { op: 'C', x1: a, y1: l, x2: k, y2: b, x: 0, y: b },
    { op: 'C', x1: -k, y1: b, x2: -a, y2: l, x: -a, y: 0 },
    { op: 'C', x1: -a, y1: -l, x2: -k, y2: -b, x: 0, y: -b },
    { op: 'C', x1: k, y1: -b, x2: a, y2: -l, x: a, y: 0 },
    { op: 'Z' },
  ]
  stream.operate(`${stream.path(commands, x, y)} f`)
}

function startOf(commands: readonly PathCommand[]): LineEnd | undefined {
  const [first, second] = commands
  if (first?.op !== 'M' || second === undefined || second.op === 'Z') return undefined
  const towards =
    second.op === 'C' ? nextTo(first, [{ x: second.x1, y: second.y1 }, { x: second.x2, y: second.y2 }, second]) : second
  return lineEnd(first, towards)
}

function endOf(commands: readonly PathCommand[]): LineEnd | undefined {
  const last = commands.at(-1)
  const before = commands.at(-2)
  if (last === undefined || before === undefined || last.op === 'Z' || last.op === 'M' || before.op === 'Z')
    return undefined
  const from = last.op === 'C' ? nextTo(last, [{ x: last.x2, y: last.y2 }, { x: last.x1, y: last.y1 }, before]) : before
  return lineEnd(last, from)
}

/** The first of `points` at another position than `end`. */
function nextTo(end: Point, points: readonly Point[]): Point {
  return points.find((point) => Math.abs(point.x - end.x) + Math.abs(point.y - end.y) > 0.5) ?? end
}

function lineEnd(at: Point, from: Point): LineEnd | undefined {
  const [dx, dy] = [at.x - from.x, at.y - from.y]
  const length = Math.hypot(dx, dy)
  return length > 0 ? { at: { x: at.x, y: at.y }, direction: { x: dx / length, y: dy / length } } : undefined
}
