/**
 * The standards that a PDF says it follows, in its XMP metadata: archives (ISO 19005) and universal accessibility
 * (ISO 14289).
 *
 * @module
 */
import type { PdfDocument } from '../document.js'
import { prefixesOf, readXmpPacket } from './xmp-packet.js'

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
  const xmp = readXmpPacket(document)
  if (xmp === undefined) return NO_CLAIMS
  const part = Number(readProperty(xmp, ARCHIVE, 'part'))
  const level = readProperty(xmp, ARCHIVE, 'conformance') ?? ''
  const accessible = Number(readProperty(xmp, ACCESSIBLE, 'part'))
  return {
    archive: Number.isInteger(part) && part > 0 ? { part, level: level.toUpperCase() } : undefined,
    accessible: Number.isInteger(accessible) && accessible > 0 ? accessible : undefined,
  }
}

/** A simple property of a namespace, written as an element or as an attribute (ISO 16684-1, 7.4 and 7.9.2.2). */
function readProperty(xmp: string, namespace: string, name: string): string | undefined {
  for (const prefix of prefixesOf(xmp, namespace)) {
    const tag = `${prefix}:${name}`
    for (let at = xmp.indexOf(tag); at >= 0; at = xmp.indexOf(tag, at + tag.length)) {
      const rest = xmp.slice(at + tag.length, at + tag.length + 100)
      const value = xmp[at - 1] === '<' ? /^\s*>([^<]*)<\//.exec(rest) : /^\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(rest)
      if (value !== null && /[<\s]/.test(xmp[at - 1] ?? '')) return (value[1] ?? value[2] ?? '').trim()
    }
  }
  return undefined
}
