/**
 * The input of the checks of trust and time.
 *
 * @module
 */

import type { IntegrityResult } from '../integrity/integrity-draft.js'

/** One signature as far as trust and time need it. */
export interface TrustSubject {
  readonly integrity: IntegrityResult
  readonly subFilter: string | undefined
  readonly isTimestamp: boolean
  /** Names the proof that a document time stamp is. */
  readonly fieldName: string
  /** When the signer claims to have signed. */
  readonly claimed: Date | undefined
  /**
   * Index of the revision that the signature ends and covers but for its own value; undefined when it does not, and then it
   * proves nothing about others, nor do others about it.
   */
  readonly revision: number | undefined
}
