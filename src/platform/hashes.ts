/**
 * Hashes, HMACs, and comparing them. Node.js computes them in native code; `web/hashes.ts` stands in for this module in
 * builds for browsers and edge hosts.
 *
 * @module
 */

export { createHash, createHmac, type Hash, hash, timingSafeEqual } from 'node:crypto'
