/**
 * The input of the checks of trust and time.
 *
 * @module
 */

import type { IntegrityResult } from '../integrity/integrity-draft.js'

/** The properties of a signature that trust and time depend on. */
export interface TrustSubject {
  readonly integrity: IntegrityResult
  readonly subFilter: string | undefined
  readonly isTimestamp: boolean
  /** Field name, which becomes the name of a document time stamp's proof. */
  readonly fieldName: string
  /** Time of signing claimed by the signer. */
  readonly claimed: Date | undefined
  /**
   * Index of the revision that the signature ends and covers except for its own value. Otherwise undefined, and then neither
   * it nor others prove anything about each other.
   */
  readonly revision: number | undefined
}
