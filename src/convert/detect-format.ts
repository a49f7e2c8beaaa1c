/**
 * Detects the format of a file that is to be converted.
 *
 * @module
 */

import type { SourceFormat } from './conversion.js'

/** What is known of a file. */
interface FileFacts {
  readonly bytes: Uint8Array
  readonly fileName?: string | undefined
  readonly contentType?: string | undefined
}

const BY_ENDING: Readonly<Record<string, SourceFormat>> = {
  docx: 'docx',
  md: 'md',
  markdown: 'md',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
}

const BY_MEDIA_TYPE: Readonly<Record<string, SourceFormat>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/markdown': 'md',
  'text/x-markdown': 'md',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
}

/**
 * Beginning of an HTML page. Each part matches in one way only; otherwise a series of comments would cause endless backtracking.
 */
const HTML_START = /^(?:\s|<!--(?:(?!-->)[\s\S])*-->|<\?xml[^>]{0,200}>)*<(?:!doctype\s+html|html|head|body)\b/i

/**
 * Detects a format from the content, the name and the content type, in this order. `undefined` when none of them is conclusive.
 */
export function detectFormat({ bytes, fileName = '', contentType = '' }: FileFacts): SourceFormat | undefined {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04) return 'docx'
  const start = new TextDecoder('utf-8').decode(bytes.subarray(0, 1024))
  if (HTML_START.test(start)) return 'html'
  const ending = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  if (Object.hasOwn(BY_ENDING, ending)) return BY_ENDING[ending]
  // Parameters, such as the charset, follow a semicolon (RFC 9110, 8.3.1).
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return Object.hasOwn(BY_MEDIA_TYPE, mediaType) ? BY_MEDIA_TYPE[mediaType] : undefined
}
