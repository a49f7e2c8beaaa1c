/**
 * The owner that work is counted for.
 *
 * @module
 */

/** Somebody who shares the threads with others: an API key, a client without one, a tenant, whom the host names. */
export interface Owner {
  readonly id: string
  /** Clients without a key share a lane of their own, however many there are. */
  readonly isAnonymous: boolean
}
