/**
 * Creates identifiers that sort by time.
 *
 * @module
 */

import { randomUUID } from '../../platform/random.js'

/**
 * Makes a UUID of version 7 (RFC 9562, 5.7): 48 bits of time and 74 random bits, so that ids sort by time.
 *
 * @param time Milliseconds since 1970.
 * @returns The 36-character, lower-case form.
 */
export function createUuidV7(time: number = Date.now()): string {
  // A version 4 UUID has random digits in the right places, from a pool that is filled for many at once.
  const random = randomUUID()
  const clock = Math.floor(time).toString(16).padStart(12, '0')
  return `${clock.slice(0, 8)}-${clock.slice(8)}-7${random.slice(15)}`
}
