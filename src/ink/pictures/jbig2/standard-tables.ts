/**
 * The Huffman tables that need not be given (ITU-T T.88, B.5).
 *
 * @module
 */
import { CodeTable, type TableLine } from './huffman.js'

/**
 * Of each table, where its values begin, and then its lines with `length/bits of the range`, each range beginning where the one
 * before ends. `<` is the line of all lower values, `>` of all higher ones, `end` the mark of an end; those come last.
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
  let table = made.get(number)
  if (table === undefined) {
    const [start, lines] = TABLES[number - 1] as (typeof TABLES)[number]
    table = new CodeTable(linesOf(start, lines))
    made.set(number, table)
  }
  return table
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
