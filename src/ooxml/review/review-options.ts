/**
 * Options for documents under review: how tracked changes and comments are treated.
 *
 * @module
 */

/**
 * How tracked changes are treated: the text as if all were accepted, as if all were rejected, both with insertions
 * underlined and deletions struck through, or no result at all.
 */
export type TrackedChanges = 'accept' | 'reject' | 'show' | 'refuse'

/** How comments are treated: left out, listed after the text with a mark at their place, or refused. */
export type Comments = 'omit' | 'show' | 'refuse'

/** How a document under review is treated. */
export interface ReviewOptions {
  /** Default `accept`, with a warning if there are any. */
  readonly trackedChanges?: TrackedChanges | undefined
  /** Default `omit`, with a warning if there are any. */
  readonly comments?: Comments | undefined
}

/** Values of {@link ReviewOptions.trackedChanges}. */
export const TRACKED_CHANGES = ['accept', 'reject', 'show', 'refuse'] as const satisfies readonly TrackedChanges[]

/** Values of {@link ReviewOptions.comments}. */
export const COMMENTS = ['omit', 'show', 'refuse'] as const satisfies readonly Comments[]
