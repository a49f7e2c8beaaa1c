/**
 * Telling built-in objects apart, of whatever realm. `web/value-types.ts` stands in for this module in builds for browsers
 * and edge hosts.
 *
 * @module
 */

export { types } from 'node:util'
