/**
 * Text functions: whether bytes are UTF-8, and the ASCII form of domain names. Builds for browsers and edge hosts use
 * `web/text.ts` instead.
 *
 * @module
 */

import nodeBuffer from 'node:buffer'

export { isUtf8 } from 'node:buffer'
export { domainToASCII } from 'node:url'

/** The byte order mark U+FEFF, which a decoder leaves out at the start of a text. */
const BYTE_ORDER_MARK = 0xfeff

/** Longest text that is decoded through UTF-16, in bytes. A longer one would need much memory for the second copy. */
const MAX_TRANSCODED_BYTES = 1024 * 1024

const UTF_8 = new TextDecoder()

/**
 * Decodes UTF-8 like a TextDecoder. A TextDecoder takes three to seven times as long as the way through UTF-16 when the text
 * has a character that is not ASCII, for example a typographic apostrophe.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const { isAscii, transcode } = nodeBuffer
  if (bytes.length > MAX_TRANSCODED_BYTES || isAscii(bytes)) return UTF_8.decode(bytes)
  try {
    const text = transcode(bytes, 'utf8', 'utf16le').toString('utf16le')
    return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text
  } catch {
    // Not every runtime that is compatible with Node.js has `transcode`.
    return UTF_8.decode(bytes)
  }
}
