/**
 * Logs internal errors for the host. Clients do not see them.
 *
 * @module
 */
import { SealwrightError } from '../errors.js'
import { tell } from '../tell.js'
import type { ApiLogger } from './api-options.js'
import { ERROR_STATUS } from './error-status.js'

/** Returns errors with a known code unchanged, and any other error as `internal_error`. */
export function asKnownError(error: unknown): SealwrightError {
  // The host may have a second copy of the package in another release, whose codes are unknown here.
  if (error instanceof SealwrightError && Object.hasOwn(ERROR_STATUS, error.code)) return error
  return new SealwrightError('internal_error', 'An unexpected error happened.', { cause: error })
}

/** Logs an error of the service itself, as opposed to a client's mistake. Never throws. */
export function logFailure(logger: ApiLogger, error: SealwrightError, requestId: string): void {
  if (ERROR_STATUS[error.code] < 500) return
  tell(() => logger.error({ requestId, code: error.code, error: describeForLog(error) }, error.message), undefined)
}

/** The error and its causes, for the host's log only. */
function describeForLog(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  const inner = cause === undefined || depth >= 4 ? {} : { cause: describeForLog(cause, depth + 1) }
  return { name, ...code, message, stack, ...inner }
}
