/**
 * Stops waiting when a signal is aborted.
 *
 * @module
 */

/**
 * Waits for a promise until the signal is aborted. No listener stays on the signal afterwards, even if the promise never
 * settles.
 *
 * @param reasonOf returns the error of an aborted call. Default: the signal's reason.
 */
export function raceAbort<T>(
  pending: PromiseLike<T>,
  signal: AbortSignal,
  reasonOf: () => unknown = () => signal.reason,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(reasonOf())
    Promise.resolve(pending)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort))
    // An aborted signal calls no new listener and would keep it. It may also have been aborted during this call.
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
