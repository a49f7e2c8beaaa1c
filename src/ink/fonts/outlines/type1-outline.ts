/**
 * Outlines of Type 1 fonts: charstrings of Type 1 (Adobe Type 1 Font Format, chapter 6).
 *
 * @module
 */
import type { ContentBudget } from '../../content/content-budget.js'
import { alternatingCurves, CharstringRun, OperationCount } from './charstring.js'
import { OutlinePen } from './glyph-outline.js'

/** What the charstring of a glyph may call, already decrypted. */
export interface Type1Outlines {
  readonly budget: ContentBudget
  subroutine(number: number): Uint8Array | undefined
  /** The charstring of a letter in StandardEncoding (operator seac). */
  glyphOfCode(code: number): Uint8Array | undefined
}

/** Operators that only hint, and the one that closes a contour, which is closed anyway. */
const WITHOUT_INK: ReadonlySet<number> = new Set([1, 3, 9, 0x0c00, 0x0c01, 0x0c02])
const CALLSUBR = 10
const HSBW = 13
const ENDCHAR = 14
const SEAC = 0x0c06
const SBW = 0x0c07
const DIV = 0x0c0c
const CALL_OTHER = 0x0c10
const POP = 0x0c11
/** Difference between the steps of a flex and its stated end that comes from rounding, in units of the font. */
const ROUNDED = 2
const SET_CURRENT_POINT = 0x0c21

/** Numbers of other subroutines (chapter 8): three of a flex, and one that replaces hints. */
const FLEX_END = 0
const FLEX_BEGIN = 1
const FLEX_POINT = 2
const HINTS = 3
/** Points of a flex: the reference point, and three for each of two curves. */
const FLEX_POINTS = 7

/**
 * Draws a charstring in the units of its font.
 *
 * @throws RangeError for a damaged charstring, and for operators of multiple-master fonts
 */
export function drawType1(charstring: Uint8Array, font: Type1Outlines): OutlinePen {
  const pen = new OutlinePen(font.budget)
  new Type1Run(font, pen, new OperationCount(font.budget)).draw(charstring)
  return pen
}

type Act = (run: Type1Run, args: readonly number[]) => void

class Type1Run extends CharstringRun {
  /** Most numbers on the stack. Type 1 permits 24; multiple-master fonts need more. */
  protected readonly maxStack = 96
  protected readonly longUnit = 1
  protected readonly hasShorts = false
  readonly font: Type1Outlines
  readonly pen: OutlinePen
  /** Offset of a part of a composed glyph; `undefined` for a whole glyph. */
  readonly #moved: readonly [number, number] | undefined
  /** Results of other subroutines. */
  readonly #results: number[] = []
  #flex: [number, number][] | undefined
  #bearing = 0

  constructor(font: Type1Outlines, pen: OutlinePen, count: OperationCount, moved?: readonly [number, number]) {
    super(count)
    this.font = font
    this.pen = pen
    this.#moved = moved
  }

  protected subroutine(operator: number): Uint8Array | undefined {
    if (operator !== CALLSUBR) return undefined
    const subroutine = this.font.subroutine(this.pop())
    if (subroutine === undefined) throw new RangeError('a subroutine is missing')
    return subroutine
  }

  protected operate(operator: number): number | undefined {
    if (operator === ENDCHAR) return undefined
    if (operator === DIV) {
      const divisor = this.pop()
      this.stack.push(this.pop() / divisor)
    } else if (operator === POP) this.stack.push(this.#results.pop() ?? 0)
    else if (operator === CALL_OTHER) this.#callOther()
    else {
      const args = this.stack
      this.stack = []
      if (operator === SEAC) this.#compose(args)
      else this.#act(operator, args)
      if (operator === SEAC) return undefined
    }
    return 0
  }

  #act(operator: number, args: readonly number[]): void {
    if (WITHOUT_INK.has(operator)) return
    if (operator === SET_CURRENT_POINT) {
      this.#confirmPoint(args)
      return
    }
    const act = ACTS.get(operator)
    if (act === undefined) throw new RangeError('a charstring has an operator that is not known')
    act(this, args)
  }

