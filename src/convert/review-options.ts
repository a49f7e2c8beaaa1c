/**
 * Options for how a DOCX under review is treated, in conversions and signing.
 *
 * @module
 */

import { type OptionTable, oneOf } from '../input/check-options.js'
import { COMMENTS, type ReviewOptions, TRACKED_CHANGES, type TrackedChanges } from '../ooxml/review/review-options.js'

export { COMMENTS, type ReviewOptions, TRACKED_CHANGES, type TrackedChanges }

/** Picks the options about the review from other options. */
export function pickReviewOptions({ trackedChanges, comments }: ReviewOptions): ReviewOptions {
  return {
    ...(trackedChanges === undefined ? {} : { trackedChanges }),
    ...(comments === undefined ? {} : { comments }),
  }
}

export const REVIEW_OPTIONS: OptionTable<ReviewOptions> = {
  trackedChanges: oneOf(TRACKED_CHANGES),
  comments: oneOf(COMMENTS),
}
