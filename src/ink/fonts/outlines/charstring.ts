/**
 * Common parts of Type 1 and Type 2 charstrings: numbers, a limit on operations, and the operators that draw lines and curves
 * from the numbers on the stack, from its bottom (Adobe Technical Note 5177, 4.1).
 *
 * @module
 */
import { type ContentBudget, spend } from '../../content/content-budget.js'
import type { OutlinePen } from './glyph-outline.js'

/** Most numbers and operators of one glyph. The largest glyphs of real fonts, which are pictures, have some ten thousand. */
const MAX_OPERATIONS = 100_000
/** Deepest nesting of subroutines. The standard permits ten levels. */
const MAX_SUBROUTINE_DEPTH = 12

/** Counts the operations of one glyph, including the glyphs that it is composed of. */
export class OperationCount {
  readonly #budget: ContentBudget
  #left = MAX_OPERATIONS

  constructor(budget: ContentBudget) {
    this.#budget = budget
  }

  take(steps = 1): void {
    this.#left -= steps
    if (this.#left < 0 || !spend(this.#budget, 'outlines', steps)) throw new RangeError('a glyph does too much')
  }
}

const RETURN = 11
const ESCAPE = 12
const SHORT = 28
const LONG = 255

/** Reads the numbers and subroutines of both types. Operators of two bytes are passed with 12 as their upper byte. */
export abstract class CharstringRun {
  protected stack: number[] = []
  protected readonly count: OperationCount

  constructor(count: OperationCount) {
    this.count = count
  }

  /** Most numbers on the stack. */
  protected abstract readonly maxStack: number
  /** Divisor of numbers of four bytes. */
  protected abstract readonly longUnit: number
  /** True for numbers of two bytes, which only Type 2 has. */
  protected abstract readonly hasShorts: boolean

  /** The subroutine that an operator calls; `undefined` when it calls none. */
  protected abstract subroutine(operator: number): Uint8Array | undefined

  /** Executes an operator and returns how many bytes after it belong to it; `undefined` at the end of the glyph. */
  protected abstract operate(operator: number): number | undefined

  draw(charstring: Uint8Array): void {
    this.#run(charstring, 0)
  }

  /** Runs a charstring; true once the glyph has ended. */
  #run(bytes: Uint8Array, depth: number): boolean {
    if (depth > MAX_SUBROUTINE_DEPTH) throw new RangeError('subroutines are nested too deeply')
    for (let at = 0; at < bytes.length; ) {
      this.count.take()
      const byte = byteAt(bytes, at)
      if (byte >= 32 || (byte === SHORT && this.hasShorts)) {
        if (this.stack.length >= this.maxStack) throw new RangeError('a charstring fills its stack')
        const [value, length] = this.#readNumber(bytes, at, byte)
        this.stack.push(value)
        at += length
        continue
      }
      const operator = byte === ESCAPE ? 0x0c00 + byteAt(bytes, at + 1) : byte
      at += byte === ESCAPE ? 2 : 1
      if (operator === RETURN) return false
      const called = this.subroutine(operator)
      const length = called === undefined ? this.operate(operator) : 0
      if (length === undefined || (called !== undefined && this.#run(called, depth + 1))) return true
      at += length
    }
    return false
  }

  /** Reads a number (Adobe Technical Note 5177, table 1). */
  #readNumber(bytes: Uint8Array, at: number, byte: number): readonly [value: number, length: number] {
    const byteAfter = (i: number) => byteAt(bytes, at + i)
    if (byte === SHORT) return [((byteAfter(1) << 24) >> 16) | byteAfter(2), 3]
    if (byte === LONG) {
      const long = (byteAfter(1) << 24) | (byteAfter(2) << 16) | (byteAfter(3) << 8) | byteAfter(4)
      return [long / this.longUnit, 5]
    }
    if (byte <= 246) return [byte - 139, 1]
    return byte <= 250 ? [(byte - 247) * 256 + byteAfter(1) + 108, 2] : [-(byte - 251) * 256 - byteAfter(1) - 108, 2]
  }

  protected pop(): number {
    return this.take(1)[0] ?? 0
  }

  /** The topmost numbers of the stack, the lowest of them first. */
  protected take(count: number): number[] {
    const { stack } = this
    if (!(count >= 0 && count <= stack.length)) throw new RangeError('a charstring takes more than its stack has')
    return stack.splice(stack.length - count)
  }
}

/** A byte; throws RangeError past the end. */
function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw new RangeError('a charstring ends early')
  return byte
}

type Draw = (pen: OutlinePen, args: readonly number[]) => void

function at(args: readonly number[], i: number): number {
  return args[i] ?? 0
}

const lines: Draw = (pen, args) => {
  for (let i = 0; i + 1 < args.length; i += 2) pen.lineBy(at(args, i), at(args, i + 1))
}

/** Draws hlineto and vlineto: horizontal and vertical lines in turn. */
const alternatingLines =
  (isAcross: boolean): Draw =>
  (pen, args) => {
    for (const [i, by] of args.entries()) {
      if ((i % 2 === 0) === isAcross) pen.lineBy(by, 0)
      else pen.lineBy(0, by)
    }
  }

