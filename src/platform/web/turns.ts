/**
 * Replaces `../turns.ts` where there is no `node:timers`.
 *
 * @module
 */

/** Resolves after the event loop has run. Browsers delay nested timers to 4 ms, but not messages. */
export function setImmediate<T>(value?: T): Promise<T | undefined> {
  if (typeof MessageChannel === 'undefined') {
    return new Promise((resolve) => void setTimeout(() => resolve(value), 0))
  }
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const turn = () => {
      port1.close()
      resolve(value)
    }
    Object.assign(port1, { onmessage: turn })
    port2.postMessage(undefined)
  })
}

/** Milliseconds by a clock that is never set back. */
export function steadyClock(): number {
  return performance.now()
}
