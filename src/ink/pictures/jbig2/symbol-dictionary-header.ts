/**
 * What stands before the symbols of a dictionary (ITU-T T.88, 7.4.2.1).
 *
 * @module
 */

import { demand } from '../picture-fault.js'
import type { DataReader } from './data-reader.js'
import { type Offset, readOffsets } from './generic-region.js'
import type { CodeTable } from './huffman.js'
import { type Refinement, readRefinement } from './refinement-region.js'
import { standardTable } from './standard-tables.js'

/** Flags and numbers of a dictionary. */
export interface DictionaryHeader {
  readonly isHuffman: boolean
  /** Symbols are made of others, and refine them. */
  readonly isRefined: boolean
  readonly template: number
  readonly at: readonly Offset[]
  readonly refinement: Refinement
  readonly tables: DictionaryTables | undefined
  /** Symbols given to those who refer to it, and symbols that are new. */
  readonly exported: number
  readonly added: number
}

/** Tables of Huffman's code. */
export interface DictionaryTables {
  readonly height: CodeTable
  readonly width: CodeTable
  readonly bitmapSize: CodeTable
}

/** In place of a standard table: the next of those that the segment refers to. */
export const GIVEN = 'given'

/** What each value of a flag stands for; a value without one is not allowed. */
export type TableChoices = readonly (number | typeof GIVEN | undefined)[]

/** Takes a table by what flags say: the number of a standard one, or the next that is given. */
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

/** Reads the header. */
export function readDictionaryHeader(reader: DataReader, given: readonly CodeTable[]): DictionaryHeader {
  const flags = reader.u16()
  const bits = (shift: number, count: number) => (flags >> shift) & ((1 << count) - 1)
  const [isHuffman, isRefined] = [bits(0, 1) === 1, bits(1, 1) === 1]
  const template = bits(10, 2)
  // MuPDF does not read what has flags that mean nothing.
  const isUsed =
    (isHuffman ? template === 0 && bits(7, 1) === 0 : bits(2, 6) === 0) &&
    (isRefined || bits(12, 1) === 0) &&
    bits(13, 3) === 0
  demand(isUsed, 'a flag is set that means nothing')
  const choice = new TableChoice(given)
  const tables = !isHuffman
    ? undefined
    : {
        height: choice.pick([4, 5, undefined, GIVEN], bits(2, 2)),
        width: choice.pick([2, 3, undefined, GIVEN], bits(4, 2)),
        bitmapSize: choice.pick([1, GIVEN], bits(6, 1)),
      }
  const at = isHuffman ? [] : readOffsets(reader, template)
  const refinement = isRefined ? readRefinement(reader, bits(12, 1)) : { template: 1, at: [] }
  const [exported, added] = [reader.u32(), reader.u32()]
  // Statistics that go on from another dictionary: poppler and MuPDF read other symbols than PDFium.
  demand(bits(8, 1) === 0, 'statistics of another dictionary are used')
  return { isHuffman, isRefined, template, at, refinement, tables, exported, added }
}
