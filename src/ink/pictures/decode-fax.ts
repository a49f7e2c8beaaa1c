/**
 * Pictures coded as facsimile (CCITTFaxDecode; ISO 32000-2, 7.4.6; ITU-T T.4 and T.6), the usual form of pages scanned in black
 * and white.
 *
 * @module
 */
import { once } from '../remember.js'

/** Entries by the next 13 bits: the length of the code in the lower four bits, and its value above them; 0 for no code. */
export type FaxTable = Uint16Array

/** Length of the longest code, in bits. */
export const LONGEST_CODE = 13

/** Codes in a row that is coded relative to the row above (T.6, 2.2). Vertical codes are numbered by their distance. */
export const MODE = { pass: 0, horizontal: 1, vertical: 5 } as const
/** Largest distance of a vertical code, in pixels. */
const FARTHEST = 3

/** Codes of the lengths 0 to 63, and then of 64, 128 and so on. */
const WHITE =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 101010 101011 ' +
  '0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 00000011 00011010 ' +
  '00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 00101011 00101100 00101101 ' +
  '00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 ' +
  '01011011 01001010 01001011 00110010 00110011 00110100 ' +
  '11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 ' +
  '011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 ' +
  '010011010 011000 010011011'
const BLACK =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 000011000 ' +
  '0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 00000011000 ' +
  '000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 000001101011 000011010010 ' +
  '000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 000001101101 000011011010 000011011011 ' +
  '000001010100 000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 000000100100 ' +
  '000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 000000101011 000000101100 000001011010 ' +
  '000001100110 000001100111 ' +
  '0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 0000001101101 ' +
  '0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 0000001110101 ' +
  '0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 0000001011011 ' +
  '0000001100100 0000001100101'
/** Codes of long runs that both colours share: 1792, 1856 and so on. */
const LONG =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111 ' +
  '000000011100 000000011101 000000011110 000000011111'
/** Codes for pass, horizontal, and vertical from three pixels left to three pixels right. */
const MODES = '0001 001 0000010 000010 010 1 011 000011 0000011'

/** Smallest length of a make-up code, which is followed by another code. */
const FIRST_MAKE_UP = 64

export const faxTables = once(() => ({
  white: tableOf(`${WHITE} ${LONG}`, lengthAt),
  black: tableOf(`${BLACK} ${LONG}`, lengthAt),
  modes: tableOf(MODES, (i) => (i < 2 ? i : MODE.vertical - FARTHEST + (i - 2))),
}))

function lengthAt(i: number): number {
  return i < FIRST_MAKE_UP ? i : (i - FIRST_MAKE_UP + 1) * FIRST_MAKE_UP
}

function tableOf(codes: string, valueAt: (index: number) => number): FaxTable {
  const table = new Uint16Array(1 << LONGEST_CODE)
  codes.split(' ').forEach((code, i) => {
    const from = Number.parseInt(code, 2) << (LONGEST_CODE - code.length)
    table.fill((valueAt(i) << 4) | code.length, from, from + (1 << (LONGEST_CODE - code.length)))
  })
  return table
}

/** Entries of /DecodeParms (Table 11). */
export interface FaxParams {
  /** Negative: T.6, each row relative to the one above. 0: T.4, each row by itself. Positive: rows of both kinds. */
  readonly k: number
  readonly columns: number
  readonly isByteAligned: boolean
  readonly blackIs1: boolean
}

/** Most columns. No scanner produces more. */
const MAX_COLUMNS = 65_536
/** Fewest zeros of an end-of-line mark, which ends with a one. */
const MARK_ZEROS = 11
/** Length of the end-of-block mark of T.6, in bits. */
const END_OF_BLOCK_BITS = 24

/** Rows of whole bytes with one bit for each pixel; `length` counts the coded bytes, including the end mark if there is one. */
interface DecodedFax {
  readonly samples: Uint8Array
  readonly length: number
}

/**
 * Decodes rows from the top. Other data may follow them.
 *
 * @param rows Number of rows.
 * @returns `undefined` for damaged data, or too few rows.
 */
export function decodeFax(bytes: Uint8Array, params: FaxParams, rows: number): DecodedFax | undefined {
  const { columns, k, isByteAligned, blackIs1 } = params
  if (!Number.isInteger(columns) || columns < 1 || columns > MAX_COLUMNS) return undefined
  const rowBytes = Math.ceil(columns / 8)
  const samples = new Uint8Array(rowBytes * rows).fill(blackIs1 ? 0 : 0xff)
  const reader = new RowReader(bytes, columns)
  for (let y = 0; y < rows; y++) {
    if (isByteAligned) reader.align()
    // A bit after the mark tells whether a row is coded by itself (T.4, 4.2.2).
    const isMarked = k >= 0 && reader.skipMark()
    const isByItself = k === 0 || (k > 0 && (isMarked ? reader.bit() === 1 : y === 0))
    const isRead = isByItself ? reader.readRow() : reader.readRowByOther()
    if (!isRead) return undefined
    paintRuns(samples, y * rowBytes, reader.edges, columns, blackIs1)
  }
  reader.skipEndOfBlock()
  return { samples, length: reader.at }
}

