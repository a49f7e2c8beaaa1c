/**
 * LZWDecode (ISO 32000-2, 7.4.4): codes of 9 to 12 bits, most significant bit first.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

const CLEAR = 256
const END = 257
const FIRST_FREE = 258
const TABLE_SIZE = 4096

/**
 * Decodes LZW data. Data may end without the end-of-data code, as many writers leave it out.
 *
 * The string of each new table entry is the string last written and the byte that follows it. Both stand next to each
 * other in the output, so an entry is only an offset and a length there.
 *
 * @param earlyChange Whether codes grow one entry early (/EarlyChange 1, the default of PDF).
 * @throws SealwrightError `document_too_complex` past `maxBytes`; `invalid_document` for a code that does not exist,
 *   unless `tolerant`, which gives what came before it.
 */
export function decodeLzw(data: Uint8Array, earlyChange: boolean, maxBytes: number, tolerant: boolean): Uint8Array {
  const codes = new CodeReader(data)
  const table = new StringTable(earlyChange ? 1 : 0)
  let output: Uint8Array = new Uint8Array(Math.min(maxBytes, Math.max(256, data.length * 3)))
  let size = 0

  for (let code = codes.next(table.width); code !== END; code = codes.next(table.width)) {
    if (code === CLEAR) {
      table.clear()
      continue
    }
    const length = table.lengthOf(code)
    if (length === undefined) {
      if (tolerant) break
      throw new SealwrightError('invalid_document', 'An LZW stream in the document is damaged.')
    }
    if (size + length > maxBytes) {
      throw new SealwrightError('document_too_complex', 'A stream in the document is longer than the limit.')
    }
    if (size + length > output.length)
      output = grow(output, Math.min(maxBytes, Math.max(size + length, output.length * 2)))
    if (code < CLEAR) output[size] = code
    else {
      const from = table.offsetOf(code)
      // Copied byte by byte, forward, since the string of a new entry may overlap its target.
      for (let i = 0; i < length; i++) output[size + i] = output[from + i] ?? 0
    }
    table.add(size, length)
    size += length
  }
  return output.subarray(0, size)
}

function grow(bytes: Uint8Array, length: number): Uint8Array {
  const grown = new Uint8Array(length)
  grown.set(bytes)
  return grown
}

/** Reads codes, most significant bit first. */
class CodeReader {
  readonly #data: Uint8Array
  #position = 0
  #bits = 0
  #bitCount = 0

  constructor(data: Uint8Array) {
    this.#data = data
  }

  /** The next code of this many bits; the end-of-data code after the last one. */
  next(width: number): number {
    while (this.#bitCount < width) {
      if (this.#position >= this.#data.length) return END
      this.#bits = ((this.#bits << 8) | (this.#data[this.#position++] ?? 0)) & 0xffffff
      this.#bitCount += 8
    }
    this.#bitCount -= width
    return (this.#bits >> this.#bitCount) & ((1 << width) - 1)
  }
}

/** Offsets in the output of the strings of all codes. */
class StringTable {
  /** Width of the next code in bits. */
  width = 9
  readonly #early: number
  readonly #offsets = new Uint32Array(TABLE_SIZE)
  readonly #lengths = new Uint32Array(TABLE_SIZE)
  #nextCode = FIRST_FREE
  /** Offset of the last string; -1 after a clear code. */
  #previousOffset = -1
  #previousLength = 0

  constructor(early: number) {
    this.#early = early
  }

  clear(): void {
    this.#nextCode = FIRST_FREE
    this.width = 9
    this.#previousOffset = -1
  }

  /** Length of a code's string in bytes; `undefined` for a code that does not exist. */
  lengthOf(code: number): number | undefined {
    if (code < CLEAR) return 1
    if (this.#isNew(code)) return this.#previousLength + 1
    return code < this.#nextCode ? this.#lengths[code] : undefined
  }

  offsetOf(code: number): number {
    return this.#isNew(code) ? this.#previousOffset : (this.#offsets[code] ?? 0)
  }

  /** True for the code whose entry is only added once its string was written. */
  #isNew(code: number): boolean {
    return code === this.#nextCode && this.#previousOffset >= 0 && code < TABLE_SIZE
  }

  /** Records the string just written, and adds the entry of the string before it with its first byte. */
  add(offset: number, length: number): void {
    if (this.#previousOffset >= 0 && this.#nextCode < TABLE_SIZE) {
      this.#offsets[this.#nextCode] = this.#previousOffset
      this.#lengths[this.#nextCode] = this.#previousLength + 1
      this.#nextCode++
      if (this.#nextCode + this.#early >= 1 << this.width && this.width < 12) this.width++
    }
    this.#previousOffset = offset
    this.#previousLength = length
  }
}
