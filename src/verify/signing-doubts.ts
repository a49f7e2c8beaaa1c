/**
 * Finds what the verifier will doubt about a document as soon as something follows its first signature, so that the signer
 * can still rewrite it. This module is loaded with signing, so it only makes checks that cost next to nothing.
 *
 * @module
 */
import type { PdfDocument } from '../pdf/document.js'
import { viewOf } from '../pdf/reading.js'
import { findLinearizationDoubt, findReachingLinearization } from './increment/linearization.js'
import { findMisstatedLength } from './increment/stream-lengths.js'
import type { Finding } from './report.js'

/** Most bytes of a first object, and of a document whose streams are checked. More would take longer than signing. */
const MAX_SEARCHED_BYTES = 1024 * 1024

/**
 * Finds numbers in a document that lead beyond its end, with the codes of the verifier. The length stated in the file is
 * checked if the first object has at most 1 MB, and streams in files of up to 1 MB. Entries that lead nowhere are repaired by
 * signing.
 *
 * @param document The document before it is signed. Signing gives new entries to one that had to be rebuilt.
 * @example
 * ```ts
 * findSigningDoubts(PdfDocument.open(bytes)).map(({ code }) => code) // ['linearization_misleads']
 * ```
 */
export function findSigningDoubts(document: PdfDocument): readonly Finding[] {
  if (document.rebuilt) return []
  const isFirstShort = viewOf(document.bytes.subarray(0, MAX_SEARCHED_BYTES)).includes('endobj', 0, 'latin1')
  return [
    isFirstShort ? (findLinearizationDoubt(document) ?? findReachingLinearization(document)) : undefined,
    document.bytes.length <= MAX_SEARCHED_BYTES ? findMisstatedLength(document) : undefined,
  ].filter((finding) => finding !== undefined)
}