/** Sets the bits of black runs, each from every second edge to the next. */
function paintRuns(samples: Uint8Array, start: number, edges: readonly number[], columns: number, set: boolean): void {
  for (let i = 0; i < edges.length; i += 2) {
    const end = Math.min(columns, edges[i + 1] ?? columns)
    for (let x = edges[i] ?? 0; x < end; ) {
      const at = start + (x >> 3)
      const isWhole = (x & 7) === 0 && end - x >= 8
      const mask = isWhole ? 0xff : 0x80 >> (x & 7)
      samples[at] = set ? (samples[at] ?? 0) | mask : (samples[at] ?? 0) & ~mask
      x += isWhole ? 8 : 1
    }
  }
}

/** Edges without empty runs: only a change of pixels counts for the row below (T.6, 2.2.1). */
function withoutEmptyRuns(edges: readonly number[]): number[] {
  const changes: number[] = []
  for (const edge of edges) {
    if (changes.at(-1) === edge) changes.pop()
    else changes.push(edge)
  }
  return changes
}

/** Reads each row as the positions where its colour changes, beginning with a change to black. */
class RowReader {
  /** Edges of the last row. */
  edges: number[] = []
  readonly #bytes: Uint8Array
  readonly #columns: number
  readonly #tables = faxTables()
  /** Index of the next bit. */
  #bit = 0

  constructor(bytes: Uint8Array, columns: number) {
    this.#bytes = bytes
    this.#columns = columns
  }

  align(): void {
    this.#bit = (this.#bit + 7) & ~7
  }

  bit(): number {
    const bit = this.#peek() >> (LONGEST_CODE - 1)
    this.#bit++
    return bit
  }

  /** Skips end-of-line marks and fill bits; true if there was a mark. */
  skipMark(): boolean {
    let at = this.#bit
    const end = 8 * this.#bytes.length
    const isSet = (i: number) => (((this.#bytes[i >> 3] ?? 0) >> (7 - (i & 7))) & 1) === 1
    while (at < end && !isSet(at)) at++
    if (at >= end || at - this.#bit < MARK_ZEROS) return false
    this.#bit = at + 1
    return true
  }

  /** Skips the end-of-block mark (two end-of-line marks), if there is one (T.6, 2.4.1). */
  skipEndOfBlock(): boolean {
    const start = this.#bit
    const isMarked = this.skipMark() && this.skipMark() && this.#bit - start === END_OF_BLOCK_BITS
    if (!isMarked) this.#bit = start
    return isMarked
  }

  /** Index of the next whole byte. */
  get at(): number {
    return (this.#bit + 7) >> 3
  }

  /** Reads a row that is coded by itself: white and black runs in turn. */
  readRow(): boolean {
    const edges: number[] = []
    let at = 0
    for (let isBlack = false; at < this.#columns; isBlack = !isBlack) {
      const length = this.#run(isBlack)
      if (length === undefined) return false
      at += length
      edges.push(Math.min(at, this.#columns))
    }
    this.edges = withoutEmptyRuns(edges)
    return at === this.#columns
  }

  /** Reads a row that is coded relative to the one above (T.6, 2.2). */
  readRowByOther(): boolean {
    const above = this.edges
    const edges: number[] = []
    let [at, isBlack, next] = [0, false, 0]
    while (at < this.#columns) {
      // b1: the first change in the row above that is right of here and to the opposite colour.
      next = Math.max(0, next - 2)
      while (next < above.length && ((next & 1) === 1) !== isBlack) next++
      while (next < above.length && (above[next] ?? 0) <= at && (at > 0 || edges.length > 0)) next += 2
      const change = above[next] ?? this.#columns
      const mode = this.#code(this.#tables.modes)
      if (mode === undefined) return false
      if (mode === MODE.pass) at = above[next + 1] ?? this.#columns
      else if (mode === MODE.horizontal) {
        const first = this.#run(isBlack)
        const second = this.#run(!isBlack)
        if (first === undefined || second === undefined || at + first + second > this.#columns) return false
        edges.push(at + first, at + first + second)
        at += first + second
      } else {
        const end = change + mode - MODE.vertical
        if (end < at || end > this.#columns) return false
        edges.push(end)
        at = end
        isBlack = !isBlack
      }
    }
    this.edges = withoutEmptyRuns(edges)
    return true
  }

  #run(isBlack: boolean): number | undefined {
    const table = isBlack ? this.#tables.black : this.#tables.white
    for (let length = 0; length <= MAX_COLUMNS; ) {
      const part = this.#code(table)
      if (part === undefined) return undefined
      length += part
      if (part < FIRST_MAKE_UP) return length
    }
    return undefined
  }

  #code(table: Uint16Array): number | undefined {
    const entry = table[this.#peek()] ?? 0
    if (entry === 0 || this.#bit >= 8 * this.#bytes.length) return undefined
    this.#bit += entry & 15
    return entry >> 4
  }

  /** The next thirteen bits, with zeros after the end of the data. */
  #peek(): number {
    const at = this.#bit >> 3
    const word = ((this.#bytes[at] ?? 0) << 16) | ((this.#bytes[at + 1] ?? 0) << 8) | (this.#bytes[at + 2] ?? 0)
    return (word >> (24 - LONGEST_CODE - (this.#bit & 7))) & ((1 << LONGEST_CODE) - 1)
  }
}
