/**
 * What the verifier will doubt of a document as soon as something follows its first signature: for whoever signs it, while it
 * can still be written again. It is loaded with signing, so it asks only for what costs next to nothing.
 *
 * @module
 */
import type { PdfDocument } from '../pdf/document.js'
import { viewOf } from '../pdf/reading.js'
import { findLinearizationDoubt, findReachingLinearization } from './increment/linearization.js'
import { findMisstatedLength } from './increment/stream-lengths.js'
import type { Finding } from './report.js'

/** Bytes of a first object, and of a document whose streams are looked at: more would take longer than to sign it. */
const MAX_SEARCHED_BYTES = 1024 * 1024

/**
 * Numbers of a document that lead beyond its end, with the codes that verifying gives. What the file says of its length is
 * looked at where its first object is no longer than 1 MB, its streams in those up to 1 MB. Entries that lead nowhere are mended by signing.
 *
 * @param document The document before it is signed. One that had to be rebuilt gets new entries by signing.
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
