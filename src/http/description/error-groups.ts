/**
 * Codes of errors that several operations of the API answer with, by what they come from.
 *
 * @module
 */

import type { ErrorCode } from '../../errors.js'

export const ALWAYS = ['internal_error', 'overloaded'] as const satisfies ErrorCode[]
export const AUTHENTICATED = [
  'missing_api_key',
  'invalid_api_key',
  'cross_site_request',
  'insufficient_scope',
  'store_unavailable',
] as const satisfies ErrorCode[]
export const JSON_BODY = [
  'invalid_request',
  'invalid_json',
  'unsupported_media_type',
  'file_too_large',
  'request_timeout',
  'body_already_consumed',
] as const satisfies ErrorCode[]
export const FORM_BODY = ['invalid_multipart', 'missing_file', 'too_many_files'] as const satisfies ErrorCode[]
export const REPEATABLE = ['idempotency_in_progress', 'idempotency_key_reused'] as const satisfies ErrorCode[]
export const LIMITED = ['rate_limited', 'too_many_concurrent_requests'] as const satisfies ErrorCode[]
export const DOCUMENT = [
  'url_not_allowed',
  'document_fetch_failed',
  'invalid_document',
  'document_encrypted',
  'document_too_complex',
  'processing_timeout',
] as const satisfies ErrorCode[]

/** What can go wrong with time-stamping authorities and revocation services. */
export const EVIDENCE = [
  'timestamp_unavailable',
  'timestamp_unreachable',
  'timestamp_timeout',
  'timestamp_too_large',
  'timestamp_malformed',
  'timestamp_rejected',
  'timestamp_signer_count',
  'timestamp_version_unknown',
  'timestamp_imprint_mismatch',
  'timestamp_nonce_mismatch',
  'timestamp_policy_mismatch',
  'timestamp_certificate_missing',
  'timestamp_certificate_unbound',
  'timestamp_purpose_wrong',
  'timestamp_outside_validity',
  'timestamp_time_wrong',
  'timestamp_signature_invalid',
  'timestamp_untrusted',
  'validation_data_unavailable',
] as const satisfies ErrorCode[]
