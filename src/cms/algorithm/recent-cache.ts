/**
 * Caches values decoded from bytes. Services see the same certificates repeatedly, and decoding a key costs several times as
 * much as checking a signature with it.
 *
 * @module
 */

/**
 * A cache by content that keeps recently used entries in two generations. When an entry of the previous generation is used,
 * it moves to the current one. An entry in constant use is never moved.
 */
export class RecentCache<T> {
  readonly #generation: number
  readonly #maxKeyBytes: number
  #present = new Map<string, T>()
  #past: ReadonlyMap<string, T> = new Map()

  /**
   * @param capacity largest number of entries
   * @param maxKeyBytes longer keys are not cached, so that hostile input cannot fill the memory
   */
  constructor(capacity: number, maxKeyBytes = 8192) {
    this.#generation = Math.ceil(capacity / 2)
    this.#maxKeyBytes = maxKeyBytes
  }

  /** The value for these bytes, made if it is missing. Errors of `make` are passed on and not cached. */
  get(bytes: Uint8Array, make: () => T): T {
    if (bytes.length > this.#maxKeyBytes) return make()
    const key = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const present = this.#present.get(key)
    if (present !== undefined) return present
    const value = this.#past.get(key) ?? make()
    this.#present.set(key, value)
    if (this.#present.size >= this.#generation) {
      this.#past = this.#present
      this.#present = new Map()
    }
    return value
  }
}
