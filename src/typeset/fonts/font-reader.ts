/**
 * Reads numbers from a font file, within its bounds.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'

/** A table of the font file: where it starts and how long it is, in bytes. */
export interface FontTable {
  readonly offset: number
  readonly length: number
}

/** Big-endian reads from a font file. Every read is bounds-checked; a read past the end throws `invalid_font`. */
export class FontReader {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    // Not a Buffer: its slice() would share memory with the file that later calls read again.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.bytes.length
  }

  u8(offset: number): number {
    this.#check(offset, 1)
    return this.#view.getUint8(offset)
  }

  u16(offset: number): number {
    this.#check(offset, 2)
    return this.#view.getUint16(offset)
  }

  i16(offset: number): number {
    this.#check(offset, 2)
    return this.#view.getInt16(offset)
  }

  u32(offset: number): number {
    this.#check(offset, 4)
    return this.#view.getUint32(offset)
  }

  i32(offset: number): number {
    this.#check(offset, 4)
    return this.#view.getInt32(offset)
  }

  /** A view of `length` bytes, not a copy. */
  slice(offset: number, length: number): Uint8Array {
    this.#check(offset, length)
    return this.bytes.subarray(offset, offset + length)
  }

  #check(offset: number, length: number): void {
    if (!(offset >= 0 && length >= 0 && offset + length <= this.bytes.length)) {
      throw invalidFont('it ends in the middle of a table')
    }
  }
}

/** The error for a font that cannot be used; `fault` completes the sentence "The font cannot be read: ...". */
export function invalidFont(fault: string): SealwrightError {
  return new SealwrightError('invalid_font', `The font cannot be read: ${fault}.`)
}
