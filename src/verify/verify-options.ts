/**
 * Options of verifyDocument.
 *
 * @module
 */

import type { RevocationFetcher } from '../trust/trust.js'
import type { VerificationPolicy } from './verification-policy.js'

export interface VerifyOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** The clock, for what is valid today. Default: the system's. */
  readonly now?: () => Date
  /** Largest document taken, in bytes. Default 25 MB. */
  readonly maxBytes?: number
  /** Opens an encrypted document: the user's password or the owner's. Bytes are taken as they are. Default: none. */
  readonly password?: string | Uint8Array
  /**
   * Certificates that are trusted, DER or PEM. With anchors a signature is only valid when its chain ends in one of
   * them; without (an empty list counts as that), trust is reported as not evaluated and integrity decides alone.
   */
  readonly trustAnchors?: readonly (Uint8Array | string)[]
  /** Anchors for time-stamping authorities. Default: `trustAnchors`. */
  readonly timestampAnchors?: readonly (Uint8Array | string)[]
  /** Fetches revocation data; nothing is fetched without it. The addresses come from the document: guard them. */
  readonly fetchRevocation?: RevocationFetcher
  /** Distrusts certificates for which no revocation data is at hand. Default false. */
  readonly requireRevocation?: boolean
  /**
   * Certificates of the host's own identities, present and past, DER or PEM: only those that sign, not those of their
   * issuers. Intact signatures by their keys are marked with `sealedByThisService`, and the audit record in them counts as
   * the host's own word on who signed. They are no anchors.
   */
  readonly ownCertificates?: readonly (Uint8Array | string)[]
  /** What is asked beyond what the standards do. Default: nothing. */
  readonly policy?: VerificationPolicy
}
