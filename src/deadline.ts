/**
 * Deadlines for what comes from outside this thread.
 *
 * @module
 */

/** Into how many waits a deadline is divided. */
const WAITS = 4

/**
 * Calls `onLate` once the other side has had the given time to answer while this thread was able to listen.
 *
 * A single timer would blame the other side for delays of this thread: while the thread computes, an answer lies unread, and the
 * timer that has become due fires first. A deadline is therefore divided into a few waits. Each wait counts once, however late
 * its timer fires, and an answer that has arrived by the end is read first.
 *
 * @param ms at least this long, in milliseconds.
 * @returns a function that stops the deadline; it does nothing once the deadline has passed.
 */
export function startDeadline(ms: number, onLate: () => void): () => void {
  let isOver = false
  let waits = 0
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => {
      if (++waits < WAITS) wait()
      // The event loop reads between the timers of a turn and `setImmediate`.
      else setImmediate(() => isOver || onLate())
    }, ms / WAITS)
  }
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
