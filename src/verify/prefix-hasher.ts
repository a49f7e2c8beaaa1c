/**
 * Digests over beginnings of a file. Signatures of one file cover ever longer beginnings of it, so the file is hashed
 * once per algorithm and the state is kept at each place where one of them needs it.
 *
 * @module
 */
import { createHash, type Hash, type HashOptions } from 'node:crypto'

/** Hashes a file up to each of some boundaries in one pass. */
export class PrefixHasher {
  readonly #bytes: Uint8Array
  readonly #boundaries: readonly number[]
  readonly #states = new Map<string, Map<number, Hash>>()

  /** `boundaries`: every length of a beginning that will be asked for. */
  constructor(bytes: Uint8Array, boundaries: Iterable<number>) {
    this.#bytes = bytes
    this.#boundaries = [...new Set(boundaries)].toSorted((a, b) => a - b)
  }

  /** The digest over the first `end` bytes, and then over `rest`. `end` must be one of the boundaries. */
  digest(algorithm: string, end: number, rest?: Uint8Array, options?: HashOptions): Uint8Array {
    let states = this.#states.get(algorithm)
    if (states === undefined) {
      states = this.#hashPrefixes(algorithm, options)
      this.#states.set(algorithm, states)
    }
    const state = states.get(end)
    if (state === undefined) throw new RangeError(`${end} is not a boundary of this hasher`)
    const hash = state.copy(options)
    if (rest !== undefined) hash.update(rest)
    return hash.digest()
  }

  #hashPrefixes(algorithm: string, options: HashOptions | undefined): Map<number, Hash> {
    const states = new Map<number, Hash>()
    const hash = createHash(algorithm, options)
    let done = 0
    for (const boundary of this.#boundaries) {
      hash.update(this.#bytes.subarray(done, boundary))
      done = boundary
      states.set(boundary, hash.copy(options))
    }
    return states
  }
}
