/**
 * Preparing bytes to be sent between threads.
 *
 * @module
 */

import { types } from 'node:util'

/** The buffer of these bytes if it holds nothing else. Undefined if it holds more, or if threads share it. */
export function soleBuffer(bytes: Uint8Array | undefined): ArrayBuffer | undefined {
  const buffer = bytes?.buffer
  // `instanceof ArrayBuffer` would fail in test runners, which have a class of their own.
  return types.isArrayBuffer(buffer) && bytes?.byteLength === buffer.byteLength ? buffer : undefined
}

/**
 * The bytes in a buffer that holds nothing else, copied if necessary. A message copies the whole buffer of a view, and bytes in
 * memory that threads share could change on their way.
 */
export function compactBytes(bytes: Uint8Array): Uint8Array {
  return soleBuffer(bytes) === undefined ? bytes.slice() : bytes
}
