/**
 * Decodes style sheets.
 *
 * @module
 */

import { decodeBytes, encodingByMark, encodingNamed } from '../../../input/encodings.js'
import { describeMalformed } from '../../decode-text.js'
import { charsetOf } from '../../html-encoding.js'
import type { Resource } from './load-images.js'

/** Longest `@charset` rule, in bytes (CSS Syntax Module Level 3, 3.2). */
const MAX_CHARSET_BYTES = 1024

/**
 * Decodes a style sheet: in the encoding of a byte order mark, of its content type, of a rule `@charset` at its very start, or
 * of the page that links to it (CSS Syntax Module Level 3, 3.2).
 *
 * @param environment the encoding of the page
 * @param warn called for bytes that are invalid in the encoding
 */
export function decodeStyleSheet(
  { bytes, mediaType }: Resource,
  environment: string | undefined,
  warn: (message: string) => void,
): string {
  const encoding =
    encodingByMark(bytes) ??
    encodingNamed(charsetOf(mediaType) ?? '') ??
    encodingOfRule(bytes) ??
    environment ??
    'utf-8'
  const { text, malformed } = decodeBytes(bytes, encoding)
  if (malformed > 0) warn(describeMalformed(malformed, encoding, 'A style sheet'))
  return text
}

function encodingOfRule({ buffer, byteOffset, length }: Uint8Array): string | undefined {
  const start = Buffer.from(buffer, byteOffset, Math.min(length, MAX_CHARSET_BYTES)).toString('latin1')
  const label = /^@charset "([^"]*)";/.exec(start)?.[1]
  const encoding = label === undefined ? undefined : encodingNamed(label)
  // A rule that was read as ASCII is not in UTF-16.
  return encoding?.startsWith('utf-16') === true ? 'utf-8' : encoding
}
