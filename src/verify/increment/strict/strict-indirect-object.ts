/**
 * Indirect objects (ISO 32000-2, 7.3.10) and streams (7.3.8) in the form that an increment may have.
 *
 * @module
 */

import { fitsFilter, SHORT_KEYS } from '../../../pdf/codecs.js'
import { nameOf, PdfDict, PdfRef } from '../../../pdf/objects.js'
import { endsToken } from '../../../pdf/reading.js'
import { skipLeadingBlanks } from '../known-writers.js'
import { LINE_FEED, StrictCursor } from './strict-cursor.js'
import { StrictObjectReader } from './strict-object.js'

/** An object of an increment, with encrypted strings left as they are. */
export interface IncrementObject {
  readonly num: number
  readonly gen: number
  /** The dictionary of a stream. Other objects are checked and not kept, since there may be very many. */
  readonly dict: PdfDict | undefined
  /** Extent of a stream's data. */
  readonly data: { readonly start: number; readonly end: number } | undefined
  readonly start: number
  /** Position after `endobj`. */
  readonly end: number
  /** Positions of the keywords that a searching reader looks for. */
  readonly keywords: readonly number[]
  readonly references: readonly PdfRef[]
}

/** The value of an indirect /Length; `undefined` when it is not a non-negative integer. */
type ResolveLength = (reference: PdfRef) => number | undefined

/**
 * Reads `num gen obj ... endobj`.
 *
 * @param offset Position of the object, or of a few blanks before it.
 *
 * @throws GrammarBreach
 */
export function readIncrementObject(
  bytes: Uint8Array,
  offset: number,
  end: number,
  resolveLength: ResolveLength,
): IncrementObject {
  const start = skipLeadingBlanks(bytes, offset)
  const cursor = new StrictCursor(bytes, start, end)
  const { num, gen, keyword } = readHeader(cursor)
  const keywords = [keyword]
  const reader = new StrictObjectReader(cursor)
  const object = reader.read()
  cursor.skipBlanks()
  let data: IncrementObject['data']
  if (object instanceof PdfDict && cursor.take('stream')) {
    data = readStreamData(cursor, object, resolveLength)
    checkStreamDictionary(cursor, object, reader.nulls)
    keywords.push(cursor.pos)
    cursor.expect('endstream', 'the data of a stream does not end where /Length says', '7.3.8.2')
    cursor.skipBlanks()
  }
  keywords.push(cursor.pos)
  if (!endsToken(cursor.peek(6))) cursor.fail('an object is not closed by endobj', '7.3.10')
  cursor.expect('endobj', 'an object is not closed by endobj', '7.3.10')
  const dict = object instanceof PdfDict && data !== undefined ? object : undefined
  return { num, gen, dict, data, start, end: cursor.pos, keywords, references: reader.references }
}

/** Reads `num gen obj`: integers without sign or leading zero, separated by a space. */
function readHeader(cursor: StrictCursor): { num: number; gen: number; keyword: number } {
  const what = 'an object does not begin with its number, its generation and obj'
  const num = cursor.takeUnsigned()
  cursor.expect(' ', what, '7.3.10')
  const gen = cursor.takeUnsigned()
  cursor.expect(' ', what, '7.3.10')
  const keyword = cursor.pos
  cursor.expect('obj', what, '7.3.10')
  const next = cursor.peek()
  if (num === undefined || gen === undefined || !endsToken(next) || next === 0x25) cursor.fail(what, '7.3.10')
  return { num, gen, keyword }
}

/** Reads the data after `stream` and its line end, LF or CR LF; the cursor stops at `endstream`. */
function readStreamData(
  cursor: StrictCursor,
  dict: PdfDict,
  resolveLength: ResolveLength,
): { start: number; end: number } {
  if (!cursor.take('\r\n') && !cursor.take('\n')) cursor.fail('no line end follows the keyword stream', '7.3.8.1')
  const start = cursor.pos
  const value = dict.get('Length')
  const length = value instanceof PdfRef ? resolveLength(value) : value
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || start + length > cursor.end) {
    cursor.fail('the /Length of a stream is not a count of its bytes', '7.3.8.2')
  }
  const end = start + length
  cursor.pos = end
  cursor.takeLineEnd()
  return { start, end }
}

/** Filters by their full names in Table 6. Only some readers know the abbreviations. */
const FILTERS: ReadonlySet<string | undefined> = new Set([
  'ASCIIHexDecode',
  'ASCII85Decode',
  'LZWDecode',
  'FlateDecode',
  'RunLengthDecode',
  'CCITTFaxDecode',
  'JBIG2Decode',
  'DCTDecode',
  'JPXDecode',
  'Crypt',
])

/** Keys of inline images (Table 91). PDF.js prefers them to the long keys, and other readers ignore them. */
const INLINE_KEYS = ['W', 'H', 'BPC', 'CS', 'D', 'IM', 'I'] as const

function checkStreamDictionary(cursor: StrictCursor, dict: PdfDict, nulls: ReadonlySet<string>): void {
  // PDF.js prefers the keys of external data, and one of inline images, to the long ones, even when they are null.
  if (SHORT_KEYS.some((key) => dict.has(key) || nulls.has(key))) {
    cursor.fail('the data of a stream is said to stand in another file, or has parameters under another key', '7.3.8.2')
  }
  const subtype = dict.get('Subtype')
  const isImage = nameOf(subtype) === 'Image' || subtype instanceof PdfRef
  if (isImage && INLINE_KEYS.some((key) => dict.has(key) || nulls.has(key))) {
    cursor.fail('an image has entries under the keys of inline images', '8.9.7')
  }
  const filter = dict.get('Filter')
  const names = filter === undefined ? [] : Array.isArray(filter) ? filter : [filter]
  if (!names.every((name) => FILTERS.has(nameOf(name)))) cursor.fail('a stream has an unknown filter', '7.4.1')
  if (!(dict.get('DecodeParms') instanceof PdfRef) && !fitsFilter(filter ?? null, dict.get('DecodeParms'))) {
    cursor.fail('the parameters of a stream do not go with its filters', '7.3.8.2')
  }
}

/** True for a line feed or a carriage return. */
export function isLineEnd(code: number | undefined): boolean {
  return code === LINE_FEED || code === 0x0d
}
