/**
 * How a DOCX under review is taken, as options of converting and signing.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { COMMENTS, type ReviewOptions, TRACKED_CHANGES, type TrackedChanges } from '../ooxml/review/review-options.js'

export { COMMENTS, type ReviewOptions, TRACKED_CHANGES, type TrackedChanges }

/** The members of some options that are about the review. */
export function pickReviewOptions({ trackedChanges, comments }: ReviewOptions): ReviewOptions {
  return {
    ...(trackedChanges === undefined ? {} : { trackedChanges }),
    ...(comments === undefined ? {} : { comments }),
  }
}

/** Throws `invalid_request` for values that do not exist; callers in JavaScript may have given any. */
export function assertReviewOptions({ trackedChanges, comments }: ReviewOptions): void {
  assertOneOf('trackedChanges', trackedChanges, TRACKED_CHANGES)
  assertOneOf('comments', comments, COMMENTS)
}

function assertOneOf(name: string, value: string | undefined, values: readonly string[]): void {
  if (value === undefined || values.includes(value)) return
  throw new SealwrightError('invalid_request', `${name} must be one of ${values.join(', ')}.`)
}
