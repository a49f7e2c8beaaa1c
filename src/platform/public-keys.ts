/**
 * Public keys, and computations with them. Builds for browsers and edge hosts use `web/public-keys.ts` instead.
 *
 * @module
 */

export { constants, createPublicKey, createVerify, type KeyObject, publicDecrypt, verify } from 'node:crypto'

/** True when `createVerify` supports RSASSA-PSS. Elsewhere it is computed from the bare RSA operation. */
export const HAS_NATIVE_PSS = true
