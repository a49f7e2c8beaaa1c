/**
 * Operators of a content stream with their operands (ISO 32000-2, 7.8.2).
 *
 * @module
 */

import type { PdfObject } from '../../pdf/objects.js'
import {
  CHAR_CLASS,
  endsToken,
  isDigit,
  latin1Text,
  ObjectParser,
  PDF_LIMITS,
  REGULAR,
  WHITE_SPACE,
} from '../../pdf/reading.js'
import { CONTENT_LIMITS } from './content-limits.js'

const SLASH = 0x2f
const OPEN_PARENTHESIS = 0x28
const LESS_THAN = 0x3c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const PERCENT = 0x25
const PLUS = 0x2b
const MINUS = 0x2d
const POINT = 0x2e

/** Most operands. No operator takes more: DeviceN colours have at most 32 components (ISO 32000-2, annex C). */
const MAX_OPERANDS = 40

/** Length at which the name of an operator is cut. Operators have at most three characters; longer words are reported. */
const MAX_OPERATOR_LENGTH = 24

/** Deepest nesting of operands: TJ needs one array, DP and BDC carry dictionaries. */
const MAX_ARRAY_NESTING = 8

/** Reads operators one by one. Each call of `next` fills `operands` again. */
export class ContentLexer {
  readonly bytes: Uint8Array
  /** Operands of the operator that `next` returned. */
  operands: PdfObject[] = []
  /** Where the first operand of that operator begins, or the operator itself without operands. */
  offset = 0
  /** What is wrong with the bytes of the operator and its operands. */
  fault: string | undefined
  /** True when the operands of an operator held too many values; everything after it was left out. */
  isCutShort = false
  pos = 0
  readonly #parser: ObjectParser
  readonly #maxOperands: number
  /** Values inside of the operands read so far: items of arrays, and values of dictionaries. */
  #values = 0

