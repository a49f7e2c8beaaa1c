/**
 * Reads which standards a PDF claims to follow in its XMP metadata: archiving (ISO 19005) and universal accessibility (ISO
 * 14289).
 *
 * @module
 */
import type { PdfDocument } from '../document.js'
import { readXmpPacket } from './xmp-packet.js'
import { readXmpTexts, type XmpText } from './xmp-properties.js'

/** The claims of a file. A claim may be false, but treating it as true does no harm. */
export interface ConformanceClaims {
  /** Part of ISO 19005, and the conformance level in upper case; '' for PDF/A-4 without one. */
  readonly archive: { readonly part: number; readonly level: string } | undefined
  /** Part of ISO 14289. */
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

/** The first text of a property in a namespace, in any notation. */
function propertyOf(texts: readonly XmpText[], namespace: string, name: string): string | undefined {
  return texts.find(({ property, namespaces }) => {
    return namespaces.has(namespace) && property.slice(property.indexOf(':') + 1) === name
  })?.text
}
