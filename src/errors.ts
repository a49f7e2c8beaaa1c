/**
 * One error class and one table of codes for the whole package.
 *
 * @module
 */

/** What a code means, and whether sending the same request again can help. */
export interface ErrorDefinition {
  readonly title: string
  readonly retryable: boolean
}

/** Every code that the package can throw. README and the HTTP API print this table; the statuses are in `ERROR_STATUS`. */
export const ERROR_TABLE = {
  invalid_request: { title: 'The request does not follow its schema', retryable: false },
  invalid_json: { title: 'The body is not valid JSON', retryable: false },
  invalid_multipart: { title: 'The body is not valid multipart/form-data', retryable: false },
  missing_file: { title: 'The form has no file', retryable: false },
  too_many_files: { title: 'The form has more than one file', retryable: false },
  prefetch_refused: { title: 'The address may not be fetched ahead or from another site', retryable: false },
  invalid_code: { title: 'The code is wrong, used or has expired', retryable: false },
  missing_api_key: { title: 'An API key is needed', retryable: false },
  invalid_api_key: { title: 'The API key is not valid', retryable: false },
  not_found: { title: 'There is nothing at this path', retryable: false },
  key_not_found: { title: 'There is no such API key', retryable: false },
  method_not_allowed: { title: 'The method is not allowed here', retryable: false },
  request_timeout: { title: 'The body of the request did not arrive in time', retryable: true },
  key_limit_reached: { title: 'The address has too many active API keys', retryable: false },
  idempotency_in_progress: { title: 'The request with this key is being worked on', retryable: true },
  idempotency_key_reused: { title: 'The idempotency key was sent with another request', retryable: false },
  cross_site_request: { title: 'The request comes from a page of another site', retryable: false },
  challenge_required: { title: 'Something must be shown before a code is sent', retryable: false },
  insufficient_scope: { title: 'The API key does not permit this', retryable: false },
  would_invalidate_signatures: { title: 'The change would break existing signatures', retryable: false },
  already_signed: { title: 'The document is signed already', retryable: false },
  party_signed: { title: 'The party has signed already', retryable: false },
  document_locked: { title: 'The document does not permit another signature', retryable: false },
  file_too_large: { title: 'The document is larger than the limit', retryable: false },
  unsupported_media_type: { title: 'The content type is not supported', retryable: false },
  invalid_document: { title: 'The document cannot be read', retryable: false },
  unsupported_document: { title: 'The kind of document is not supported', retryable: false },
  pending_changes: { title: 'The document has tracked changes or comments', retryable: false },
  text_not_showable: { title: 'No font has all characters of a text', retryable: false },
  cannot_conform: { title: 'The document cannot follow the standard that was asked for', retryable: false },
  unsupported_conversion: { title: 'There is no such conversion', retryable: false },
  url_not_allowed: { title: 'The URL may not be fetched', retryable: false },
  document_fetch_failed: { title: 'The document could not be fetched from its URL', retryable: true },
  document_encrypted: { title: 'The document needs a password', retryable: false },
  document_too_complex: { title: 'The document exceeds a processing limit', retryable: false },
  party_unknown: { title: 'The signer is not one of the parties', retryable: false },
  field_unavailable: { title: 'The signature field cannot be signed', retryable: false },
  seed_value_not_met: { title: 'The signature field asks for another signature', retryable: false },
  invalid_identity: { title: 'The signing identity cannot be used', retryable: false },
  invalid_asn1: { title: 'A cryptographic structure cannot be read', retryable: false },
  invalid_font: { title: 'A font cannot be read', retryable: false },
  wrong_passphrase: { title: 'The passphrase does not open the key', retryable: false },
  key_mismatch: { title: 'The key does not belong to the certificate', retryable: false },
  key_ambiguous: { title: 'The file holds several private keys, and none was chosen', retryable: false },
  certificate_expired: { title: 'The signing certificate has expired', retryable: false },
  certificate_not_yet_valid: { title: 'The signing certificate is not valid yet', retryable: false },
  certificate_revoked: { title: 'The signing certificate was revoked', retryable: false },
  timestamp_required: { title: 'The signature needs a time stamp', retryable: false },
  mail_refused: { title: 'The e-mail address was refused', retryable: false },
  rate_limited: { title: 'Too many requests', retryable: true },
  too_many_concurrent_requests: { title: 'Too many requests at the same time', retryable: true },
  signing_failed: { title: 'The signing identity did not produce a valid signature', retryable: true },
  timestamp_unavailable: { title: 'No time-stamping authority gave a usable time stamp', retryable: true },
  timestamp_unreachable: { title: 'The time-stamping authority did not answer', retryable: true },
  timestamp_timeout: { title: 'The time-stamping authority did not answer in time', retryable: true },
  timestamp_too_large: { title: 'The answer of the time-stamping authority is too large', retryable: false },
  timestamp_malformed: { title: 'The answer of the time-stamping authority cannot be read', retryable: false },
  timestamp_rejected: { title: 'The time-stamping authority rejected the request', retryable: false },
  timestamp_signer_count: { title: 'The time stamp does not have exactly one signer', retryable: false },
  timestamp_version_unknown: { title: 'The time stamp is of an unknown version', retryable: false },
  timestamp_imprint_mismatch: { title: 'The time stamp is over something else', retryable: false },
  timestamp_nonce_mismatch: { title: 'The time stamp answers another request', retryable: false },
  timestamp_policy_mismatch: { title: 'The time stamp follows another policy than was asked for', retryable: false },
  timestamp_certificate_missing: { title: 'The time stamp does not hold its certificate', retryable: false },
  timestamp_certificate_unbound: { title: 'The time stamp does not bind its certificate', retryable: false },
  timestamp_purpose_wrong: {
    title: 'The certificate of the time stamp is not for time stamping alone',
    retryable: false,
  },
  timestamp_outside_validity: {
    title: 'The certificate of the time stamp was not valid at its time',
    retryable: false,
  },
  timestamp_time_wrong: { title: 'The time stamp states a time that is not now', retryable: false },
  timestamp_signature_invalid: { title: 'The signature of the time stamp is wrong', retryable: false },
  timestamp_untrusted: { title: 'The time-stamping authority is not trusted', retryable: false },
  validation_data_unavailable: { title: 'The data for long-term validation could not be gathered', retryable: true },
  trust_list_refused: { title: 'A trusted list is not authentic, or cannot be read', retryable: false },
  trust_list_unavailable: { title: 'A trusted list could not be fetched, and none is kept', retryable: true },
  signing_state_invalid: { title: 'The state of a prepared signature cannot be used', retryable: false },
  signing_state_expired: { title: 'The prepared signature has expired', retryable: false },
  document_not_found: { title: 'The document is not in the store', retryable: false },
  document_changed: { title: 'The document changed after it was listed', retryable: false },
  verification_failed: { title: 'The document is not valid, so nothing further was done with it', retryable: false },
  batch_not_found: { title: 'There is no such batch', retryable: false },
  batch_name_taken: { title: 'The batch of this name was made with another request', retryable: false },
  batch_ended: { title: 'The batch has ended', retryable: false },
  duplicate_document: { title: 'The document was named before in the same request', retryable: false },
  quota_exceeded: { title: 'The owner has stored or queued as much as they may', retryable: false },
  job_abandoned: { title: 'Every worker that began the job ended without finishing it', retryable: false },
  missing_dependency: { title: 'A package, or a file of this one, is missing', retryable: false },
  mail_unavailable: { title: 'E-mail cannot be sent at the moment', retryable: true },
  store_unavailable: { title: 'A store of the service cannot be reached', retryable: true },
  body_already_consumed: { title: 'The body was read before it reached the API', retryable: false },
  overloaded: { title: 'The service is too busy', retryable: true },
  processing_timeout: { title: 'The work took longer than its time limit', retryable: false },
  internal_error: { title: 'An unexpected error happened', retryable: true },
} as const satisfies Record<string, ErrorDefinition>

