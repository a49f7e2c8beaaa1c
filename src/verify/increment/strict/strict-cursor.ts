/**
 * A cursor that reads only what it is asked for: no comments, no odd white space, nothing skipped implicitly.
 *
 * @module
 */
import { isDigit, startsWithAt } from '../../../pdf/reading.js'
import { GrammarBreach } from '../grammar-breach.js'

export const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Space, tab and the two line ends. NUL and form feed are white space too (7.2.3), but not to every reader. */
export function isBlank(code: number | undefined): boolean {
  return code === 0x20 || code === LINE_FEED || code === CARRIAGE_RETURN || code === 0x09
}

/** Digits of the longest number that readers with 32 bits hold. */
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

  /** Takes a text if it stands here. */
  take(text: string): boolean {
    if (this.pos + text.length > this.end || !startsWithAt(this.bytes, this.pos, text)) return false
    this.pos += text.length
    return true
  }

  /** Takes a text that must stand here. */
  expect(text: string, what: string, clause: string): void {
    if (!this.take(text)) this.fail(what, clause)
  }

  /** Takes one end-of-line marker (7.2.3): CR and LF, or either. */
  takeLineEnd(): boolean {
    return this.take('\r\n') || this.take('\n') || this.take('\r')
  }

  /** Moves over blanks; tells how many. */
  skipBlanks(): number {
    const start = this.pos
    while (isBlank(this.peek())) this.pos++
    return this.pos - start
  }

  /** Takes an unsigned integer without leading zeros, as object numbers, generations and offsets are written. */
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

  /** Ends the production here. */
  fail(what: string, clause: string): never {
    throw new GrammarBreach(what, clause, this.pos)
  }
}
