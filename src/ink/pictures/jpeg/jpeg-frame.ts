/**
 * The markers of a JPEG (ITU-T T.81, annex B): size, components, tables and scans. Also Huffman codes (annex C and F.2.2), and
 * the bits of a scan.
 *
 * @module
 */
import { largest } from '../../../lists.js'

/** A Huffman table for codes of up to 16 bits. */
export interface HuffmanTable {
  /** Entries by the next eight bits: the value of the code plus 256 times its length; 0 for longer codes. */
  readonly short: Uint16Array
  /** For each code length: the first code, one more than the last, and the index of its first value. */
  readonly first: Int32Array
  readonly end: Int32Array
  readonly offset: Int32Array
  readonly values: Uint8Array
}

const LONGEST_CODE = 16
const SHORT_BITS = 8

/**
 * Builds a table from the number of codes of each length, 1 to 16, and their values in code order.
 *
 * @returns `undefined` when there are too many codes for their lengths.
 */
function buildHuffmanTable(counts: Uint8Array, values: Uint8Array): HuffmanTable | undefined {
  const [first, end, offset] = [new Int32Array(17), new Int32Array(17), new Int32Array(17)]
  const short = new Uint16Array(1 << SHORT_BITS)
  let code = 0
  let at = 0
  for (let length = 1; length <= LONGEST_CODE; length++) {
    const count = counts[length - 1] ?? 0
    first[length] = code
    end[length] = code + count
    offset[length] = at - code
    if (code + count > 1 << length) return undefined
    for (let i = 0; i < count && length <= SHORT_BITS; i++) {
      const from = (code + i) << (SHORT_BITS - length)
      short.fill((length << 8) | (values[at + i] ?? 0), from, from + (1 << (SHORT_BITS - length)))
    }
    at += count
    code = (code + count) << 1
  }
  return { short, first, end, offset, values }
}

