/**
 * Text regions, which place symbols (ITU-T T.88, 6.4 and 7.4.3.1).
 *
 * @module
 */
import { demand, type PixelWork } from '../decoding.js'
import { Bitmap, drawPiece } from './bitmap.js'
import { readRefinement } from './generic-region.js'
import { GIVEN, readSymbolCodes, TableChoice, type TableChoices } from './huffman.js'
import type { DataReader } from './segments.js'
import {
  ArithmeticTextCoding,
  type DictionaryReferences,
  HuffmanTextCoding,
  type Size,
  symbolBits,
  type TextCoding,
  type TextTables,
} from './text-coding.js'

/** Cost of making a symbol available, in pixels. */
const SYMBOL_COST = 2

/** Reads a text region after its region information field. */
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

/** Reason given when a meaningless flag is set, since MuPDF refuses such data. */
const UNUSED = 'a flag is set that means nothing'

/** Picks the Huffman tables (7.4.3.1.2), without those of refinements. */
function pickTables(flags: number, choice: TableChoice): Omit<TextTables, 'ids'> {
  demand(flags >> 6 === 0, UNUSED)
  const pick = (choices: TableChoices, shift: number) => choice.pick(choices, (flags >> shift) & 3)
  return {
    first: pick([6, 7, undefined, GIVEN], 0),
    distance: pick([8, 9, 10, GIVEN], 2),
    strip: pick([11, 12, 13, GIVEN], 4),
  }
}

/** The corner of a symbol that its coordinates are for. */
export const CORNER = { bottomLeft: 0, topLeft: 1, bottomRight: 2, topRight: 3 } as const

interface TextRegion {
  readonly width: number
  readonly height: number
  /** Number of symbols that are drawn. */
  readonly instances: number
  /** Binary logarithm of the height of a strip. */
  readonly logStrips: number
  readonly corner: number
  /** True when lines run from top to bottom. */
  readonly isTransposed: boolean
  readonly operator: number
  readonly isBlack: boolean
  /** Distance that is added between all symbols. */
  readonly spacing: number
  readonly isRefined: boolean
  readonly symbols: readonly Bitmap[]
}

/** Cost of a symbol besides its pixels, in pixels of other regions. */
const COST = 32

export function decodeTextRegion(region: TextRegion, coding: TextCoding, work: PixelWork): Bitmap {
  const { width, height, instances, logStrips, spacing } = region
  const bitmap = new Bitmap(width, height, work)
  if (region.isBlack) bitmap.bytes.fill(0xff)
  const strips = 2 ** logStrips
  let strip = -coding.stripDelta() * strips
  let first = 0
  let drawn = 0
  while (drawn < instances) {
    strip += coding.stripDelta() * strips
    first += coding.firstPlace()
    let place = first
    for (;;) {
      // Some viewers go on drawing when the mark at the end of a strip is missing.
      demand(drawn < instances, 'a strip has too many symbols')
      drawn++
      work.spend(COST)
      const across = strip + (strips === 1 ? 0 : coding.placeInStrip(logStrips))
      place += drawInstance(region, coding, bitmap, [place, across], work)
      coding.demandData()
      const distance = coding.distance()
      if (distance === undefined) break
      place += distance + spacing
    }
  }
  return bitmap
}

/** Draws a symbol, and returns how far it advances the position of the next. */
function drawInstance(
  region: TextRegion,
  coding: TextCoding,
  bitmap: Bitmap,
  [place, across]: readonly [number, number],
  work: PixelWork,
): number {
  const { corner, isTransposed, symbols, operator, isRefined } = region
  const id = coding.symbol()
  const known = symbols[id]
  demand(known !== undefined, 'a symbol is drawn that there is not')
  const refining = isRefined ? coding.refining : undefined
  const symbol = refining?.isRefined() ? refining.refine(known, work) : known
  const isRight = corner === CORNER.topRight || corner === CORNER.bottomRight
  const isBottom = corner === CORNER.bottomLeft || corner === CORNER.bottomRight
  const advance = (isTransposed ? symbol.height : symbol.width) - 1
  // A reference corner at the far end advances the symbol itself, any other corner the next symbol.
  const own = place + ((isTransposed ? isBottom : isRight) ? advance : 0)
  const [x, y] = isTransposed ? [across, own] : [own, across]
  const left = isRight ? x - symbol.width + 1 : x
  const top = isBottom ? y - symbol.height + 1 : y
  // No program places symbols where they are invisible, and some viewers stop there.
  const isSeen = left < bitmap.width && top < bitmap.height && left + symbol.width > 0 && top + symbol.height > 0
  demand(isSeen, 'a symbol lies outside of its region')
  drawPiece(bitmap, symbol, [left, top], operator, work)
  return advance
}
