/**
 * Cross-reference sections in the forms of a file: tables (ISO 32000-2, 7.5.4), streams (7.5.8) and both at once (hybrid
 * files, 7.5.8.4).
 *
 * @module
 */
import { SealwrightError } from '../../errors.js'
import { decodeStreamData } from '../filter/decode-stream.js'
import { nameOf, numberOf, PdfDict, type PdfObject } from '../objects.js'
import { type AnomalyListener, ObjectParser, type SyntaxAnomaly } from '../syntax/object-parser.js'
import { PDF_LIMITS } from '../syntax/pdf-limits.js'
import { isDigit, latin1Text } from '../syntax/syntax.js'

/** Kinds of entries, as in the first field of a cross-reference stream; 255 for no entry. */
export const ENTRY_FREE = 0
export const ENTRY_IN_USE = 1
export const ENTRY_COMPRESSED = 2

/** Consecutive entries of one section in typed arrays, one slot per object from number `first` on. */
export interface XrefSubsection {
  readonly first: number
  /** ENTRY_FREE, ENTRY_IN_USE, ENTRY_COMPRESSED, or an unknown type (treated as null, 7.5.8.3). */
  readonly types: Uint8Array
  /** Byte offset of the object, or number of the object stream that holds it. */
  readonly positions: Uint32Array
  /** Generation number, or index within the object stream. */
  readonly indices: Uint32Array
}

/** One cross-reference section with its trailer dictionary. */
export interface XrefSection {
  readonly kind: 'table' | 'stream' | 'hybrid'
  /** Position of the section, relative to the header. */
  readonly offset: number
  /** First byte after the section and its trailer. */
  readonly end: number
  readonly trailer: PdfDict
  readonly subsections: readonly XrefSubsection[]
  /** Entries of the stream named by /XRefStm in a hybrid file. */
  readonly hiddenSubsections: readonly XrefSubsection[]
  /** Object number of a cross-reference stream. */
  readonly streamNumber: number | undefined
}

/**
 * Reads the section at `offset` (an index into `bytes`, whose first byte is the header's %).
 *
 * @throws SealwrightError `invalid_document` when no section can be read there.
 */
export function readXrefSection(bytes: Uint8Array, offset: number, onAnomaly?: AnomalyListener): XrefSection {
  if (!Number.isSafeInteger(offset) || offset < 0 || offset >= bytes.length) {
    throw damaged(`it names byte ${offset} as the place of a cross-reference section, outside the file`)
  }
  let isGarbled = false
  const parser = new ObjectParser(bytes, offset, bytes.length, (code, at) => {
    isGarbled ||= GARBLING.has(code)
    onAnomaly?.(code, at)
  })
  const section = parser.takeKeyword('xref') ? readTable(parser, offset) : readStream(parser, offset)
  if (isGarbled) throw damaged('the trailer dictionary is malformed')
  return section
}

/** Anomalies because of which readers disagree on the contents of a trailer. */
const GARBLING: ReadonlySet<SyntaxAnomaly> = new Set([
  'key_not_a_name',
  'unknown_keyword',
  'unterminated_dictionary',
  'unterminated_array',
])

function readTable(parser: ObjectParser, offset: number): XrefSection {
  const subsections: XrefSubsection[] = []
  while (!parser.takeKeyword('trailer')) {
    const first = parser.takeUnsigned()
    const count = first === undefined ? undefined : parser.takeUnsigned()
    if (first === undefined || count === undefined) throw damaged('a cross-reference table is malformed')
    if (count > 0) addSubsection(subsections, readTableEntries(parser, first, count))
  }
  const trailer = parser.parseObject()
  if (!(trailer instanceof PdfDict)) throw damaged('the trailer is not a dictionary')
  const end = parser.pos

  const hiddenOffset = numberOf(trailer.get('XRefStm'))
  let hiddenSubsections: readonly XrefSubsection[] = []
  if (hiddenOffset !== undefined) {
    if (!Number.isSafeInteger(hiddenOffset) || hiddenOffset < 0 || hiddenOffset >= parser.bytes.length) {
      throw damaged('/XRefStm points outside the file')
    }
    hiddenSubsections = readStream(new ObjectParser(parser.bytes, hiddenOffset), hiddenOffset).subsections
  }
  const kind = hiddenOffset === undefined ? 'table' : 'hybrid'
  return { kind, offset, end, trailer, subsections, hiddenSubsections, streamNumber: undefined }
}

