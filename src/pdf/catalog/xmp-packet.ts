/**
 * The XMP packet of a document (ISO 32000-2, 14.3.2; ISO 16684-1) and the text of its properties.
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import { decodeBytes } from '../../input/encodings.js'
import type { PdfDocument } from '../document.js'
import { PdfStream } from '../objects.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'

/** The XMP packet of the catalog as text; `undefined` when it is missing or unreadable. */
export function readXmpPacket(document: PdfDocument): string | undefined {
  try {
    const stream = document.lookup(document.catalog, 'Metadata')
    if (!(stream instanceof PdfStream)) return undefined
    const bytes = document.decode(stream, { maxBytes: PDF_LIMITS.maxMetadataBytes })
    return decodeBytes(bytes, encodingOf(bytes)).text
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return undefined
  }
}

/**
 * The encoding of a packet, which may be UTF-16 (ISO 16684-1, 7.1). Its first character is `<`, after an optional byte order
 * mark.
 */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  return 'utf-8'
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text of a piece of markup. */
export function textOfMarkup(markup: string): string {
  return markup
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(\w{1,8});/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
}
