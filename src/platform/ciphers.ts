/**
 * Block ciphers, for encrypted documents and key files with a password. Builds for browsers and edge hosts use
 * `web/ciphers.ts` instead.
 *
 * @module
 */

export { createCipheriv, createDecipheriv } from 'node:crypto'