function readTableEntries(parser: ObjectParser, first: number, count: number): XrefSubsection {
  const { bytes } = parser
  // An entry takes at least 17 bytes, so an impossible count is refused before memory is allocated.
  if (count > (bytes.length - parser.pos) / 17 + 1) throw damaged('a cross-reference table is cut off')
  assertObjectNumber(first + count - 1)
  const { types, positions, indices } = emptySubsection(first, count)
  for (let i = 0; i < count; i++) {
    parser.skipWhiteSpace()
    const pos = parser.pos
    const kind = bytes[pos + 17]
    let position: number
    let generation: number
    if (bytes[pos + 10] === 0x20 && bytes[pos + 16] === 0x20 && (kind === 0x6e || kind === 0x66)) {
      position = readDigits(bytes, pos, 10)
      generation = readDigits(bytes, pos + 11, 5)
      types[i] = kind === 0x6e ? ENTRY_IN_USE : ENTRY_FREE
      parser.pos = pos + 18
    } else {
      position = parser.takeUnsigned() ?? Number.NaN
      generation = parser.takeUnsigned() ?? Number.NaN
      if (parser.takeKeyword('n')) types[i] = ENTRY_IN_USE
      else if (parser.takeKeyword('f')) types[i] = ENTRY_FREE
      else position = Number.NaN
    }
    if (Number.isNaN(position) || Number.isNaN(generation)) throw damaged('a cross-reference entry is malformed')
    positions[i] = Math.min(position, 0xffffffff)
    indices[i] = generation
  }
  return { first, types, positions, indices }
}

function readDigits(bytes: Uint8Array, start: number, length: number): number {
  let value = 0
  for (let i = start; i < start + length; i++) {
    const code = bytes[i] ?? 0
    if (!isDigit(code)) return Number.NaN
    value = value * 10 + code - 0x30
  }
  return value
}

function readStream(parser: ObjectParser, offset: number): XrefSection {
  const streamNumber = parser.takeUnsigned()
  const generation = streamNumber === undefined ? undefined : parser.takeUnsigned()
  if (streamNumber === undefined || generation === undefined || !parser.takeKeyword('obj')) {
    throw damaged('there is no cross-reference section where one should be')
  }
  const trailer = parser.parseObject()
  if (!(trailer instanceof PdfDict) || nameOf(trailer.get('Type')) !== 'XRef') {
    throw damaged('there is no cross-reference stream where one should be')
  }
  const data = takeStreamBytes(parser, trailer)
  const end = parser.pos
  // Its entries must be direct (7.5.8.2), so no object needs to be resolved to decode it.
  const decoded = decodeStreamData(trailer, data, (object) => object ?? null)
  const subsections = readRows(decoded, rowLayoutOf(trailer))
  return { kind: 'stream', offset, end, trailer, subsections, hiddenSubsections: [], streamNumber }
}

/** Layout of the rows of a cross-reference stream (7.5.8.2): the widths of its three fields, and the object numbers. */
interface RowLayout {
  readonly type: number
  readonly position: number
  readonly index: number
  /** Pairs of the first object number of a subsection and its number of rows. */
  readonly subsections: readonly number[]
}

function rowLayoutOf(trailer: PdfDict): RowLayout {
  const widths = intArray(trailer.get('W'))
  const [type = 0, position = 0, index = 0] = widths ?? []
  const isEmpty = type + position + index === 0
  if (widths === undefined || widths.length < 3 || isEmpty || type > 1 || position > 8 || index > 8) {
    throw damaged('the /W array of a cross-reference stream is malformed')
  }
  const size = numberOf(trailer.get('Size'))
  if (size === undefined) throw damaged('a cross-reference stream has no /Size')
  const subsections = trailer.has('Index') ? intArray(trailer.get('Index')) : [0, size]
  if (subsections === undefined || subsections.length % 2 !== 0)
    throw damaged('the /Index of a cross-reference stream is malformed')
  return { type, position, index, subsections }
}

