/**
 * Letting the event loop turn. `web/turns.ts` stands in for this module in builds for browsers and edge hosts.
 *
 * @module
 */

export { setImmediate } from 'node:timers/promises'
