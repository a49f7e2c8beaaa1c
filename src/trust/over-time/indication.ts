/**
 * States the verdict in the terms of ETSI EN 319 102-1, 5.1.3: an indication and its reason.
 *
 * @module
 */

import type { Finding, Indication, SignatureStatus } from '../trust-report.js'

/**
 * The sub-indications in use (EN 319 102-1, tables 5 and 6). SIGNED_DATA_NOT_FOUND cannot occur: the signed data are bytes of
 * the file itself, and a ByteRange that leads out of it is a fault of the format.
 */
export const SUB_INDICATIONS = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'SIG_CONSTRAINTS_FAILURE',
  'CHAIN_CONSTRAINTS_FAILURE',
  'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  'CRYPTO_CONSTRAINTS_FAILURE',
  'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
  'OUT_OF_BOUNDS_NO_POE',
  'OUT_OF_BOUNDS_NOT_REVOKED',
  'REVOCATION_OUT_OF_BOUNDS_NO_POE',
  'EXPIRED',
  'NOT_YET_VALID',
  'REVOKED',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'NO_POE',
  'NO_SIGNING_CERTIFICATE_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND_NO_POE',
  'TRY_LATER',
  'TIMESTAMP_ORDER_FAILURE',
  'POLICY_PROCESSING_ERROR',
  'SIGNATURE_POLICY_NOT_AVAILABLE',
  'GENERIC',
] as const

export type SubIndication = (typeof SUB_INDICATIONS)[number]

export interface IndicationResult {
  readonly indication: Indication
  readonly subIndication: SubIndication | null
}

const FAILED = 'TOTAL-FAILED'
const OPEN = 'INDETERMINATE'

