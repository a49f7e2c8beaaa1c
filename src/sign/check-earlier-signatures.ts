/**
 * Whether the signatures that a document holds already stay as good as they are with what is going to be appended. The
 * verifier itself is asked, so that the two never disagree.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { Steps } from '../pace/turns.js'
import { PdfDocument } from '../pdf/document.js'
import { findHarmedSignatures } from '../verify/earlier-signatures.js'

/** What is appended, for the message. */
export interface AppendedPart {
  /** The subject of a sentence, such as "another signature". */
  readonly what: string
  /** What to do instead. */
  readonly advice: string
  readonly password: string | Uint8Array | undefined
}

/**
 * Compares what the verifier says of the earlier signatures with the increment and without it.
 *
 * @param before The document without the increment, as it was opened for planning it.
 * @param file The document with the increment. Its own signature may still be empty, but has its ByteRange.
 * @throws SealwrightError `would_invalidate_signatures` when one of them would be judged worse
 */
export function* checkEarlierSignatures(before: PdfDocument, file: Uint8Array, part: AppendedPart): Steps<void> {
  const { what, advice, password } = part
  const [harmed] = yield* findHarmedSignatures(before, PdfDocument.open(file, { password }))
  if (harmed === undefined) return
  const why = harmed.findings[0]?.message.replace(/\.$/, '') ?? 'it could not be judged any more'
  throw new SealwrightError(
    'would_invalidate_signatures',
    `The document is signed already, and ${what} would put its signature in field "${harmed.fieldName}" in doubt. Verifying would find: ${why}. ${advice}`,
  )
}
