/**
 * What was lately made of some bytes. Services see the same certificates over and over, and decoding a key costs several
 * times what checking a signature with it does.
 *
 * @module
 */

/**
 * A cache by content that keeps the entries used last: those of the present generation, and those of the one before, which
 * are taken over when they are asked for again. So nothing is moved for an entry that is used all the time.
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

  /** The value for these bytes, made when it is not there. What `make` throws is thrown on and not kept. */
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