function readRows(data: Uint8Array, layout: RowLayout): XrefSubsection[] {
  const row = layout.type + layout.position + layout.index
  const subsections: XrefSubsection[] = []
  let entries = 0
  let pos = 0
  for (let i = 0; i < layout.subsections.length; i += 2) {
    const first = layout.subsections[i] ?? 0
    // With fewer rows than announced, the existing ones are used, as in widespread readers.
    const count = Math.min(layout.subsections[i + 1] ?? 0, Math.floor((data.length - pos) / row))
    if (count <= 0) continue
    assertObjectNumber(first + count - 1)
    entries += count
    if (entries > PDF_LIMITS.maxXrefEntries) throw tooManyEntries()
    addSubsection(subsections, readSubsection(data.subarray(pos), first, count, layout))
    pos += count * row
  }
  return subsections
}

/** Allocates all arrays in one buffer: an allocation takes longer than filling in the few entries of an increment. */
function emptySubsection(first: number, count: number): XrefSubsection {
  const buffer = new ArrayBuffer(9 * count)
  return {
    first,
    positions: new Uint32Array(buffer, 0, count),
    indices: new Uint32Array(buffer, 4 * count, count),
    types: new Uint8Array(buffer, 8 * count, count),
  }
}

function readSubsection(data: Uint8Array, first: number, count: number, layout: RowLayout): XrefSubsection {
  const { types, positions, indices } = emptySubsection(first, count)
  let pos = 0
  for (let entry = 0; entry < count; entry++) {
    types[entry] = layout.type === 0 ? ENTRY_IN_USE : (data[pos] ?? 0)
    pos += layout.type
    positions[entry] = Math.min(readBigEndian(data, pos, layout.position), 0xffffffff)
    pos += layout.position
    indices[entry] = Math.min(readBigEndian(data, pos, layout.index), 0xffffffff)
    pos += layout.index
  }
  return { first, types, positions, indices }
}

/** The bytes of a stream with a direct /Length; the cursor is after its dictionary. */
function takeStreamBytes(parser: ObjectParser, dict: PdfDict): Uint8Array {
  if (!parser.takeKeyword('stream')) throw damaged('a cross-reference stream has no data')
  const { bytes } = parser
  if (bytes[parser.pos] === 0x0d) parser.pos++
  if (bytes[parser.pos] === 0x0a) parser.pos++
  const length = numberOf(dict.get('Length'))
  const start = parser.pos
  if (length === undefined || !Number.isSafeInteger(length) || length < 0 || start + length > bytes.length) {
    throw damaged('the /Length of a cross-reference stream is wrong')
  }
  parser.pos = start + length
  if (!parser.takeKeyword('endstream')) throw damaged('the /Length of a cross-reference stream is wrong')
  parser.takeKeyword('endobj')
  return bytes.subarray(start, start + length)
}

function readBigEndian(bytes: Uint8Array, start: number, width: number): number {
  let value = 0
  for (let i = 0; i < width; i++) value = value * 256 + (bytes[start + i] ?? 0)
  return value
}

function intArray(object: PdfObject | undefined): number[] | undefined {
  if (!Array.isArray(object)) return undefined
  return object.every(isIndex) ? object : undefined
}

function isIndex(item: PdfObject): item is number {
  return typeof item === 'number' && item >= 0
}

function addSubsection(subsections: XrefSubsection[], subsection: XrefSubsection): void {
  if (subsections.length >= PDF_LIMITS.maxXrefSubsections) throw tooManyEntries()
  subsections.push(subsection)
}

/** The error for more entries than PDF_LIMITS allows. */
export function tooManyEntries(): SealwrightError {
  return new SealwrightError('document_too_complex', 'The PDF has more cross-reference entries than are read.')
}

function assertObjectNumber(num: number): void {
  if (num > PDF_LIMITS.maxObjectNumber) {
    throw new SealwrightError(
      'document_too_complex',
      `The PDF uses object numbers above the limit of ${PDF_LIMITS.maxObjectNumber}.`,
    )
  }
}

/** The error for a broken cross-reference. Signing rebuilds the file then, and verification refuses it. */
export function damaged(what: string): SealwrightError {
  return new SealwrightError('invalid_document', `The PDF is damaged: ${what}.`)
}

/** True when the bytes at `offset` could open a section: the keyword or an object header. */
export function looksLikeXref(bytes: Uint8Array, offset: number): boolean {
  if (!Number.isSafeInteger(offset) || offset < 0 || offset >= bytes.length) return false
  const start = latin1Text(bytes, offset, Math.min(bytes.length, offset + 32)).trimStart()
  return start.startsWith('xref') || /^\d+\s+\d+\s+obj/.test(start)
}
