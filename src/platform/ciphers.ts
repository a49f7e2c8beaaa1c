/**
 * Block ciphers, as documents and key files with a password need them. `web/ciphers.ts` stands in for this module in builds
 * for browsers and edge hosts.
 *
 * @module
 */

export { createCipheriv, createDecipheriv } from 'node:crypto'
