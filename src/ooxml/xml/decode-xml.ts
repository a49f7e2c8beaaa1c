/**
 * The bytes of an XML part to text.
 *
 * @module
 */

import * as nodeBuffer from 'node:buffer'
import { SealwrightError } from '../../errors.js'

/** How far into a part an XML declaration is looked for. */
const MAX_DECLARATION_BYTES = 256

/** Text of longer parts is decoded where it will stand, without a second copy. */
const MAX_TRANSCODED_BYTES = 1024 * 1024

const UTF_8 = new TextDecoder()

/**
 * The text of an XML part: encoding by byte order mark, then by declaration, then UTF-8 (XML 1.0, appendix F). Bytes
 * that the encoding does not have become U+FFFD.
 *
 * @throws {SealwrightError} `invalid_document` for an encoding that nobody knows
 */
export function decodeXml(bytes: Uint8Array): string {
  const encoding = detectEncoding(bytes)
  try {
    const text = encoding === 'utf-8' ? decodeUtf8(bytes) : new TextDecoder(encoding).decode(bytes)
    return normalizeLineEnds(text)
  } catch (cause) {
    throw new SealwrightError('invalid_document', `An XML part is in an unknown encoding: ${encoding}`, { cause })
  }
}

/**
 * What a TextDecoder gives. That takes three to seven times as long as the way through UTF-16 as soon as one character is not
 * of ASCII, such as an apostrophe that Word has curled.
 */
function decodeUtf8(bytes: Uint8Array): string {
  const { isAscii, isUtf8, transcode } = nodeBuffer
  if (bytes.length > MAX_TRANSCODED_BYTES || isAscii(bytes) || !isUtf8(bytes)) return UTF_8.decode(bytes)
  try {
    const text = transcode(bytes, 'utf8', 'utf16le').toString('utf16le')
    return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text
  } catch {
    // Not every runtime that stands in for Node has it.
    return UTF_8.decode(bytes)
  }
}

const BYTE_ORDER_MARK = 0xfeff

function detectEncoding(bytes: Uint8Array): string {
  const first = bytes[0]
  const second = bytes[1]
  const third = bytes[2]
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const start = asciiStart(bytes)
  const declared = /^<\?xml\b[^>]*?\bencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(start)?.[1]
  // A part that declares UTF-16 in single bytes is not in UTF-16.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared
}

function asciiStart({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, Math.min(byteLength, MAX_DECLARATION_BYTES)).toString('latin1')
}

/**
 * XML 1.0, 2.11. Word ends one line, that of the XML declaration: white space as it is, so a part of a hundred kilobytes is not
 * copied for it.
 */
function normalizeLineEnds(text: string): string {
  const first = text.indexOf('\r')
  if (first < 0) return text
  const isOfDeclaration = text.startsWith('<?xml ') && text.indexOf('?>') === first - 2
  return isOfDeclaration && text.indexOf('\r', first + 1) < 0 ? text : text.replace(/\r\n?/g, '\n')
}
