/**
 * Telling a host something.
 *
 * @module
 */

/**
 * Calls a callback by which a host is told of something. The work goes on whatever the callback does: it may throw, or
 * return a promise that rejects (TypeScript lets hosts write `async` there), which would end the process if nobody
 * handled it.
 *
 * @returns What the callback returned; `otherwise` if it threw.
 */
export function tell<T>(call: () => T, otherwise: T): T {
  try {
    const result = call()
    if (isThenable(result)) result.then(undefined, () => undefined)
    return result
  } catch {
    return otherwise
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function'
}
