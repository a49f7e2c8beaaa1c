/**
 * Objects in the syntax of ISO 32000-2, 7.3, read without leniency: the grammar excludes everything that readers could parse
 * differently.
 *
 * @module
 */

import { INHERITED_BY_FIELDS, INHERITED_BY_PAGES } from '../../../pdf/catalog.js'
import { PdfDict, PdfName, type PdfObject, PdfReal, PdfRef, PdfString } from '../../../pdf/objects.js'
import { CHAR_CLASS, endsToken, HEX_VALUE, isDigit, latin1Text, PDF_LIMITS, REGULAR } from '../../../pdf/reading.js'
import type { StrictCursor } from './strict-cursor.js'

/** Deepest nesting of arrays and dictionaries that every reader supports. */
const MAX_NESTING = 100

/** Longest name in bytes (ISO 32000-1, annex C). Some readers cut longer ones. */
const MAX_NAME_BYTES = 127

/**
 * Entries that pages and fields inherit (7.7.3.4, 12.7.4). A null is equal to a missing entry (7.3.7), but in PDF.js and
 * PDFium it ends the search, so that the page has another size or rotation.
 */
const INHERITABLE: ReadonlySet<string> = new Set([...INHERITED_BY_PAGES, ...INHERITED_BY_FIELDS])

/** Largest integer (ISO 32000-1, annex C). */
const MAX_INTEGER = 2_147_483_647

/** Longest real number that every reader reads in full, in characters. */
const MAX_REAL_LENGTH = 40

/** Reads objects at a cursor, and collects their references. */
export class StrictObjectReader {
  readonly references: PdfRef[] = []
  /** Keys of the outermost dictionary whose value is null. */
  readonly nulls = new Set<string>()
  readonly #cursor: StrictCursor
  #nodes = 0

  constructor(cursor: StrictCursor) {
    this.#cursor = cursor
  }

  /**
   * Reads the object at the cursor, after blanks.
   *
   * @throws GrammarBreach
   */
  read(depth = 0): PdfObject {
    const cursor = this.#cursor
    cursor.skipBlanks()
    if (++this.#nodes > PDF_LIMITS.maxNodesPerObject) cursor.fail('an object holds too many values', '7.3')
    const code = cursor.peek()
    if (code === 0x2f) return this.#readName()
    if (code === 0x28) return this.#readLiteral()
    if (code === 0x5b) return this.#readArray(depth)
    if (code === 0x3c) return cursor.peek(1) === 0x3c ? this.#readDict(depth) : this.#readHexadecimal()
    if (isDigit(code)) return this.#readReference() ?? this.#readNumber()
    if (code === 0x2b || code === 0x2d || code === 0x2e) return this.#readNumber()
    return this.#readKeyword()
  }

  /** Reads a dictionary (7.3.7), in which each key occurs once. */
  readDict(): PdfDict {
    const object = this.read()
    if (!(object instanceof PdfDict)) this.#cursor.fail('a dictionary is missing', '7.3.7')
    return object
  }

  #readDict(depth: number): PdfDict {
    const cursor = this.#cursor
    if (depth >= MAX_NESTING) cursor.fail('an object nests too deeply', '7.3.7')
    cursor.pos += 2
    const entries = new Map<string, PdfObject>()
    const nulls = depth === 0 ? this.nulls : new Set<string>()
    for (;;) {
      cursor.skipBlanks()
      if (cursor.take('>>')) return new PdfDict(entries)
      if (cursor.peek() !== 0x2f) cursor.fail('something other than a name stands where a key belongs', '7.3.7')
      const key = this.#readName().value
      if (entries.has(key) || nulls.has(key)) cursor.fail('a dictionary has one key twice', '7.3.7')
      const value = this.read(depth + 1)
      // An entry with the value null equals a missing entry (7.3.7).
      if (value === null && INHERITABLE.has(key)) cursor.fail('an entry that could be inherited is null', '7.3.7')
      if (value === null) nulls.add(key)
      else entries.set(key, value)
    }
  }

