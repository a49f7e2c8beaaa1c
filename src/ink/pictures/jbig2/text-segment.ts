/**
 * What stands before the symbols of a text region (ITU-T T.88, 7.4.3.1).
 *
 * @module
 */

import { demand, type PixelWork } from '../picture-fault.js'
import type { Bitmap } from './bitmap.js'
import type { DataReader } from './data-reader.js'
import { readSymbolCodes } from './huffman.js'
import { readRefinement } from './refinement-region.js'
import { type DictionaryReferences, symbolBits } from './symbol-dictionary.js'
import { GIVEN, TableChoice, type TableChoices } from './symbol-dictionary-header.js'
import { ArithmeticTextCoding, HuffmanTextCoding, type Size, type TextTables } from './text-coding.js'
import { decodeTextRegion } from './text-region.js'

/** What it takes to have a symbol at hand, in pixels. */
const SYMBOL_COST = 2

/** Reads a region behind what all regions begin with. */
export function readTextRegion(
  reader: DataReader,
  [width, height]: Size,
  { dictionaries, tables }: DictionaryReferences,
  work: PixelWork,
): Bitmap {
  const flags = reader.u16()
  const bits = (shift: number, count: number) => (flags >> shift) & ((1 << count) - 1)
  const [isHuffman, isRefined] = [bits(0, 1) === 1, bits(1, 1) === 1]
  demand(!(isHuffman && isRefined), "symbols are refined in Huffman's code")
  demand(isRefined || bits(15, 1) === 0, UNUSED)
  const given = isHuffman ? pickTables(reader.u16(), new TableChoice(tables)) : undefined
  const refinement = isRefined ? readRefinement(reader, bits(15, 1)) : { template: 1, at: [] }
  const instances = reader.u32()
  const symbols = dictionaries.flat()
  work.spend(SYMBOL_COST * symbols.length)
  const coding =
    given === undefined
      ? new ArithmeticTextCoding(reader.arithmetic(), symbolBits(symbols.length), refinement)
      : new HuffmanTextCoding(reader, { ...given, ids: readSymbolCodes(reader, symbols.length) })
  const layout = {
    logStrips: bits(2, 2),
    corner: bits(4, 2),
    isTransposed: bits(6, 1) === 1,
    operator: bits(7, 2),
    isBlack: bits(9, 1) === 1,
    spacing: (bits(10, 5) << 27) >> 27,
  }
  return decodeTextRegion({ ...layout, width, height, instances, isRefined, symbols }, coding, work)
}

/** MuPDF does not read what has flags that mean nothing. */
const UNUSED = 'a flag is set that means nothing'

/** 7.4.3.1.2: no tables for refinements. */
function pickTables(flags: number, choice: TableChoice): Omit<TextTables, 'ids'> {
  demand(flags >> 6 === 0, UNUSED)
  const pick = (choices: TableChoices, shift: number) => choice.pick(choices, (flags >> shift) & 3)
  return {
    first: pick([6, 7, undefined, GIVEN], 0),
    distance: pick([8, 9, 10, GIVEN], 2),
    strip: pick([11, 12, 13, GIVEN], 4),
  }
}
