/**
 * Logging internal errors, for the host's eyes only.
 *
 * @module
 */
import { SealwrightError } from '../errors.js'
import { tell } from '../tell.js'
import type { ApiLogger } from './api-options.js'
import { ERROR_STATUS } from './error-status.js'

/** Our own errors as they are, any other as `internal_error`. */
export function asKnownError(error: unknown): SealwrightError {
  // Hosts may have a second copy of the package, of another release, whose codes are not ours.
  if (error instanceof SealwrightError && Object.hasOwn(ERROR_STATUS, error.code)) return error
  return new SealwrightError('internal_error', 'An unexpected error happened.', { cause: error })
}

/** Logs an error of the service itself, as opposed to a client's mistake. Never throws. */
export function logFailure(logger: ApiLogger, error: SealwrightError, requestId: string): void {
  if (ERROR_STATUS[error.code] < 500) return
  tell(() => logger.error({ requestId, code: error.code, error: describeForLog(error) }, error.message), undefined)
}

/** The error and what caused it, for the host's eyes only. */
function describeForLog(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  const inner = cause === undefined || depth >= 4 ? {} : { cause: describeForLog(cause, depth + 1) }
  return { name, ...code, message, stack, ...inner }
}
