/**
 * What signing has to heed so that a document goes on following the standards that it claims.
 *
 * @module
 */

import type { PdfDocument } from '../pdf/document.js'
import { PdfDict } from '../pdf/objects.js'
import { type ConformanceClaims, readConformanceClaims } from '../pdf/text.js'
import type { SignOptions } from './sign-options.js'

/** The rules for one document. */
export interface ConformanceNeeds {
  /**
   * Where the record goes: attached, or among the private data of this program where files may not be attached
   * (ISO 19005-1, 6.1.11; -2, 6.8: nothing but PDF/A files; -4, 6.9: only in PDF/A-4f).
   */
  readonly record: 'attached' | 'private'
  /** Subsets of fonts list their characters (ISO 19005-1, 6.3.5). */
  readonly cidSets: boolean
  /** Nothing shows through (ISO 19005-1, 6.4; -2, 6.2.10: not without an output intent). */
  readonly isOpaque: boolean
  /** Ink colours (CMYK) are not allowed: without a profile for them they depend on the device (ISO 19005-2, 6.2.4.3). */
  readonly isArchive: boolean
  /** Even what is invisible needs an appearance (ISO 19005-1, 6.9). */
  readonly everyAppearance: boolean
  /** What is added has its place in the structure of the document. */
  readonly isTagged: boolean
  /** The standard requires it, as opposed to it being good practice: a later signature adds to the structure only then. */
  readonly mustTag: boolean
}

const UNBOUND: ConformanceNeeds = {
  record: 'attached',
  cidSets: false,
  isOpaque: false,
  isArchive: false,
  everyAppearance: false,
  isTagged: false,
  mustTag: false,
}

/** What a document needs. */
export function conformanceNeeds(
  document: PdfDocument,
  { conformance = 'keep' }: Pick<SignOptions, 'conformance'> = {},
): ConformanceNeeds {
  if (conformance === 'ignore') return UNBOUND
  const claims = readConformanceClaims(document)
  const { archive, accessible } = claims
  const isFirstPart = archive?.part === 1
  const isTagged = isTaggedDocument(document)
  return {
    record: mayAttachFiles(claims) ? 'attached' : 'private',
    cidSets: isFirstPart,
    isOpaque: isFirstPart || (archive !== undefined && !document.catalog.has('OutputIntents')),
    isArchive: archive !== undefined,
    everyAppearance: isFirstPart,
    isTagged,
    mustTag: isTagged && (accessible !== undefined || archive?.level === 'A'),
  }
}

/** PDF/A-3 and PDF/A-4f take any file; PDF/A-4e only those of its engineering models (ISO 19005-4, annexes A and B). */
function mayAttachFiles({ archive }: ConformanceClaims): boolean {
  if (archive === undefined || archive.part === 3) return true
  return archive.part === 4 && archive.level === 'F'
}

/** Tagged PDF (ISO 32000-2, 14.8). */
function isTaggedDocument(document: PdfDocument): boolean {
  const marks = document.lookupDict(document.catalog, 'MarkInfo')
  const isMarked = marks !== undefined && document.lookup(marks, 'Marked') === true
  return isMarked && document.lookup(document.catalog, 'StructTreeRoot') instanceof PdfDict
}
