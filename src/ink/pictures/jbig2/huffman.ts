/**
 * Numbers in Huffman's code: how tables are made, given and read (ITU-T T.88, Annex B).
 *
 * @module
 */

import { demand } from '../picture-fault.js'
import type { DataReader } from './data-reader.js'

/** What a code stands for: a lowest value and bits that are added to it, or, below a bound, taken from it. */
export interface TableLine {
  /** Bits of the code; 0 for a line that is not used. */
  readonly length: number
  readonly low: number
  readonly rangeBits: number
  readonly kind?: 'lower' | 'end'
}

/** Bits of the values that lie beyond all ranges of a table. */
const FAR_BITS = 32
/** Lines of a table; standard ones have at most twenty. */
const MAX_LINES = 1000
/** Longest code that is read. */
const LONGEST = 32

/** A code, as a tree: for each node the two that follow; below zero, lines. */
export class CodeTable {
  readonly #lines: readonly TableLine[]
  readonly #nodes: number[] = [0, 0]

  constructor(lines: readonly TableLine[]) {
    this.#lines = lines
    let sum = 0
    for (const { length } of lines) sum += length === 0 ? 0 : 2 ** -length
    // More codes than fit would be read in different ways.
    demand(sum > 0 && sum <= 1, 'a Huffman table has too many codes')
    // B.3: shorter codes first, those of a length in the order of the lines.
    let code = 0
    const longest = lines.reduce((most, { length }) => Math.max(most, length), 0)
    demand(longest <= LONGEST, 'a Huffman code is too long')
    const byLength = Array.from({ length: longest + 1 }, (): number[] => [])
    lines.forEach(({ length }, i) => {
      byLength[length]?.push(i)
    })
    for (let length = 1; length <= longest; length++) {
      code *= 2
      for (const line of byLength[length] ?? []) this.#insert(code++, length, line)
    }
  }

  #insert(code: number, length: number, line: number): void {
    let node = 0
    for (let left = length - 1; left > 0; left--) {
      const slot = node + (Math.floor(code / 2 ** left) % 2)
      if (this.#nodes[slot] === 0) {
        this.#nodes[slot] = this.#nodes.length
        this.#nodes.push(0, 0)
      }
      node = this.#nodes[slot] as number
    }
    this.#nodes[node + (code % 2)] = -1 - line
  }

  /** The next value; `undefined` for the mark that a list ends (OOB). */
  next(reader: DataReader): number | undefined {
    let node = 0
    do {
      node = this.#nodes[node + reader.bits(1)] as number
      demand(node !== 0, 'a Huffman code is none of its table')
    } while (node > 0)
    const { low, rangeBits, kind } = this.#lines[-1 - node] as TableLine
    if (kind === 'end') return undefined
    const offset = reader.bits(rangeBits)
    return kind === 'lower' ? low - offset : low + offset
  }
}

/** Reads the table of a segment (B.2). */
export function readTable(reader: DataReader): CodeTable {
  const flags = reader.u8()
  const [lengthBits, rangeSize] = [((flags >> 1) & 7) + 1, ((flags >> 4) & 7) + 1]
  const [lowest, highest] = [reader.i32(), reader.i32()]
  demand(lowest < highest, 'a Huffman table has no values')
  const lines: TableLine[] = []
  let low = lowest
  while (low < highest) {
    const [length, rangeBits] = [reader.bits(lengthBits), reader.bits(rangeSize)]
    demand(rangeBits <= FAR_BITS, 'a range of a Huffman table is too large')
    lines.push({ length, low, rangeBits })
    demand(lines.length <= MAX_LINES, 'a Huffman table has too many lines')
    low += 2 ** rangeBits
  }
  demand(low === highest, 'ranges of a Huffman table go beyond its end')
  lines.push({ length: reader.bits(lengthBits), low: lowest - 1, rangeBits: FAR_BITS, kind: 'lower' })
  lines.push({ length: reader.bits(lengthBits), low, rangeBits: FAR_BITS })
  if ((flags & 1) === 1) lines.push({ length: reader.bits(lengthBits), low: 0, rangeBits: 0, kind: 'end' })
  // MuPDF does not read tables that fill their last byte.
  reader.bits(1)
  return new CodeTable(lines)
}

/**
 * Codes by symbols, as a text region gives them (7.4.3.1.7): their lengths, in a run-length code whose own lengths stand
 * before.
 */
export function readSymbolCodes(reader: DataReader, count: number): CodeTable {
  const runs = new CodeTable(
    Array.from({ length: RUN_CODES }, (_, low) => ({ length: reader.bits(4), low, rangeBits: 0 })),
  )
  const lengths: number[] = []
  while (lengths.length < count) {
    const code = runs.next(reader) ?? 0
    if (code < COPY) lengths.push(code)
    else {
      const last = lengths.at(-1)
      demand(code !== COPY || last !== undefined, 'there is no length to repeat')
      const times = code === COPY ? 3 + reader.bits(2) : code === COPY + 1 ? 3 + reader.bits(3) : 11 + reader.bits(7)
      for (let i = 0; i < times; i++) lengths.push(code === COPY ? (last ?? 0) : 0)
    }
  }
  demand(lengths.length === count, 'there are lengths for more symbols than there are')
  reader.align()
  return new CodeTable(lengths.map((length, low) => ({ length, low, rangeBits: 0 })))
}

/** Lengths 0 to 31, the last one once more, and two kinds of runs of zeros. */
const RUN_CODES = 35
const COPY = 32
