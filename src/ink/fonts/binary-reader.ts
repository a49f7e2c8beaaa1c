/**
 * Big-endian reads from a font program.
 *
 * @module
 */

/** Every read is checked: one past the end throws a RangeError, which the font readers catch. */
export class BinaryReader {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.bytes.length
  }

  u8(offset: number): number {
    return this.#view.getUint8(offset)
  }

  u16(offset: number): number {
    return this.#view.getUint16(offset)
  }

  i16(offset: number): number {
    return this.#view.getInt16(offset)
  }

  u32(offset: number): number {
    return this.#view.getUint32(offset)
  }

  i32(offset: number): number {
    return this.#view.getInt32(offset)
  }

  /** A number of `size` bytes, 1 to 4. */
  unsigned(offset: number, size: number): number {
    let value = 0
    for (let i = 0; i < size; i++) value = value * 256 + this.u8(offset + i)
    return value
  }

  slice(offset: number, length: number): Uint8Array {
    if (!(offset >= 0 && length >= 0 && offset + length <= this.length)) throw new RangeError('outside of the font')
    return this.bytes.subarray(offset, offset + length)
  }
}
