/**
 * Reads and draws VML paths.
 *
 * @module
 */

import { MAX_PATH_COMMANDS, PathBuilder } from '../../../typeset/drawings.js'
import { DRAWING_LIMITS } from '../drawing-limits.js'
import type { GeometryPath } from '../geometry/geometry.js'
import { readNumber } from '../units.js'
import type { VmlSpace } from './vml-formulas.js'

/** A command of one or two letters, or a coordinate: a number, `@3`, `#0`, or nothing before a comma (0). */
const TOKEN = /(?:nf|ns|ae|al|at|ar|wa|wr|qx|qy|qb|ha|hb|hc|hd|he|hf|hg|hh|hi|[mlcxetrv])|[@#]?-?\d+(?:\.\d+)?|,/gi

/** Number of coordinates that one repetition of a command takes. */
const ARITY: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  c: 6,
  t: 2,
  r: 2,
  v: 6,
  ae: 6,
  al: 6,
  at: 8,
  ar: 8,
  wa: 8,
  wr: 8,
  qx: 2,
  qy: 2,
  qb: 2,
}

interface VmlCommand {
  readonly name: string
  readonly values: readonly number[]
}

/**
 * The outlines that a VML path describes (ECMA-376-4, 14.2.1.6), in twips for a shape of that size.
 *
 * @param value resolves `@n` and `#n`
 */
export function readVmlPath(
  path: string,
  space: VmlSpace,
  width: number,
  height: number,
  value: (reference: string) => number,
): GeometryPath[] {
  const scaleX = space.width === 0 ? 1 : width / space.width
  const scaleY = space.height === 0 ? 1 : height / space.height
  const paths: GeometryPath[] = []
  let pen = new VmlPen(new PathBuilder(scaleX, scaleY), space)
  let filled = true
  let stroked = true
  const finish = () => {
    if (pen.builder.commands.length > 0 && paths.length < DRAWING_LIMITS.maxPaths) {
      paths.push({ commands: pen.builder.commands, fill: filled ? 'norm' : 'none', stroke: stroked })
    }
    pen = new VmlPen(new PathBuilder(scaleX, scaleY), space)
    filled = true
    stroked = true
  }
  for (const command of readCommands(path, value)) {
    if (command.name === 'e') finish()
    else if (command.name === 'nf') filled = false
    else if (command.name === 'ns') stroked = false
    else pen.draw(command)
  }
  finish()
  return paths
}

function readCommands(path: string, value: (reference: string) => number): VmlCommand[] {
  const commands: VmlCommand[] = []
  let name = ''
  let values: number[] = []
  let pending = false
  const flush = () => {
    if (name !== '') commands.push({ name, values })
    values = []
  }
  let count = 0
  for (const [token] of path.matchAll(TOKEN)) {
    if (++count > MAX_PATH_COMMANDS) break
    if (token === ',') {
      // Two commas in a row, or one directly after a command, stand for an omitted coordinate of 0.
      if (pending) values.push(0)
      pending = true
    } else if (/^[a-z]/i.test(token)) {
      if (pending && values.length % (ARITY[name] ?? 1) !== 0) values.push(0)
      flush()
      name = token.toLowerCase()
      pending = Object.hasOwn(ARITY, name)
    } else {
      values.push(token.startsWith('@') || token.startsWith('#') ? value(token) : readNumber(token, 0))
      pending = false
    }
  }
  if (pending && values.length % (ARITY[name] ?? 1) !== 0) values.push(0)
  flush()
  return commands
}

/** Draws commands in the coordinates of the shape's space. */
class VmlPen {
  readonly builder: PathBuilder
  readonly #space: VmlSpace
  #open = false

  constructor(builder: PathBuilder, space: VmlSpace) {
    this.builder = builder
    this.#space = space
  }

  draw({ name, values }: VmlCommand): void {
    if (name === 'x') {
      if (this.#open) this.builder.close()
      return
    }
    const arity = Object.hasOwn(ARITY, name) ? (ARITY[name] ?? 0) : 0
    if (arity === 0) return
    // qx and qy alternate from one repetition to the next.
    let quarter = name
    for (let i = 0; i + arity <= values.length; i += arity) {
      this.#step(quarter, values.slice(i, i + arity))
      if (quarter === 'qx') quarter = 'qy'
      else if (quarter === 'qy') quarter = 'qx'
    }
  }

  #step(name: string, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0]: readonly number[]): void {
    const { x: left, y: top } = this.#space
    const { builder } = this
    const { x, y } = builder
    switch (name) {
      case 'm':
        builder.move(a - left, b - top)
        break
      case 'l':
        builder.line(a - left, b - top)
        break
      case 'c':
        builder.cubic(a - left, b - top, c - left, d - top, e - left, f - top)
        break
      case 't':
        builder.move(x + a, y + b)
        break
      case 'r':
        builder.line(x + a, y + b)
        break
      case 'v':
        builder.cubic(x + a, y + b, x + c, y + d, x + e, y + f)
        break
      case 'qx':
      case 'qy':
        this.#quarter(name, a - left, b - top)
        break
      case 'qb':
        builder.line(a - left, b - top)
        break
      case 'ae':
      case 'al':
        this.#angleArc(name === 'al', a - left, b - top, c, d, e / 65_536, f / 65_536)
        break
      default:
        this.#boxArc(name, [a - left, b - top, c - left, d - top], [e - left, f - top], [g - left, h - top])
    }
    this.#open = true
  }

  /** A quarter ellipse that begins along the horizontal (qx) or vertical axis. */
  #quarter(name: 'qx' | 'qy', x: number, y: number): void {
    const { builder } = this
    const k = 0.5522847498
    const dx = x - builder.x
    const dy = y - builder.y
    if (name === 'qx') builder.cubic(builder.x + dx * k, builder.y, x, y - dy * k, x, y)
    else builder.cubic(builder.x, builder.y + dy * k, x - dx * k, y, x, y)
  }

  /** An arc with positive angles anticlockwise, as VML has them. The sweep is a difference. */
  #angleArc(join: boolean, cx: number, cy: number, rx: number, ry: number, start: number, sweep: number): void {
    const from = (-start * Math.PI) / 180
    const to = from - (Math.max(-360, Math.min(360, sweep)) * Math.PI) / 180
    this.#arc(join, cx, cy, rx, ry, from, to)
  }

  /** An arc of the ellipse in a box, between two directions: clockwise for wa and wr. */
  #boxArc(
    name: string,
    [x1, y1, x2, y2]: readonly [number, number, number, number],
    start: readonly [number, number],
    end: readonly [number, number],
  ): void {
    const cx = (x1 + x2) / 2
    const cy = (y1 + y2) / 2
    const rx = Math.abs(x2 - x1) / 2
    const ry = Math.abs(y2 - y1) / 2
    const angle = ([x, y]: readonly [number, number]) => Math.atan2((y - cy) / (ry || 1), (x - cx) / (rx || 1))
    const clockwise = name === 'wa' || name === 'wr'
    const from = angle(start)
    let to = angle(end)
    if (clockwise && to <= from) to += 2 * Math.PI
    if (!clockwise && to >= from) to -= 2 * Math.PI
    this.#arc(name === 'at' || name === 'wa', cx, cy, rx, ry, from, to)
  }

  #arc(join: boolean, cx: number, cy: number, rx: number, ry: number, from: number, to: number): void {
    const x = cx + rx * Math.cos(from)
    const y = cy + ry * Math.sin(from)
    if (join && this.#open) this.builder.line(x, y)
    else this.builder.move(x, y)
    this.builder.arcAbout(cx, cy, rx, ry, from, to)
  }
}
