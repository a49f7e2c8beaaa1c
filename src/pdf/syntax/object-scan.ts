/**
 * Scanning an object without creating values.
 *
 * @module
 */
import { CHAR_CLASS, endsToken, isDigit, REGULAR, startsWithAt, WHITE_SPACE } from './syntax.js'

/**
 * The object numbers that an object refers to, in their order. It costs a fraction of parsing.
 *
 * @param start where the object begins, white space before it included
 * @returns `undefined` when the object has to be parsed: a dictionary may have a duplicate key or is unusual in another
 *   way, or the object is long or not written as ISO 32000-2, 7.3 requires.
 *
 * @example
 * ```ts
 * scanReferences(latin1Bytes('<< /Parent 2 0 R /Kids [3 0 R] >>'), 0)?.numbers // [2, 3]
 * ```
 */
export function scanReferences(bytes: Uint8Array, start: number): { numbers: number[]; end: number } | undefined {
  return new ReferenceScan(bytes, start).run()
}

/** Longest object that is scanned, without its hexadecimal strings. Longer ones are parsed, which counts their cost. */
const MAX_SCANNED_BYTES = 16 * 1024
/** Most bytes of all its hexadecimal strings: signatures are long, and are skipped by a native search. */
const MAX_HEX_BYTES = 128 * 1024
/** Deepest nesting that is scanned. The parser has limits of its own. */
const MAX_DEPTH = 32
/** Most keys of a dictionary, since each is compared with all others. */
const MAX_KEYS = 48
/** Most digits of a generation (7.3.10). */
const MAX_GENERATION_DIGITS = 5

