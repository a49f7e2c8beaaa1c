/**
 * Pictures coded as facsimile (CCITTFaxDecode; ISO 32000-2, 7.4.6; ITU-T T.4 and T.6), the usual form of pages that were
 * scanned in black and white.
 *
 * @module
 */
import { FIRST_MAKE_UP, faxTables, LONGEST_CODE, MODE } from './fax-codes.js'

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

/**
 * Decodes rows from the top.
 *
 * @param rows How many are wanted.
 * @returns Rows of whole bytes, each pixel a bit; `undefined` for what is damaged, or has fewer rows.
 */
export function decodeFax(bytes: Uint8Array, params: FaxParams, rows: number): Uint8Array | undefined {
  return decodeFaxPart(bytes, params, rows)?.samples
}

/** Rows, and how many whole bytes they took, with the mark of the end behind them if there is one. */
export interface FaxPart {
  readonly samples: Uint8Array
  readonly length: number
  readonly isMarked: boolean
}

/** The same, where something else may follow. */
export function decodeFaxPart(bytes: Uint8Array, params: FaxParams, rows: number): FaxPart | undefined {
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
    for (let x = edges[i] as number; x < end; ) {
      const at = start + (x >> 3)
      const isWhole = (x & 7) === 0 && end - x >= 8
      const mask = isWhole ? 0xff : 0x80 >> (x & 7)
      samples[at] = set ? (samples[at] as number) | mask : (samples[at] as number) & ~mask
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
  /** Of the row that was read last. */
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
    const isSet = (i: number) => (((this.#bytes[i >> 3] as number) >> (7 - (i & 7))) & 1) === 1
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
      while (next < above.length && (above[next] as number) <= at && (at > 0 || edges.length > 0)) next += 2
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
    const entry = table[this.#peek()] as number
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
