/**
 * What the verifier will doubt of a document as soon as something follows its first signature: for whoever signs it, while it
 * can still be written again. It is loaded with signing, so it asks only for what costs next to nothing.
 *
 * @module
 */
import type { PdfDocument } from '../pdf/document.js'
import { findLinearizationDoubt, findReachingLinearization } from './increment/linearization.js'
import { findMisstatedLength } from './increment/stream-lengths.js'
import type { Finding } from './report.js'

/** Largest document, in bytes, whose streams are looked at: in larger ones that would take longer than to sign them. */
const MAX_SEARCHED_BYTES = 1024 * 1024

/**
 * Numbers of a document that lead beyond its end, with the codes that verifying gives. What the file says of its length is
 * looked at in all documents, its streams in those up to 1 MB. Entries that lead nowhere are mended by signing.
 *
 * @param document The document before it is signed. One that had to be rebuilt gets new entries by signing.
 * @example
 * ```ts
 * findSigningDoubts(PdfDocument.open(bytes)).map(({ code }) => code) // ['linearization_misleads']
 * ```
 */
export function findSigningDoubts(document: PdfDocument): readonly Finding[] {
  if (document.rebuilt) return []
  return [
    findLinearizationDoubt(document) ?? findReachingLinearization(document),
    document.bytes.length <= MAX_SEARCHED_BYTES ? findMisstatedLength(document) : undefined,
  ].filter((finding) => finding !== undefined)
}
