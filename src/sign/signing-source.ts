/**
 * Reads the PDF that is signed: the input, or the result of converting a DOCX.
 *
 * @module
 */

import { pickReviewOptions } from '../convert/review-options.js'
import { updateInSteps } from '../pace/hash-steps.js'
import type { Pace } from '../pace/pace.js'
import type { Steps } from '../pace/turns.js'
import { startsWithAt } from '../pdf/reading.js'
import { createHash, type Hash, hash } from '../platform/hashes.js'
import type { SignOptions } from './sign-options.js'

/** A PDF to sign. */
export interface SigningSource {
  readonly pdf: Uint8Array
  /** SHA-256 in hexadecimal. */
  readonly pdfSha256: string
  /** The hash state after the input. A copy of it continues with what is appended. */
  readonly pdfHash: Hash
  /** What it was made from, unless the input was a PDF. */
  readonly original?: { readonly sha256: string; readonly bytes: number }
  /** Warnings about what the PDF does not show as the original does. */
  readonly warnings?: readonly string[]
}

/** First bytes of zip archives, which include DOCX, and of the compound files around encrypted ones (MS-CFB, 2.2). */
const OFFICE_SIGNATURES = ['PK\x03\x04', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1']

/**
 * Distinguishes a DOCX from a PDF by its content, and converts it.
 *
 * @throws SealwrightError for a file that begins like a DOCX and is not one: `unsupported_document`, `invalid_document`,
 *   `document_encrypted`, `document_too_complex`, `pending_changes`; the signal's reason when aborted
 */
export async function readSigningSource(input: Uint8Array, options: SignOptions, pace: Pace): Promise<SigningSource> {
  if (!OFFICE_SIGNATURES.some((signature) => startsWithAt(input, 0, signature))) return await pace.run(hashed(input))
  const { convertDocxToPdf } = await import('../convert/docx-to-pdf.js')
  const { signal, fonts } = options
  const converting = {
    ...(signal === undefined ? {} : { signal }),
    ...pickReviewOptions(options),
    ...(fonts === undefined ? {} : { fonts }),
  }
  const { bytes, warnings } = await convertDocxToPdf(input, converting, pace)
  return {
    ...(await pace.run(hashed(bytes))),
    original: { sha256: hash('sha256', input), bytes: input.length },
    warnings,
  }
}

function* hashed(pdf: Uint8Array): Steps<SigningSource> {
  const pdfHash = createHash('sha256')
  yield* updateInSteps(pdfHash, pdf)
  return { pdf, pdfHash, pdfSha256: pdfHash.copy().digest('hex') }
}
