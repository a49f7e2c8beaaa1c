/**
 * Random values that nobody can guess. `web/random.ts` stands in for this module in builds for browsers and edge hosts.
 *
 * @module
 */

export { randomBytes, randomUUID } from 'node:crypto'
