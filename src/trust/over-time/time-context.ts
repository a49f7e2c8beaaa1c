/**
 * The facts and settings that verdicts over time rest on.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import type { RevocationFreshness } from '../revocation/freshness.js'
import type { RevocationStatements } from '../revocation/revocation.js'
import type { Place, ProofsOfExistence } from './proofs.js'

/** Outcomes that a host may choose for certificates whose revocation status nobody knows; see `VerifyOptions`. */
export const UNKNOWN_REVOCATION = ['indicate', 'refuse', 'accept'] as const

export type UnknownRevocation = (typeof UNKNOWN_REVOCATION)[number]

/** Facts and settings of verdicts over time, shared by all signatures of a document. */
export interface TimeContext {
  /** The moment of which the document is judged. */
  readonly asOf: Date
  /** The present: nothing can be later. Never before `asOf`. */
  readonly now: Date
  readonly statements: RevocationStatements
  readonly proofs: ProofsOfExistence
  readonly freshness: RevocationFreshness
  /** Whether a certificate whose revocation status is not known is an obstacle. */
  readonly requireRevocation: boolean
  /** The outcome that the host chose for a status that is not known. */
  readonly unknownRevocation: UnknownRevocation
  /** Until when statements that are signed with SHA-1 count; as long as certificates if left out. */
  readonly sha1Until?: Date | undefined
  /** Where a certificate stands in the file. */
  placeOf(certificate: Certificate): Place
}
