/**
 * Symbols that text regions draw (ITU-T T.88, 6.5).
 *
 * @module
 */

import { demand, type PixelWork } from '../picture-fault.js'
import { type Bitmap, COMBINE } from './bitmap.js'
import { DataReader } from './data-reader.js'
import { decodeFaxRegion, decodeGenericRegion, genericContexts } from './generic-region.js'
import type { CodeTable } from './huffman.js'
import { IntegerDecoder } from './integers.js'
import { standardTable } from './standard-tables.js'
import { type DictionaryHeader, type DictionaryTables, readDictionaryHeader } from './symbol-dictionary-header.js'
import { ArithmeticTextCoding, demandNumber, type Size } from './text-coding.js'
import { CORNER, decodeTextRegion } from './text-region.js'

/** What a dictionary gives to those that refer to it. */
export type SymbolDictionary = readonly Bitmap[]

/** What a dictionary refers to, in order. */
export interface DictionaryReferences {
  readonly dictionaries: readonly SymbolDictionary[]
  readonly tables: readonly CodeTable[]
}

/** More symbols than any page has. */
const MAX_SYMBOLS = 100_000
/** What a symbol takes besides its pixels, in those of other regions. */
const COST = 32

/** Where the sizes and numbers of a dictionary are read from. */
interface DictionaryCoding {
  height(): number
  /** `undefined` at the end of a class of symbols that are equally high. */
  width(): number | undefined
  exportRun(): number
  /** Ends the decoding once all data was used up. */
  demandData(): void
  /** How many symbols one is made of, and which. */
  readonly parts?: { instances(): number; readonly text: ArithmeticTextCoding }
  /** A symbol that is coded by itself. */
  readonly bitmap?: (width: number, height: number) => Bitmap
  /** The symbols of a class, which Huffman's code has in one bitmap side by side. */
  readonly bitmaps?: (widths: readonly number[], height: number) => readonly Bitmap[]
}

/** Reads a segment. */
export function readSymbolDictionary(
  data: Uint8Array,
  references: DictionaryReferences,
  work: PixelWork,
): SymbolDictionary {
  const reader = new DataReader(data)
  const header = readDictionaryHeader(reader, references.tables)
  const inputs = references.dictionaries.flat()
  const total = inputs.length + header.added
  demand(total <= MAX_SYMBOLS, 'there are too many symbols')
  work.spend(COST * total)
  const coding = header.isHuffman ? huffmanCoding(reader, header, work) : arithmeticCoding(reader, header, total, work)
  const symbols = readClasses(header, coding, inputs, work)
  const exported = readExported(symbols, coding)
  coding.demandData()
  demand(exported.length === header.exported, 'another number of symbols is given than is said')
  return exported
}

/** Bits that tell symbols apart. */
export function symbolBits(count: number): number {
  return Math.ceil(Math.log2(Math.max(1, count)))
}

function arithmeticCoding(
  reader: DataReader,
  { template, at, refinement }: DictionaryHeader,
  total: number,
  work: PixelWork,
): DictionaryCoding {
  const contexts = genericContexts(template)
  const decoder = reader.arithmetic()
  const [heights, widths, instances, runs] = [0, 1, 2, 3].map(() => new IntegerDecoder())
  const next = (numbers: IntegerDecoder | undefined) => demandNumber(numbers?.next(decoder))
  const text = new ArithmeticTextCoding(decoder, symbolBits(total), refinement)
  return {
    height: () => next(heights),
    width: () => widths?.next(decoder),
    exportRun: () => next(runs),
    demandData: () => text.demandData(),
    parts: { instances: () => next(instances), text },
    bitmap: (width, height) =>
      decodeGenericRegion({ width, height, template, at, isTypical: false }, decoder, contexts, work),
  }
}

