/**
 * Decodes XML files to text.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { type DecodedText, decodeBytes, encodingByMark, encodingNamed } from './encodings.js'

/** How many bytes at the start of a file are searched for an XML declaration. */
const MAX_DECLARATION_BYTES = 256

/**
 * Decodes an XML file. The encoding follows from the byte order mark, else from the declaration, else it is UTF-8 (XML 1.0,
 * appendix F). Bytes that are invalid in the encoding become U+FFFD.
 *
 * @throws {SealwrightError} `invalid_document` for an unknown encoding
 */
export function decodeXml(bytes: Uint8Array): DecodedText {
  const label = detectEncoding(bytes)
  const encoding = encodingNamed(label)
  if (encoding === undefined || encoding === 'replacement') {
    throw new SealwrightError('invalid_document', `An XML part is in an unknown encoding: ${label}`)
  }
  const { text, malformed } = decodeBytes(bytes, encoding)
  return { text: normalizeLineEnds(text), malformed }
}

function detectEncoding(bytes: Uint8Array): string {
  const marked = encodingByMark(bytes)
  if (marked !== undefined) return marked
  const [first, second] = bytes
  if (first === 0x3c && second === 0) return 'utf-16le'
  if (first === 0 && second === 0x3c) return 'utf-16be'
  const declared = /^<\?xml\b[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/.exec(asciiStart(bytes))?.[1]
  // A declaration that can be read in single bytes is not in UTF-16, whatever it says.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared
}

function asciiStart({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, Math.min(byteLength, MAX_DECLARATION_BYTES)).toString('latin1')
}

/**
 * Makes all line ends line feeds (XML 1.0, 2.11). Word writes only one line end, after the XML declaration: that one stays,
 * so that a large part is not copied.
 */
function normalizeLineEnds(text: string): string {
  const first = text.indexOf('\r')
  if (first < 0) return text
  const isOfDeclaration = text.startsWith('<?xml ') && text.indexOf('?>') === first - 2
  return isOfDeclaration && text.indexOf('\r', first + 1) < 0 ? text : text.replace(/\r\n?/g, '\n')
}
