/**
 * Cross-reference sections in the form that an increment may have: tables (ISO 32000-2, 7.5.4) with their trailer (7.5.5),
 * and streams (7.5.8). Only the form is checked here, and the entries elsewhere.
 *
 * @module
 */
import { SealwrightError } from '../../../errors.js'
import { decodeStreamData } from '../../../pdf/codecs.js'
import { nameOf, PdfDict, type PdfObject } from '../../../pdf/objects.js'
import { isDigit } from '../../../pdf/reading.js'
import { skipLeadingBlanks, takeBlankLine, takeTrailingBlank } from '../known-writers.js'
import { StrictCursor } from './strict-cursor.js'
import { isLineEnd, readIncrementObject } from './strict-indirect-object.js'
import { StrictObjectReader } from './strict-object.js'

/** A section with its trailer and its extent. */
export interface IncrementSection {
  /** Offset of the keyword xref, or of the object. */
  readonly start: number
  /** Position after the trailer dictionary, or after `endobj`. */
  readonly end: number
  readonly trailer: PdfDict
  /** Positions of the keywords that a searching reader looks for. */
  readonly keywords: readonly number[]
}

/**
 * Reads the section at `start`; `end` is where the revision ends.
 *
 * @throws GrammarBreach
 */
export function readIncrementSection(bytes: Uint8Array, start: number, end: number): IncrementSection {
  const cursor = new StrictCursor(bytes, skipLeadingBlanks(bytes, start), end)
  return cursor.take('xref') ? readTable(cursor, cursor.pos - 4) : readXrefStream(bytes, cursor.pos, end)
}

function readTable(cursor: StrictCursor, start: number): IncrementSection {
  takeTrailingBlank(cursor)
  takeLineEnd(cursor, 'no line end follows the keyword xref')
  // An empty section has this subsection (OpenOffice and Word list all objects in the stream of a hybrid file).
  if (!cursor.take('0 0\n') && !cursor.take('0 0\r\n')) while (isDigit(cursor.peek())) readSubsection(cursor)
  takeBlankLine(cursor)
  const trailer = cursor.pos
  cursor.expect('trailer', 'the keyword trailer does not follow the cross-reference table', '7.5.5')
  cursor.skipBlanks()
  const dict = new StrictObjectReader(cursor).readDict()
  return { start, end: cursor.pos, trailer: dict, keywords: [start, trailer] }
}

function takeLineEnd(cursor: StrictCursor, what: string): void {
  if (!cursor.takeLineEnd()) cursor.fail(what, '7.5.4')
}

/** Reads the number of the first object, the count of entries, and the entries. */
function readSubsection(cursor: StrictCursor): void {
  const what = 'a subsection of the cross-reference table does not begin with a number and a count'
  const first = cursor.takeUnsigned()
  cursor.expect(' ', what, '7.5.4')
  const count = cursor.takeUnsigned()
  if (first === undefined || count === undefined || count === 0) cursor.fail(what, '7.5.4')
  takeTrailingBlank(cursor)
  takeLineEnd(cursor, what)
  if (count > (cursor.end - cursor.pos) / ENTRY_BYTES) cursor.fail('the cross-reference table is cut off', '7.5.4')
  for (let i = 0; i < count; i++) readEntry(cursor)
}

const ENTRY_BYTES = 20

/**
 * Reads an entry of exactly 20 bytes: ten digits, a space, five digits, a space, `n` or `f`, and two bytes that end the line.
 */
function readEntry(cursor: StrictCursor): void {
  const { bytes, pos } = cursor
  const kind = bytes[pos + 17]
  const isEntry =
    areDigits(bytes, pos, 10) &&
    bytes[pos + 10] === 0x20 &&
    areDigits(bytes, pos + 11, 5) &&
    bytes[pos + 16] === 0x20 &&
    (kind === 0x6e || kind === 0x66) &&
    endsEntry(bytes[pos + 18], bytes[pos + 19])
  if (!isEntry) cursor.fail('an entry of the cross-reference table does not have the form of its 20 bytes', '7.5.4')
  cursor.pos += ENTRY_BYTES
}

function areDigits(bytes: Uint8Array, start: number, count: number): boolean {
  for (let pos = start; pos < start + count; pos++) if (!isDigit(bytes[pos])) return false
  return true
}

/** True for SP CR, SP LF or CR LF. */
function endsEntry(first: number | undefined, second: number | undefined): boolean {
  return first === 0x20 ? isLineEnd(second) : first === 0x0d && second === 0x0a
}

