/**
 * A growing sequence of bytes.
 *
 * @module
 */

const HEX_DIGITS = '0123456789ABCDEF'

export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  constructor(capacity = 4096) {
    this.#bytes = new Uint8Array(capacity)
  }

  /** Number of bytes written so far, which is also the offset of the next one. */
  get length(): number {
    return this.#length
  }

  /** Appends text of which each char is one byte (ASCII or Latin-1). */
  text(text: string): void {
    this.#reserve(text.length)
    const bytes = this.#bytes
    let at = this.#length
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i)
    this.#length = at
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  /** Appends four hexadecimal digits. */
  hex16(value: number): void {
    this.#reserve(4)
    const bytes = this.#bytes
    for (let shift = 12; shift >= 0; shift -= 4) bytes[this.#length++] = HEX_DIGITS.charCodeAt((value >> shift) & 15)
  }

  /** Forgets the written bytes and reuses their memory. */
  clear(): void {
    this.#length = 0
  }

  /** A view of the written bytes, which the next write may invalidate. */
  view(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #reserve(extra: number): void {
    const needed = this.#length + extra
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.view())
    this.#bytes = grown
  }
}
