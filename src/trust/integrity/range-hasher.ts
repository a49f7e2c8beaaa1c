/**
 * Computes digests of the byte ranges of all signatures of one file.
 *
 * Counter-signatures cover nearly the same bytes: each begins at the start of the file and omits a gap near its own end. So
 * the file is hashed once from the start, and the state of the hash is copied where a gap begins.
 *
 * @module
 */

import { type DigestAlgorithm, startDigest } from '../../cms/algorithms.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import { updateInSteps } from '../../pace/hash-steps.js'
import { finishSteps, type Steps } from '../../pace/turns.js'
import type { Hash } from '../../platform/hashes.js'

/** The two ranges that a signature covers, as `[start, end)`. */
export type RangePair = readonly [readonly [number, number], readonly [number, number]]

/** Computes and remembers digests of ranges, within a budget that no hostile set of ranges can stretch. */
export class RangeHasher {
  readonly #file: Uint8Array
  /** Ends of all first ranges that start at 0, ascending. */
  readonly #boundaries: readonly number[]
  /** Number of ranges that continue from each boundary. */
  readonly #uses = new Map<number, number>()
  readonly #prefixes = new Map<string, Map<number, Prefix>>()
  readonly #digests = new Map<string, Uint8Array>()
  #budget: number

  /**
   * @param file the whole file
   * @param pairs the ranges of every signature in it, so that shared parts are hashed once
   */
  constructor(file: Uint8Array, pairs: readonly RangePair[]) {
    this.#file = file
    for (const [[start, end]] of pairs) if (start === 0) this.#uses.set(end, (this.#uses.get(end) ?? 0) + 1)
    this.#boundaries = [...this.#uses.keys()].sort((a, b) => a - b)
    this.#budget = CRYPTO_LIMITS.minHashedBytes + CRYPTO_LIMITS.maxHashedFileSizes * file.length
  }

  /** The digest of both ranges in sequence; `undefined` when the budget for hashing is used up. */
  digest(pair: RangePair, algorithm: DigestAlgorithm): Uint8Array | undefined {
    return finishSteps(this.digestInSteps(pair, algorithm))
  }

  /** As {@link digest}, in steps that can be interrupted. */
  *digestInSteps(pair: RangePair, algorithm: DigestAlgorithm): Steps<Uint8Array | undefined> {
    const [[start, end], [tailStart, tailEnd]] = pair
    const key = `${algorithm.name}/${algorithm.bytes} ${start} ${end} ${tailStart} ${tailEnd}`
    const known = this.#digests.get(key)
    if (known !== undefined) return known
    const hash = yield* start === 0 ? this.#prefix(end, algorithm) : this.#hashRange(startDigest(algorithm), start, end)
    if (hash === undefined || (yield* this.#hashRange(hash, tailStart, tailEnd)) === undefined) return undefined
    const digest = hash.digest()
    this.#digests.set(key, digest)
    return digest
  }

  /** Charges the cost of reading this many bytes; false when the budget does not allow it. */
  spend(bytes: number): boolean {
    if (bytes > this.#budget) return false
    this.#budget -= bytes
    return true
  }

  *#prefix(end: number, algorithm: DigestAlgorithm): Steps<Hash | undefined> {
    const name = `${algorithm.name}/${algorithm.bytes}`
    let states = this.#prefixes.get(name)
    if (states === undefined) {
      states = yield* this.#hashPrefixes(algorithm)
      if (states === undefined) return undefined
      this.#prefixes.set(name, states)
    }
    const prefix = states.get(end)
    if (prefix === undefined) return yield* this.#hashRange(startDigest(algorithm), 0, end)
    prefix.uses--
    // The last user gets the state itself, since a copy costs as much as hashing a few kilobytes.
    if (prefix.uses === 0) states.delete(end)
    return prefix.uses === 0 ? prefix.state : copyHash(prefix.state, algorithm)
  }

  *#hashPrefixes(algorithm: DigestAlgorithm): Steps<Map<number, Prefix> | undefined> {
    const states = new Map<number, Prefix>()
    let at = 0
    let state: Hash | undefined
    for (const boundary of this.#boundaries) {
      state = state === undefined ? startDigest(algorithm) : copyHash(state, algorithm)
      if ((yield* this.#hashRange(state, at, boundary)) === undefined) return undefined
      states.set(boundary, { state, uses: this.#uses.get(boundary) ?? 0 })
      at = boundary
    }
    return states
  }

  *#hashRange(hash: Hash, start: number, end: number): Steps<Hash | undefined> {
    if (!this.spend(end - start)) return undefined
    yield* updateInSteps(hash, this.#file.subarray(start, end))
    return hash
  }
}

/** The hash state after all bytes up to a boundary, and how often it will be needed. */
interface Prefix {
  readonly state: Hash
  uses: number
}

function copyHash(hash: Hash, { name, bytes }: DigestAlgorithm): Hash {
  return name === 'shake256' ? hash.copy({ outputLength: bytes }) : hash.copy()
}
