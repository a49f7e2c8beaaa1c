/**
 * Calling a host's callback so that its failure does not stop the work.
 *
 * @module
 */

/**
 * Calls a host's callback. The work goes on whatever the callback does. It may throw, or return a promise that rejects
 * (TypeScript lets hosts write `async` there); an unhandled rejection would end the process.
 *
 * @returns the callback's result, or `otherwise` if it threw
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