function huffmanCoding(reader: DataReader, { tables, isRefined }: DictionaryHeader, work: PixelWork): DictionaryCoding {
  demand(!isRefined, "symbols are refined in Huffman's code")
  demand(tables !== undefined, 'Huffman tables are missing')
  return {
    height: () => demandNumber(tables.height.next(reader)),
    width: () => tables.width.next(reader),
    exportRun: () => demandNumber(standardTable(1).next(reader)),
    // Reading beyond the data is a fault at once.
    demandData: () => {},
    bitmaps: (widths, height) => readTogether(reader, tables, [widths, height], work),
  }
}

/** 6.5.9, in the code of facsimile. With no size they would stand as they are, which poppler does not read. */
function readTogether(
  reader: DataReader,
  tables: DictionaryTables,
  [widths, height]: readonly [readonly number[], number],
  work: PixelWork,
): Bitmap[] {
  const width = widths.reduce((sum, one) => sum + one, 0)
  const size = demandNumber(tables.bitmapSize.next(reader))
  reader.align()
  demand(size > 0, 'symbols stand as they are')
  const all = decodeFaxRegion(reader.take(size), [width, height], 'last', work).bitmap
  let left = 0
  return widths.map((one) => {
    left += one
    return all.part(left - one, 0, one, height, work)
  })
}

/** The symbols of a dictionary behind those that it was given. */
function readClasses(
  header: DictionaryHeader,
  coding: DictionaryCoding,
  inputs: readonly Bitmap[],
  work: PixelWork,
): Bitmap[] {
  const symbols = [...inputs]
  const total = inputs.length + header.added
  let height = 0
  while (symbols.length < total) {
    work.spend(COST)
    height += coding.height()
    const widths: number[] = []
    for (let width = 0; ; ) {
      const delta = coding.width()
      if (delta === undefined) break
      width += delta
      demand(symbols.length + widths.length < total, 'there are more symbols than is said')
      demand(width >= 0 && height >= 0, 'a symbol is smaller than nothing')
      if (header.isRefined) symbols.push(readRefined(coding, symbols, [width, height], work))
      else if (coding.bitmap !== undefined) symbols.push(coding.bitmap(width, height))
      else widths.push(width)
      coding.demandData()
    }
    coding.demandData()
    if (coding.bitmaps !== undefined) for (const symbol of coding.bitmaps(widths, height)) symbols.push(symbol)
  }
  return symbols
}

/** 6.5.8.2: one symbol refined, or several of which a small text region is made. */
function readRefined(
  { parts }: DictionaryCoding,
  symbols: readonly Bitmap[],
  [width, height]: Size,
  work: PixelWork,
): Bitmap {
  demand(parts !== undefined && width > 0 && height > 0, 'a symbol has no size')
  const { text } = parts
  const instances = parts.instances()
  if (instances === 1) {
    const symbol = symbols[text.symbol()]
    demand(symbol !== undefined, 'a symbol is refined that there is not')
    return text.refineTo(symbol, [width, height], work)
  }
  const layout = { logStrips: 0, corner: CORNER.topLeft, isTransposed: false, spacing: 0, operator: COMBINE.or }
  return decodeTextRegion({ ...layout, width, height, instances, isBlack: false, isRefined: true, symbols }, text, work)
}

/** 6.5.10: runs of symbols that are kept and that are not, in turn. */
function readExported(symbols: readonly Bitmap[], coding: DictionaryCoding): Bitmap[] {
  const exported: Bitmap[] = []
  let at = 0
  for (let isKept = false; at < symbols.length; isKept = !isKept) {
    const run = coding.exportRun()
    // Only the first may be empty: others tell nothing, and there could be any number.
    demand(run > 0 || (at === 0 && !isKept), 'a run of symbols is empty')
    demand(run >= 0 && at + run <= symbols.length, 'more symbols are given than there are')
    if (isKept) for (const symbol of symbols.slice(at, at + run)) exported.push(symbol)
    at += run
  }
  return exported
}
