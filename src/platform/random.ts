/**
 * Random values that cannot be predicted. Builds for browsers and edge hosts use `web/random.ts` instead.
 *
 * @module
 */

export { randomBytes, randomUUID } from 'node:crypto'
