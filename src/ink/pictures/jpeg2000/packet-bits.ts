/**
 * The bits of a packet's header (ITU-T T.800, B.10.1): behind a byte FF, the next one has a bit less.
 *
 * @module
 */
import { demand } from '../picture-fault.js'

/** Reads bits from the highest of each byte. */
export class PacketBits {
  readonly #bytes: Uint8Array
  #at: number
  #byte = 0
  #left = 0

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes
    this.#at = from
  }

  bit(): number {
    if (this.#left === 0) {
      demand(this.#at < this.#bytes.length, 'a packet is cut off')
      this.#left = this.#byte === 0xff ? 7 : 8
      this.#byte = this.#bytes[this.#at++] as number
    }
    this.#left--
    return (this.#byte >> this.#left) & 1
  }

  /** @param count Up to 31. */
  bits(count: number): number {
    demand(count < 32, 'a length is too large')
    let value = 0
    for (let i = 0; i < count; i++) value = value * 2 + this.bit()
    return value
  }

  /** Where the header ends: at a whole byte, and not at a byte FF. */
  end(): number {
    if (this.#byte === 0xff) this.#at++
    this.#left = 0
    return this.#at
  }
}
