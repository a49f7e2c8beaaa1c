/**
 * Facts and settings of verdicts over time.
 *
 * @module
 */

import type { Certificate } from '../../cms/certificates.js'
import type { RevocationFreshness } from '../revocation/freshness.js'
import type { RevocationStatements } from '../revocation/revocation.js'
import type { Place, ProofsOfExistence } from './proofs.js'

/** Outcomes that a host may choose for certificates with an unknown revocation status; see `VerifyOptions`. */
export const UNKNOWN_REVOCATION = ['indicate', 'refuse', 'accept'] as const

export type UnknownRevocation = (typeof UNKNOWN_REVOCATION)[number]

/** Facts and settings of verdicts over time, shared by all signatures of a document. */
export interface TimeContext {
  /** The moment for which the document is judged. */
  readonly asOf: Date
  /** The present, which is never before `asOf`. Nothing can be later. */
  readonly now: Date
  readonly statements: RevocationStatements
  readonly proofs: ProofsOfExistence
  readonly freshness: RevocationFreshness
  /** True when an unknown revocation status of a certificate is an obstacle. */
  readonly requireRevocation: boolean
  /** The outcome that the host chose for an unknown status. */
  readonly unknownRevocation: UnknownRevocation
  /** Until when statements signed with SHA-1 count. Default: as for certificates. */
  readonly sha1Until?: Date | undefined
  /** Place of a certificate in the file. */
  placeOf(certificate: Certificate): Place
}
