/**
 * What was lately made of some bytes. Services see the same certificates over and over, and decoding a key costs several
 * times what checking a signature with it does.
 *
 * @module
 */

/** A cache by content that keeps the entries used last. */
export class RecentCache<T> {
  readonly #capacity: number
  readonly #maxKeyBytes: number
  readonly #entries = new Map<string, T>()

  /** @param maxKeyBytes longer keys are not cached, so that hostile input cannot fill the memory */
  constructor(capacity: number, maxKeyBytes = 8192) {
    this.#capacity = capacity
    this.#maxKeyBytes = maxKeyBytes
  }

  /** The value for these bytes, made when it is not there. What `make` throws is thrown on and not kept. */
  get(bytes: Uint8Array, make: () => T): T {
    if (bytes.length > this.#maxKeyBytes) return make()
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const known = this.#entries.get(key)
    const value = known ?? make()
    if (known !== undefined) this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#capacity) {
      const [oldest] = this.#entries.keys()
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    return value
  }
}
