/**
 * Turns of the event loop. Long work stops every few milliseconds, so that timers, requests and other calls go on.
 *
 * Work that cannot wait by itself is written as a generator that yields where it may be interrupted. The caller decides
 * whether to run it at once ({@link finishSteps}) or in turns ({@link inTurns}).
 *
 * @module
 */

import { setImmediate, steadyClock } from '../platform/turns.js'

/** Work that may be interrupted wherever it yields. A yielded number is the share of the work that is done, from 0 to 1. */
export type Steps<Result> = Generator<number | undefined, Result, undefined>

/** How long one turn may compute, in milliseconds. The last step of a turn may take a few more. */
const TURN_MS = 12

/** The end of the present turn. A thread has one event loop, so all calls share the turn. */
const turn = { endsAt: 0 }

/** Callers that wait for a turn. Each gets its own, so that many calls together do not block the event loop. */
const waiting: (() => void)[] = []

/** True when the present turn has lasted long enough. The check costs about as much as reading the clock. */
export function isTurnOver(): boolean {
  return steadyClock() >= turn.endsAt
}

/** Lets the event loop run, and resolves when this caller may compute again. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) askForTurn()
  })
}

function askForTurn(): void {
  void setImmediate().then(beginTurn)
}

function beginTurn(): void {
  const resume = waiting.shift()
  if (waiting.length > 0) askForTurn()
  turn.endsAt = steadyClock() + TURN_MS
  resume?.()
}

/** Runs all of the work at once. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * Runs the work, and lets the event loop run whenever a turn is over.
 *
 * @param onStep receives the share that is done when a turn is over
 * @throws the signal's reason when aborted, or the error of the work
 */
export async function inTurns<Result>(
  steps: Steps<Result>,
  signal?: AbortSignal,
  onStep?: (share: number) => void,
): Promise<Result> {
  try {
    for (;;) {
      const step = steps.next()
      if (step.done === true) return step.value
      if (!isTurnOver()) continue
      if (step.value !== undefined) onStep?.(step.value)
      await nextTurn()
      signal?.throwIfAborted()
    }
  } finally {
    // Work that is given up still runs its own "finally".
    endSteps(steps)
  }
}

function endSteps(steps: Generator<unknown, unknown, undefined>): void {
  steps.return(undefined)
}