function readXrefStream(bytes: Uint8Array, start: number, end: number): IncrementSection {
  // The dictionary is needed to read any object, so all of its values have to be direct (7.5.8.2).
  const { dict, data, end: behind, keywords, references } = readIncrementObject(bytes, start, end, () => undefined)
  const cursor = new StrictCursor(bytes, start, end)
  if (dict === undefined || data === undefined || nameOf(dict.get('Type')) !== 'XRef') {
    return cursor.fail('no cross-reference section stands where startxref or /XRefStm leads', '7.5.8.1')
  }
  if (references.some((reference) => !TRAILER_REFERENCES.some((key) => isUnder(dict.get(key), reference)))) {
    cursor.fail('the dictionary of a cross-reference stream refers to other objects', '7.5.8.2')
  }
  const rows = countRows(cursor, dict)
  const rowBytes = readWidths(cursor, dict).reduce((sum, width) => sum + width)
  checkDecoding(cursor, dict, rowBytes)
  const length = decodedLength(cursor, dict, bytes.subarray(data.start, data.end))
  if (length !== rows * rowBytes) {
    cursor.fail('a cross-reference stream has more or fewer rows than /Index announces', '7.5.8.2')
  }
  return { start, end: behind, trailer: dict, keywords }
}

/** The entries of a trailer that are references. */
const TRAILER_REFERENCES = ['Root', 'Info', 'Encrypt', 'ID']

function isUnder(value: PdfObject | undefined, reference: PdfObject): boolean {
  return value === reference || (Array.isArray(value) && value.includes(reference))
}

/** Reads three widths (7.5.8.2): at most one byte for the type, and numbers that fit 32 bits. */
function readWidths(cursor: StrictCursor, dict: PdfDict): readonly number[] {
  const widths = dict.get('W')
  const limits = [1, 8, 4]
  const isWidth = (item: PdfObject, i: number): item is number =>
    typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= (limits[i] ?? -1)
  if (!Array.isArray(widths) || widths.length !== 3 || !widths.every(isWidth) || widths[1] === 0) {
    return cursor.fail('/W of a cross-reference stream is not three widths', '7.5.8.2')
  }
  return widths as number[]
}

/** Counts the entries that /Index announces: pairs of a first number and a count, ascending and without overlap. */
function countRows(cursor: StrictCursor, dict: PdfDict): number {
  const index = dict.get('Index') ?? [0, dict.get('Size') ?? null]
  const isCount = (item: PdfObject): item is number => typeof item === 'number' && Number.isInteger(item) && item >= 0
  if (!Array.isArray(index) || index.length % 2 !== 0 || !index.every(isCount)) {
    return cursor.fail('/Index of a cross-reference stream is not pairs of integers', '7.5.8.2')
  }
  const numbers = index as number[]
  let next = 0
  let rows = 0
  for (let i = 0; i < numbers.length; i += 2) {
    const [first = 0, count = 0] = [numbers[i], numbers[i + 1]]
    if (first < next || count === 0) {
      cursor.fail('the subsections of /Index are empty, overlap or do not ascend', '7.5.8.2')
    }
    next = first + count
    rows += count
  }
  return rows
}

/** Checks that there is no filter, or Flate with a predictor that every reader supports, for rows of this length. */
function checkDecoding(cursor: StrictCursor, dict: PdfDict, rowBytes: number): void {
  const filter = single(dict.get('Filter'))
  const params = single(dict.get('DecodeParms'))
  if (filter !== undefined && nameOf(filter) !== 'FlateDecode') {
    cursor.fail('a cross-reference stream is compressed by another filter than Flate', '7.5.8.1')
  }
  if (params === undefined || params === null) return
  if (!(params instanceof PdfDict)) cursor.fail('/DecodeParms is not a dictionary', '7.4.4.3')
  const predictor = params.get('Predictor') ?? 1
  const isPng = typeof predictor === 'number' && predictor >= 10 && predictor <= 15
  const columns = params.get('Columns') ?? 1
  const colors = params.get('Colors') ?? 1
  const bits = params.get('BitsPerComponent') ?? 8
  if (predictor !== 1 && !(isPng && columns === rowBytes && colors === 1 && bits === 8)) {
    cursor.fail('the predictor of a cross-reference stream does not fit its rows', '7.4.4.4')
  }
}

/** The one element of an array, or the object itself. */
function single(object: PdfObject | undefined): PdfObject | undefined {
  return Array.isArray(object) && object.length === 1 ? object[0] : object
}

function decodedLength(cursor: StrictCursor, dict: PdfDict, data: Uint8Array): number {
  try {
    return decodeStreamData(dict, data, (object) => object ?? null).length
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return cursor.fail('a cross-reference stream cannot be decoded', '7.5.8.1')
  }
}
