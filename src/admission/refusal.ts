/**
 * An error with details that only its HTTP answer has.
 *
 * @module
 */

import { type ErrorCode, type InputIssue, SealwrightError } from '../errors.js'

/** Header fields of the answer, further members of its problem object, and the rest of an error. */
interface RefusalOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly members?: Readonly<Record<string, unknown>>
  readonly errors?: readonly InputIssue[]
  readonly cause?: unknown
}

/** A SealwrightError that a route raises itself. */
export class Refusal extends SealwrightError {
  readonly headers: Readonly<Record<string, string>>
  readonly members: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, { headers = {}, members = {}, ...rest }: RefusalOptions = {}) {
    super(code, message, rest)
    this.headers = headers
    this.members = members
  }
}
