/**
 * Turns of the event loop: long work stops every few milliseconds, so that timers, requests and other calls go on.
 *
 * Work that cannot wait is written as a generator that yields where it may be interrupted. The caller decides whether to
 * run it through ({@link finishSteps}) or in turns ({@link inTurns}).
 *
 * @module
 */

import { setImmediate } from '../platform/turns.js'

/**
 * Work that may be interrupted wherever it yields. A yielded number is the share of the work that is done, from 0 to 1.
 */
export type Steps<Result> = Generator<number | undefined, Result, undefined>

/** How long one turn may compute, in milliseconds. A single step after it may take a few more. */
const TURN_MS = 12

/** The turn of this thread, which has one event loop: all calls share it. */
const turn = { endsAt: 0 }

/** Those who wait for a turn. Each gets one of its own, so that many calls at once do not add up to a long block. */
const waiting: (() => void)[] = []

/** Whether the present turn has lasted long enough. Costs about as much as reading the clock. */
export function isTurnOver(): boolean {
  return performance.now() >= turn.endsAt
}

/** Lets the event loop turn, and resolves when this caller may compute again. */
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
  turn.endsAt = performance.now() + TURN_MS
  resume?.()
}

/** Does all of the work at once. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/**
 * Does the work, and lets the event loop turn whenever a turn is over.
 *
 * @param onStep is told the share that is done, when a turn is over
 * @throws the signal's reason when aborted; what the work throws
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
    // Whoever gives up half-way still runs what the work has in its own "finally".
    endSteps(steps)
  }
}

function endSteps(steps: Generator<unknown, unknown, undefined>): void {
  steps.return(undefined)
}
