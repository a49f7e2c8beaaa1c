/**
 * The standards that a PDF says it follows, in its XMP metadata: archives (ISO 19005) and universal accessibility
 * (ISO 14289).
 *
 * @module
 */
import { SealwrightError } from '../errors.js'
import type { PdfDocument } from './document.js'
import { PdfStream } from './objects.js'
import { PDF_LIMITS } from './pdf-limits.js'

/** What a file claims. A claim may be false; it costs nothing to take it for true. */
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
 * Reads the claims. Whatever is wrong with the metadata, there is an answer: metadata that cannot be read claim nothing.
 *
 * @example
 * ```ts
 * readConformanceClaims(document) // { archive: { part: 2, level: 'B' }, accessible: undefined }
 * ```
 */
export function readConformanceClaims(document: PdfDocument): ConformanceClaims {
  const xmp = readPacket(document)
  if (xmp === undefined) return NO_CLAIMS
  const part = Number(readProperty(xmp, ARCHIVE, 'part'))
  const level = readProperty(xmp, ARCHIVE, 'conformance') ?? ''
  const accessible = Number(readProperty(xmp, ACCESSIBLE, 'part'))
  return {
    archive: Number.isInteger(part) && part > 0 ? { part, level: level.toUpperCase() } : undefined,
    accessible: Number.isInteger(accessible) && accessible > 0 ? accessible : undefined,
  }
}

/** The XMP packet of the catalog as text. */
function readPacket(document: PdfDocument): string | undefined {
  try {
    const stream = document.lookup(document.catalog, 'Metadata')
    if (!(stream instanceof PdfStream)) return undefined
    const bytes = document.decode(stream, { maxBytes: PDF_LIMITS.maxMetadataBytes })
    return new TextDecoder(encodingOf(bytes)).decode(bytes)
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}

/** XMP may also be written in UTF-16 (ISO 16684-1, 7.1); its first character is `<`, perhaps behind a mark. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return 'utf-8'
}

/** Prefixes that are looked at. */
const MAX_PREFIXES = 8

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

/** The prefixes that stand for a namespace anywhere in the packet. */
function prefixesOf(xmp: string, namespace: string): Set<string> {
  const prefixes = new Set<string>()
  for (let at = xmp.indexOf(namespace); at >= 0; at = xmp.indexOf(namespace, at + namespace.length)) {
    const declaration = /xmlns:([\w.-]{1,40})\s*=\s*["']$/.exec(xmp.slice(Math.max(0, at - 64), at))
    if (declaration?.[1] !== undefined) prefixes.add(declaration[1])
    if (prefixes.size === MAX_PREFIXES) break
  }
  return prefixes
}
