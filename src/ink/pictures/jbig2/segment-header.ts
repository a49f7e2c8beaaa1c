/**
 * Segments, of which a JBIG2 picture is made (ITU-T T.88, 7.2).
 *
 * @module
 */

import { demand } from '../picture-fault.js'
import { DataReader } from './data-reader.js'

/** Kinds of segments that are read (7.3). */
export const SEGMENT = {
  symbolDictionary: 0,
  text: 6,
  losslessText: 7,
  patternDictionary: 16,
  halftone: 22,
  losslessHalftone: 23,
  generic: 38,
  losslessGeneric: 39,
  refinement: 42,
  losslessRefinement: 43,
  pageInformation: 48,
  endOfPage: 49,
  endOfStripe: 50,
  endOfFile: 51,
  tables: 53,
} as const

/** A segment with its data. */
export interface Segment {
  readonly number: number
  readonly kind: number
  /** The segments that this one needs, by their numbers. */
  readonly references: readonly number[]
  /** The page that it belongs to; 0 for all. */
  readonly page: number
  readonly data: Uint8Array
}

/** Shortest header; what is shorter and stands at the end is left over by programs that count line ends as data. */
const SHORTEST = 11
/** More than any page has. */
const MAX_SEGMENTS = 20_000
/** References that are counted in the short form. */
const MOST_REFERENCES = 4
/** In place of a length that was not known when the segment began. */
const UNKNOWN_LENGTH = 0xffffffff

/** Reads segments one after another, each with its data behind it, as PDF has them (ISO 32000-2, 7.4.7). */
export function readSegments(bytes: Uint8Array): Segment[] {
  const segments: Segment[] = []
  for (let at = 0; bytes.length - at >= SHORTEST; ) {
    const reader = new DataReader(bytes.subarray(at))
    segments.push(readSegment(reader))
    demand(segments.length <= MAX_SEGMENTS, 'there are too many segments')
    at += reader.at
    const isEnd = segments.at(-1)?.kind === SEGMENT.endOfFile
    demand(!isEnd || bytes.length - at < SHORTEST, 'segments stand after the end of the file')
  }
  return segments
}

function readSegment(reader: DataReader): Segment {
  const number = reader.u32()
  const flags = reader.u8()
  const references = readReferences(reader, number)
  const page = (flags & 0x40) === 0 ? reader.u8() : reader.u32()
  const kind = flags & 0x3f
  const length = reader.u32()
  const data = length === UNKNOWN_LENGTH ? takeUnknown(reader, kind) : reader.take(length)
  return { number, kind, references, page, data }
}

/** 7.2.4 and 7.2.5. */
function readReferences(reader: DataReader, number: number): number[] {
  const count = reader.bits(3)
  // Of more references, no two viewers agree where they stand: each counts the bytes before them in its own way.
  demand(count <= MOST_REFERENCES, 'a segment has too many references')
  reader.bits(5)
  const bits = number <= 256 ? 8 : number <= 65_536 ? 16 : 32
  return Array.from({ length: count }, () => reader.bits(bits))
}

/** Bytes before the pixels of a generic region: its place, and flags. */
const GENERIC_HEADER = 18
/** What ends a generic region of unknown length is a mark of two bytes, behind which stands the number of its rows (7.2.7). */
const [MARK_BYTES, ROWS_BYTES] = [2, 4]

/** The data of a region with the mark of its end. */
function takeUnknown(reader: DataReader, kind: number): Uint8Array {
  demand(kind === SEGMENT.generic || kind === SEGMENT.losslessGeneric, 'a segment has no length')
  const { rest } = reader
  demand(rest.length >= GENERIC_HEADER, 'the data ends too early')
  const isFax = ((rest[GENERIC_HEADER - 1] as number) & 1) === 1
  const [one, two] = isFax ? [0, 0] : [0xff, 0xac]
  let end = GENERIC_HEADER
  while (end + MARK_BYTES + ROWS_BYTES <= rest.length && !(rest[end] === one && rest[end + 1] === two)) end++
  const data = reader.take(end + MARK_BYTES)
  const rows = reader.u32()
  // With fewer rows than its place says, viewers differ.
  demand(rows === new DataReader(data.subarray(4)).u32(), 'a region has another number of rows than is said')
  return data
}