  /** Accepts a setcurrentpoint (6.4) only at the end of a flex. For another point, some readers move there and others do not. */
  #confirmPoint(args: readonly number[]): void {
    const [dx, dy] = this.#moved ?? [0, 0]
    const [x = Number.NaN, y = Number.NaN] = args.slice(-2)
    const isThere = Math.abs(x + dx - this.pen.x) <= ROUNDED && Math.abs(y + dy - this.pen.y) <= ROUNDED
    if (!isThere) throw new RangeError('a charstring sets its current point')
  }

  /** Sets the origin of a glyph, which comes first. */
  start(x: number, y: number): void {
    const [dx, dy] = this.#moved ?? [0, 0]
    this.#bearing = x
    this.pen.moveBy(x + dx - this.pen.x, y + dy - this.pen.y)
  }

  /** Moves the pen. Within a flex a move only adds a point and begins no contour. */
  move(dx: number, dy: number): void {
    if (this.#flex === undefined) this.pen.moveBy(dx, dy)
    else this.#flex.push([dx, dy])
  }

  #callOther(): void {
    const number = this.pop()
    const args = this.take(this.pop())
    if (number === FLEX_BEGIN) this.#flex = []
    else if (number === FLEX_END) this.#endFlex(args)
    else if (number === HINTS) this.#results.push(args[0] ?? HINTS)
    else if (number !== FLEX_POINT) throw new RangeError('a charstring computes with several masters')
  }

  /** Draws a flex (8.3). Its first two steps lead, by way of the reference point, to the first control point. */
  #endFlex(args: readonly number[]): void {
    const points = this.#flex
    this.#flex = undefined
    if (points?.length !== FLEX_POINTS) throw new RangeError('a flex has too few points')
    const [reference, first, ...rest] = points as [[number, number], [number, number], ...[number, number][]]
    const steps = [[reference[0] + first[0], reference[1] + first[1]], ...rest].flat()
    for (const at of [0, 6]) {
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = steps.slice(at, at + 6)
      this.pen.curveBy(a, b, c, d, e, f)
    }
    this.#results.push(args[2] ?? 0, args[1] ?? 0)
  }

  #compose([bearing = 0, x = 0, y = 0, base = 0, accent = 0]: readonly number[]): void {
    if (this.#moved !== undefined) throw new RangeError('glyphs are composed of composed ones')
    this.#drawPart(base, 0, 0)
    this.#drawPart(accent, x + this.#bearing - bearing, y)
  }

  #drawPart(code: number, x: number, y: number): void {
    const charstring = this.font.glyphOfCode(code)
    if (charstring === undefined) throw new RangeError('a part of a composed glyph is missing')
    new Type1Run(this.font, this.pen, this.count, [x, y]).draw(charstring)
  }
}

const ACTS: ReadonlyMap<number, Act> = new Map<number, Act>([
  [HSBW, (run, [x = 0]) => run.start(x, 0)],
  [SBW, (run, [x = 0, y = 0]) => run.start(x, y)],
  [4, (run, args) => run.move(0, args.at(-1) ?? 0)],
  [21, (run, args) => run.move(args.at(-2) ?? 0, args.at(-1) ?? 0)],
  [22, (run, args) => run.move(args.at(-1) ?? 0, 0)],
  [5, (run, [x = 0, y = 0]) => run.pen.lineBy(x, y)],
  [6, (run, [x = 0]) => run.pen.lineBy(x, 0)],
  [7, (run, [y = 0]) => run.pen.lineBy(0, y)],
  [8, (run, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) => run.pen.curveBy(a, b, c, d, e, f)],
  [30, (run, args) => alternatingCurves(false)(run.pen, args)],
  [31, (run, args) => alternatingCurves(true)(run.pen, args)],
])
