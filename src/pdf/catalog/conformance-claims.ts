/**
 * The standards that a PDF says it follows, in its XMP metadata: archives (ISO 19005) and universal accessibility
 * (ISO 14289).
 *
 * @module
 */
import type { PdfDocument } from '../document.js'
import { readXmpPacket } from './xmp-packet.js'
import { readXmpTexts, type XmpText } from './xmp-properties.js'

/** What a file claims. A claim may be false; taking it for true does no harm. */
export interface ConformanceClaims {
  /** The part of ISO 19005, and the level in upper case; '' for PDF/A-4 without one. */
  readonly archive: { readonly part: number; readonly level: string } | undefined
  /** The part of ISO 14289. */
  readonly accessible: number | undefined
}

const NO_CLAIMS: ConformanceClaims = { archive: undefined, accessible: undefined }

const ARCHIVE = 'http://www.aiim.org/pdfa/ns/id/'
const ACCESSIBLE = 'http://www.aiim.org/pdfua/ns/id/'

/**
 * Reads the claims. There is always an answer: metadata that cannot be read claims nothing.
 *
 * @example
 * ```ts
 * readConformanceClaims(document) // { archive: { part: 2, level: 'B' }, accessible: undefined }
 * ```
 */
export function readConformanceClaims(document: PdfDocument): ConformanceClaims {
  const xmp = readXmpPacket(document) ?? ''
  if (!xmp.includes(ARCHIVE) && !xmp.includes(ACCESSIBLE)) return NO_CLAIMS
  const texts = readXmpTexts(xmp)
  const part = Number(propertyOf(texts, ARCHIVE, 'part'))
  const level = propertyOf(texts, ARCHIVE, 'conformance') ?? ''
  const accessible = Number(propertyOf(texts, ACCESSIBLE, 'part'))
  return {
    archive: Number.isInteger(part) && part > 0 ? { part, level: level.toUpperCase() } : undefined,
    accessible: Number.isInteger(accessible) && accessible > 0 ? accessible : undefined,
  }
}

/** The first text of a property of a namespace, however it is written. */
function propertyOf(texts: readonly XmpText[], namespace: string, name: string): string | undefined {
  return texts.find(({ property, namespaces }) => {
    return namespaces.has(namespace) && property.slice(property.indexOf(':') + 1) === name
  })?.text
}
