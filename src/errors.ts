/**
 * One error class and one table of codes for the whole package.
 *
 * @module
 */

/** What a code means over HTTP (RFC 9457 members) and whether sending the same request again can help. */
export interface ErrorDefinition {
  readonly status: number
  readonly title: string
  readonly retryable: boolean
}

/** Every code that the package can throw. README and the HTTP API print this table. */
export const ERROR_TABLE = {
  invalid_request: { status: 400, title: 'The request does not follow its schema', retryable: false },
  would_invalidate_signatures: { status: 409, title: 'The change would break existing signatures', retryable: false },
  already_signed: { status: 409, title: 'The document is signed already', retryable: false },
  document_locked: { status: 409, title: 'The document does not permit another signature', retryable: false },
  file_too_large: { status: 413, title: 'The document is larger than the limit', retryable: false },
  invalid_document: { status: 422, title: 'The document cannot be read', retryable: false },
  unsupported_document: { status: 422, title: 'The kind of document is not supported', retryable: false },
  document_encrypted: { status: 422, title: 'The document needs a password', retryable: false },
  document_too_complex: { status: 422, title: 'The document exceeds a processing limit', retryable: false },
  field_unavailable: { status: 422, title: 'The signature field cannot be signed', retryable: false },
  invalid_identity: { status: 422, title: 'The signing identity cannot be used', retryable: false },
  invalid_asn1: { status: 422, title: 'A cryptographic structure cannot be read', retryable: false },
  invalid_font: { status: 422, title: 'A font cannot be read', retryable: false },
  wrong_passphrase: { status: 422, title: 'The passphrase does not open the key', retryable: false },
  key_mismatch: { status: 422, title: 'The key does not belong to the certificate', retryable: false },
  certificate_expired: { status: 422, title: 'The signing certificate has expired', retryable: false },
  certificate_not_yet_valid: { status: 422, title: 'The signing certificate is not valid yet', retryable: false },
  signing_failed: { status: 502, title: 'The signing identity did not produce a valid signature', retryable: true },
  internal_error: { status: 500, title: 'An unexpected error happened', retryable: true },
} as const satisfies Record<string, ErrorDefinition>

/** A stable, snake_case name of what went wrong. */
export type ErrorCode = keyof typeof ERROR_TABLE

/** One fault of an invalid input: where (a JSON Pointer, RFC 6901), which kind, and in words. */
export interface InputIssue {
  readonly pointer: string
  readonly code: string
  readonly message: string
}

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
  override readonly name = 'SealwrightError'
  /** Stable, snake_case; see {@link ERROR_TABLE}. */
  readonly code: ErrorCode
  /** For `invalid_request`: each fault with its JSON Pointer. Empty otherwise. */
  readonly errors: readonly InputIssue[]

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; errors?: readonly InputIssue[] } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    this.errors = options.errors ?? []
  }

  /** Status, title and retryability of this error's code. */
  get definition(): ErrorDefinition {
    return ERROR_TABLE[this.code]
  }
}
