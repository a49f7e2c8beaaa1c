/**
 * Recognizes built-in objects of any realm. Builds for browsers and edge hosts use `web/value-types.ts` instead.
 *
 * @module
 */

export { types } from 'node:util'
