/**
 * What every folder does with bytes.
 *
 * @module
 */

import { types } from './platform/value-types.js'

/**
 * Bytes in an `ArrayBuffer`, never in memory that threads share: what `new Response`, `new Blob` and `crypto.subtle` take. This
 * is `Uint8Array<ArrayBuffer>` since TypeScript 5.7, and `Uint8Array` before, which did not tell them apart.
 */
export type OwnBytes = ReturnType<Uint8ArrayConstructor['of']>

/** Size in bytes from which memory is allocated without being cleared first, where it is written in full anyway. */
const LARGE = 64 * 1024

/** The bytes themselves, or a copy when threads share their memory. */
export function ownBytes(bytes: Uint8Array): OwnBytes {
  return isOwn(bytes) ? bytes : Uint8Array.from(bytes)
}

function isOwn(bytes: Uint8Array): bytes is OwnBytes {
  // `instanceof ArrayBuffer` would fail in test runners, which have a class of their own.
  return types.isArrayBuffer(bytes.buffer)
}

/** All parts one after another, in one new array. */
export function concatBytes(parts: readonly Uint8Array[]): OwnBytes {
  let length = 0
  for (const part of parts) length += part.length
  const joined = length < LARGE ? new Uint8Array(length) : new Uint8Array(Buffer.allocUnsafeSlow(length).buffer)
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Whether all bytes are zero, as in padding. An empty array counts as all zero. */
export function isAllZero(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return true
  if (bytes[0] !== 0) return false
  // Each byte is compared with the next one in native code: padding is long, and a loop takes ten times as long.
  const { buffer, byteOffset, length } = bytes
  return Buffer.from(buffer, byteOffset, length - 1).equals(Buffer.from(buffer, byteOffset + 1, length - 1))
}

/** Lower-case hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')
}

/**
 * Overwrites secrets that are no longer needed with zeros, so that a dump of the memory or a bug that reads too far
 * finds fewer of them. Strings, and copies that the engine made, cannot be reached.
 */
export function wipe(...secrets: readonly Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0)
}
