/**
 * Replaces `../random.ts` where there is no `node:crypto`, with the random generator of WebCrypto.
 *
 * @module
 */

/** Most bytes that one call of `getRandomValues` returns. */
const MAX_AT_ONCE = 65_536

export function randomBytes(count: number): Buffer {
  const bytes = Buffer.alloc(count)
  for (let at = 0; at < count; at += MAX_AT_ONCE) crypto.getRandomValues(bytes.subarray(at, at + MAX_AT_ONCE))
  return bytes
}

/** A random UUID. A page without TLS has no `crypto.randomUUID`. */
export function randomUUID(): string {
  const bytes = randomBytes(16)
  // Version 4, variant 10 (RFC 9562, 5.4).
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
