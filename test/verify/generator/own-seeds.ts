/**
 * Signed documents of every writer, to start from.
 *
 * @module
 */

import { baseOf, PROFILE_NAMES, WRITER_NAMES } from '../bases/bases.js'
import type { SignedSeed } from './viewer-fuzzer.js'

/** Each writer with each way of signing, made when it is its turn. */
export function ownSeeds(): SignedSeed[] {
  return WRITER_NAMES.flatMap((writer) =>
    PROFILE_NAMES.map((profile) => ({
      name: `${writer}, ${profile}`,
      read: async () => (await baseOf(writer, profile)).bytes,
    })),
  )
}
