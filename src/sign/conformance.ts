/**
 * Rules that signing follows so that a document stays conformant with the standards that it claims.
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
   * Where the record goes: attached, or into the private data of this program when files may not be attached (ISO 19005-1,
   * 6.1.11; -2, 6.8: only PDF/A files; -4, 6.9: only in PDF/A-4f).
   */
  readonly record: 'attached' | 'private'
  /** True when font subsets have to list their characters (ISO 19005-1, 6.3.5). */
  readonly cidSets: boolean
  /** True when nothing may be transparent (ISO 19005-1, 6.4; -2, 6.2.10: not without an output intent). */
  readonly isOpaque: boolean
  /** True when CMYK colours are not allowed, because without a profile they depend on the device (ISO 19005-2, 6.2.4.3). */
  readonly isArchive: boolean
  /** True when even invisible annotations need an appearance (ISO 19005-1, 6.9). */
  readonly everyAppearance: boolean
  /** True when additions have to be in the structure of the document. */
  readonly isTagged: boolean
  /**
   * True when the standard requires tags, and they are not just good practice: a later signature only adds to the structure
   * then.
   */
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

/** The rules for a document. */
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

/**
 * True when files may be attached: PDF/A-3 and PDF/A-4f accept any file, PDF/A-4e only those of its engineering models (ISO
 * 19005-4, annexes A and B).
 */
function mayAttachFiles({ archive }: ConformanceClaims): boolean {
  if (archive === undefined || archive.part === 3) return true
  return archive.part === 4 && archive.level === 'F'
}

/** True for a tagged PDF (ISO 32000-2, 14.8). */
function isTaggedDocument(document: PdfDocument): boolean {
  const marks = document.lookupDict(document.catalog, 'MarkInfo')
  const isMarked = marks !== undefined && document.lookup(marks, 'Marked') === true
  return isMarked && document.lookup(document.catalog, 'StructTreeRoot') instanceof PdfDict
}