const curves: Draw = (pen, args) => {
  for (let i = 0; i + 5 < args.length; i += 6) curveAt(pen, args, i)
}

function curveAt(pen: OutlinePen, args: readonly number[], i: number): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args.slice(i, i + 6)
  pen.curveBy(a, b, c, d, e, f)
}

const curvesThenLine: Draw = (pen, args) => {
  curves(pen, args.slice(0, -2))
  lines(pen, args.slice(-2))
}

const linesThenCurve: Draw = (pen, args) => {
  lines(pen, args.slice(0, -6))
  curves(pen, args.slice(-6))
}

/** Draws vvcurveto and hhcurveto: curves with equal start and end directions. An odd first number moves the first sideways. */
const straightCurves =
  (isAcross: boolean): Draw =>
  (pen, args) => {
    let i = args.length % 4 === 0 ? 0 : 1
    let aside = i === 0 ? 0 : at(args, 0)
    for (; i + 3 < args.length; i += 4) {
      const [a, b, c, d] = [at(args, i), at(args, i + 1), at(args, i + 2), at(args, i + 3)]
      if (isAcross) pen.curveBy(a, aside, b, c, d, 0)
      else pen.curveBy(aside, a, b, c, 0, d)
      aside = 0
    }
  }

/** Draws vhcurveto and hvcurveto: curves that begin horizontally and vertically in turn. */
export const alternatingCurves =
  (startsAcross: boolean): Draw =>
  (pen, args) => {
    let isAcross = startsAcross
    for (let i = 0; i + 3 < args.length; i += 4) {
      const last = args.length - i === 5 ? at(args, i + 4) : 0
      const [a, b, c, d] = [at(args, i), at(args, i + 1), at(args, i + 2), at(args, i + 3)]
      if (isAcross) pen.curveBy(a, 0, b, c, last, d)
      else pen.curveBy(0, a, b, c, d, last)
      isAcross = !isAcross
    }
  }

const flex: Draw = (pen, args) => curves(pen, args.slice(0, 12))

const hflex: Draw = (pen, args) => {
  const [dx1 = 0, dx2 = 0, dy2 = 0, dx3 = 0, dx4 = 0, dx5 = 0, dx6 = 0] = args
  pen.curveBy(dx1, 0, dx2, dy2, dx3, 0)
  pen.curveBy(dx4, 0, dx5, -dy2, dx6, 0)
}

const hflex1: Draw = (pen, args) => {
  const [dx1 = 0, dy1 = 0, dx2 = 0, dy2 = 0, dx3 = 0, dx4 = 0, dx5 = 0, dy5 = 0, dx6 = 0] = args
  pen.curveBy(dx1, dy1, dx2, dy2, dx3, 0)
  pen.curveBy(dx4, 0, dx5, dy5, dx6, -(dy1 + dy2 + dy5))
}

/** Draws flex1: in the direction in which the curve is shorter, its last point is level with its first one. */
const flex1: Draw = (pen, args) => {
  const sum = (first: number) => [0, 2, 4, 6, 8].reduce((total, i) => total + at(args, first + i), 0)
  const [dx, dy] = [sum(0), sum(1)]
  const last = at(args, 10)
  const [dx6, dy6] = Math.abs(dx) > Math.abs(dy) ? [last, -dy] : [-dx, last]
  curves(pen, [...args.slice(0, 10), dx6, dy6])
}

/** Draws with the numbers on the stack, when there are as many as it takes. */
interface CurveOperator {
  /** True for a count of numbers that all readers draw alike. Of others, each reader leaves out something else. */
  readonly takes: (count: number) => boolean
  readonly draw: Draw
}

/** Runs of so many numbers, and some more after them; or none at all, which some tools write and nobody draws. */
const runsOf =
  (length: number, ...more: readonly number[]): CurveOperator['takes'] =>
  (count) =>
    count === 0 || more.some((rest) => count >= length + rest && (count - rest) % length === 0)

/** What operators draw. Those of two bytes have 12 as their upper byte. */
export const CURVE_OPERATORS: ReadonlyMap<number, CurveOperator> = new Map<number, CurveOperator>([
  [5, { takes: runsOf(2, 0), draw: lines }],
  [6, { takes: runsOf(1, 0), draw: alternatingLines(true) }],
  [7, { takes: runsOf(1, 0), draw: alternatingLines(false) }],
  [8, { takes: runsOf(6, 0), draw: curves }],
  [24, { takes: runsOf(6, 2), draw: curvesThenLine }],
  [25, { takes: runsOf(2, 6), draw: linesThenCurve }],
  [26, { takes: runsOf(4, 0, 1), draw: straightCurves(false) }],
  [27, { takes: runsOf(4, 0, 1), draw: straightCurves(true) }],
  [30, { takes: runsOf(4, 0, 1), draw: alternatingCurves(false) }],
  [31, { takes: runsOf(4, 0, 1), draw: alternatingCurves(true) }],
  [0x0c22, { takes: (count) => count === 7, draw: hflex }],
  [0x0c23, { takes: (count) => count === 13, draw: flex }],
  [0x0c24, { takes: (count) => count === 9, draw: hflex1 }],
  [0x0c25, { takes: (count) => count === 11, draw: flex1 }],
])
