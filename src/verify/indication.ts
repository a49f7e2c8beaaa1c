/**
 * The verdict in the terms of ETSI EN 319 102-1, 5.1.3: an indication and what is behind it.
 *
 * @module
 */

import type { Finding, Indication, SignatureStatus } from './report.js'

/** EN 319 102-1, table 5 and 6: those that are given here. */
export type SubIndication =
  | 'FORMAT_FAILURE'
  | 'HASH_FAILURE'
  | 'SIG_CRYPTO_FAILURE'
  | 'SIG_CONSTRAINTS_FAILURE'
  | 'CHAIN_CONSTRAINTS_FAILURE'
  | 'CERTIFICATE_CHAIN_GENERAL_FAILURE'
  | 'CRYPTO_CONSTRAINTS_FAILURE'
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'REVOKED'
  | 'REVOKED_NO_POE'
  | 'NO_SIGNING_CERTIFICATE_FOUND'
  | 'NO_CERTIFICATE_CHAIN_FOUND'
  | 'TRY_LATER'
  | 'TIMESTAMP_ORDER_FAILURE'
  | 'SIGNED_DATA_NOT_FOUND'
  | 'GENERIC'

export interface IndicationResult {
  readonly indication: Indication
  readonly subIndication: SubIndication | null
}

const FAILED = 'TOTAL-FAILED'
const OPEN = 'INDETERMINATE'

/** Codes of findings that have a sub-indication of their own. Others are faults of the format. */
const BY_CODE: Readonly<Record<string, readonly [Indication, SubIndication]>> = {
  digest_mismatch: [FAILED, 'HASH_FAILURE'],
  signature_mismatch: [FAILED, 'SIG_CRYPTO_FAILURE'],
  digest_not_allowed: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  algorithm_protection_mismatch: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  signing_certificate_mismatch: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  signing_certificate_malformed: [OPEN, 'SIG_CONSTRAINTS_FAILURE'],
  signer_certificate_missing: [OPEN, 'NO_SIGNING_CERTIFICATE_FOUND'],
  digest_unsupported: [OPEN, 'CRYPTO_CONSTRAINTS_FAILURE'],
  algorithm_unsupported: [OPEN, 'CRYPTO_CONSTRAINTS_FAILURE'],
  key_unsupported: [OPEN, 'CRYPTO_CONSTRAINTS_FAILURE'],
  chain_algorithm_weak: [OPEN, 'CRYPTO_CONSTRAINTS_FAILURE'],
  chain_not_found: [OPEN, 'NO_CERTIFICATE_CHAIN_FOUND'],
  chain_too_complex: [OPEN, 'CERTIFICATE_CHAIN_GENERAL_FAILURE'],
  policy_unsupported: [OPEN, 'CERTIFICATE_CHAIN_GENERAL_FAILURE'],
  name_constraints_unsupported: [OPEN, 'CERTIFICATE_CHAIN_GENERAL_FAILURE'],
  certificate_malformed: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  critical_extension_unknown: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  issuer_not_ca: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  issuer_key_usage: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  path_too_long: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  name_not_permitted: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  key_usage_mismatch: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  extended_key_usage_mismatch: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  policy_required: [OPEN, 'CHAIN_CONSTRAINTS_FAILURE'],
  certificate_expired: [FAILED, 'EXPIRED'],
  certificate_not_yet_valid: [FAILED, 'NOT_YET_VALID'],
  certificate_revoked: [FAILED, 'REVOKED'],
  certificate_revoked_no_poe: [OPEN, 'REVOKED_NO_POE'],
  revocation_unknown: [OPEN, 'TRY_LATER'],
  timestamp_in_future: [OPEN, 'TIMESTAMP_ORDER_FAILURE'],
  timestamp_order: [OPEN, 'TIMESTAMP_ORDER_FAILURE'],
  too_complex: [OPEN, 'GENERIC'],
}

/**
 * The indication for one signature.
 *
 * @param status the verdict on the signature, trust included
 * @param reasons what made it so, most decisive first; a failed check decides before an open one
 */
export function toIndication(status: SignatureStatus, reasons: readonly Finding[]): IndicationResult {
  if (status === 'valid') return { indication: 'TOTAL-PASSED', subIndication: null }
  const known = reasons.flatMap(({ code }) => {
    const entry = BY_CODE[code]
    return entry === undefined ? [] : [entry]
  })
  const decisive = known.find(([indication]) => indication === FAILED) ?? known[0]
  if (decisive !== undefined) return { indication: decisive[0], subIndication: decisive[1] }
  return status === 'invalid'
    ? { indication: FAILED, subIndication: 'FORMAT_FAILURE' }
    : { indication: OPEN, subIndication: 'GENERIC' }
}
