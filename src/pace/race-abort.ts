/**
 * Giving up waiting when a signal says so.
 *
 * @module
 */

/**
 * Waits for what goes on, unless the signal is aborted first. Nothing stays on the signal then, however long the other goes on.
 *
 * @param reasonOf what the call rejects with when aborted. Default: the signal's reason.
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
    // One that was aborted already, also from inside of the call, calls nobody and would keep what is added to it.
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
