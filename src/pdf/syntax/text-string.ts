/**
 * Text strings and dates (ISO 32000-2, 7.9.2 and 7.9.4).
 *
 * @module
 */
import { decodeBytes } from '../../input/encodings.js'
import { PdfString } from '../objects.js'
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

/** The characters of PDFDocEncoding that differ from Latin-1 (ISO 32000-2, table D.2). */
const PDF_DOC_SPECIAL: Record<number, number> = {
  24: 0x02d8,
  25: 0x02c7,
  26: 0x02c6,
  27: 0x02d9,
  28: 0x02dd,
  29: 0x02db,
  30: 0x02da,
  31: 0x02dc,
  128: 0x2022,
  129: 0x2020,
  130: 0x2021,
  131: 0x2026,
  132: 0x2014,
  133: 0x2013,
  134: 0x0192,
  135: 0x2044,
  136: 0x2039,
  137: 0x203a,
  138: 0x2212,
  139: 0x2030,
  140: 0x201e,
  141: 0x201c,
  142: 0x201d,
  143: 0x2018,
  144: 0x2019,
  145: 0x201a,
  146: 0x2122,
  147: 0xfb01,
  148: 0xfb02,
  149: 0x0141,
  150: 0x0152,
  151: 0x0160,
  152: 0x0178,
  153: 0x017d,
  154: 0x0131,
  155: 0x0142,
  156: 0x0153,
  157: 0x0161,
  158: 0x017e,
  160: 0x20ac,
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

let pdfDocCodes: ReadonlyMap<string, number> | undefined

/** Text in PDFDocEncoding; `undefined` when it has a character that the encoding lacks. */
export function encodePdfDoc(text: string): Uint8Array | undefined {
  pdfDocCodes ??= new Map(
    Object.entries(PDF_DOC_SPECIAL).map(([code, char]) => [String.fromCharCode(char), Number(code)]),
  )
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const own = text.charCodeAt(i)
    const code = pdfDocCodes.get(text.charAt(i)) ?? (PDF_DOC_SPECIAL[own] === undefined ? own : undefined)
    if (code === undefined || code > 0xff) return undefined
    bytes[i] = code
  }
  return bytes
}

/** A date string in UTC: `D:20260131120000Z`. */
export function dateString(date: Date): PdfString {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14)
  return textString(`D:${digits}Z`)
}
