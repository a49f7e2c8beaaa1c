/**
 * Huffman-coded numbers: standard tables, tables in segments, and reading (ITU-T T.88, Annex B).
 *
 * @module
 */

import { getOrMake } from '../../remember.js'
import { demand } from '../decoding.js'
import type { DataReader } from './segments.js'

/** A line of a table: its lowest value, and the number of bits that are added to it, or subtracted from it in the lower range. */
interface TableLine {
  /** Length of the code in bits; 0 for an unused line. */
  readonly length: number
  readonly low: number
  readonly rangeBits: number
  readonly kind?: 'lower' | 'end'
}

/** Bits of the offsets in the lower and upper range lines. */
const FAR_BITS = 32
/** Most lines of a table. Standard tables have at most twenty. */
const MAX_LINES = 1000
/** Longest code that is read, in bits. */
const LONGEST = 32

/** A code as a binary tree. Each node has two entries: the next node, or a negative number for a line. */
export class CodeTable {
  readonly #lines: readonly TableLine[]
  readonly #nodes: number[] = [0, 0]

  constructor(lines: readonly TableLine[]) {
    this.#lines = lines
    let sum = 0
    for (const { length } of lines) sum += length === 0 ? 0 : 2 ** -length
    // Readers decode an over-full code in different ways.
    demand(sum > 0 && sum <= 1, 'a Huffman table has too many codes')
    // Codes are assigned by length, and then in the order of the lines (B.3).
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
      node = this.#nodes[slot] ?? 0
    }
    this.#nodes[node + (code % 2)] = -1 - line
  }

  /** The next value; `undefined` for the out-of-band value (OOB), which ends a list. */
  next(reader: DataReader): number | undefined {
    let node = 0
    do {
      node = this.#nodes[node + reader.bits(1)] ?? 0
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
  // MuPDF cannot read tables that fill their last byte.
  reader.bits(1)
  return new CodeTable(lines)
}

/**
 * Reads the symbol ID codes of a text region (7.4.3.1.7). Their lengths are run-length coded; the lengths of those run codes come
 * first.
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

/** Number of run codes: lengths 0 to 31, a repeat of the last length, and two kinds of runs of zeros. */
const RUN_CODES = 35
const COPY = 32

/**
 * The standard tables. Each has its first value and its lines as `length/range bits`, where each range begins at the end of the
 * one before. `<` is the lower range, `>` the upper range, `end` the out-of-band value; these come last.
 */
const TABLES: readonly (readonly [start: number, lines: string])[] = [
  [0, '1/4 2/8 3/16 >3'],
  [0, '1/0 2/0 3/0 4/3 5/6 >6 end6'],
  [-256, '8/8 1/0 2/0 3/0 4/3 5/6 <8 >7 end6'],
  [1, '1/0 2/0 3/0 4/3 5/6 >5'],
  [-255, '7/8 1/0 2/0 3/0 4/3 5/6 <7 >6'],
  [-2048, '5/10 4/9 4/8 4/7 5/6 5/5 4/5 2/7 3/7 3/8 4/9 4/10 <6 >6'],
  [-1024, '4/9 3/8 4/7 5/6 5/5 4/5 4/5 5/5 5/6 4/7 3/8 3/9 3/10 <5 >5'],
  [-15, '8/3 9/1 8/1 9/0 7/0 4/0 2/1 5/0 6/0 3/4 6/1 4/4 4/5 5/6 5/7 6/7 7/8 6/10 <9 >9 end2'],
  [-31, '8/4 9/2 8/2 9/1 7/1 4/1 3/1 3/1 5/1 6/1 3/5 6/2 4/5 4/6 5/7 5/8 6/8 7/9 6/11 <9 >9 end2'],
  [-21, '7/4 8/0 7/0 5/0 2/2 5/0 6/0 7/0 8/0 2/6 5/5 6/5 6/6 6/7 6/8 6/9 6/10 7/11 <8 >8 end2'],
  [1, '1/0 2/1 4/0 4/1 5/1 5/2 6/2 7/2 7/3 7/4 7/5 7/6 >7'],
  [1, '1/0 2/0 3/1 5/0 5/1 6/1 7/0 7/1 7/2 7/3 7/4 8/5 >8'],
  [1, '1/0 3/0 4/0 5/0 4/1 3/3 6/1 6/2 6/3 6/4 6/5 7/6 >7'],
  [-2, '3/0 3/0 1/0 3/0 3/0'],
  [-24, '7/4 6/2 5/1 4/0 3/0 1/0 3/0 4/0 5/1 6/2 7/4 <7 >7'],
]

const made = new Map<number, CodeTable>()

/** @param number 1 to 15, as in B.1 to B.15. */
export function standardTable(number: number): CodeTable {
  return getOrMake(made, number, () => new CodeTable(linesOf(...(TABLES[number - 1] as (typeof TABLES)[number]))))
}

function linesOf(start: number, text: string): TableLine[] {
  let low = start
  return text.split(' ').map((line): TableLine => {
    if (line.startsWith('<')) return { length: Number(line.slice(1)), low: start - 1, rangeBits: 32, kind: 'lower' }
    if (line.startsWith('>')) return { length: Number(line.slice(1)), low, rangeBits: 32 }
    if (line.startsWith('end')) return { length: Number(line.slice(3)), low: 0, rangeBits: 0, kind: 'end' }
    const [length = 0, rangeBits = 0] = line.split('/').map(Number)
    low += 2 ** rangeBits
    return { length, low: low - 2 ** rangeBits, rangeBits }
  })
}

/** Stands for the next table among the segment's references, instead of a standard one. */
export const GIVEN = 'given'

/** The table for each value of a flag; `undefined` for a value that is not allowed. */
export type TableChoices = readonly (number | typeof GIVEN | undefined)[]

/** Picks tables by flags: a standard table by number, or the next given one. */
export class TableChoice {
  readonly #given: readonly CodeTable[]
  #next = 0

  constructor(given: readonly CodeTable[]) {
    this.#given = given
  }

  pick(choices: TableChoices, flag: number): CodeTable {
    const choice = choices[flag]
    demand(choice !== undefined, 'a flag names no Huffman table')
    if (choice !== GIVEN) return standardTable(choice)
    const table = this.#given[this.#next++]
    demand(table !== undefined, 'a Huffman table is missing')
    return table
  }
}
