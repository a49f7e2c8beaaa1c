/**
 * Numbers from the data of JBIG2 segments: whole bytes in headers, and bits where Huffman codes are used.
 *
 * @module
 */
import { ArithmeticDecoder } from '../arithmetic-decoder.js'
import { demand } from '../picture-fault.js'

/** What ends data in arithmetic code. */
const END = [0xff, 0xac] as const

/** Reads from the beginning; asking for more than there is ends the decoding. */
export class DataReader {
  readonly bytes: Uint8Array
  /** Where the next bit is, counted from the beginning. */
  #bit = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Where the next whole byte is. */
  get at(): number {
    return (this.#bit + 7) >> 3
  }

  /** What is left of the bytes. */
  get rest(): Uint8Array {
    return this.bytes.subarray(this.at)
  }

  /** @param count 0 to 32. */
  bits(count: number): number {
    demand(this.#bit + count <= 8 * this.bytes.length, 'the data ends too early')
    let value = 0
    for (let left = count; left > 0; ) {
      const offset = this.#bit & 7
      const taken = Math.min(left, 8 - offset)
      const byte = this.bytes[this.#bit >> 3] as number
      value = value * 2 ** taken + ((byte >> (8 - offset - taken)) & ((1 << taken) - 1))
      this.#bit += taken
      left -= taken
    }
    return value
  }

  u8(): number {
    return this.bits(8)
  }

  u16(): number {
    return this.bits(16)
  }

  u32(): number {
    return this.bits(32)
  }

  i8(): number {
    return (this.bits(8) << 24) >> 24
  }

  i32(): number {
    return this.bits(32) | 0
  }

  /** What is left, which is in arithmetic code. Without the mark at its end (E.2.9) poppler reads on in what follows. */
  arithmetic(): ArithmeticDecoder {
    const { rest } = this
    demand(rest.at(-2) === END[0] && rest.at(-1) === END[1], 'data in arithmetic code has no end')
    return new ArithmeticDecoder(rest)
  }

  /** Goes on at the next whole byte. */
  align(): void {
    this.#bit = 8 * this.at
  }

  /** Whole bytes from here. */
  take(length: number): Uint8Array {
    this.align()
    const start = this.at
    demand(start + length <= this.bytes.length, 'the data ends too early')
    this.#bit += 8 * length
    return this.bytes.subarray(start, start + length)
  }
}
