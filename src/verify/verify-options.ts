/**
 * Options of verifyDocument.
 *
 * @module
 */

import {
  BYTE_LIMIT,
  checkOptions,
  FUNCTION,
  listOf,
  MOMENT,
  members,
  type OptionTable,
  SIGNAL,
  SWITCH,
} from '../input/check-options.js'
import { PASSWORD } from '../pdf/password.js'
import type { RevocationFreshness } from '../trust/freshness.js'
import type { RevocationFetcher } from '../trust/trust.js'
import { CERTIFICATES, type CertificateSource } from '../trust/trust-anchors.js'
import { SIGNATURE_POLICIES, type SignaturePolicies } from './signature-policy.js'
import { type ExistenceProof, FRESHNESS, PROOF_TABLE } from './time-options.js'
import { POLICY_TABLE, type VerificationPolicy } from './verification-policy.js'

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
  readonly trustAnchors?: CertificateSource
  /** Anchors for time-stamping authorities. Default: `trustAnchors`. */
  readonly timestampAnchors?: CertificateSource
  /** Fetches revocation data; nothing is fetched without it. The addresses come from the document: check them before use. */
  readonly fetchRevocation?: RevocationFetcher
  /**
   * The moment at which the document is judged, past or future. Default: the present. Nothing that was made after it
   * counts, except what is known about revocations.
   */
  readonly validationTime?: Date
  /** What the host itself knows to have existed, and since when. */
  readonly proofs?: readonly ExistenceProof[]
  /** How fresh statements about revocation must be. Default: until their nextUpdate. */
  readonly revocationFreshness?: RevocationFreshness
  /** Distrusts certificates for which no revocation data is at hand. Default false. */
  readonly requireRevocation?: boolean
  /**
   * Certificates of the host's own identities, present and past, DER or PEM: only those that sign, not those of their
   * issuers. Intact signatures by their keys are marked with `sealedByThisService`, and the audit record in them counts as
   * the host's own word on who signed. They are no anchors.
   */
  readonly ownCertificates?: CertificateSource
  /**
   * Signature policies whose requirements the host has taken care of. A signature that names another one, under itself, is
   * `INDETERMINATE`, `SIGNATURE_POLICY_NOT_AVAILABLE` (EN 319 102-1, 5.2.3), which does not make it less valid; one that
   * names a text of another digest `POLICY_PROCESSING_ERROR`. `ignore`: the signers' policies are ignored. Default: none
   * is known.
   */
  readonly signaturePolicies?: SignaturePolicies
  /** What is demanded beyond the standards. Default: nothing. */
  readonly policy?: VerificationPolicy
}

export const VERIFY_OPTIONS: OptionTable<VerifyOptions> = {
  signal: SIGNAL,
  now: FUNCTION,
  maxBytes: BYTE_LIMIT,
  password: PASSWORD,
  trustAnchors: CERTIFICATES,
  timestampAnchors: CERTIFICATES,
  fetchRevocation: FUNCTION,
  validationTime: MOMENT,
  proofs: listOf(members(PROOF_TABLE), 'proofs of existence'),
  revocationFreshness: FRESHNESS,
  requireRevocation: SWITCH,
  ownCertificates: CERTIFICATES,
  signaturePolicies: SIGNATURE_POLICIES,
  policy: members(POLICY_TABLE),
}

/** Throws `invalid_request` for options that make no sense: if ignored, they would silently change verdicts. */
export function assertVerifyOptions(options: VerifyOptions): void {
  checkOptions(options, VERIFY_OPTIONS)
}
