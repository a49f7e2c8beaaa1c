/**
 * How much of all bodies together is read in one turn of the event loop.
 *
 * A socket hands over two megabytes at a time to a reader that keeps up, and so does the next: ten uploads would keep everybody
 * else of this thread waiting for dozens of milliseconds.
 *
 * @module
 */

import { setImmediate } from 'node:timers/promises'
import { HTTP_LIMITS } from '../http-limits.js'

/** The turn of this thread, which has one event loop. */
const turn: { bytes: number; next: Promise<void> | undefined } = { bytes: 0, next: undefined }

/**
 * Counts bytes that were read.
 *
 * @returns A promise to wait for before more is read; undefined while this turn may go on.
 */
export function countRead(bytes: number): Promise<void> | undefined {
  turn.bytes += bytes
  turn.next ??= endTurn()
  return turn.bytes < HTTP_LIMITS.maxTurnBytes ? undefined : turn.next
}

async function endTurn(): Promise<void> {
  await setImmediate()
  turn.bytes = 0
  turn.next = undefined
}
