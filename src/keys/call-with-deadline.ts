/**
 * Calls of a host's stores, limiters and mailers, with a time limit.
 *
 * @module
 */

import { startDeadline } from '../deadline.js'
import { type ErrorCode, SealwrightError } from '../errors.js'
import { isMistake } from '../input/foreign-values.js'

/** Time limit of a call, and the error when the call fails. */
interface CallDeadline {
  readonly timeoutMs: number
  /** Code of the error when the call fails or takes too long. */
  readonly code: ErrorCode
  readonly message: string
  readonly retryAfterSeconds?: number
  /** The caller's own signal. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a call of a store, a rate limiter or a mailer within a time limit. A driver alone may wait for its server without end (a
 * pool without a time limit, an offline queue).
 *
 * @param call is given a signal that aborts at the deadline and when the caller's own does.
 * @throws SealwrightError with the given code; the reason of the caller's signal when aborted
 */
export async function callWithDeadline<T>(
  call: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, code, message, retryAfterSeconds, signal }: CallDeadline,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let rejectEarly: (reason: unknown) => void = () => undefined
  const ended = new Promise<never>((_resolve, reject) => {
    rejectEarly = reject
  })
  const stop = (reason: unknown) => {
    rejectEarly(reason)
    controller.abort(reason)
  }
  const onAbort = () => stop(signal?.reason)
  const stopDeadline = startDeadline(timeoutMs, () => stop(new Error(`No answer within ${timeoutMs} ms.`)))
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([call(controller.signal), ended])
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof SealwrightError) throw cause
    // A mistake in the host's code, such as a missing method, is not mended by another try.
    if (isMistake(cause))
      throw new SealwrightError('internal_error', `A store, limiter or mailer failed: ${cause.message}`, { cause })
    throw new SealwrightError(code, message, retryAfterSeconds === undefined ? { cause } : { cause, retryAfterSeconds })
  } finally {
    stopDeadline()
    signal?.removeEventListener('abort', onAbort)
  }
}
