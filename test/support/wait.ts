/**
 * Waiting in tests: for something that will happen, never for a time to pass. A machine that is busy takes ten times as
 * long for the same work, so a pause that was long enough yesterday is a failure tomorrow.
 *
 * @module
 */

import { setTimeout as pause } from 'node:timers/promises'

/** Longer than anything takes on a busy machine; what has not happened by then does not happen. */
const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 10

/**
 * Waits until `look` gives something, and resolves with it. `undefined`, `null` and `false` mean "not yet".
 *
 * @param what what is waited for, for the error.
 * @throws Error after a minute.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  what = 'what was waited for',
): Promise<Exclude<T, undefined | null | false>> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) {
      return found as Exclude<T, undefined | null | false>
    }
    if (performance.now() > end) throw new Error(`Waited for a minute: ${what} did not happen.`)
    await pause(LOOK_AGAIN_MS)
  }
}

/**
 * Lets the event loop turn, so that whatever has been started in this process gets as far as it can without the outside.
 * For "nothing more happens": turns are counted, and no load of the machine makes them fewer.
 */
export async function settle(turns = 20): Promise<void> {
  for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve))
}