/** A stable, snake_case name of what went wrong. */
export type ErrorCode = keyof typeof ERROR_TABLE

/** One fault of an invalid input: its place as a JSON Pointer (RFC 6901), its kind as a code, and a message. */
export interface InputIssue {
  readonly pointer: string
  readonly code: string
  readonly message: string
}

const BRAND = Symbol.for('sealwright.SealwrightError')

/**
 * The only error class that the package throws on purpose (an aborted call rejects with its signal's reason instead).
 *
 * @example
 * ```ts
 * try {
 *   await signDocument(bytes, request, { identity })
 * } catch (error) {
 *   if (error instanceof SealwrightError && error.code === 'document_encrypted') askForUnlockedCopy()
 *   else throw error
 * }
 * ```
 */
export class SealwrightError extends Error {
  // Bundlers rename classes, and Node.js prints the class's name when it differs from the prototype's.
  static {
    Object.defineProperty(SealwrightError, 'name', { value: 'SealwrightError', configurable: true })
    Object.defineProperty(SealwrightError.prototype, 'name', {
      value: 'SealwrightError',
      configurable: true,
      writable: true,
    })
  }
  declare readonly name: 'SealwrightError'
  /** Stable name of the error in snake_case; see {@link ERROR_TABLE}. */
  readonly code: ErrorCode
  /** For `invalid_request`: each fault with its JSON Pointer into the request or the options. Empty otherwise. */
  readonly errors: readonly InputIssue[]
  /** Whole seconds after which to try again (HTTP Retry-After). Set for errors that pass with time, where the time is known. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; errors?: readonly InputIssue[]; retryAfterSeconds?: number } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.errors = options.errors ?? []
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  /**
   * An error of another copy of this module is an instance, too. A process has two copies when it loads both the ESM and the
   * CommonJS build.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a class derived from this one is known by its prototype, as usual
    if (this !== SealwrightError) return Function.prototype[Symbol.hasInstance].call(this, value)
    return typeof value === 'object' && value !== null && BRAND in value
  }

  /** @internal */
  get [BRAND](): true {
    return true
  }

  /** Whether the same call can succeed later without any change. */
  get retryable(): boolean {
    return this.definition.retryable
  }

  /** Title and retryability of this error's code. */
  get definition(): ErrorDefinition {
    return ERROR_TABLE[this.code]
  }
}