class ReferenceScan {
  readonly #bytes: Uint8Array
  #end: number
  /** Bytes of hexadecimal strings that may still follow. */
  #hexBytes = MAX_HEX_BYTES
  #pos: number
  readonly #numbers: number[] = []
  /** For each open container, the index of its first key's hash; -1 for an array. */
  readonly #open: number[] = []
  /** Hashes of the keys of all open dictionaries. */
  readonly #keys: number[] = []
  #isKeyNext = false

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes
    this.#pos = start
    this.#end = Math.min(bytes.length, start + MAX_SCANNED_BYTES)
  }

  run(): { numbers: number[]; end: number } | undefined {
    do {
      this.#skipWhiteSpace()
      if (this.#pos >= this.#end || !this.#takeToken()) return undefined
    } while (this.#open.length > 0)
    return this.#pos < this.#end ? { numbers: this.#numbers, end: this.#pos } : undefined
  }

  #skipWhiteSpace(): void {
    while (CHAR_CLASS[this.#bytes[this.#pos] ?? -1] === WHITE_SPACE) this.#pos++
  }

  /** Reads the token at the cursor; false when the scan has to give up. */
  #takeToken(): boolean {
    const code = this.#bytes[this.#pos] ?? -1
    const isDouble = this.#bytes[this.#pos + 1] === code
    if (code === 0x3e) return isDouble && this.#isKeyNext && this.#close()
    if (this.#isKeyNext) return code === 0x2f && this.#takeKey()
    switch (code) {
      case 0x2f: // /
        return this.#takeName() && this.#endValue()
      case 0x28: // (
        return this.#takeLiteralString() && this.#endValue()
      case 0x3c: // <
        return isDouble ? this.#openDictionary() : this.#takeHexString() && this.#endValue()
      case 0x5b: // [
        return this.#openArray()
      case 0x5d: // ]
        return this.#open.at(-1) === -1 && this.#close()
      default:
        return this.#takeWord(code) && this.#endValue()
    }
  }

  #endValue(): true {
    this.#isKeyNext = (this.#open.at(-1) ?? -1) >= 0
    return true
  }

  #openDictionary(): boolean {
    this.#open.push(this.#keys.length)
    this.#isKeyNext = true
    this.#pos += 2
    return this.#open.length <= MAX_DEPTH
  }

  #openArray(): boolean {
    this.#open.push(-1)
    this.#pos++
    return this.#open.length <= MAX_DEPTH
  }

  #close(): true {
    const keys = this.#open.pop() as number
    if (keys >= 0) this.#keys.length = keys
    this.#pos += keys < 0 ? 1 : 2
    return this.#endValue()
  }

  #takeKey(): boolean {
    const start = this.#pos
    if (!this.#takeName()) return false
    let hash = 0
    for (let i = start; i < this.#pos; i++) hash = (Math.imul(hash, 31) + (this.#bytes[i] ?? 0)) | 0
    const first = this.#open.at(-1) as number
    // The parser decides whether two keys with one hash are equal.
    for (let i = first; i < this.#keys.length; i++) if (this.#keys[i] === hash) return false
    this.#keys.push(hash)
    this.#isKeyNext = false
    return this.#keys.length - first <= MAX_KEYS
  }

  /** Reads a name. Escaped names are left to the parser, since two spellings may be one key (7.3.5). */
  #takeName(): boolean {
    do {
      if (this.#bytes[++this.#pos] === 0x23) return false
    } while (this.#pos < this.#end && CHAR_CLASS[this.#bytes[this.#pos] ?? -1] === REGULAR)
    return true
  }

  #takeLiteralString(): boolean {
    let open = 0
    for (; this.#pos < this.#end; this.#pos++) {
      const code = this.#bytes[this.#pos]
      if (code === 0x5c) this.#pos++
      else if (code === 0x28) open++
      else if (code === 0x29 && --open === 0) {
        this.#pos++
        return true
      }
    }
    return false
  }

  #takeHexString(): boolean {
    const length = this.#bytes.subarray(this.#pos, this.#pos + this.#hexBytes).indexOf(0x3e)
    this.#pos += length + 1
    this.#hexBytes -= length
    this.#end = Math.min(this.#bytes.length, this.#end + length)
    return length >= 0 && this.#pos < this.#end
  }

  /** Reads a number, a reference or a keyword. */
  #takeWord(code: number): boolean {
    if (isDigit(code)) return this.#takeNumberOrReference()
    if (code === 0x2b || code === 0x2d || code === 0x2e) {
      return this.#takeRestOfNumber()
    }
    const keyword = KEYWORDS.find((each) => startsWithAt(this.#bytes, this.#pos, each))
    if (keyword === undefined) return false
    this.#pos += keyword.length
    return endsToken(this.#bytes[this.#pos])
  }

  #takeNumberOrReference(): boolean {
    const bytes = this.#bytes
    const num = this.#takeDigits()
    if (num > Number.MAX_SAFE_INTEGER) return false
    if (!endsToken(bytes[this.#pos])) return this.#takeRestOfNumber()
    const afterNumber = this.#pos
    this.#skipWhiteSpace()
    const generation = this.#pos
    this.#takeDigits()
    const digits = this.#pos - generation
    const afterGeneration = this.#pos
    this.#skipWhiteSpace()
    const hasBlank = generation > afterNumber && this.#pos > afterGeneration
    if (hasBlank && digits > 0 && bytes[this.#pos] === 0x52 && endsToken(bytes[this.#pos + 1])) {
      this.#numbers.push(num)
      this.#pos++
      return digits <= MAX_GENERATION_DIGITS
    }
    this.#pos = afterNumber
    return true
  }

  /** Reads signs, points and digits to the end of the token; false when anything else belongs to it. */
  #takeRestOfNumber(): boolean {
    for (; this.#pos < this.#end && !endsToken(this.#bytes[this.#pos]); this.#pos++) {
      const code = this.#bytes[this.#pos] ?? -1
      if (!isDigit(code) && code !== 0x2b && code !== 0x2d && code !== 0x2e) return false
    }
    return true
  }

  #takeDigits(): number {
    let value = 0
    for (; isDigit(this.#bytes[this.#pos]); this.#pos++) value = value * 10 + (this.#bytes[this.#pos] ?? 0) - 0x30
    return value
  }
}

const KEYWORDS = ['true', 'false', 'null'] as const
