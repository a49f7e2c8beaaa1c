/**
 * How long a thread computed without letting its event loop turn.
 *
 * The delay of an event loop says when a timer came, and on a machine that does other things as well it is mostly their work
 * that made it late. The processor time of the thread from one timer to the next is its own work alone.
 *
 * @module
 */

import { closeSync, openSync, readSync } from 'node:fs'

/** How often it is looked, in milliseconds. */
const INTERVAL_MS = 1

/** A watch of the thread that made it. */
export interface BusyWatch {
  /** The greatest processor time between two looks so far, in milliseconds; NaN where the system does not tell. */
  readonly worstMs: number
  /** The processor time since the watch began, in milliseconds. */
  readonly totalMs: number
  /** Stretches of a few milliseconds and more, with their ends on the monotonic clock in microseconds. */
  readonly blocks: readonly { readonly ms: number; readonly from: number; readonly to: number }[]
  stop(): void
}

/** Stretches from so many milliseconds on are kept. */
const LEAST_BLOCK_MS = 3

/** Begins to watch the main thread. Linux only. */
export function watchBusyTime(): BusyWatch {
  const file = openStatistics()
  if (file === undefined) return { worstMs: Number.NaN, totalMs: Number.NaN, blocks: [], stop: () => undefined }
  const line = Buffer.alloc(100)
  const readMs = () => Number.parseInt(line.toString('latin1', 0, readSync(file, line, 0, line.length, 0)), 10) / 1e6
  let worstMs = 0
  const blocks: { readonly ms: number; readonly from: number; readonly to: number }[] = []
  const first = readMs()
  let last = first
  let from = monotonicMicroseconds()
  const timer = setInterval(() => {
    const now = readMs()
    const to = monotonicMicroseconds()
    worstMs = Math.max(worstMs, now - last)
    if (now - last >= LEAST_BLOCK_MS) blocks.push({ ms: now - last, from, to })
    last = now
    from = to
  }, INTERVAL_MS)
  return {
    blocks,
    get totalMs() {
      return last - first
    },
    get worstMs() {
      return worstMs
    },
    stop() {
      clearInterval(timer)
      closeSync(file)
    },
  }
}

function monotonicMicroseconds(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

/** The kernel's account of the main thread, which begins with its processor time in nanoseconds. */
function openStatistics(): number | undefined {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  } catch {
    return undefined
  }
}
