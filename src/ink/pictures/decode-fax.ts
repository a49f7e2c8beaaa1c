/**
 * Pictures coded as facsimile (CCITTFaxDecode; ISO 32000-2, 7.4.6; ITU-T T.4 and T.6), the usual form of pages that were
 * scanned in black and white.
 *
 * @module
 */
import { once } from '../remember.js'

/** By the next 13 bits: the length of the code in the lower four bits, and above them what it stands for; 0 for none. */
export type FaxTable = Uint16Array

/** Length of the longest code, in bits. */
export const LONGEST_CODE = 13

/** What stands in a row that is coded by the row above (T.6, 2.2). Vertical codes are told by their distance. */
export const MODE = { pass: 0, horizontal: 1, vertical: 5 } as const
/** How far a run may end from the end of one above. */
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
/** Codes for long runs that both colours share: 1792, 1856 and so on. */
const LONG =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 000000010111 ' +
  '000000011100 000000011101 000000011110 000000011111'
/** Pass, horizontal, and vertical from three to the left to three to the right. */
const MODES = '0001 001 0000010 000010 010 1 011 000011 0000011'

/** Lengths from here on are followed by another code. */
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
  /** Below 0: T.6, each row by the one above. 0: T.4, each row by itself. Above: rows of both kinds. */
  readonly k: number
  readonly columns: number
  readonly isByteAligned: boolean
  readonly blackIs1: boolean
}

/** More columns than any scanner produces. */
const MAX_COLUMNS = 65_536
/** Bits of a mark of the end of a line: eleven zeros or more, and a one. */
const MARK_ZEROS = 11
/** Bits of the mark that ends rows of which each is coded by the one above. */
const END_OF_BLOCK_BITS = 24

/** Rows of whole bytes, each pixel a bit, and how many bytes they took, with the mark of the end behind them if there is one. */
interface DecodedFax {
  readonly samples: Uint8Array
  readonly length: number
  readonly isMarked: boolean
}

/**
 * Decodes rows from the top. Something else may follow them.
 *
 * @param rows How many are wanted.
 * @returns `undefined` for what is damaged, or has fewer rows.
 */
export function decodeFax(bytes: Uint8Array, params: FaxParams, rows: number): DecodedFax | undefined {
  const { columns, k, isByteAligned, blackIs1 } = params
  if (!Number.isInteger(columns) || columns < 1 || columns > MAX_COLUMNS) return undefined
  const rowBytes = Math.ceil(columns / 8)
  const samples = new Uint8Array(rowBytes * rows).fill(blackIs1 ? 0 : 0xff)
  const reader = new RowReader(bytes, columns)
  for (let y = 0; y < rows; y++) {
    if (isByteAligned) reader.align()
    // A row by itself is told by a bit behind the mark (T.4, 4.2.2).
    const isMarked = k >= 0 && reader.skipMark()
    const isByItself = k === 0 || (k > 0 && (isMarked ? reader.bit() === 1 : y === 0))
    const isRead = isByItself ? reader.readRow() : reader.readRowByOther()
    if (!isRead) return undefined
    paintRuns(samples, y * rowBytes, reader.edges, columns, blackIs1)
  }
  const isMarked = reader.skipEndOfBlock()
  return { samples, length: reader.at, isMarked }
}

/** Sets the bits of the black runs: from each second edge to the next. */
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

/** Only where pixels change is a change for the row below (T.6, 2.2.1): runs without pixels leave none. */
function withoutEmptyRuns(edges: readonly number[]): number[] {
  const changes: number[] = []
  for (const edge of edges) {
    if (changes.at(-1) === edge) changes.pop()
    else changes.push(edge)
  }
  return changes
}

/** Reads rows as the places where the colour changes: to black first. */
class RowReader {
  /** Edges of the row that was read last. */
  edges: number[] = []
  readonly #bytes: Uint8Array
  readonly #columns: number
  readonly #tables = faxTables()
  /** Where the next bit is, counted from the beginning. */
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

  /** Skips end-of-line marks and fill bits; true if there was such a mark. */
  skipMark(): boolean {
    let at = this.#bit
    const end = 8 * this.#bytes.length
    const isSet = (i: number) => (((this.#bytes[i >> 3] ?? 0) >> (7 - (i & 7))) & 1) === 1
    while (at < end && !isSet(at)) at++
    if (at >= end || at - this.#bit < MARK_ZEROS) return false
    this.#bit = at + 1
    return true
  }

  /** Skips the end-of-block mark, two end-of-line marks, if there is one (T.6, 2.4.1). */
  skipEndOfBlock(): boolean {
    const start = this.#bit
    const isMarked = this.skipMark() && this.skipMark() && this.#bit - start === END_OF_BLOCK_BITS
    if (!isMarked) this.#bit = start
    return isMarked
  }

  /** Where the next whole byte is. */
  get at(): number {
    return (this.#bit + 7) >> 3
  }

  /** A row by itself: white and black runs in turn. */
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

  /** A row by the one above (T.6, 2.2). */
  readRowByOther(): boolean {
    const above = this.edges
    const edges: number[] = []
    let [at, isBlack, next] = [0, false, 0]
    while (at < this.#columns) {
      // The first change in the row above, to the right of here, to the colour opposite to this run's.
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

  /** The next thirteen bits; behind the end there are zeros. */
  #peek(): number {
    const at = this.#bit >> 3
    const word = ((this.#bytes[at] ?? 0) << 16) | ((this.#bytes[at + 1] ?? 0) << 8) | (this.#bytes[at + 2] ?? 0)
    return (word >> (24 - LONGEST_CODE - (this.#bit & 7))) & ((1 << LONGEST_CODE) - 1)
  }
}
