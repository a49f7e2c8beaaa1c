/**
 * Reads big-endian numbers from a font program or a colour profile.
 *
 * @module
 */

/** Checks every read. One past the end throws the error that `fail` makes. */
export class BigEndianBytes {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    // This is not a Buffer, whose slice() would share memory with the file, which later calls read again.
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.bytes.length
  }

  /** The error for a program that cannot be read. */
  fail(fault: string): Error {
    return new RangeError(fault)
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

  /** A number of `size` bytes, 1 to 4. */
  unsigned(offset: number, size: number): number {
    let value = 0
    for (let i = 0; i < size; i++) value = value * 256 + this.u8(offset + i)
    return value
  }

  /** A view of `length` bytes, not a copy. */
  slice(offset: number, length: number): Uint8Array {
    this.#check(offset, length)
    return this.bytes.subarray(offset, offset + length)
  }

  #check(offset: number, length: number): void {
    if (!(offset >= 0 && length >= 0 && offset + length <= this.length))
      throw this.fail('it ends in the middle of a table')
  }
}
