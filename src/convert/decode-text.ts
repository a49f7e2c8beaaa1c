/**
 * Decodes text files of unknown encoding.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { decodeBytes, decodeStrictly, encodingByMark, encodingNamed } from '../input/encodings.js'
import { declaredEncoding, type NamedEncoding } from './html-encoding.js'

/** Beginnings of files that are not text: ZIP (and DOCX), PDF, PNG, GIF, JPEG, gzip, and Word's format before 2007. */
const BINARY_MARKS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46, 0x38],
  [0xff, 0xd8, 0xff],
  [0x1f, 0x8b, 0x08],
  [0xd0, 0xcf, 0x11, 0xe0],
]

/** Bytes at the beginning of a file that are searched for zero bytes, which text does not have. */
const BINARY_SCAN_BYTES = 64 * 1024
/** Zero bytes that a text file may have by accident. A file with more is binary, or UTF-16. */
const MAX_STRAY_ZEROS = 16
/** Share of zero bytes that a short file may have by accident. */
const STRAY_SHARE = 1 / 10

/** Encoding of pages that name none, as in browsers for western locales (WHATWG HTML, 13.2.3.2, the last step). */
const FALLBACK = 'windows-1252'

/** Control characters that windows-1252 and UTF-8 can encode, but that no page shows. */
const C1_CONTROLS = /[\u0080-\u0084\u0086-\u009f]/g

/** The text of a file, its encoding, and warnings about doubts. */
export interface DecodedFile {
  readonly text: string
  /** The standard's name for it, such as `windows-1252`. */
  readonly encoding: string
  readonly warnings: readonly string[]
}

/**
 * Decodes a text file, such as Markdown: in the encoding that a byte order mark says or else its transport; then UTF-8 where it
 * is valid, and windows-1252 where it is not. Whatever does not fit becomes U+FFFD and is named in a warning.
 *
 * @param charset what the transport of the file says, such as its content type
 * @throws SealwrightError `invalid_document` for a file that is no text, or whose encoding browsers refuse
 */
export function decodeText(bytes: Uint8Array, charset?: string): DecodedFile {
  return decodeFile(bytes, charset, () => undefined)
}

/**
 * Decodes an HTML page as {@link decodeText} does. A declaration in the page counts after its transport (WHATWG HTML, 13.2.3.2).
 *
 * @param charset what the transport of the page says, such as its content type
 * @throws SealwrightError `invalid_document` for a file that is no text, or whose encoding browsers refuse
 */
export function decodeHtml(bytes: Uint8Array, charset?: string): DecodedFile {
  return decodeFile(bytes, charset, () => declaredEncoding(bytes))
}

function decodeFile(
  bytes: Uint8Array,
  charset: string | undefined,
  declared: () => NamedEncoding | undefined,
): DecodedFile {
  assertNoKnownFormat(bytes)
  const marked = encodingByMark(bytes)
  if (marked !== undefined) return decodeAs(bytes, marked, [])
  const transported = charset === undefined ? undefined : nameOf(charset)
  const named = transported?.encoding === undefined ? (declared() ?? transported) : transported
  const isWide = named?.encoding?.startsWith('utf-16') === true
  if (!isWide && hasManyZeros(bytes)) return decodeUnmarkedUtf16(bytes)
  if (named?.encoding !== undefined) return decodeNamed(bytes, { ...named, encoding: named.encoding })
  const unknown = named === undefined ? [] : [`No encoding is called "${named.label.slice(0, 100)}".`]
  return decodeUnnamed(bytes, unknown)
}

function nameOf(label: string): NamedEncoding {
  const encoding = encodingNamed(label)
  return encoding === undefined ? { label } : { label, encoding }
}

/** Throws for a file that is not text. It would otherwise become page after page of meaningless characters. */
function assertNoKnownFormat(bytes: Uint8Array): void {
  if (BINARY_MARKS.some((mark) => mark.every((byte, index) => bytes[index] === byte))) throw notText()
}

