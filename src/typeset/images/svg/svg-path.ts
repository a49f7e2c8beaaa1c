/**
 * Reads paths of SVG.
 *
 * @module
 */

import type { Matrix } from '../../../pdf/matrix.js'
import { transform } from '../../display/matrix.js'
import type { PathCommand } from '../../model/drawing-model.js'

const STEP = /([MmLlHhVvCcSsQqTtAaZz])|([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)/gi
const ARGUMENTS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7 }
/** Maximum number of commands of one path. Paths of maps have some thousands. */
const MAX_COMMANDS = 50_000

/** Builds a path from commands in user space and converts it to another space with a matrix. */
export class SvgPathBuilder {
  readonly commands: PathCommand[] = []
  readonly #matrix: Matrix
  x = 0
  y = 0
  #startX = 0
  #startY = 0

  constructor(matrix: Matrix) {
    this.#matrix = matrix
  }

  move(x: number, y: number): this {
    this.#startX = x
    this.#startY = y
    return this.#add({ op: 'M', ...transform(this.#matrix, x, y) }, x, y)
  }

  line(x: number, y: number): this {
    return this.#add({ op: 'L', ...transform(this.#matrix, x, y) }, x, y)
  }

  cubic(x1: number, y1: number, x2: number, y2: number, x: number, y: number): this {
    const first = transform(this.#matrix, x1, y1)
    const second = transform(this.#matrix, x2, y2)
    const end = transform(this.#matrix, x, y)
    return this.#add({ op: 'C', x1: first.x, y1: first.y, x2: second.x, y2: second.y, ...end }, x, y)
  }

  quadratic(cx: number, cy: number, x: number, y: number): this {
    const [fromX, fromY] = [this.x, this.y]
    const third = (from: number, control: number) => from + ((control - from) * 2) / 3
    return this.cubic(third(fromX, cx), third(fromY, cy), third(x, cx), third(y, cy), x, y)
  }

  close(): this {
    return this.#add({ op: 'Z' }, this.#startX, this.#startY)
  }

  /** Adds an elliptical arc given by its end points (SVG 2, B.2.4). */
  arc(radiusX: number, radiusY: number, degrees: number, large: boolean, sweep: boolean, x: number, y: number): this {
    let [rx, ry] = [Math.abs(radiusX), Math.abs(radiusY)]
    if (rx === 0 || ry === 0 || (x === this.x && y === this.y)) return this.line(x, y)
    const turn = (degrees * Math.PI) / 180
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const [halfX, halfY] = [(this.x - x) / 2, (this.y - y) / 2]
    const px = cos * halfX + sin * halfY
    const py = -sin * halfX + cos * halfY
    const grow = Math.sqrt((px / rx) ** 2 + (py / ry) ** 2)
    if (grow > 1) [rx, ry] = [rx * grow, ry * grow]
    const below = (rx * py) ** 2 + (ry * px) ** 2
    const factor = Math.sqrt(Math.max(0, (rx * ry) ** 2 / below - 1)) * (large === sweep ? -1 : 1)
    const [qx, qy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx]
    const cx = cos * qx - sin * qy + (this.x + x) / 2
    const cy = sin * qx + cos * qy + (this.y + y) / 2
    const from = Math.atan2((py - qy) / ry, (px - qx) / rx)
    let span = Math.atan2((-py - qy) / ry, (-px - qx) / rx) - from
    if (sweep && span < 0) span += 2 * Math.PI
    if (!sweep && span > 0) span -= 2 * Math.PI
    const pieces = Math.max(1, Math.ceil(Math.abs(span) / (Math.PI / 2) - 1e-9))
    const step = span / pieces
    const reach = (4 / 3) * Math.tan(step / 4)
    const at = (u: number, v: number) => [cx + rx * u * cos - ry * v * sin, cy + rx * u * sin + ry * v * cos] as const
    for (let i = 0; i < pieces; i++) {
      const [a, b] = [from + i * step, from + (i + 1) * step]
      this.cubic(
        ...at(Math.cos(a) - reach * Math.sin(a), Math.sin(a) + reach * Math.cos(a)),
        ...at(Math.cos(b) + reach * Math.sin(b), Math.sin(b) - reach * Math.cos(b)),
        ...(i === pieces - 1 ? ([x, y] as const) : at(Math.cos(b), Math.sin(b))),
      )
    }
    return this
  }

  ellipse(cx: number, cy: number, rx: number, ry: number): this {
    this.move(cx + rx, cy).arc(rx, ry, 0, false, true, cx - rx, cy)
    return this.arc(rx, ry, 0, false, true, cx + rx, cy).close()
  }

  /** Adds the segments of a d attribute (SVG 2, 9.3), up to the first error. */
  data(d: string): this {
    const tokens = [...d.matchAll(STEP)].slice(0, MAX_COMMANDS * 7)
    let letter = ''
    let control: readonly [number, number] | undefined
    for (let i = 0; i < tokens.length; ) {
      if (tokens[i]?.[1] !== undefined) letter = tokens[i++]?.[1] ?? ''
      const upper = letter.toUpperCase()
      if (upper === 'Z') {
        this.close()
        control = undefined
        letter = ''
        continue
      }
      const count = ARGUMENTS[upper]
      if (count === undefined) return this
      const flagged = upper === 'A' ? splitFlags(tokens, i) : undefined
      const values = flagged?.values ?? tokens.slice(i, i + count).map((token) => Number(token[2]))
      i += flagged?.used ?? count
      if (values.length < count || values.some((value) => !Number.isFinite(value))) return this
      control = this.#step(upper, letter !== upper, values, control)
      // Further coordinate pairs after a moveto are implicit linetos.
      if (upper === 'M') letter = letter === 'M' ? 'L' : 'l'
    }
    return this
  }

  /** Adds one segment. Returns the control point that a following smooth segment reflects. */
  #step(
    letter: string,
    relative: boolean,
    values: readonly number[],
    control: readonly [number, number] | undefined,
  ): readonly [number, number] | undefined {
    const [fromX, fromY] = [this.x, this.y]
    const [dx, dy] = relative ? [fromX, fromY] : [0, 0]
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0] = values
    const mirrored = [2 * fromX - (control?.[0] ?? fromX), 2 * fromY - (control?.[1] ?? fromY)] as const
    switch (letter) {
      case 'M':
        this.move(a + dx, b + dy)
        return undefined
      case 'L':
        this.line(a + dx, b + dy)
        return undefined
      case 'H':
        this.line(a + dx, fromY)
        return undefined
      case 'V':
        this.line(fromX, a + dy)
        return undefined
      case 'C':
        this.cubic(a + dx, b + dy, c + dx, d + dy, e + dx, f + dy)
        return [c + dx, d + dy]
      case 'S':
        this.cubic(...mirrored, a + dx, b + dy, c + dx, d + dy)
        return [a + dx, b + dy]
      case 'Q':
        this.quadratic(a + dx, b + dy, c + dx, d + dy)
        return [a + dx, b + dy]
      case 'T':
        this.quadratic(...mirrored, a + dx, b + dy)
        return mirrored
      default:
        this.arc(a, b, c, d !== 0, e !== 0, f + dx, g + dy)
        return undefined
    }
  }

  #add(command: PathCommand, x: number, y: number): this {
    this.x = x
    this.y = y
    if (this.commands.length < MAX_COMMANDS) this.commands.push(command)
    return this
  }
}

/** The seven values of an arc. There may be no separator after its flags. */
function splitFlags(tokens: readonly RegExpMatchArray[], from: number): { values: number[]; used: number } {
  const values: number[] = []
  let used = 0
  let rest = ''
  while (values.length < 7) {
    if (rest === '') {
      const token = tokens[from + used]?.[2]
      if (token === undefined) break
      rest = token
      used++
    }
    const isFlag = values.length === 3 || values.length === 4
    const text = isFlag ? rest.slice(0, 1) : rest
    rest = rest.slice(text.length)
    values.push(Number(text))
  }
  return { values, used }
}
