/**
 * Text strings and dates (ISO 32000-2, 7.9.2 and 7.9.4).
 *
 * @module
 */
import { decodeBytes } from '../../input/encodings.js'
import { PdfString } from '../objects.js'
import { PDF_DOC_SPECIAL } from './pdf-doc-encoding.js'
import { latin1Text } from './syntax.js'

/** A text string: ASCII unchanged, other text as UTF-16BE with its byte order mark. */
export function textString(text: string): PdfString {
  if (/^[\x20-\x7e]*$/.test(text)) return new PdfString(new TextEncoder().encode(text))
  const bytes = new Uint8Array(2 + text.length * 2)
  bytes[0] = 0xfe
  bytes[1] = 0xff
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bytes[2 + i * 2] = unit >> 8
    bytes[3 + i * 2] = unit & 0xff
  }
  return new PdfString(bytes)
}

/** The text of a text string in any encoding: UTF-16 with a mark, UTF-8 with a mark, PDFDocEncoding. */
export function decodeTextString(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xfe && second === 0xff) return decodeBytes(bytes.subarray(2), 'utf-16be').text
  if (first === 0xff && second === 0xfe) return decodeBytes(bytes.subarray(2), 'utf-16le').text
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeBytes(bytes.subarray(3), 'utf-8').text
  const latin1 = latin1Text(bytes)
  if (/^[\x20-\x7e]*$/.test(latin1)) return latin1
  // A string that is joined letter by letter would take thirty bytes for each.
  const codes = Buffer.alloc(bytes.length * 2)
  for (const [i, code] of bytes.entries()) {
    const unit = PDF_DOC_SPECIAL[code] ?? code
    codes[2 * i] = unit & 0xff
    codes[2 * i + 1] = unit >> 8
  }
  return codes.toString('utf16le')
}

/** A date string in UTC: `D:20260131120000Z`. */
export function dateString(date: Date): PdfString {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return textString(`D:${digits}Z`)
}
