/**
 * Segments, of which a JBIG2 picture is made (ITU-T T.88, 7.2), and the numbers in their data: whole bytes in headers, and bits
 * where Huffman codes are used.
 *
 * @module
 */
import { ArithmeticDecoder, demand } from '../decoding.js'

/** What ends data in arithmetic code. */
const END = [0xff, 0xac] as const

/** Reads from the beginning; asking for more than there is ends the decoding. */
export class DataReader {
  readonly bytes: Uint8Array
  /** Where the next bit is, counted from the beginning. */
  #bit = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Where the next whole byte is. */
  get at(): number {
    return (this.#bit + 7) >> 3
  }

  /** What is left of the bytes. */
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

  /** What is left, which is in arithmetic code. Without the mark at its end (E.2.9) poppler reads on in what follows. */
  arithmetic(): ArithmeticDecoder {
    const { rest } = this
    demand(rest.at(-2) === END[0] && rest.at(-1) === END[1], 'data in arithmetic code has no end')
    return new ArithmeticDecoder(rest)
  }

  /** Goes on at the next whole byte. */
  align(): void {
    this.#bit = 8 * this.at
  }

  /** Whole bytes from here. */
  take(length: number): Uint8Array {
    this.align()
    const start = this.at
    demand(start + length <= this.bytes.length, 'the data ends too early')
    this.#bit += 8 * length
    return this.bytes.subarray(start, start + length)
  }
}

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
  const isFax = ((rest[GENERIC_HEADER - 1] ?? 0) & 1) === 1
  const [one, two] = isFax ? [0, 0] : [0xff, 0xac]
  let end = GENERIC_HEADER
  while (end + MARK_BYTES + ROWS_BYTES <= rest.length && !(rest[end] === one && rest[end + 1] === two)) end++
  const data = reader.take(end + MARK_BYTES)
  const rows = reader.u32()
  // With fewer rows than its place says, viewers differ.
  demand(rows === new DataReader(data.subarray(4)).u32(), 'a region has another number of rows than is said')
  return data
}
