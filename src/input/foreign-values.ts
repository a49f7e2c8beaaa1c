/**
 * Telling values apart that may come from another realm: test runners (Jest) and vm contexts have classes of their own, while
 * Node.js throws its errors and hands out its buffers from its own. `instanceof` knows only the classes of its own realm.
 *
 * @module
 */

import { types } from '../platform/value-types.js'

/** Whether it is a Uint8Array (a Buffer too), of any realm. */
export function isBytes(value: unknown): value is Uint8Array {
  return types.isUint8Array(value)
}

/** The `code` of an error: `ENOENT` and the like of Node.js, whatever others write there; undefined when it has none. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
}

/** The message of an error; anything else as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error || types.isNativeError(error) ? error.message : String(error)
}

/**
 * Whether an error tells of wrong code, which does not go away by trying again. That of `fetch`, which is a TypeError for each
 * failure of the network, has a cause.
 */
export function isMistake(error: unknown): error is Error {
  return (error instanceof TypeError || error instanceof ReferenceError) && error.cause === undefined
}
