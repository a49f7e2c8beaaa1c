/**
 * A cursor that reads exactly what it is asked for: it skips no comments or unusual white space.
 *
 * @module
 */
import { isDigit, startsWithAt } from '../../../pdf/reading.js'
import { GrammarBreach } from '../grammar-breach.js'

export const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/**
 * True for space, tab, and the two line end characters. NUL and form feed are white space as well (7.2.3), but not for every
 * reader.
 */
export function isBlank(code: number | undefined): boolean {
  return code === 0x20 || code === LINE_FEED || code === CARRIAGE_RETURN || code === 0x09
}

/** Most digits of a number that fits 32 bits. */
const MAX_DIGITS = 10

export class StrictCursor {
  readonly bytes: Uint8Array
  readonly end: number
  pos: number

  constructor(bytes: Uint8Array, pos: number, end: number = bytes.length) {
    this.bytes = bytes
    this.pos = pos
    this.end = end
  }

  /** The byte under the cursor; `undefined` at the end. */
  peek(ahead = 0): number | undefined {
    return this.pos + ahead < this.end ? this.bytes[this.pos + ahead] : undefined
  }

  /** Consumes a text if it is next. */
  take(text: string): boolean {
    if (this.pos + text.length > this.end || !startsWithAt(this.bytes, this.pos, text)) return false
    this.pos += text.length
    return true
  }

  /** Consumes a text that has to be next. */
  expect(text: string, what: string, clause: string): void {
    if (!this.take(text)) this.fail(what, clause)
  }

  /** Consumes one end-of-line marker (7.2.3): CR and LF, or either. */
  takeLineEnd(): boolean {
    return this.take('\r\n') || this.take('\n') || this.take('\r')
  }

  /** Skips blanks and returns how many. */
  skipBlanks(): number {
    const start = this.pos
    while (isBlank(this.peek())) this.pos++
    return this.pos - start
  }

  /** Consumes an unsigned integer without leading zeros, the form of object numbers, generations and offsets. */
  takeUnsigned(): number | undefined {
    let pos = this.pos
    let value = 0
    while (pos < this.end && isDigit(this.bytes[pos]) && pos - this.pos <= MAX_DIGITS) {
      value = value * 10 + (this.bytes[pos] ?? 0) - 0x30
      pos++
    }
    const digits = pos - this.pos
    if (digits === 0 || digits > MAX_DIGITS || (digits > 1 && this.peek() === 0x30)) return undefined
    this.pos = pos
    return value
  }

  /** Throws a GrammarBreach at this place. */
  fail(what: string, clause: string): never {
    throw new GrammarBreach(what, clause, this.pos)
  }
}
