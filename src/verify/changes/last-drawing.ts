/**
 * What the drawings of the last revision do to a document that is signed: for whoever adds a signature, and wants to know
 * before it is made what the verifier will say.
 *
 * @module
 */
import { smallest } from '../../lists.js'
import type { PdfDocument } from '../../pdf/document.js'
import type { Finding } from '../report.js'
import { readRevisionViews } from '../revision-views.js'
import { signatureFields } from '../signature-fields.js'
import { readSignatureStructure } from '../signature-structure.js'
import { ChangeAnalyzer } from './change-analyzer.js'

/** Findings about what is seen: text that is covered, or continued, and what cannot be told. */
const SEEN: ReadonlySet<string> = new Set([
  'content_covered',
  'content_imitated',
  'content_unknown',
  'changes_unreadable',
])

/**
 * Compares the last revision with the one before, knowing what those since the first signature have drawn.
 *
 * @param document The whole file; the signature that ends it may still be empty.
 * @returns What earlier signatures will be refused for. Nothing when the file is no chain of revisions, which is for others
 * to say.
 * @example
 * ```ts
 * const [fault] = findLastDrawingFaults(PdfDocument.open(file))
 * if (fault !== undefined) throw new Error(fault.message)
 * ```
 */
export function findLastDrawingFaults(document: PdfDocument): readonly Finding[] {
  const chain = readRevisionViews(document)
  if ('code' in chain) return []
  const last = chain.views.length - 1
  const ends = signatureFields(document).flatMap(
    (field) => readSignatureStructure(document, chain, field).view?.index ?? [],
  )
  const firstSigned = smallest([last - 1, ...ends])
  if (firstSigned < 0) return []
  const findings = new ChangeAnalyzer(chain.views, firstSigned).findingsOf(last)
  return findings.filter(({ code }) => SEEN.has(code))
}
