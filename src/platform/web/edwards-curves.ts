/**
 * Ed25519 and Ed448. Few certificates use them, so they are loaded by the first one that does.
 *
 * @module
 */

export { ed448 } from '@noble/curves/ed448.js'
export { ed25519 } from '@noble/curves/ed25519.js'
