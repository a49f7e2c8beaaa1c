/**
 * Text files of unknown encoding.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'

/** How far into a page its encoding may be declared (WHATWG HTML, 4.2.5.4), with a margin for what comes before. */
const PRESCAN_BYTES = 2048

const BYTE_ORDER_MARKS: readonly (readonly [encoding: string, ...bytes: number[]])[] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** Beginnings of files that are no text: ZIP (and DOCX), PDF, PNG, GIF, JPEG, gzip, and the format of Word before 2007. */
const BINARY_MARKS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46, 0x38],
  [0xff, 0xd8, 0xff],
  [0x1f, 0x8b, 0x08],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/**
 * How many bytes are searched for those that text does not have, and how many of them may be there by mistake; in a
 * short file, a tenth.
 */
const BINARY_SCAN_BYTES = 64 * 1024
/** Text files may have a few zero bytes by accident; a file with more is binary. */
const MAX_STRAY_ZEROS = 16
const STRAY_SHARE = 1 / 10

/** Throws `invalid_document` for a file that is not text: it would become page after page of meaningless characters. */
function assertText(bytes: Uint8Array): void {
  const isKnown = BINARY_MARKS.some((mark) => mark.every((byte, index) => bytes[index] === byte))
  if (
    isKnown ||
    (encodingByMark(bytes) === undefined && countZeros(bytes) > Math.min(MAX_STRAY_ZEROS, bytes.length * STRAY_SHARE))
  ) {
    throw new SealwrightError('invalid_document', 'The file is not a text file.')
  }
}

function countZeros(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes.subarray(0, BINARY_SCAN_BYTES)) if (byte === 0) count++
  return count
}

/**
 * Text in UTF-8 or UTF-16 as a byte order mark says; UTF-8 without one. What is not valid becomes U+FFFD.
 *
 * @throws SealwrightError `invalid_document` for a file that is no text
 */
export function decodeText(bytes: Uint8Array): string {
  assertText(bytes)
  return new TextDecoder(encodingByMark(bytes) ?? 'utf-8').decode(bytes)
}

/**
 * An HTML page in the encoding that a byte order mark, its `meta` or its XML declaration names (WHATWG HTML, 13.2.3.2);
 * else UTF-8 where that is valid and windows-1252 where it is not.
 */
export function decodeHtml(bytes: Uint8Array): string {
  assertText(bytes)
  const named = encodingByMark(bytes) ?? encodingByMeta(bytes)
  if (named !== undefined) return new TextDecoder(named).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function encodingByMark(bytes: Uint8Array): string | undefined {
  return BYTE_ORDER_MARKS.find(([, ...mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0]
}

function encodingByMeta(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString('latin1')
  const label =
    /<meta\s[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(start)?.[1] ??
    /^<\?xml\s[^>]{0,100}?encoding\s*=\s*["']([\w.:-]{1,40})/i.exec(start)?.[1]
  if (label === undefined) return undefined
  try {
    const { encoding } = new TextDecoder(label)
    // The declaration could be read as ASCII, so it is not UTF-16, whatever it says.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    return undefined
  }
}
