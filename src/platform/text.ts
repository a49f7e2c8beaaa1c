/**
 * Text: whether bytes are UTF-8, and the ASCII form of domain names. `web/text.ts` stands in for this module in builds for
 * browsers and edge hosts.
 *
 * @module
 */

import * as nodeBuffer from 'node:buffer'

export { isUtf8 } from 'node:buffer'
export { domainToASCII } from 'node:url'

/** U+FEFF, which a decoder leaves out at the start of a text. */
const BYTE_ORDER_MARK = 0xfeff

/** Longer text is decoded where it will stand, without a second copy. */
const MAX_TRANSCODED_BYTES = 1024 * 1024

const UTF_8 = new TextDecoder()

/**
 * Gives what a TextDecoder gives. A TextDecoder takes three to seven times as long as the way through UTF-16 as soon as one
 * character is not ASCII, such as an apostrophe that Word has curled.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const { isAscii, transcode } = nodeBuffer
  if (bytes.length > MAX_TRANSCODED_BYTES || isAscii(bytes)) return UTF_8.decode(bytes)
  try {
    const text = transcode(bytes, 'utf8', 'utf16le').toString('utf16le')
    return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text
  } catch {
    // Not every runtime that stands in for Node has it.
    return UTF_8.decode(bytes)
  }
}
