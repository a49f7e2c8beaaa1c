/**
 * Calls into a host's stores, limiters and mailers, bounded in time.
 *
 * @module
 */

import { startDeadline } from '../deadline.js'
import { type ErrorCode, SealwrightError } from '../errors.js'
import { isMistake } from '../input/foreign-values.js'

/** How a call is bounded, and what its failure is called. */
interface CallDeadline {
  readonly timeoutMs: number
  /** The code and the sentence of the error when the call fails or takes too long. */
  readonly code: ErrorCode
  readonly message: string
  readonly retryAfterSeconds?: number
  /** The caller's own signal. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs a call into a store, a rate limiter or a mailer. A driver may wait for its server forever (a pool without a time
 * limit, an offline queue): this does not.
 *
 * @param call is given a signal that aborts at the deadline and when the caller's own does.
 * @throws SealwrightError with the given code; the caller's signal's reason when that aborted.
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
    // A mistake in the host's code, such as a method that is not there, does not go away by trying again.
    if (isMistake(cause))
      throw new SealwrightError('internal_error', `A store, limiter or mailer failed: ${cause.message}`, { cause })
    throw new SealwrightError(code, message, retryAfterSeconds === undefined ? { cause } : { cause, retryAfterSeconds })
  } finally {
    stopDeadline()
    signal?.removeEventListener('abort', onAbort)
  }
}
