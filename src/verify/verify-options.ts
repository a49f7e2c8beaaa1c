/**
 * Options of verifyDocument.
 *
 * @module
 */

import {
  BYTE_LIMIT,
  checkOptions,
  FUNCTION,
  invalidOption,
  listOf,
  MOMENT,
  members,
  type OptionTable,
  oneOf,
  SIGNAL,
  SWITCH,
} from '../input/check-options.js'
import type { OnProgress } from '../pace/pace.js'
import { PASSWORD } from '../pdf/reading.js'
import type { RevocationFetcher, RevocationFreshness } from '../trust/gathering.js'
import { ANCHORS, type AnchorSource } from '../trust/qualified.js'
import { CERTIFICATES, type CertificateSource } from '../trust/trust-anchors.js'
import { UNKNOWN_REVOCATION, type UnknownRevocation } from '../trust/verdicts.js'
import { SIGNATURE_POLICIES, type SignaturePolicies } from './signature/signature-policy.js'
import { type ExistenceProof, FRESHNESS, PROOF_TABLE } from './time-options.js'
import { OBJECT_CONTENTS, type ObjectContents } from './validation-objects-report.js'
import { POLICY_TABLE, type VerificationPolicy } from './verification-policy.js'

export interface VerifyOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Is told how far the call is, at most once for each percent: `{ done, total, stage }`. What it throws is ignored. */
  readonly onProgress?: OnProgress | undefined
  /** The clock, for what is valid today. Default: the system's. */
  readonly now?: (() => Date) | undefined
  /** Largest document taken, in bytes. Default 25 MB. */
  readonly maxBytes?: number | undefined
  /** Opens an encrypted document: the user's password or the owner's. Bytes are taken as they are. Default: none. */
  readonly password?: string | Uint8Array | undefined
  /**
   * Certificates that are trusted, DER or PEM; or trusted lists (`sealwright/trust-lists`); or a list of both. With anchors a
   * signature is only valid when its chain ends in one of them; without (an empty list counts as that), trust is reported as not
   * evaluated and integrity decides alone. With trusted lists each signer has a `qualification`.
   */
  readonly trustAnchors?: AnchorSource | undefined
  /** Anchors for time-stamping authorities. Default, and for an empty list: `trustAnchors`. */
  readonly timestampAnchors?: AnchorSource | undefined
  /** Fetches revocation data; nothing is fetched without it. The addresses come from the document: check them before use. */
  readonly fetchRevocation?: RevocationFetcher | undefined
  /**
   * The moment at which the document is judged, past or future. Default: the present. Nothing that was made after it
   * counts, except what is known about revocations.
   */
  readonly validationTime?: Date | undefined
  /** What the host itself knows to have existed, and since when. */
  readonly proofs?: readonly ExistenceProof[] | undefined
  /** How fresh statements about revocation must be. Default: until their nextUpdate. */
  readonly revocationFreshness?: RevocationFreshness | undefined
  /**
   * What becomes of a signature when nobody knows whether a certificate of its path was revoked. `indicate`, the
   * default: the indication is `INDETERMINATE`, `TRY_LATER` (EN 319 102-1, 5.2.6.4), and `valid` does not depend on it.
   * `refuse`: its certificate is not trusted either. `accept`: you do not ask, so that it can be `TOTAL-PASSED`; it is
   * not called qualified even then.
   */
  readonly unknownRevocation?: UnknownRevocation | undefined
  /** The older name of `unknownRevocation: 'refuse'`. */
  readonly requireRevocation?: boolean | undefined
  /**
   * The moment until which OCSP answers and CRLs count that are signed with SHA-1, or by a responder that was certified with it.
   * Later ones do not, nor do older ones that nothing proves to be older. Default: the end of 2016, as for certificates.
   */
  readonly sha1RevocationUntil?: Date | undefined
  /**
   * Certificates of the host's own identities, present and past, DER or PEM: only those that sign, not those of their
   * issuers. Intact signatures by their keys are marked with `sealedByThisService`, and the audit record in them counts as
   * the host's own word on who signed. They are no anchors.
   */
  readonly ownCertificates?: CertificateSource | undefined
  /**
   * Signature policies whose requirements the host has taken care of. A signature that names another one, under itself, is
   * `INDETERMINATE`, `SIGNATURE_POLICY_NOT_AVAILABLE` (EN 319 102-1, 5.2.3), which does not make it less valid; one that
   * names a text of another digest `POLICY_PROCESSING_ERROR`. `ignore`: the signers' policies are ignored. Default: none
   * is known.
   */
  readonly signaturePolicies?: SignaturePolicies | undefined
  /**
   * Adds what the verdicts rest on to the report, as `validationObjects`: the certificates of all paths, revocation
   * data about them, time stamps, and what exactly was signed. `digests`: SHA-256 of each. `bytes`: their bytes in
   * base64 as well. Default: left out.
   */
  readonly validationObjects?: ObjectContents | undefined
  /** What is demanded beyond the standards. Default: nothing. */
  readonly policy?: VerificationPolicy | undefined
}

export const VERIFY_OPTIONS: OptionTable<VerifyOptions> = {
  signal: SIGNAL,
  onProgress: FUNCTION,
  now: FUNCTION,
  maxBytes: BYTE_LIMIT,
  password: PASSWORD,
  trustAnchors: ANCHORS,
  timestampAnchors: ANCHORS,
  fetchRevocation: FUNCTION,
  validationTime: MOMENT,
  proofs: listOf(members(PROOF_TABLE), 'proofs of existence'),
  revocationFreshness: FRESHNESS,
  unknownRevocation: oneOf(UNKNOWN_REVOCATION),
  requireRevocation: SWITCH,
  sha1RevocationUntil: MOMENT,
  ownCertificates: CERTIFICATES,
  signaturePolicies: SIGNATURE_POLICIES,
  validationObjects: oneOf(OBJECT_CONTENTS),
  policy: members(POLICY_TABLE),
}

/** Throws `invalid_request` for options that make no sense: if ignored, they would silently change verdicts. */
export function assertVerifyOptions(options: VerifyOptions): void {
  checkOptions(options, VERIFY_OPTIONS)
  const { requireRevocation, unknownRevocation } = options
  if (unknownRevocation === undefined || requireRevocation === undefined) return
  if ((unknownRevocation === 'refuse') === requireRevocation) return
  const message = 'requireRevocation and unknownRevocation contradict each other: give unknownRevocation alone.'
  throw invalidOption(['requireRevocation'], message)
}
