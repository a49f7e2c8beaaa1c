/**
 * Checks of input against schemas, and the errors that name its faults.
 *
 * @module
 */

import type { ZodType } from 'zod'
import { type InputIssue, SealwrightError } from '../../errors.js'
import { describeIssues, summarizeIssues } from '../../sign/request/request-issues.js'
import { SIGN_REQUEST_LIMITS } from '../../sign/request/sign-request-limits.js'

/**
 * Checks a value against a schema and returns the result of the schema.
 *
 * @throws SealwrightError `invalid_request` with every fault.
 */
export function parseInput<T>(schema: ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  throw invalidInput(describeIssues(result.error.issues, input))
}

/** Makes an `invalid_request` error that lists these faults. */
export function invalidInput(issues: readonly InputIssue[]): SealwrightError {
  const errors = issues.slice(0, SIGN_REQUEST_LIMITS.maxReportedIssues)
  return new SealwrightError('invalid_request', summarizeIssues(errors), { errors })
}
