/**
 * Limits how much of all bodies together is read in one turn of the event loop.
 *
 * A socket delivers two megabytes at a time to a reader that keeps up, and the next socket does the same. Ten uploads would
 * block all other work of this thread for dozens of milliseconds.
 *
 * @module
 */

import { setImmediate } from 'node:timers/promises'
import { HTTP_LIMITS } from '../http-limits.js'

/** The current turn of this thread's event loop. */
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