  constructor(bytes: Uint8Array, maxOperands: number = MAX_OPERANDS) {
    this.bytes = bytes
    this.#maxOperands = maxOperands
    this.#parser = new ObjectParser(bytes, 0, bytes.length, () => {
      this.fault ??= 'an operand is malformed'
    })
  }

  /** The next operator; `undefined` at the end. Operands without an operator at the end are a fault. */
  next(): string | undefined {
    this.operands = []
    this.#values = 0
    this.fault = undefined
    this.skipBlanks()
    this.offset = this.pos
    for (;;) {
      const code = this.bytes[this.pos]
      if (code === undefined) {
        if (this.operands.length > 0) this.fault ??= 'operands stand at the end without an operator'
        return undefined
      }
      if (CHAR_CLASS[code] === REGULAR && !startsNumber(code)) {
        const word = this.#takeWord()
        if (word !== 'true' && word !== 'false' && word !== 'null') return word
        this.#push(word === 'null' ? null : word === 'true')
      } else {
        const operand = this.#takeOperand(code, 0)
        if (operand !== undefined) this.#push(operand)
      }
      this.skipBlanks()
    }
  }

  /** The operand at the cursor; `undefined` when there is none. Inline images need this before ID. */
  takeValue(): PdfObject | undefined {
    this.#values = 0
    this.skipBlanks()
    const code = this.bytes[this.pos]
    if (code === undefined) return undefined
    if (CHAR_CLASS[code] !== REGULAR || startsNumber(code)) return this.#takeOperand(code, 0)
    const start = this.pos
    const word = this.#takeWord()
    if (word === 'true' || word === 'false') return word === 'true'
    if (word === 'null') return null
    this.pos = start
    return undefined
  }

  skipBlanks(): void {
    const { bytes } = this
    let pos = this.pos
    for (;;) {
      const code = bytes[pos]
      if (code === undefined) break
      if (CHAR_CLASS[code] === WHITE_SPACE) pos++
      else if (code === PERCENT) {
        while (pos < bytes.length && bytes[pos] !== 0x0a && bytes[pos] !== 0x0d) pos++
      } else break
    }
    this.pos = pos
  }

  #push(operand: PdfObject): void {
    if (this.operands.length < this.#maxOperands) this.operands.push(operand)
    else this.fault ??= 'an operator has too many operands'
  }

  #takeWord(): string {
    const start = this.pos
    let pos = start
    while (!endsToken(this.bytes[pos])) pos++
    this.pos = pos
    return latin1Text(this.bytes, start, Math.min(pos, start + MAX_OPERATOR_LENGTH))
  }

  #takeOperand(code: number, depth: number): PdfObject | undefined {
    if (startsNumber(code)) return this.#takeNumber()
    if (code === OPEN_BRACKET) return this.#takeArray(depth)
    if (code === SLASH || code === OPEN_PARENTHESIS || code === LESS_THAN) return this.#parse()
    this.fault ??= 'a bracket stands alone'
    this.pos++
    return undefined
  }

  /** Parses a name, a string or a dictionary. */
  #parse(): PdfObject | undefined {
    const parser = this.#parser
    parser.pos = this.pos
    // Starting the parser's count higher leaves only the part of its limit that operands may use, and one for the operand itself.
    const start = PDF_LIMITS.maxNodesPerObject - CONTENT_LIMITS.maxOperandValues - 1
    parser.nodes = start + this.#values
    try {
      const object = parser.parseObject()
      this.#values = Math.max(this.#values, parser.nodes - start - 1)
      this.pos = Math.max(parser.pos, this.pos + 1)
      return object
    } catch {
      if (parser.nodes > PDF_LIMITS.maxNodesPerObject) return this.#stop()
      this.fault ??= 'an operand is not closed'
      this.pos = this.bytes.length
      return undefined
    }
  }

  /** Skips the rest of the content: its values could take a hundred times its size in memory. */
  #stop(): undefined {
    this.isCutShort = true
    this.fault ??= 'operands hold too many values'
    this.pos = this.bytes.length
    return undefined
  }

  #takeArray(depth: number): PdfObject[] | undefined {
    this.pos++
    const items: PdfObject[] = []
    for (;;) {
      this.skipBlanks()
      const code = this.bytes[this.pos]
      if (code === undefined || depth > MAX_ARRAY_NESTING) {
        this.fault ??= 'an array is not closed'
        return items
      }
      if (code === CLOSE_BRACKET) {
        this.pos++
        return items
      }
      if (CHAR_CLASS[code] === REGULAR && !startsNumber(code)) {
        this.fault ??= 'an operator stands in an array'
        this.#takeWord()
        continue
      }
      if (++this.#values > CONTENT_LIMITS.maxOperandValues) {
        this.#stop()
        return items
      }
      const item = this.#takeOperand(code, depth + 1)
      if (item !== undefined) items.push(item)
    }
  }

  /** A number as a plain value: content is read here, never written. */
  #takeNumber(): number {
    const { bytes } = this
    const start = this.pos
    let pos = start
    const sign = bytes[pos] === MINUS ? -1 : 1
    if (bytes[pos] === MINUS || bytes[pos] === PLUS) pos++
    let value = 0
    let digits = 0
    let scale = 0
    for (let code = bytes[pos]; ; code = bytes[++pos]) {
      if (isDigit(code)) {
        value = value * 10 + ((code as number) - 0x30)
        digits++
        scale *= 10
      } else if (code === POINT && scale === 0) scale = 1
      else break
    }
    this.pos = pos
    if (scale === 0 && value > MAX_INTEGER) this.fault ??= 'an integer is larger than every reader can keep'
    if (digits > 0 && endsToken(bytes[pos]))
      return digits > EXACT_DIGITS ? this.#spelled(start) : finish(sign, value, scale)
    while (!endsToken(bytes[this.pos])) this.pos++
    this.fault ??= 'a number is malformed'
    return this.#spelled(start)
  }

  #spelled(start: number): number {
    const value = Number.parseFloat(latin1Text(this.bytes, start, Math.min(this.pos, start + MAX_NUMBER_LENGTH)))
    return Number.isFinite(value) ? value : 0
  }
}

/** Largest integer (Annex C of ISO 32000-1). PDFium reads a larger one as 0. */
const MAX_INTEGER = 2 ** 31 - 1
/** Most digits that a double holds exactly. */
const EXACT_DIGITS = 15
/** Longest number in characters. The largest double has 309 digits. */
const MAX_NUMBER_LENGTH = 400

function finish(sign: number, value: number, scale: number): number {
  return scale > 1 ? (sign * value) / scale : sign * value
}

function startsNumber(code: number): boolean {
  return isDigit(code) || code === PLUS || code === MINUS || code === POINT
}
