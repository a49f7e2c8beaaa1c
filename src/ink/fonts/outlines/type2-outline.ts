/**
 * Outlines of compact fonts: charstrings of Type 2 (Adobe Technical Note 5177).
 *
 * @module
 */
import type { ContentBudget } from '../../content/content-budget.js'
import { CharstringRun, CURVE_OPERATORS, OperationCount } from './charstring.js'
import { OutlinePen } from './glyph-outline.js'

/** Subroutines by number, with the bias already removed; a missing one throws RangeError. */
export interface SubroutineList {
  readonly count: number
  at(index: number): Uint8Array
}

/** What the charstring of a glyph may call. */
interface CharstringFont {
  readonly budget: ContentBudget
  readonly globals: SubroutineList
  readonly locals: SubroutineList
  /** The charstring of a letter in StandardEncoding, for glyphs that are composed of two (annex C). */
  glyphOfCode(code: number): Uint8Array | undefined
}

/** Bias that is added to the number of a subroutine, by the count of subroutines (4.7). */
const biasOf = (count: number) => (count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768)

const HSTEM = 1
const VSTEM = 3
const VMOVETO = 4
const CALLSUBR = 10
/** A hint operator of Type 1 that older fonts still contain. */
const DOTSECTION = 0x0c00
/** Operators that store a number, read it, copy one from below, and rotate a part of the stack (4.5 and 4.4). */
const [PUT, GET, INDEX, ROLL] = [0x0c14, 0x0c15, 0x0c1d, 0x0c1e]
const ENDCHAR = 14
const HSTEMHM = 18
const HINTMASK = 19
const CNTRMASK = 20
const RMOVETO = 21
const HMOVETO = 22
const VSTEMHM = 23
const CALLGSUBR = 29

/**
 * Arithmetic (4.4 to 4.6): each function takes its parameters from the stack and leaves its results. Fonts hardly use it, but
 * some readers draw such glyphs. The random number is fixed.
 */
const ARITHMETIC: ReadonlyMap<number, (...values: number[]) => readonly number[]> = new Map([
  [0x0c03, (a, b) => [a !== 0 && b !== 0 ? 1 : 0]],
  [0x0c04, (a, b) => [a !== 0 || b !== 0 ? 1 : 0]],
  [0x0c05, (a) => [a === 0 ? 1 : 0]],
  [0x0c09, (a) => [Math.abs(a)]],
  [0x0c0a, (a, b) => [a + b]],
  [0x0c0b, (a, b) => [a - b]],
  [0x0c0c, (a, b) => [a / b]],
  [0x0c0e, (a) => [-a]],
  [0x0c0f, (a, b) => [a === b ? 1 : 0]],
  [0x0c12, (_dropped) => []],
  [0x0c16, (one, other, low, high) => [low <= high ? one : other]],
  [0x0c17, () => [1]],
  [0x0c18, (a, b) => [a * b]],
  [0x0c1a, (a) => [Math.sqrt(a)]],
  [0x0c1b, (a) => [a, a]],
  [0x0c1c, (a, b) => [b, a]],
] satisfies readonly (readonly [number, (a: number, b: number, c: number, d: number) => number[]])[])

/**
 * Draws a charstring in the units of its font.
 *
 * @throws RangeError for a damaged charstring
 */
export function drawType2(charstring: Uint8Array, font: CharstringFont): OutlinePen {
  const pen = new OutlinePen(font.budget)
  new Type2Run(font, pen, new OperationCount(font.budget)).draw(charstring)
  return pen
}

class Type2Run extends CharstringRun {
  /** Most numbers on the stack: 48 in the standard, 513 in its successor. */
  protected readonly maxStack = 513
  /** Numbers of four bytes have 16 bits after the binary point. */
  protected readonly longUnit = 65_536
  protected readonly hasShorts = true
  readonly #font: CharstringFont
  readonly #pen: OutlinePen
  readonly #isPart: boolean
  readonly #kept = new Map<number, number>()
  #hints = 0

