/**
 * Error messages for people who do not know what an API is.
 *
 * @module
 */
import type { ErrorCode } from '../errors.js'
import type { PageTexts } from '../texts/en.js'
import { fill } from '../texts/texts.js'

const TEXT_OF_CODE: Partial<Record<ErrorCode, keyof PageTexts>> = {
  missing_file: 'errorNoFile',
  invalid_document: 'errorNotPdf',
  unsupported_document: 'errorNotPdf',
  document_encrypted: 'errorEncrypted',
  file_too_large: 'errorTooLarge',
  document_too_complex: 'errorComplex',
  processing_timeout: 'errorComplex',
  rate_limited: 'errorTooMany',
  too_many_concurrent_requests: 'errorTooMany',
  overloaded: 'errorBusy',
  store_unavailable: 'errorBusy',
  request_timeout: 'errorTimeout',
}

/** A sentence in the reader's language. */
export function explainError(
  code: ErrorCode,
  texts: PageTexts,
  { maxBytes, retryAfterSeconds }: { readonly maxBytes: number; readonly retryAfterSeconds: number },
): string {
  return fill(texts[TEXT_OF_CODE[code] ?? 'errorOther'], { size: megabytes(maxBytes), seconds: retryAfterSeconds })
}

/** Whole megabytes, as people count them. */
export function megabytes(bytes: number): number {
  return Math.max(1, Math.floor(bytes / 1024 / 1024))
}
