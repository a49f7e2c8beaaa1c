/**
 * Hashes long files in turns of the event loop.
 *
 * @module
 */

import type { Hash } from '../platform/hashes.js'
import { isTurnOver, type Steps } from './turns.js'

/**
 * How many bytes are hashed before the clock is read. They take about two milliseconds on a processor without instructions
 * for hashing.
 */
const PIECE = 1024 * 1024

/** Adds bytes to a hash in steps that can be interrupted. */
export function* updateInSteps(hash: Hash, bytes: Uint8Array): Steps<void> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    if (isTurnOver()) yield at / bytes.length
    hash.update(bytes.subarray(at, at + PIECE))
  }
}