  constructor(font: CharstringFont, pen: OutlinePen, count: OperationCount, isPart = false) {
    super(count)
    this.#font = font
    this.#pen = pen
    this.#isPart = isPart
  }

  protected subroutine(operator: number): Uint8Array | undefined {
    if (operator !== CALLSUBR && operator !== CALLGSUBR) return undefined
    const list = operator === CALLSUBR ? this.#font.locals : this.#font.globals
    return list.at(this.pop() + biasOf(list.count))
  }

  /** Results of an arithmetic operator; `undefined` for other operators. */
  #calculate(operator: number): readonly number[] | undefined {
    if (operator === PUT) {
      const [value = 0, place = 0] = this.take(2)
      this.#kept.set(place, value)
      return []
    }
    if (operator === GET) return [this.#kept.get(this.pop()) ?? 0]
    if (operator === INDEX) {
      const items = this.take(1 + Math.max(0, Math.trunc(this.pop())))
      return [...items, items[0] ?? 0]
    }
    if (operator === ROLL) {
      const [count = 0, by = 0] = this.take(2).map(Math.trunc)
      if (count <= 0) throw new RangeError('a charstring rolls nothing')
      const items = this.take(count)
      const start = ((-by % count) + count) % count
      return [...items.slice(start), ...items.slice(0, start)]
    }
    const calculate = ARITHMETIC.get(operator)
    return calculate?.(...this.take(calculate.length))
  }

  protected operate(operator: number): number | undefined {
    if (operator === ENDCHAR) {
      this.#end()
      return undefined
    }
    const steps = this.stack.length
    const left = this.#calculate(operator)
    if (left !== undefined) {
      // `ROLL` moves up to the whole stack, so it costs as many steps.
      this.count.take(steps)
      for (const value of left) this.stack.push(value)
      return 0
    }
    const after = this.#hint(operator)
    if (after === undefined) this.#paint(operator)
    this.stack.length = 0
    return after ?? 0
  }

  /** Counts hints, which decide the length of the masks that follow them. A width may come first. */
  #hint(operator: number): number | undefined {
    switch (operator) {
      case DOTSECTION:
        return 0
      case HSTEM:
      case VSTEM:
      case HSTEMHM:
      case VSTEMHM:
        this.#hints += this.stack.length >> 1
        return 0
      case HINTMASK:
      case CNTRMASK:
        this.#hints += this.stack.length >> 1
        return (this.#hints + 7) >> 3
      default:
        return undefined
    }
  }

  #paint(operator: number): void {
    const stack = this.stack
    const [before = 0, last = 0] = [stack.at(-2), stack.at(-1)]
    if (operator === RMOVETO) this.#pen.moveBy(before, last)
    else if (operator === HMOVETO) this.#pen.moveBy(last, 0)
    else if (operator === VMOVETO) this.#pen.moveBy(0, last)
    else {
      const draw = CURVE_OPERATORS.get(operator)
      if (draw === undefined) throw new RangeError('a charstring has an operator that is not known')
      draw(this.#pen, stack)
    }
  }

  /** Ends the glyph. Four numbers at the end compose it of two letters (annex C). */
  #end(): void {
    if (this.stack.length < 4) return
    if (this.#isPart) throw new RangeError('glyphs are composed of composed ones')
    const [x = 0, y = 0, base = 0, accent = 0] = this.stack.slice(-4)
    this.#drawPart(base, 0, 0)
    this.#drawPart(accent, x, y)
  }

  #drawPart(code: number, x: number, y: number): void {
    const charstring = this.#font.glyphOfCode(code)
    if (charstring === undefined) throw new RangeError('a part of a composed glyph is missing')
    this.#pen.moveBy(x - this.#pen.x, y - this.#pen.y)
    new Type2Run(this.#font, this.#pen, this.count, true).draw(charstring)
  }
}
