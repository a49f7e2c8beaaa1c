/**
 * Bytes on their way between threads.
 *
 * @module
 */

import { types } from 'node:util'

/** The buffer that holds nothing but these bytes; undefined if it holds more, or if threads share it. */
export function soleBuffer(bytes: Uint8Array | undefined): ArrayBuffer | undefined {
  const buffer = bytes?.buffer
  // Not by its class: test runners have their own.
  return types.isArrayBuffer(buffer) && bytes?.byteLength === buffer.byteLength ? buffer : undefined
}

/**
 * The same bytes in a buffer that holds nothing else. A message copies the whole buffer of a view, and bytes in memory that
 * threads share could change on their way.
 */
export function compactBytes(bytes: Uint8Array): Uint8Array {
  return soleBuffer(bytes) === undefined ? bytes.slice() : bytes
}
