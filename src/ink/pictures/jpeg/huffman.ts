/**
 * Huffman codes of JPEG (ITU-T T.81, annex C and F.2.2), and the bits of a scan that they are read from.
 *
 * @module
 */

/** A table of codes: what a code of up to 16 bits stands for. */
export interface HuffmanTable {
  /** By the next eight bits: the length of the code and its value, 256 times the length; 0 where it is longer. */
  readonly short: Uint16Array
  /** Of each length: the first code, one more than the last, and where its values begin. */
  readonly first: Int32Array
  readonly end: Int32Array
  readonly offset: Int32Array
  readonly values: Uint8Array
}

const LONGEST_CODE = 16
const SHORT_BITS = 8

/**
 * A table from the number of codes of each length, 1 to 16, and their values in the order of codes.
 *
 * @returns `undefined` when there are more codes than bits can tell apart.
 */
export function buildHuffmanTable(counts: Uint8Array, values: Uint8Array): HuffmanTable | undefined {
  const [first, end, offset] = [new Int32Array(17), new Int32Array(17), new Int32Array(17)]
  const short = new Uint16Array(1 << SHORT_BITS)
  let code = 0
  let at = 0
  for (let length = 1; length <= LONGEST_CODE; length++) {
    const count = counts[length - 1] ?? 0
    first[length] = code
    end[length] = code + count
    offset[length] = at - code
    if (code + count > 1 << length) return undefined
    for (let i = 0; i < count && length <= SHORT_BITS; i++) {
      const from = (code + i) << (SHORT_BITS - length)
      short.fill((length << 8) | (values[at + i] ?? 0), from, from + (1 << (SHORT_BITS - length)))
    }
    at += count
    code = (code + count) << 1
  }
  return { short, first, end, offset, values }
}

/** Reads the bits of a scan, up to the next marker. Behind it there are only zeros, as most decoders have it. */
export class ScanBits {
  readonly #bytes: Uint8Array
  #at: number
  #window = 0
  #count = 0
  /** Bits that had to be made up. */
  missing = 0

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes
    this.#at = start
  }

  /** Where the next marker is, or the end of the data. */
  get position(): number {
    return this.#at
  }

  /** The value of the next code; 0 where there is no such code. */
  symbol(table: HuffmanTable): number {
    this.#fill(LONGEST_CODE)
    const known = table.short[(this.#window >>> (this.#count - SHORT_BITS)) & 0xff] as number
    if (known !== 0) {
      this.#count -= known >> 8
      return known & 0xff
    }
    for (let length = SHORT_BITS + 1; length <= LONGEST_CODE; length++) {
      const code = (this.#window >>> (this.#count - length)) & ((1 << length) - 1)
      if (code < (table.end[length] as number) && code >= (table.first[length] as number)) {
        this.#count -= length
        return table.values[code + (table.offset[length] as number)] ?? 0
      }
    }
    this.missing += LONGEST_CODE
    this.#count -= LONGEST_CODE
    return 0
  }

  /** The next bits, at most 16, as a whole number. */
  bits(length: number): number {
    if (length === 0) return 0
    this.#fill(length)
    this.#count -= length
    return (this.#window >>> this.#count) & ((1 << length) - 1)
  }

  /** A number whose sign is told by its first bit (F.2.2.1). */
  signed(length: number): number {
    const value = this.bits(length)
    return length > 0 && value < 1 << (length - 1) ? value - (1 << length) + 1 : value
  }

  /** Goes to the next byte, and over a restart marker where one stands there (F.2.2.5). */
  restart(): void {
    this.#count = 0
    this.#window = 0
    const marker = this.#bytes[this.#at + 1] ?? 0
    if (this.#bytes[this.#at] === 0xff && marker >= 0xd0 && marker <= 0xd7) this.#at += 2
  }

  #fill(length: number): void {
    while (this.#count < length) {
      let byte = 0
      const next = this.#bytes[this.#at]
      if (next === undefined || (next === 0xff && this.#bytes[this.#at + 1] !== 0)) this.missing += 8
      else {
        byte = next
        this.#at += next === 0xff ? 2 : 1
      }
      this.#window = ((this.#window & 0xffffff) << 8) | byte
      this.#count += 8
    }
  }
}