/** Reads the bits of a scan up to the next marker, and then zeros, as most decoders do. */
export class ScanBits {
  readonly #bytes: Uint8Array
  #at: number
  #window = 0
  #count = 0
  /** Number of bits read beyond the data. */
  missing = 0

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes
    this.#at = start
  }

  /** Index of the next marker, or of the end of the data. */
  get position(): number {
    return this.#at
  }

  /** The value of the next code; 0 for an unknown code. */
  symbol(table: HuffmanTable): number {
    this.#fill(LONGEST_CODE)
    const known = table.short[(this.#window >>> (this.#count - SHORT_BITS)) & 0xff] ?? 0
    if (known !== 0) {
      this.#count -= known >> 8
      return known & 0xff
    }
    for (let length = SHORT_BITS + 1; length <= LONGEST_CODE; length++) {
      const code = (this.#window >>> (this.#count - length)) & ((1 << length) - 1)
      if (code < (table.end[length] ?? 0) && code >= (table.first[length] ?? 0)) {
        this.#count -= length
        return table.values[code + (table.offset[length] ?? 0)] ?? 0
      }
    }
    this.missing += LONGEST_CODE
    this.#count -= LONGEST_CODE
    return 0
  }

  /** The next bits, at most 16, as an integer. */
  bits(length: number): number {
    if (length === 0) return 0
    this.#fill(length)
    this.#count -= length
    return (this.#window >>> this.#count) & ((1 << length) - 1)
  }

  /** A number whose first bit gives its sign (F.2.2.1). */
  signed(length: number): number {
    const value = this.bits(length)
    return length > 0 && value < 1 << (length - 1) ? value - (1 << length) + 1 : value
  }

  /** Skips to the next byte, and over a restart marker if there is one (F.2.2.5). */
  restart(): void {
    this.#count = 0
    this.#window = 0
    const marker = this.#bytes[this.#at + 1] ?? 0
    if (this.#bytes[this.#at] === 0xff && marker >= 0xd0 && marker <= 0xd7) this.#at += 2
  }

  #fill(length: number): void {
    while (this.#count < length) {
      let byte = 0
      const next = this.#bytes[this.#at]
      if (next === undefined || (next === 0xff && this.#bytes[this.#at + 1] !== 0)) this.missing += 8
      else {
        byte = next
        this.#at += next === 0xff ? 2 : 1
      }
      this.#window = ((this.#window & 0xffffff) << 8) | byte
      this.#count += 8
    }
  }
}

export interface JpegComponent {
  readonly id: number
  /** Horizontal and vertical sampling factor. */
  readonly across: number
  readonly down: number
  readonly quantization: number
  /** Blocks per row and rows of blocks, rounded up to whole units of interleaved scans. */
  readonly blocksAcross: number
  readonly blocksDown: number
}

export interface JpegFrame {
  readonly isProgressive: boolean
  readonly width: number
  readonly height: number
  readonly components: readonly JpegComponent[]
  readonly mostAcross: number
  readonly mostDown: number
}

/** Tables in force at the beginning of a scan. */
export interface JpegTables {
  readonly quantization: Map<number, Uint16Array>
  /** Tables by their number plus 16 times their class (0 for DC, 1 for AC). */
  readonly huffman: Map<number, HuffmanTable>
  restartInterval: number
  /** Colour transform in Adobe's marker: 0 none, 1 YCbCr, 2 YCCK; `undefined` without the marker. */
  adobeTransform: number | undefined
  /** True with the marker of JFIF, by which some viewers take three components for YCbCr whatever Adobe's says. */
  isJfif: boolean
}

/** Supported numbers of components: grey, RGB, CMYK. */
const COUNTS: readonly number[] = [1, 3, 4]
const MOST_SAMPLING = 4

/** Reads a frame header (B.2.2); `undefined` for an unusual one. */
export function readFrameHeader(segment: Uint8Array, isProgressive: boolean): JpegFrame | undefined {
  const height = wordAt(segment, 1)
  const width = wordAt(segment, 3)
  const count = segment[5] ?? 0
  if (segment[0] !== 8 || width * height === 0) return undefined
  if (!COUNTS.includes(count) || segment.length < 6 + 3 * count) return undefined
  const parts = Array.from({ length: count }, (_, i) => {
    const [id = 0, sampling = 0, quantization = 0] = segment.subarray(6 + 3 * i)
    return { id, across: sampling >> 4, down: sampling & 15, quantization }
  })
  const isSound = parts.every(({ across, down }) => [across, down].every((n) => n >= 1 && n <= MOST_SAMPLING))
  if (!isSound) return undefined
  const mostAcross = largest(parts.map(({ across }) => across))
  const mostDown = largest(parts.map(({ down }) => down))
  const [unitsAcross, unitsDown] = [Math.ceil(width / (8 * mostAcross)), Math.ceil(height / (8 * mostDown))]
  const components = parts.map((part) => {
    return { ...part, blocksAcross: unitsAcross * part.across, blocksDown: unitsDown * part.down }
  })
  return { isProgressive, width, height, components, mostAcross, mostDown }
}

/** Reads quantization tables (B.2.4.1). */
export function readQuantization(segment: Uint8Array, { quantization }: JpegTables): void {
  for (let at = 0; at < segment.length; ) {
    const head = segment[at++] ?? 0
    const size = head >> 4 === 0 ? 1 : 2
    const table = Uint16Array.from({ length: 64 }, (_, i) =>
      size === 1 ? (segment[at + i] ?? 0) : wordAt(segment, at + 2 * i),
    )
    quantization.set(head & 15, table)
    at += 64 * size
  }
}

/** Reads Huffman tables (B.2.4.2). */
export function readHuffman(segment: Uint8Array, { huffman }: JpegTables): void {
  for (let at = 0; at + 17 <= segment.length; ) {
    const counts = segment.subarray(at + 1, at + 17)
    const size = counts.reduce((sum, count) => sum + count, 0)
    const table = buildHuffmanTable(counts, segment.slice(at + 17, at + 17 + size))
    if (table !== undefined) huffman.set(segment[at] ?? 0, table)
    at += 17 + size
  }
}

/** A two-byte big-endian number. */
export function wordAt(bytes: Uint8Array, at: number): number {
  return 256 * (bytes[at] ?? 0) + (bytes[at + 1] ?? 0)
}
