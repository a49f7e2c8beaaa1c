/**
 * Objects from bytes (ISO 32000-2, 7.3).
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import { addToHash, PdfDict, PdfName, type PdfObject, PdfReal, PdfRef, PdfString } from '../objects.js'
import { ByteWriter } from './byte-writer.js'
import { areDigits, decodeDigits, decodeMixedDigits, unescapeLiteral } from './decode-string.js'
import { PDF_LIMITS } from './pdf-limits.js'
import { writeObject } from './serialize.js'
import { CHAR_CLASS, endsToken, isDigit, latin1Text, REGULAR, startsWithAt, WHITE_SPACE } from './syntax.js'

/** Receives errors that a reader can tolerate but a verifier must know: which, and at which byte. */
export type AnomalyListener = (code: SyntaxAnomaly, offset: number) => void

export type SyntaxAnomaly =
  | 'duplicate_key'
  | 'key_not_a_name'
  | 'missing_value'
  | 'unknown_keyword'
  | 'unterminated_dictionary'
  | 'unterminated_array'
  | 'malformed_number'
  | 'glued_number'
  | 'malformed_hex_string'

/**
 * A cursor over bytes that reads one object at a time. It accepts what widespread readers accept, and reports each tolerated
 * error to the listener, so that a strict caller can refuse it.
 */
export class ObjectParser {
  readonly bytes: Uint8Array
  readonly end: number
  pos: number
  /** Dictionaries, arrays and strings read so far. */
  nodes = 0
  readonly #onAnomaly: AnomalyListener | undefined

  constructor(bytes: Uint8Array, pos = 0, end: number = bytes.length, onAnomaly?: AnomalyListener) {
    this.bytes = bytes
    this.pos = pos
    this.end = Math.min(end, bytes.length)
    this.#onAnomaly = onAnomaly
  }

  /** The byte under the cursor, or -1 at the end. */
  peek(): number {
    return this.pos < this.end ? (this.bytes[this.pos] ?? 0) : -1
  }

  /** Skips white space and comments. */
  skipWhiteSpace(): void {
    const { bytes, end } = this
    let pos = this.pos
    while (pos < end) {
      const code = bytes[pos] ?? 0
      if (CHAR_CLASS[code] === WHITE_SPACE) {
        pos++
      } else if (code === 0x25) {
        while (pos < end && bytes[pos] !== 0x0a && bytes[pos] !== 0x0d) pos++
      } else {
        break
      }
    }
    this.pos = pos
  }

  /** Consumes the keyword if it is next (after white space), as a whole token. */
  takeKeyword(keyword: string): boolean {
    this.skipWhiteSpace()
    const after = this.pos + keyword.length
    if (after > this.end || !startsWithAt(this.bytes, this.pos, keyword)) return false
    if (after < this.end && !endsToken(this.bytes[after])) return false
    this.pos = after
    return true
  }

  /** Consumes an unsigned integer if it is next (after white space); otherwise returns `undefined` and stays in place. */
  takeUnsigned(): number | undefined {
    this.skipWhiteSpace()
    const { bytes, end } = this
    let pos = this.pos
    let value = 0
    while (pos < end && isDigit(bytes[pos])) {
      value = value * 10 + ((bytes[pos] ?? 0) - 0x30)
      pos++
    }
    if (pos === this.pos || value > Number.MAX_SAFE_INTEGER) return undefined
    this.pos = pos
    return value
  }

  /**
   * Reads the object at the cursor.
   *
   * @throws SealwrightError `invalid_document` when there is none, `document_too_complex` when it nests too deeply or holds
   *   too much.
   */
  parseObject(depth = 0): PdfObject {
    this.skipWhiteSpace()
    const code = this.peek()
    switch (code) {
      case -1:
        return this.fail('the data ends where an object was expected')
      case 0x2f: // /
        return this.parseName()
      case 0x28: // (
        this.#countNode()
        return this.#parseLiteralString()
      case 0x3c: // <
        this.#countNode()
        return this.bytes[this.pos + 1] === 0x3c ? this.#parseDict(depth) : this.#parseHexString()
      case 0x5b: // [
        this.#countNode()
        return this.#parseArray(depth)
      case 0x2b: // +
      case 0x2d: // -
      case 0x2e: // .
        return this.#parseNumber()
      default:
        if (code >= 0x30 && code <= 0x39) return this.#parseNumberOrRef()
        return this.#parseKeyword()
    }
  }

