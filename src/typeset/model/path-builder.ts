/**
 * Builds paths, including elliptical arcs, in lengths that the model accepts.
 *
 * @module
 */

import type { PathCommand } from './drawing-model.js'

/** Longest accepted length, in twips (about 17 m). Longer ones are mistakes or attacks. */
const MAX_TWIPS = 1_000_000

/** A length in twips, limited to a sane range and rounded to a hundredth. */
export function roundTwips(twips: number): number {
  if (!Number.isFinite(twips)) return 0
  return Math.round(Math.max(-MAX_TWIPS, Math.min(MAX_TWIPS, twips)) * 100) / 100
}

/** Commands of one path. Further ones are left out. */
export const MAX_PATH_COMMANDS = 50_000

/** Builds a path in twips from coordinates of a geometry, which may have their own scale and origin. */
export class PathBuilder {
  readonly #commands: PathCommand[] = []
  readonly #scaleX: number
  readonly #scaleY: number
  #x = 0
  #y = 0
  #startX = 0
  #startY = 0

  constructor(scaleX = 1, scaleY = 1) {
    this.#scaleX = scaleX
    this.#scaleY = scaleY
  }

  get commands(): readonly PathCommand[] {
    return this.#commands
  }

  /** The current point. */
  get x(): number {
    return this.#x
  }

  get y(): number {
    return this.#y
  }

  move(x: number, y: number): this {
    this.#startX = x
    this.#startY = y
    return this.#add({ op: 'M', x: this.#toX(x), y: this.#toY(y) }, x, y)
  }

  /** Adds lines through points: x1, y1, x2, y2, ... */
  line(...points: readonly number[]): this {
    for (let i = 0; i + 1 < points.length; i += 2) {
      const x = points[i] ?? 0
      const y = points[i + 1] ?? 0
      this.#add({ op: 'L', x: this.#toX(x), y: this.#toY(y) }, x, y)
    }
    return this
  }

  cubic(x1: number, y1: number, x2: number, y2: number, x: number, y: number): this {
    return this.#add(
      {
        op: 'C',
        x1: this.#toX(x1),
        y1: this.#toY(y1),
        x2: this.#toX(x2),
        y2: this.#toY(y2),
        x: this.#toX(x),
        y: this.#toY(y),
      },
      x,
      y,
    )
  }

  /** Adds a quadratic curve, converted to a cubic one. */
  quadratic(cx: number, cy: number, x: number, y: number): this {
    const fromX = this.#x
    const fromY = this.#y
    return this.cubic(
      fromX + ((cx - fromX) * 2) / 3,
      fromY + ((cy - fromY) * 2) / 3,
      x + ((cx - x) * 2) / 3,
      y + ((cy - y) * 2) / 3,
      x,
      y,
    )
  }

  /**
   * Adds an elliptical arc from the current point (a:arcTo, ECMA-376-1, 20.1.9.4). Angles are in degrees, clockwise from the
   * right.
   */
  arc(radiusX: number, radiusY: number, start: number, sweep: number): this {
    const rx = Math.abs(radiusX)
    const ry = Math.abs(radiusY)
    const turn = Math.max(-360, Math.min(360, sweep))
    if (!Number.isFinite(rx + ry + start + turn) || turn === 0) return this
    const from = ellipseAngle(rx, ry, start)
    let to = ellipseAngle(rx, ry, start + turn)
    if (Math.abs(turn) === 360) to = from + Math.sign(turn) * 2 * Math.PI
    else if (turn > 0 && to < from) to += 2 * Math.PI
    else if (turn < 0 && to > from) to -= 2 * Math.PI
    return this.#arcBetween(this.#x - rx * Math.cos(from), this.#y - ry * Math.sin(from), rx, ry, from, to)
  }

  /** An arc about a centre, from one angle of the ellipse's parameter to another, in radians. */
  arcAbout(cx: number, cy: number, radiusX: number, radiusY: number, from: number, to: number): this {
    return this.#arcBetween(cx, cy, Math.abs(radiusX), Math.abs(radiusY), from, to)
  }

  close(): this {
    return this.#add({ op: 'Z' }, this.#startX, this.#startY)
  }

  #arcBetween(cx: number, cy: number, rx: number, ry: number, from: number, to: number): this {
    const pieces = Math.max(1, Math.ceil(Math.abs(to - from) / (Math.PI / 2) - 1e-9))
    const step = (to - from) / pieces
    const reach = (4 / 3) * Math.tan(step / 4)
    for (let i = 0; i < pieces; i++) {
      const a = from + i * step
      const b = a + step
      this.cubic(
        cx + rx * (Math.cos(a) - reach * Math.sin(a)),
        cy + ry * (Math.sin(a) + reach * Math.cos(a)),
        cx + rx * (Math.cos(b) + reach * Math.sin(b)),
        cy + ry * (Math.sin(b) - reach * Math.cos(b)),
        cx + rx * Math.cos(b),
        cy + ry * Math.sin(b),
      )
    }
    return this
  }

  #add(command: PathCommand, x: number, y: number): this {
    this.#x = x
    this.#y = y
    if (this.#commands.length < MAX_PATH_COMMANDS) this.#commands.push(command)
    return this
  }

  #toX(x: number): number {
    return roundTwips(x * this.#scaleX)
  }

  #toY(y: number): number {
    return roundTwips(y * this.#scaleY)
  }
}

/** The parameter of an ellipse for the point at an angle from its centre. */
function ellipseAngle(rx: number, ry: number, degrees: number): number {
  const radians = (degrees * Math.PI) / 180
  return Math.atan2(rx * Math.sin(radians), ry * Math.cos(radians))
}

/** The closed path of a polygon. */
export function closedPath(points: readonly number[]): PathBuilder {
  return new PathBuilder()
    .move(points[0] ?? 0, points[1] ?? 0)
    .line(...points.slice(2))
    .close()
}

/** A full ellipse, clockwise from its left end. */
export function ellipsePath(cx: number, cy: number, rx: number, ry: number, path = new PathBuilder()): PathBuilder {
  return path
    .move(cx - rx, cy)
    .arc(rx, ry, 180, 360)
    .close()
}

/** A full ellipse in the opposite direction: a hole in the shape around it. */
export function ellipseHole(cx: number, cy: number, rx: number, ry: number, path: PathBuilder): PathBuilder {
  return path
    .move(cx - rx, cy)
    .arc(rx, ry, 180, -360)
    .close()
}
