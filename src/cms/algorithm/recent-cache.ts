/**
 * A cache of values decoded from bytes. Services see the same certificates over and over, and decoding a key costs
 * several times as much as checking a signature with it.
 *
 * @module
 */

/**
 * A cache keyed by content that keeps recently used entries in two generations: the current one, and the previous one,
 * whose entries move to the current one when they are used again. So an entry that is in constant use is never moved.
 */
export class RecentCache<T> {
  readonly #generation: number
  readonly #maxKeyBytes: number
  #present = new Map<string, T>()
  #past: ReadonlyMap<string, T> = new Map()

  /**
   * @param capacity the most entries that are kept
   * @param maxKeyBytes longer keys are not cached, so that hostile input cannot fill the memory
   */
  constructor(capacity: number, maxKeyBytes = 8192) {
    this.#generation = Math.ceil(capacity / 2)
    this.#maxKeyBytes = maxKeyBytes
  }

  /** The value for these bytes, made when it is not there. What `make` throws is passed on and not cached. */
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
