/**
 * Lets the event loop run. Builds for browsers and edge hosts use `web/turns.ts` instead.
 *
 * @module
 */

export { setImmediate } from 'node:timers/promises'