  /** Reads a name; the cursor must stand on its slash. */
  parseName(): PdfName {
    const { bytes, end } = this
    const start = this.pos + 1
    let pos = start
    let escaped = false
    let hash = 0
    for (; pos < end; pos++) {
      const code = bytes[pos] ?? 0
      if (CHAR_CLASS[code] !== REGULAR) break
      if (code === 0x23) escaped = true
      hash = addToHash(hash, code)
    }
    this.pos = pos
    if (!escaped) return PdfName.read(bytes, start, pos, hash)
    const text = latin1Text(bytes, start, pos)
    return PdfName.of(text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))))
  }

  /** Throws the error for unreadable syntax, at the cursor unless told otherwise. */
  fail(what: string, at = this.pos): never {
    throw new SealwrightError('invalid_document', `The PDF is damaged: at byte ${at} ${what}.`)
  }

  /** Refuses a string that has no end. The cursor goes to the end, so that what was searched is counted. */
  #failUnclosed(what: string): never {
    const start = this.pos
    this.pos = this.end
    return this.fail(what, start)
  }

  /** Counts a node, since two bytes of a file can claim a hundred times as much memory. */
  #countNode(): void {
    if (++this.nodes > PDF_LIMITS.maxNodesPerObject) {
      throw new SealwrightError(
        'document_too_complex',
        `An object of the PDF holds more than ${PDF_LIMITS.maxNodesPerObject} values.`,
      )
    }
  }

  #report(code: SyntaxAnomaly): void {
    this.#onAnomaly?.(code, this.pos)
  }

  #parseDict(depth: number): PdfDict {
    if (depth >= PDF_LIMITS.maxNesting) throw tooDeep()
    this.pos += 2
    const entries = new Map<string, PdfObject>()
    let nulls: Set<string> | undefined
    for (;;) {
      this.skipWhiteSpace()
      const code = this.peek()
      if (code === 0x3e && this.bytes[this.pos + 1] === 0x3e) {
        this.pos += 2
        return new PdfDict(entries)
      }
      if (code === -1 || this.#atEndOfObject(code)) {
        this.#report('unterminated_dictionary')
        if (code === -1) this.fail('a dictionary is not closed')
        return new PdfDict(entries)
      }
      if (code !== 0x2f) {
        this.#report('key_not_a_name')
        this.#skipStray(depth)
        continue
      }
      const key = this.parseName().value
      if (entries.size >= PDF_LIMITS.maxDictionaryEntries) throw tooLarge()
      this.skipWhiteSpace()
      if (this.peek() === 0x3e && this.bytes[this.pos + 1] === 0x3e) {
        this.#report('missing_value')
        continue
      }
      const before = entries.get(key) ?? (nulls?.has(key) ? null : undefined)
      const value = this.parseObject(depth + 1)
      if (before !== undefined && !isSameObject(before, value)) this.#report('duplicate_key')
      // An entry whose value is null counts as absent (7.3.7).
      if (value !== null) entries.set(key, value)
      else if (nulls === undefined) nulls = new Set([key])
      else nulls.add(key)
    }
  }

  /** True at a keyword, or at the header of another object, that can only follow the current object. */
  #atEndOfObject(code: number): boolean {
    const { bytes, pos } = this
    if (code === 0x65) return startsWithAt(bytes, pos, 'endobj')
    if (code === 0x73) return startsWithAt(bytes, pos, 'stream')
    return isDigit(code) && /^\d+\s+\d+\s+obj/.test(latin1Text(bytes, pos, Math.min(this.end, pos + 32)))
  }

  /** Skips something that cannot be a key, so that the loop in #parseDict always advances. */
  #skipStray(depth: number): void {
    const before = this.pos
    const code = this.peek()
    if (code === 0x29 || code === 0x3e || code === 0x5d || code === 0x7b || code === 0x7d) this.pos++
    else this.parseObject(depth + 1)
    if (this.pos === before) this.pos++
  }

  #parseArray(depth: number): PdfObject[] {
    if (depth >= PDF_LIMITS.maxNesting) throw tooDeep()
    this.pos++
    const items: PdfObject[] = []
    for (;;) {
      this.skipWhiteSpace()
      const code = this.peek()
      if (code === 0x5d) {
        this.pos++
        return items
      }
      if (code === -1) {
        this.#report('unterminated_array')
        return this.fail('an array is not closed')
      }
      if (code === 0x3e || (code === 0x65 && startsWithAt(this.bytes, this.pos, 'endobj'))) {
        this.#report('unterminated_array')
        return items
      }
      if (code === 0x29 || code === 0x7b || code === 0x7d) {
        this.#report('unknown_keyword')
        this.pos++
        continue
      }
      items.push(this.parseObject(depth + 1))
    }
  }

  #parseNumberOrRef(): PdfObject {
    const { bytes, end } = this
    const start = this.pos
    let pos = start
    let value = 0
    while (pos < end && isDigit(bytes[pos])) {
      value = value * 10 + ((bytes[pos] ?? 0) - 0x30)
      pos++
    }
    if (pos < end && !endsToken(bytes[pos])) return this.#parseNumber()
    // The digits may begin a reference: "num gen R".
    let ahead = pos
    while (ahead < end && CHAR_CLASS[bytes[ahead] ?? -1] === WHITE_SPACE) ahead++
    if (ahead > pos && isDigit(bytes[ahead]) && ahead < end) {
      let gen = 0
      const genStart = ahead
      while (ahead < end && isDigit(bytes[ahead]) && ahead - genStart < 6) {
        gen = gen * 10 + (bytes[ahead] ?? 0) - 0x30
        ahead++
      }
      const genEnd = ahead
      while (ahead < end && CHAR_CLASS[bytes[ahead] ?? -1] === WHITE_SPACE) ahead++
      const closes = ahead > genEnd && ahead < end && bytes[ahead] === 0x52 && endsToken(bytes[ahead + 1])
      if (closes && value <= Number.MAX_SAFE_INTEGER) {
        this.pos = ahead + 1
        return new PdfRef(value, gen)
      }
    }
    this.pos = pos
    return value <= Number.MAX_SAFE_INTEGER ? value : new PdfReal(value, latin1Text(bytes, start, pos))
  }

  #parseNumber(): PdfObject {
    const { bytes, end } = this
    const start = this.pos
    let pos = start
    while (pos < end && !endsToken(bytes[pos])) pos++
    this.pos = pos
    const spelling = latin1Text(bytes, start, pos)
    if (/^[+-]?\d+$/.test(spelling)) {
      const value = Number(spelling)
      return Number.isSafeInteger(value) ? value : new PdfReal(value, spelling)
    }
    if (/^[+-]?(\d+\.\d*|\.\d+)$/.test(spelling)) return new PdfReal(Number(spelling), spelling)
    // When letters follow digits directly, some readers end the number before them and read `1 0R` as a reference.
    this.#report(/^[-+.\deE]+$/.test(spelling) ? 'malformed_number' : 'glued_number')
    // For common mistakes of programs ("--5", "1.-2", "5-"), readers use the leading part that makes sense.
    const lenient = Number.parseFloat(spelling.replace(/^([+-])[+-]+/, '$1'))
    return new PdfReal(Number.isFinite(lenient) ? lenient : 0, spelling)
  }

  #parseKeyword(): PdfObject {
    const start = this.pos
    while (this.pos < this.end && !endsToken(this.bytes[this.pos])) this.pos++
    if (this.pos === start) return this.fail('a delimiter stands where an object was expected')
    const keyword = latin1Text(this.bytes, start, Math.min(this.pos, start + 16))
    if (keyword === 'true') return true
    if (keyword === 'false') return false
    if (keyword !== 'null') {
      if (keyword === 'endobj' || keyword === 'endstream' || keyword === 'stream' || keyword === 'obj') {
        this.pos = start
        return this.fail(`the keyword "${keyword}" stands where an object was expected`)
      }
      this.#report('unknown_keyword')
    }
    return null
  }

  #parseHexString(): PdfString {
    const { bytes, end } = this
    const start = this.pos + 1
    // The search stops at the end: a caller that reads many short windows must not search the whole file each time.
    const close = end === bytes.length ? bytes.indexOf(0x3e, start) : start + bytes.subarray(start, end).indexOf(0x3e)
    if (close < start) return this.#failUnclosed('a hexadecimal string is not closed')
    if (close - start <= MAX_UNDECODED_DIGITS && areDigits(bytes, start, close)) {
      this.pos = close + 1
      return new PdfString(bytes, true, start, close, decodeDigits)
    }
    // The native decoder stops at the first byte that is not a digit, which nearly no string has.
    const quick = Buffer.from(latin1Text(bytes, start, close), 'hex')
    if (quick.length * 2 === close - start) {
      this.pos = close + 1
      return new PdfString(new Uint8Array(quick.buffer, quick.byteOffset, quick.length), true)
    }
    const content = decodeMixedDigits(bytes, start, close, () => this.#report('malformed_hex_string'))
    this.pos = close + 1
    return new PdfString(content, true)
  }

  #parseLiteralString(): PdfString {
    const { bytes, end } = this
    let pos = this.pos + 1
    let open = 1
    let plain = true
    while (pos < end) {
      const code = bytes[pos] ?? 0
      if (code === 0x5c) {
        plain = false
        pos++
      } else if (code === 0x0d) {
        plain = false
      } else if (code === 0x28) {
        open++
      } else if (code === 0x29 && --open === 0) {
        break
      }
      pos++
    }
    if (pos >= end) return this.#failUnclosed('a string is not closed')
    const start = this.pos + 1
    this.pos = pos + 1
    return new PdfString(bytes, false, start, pos, plain ? undefined : unescapeLiteral)
  }
}

/** Hexadecimal strings with more digits are decoded at once, in native code. A file cannot hold many. */
const MAX_UNDECODED_DIGITS = 128

/** True when two objects would be written alike; only used for values of the same key. */
function isSameObject(a: PdfObject, b: PdfObject): boolean {
  const [left, right] = [new ByteWriter(64), new ByteWriter(64)]
  writeObject(left, a)
  writeObject(right, b)
  return latin1Text(left.view()) === latin1Text(right.view())
}

function tooLarge(): SealwrightError {
  return new SealwrightError(
    'document_too_complex',
    `A dictionary of the PDF has more than ${PDF_LIMITS.maxDictionaryEntries} entries.`,
  )
}

function tooDeep(): SealwrightError {
  return new SealwrightError(
    'document_too_complex',
    `An object of the PDF nests more than ${PDF_LIMITS.maxNesting} levels deep.`,
  )
}
