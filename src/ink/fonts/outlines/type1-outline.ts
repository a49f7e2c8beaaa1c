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

/** Operators that only hint, with how many numbers each takes. */
const HINT_OPERATORS: ReadonlyMap<number, number> = new Map([
  [1, 2],
  [3, 2],
  [0x0c00, 0],
  [0x0c01, 6],
  [0x0c02, 6],
])
const CLOSE_PATH = 9
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

/** How many numbers an operator takes, and what it does with them. */
type Act = readonly [count: number, act: (run: Type1Run, args: readonly number[]) => void]

class Type1Run extends CharstringRun {
  /** Most numbers on the stack (6.1). */
  protected readonly maxStack = 24
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
  /** True from a move on until the contour is closed. */
  #isOpen = false

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
    if (operator === SET_CURRENT_POINT) {
      this.#confirmPoint(args)
      return
    }
    const hints = HINT_OPERATORS.get(operator)
    const [count, act] = hints === undefined ? (ACTS.get(operator) ?? []) : [hints]
    // With more numbers than an operator takes, some readers use the first ones, some the last ones, and some draw several lines.
    if (count !== args.length) throw new RangeError('a charstring has an operator that is not known')
    act?.(this, args)
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
    this.#isOpen = true
  }

  close(): void {
    this.#isOpen = false
  }

  /** The pen for a line or curve. What is drawn after the end of a contour belongs to it for some readers, and not for others. */
  get drawing(): OutlinePen {
    if (!this.#isOpen || this.#flex !== undefined) throw new RangeError('a charstring draws without a contour')
    return this.pen
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
      this.drawing.curveBy(a, b, c, d, e, f)
    }
    this.#results.push(args[2] ?? 0, args[1] ?? 0)
  }

  #compose(args: readonly number[]): void {
    const [bearing = 0, x = 0, y = 0, base = 0, accent = 0] = args
    if (this.#moved !== undefined || args.length !== 5) throw new RangeError('glyphs are composed of composed ones')
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
  [HSBW, [2, (run, [x = 0]) => run.start(x, 0)]],
  [SBW, [4, (run, [x = 0, y = 0]) => run.start(x, y)]],
  [4, [1, (run, [y = 0]) => run.move(0, y)]],
  [21, [2, (run, [x = 0, y = 0]) => run.move(x, y)]],
  [22, [1, (run, [x = 0]) => run.move(x, 0)]],
  [5, [2, (run, [x = 0, y = 0]) => run.drawing.lineBy(x, y)]],
  [6, [1, (run, [x = 0]) => run.drawing.lineBy(x, 0)]],
  [7, [1, (run, [y = 0]) => run.drawing.lineBy(0, y)]],
  [8, [6, (run, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]) => run.drawing.curveBy(a, b, c, d, e, f)]],
  [CLOSE_PATH, [0, (run) => run.close()]],
  [30, [4, (run, args) => alternatingCurves(false)(run.drawing, args)]],
  [31, [4, (run, args) => alternatingCurves(true)(run.drawing, args)]],
])
