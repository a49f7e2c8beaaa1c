/**
 * Object streams of an increment (ISO 32000-2, 7.5.7): each number occurs once, at the index in its entry, and objects follow
 * each other without gaps. When an object occurs twice, PDF.js takes one and MuPDF the other.
 *
 * @module
 */
import { nameOf, type PdfDict, type PdfRef } from '../../pdf/objects.js'
import { StrictCursor } from './strict/strict-cursor.js'
import { StrictObjectReader } from './strict/strict-object.js'

const CLAUSE = '7.5.7'

/**
 * Checks one object stream, and returns the references in its objects.
 *
 * @param data The decoded stream.
 * @param members Object numbers by index, according to the cross-reference section.
 * @throws GrammarBreach with offsets in `data`
 */
export function checkObjectStream(
  dict: PdfDict,
  data: Uint8Array,
  members: ReadonlyMap<number, number>,
): readonly PdfRef[] {
  const cursor = new StrictCursor(data, 0)
  const count = dict.get('N')
  const first = dict.get('First')
  if (!isCount(count) || !isCount(first) || first > data.length) {
    return cursor.fail('/N or /First of an object stream is not a count', CLAUSE)
  }
  if (!isPlain(dict)) cursor.fail('an object stream is compressed by another filter than Flate', CLAUSE)
  const starts = readIndex(new StrictCursor(data, 0, first), count, first, members)
  if (members.size !== starts.length)
    cursor.fail('an entry leads to an index that an object stream does not have', CLAUSE)
  return starts.flatMap((start, i) => readMember(data, start, starts[i + 1] ?? data.length))
}

/** True for a stream without a filter, or with Flate and no predictor. Programs pack objects in no other way. */
function isPlain(dict: PdfDict): boolean {
  const filter = dict.get('Filter')
  const only = Array.isArray(filter) && filter.length === 1 ? filter[0] : filter
  return (only === undefined || nameOf(only) === 'FlateDecode') && !dict.has('DecodeParms')
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

/** Reads /N pairs of a number and an offset, up to /First; returns the positions of the objects. */
function readIndex(
  cursor: StrictCursor,
  count: number,
  first: number,
  members: ReadonlyMap<number, number>,
): readonly number[] {
  const starts: number[] = []
  let previous = -1
  cursor.skipBlanks()
  for (let i = 0; i < count; i++) {
    const num = cursor.takeUnsigned()
    const isApart = cursor.skipBlanks() > 0
    const offset = cursor.takeUnsigned()
    if (num === undefined || offset === undefined || !isApart) {
      return cursor.fail('the index of an object stream is not as many pairs of integers as /N says', CLAUSE)
    }
    if (cursor.skipBlanks() === 0 && i < count - 1) cursor.fail('two numbers of an index touch', CLAUSE)
    if (members.get(i) !== num) {
      cursor.fail(`an object stream lists object ${num} where its entry does not lead`, CLAUSE)
    }
    if (offset <= previous) cursor.fail('the objects of an object stream overlap or do not ascend', CLAUSE)
    previous = offset
    starts.push(first + offset)
  }
  if (cursor.pos !== cursor.end) cursor.fail('/First of an object stream does not follow its index', CLAUSE)
  return starts
}

/** Reads one object, followed only by blanks up to the next. */
function readMember(data: Uint8Array, start: number, end: number): readonly PdfRef[] {
  const cursor = new StrictCursor(data, Math.min(start, data.length), end)
  const reader = new StrictObjectReader(cursor)
  reader.read()
  cursor.skipBlanks()
  if (cursor.pos !== end) cursor.fail('an object stream holds bytes that belong to none of its objects', CLAUSE)
  return reader.references
}