  #readArray(depth: number): PdfObject[] {
    const cursor = this.#cursor
    if (depth >= MAX_NESTING) cursor.fail('an object nests too deeply', '7.3.6')
    cursor.pos++
    const items: PdfObject[] = []
    for (;;) {
      cursor.skipBlanks()
      if (cursor.take(']')) return items
      items.push(this.read(depth + 1))
    }
  }

  /** Reads `num gen R` (7.3.10); `undefined` when the digits begin something else. */
  #readReference(): PdfRef | undefined {
    const cursor = this.#cursor
    const start = cursor.pos
    const num = cursor.takeUnsigned()
    const gen = num !== undefined && cursor.skipBlanks() > 0 ? cursor.takeUnsigned() : undefined
    const isReference = gen !== undefined && cursor.skipBlanks() > 0 && cursor.peek() === 0x52
    if (num === undefined || gen === undefined || !isReference || !endsToken(cursor.peek(1))) {
      cursor.pos = start
      return undefined
    }
    if (num > PDF_LIMITS.maxObjectNumber || gen > 65_535) cursor.fail('a reference is beyond all objects', '7.3.10')
    cursor.pos++
    const reference = new PdfRef(num, gen)
    this.references.push(reference)
    return reference
  }

  /** Reads an integer or a real (7.3.3): an optional sign, digits, at most one point. */
  #readNumber(): PdfObject {
    const cursor = this.#cursor
    const start = cursor.pos
    let pos = start
    while (pos < cursor.end && !endsToken(cursor.bytes[pos]) && pos - start <= MAX_REAL_LENGTH) pos++
    const spelling = latin1Text(cursor.bytes, start, pos)
    const value = Number(spelling)
    if (/^[+-]?\d+$/.test(spelling) && Math.abs(value) <= MAX_INTEGER) {
      cursor.pos = pos
      return value
    }
    if (spelling.length > MAX_REAL_LENGTH || !/^[+-]?(\d+\.\d*|\.\d+)$/.test(spelling)) {
      cursor.fail('a number is not written as numbers are', '7.3.3')
    }
    cursor.pos = pos
    return new PdfReal(value, spelling)
  }

  /** Reads a name (7.3.5), in which `#` must be followed by two hexadecimal digits other than 00. */
  #readName(): PdfName {
    const cursor = this.#cursor
    const start = ++cursor.pos
    let escaped = false
    while (cursor.pos < cursor.end && CHAR_CLASS[cursor.bytes[cursor.pos] ?? -1] === REGULAR) {
      const code = cursor.bytes[cursor.pos] ?? 0
      if (code === 0x23) escaped = true
      if (code < 0x21 || code === 0x7f) cursor.fail('a name holds a control character', '7.3.5')
      cursor.pos++
    }
    const text = latin1Text(cursor.bytes, start, cursor.pos)
    if (escaped && /#(?![0-9A-Fa-f]{2})|#00/.test(text)) cursor.fail('a name holds a # that escapes nothing', '7.3.5')
    const value = escaped ? text.replace(/#(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))) : text
    if (value.length > MAX_NAME_BYTES) cursor.fail('a name is too long', '7.3.5')
    return PdfName.of(value)
  }

  /** Reads a literal string (7.3.4.2), whose parentheses must be balanced or escaped. */
  #readLiteral(): PdfString {
    const cursor = this.#cursor
    const { bytes, end } = cursor
    let open = 1
    let pos = cursor.pos + 1
    for (; pos < end; pos++) {
      const code = bytes[pos]
      if (code === 0x5c) pos++
      else if (code === 0x28) open++
      else if (code === 0x29 && --open === 0) break
    }
    if (pos >= end) cursor.fail('a string is not closed', '7.3.4.2')
    const string = new PdfString(bytes, false, cursor.pos + 1, pos)
    cursor.pos = pos + 1
    return string
  }

  /** Reads a hexadecimal string (7.3.4.3): digits and blanks. */
  #readHexadecimal(): PdfString {
    const cursor = this.#cursor
    const start = cursor.pos + 1
    const close = cursor.bytes.indexOf(0x3e, start)
    if (close < 0 || close >= cursor.end) cursor.fail('a string is not closed', '7.3.4.3')
    for (let pos = start; pos < close; pos++) {
      const code = cursor.bytes[pos] ?? 0
      if (HEX_VALUE[code] === 255 && code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) {
        cursor.pos = pos
        cursor.fail('a hexadecimal string holds something other than digits', '7.3.4.3')
      }
    }
    cursor.pos = close + 1
    return new PdfString(cursor.bytes, true, start, close)
  }

  #readKeyword(): null | boolean {
    const cursor = this.#cursor
    for (const [keyword, value] of KEYWORDS) {
      if (endsToken(cursor.bytes[cursor.pos + keyword.length]) && cursor.take(keyword)) return value
    }
    return cursor.fail('something stands where an object belongs', '7.3')
  }
}

const KEYWORDS: readonly (readonly [string, null | boolean])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
]
