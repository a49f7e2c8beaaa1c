/**
 * Hashing long files in turns of the event loop.
 *
 * @module
 */

import type { Hash } from '../platform/hashes.js'
import { isTurnOver, type Steps } from './turns.js'

/** Bytes that are hashed without a look at the clock: about two milliseconds where the processor has no instructions for it. */
const PIECE = 1024 * 1024

/** Adds bytes to a hash, with stops. */
export function* updateInSteps(hash: Hash, bytes: Uint8Array): Steps<void> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (isTurnOver()) yield at / bytes.length
    hash.update(bytes.subarray(at, at + PIECE))
  }
}
