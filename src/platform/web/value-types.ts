/**
 * Replaces `../value-types.ts` where there is no `node:util`. The kind of a value comes from getters that read its internal
 * slots, so neither other realms nor forged properties mislead.
 *
 * @module
 */

const TypedArray = Object.getPrototypeOf(Uint8Array) as object
const arrayName = Object.getOwnPropertyDescriptor(Reflect.get(TypedArray, 'prototype'), Symbol.toStringTag)?.get
const viewLength = Object.getOwnPropertyDescriptor(DataView.prototype, 'byteLength')?.get
const ownLength = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')?.get
const sharedLength =
  typeof SharedArrayBuffer === 'undefined'
    ? undefined
    : Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'byteLength')?.get

/** True when a getter finds the internal slot that it reads. */
function hasSlot(getter: (() => unknown) | undefined, value: unknown): boolean {
  if (getter === undefined) return false
  try {
    getter.call(value)
    return true
  } catch {
    return false
  }
}

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value)
}

/** The part of `types` of node:util that is used. */
export const types = {
  isUint8Array: (value: unknown): value is Uint8Array =>
    ArrayBuffer.isView(value) && arrayName?.call(value) === 'Uint8Array',
  isDataView: (value: unknown): value is DataView => ArrayBuffer.isView(value) && hasSlot(viewLength, value),
  isArrayBuffer: (value: unknown): value is ArrayBuffer => hasSlot(ownLength, value),
  isAnyArrayBuffer: (value: unknown): value is ArrayBufferLike =>
    hasSlot(ownLength, value) || hasSlot(sharedLength, value),
  isDate: (value: unknown): value is Date => hasSlot(Date.prototype.getTime, value),
  isPromise: (value: unknown): value is Promise<unknown> =>
    value instanceof Promise || tagOf(value) === '[object Promise]',
  isNativeError: (value: unknown): value is Error => value instanceof Error || tagOf(value) === '[object Error]',
}
