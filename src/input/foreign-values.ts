/**
 * Recognizes values from other realms. Test runners (Jest) and vm contexts have classes of their own, while Node.js makes
 * errors and buffers with its own classes. `instanceof` only knows the classes of one realm.
 *
 * @module
 */

import { types } from '../platform/value-types.js'

/** True for a Uint8Array (also a Buffer) of any realm. */
export function isBytes(value: unknown): value is Uint8Array {
  return types.isUint8Array(value)
}

/** The `code` of an error, for example `ENOENT` from Node.js. Other code may set any value. Undefined when there is none. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
}

/** The message of an error, or any other value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error || types.isNativeError(error) ? error.message : String(error)
}

/**
 * True for an error in the code, which trying again does not help. `fetch` also throws a TypeError for network failures, but
 * that one has a cause.
 */
export function isMistake(error: unknown): error is Error {
  return (error instanceof TypeError || error instanceof ReferenceError) && error.cause === undefined
}
