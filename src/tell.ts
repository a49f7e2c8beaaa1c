/**
 * Telling a host something.
 *
 * @module
 */

/**
 * Calls what a host gave to be told of things. Whatever becomes of that is no reason not to go on: neither what it throws, nor a
 * promise that is rejected, which would end the process where nobody looks at it. TypeScript lets hosts write `async` there.
 *
 * @returns What the call gave, or what stands for it where it threw.
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
