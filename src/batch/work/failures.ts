/**
 * Decides what happens to a job that failed: another attempt, or the dead-letter list.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { codeOf } from '../../input/foreign-values.js'
import type { JobFailure } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'

/** How failures are retried. */
export interface RetryRules {
  readonly maxAttempts: number
  readonly delayMs: number
  readonly maxDelayMs: number
}

export const JOB_RETRIES: RetryRules = {
  maxAttempts: BATCH_LIMITS.maxAttempts,
  delayMs: BATCH_LIMITS.retryDelayMs,
  maxDelayMs: BATCH_LIMITS.maxRetryDelayMs,
}

/** What to do after a failure. */
type Remedy =
  | { readonly kind: 'retry'; readonly failure: JobFailure; readonly delayMs: number }
  | { readonly kind: 'fail'; readonly failure: JobFailure }

/**
 * Decides about an error. An error that is not a SealwrightError came from a disk, a network or a bug. Such jobs are tried
 * again, since these errors cannot be told from temporary ones.
 *
 * @param attempt number of the attempt that failed, counted from 1
 */
export function chooseRemedy(error: unknown, attempt: number, rules: RetryRules, random = Math.random): Remedy {
  const failure = describeFailure(error)
  const mayPass = error instanceof SealwrightError ? error.definition.retryable : true
  if (!mayPass || attempt >= rules.maxAttempts) return { kind: 'fail', failure }
  const told = error instanceof SealwrightError ? error.retryAfterSeconds : undefined
  const doubled = Math.min(rules.maxDelayMs, rules.delayMs * 2 ** (attempt - 1))
  // Delays are spread at random, so that jobs that failed together are not retried together.
  const delayMs = Math.round(Math.max(doubled * (0.75 + random() / 2), (told ?? 0) * 1000))
  return { kind: 'retry', failure, delayMs }
}

/** An error in the form that the dead-letter list stores. */
export function describeFailure(error: unknown): JobFailure {
  if (error instanceof SealwrightError) {
    const issues = error.errors.map(({ pointer, message }) => ` ${pointer}: ${message}`).join('')
    return { code: error.code, message: `${error.message}${issues}`.slice(0, MAX_MESSAGE) }
  }
  const code = codeOf(error)
  const system = typeof code === 'string' ? ` (${code})` : ''
  const known = SYSTEM_ERRORS[system.slice(2, -1)]
  return { code: 'internal_error', message: `${known ?? 'An unexpected error happened.'}${system}` }
}

/** Length of a stored message, in characters. A message may quote the document. */
const MAX_MESSAGE = 1000

/** Messages for system errors that an operator can mend. The system's own messages contain paths, which must not be disclosed. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'There is no space left where results are written.',
  EDQUOT: 'There is no space left where results are written.',
  EACCES: 'A file may not be read or written.',
  EPERM: 'A file may not be read or written.',
  EROFS: 'Results cannot be written: the place is read-only.',
  EMFILE: 'Too many files are open.',
  ENFILE: 'Too many files are open.',
  EIO: 'A disk or share failed.',
}
