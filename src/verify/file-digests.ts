/**
 * Computes all digests of a file with one hasher: the ranges of signatures, the inputs named by audit records, and the whole
 * file.
 *
 * @module
 */

import { toHex } from '../bytes.js'
import { digestByName } from '../cms/algorithms.js'
import type { Steps } from '../pace/turns.js'
import { RangeHasher, type RangePair } from '../trust/integrity.js'
import type { SignatureReading } from './signature/signature-reading.js'

export interface FileDigests {
  readonly hasher: RangeHasher
  /** SHA-256 of a number of bytes from the start of the file, in hexadecimal; `undefined` when it would cost too much. */
  sha256OfBeginning(length: number): string | undefined
  /** Computes the slowest digests in steps: that of the whole file, which yields nearly all digests of beginnings. */
  prepare(): Steps<void>
}

/** Prepares the digests of a file with these signatures, so that no byte is hashed more often than necessary. */
export function createFileDigests(input: Uint8Array, readings: readonly SignatureReading[]): FileDigests {
  const pairs: RangePair[] = []
  let longest = 0
  for (const { structure, audit } of readings) {
    if (structure.ranges !== undefined) {
      pairs.push(structure.ranges)
      longest = Math.max(longest, structure.ranges[0][1])
    }
    const bytes = audit?.record?.document.bytes
    if (bytes !== undefined && bytes <= input.length) pairs.push(beginning(bytes))
  }
  // The whole file continues from the longest beginning that is hashed anyway.
  const whole: RangePair = [
    [0, longest],
    [longest, input.length],
  ]
  const hasher = new RangeHasher(input, [...pairs, whole])
  const sha256 = digestByName('sha256')
  return {
    hasher,
    *prepare() {
      if (sha256 !== undefined) yield* hasher.digestInSteps(whole, sha256)
    },
    sha256OfBeginning(length) {
      if (sha256 === undefined || length > input.length) return undefined
      const digest = hasher.digest(length === input.length ? whole : beginning(length), sha256)
      return digest === undefined ? undefined : toHex(digest)
    },
  }
}

function beginning(length: number): RangePair {
  return [
    [0, length],
    [length, length],
  ]
}
