/**
 * Owners that work is counted for.
 *
 * @module
 */

/** An owner shares the threads with others: an API key, a client without a key, a tenant, or a user whom the host names. */
export interface Owner {
  readonly id: string
  /** Whether this is a client without a key. All such clients share one lane, however many there are. */
  readonly isAnonymous: boolean
}
