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
const ENDCHAR = 14
const HSTEMHM = 18
const HINTMASK = 19
const CNTRMASK = 20
const RMOVETO = 21
const HMOVETO = 22
const VSTEMHM = 23
const CALLGSUBR = 29

const HINTS: ReadonlySet<number> = new Set([HSTEM, VSTEM, HSTEMHM, VSTEMHM, HINTMASK, CNTRMASK])
/** The step of each operator that moves. */
const MOVES: ReadonlyMap<number, (first: number, second: number) => readonly [dx: number, dy: number]> = new Map([
  [RMOVETO, (dx, dy) => [dx, dy]],
  [HMOVETO, (dx) => [dx, 0]],
  [VMOVETO, (dy) => [0, dy]],
])

/**
 * The one operator that computes and that tools write: when they convert fonts of Type 1. Others (4.4 to 4.6) store numbers,
 * choose between them or draw them by lot, and no font of the corpora has one. Readers differ in them, so a glyph that asks
 * for one is unknown.
 */
const DIV = 0x0c0c

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
  /** Most numbers on the stack (annex B). */
  protected readonly maxStack = 48
  /** Numbers of four bytes have 16 bits after the binary point. */
  protected readonly longUnit = 65_536
  protected readonly hasShorts = true
  readonly #font: CharstringFont
  readonly #pen: OutlinePen
  readonly #isPart: boolean
  #hints = 0
  /** True until the first operator that clears the stack. That one may find the width of the glyph below its numbers. */
  #mayHaveWidth = true
  /** True from a move on. */
  #isOpen = false

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

  protected operate(operator: number): number | undefined {
    if (operator === DIV) {
      const divisor = this.pop()
      this.stack.push(this.pop() / divisor)
      return 0
    }
    if (operator === ENDCHAR) {
      this.#end()
      return undefined
    }
    const after = this.#hint(operator)
    if (after === undefined) this.#paint(operator)
    this.stack.length = 0
    return after ?? 0
  }

  /**
   * The numbers of an operator, without the width of the glyph.
   *
   * @throws RangeError when the operator does not take as many: of others, each reader leaves out something else
   */
  #numbers(takes: (count: number) => boolean): readonly number[] {
    const { stack } = this
    const hasWidth = this.#mayHaveWidth && !takes(stack.length)
    this.#mayHaveWidth = false
    const numbers = hasWidth ? stack.slice(1) : stack
    if (!takes(numbers.length)) throw new RangeError('an operator of a charstring has too few numbers or too many')
    return numbers
  }

  /** Counts hints, which decide the length of the masks that follow them. */
  #hint(operator: number): number | undefined {
    if (operator === DOTSECTION) return 0
    if (!HINTS.has(operator)) return undefined
    this.#hints += this.#numbers((count) => count % 2 === 0).length / 2
    return operator === HINTMASK || operator === CNTRMASK ? (this.#hints + 7) >> 3 : 0
  }

  #paint(operator: number): void {
    const moves = MOVES.get(operator)
    if (moves !== undefined) {
      const [x = 0, y = 0] = this.#numbers((count) => count === (operator === RMOVETO ? 2 : 1))
      this.#pen.moveBy(...moves(x, y))
      this.#isOpen = true
      return
    }
    const curve = CURVE_OPERATORS.get(operator)
    if (curve === undefined || !this.#isOpen) throw new RangeError('a charstring has an operator that is not known')
    curve.draw(this.#pen, this.#numbers(curve.takes))
  }

  /** Ends the glyph. Four numbers at the end compose it of two letters (annex C). */
  #end(): void {
    const numbers = this.#numbers((count) => count === 0 || count === 4)
    if (numbers.length === 0) return
    if (this.#isPart) throw new RangeError('glyphs are composed of composed ones')
    const [x = 0, y = 0, base = 0, accent = 0] = numbers
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
