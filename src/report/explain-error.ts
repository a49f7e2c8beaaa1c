/**
 * Explains errors to people who know nothing of APIs.
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

/** An error as a sentence in the reader's language. */
export function explainError(
  code: ErrorCode,
  texts: PageTexts,
  { maxBytes, retryAfterSeconds }: { readonly maxBytes: number; readonly retryAfterSeconds: number },
): string {
  return fill(texts[TEXT_OF_CODE[code] ?? 'errorOther'], { size: megabytes(maxBytes), seconds: retryAfterSeconds })
}

/** A size in whole megabytes of 1024 * 1024 bytes, rounded down, and 1 at the least. */
export function megabytes(bytes: number): number {
  return Math.max(1, Math.floor(bytes / 1024 / 1024))
}
