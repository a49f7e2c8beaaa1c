/**
 * Public keys, and what is computed with them. `web/public-keys.ts` stands in for this module in builds for browsers and
 * edge hosts.
 *
 * @module
 */

export { constants, createPublicKey, createVerify, type KeyObject, publicDecrypt, verify } from 'node:crypto'

/** Whether `createVerify` takes RSASSA-PSS. Elsewhere it is computed from the bare RSA operation. */
export const HAS_NATIVE_PSS = true
