/**
 * Checks that existing signatures stay as good as they are when an increment is appended. The verifier itself is asked, so
 * that both always agree.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { Steps } from '../pace/turns.js'
import { PdfDocument } from '../pdf/document.js'
import { type DoubtedSignature, findDoubtedSignatures } from '../verify/earlier-signatures.js'

/** What is appended, for the message. */
export interface AppendedPart {
  /** The subject of a sentence, such as "another signature". */
  readonly what: string
  /** What the user should do instead. */
  readonly advice: string
  readonly password: string | Uint8Array | undefined
}

/**
 * Compares the verifier's verdicts on the earlier signatures with the increment and without it.
 *
 * @returns warnings of those that are invalid already
 * @param before The document without the increment, as it was opened for planning.
 * @param file The document with the increment. Its own signature may still be empty, but has its ByteRange.
 * @throws SealwrightError `would_invalidate_signatures` when one of them would be judged worse
 */
export function* checkEarlierSignatures(
  before: PdfDocument,
  file: Uint8Array,
  part: AppendedPart,
): Steps<readonly string[]> {
  const { what, advice, password } = part
  const { harmed, broken } = yield* findDoubtedSignatures(before, PdfDocument.open(file, { password }))
  const [first] = harmed
  if (first === undefined) {
    return broken.map(
      (one) => `The signature in field "${one.fieldName}" is invalid already, and stays so: ${reasonOf(one)}.`,
    )
  }
  throw new SealwrightError(
    'would_invalidate_signatures',
    `The document is signed already, and ${what} would put its signature in field "${first.fieldName}" in doubt. Verifying would find: ${reasonOf(first)}. ${advice}`,
  )
}

function reasonOf({ findings: [finding] }: DoubtedSignature): string {
  return finding?.message.replace(/\.$/, '') ?? 'it could not be judged any more'
}
