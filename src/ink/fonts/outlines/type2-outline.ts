/**
 * Outlines of compact fonts: charstrings of Type 2 (Adobe Technical Note 5177).
 *
 * @module
 */
import type { ContentBudget } from '../../content/content-budget.js'
import { byteAt, longAt, MAX_SUBROUTINE_DEPTH, OperationCount, readShortNumber } from './charstring-bytes.js'
import { CURVE_OPERATORS } from './curve-operators.js'
import { OutlinePen } from './glyph-outline.js'
import { STACK_OPERATORS } from './stack-operators.js'

/** Subroutines by number, without their bias; RangeError for one that is not there. */
export interface SubroutineList {
  readonly count: number
  at(index: number): Uint8Array
}

/** What the charstring of a glyph may call. */
export interface CharstringFont {
  readonly budget: ContentBudget
  readonly globals: SubroutineList
  readonly locals: SubroutineList
  /** The charstring of a letter of the standard encoding, for glyphs that are composed of two (annex C). */
  glyphOfCode(code: number): Uint8Array | undefined
}

/** Numbers on the stack: 48 by the standard, 513 in its successor. */
const MAX_STACK = 513
/** What is added to the number of a subroutine, by how many there are (4.7). */
const biasOf = (count: number) => (count < 1240 ? 107 : count < 33_900 ? 1131 : 32_768)

const HSTEM = 1
const VSTEM = 3
const VMOVETO = 4
const CALLSUBR = 10
const RETURN = 11
const ESCAPE = 12
/** A hint of Type 1 that older fonts still have. */
const DOTSECTION = 0x0c00
const ENDCHAR = 14
const HSTEMHM = 18
const HINTMASK = 19
const CNTRMASK = 20
const RMOVETO = 21
const HMOVETO = 22
const VSTEMHM = 23
const SHORT_INT = 28
const CALLGSUBR = 29
const FIXED = 255

/** A real with 16 bits behind the point. */
const FIXED_UNIT = 65_536

/**
 * Draws a charstring, in the units of its font.
 *
 * @throws RangeError for what no font may hold
 */
export function drawType2(charstring: Uint8Array, font: CharstringFont): OutlinePen {
  const pen = new OutlinePen(font.budget)
  new Type2Run(font, pen, new OperationCount(font.budget)).draw(charstring)
  return pen
}

class Type2Run {
  readonly #font: CharstringFont
  readonly #pen: OutlinePen
  readonly #count: OperationCount
  readonly #isPart: boolean
  readonly #stack: number[] = []
  readonly #storage = new Map<number, number>()
  #hints = 0

  constructor(font: CharstringFont, pen: OutlinePen, count: OperationCount, isPart = false) {
    this.#font = font
    this.#pen = pen
    this.#count = count
    this.#isPart = isPart
  }

  draw(charstring: Uint8Array): void {
    this.#run(charstring, 0)
  }

  /** True once the glyph has ended. */
  #run(bytes: Uint8Array, depth: number): boolean {
    if (depth > MAX_SUBROUTINE_DEPTH) throw new RangeError('subroutines are nested too deeply')
    for (let at = 0; at < bytes.length; ) {
      this.#count.take()
      const byte = byteAt(bytes, at)
      if (byte >= 32 || byte === SHORT_INT) {
        at += this.#push(bytes, at, byte)
        continue
      }
      const operator = byte === ESCAPE ? 0x0c00 + byteAt(bytes, at + 1) : byte
      at += byte === ESCAPE ? 2 : 1
      if (operator === RETURN) return false
      if (operator === ENDCHAR) return this.#end()
      if (operator === CALLSUBR || operator === CALLGSUBR) {
        if (this.#run(this.#subroutine(operator), depth + 1)) return true
      } else at += this.#operate(operator)
    }
    return false
  }

  #push(bytes: Uint8Array, at: number, byte: number): number {
    if (this.#stack.length >= MAX_STACK) throw new RangeError('a charstring fills its stack')
    if (byte === SHORT_INT) {
      this.#stack.push(((byteAt(bytes, at + 1) << 24) >> 16) | byteAt(bytes, at + 2))
      return 3
    }
    if (byte === FIXED) {
      this.#stack.push(longAt(bytes, at + 1) / FIXED_UNIT)
      return 5
    }
    const [value, length] = readShortNumber(bytes, at)
    this.#stack.push(value)
    return length
  }

  #subroutine(operator: number): Uint8Array {
    const list = operator === CALLSUBR ? this.#font.locals : this.#font.globals
    const number = this.#stack.pop()
    if (number === undefined) throw new RangeError('a subroutine is called without its number')
    return list.at(number + biasOf(list.count))
  }

  /** Gives how many bytes behind the operator belong to it. */
  #operate(operator: number): number {
    const calculate = STACK_OPERATORS.get(operator)
    if (calculate !== undefined) {
      // One of them rolls the whole stack.
      this.#count.take(this.#stack.length)
      calculate(this.#stack, this.#storage)
      return 0
    }
    const after = this.#hint(operator)
    if (after === undefined) this.#paint(operator)
    this.#stack.length = 0
    return after ?? 0
  }

  /** Hints say nothing but how many there are: so long are the masks behind them. A width may stand in front. */
  #hint(operator: number): number | undefined {
    switch (operator) {
      case DOTSECTION:
        return 0
      case HSTEM:
      case VSTEM:
      case HSTEMHM:
      case VSTEMHM:
        this.#hints += this.#stack.length >> 1
        return 0
      case HINTMASK:
      case CNTRMASK:
        this.#hints += this.#stack.length >> 1
        return (this.#hints + 7) >> 3
      default:
        return undefined
    }
  }

  #paint(operator: number): void {
    const stack = this.#stack
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

  /** Four numbers at the end compose the glyph of two letters (annex C). */
  #end(): true {
    if (this.#stack.length < 4) return true
    if (this.#isPart) throw new RangeError('glyphs are composed of composed ones')
    const [x = 0, y = 0, base = 0, accent = 0] = this.#stack.slice(-4)
    this.#drawPart(base, 0, 0)
    this.#drawPart(accent, x, y)
    return true
  }

  #drawPart(code: number, x: number, y: number): void {
    const charstring = this.#font.glyphOfCode(code)
    if (charstring === undefined) throw new RangeError('a part of a composed glyph is missing')
    this.#pen.moveBy(x - this.#pen.x, y - this.#pen.y)
    new Type2Run(this.#font, this.#pen, this.#count, true).draw(charstring)
  }
}
