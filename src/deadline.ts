/**
 * Deadlines for what comes from outside this thread.
 *
 * @module
 */

/** Into how many waits a deadline is divided. */
const WAITS = 4

/**
 * Calls `onLate` once something has had the given time to answer while this thread was there to hear it.
 *
 * A timer alone would blame the other side for delays of this thread: while it computes, an answer lies unread, and the
 * timer that has become due fires first. So a deadline is a few waits, each of which counts once however late its timer
 * fires, and what has arrived by the end is read first.
 *
 * @param ms at least this long, in milliseconds.
 * @returns stops it; does nothing when it is over.
 */
export function startDeadline(ms: number, onLate: () => void): () => void {
  let isOver = false
  let waits = 0
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => {
      if (++waits < WAITS) wait()
      // Between the timers of a turn and this, the event loop reads.
      else setImmediate(() => isOver || onLate())
    }, ms / WAITS)
  }
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
