import { randomBytes } from 'node:crypto'

/**
 * Makes a UUID of version 7 (RFC 9562, 5.7): 48 bits of time and 74 random bits, so that ids sort by time.
 *
 * @param time Milliseconds since 1970.
 * @returns The 36-character, lower-case form.
 */
export function createUuidV7(time: number = Date.now()): string {
  const random = randomBytes(10)
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80
  const clock = Math.floor(time).toString(16).padStart(12, '0')
  const rest = random.toString('hex')
  return `${clock.slice(0, 8)}-${clock.slice(8)}-${rest.slice(0, 4)}-${rest.slice(4, 8)}-${rest.slice(8)}`
}
