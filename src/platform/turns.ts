/**
 * The clock and the turns of the event loop. Builds for browsers and edge hosts use `web/turns.ts` instead.
 *
 * @module
 */

export { setImmediate } from 'node:timers/promises'

/** Milliseconds by a clock that is never set back. The first use of `performance` would load more than a short run needs. */
export function steadyClock(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}
