/**
 * The segments of a JBIG2 picture (ITU-T T.88, 7.2). Numbers in segments are read as whole bytes in headers, and as bits in
 * Huffman-coded data.
 *
 * @module
 */
import { ArithmeticDecoder, demand } from '../decoding.js'

/** Bytes at the end of arithmetic-coded data. */
const END = [0xff, 0xac] as const

/** Reads data from its beginning. Reading beyond the end is a PictureFault. */
export class DataReader {
  readonly bytes: Uint8Array
  /** Index of the next bit. */
  #bit = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Index of the next whole byte. */
  get at(): number {
    return (this.#bit + 7) >> 3
  }

  /** The bytes that are left. */
  get rest(): Uint8Array {
    return this.bytes.subarray(this.at)
  }

  /** @param count 0 to 32. */
  bits(count: number): number {
    demand(this.#bit + count <= 8 * this.bytes.length, 'the data ends too early')
    let value = 0
    for (let left = count; left > 0; ) {
      const offset = this.#bit & 7
      const taken = Math.min(left, 8 - offset)
      const byte = this.bytes[this.#bit >> 3] ?? 0
      value = value * 2 ** taken + ((byte >> (8 - offset - taken)) & ((1 << taken) - 1))
      this.#bit += taken
      left -= taken
    }
    return value
  }

  u8(): number {
    return this.bits(8)
  }

  u16(): number {
    return this.bits(16)
  }

  u32(): number {
    return this.bits(32)
  }

  i8(): number {
    return (this.bits(8) << 24) >> 24
  }

  i32(): number {
    return this.bits(32) | 0
  }

  /** A decoder for the arithmetic-coded rest. Without the mark at its end (E.2.9), poppler reads on in the following data. */
  arithmetic(): ArithmeticDecoder {
    const { rest } = this
    demand(rest.at(-2) === END[0] && rest.at(-1) === END[1], 'data in arithmetic code has no end')
    return new ArithmeticDecoder(rest)
  }

  /** Skips to the next whole byte. */
  align(): void {
    this.#bit = 8 * this.at
  }

  /** Takes whole bytes. */
  take(length: number): Uint8Array {
    this.align()
    const start = this.at
    demand(start + length <= this.bytes.length, 'the data ends too early')
    this.#bit += 8 * length
    return this.bytes.subarray(start, start + length)
  }
}

/** Segment types that are read (7.3). */
export const SEGMENT = {
  symbolDictionary: 0,
  text: 6,
  losslessText: 7,
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

export interface Segment {
  readonly number: number
  readonly kind: number
  /** Numbers of the segments that this one refers to. */
  readonly references: readonly number[]
  /** Page that the segment belongs to; 0 for all pages. */
  readonly page: number
  readonly data: Uint8Array
}

/** Length of the shortest header. Shorter data at the end comes from programs that count line ends as data. */
const SHORTEST = 11
/** Most segments. No page has as many. */
const MAX_SEGMENTS = 20_000
/** Most references in the short form of the count. */
const MOST_REFERENCES = 4
/** Value of a length that was unknown when the segment began. */
const UNKNOWN_LENGTH = 0xffffffff

/** Reads segments, each followed by its data, in the form of PDF (ISO 32000-2, 7.4.7). */
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

/** Reads the segment numbers that a segment refers to (7.2.4 and 7.2.5). */
function readReferences(reader: DataReader, number: number): number[] {
  const count = reader.bits(3)
  // Viewers disagree on where the long form's references begin.
  demand(count <= MOST_REFERENCES, 'a segment has too many references')
  reader.bits(5)
  const bits = number <= 256 ? 8 : number <= 65_536 ? 16 : 32
  return Array.from({ length: count }, () => reader.bits(bits))
}

/** Length of the header before the pixels of a generic region: its region information and flags. */
const GENERIC_HEADER = 18
/** Lengths of the end mark and of the row count after it, which end a generic region of unknown length (7.2.7). */
const [MARK_BYTES, ROWS_BYTES] = [2, 4]

/** The data of a region of unknown length, up to its end mark. */
function takeUnknown(reader: DataReader, kind: number): Uint8Array {
  demand(kind === SEGMENT.generic || kind === SEGMENT.losslessGeneric, 'a segment has no length')
  const { rest } = reader
  demand(rest.length >= GENERIC_HEADER, 'the data ends too early')
  const isFax = ((rest[GENERIC_HEADER - 1] ?? 0) & 1) === 1
  const [one, two] = isFax ? [0, 0] : [0xff, 0xac]
  let end = GENERIC_HEADER
  while (end + MARK_BYTES + ROWS_BYTES <= rest.length && !(rest[end] === one && rest[end + 1] === two)) end++
  const data = reader.take(end + MARK_BYTES)
  const rows = reader.u32()
  // Viewers differ when the region has fewer rows than its region information says.
  demand(rows === new DataReader(data.subarray(4)).u32(), 'a region has another number of rows than is said')
  return data
}