/** Sub-indications by the code of a finding. Other codes are faults of the format. */
const BY_CODE: Readonly<Record<string, readonly [Indication, SubIndication]>> = {
  digest_mismatch: [FAILED, 'HASH_FAILURE'],
  signature_mismatch: [FAILED, 'SIG_CRYPTO_FAILURE'],
  digest_not_allowed: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  algorithm_protection_mismatch: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  signing_certificate_mismatch: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  signing_certificate_malformed: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  signing_certificate_ambiguous: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  signer_certificate_missing: [OPEN, 'NO_SIGNING_CERTIFICATE_FOUND'],
  digest_unsupported: [OPEN, 'CRYPTO_CONSTRAINTS_FAILURE'],
  algorithm_unsupported: [OPEN, 'CRYPTO_CONSTRAINTS_FAILURE'],
  key_unsupported: [OPEN, 'CRYPTO_CONSTRAINTS_FAILURE'],
  chain_algorithm_weak: [OPEN, 'CRYPTO_CONSTRAINTS_FAILURE'],
  chain_not_found: [OPEN, 'NO_CERTIFICATE_CHAIN_FOUND'],
  anchor_not_approved: [OPEN, 'NO_CERTIFICATE_CHAIN_FOUND'],
  chain_too_complex: [OPEN, 'CERTIFICATE_CHAIN_GENERAL_FAILURE'],
  name_constraints_unsupported: [OPEN, 'CERTIFICATE_CHAIN_GENERAL_FAILURE'],
  certificate_malformed: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  critical_extension_unknown: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  issuer_not_ca: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  issuer_key_usage: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  path_too_long: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  name_not_permitted: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  key_usage_mismatch: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  certificate_for_tls: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  extended_key_usage_mismatch: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  policy_required: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  certificate_expired: [FAILED, 'EXPIRED'],
  certificate_not_yet_valid: [FAILED, 'NOT_YET_VALID'],
  certificate_revoked: [FAILED, 'REVOKED'],
  certificate_revoked_no_poe: [OPEN, 'REVOKED_NO_POE'],
  certificate_suspended: [OPEN, 'TRY_LATER'],
  revocation_unknown: [OPEN, 'TRY_LATER'],
  revocation_not_fresh: [OPEN, 'TRY_LATER'],
  revocation_signer_unknown: [OPEN, 'TRY_LATER'],
  revocation_algorithm_weak: [OPEN, 'TRY_LATER'],
  timestamp_in_future: [OPEN, 'TIMESTAMP_ORDER_FAILURE'],
  timestamp_order: [OPEN, 'TIMESTAMP_ORDER_FAILURE'],
  timestamp_authority_purpose: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  timestamp_certificate_unbound: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  timestamp_outside_validity: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  too_complex: [OPEN, 'GENERIC'],
  policy_later_changes: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  policy_weak_algorithm: [OPEN, 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'],
  policy_trust: [OPEN, 'NO_CERTIFICATE_CHAIN_FOUND'],
  policy_timestamp: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  policy_signing_certificate: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  policy_whole_file: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  policy_qualified: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  policy_own_seal: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
}

/** What prevents TOTAL-PASSED of a signature without faults, including trust and time. */
interface OpenQuestions {
  /** Set when the policy named by the signer is unknown, or differs from the known one. */
  readonly signaturePolicy?: SubIndication | undefined
  /** True when the host gave no anchors, so that no chain was searched. */
  readonly isChainUnknown: boolean
  /** The verdict about time; `undefined` when no path to an anchor was found. */
  readonly time: TimeConclusion | undefined
  /** True when an algorithm is no longer acceptable, and nothing proves that the signature is older. */
  readonly isAlgorithmWeak: boolean
}

/** The part of the verdict at a moment that depends on time. */
export interface TimeConclusion {
  readonly indication: Indication
  readonly subIndication: SubIndication | null
}

const NO_QUESTIONS: OpenQuestions = { isChainUnknown: false, time: undefined, isAlgorithmWeak: false }

/**
 * The indication for one signature.
 *
 * @param status the verdict on the signature, trust included
 * @param reasons what determined it, most decisive first; a failed check decides before an open one
 * @param open what a signature without faults leaves open
 */
export function toIndication(
  status: SignatureStatus,
  reasons: readonly Finding[],
  open: OpenQuestions = NO_QUESTIONS,
): IndicationResult {
  if (status === 'valid') return indicationOfValid(open)
  const entries = reasons.map(({ code }) => entryOf(code, open.time))
  const failed = entries.find((entry) => entry?.[0] === FAILED)
  // A code without an entry is a fault of the format, if it is a decisive one.
  const isFormatFailure = status === 'invalid' && entries[0] === undefined
  const decisive = failed ?? (isFormatFailure ? undefined : entries.find((entry) => entry !== undefined))
  if (decisive !== undefined) return { indication: decisive[0], subIndication: decisive[1] }
  return status === 'invalid'
    ? { indication: FAILED, subIndication: 'FORMAT_FAILURE' }
    : { indication: OPEN, subIndication: 'GENERIC' }
}

/** Codes of findings that the time conclusion states more precisely. */
const TIME_CODES: ReadonlySet<string> = new Set([
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_revoked',
  'certificate_revoked_no_poe',
  'certificate_suspended',
  'expired_without_timestamp',
  'revocation_unknown',
  'revocation_not_fresh',
  'revocation_signer_unknown',
  'revocation_algorithm_weak',
])

function entryOf(code: string, time: TimeConclusion | undefined): readonly [Indication, SubIndication] | undefined {
  const isTimely = TIME_CODES.has(code) || code.startsWith('time_')
  if (isTimely && time?.subIndication != null) return [time.indication, time.subIndication]
  return BY_CODE[code]
}

function indicationOfValid({
  signaturePolicy,
  isChainUnknown,
  time,
  isAlgorithmWeak,
}: OpenQuestions): IndicationResult {
  // Constraints come before everything that is validated (5.2.3, 5.3.4).
  if (signaturePolicy !== undefined) return { indication: OPEN, subIndication: signaturePolicy }
  if (isChainUnknown) return { indication: OPEN, subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' }
  if (time?.subIndication != null) return { indication: time.indication, subIndication: time.subIndication }
  if (isAlgorithmWeak) return { indication: OPEN, subIndication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE' }
  return { indication: 'TOTAL-PASSED', subIndication: null }
}
