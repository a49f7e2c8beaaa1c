/**
 * Errors as problem details (RFC 9457).
 *
 * @module
 */

import { Refusal } from '../admission/refusal.js'
import type { ErrorCode, InputIssue, SealwrightError } from '../errors.js'
import { type ApiAnswer, jsonAnswer } from './answers.js'
import { ERROR_STATUS } from './error-status.js'

/** The body of every answer that is not a success. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly requestId: string
  readonly retryable: boolean
  readonly errors?: readonly InputIssue[]
}

/** The URI that identifies a kind of problem (RFC 9457, 3.1.1). It cannot be fetched. */
export function problemType(code: ErrorCode): string {
  return `urn:sealwright:problem:${code}`
}

/** Seconds after which another try makes sense, unless the error itself says. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = {
  too_many_concurrent_requests: 1,
  rate_limited: 60,
  overloaded: 2,
  idempotency_in_progress: 2,
  mail_unavailable: 60,
  store_unavailable: 5,
}

/**
 * What a client must do before it is sent a code. The error is recognised by its member, since it may come from another copy of
 * this package.
 */
function describeChallenge(error: SealwrightError): { readonly challenge?: unknown } {
  const challenge: unknown = error.code === 'challenge_required' ? Reflect.get(error, 'challenge') : undefined
  return challenge === undefined ? {} : { challenge }
}

/** Makes the answer to a request that failed. */
export function createProblem(error: SealwrightError, requestId: string): ApiAnswer {
  const { title, retryable } = error.definition
  const status = ERROR_STATUS[error.code]
  const problem: Problem = {
    type: problemType(error.code),
    title,
    status,
    detail: error.message,
    code: error.code,
    requestId,
    retryable,
    ...(error.errors.length === 0 ? {} : { errors: error.errors }),
    ...(error instanceof Refusal ? error.members : {}),
    ...describeChallenge(error),
  }
  const answer = jsonAnswer(problem, status, {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  })
  const { headers } = answer
  const retryAfter = error.retryAfterSeconds ?? RETRY_AFTER[error.code]
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  if (status === 401) headers.set('www-authenticate', 'Bearer')
  if (error instanceof Refusal) for (const [name, value] of Object.entries(error.headers)) headers.set(name, value)
  return answer
}
