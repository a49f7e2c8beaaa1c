/**
 * Which status of HTTP (RFC 9110, 15) each error is answered with.
 *
 * @module
 */

import type { ErrorCode } from '../errors.js'

/**
 * The status for every code, for hosts that answer requests themselves.
 *
 * @example
 * ```ts
 * if (error instanceof SealwrightError) response.status(ERROR_STATUS[error.code])
 * ```
 */
export const ERROR_STATUS = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_multipart: 400,
  missing_file: 400,
  too_many_files: 400,
  prefetch_refused: 400,
  invalid_code: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  not_found: 404,
  key_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  key_limit_reached: 409,
  would_invalidate_signatures: 409,
  already_signed: 409,
  document_locked: 409,
  file_too_large: 413,
  unsupported_media_type: 415,
  invalid_document: 422,
  unsupported_document: 422,
  pending_changes: 422,
  cannot_conform: 422,
  unsupported_conversion: 422,
  url_not_allowed: 422,
  document_fetch_failed: 422,
  document_encrypted: 422,
  document_too_complex: 422,
  field_unavailable: 422,
  seed_value_not_met: 422,
  invalid_identity: 422,
  timestamp_required: 422,
  invalid_asn1: 422,
  invalid_font: 422,
  wrong_passphrase: 422,
  key_mismatch: 422,
  certificate_expired: 422,
  certificate_not_yet_valid: 422,
  certificate_revoked: 422,
  mail_refused: 422,
  rate_limited: 429,
  too_many_concurrent_requests: 429,
  signing_failed: 502,
  timestamp_unavailable: 503,
  timestamp_unreachable: 502,
  timestamp_timeout: 504,
  timestamp_too_large: 502,
  timestamp_malformed: 502,
  timestamp_rejected: 502,
  timestamp_signer_count: 502,
  timestamp_version_unknown: 502,
  timestamp_imprint_mismatch: 502,
  timestamp_nonce_mismatch: 502,
  timestamp_policy_mismatch: 502,
  timestamp_certificate_missing: 502,
  timestamp_certificate_unbound: 502,
  timestamp_purpose_wrong: 502,
  timestamp_outside_validity: 502,
  timestamp_time_wrong: 502,
  timestamp_signature_invalid: 502,
  timestamp_untrusted: 502,
  validation_data_unavailable: 503,
  signing_state_invalid: 422,
  signing_state_expired: 422,
  missing_dependency: 500,
  mail_unavailable: 503,
  store_unavailable: 503,
  body_already_consumed: 500,
  overloaded: 503,
  processing_timeout: 504,
  internal_error: 500,
} as const satisfies Record<ErrorCode, number>