function notText(): SealwrightError {
  return new SealwrightError('invalid_document', 'The file is not a text file.')
}

function hasManyZeros(bytes: Uint8Array): boolean {
  const [even, odd] = countZeros(bytes)
  return even + odd > Math.min(MAX_STRAY_ZEROS, bytes.length * STRAY_SHARE)
}

/** Counts the zero bytes at even and at odd offsets in the first bytes. */
function countZeros(bytes: Uint8Array): readonly [even: number, odd: number] {
  const counts: [number, number] = [0, 0]
  for (const [at, byte] of bytes.subarray(0, BINARY_SCAN_BYTES).entries()) if (byte === 0) counts[at & 1 ? 1 : 0]++
  return counts
}

/** Decodes UTF-16 without a byte order mark. Each ASCII letter has a zero byte, always on the same side. */
function decodeUnmarkedUtf16(bytes: Uint8Array): DecodedFile {
  const [even, odd] = countZeros(bytes)
  const encoding = even === 0 ? 'utf-16le' : 'utf-16be'
  if (even > 0 && odd > 0) throw notText()
  if (decodeStrictly(bytes.subarray(0, bytes.length & ~1), encoding) === undefined) throw notText()
  return decodeAs(bytes, encoding, [`The file does not say its encoding and was read as ${encoding}.`])
}

function decodeNamed(bytes: Uint8Array, { label, encoding }: Required<NamedEncoding>): DecodedFile {
  if (encoding === 'replacement') {
    const message = `Text in ${label} is not read, as in browsers: save the file as UTF-8.`
    throw new SealwrightError('invalid_document', message)
  }
  const isDoubtful = !encoding.startsWith('utf-') && encoding !== 'iso-2022-jp' && isEncodedUtf8(bytes)
  return decodeAs(
    bytes,
    encoding,
    isDoubtful
      ? [`The file was read as ${encoding}, as it says, but looks like UTF-8: look at its accented letters.`]
      : [],
  )
}

/** Whether bytes are UTF-8 and more than ASCII. */
function isEncodedUtf8(bytes: Uint8Array): boolean {
  const text = decodeStrictly(bytes, 'utf-8')
  return text !== undefined && /[^\0-\x7f]/.test(text)
}

/**
 * Decodes a file that names no encoding. It is taken for UTF-8 even with a few damaged places, since text in another encoding
 * hardly ever contains a valid multi-byte sequence.
 */
function decodeUnnamed(bytes: Uint8Array, warnings: readonly string[]): DecodedFile {
  const { text, malformed } = decodeBytes(bytes, 'utf-8')
  const valid = malformed === 0 ? 0 : (text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0)
  if (malformed === 0 || valid > malformed) return decodeAs(bytes, 'utf-8', warnings)
  return decodeAs(bytes, FALLBACK, [
    ...warnings,
    `The file does not say its encoding and is not UTF-8: it was read as ${FALLBACK}.`,
  ])
}

function decodeAs(bytes: Uint8Array, encoding: string, warnings: readonly string[]): DecodedFile {
  const { text, malformed } = decodeBytes(bytes, encoding)
  const controls = text.match(C1_CONTROLS)?.length ?? 0
  return {
    text,
    encoding,
    warnings: [
      ...warnings,
      ...(malformed === 0 ? [] : [describeMalformed(malformed, encoding)]),
      ...(controls === 0
        ? []
        : [`${count(controls, 'control character')} of the file (U+0080 to U+009F) cannot be shown.`]),
    ],
  }
}

/** The warning about bytes that are invalid in their encoding. */
export function describeMalformed(malformed: number, encoding: string, what = 'The file'): string {
  return `${what} has ${count(malformed, 'place')} that ${malformed === 1 ? 'is' : 'are'} not valid ${encoding}; "\ufffd" is shown there.`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
