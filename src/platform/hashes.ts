/**
 * Hashes, HMACs, and their comparison. Node.js computes them in native code. Builds for browsers and edge hosts use
 * `web/hashes.ts` instead.
 *
 * @module
 */

export { createHash, createHmac, type Hash, hash, timingSafeEqual } from 'node:crypto'
