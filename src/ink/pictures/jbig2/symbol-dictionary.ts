/**
 * Symbol dictionaries for text regions (ITU-T T.88, 6.5), and the header of their segment (7.4.2.1).
 *
 * @module
 */
import { demand, type PixelWork } from '../decoding.js'
import { type Bitmap, COMBINE } from './bitmap.js'
import {
  decodeFaxRegion,
  decodeGenericRegion,
  genericContexts,
  type Offset,
  type Refinement,
  readOffsets,
  readRefinement,
} from './generic-region.js'
import { type CodeTable, GIVEN, standardTable, TableChoice } from './huffman.js'
import { DataReader } from './segments.js'
import {
  ArithmeticTextCoding,
  type DictionaryReferences,
  demandNumber,
  IntegerDecoder,
  type Size,
  type SymbolDictionary,
  symbolBits,
} from './text-coding.js'
import { CORNER, decodeTextRegion } from './text-region.js'

/** Flags and numbers of a dictionary. */
interface DictionaryHeader {
  readonly isHuffman: boolean
  /** True when symbols are refined or aggregated from others. */
  readonly isRefined: boolean
  readonly template: number
  readonly at: readonly Offset[]
  readonly refinement: Refinement
  readonly tables: DictionaryTables | undefined
  /** Number of exported symbols, which text regions may use. */
  readonly exported: number
  /** Number of new symbols. */
  readonly added: number
}

/** Huffman tables of a dictionary. */
interface DictionaryTables {
  readonly height: CodeTable
  readonly width: CodeTable
  readonly bitmapSize: CodeTable
}

function readDictionaryHeader(reader: DataReader, given: readonly CodeTable[]): DictionaryHeader {
  const flags = reader.u16()
  const bits = (shift: number, count: number) => (flags >> shift) & ((1 << count) - 1)
  const [isHuffman, isRefined] = [bits(0, 1) === 1, bits(1, 1) === 1]
  const template = bits(10, 2)
  // MuPDF refuses data in which a meaningless flag is set.
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
  // When a dictionary continues the statistics of another, poppler and MuPDF decode other symbols than PDFium.
  demand(bits(8, 1) === 0, 'statistics of another dictionary are used')
  return { isHuffman, isRefined, template, at, refinement, tables, exported, added }
}

/** Most symbols. No page has as many. */
const MAX_SYMBOLS = 100_000
/** Cost of a symbol besides its pixels, in pixels of other regions. */
const COST = 32

/** Reads the sizes and numbers of a dictionary. */
interface DictionaryCoding {
  height(): number
  /** Difference of width to the symbol before; `undefined` at the end of a height class. */
  width(): number | undefined
  exportRun(): number
  /** Throws once all data is used up. */
  demandData(): void
  /** For refined symbols: the number of symbols that one is made of, and the reader of those. */
  readonly parts?: { instances(): number; readonly text: ArithmeticTextCoding }
  /** Reads a symbol that is coded by itself. */
  readonly bitmap?: (width: number, height: number) => Bitmap
  /** Reads all symbols of a height class, which Huffman coding stores side by side in one bitmap. */
  readonly bitmaps?: (widths: readonly number[], height: number) => readonly Bitmap[]
}

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
    // Reading beyond the data throws anyway.
    demandData: () => {},
    bitmaps: (widths, height) => readTogether(reader, tables, [widths, height], work),
  }
}

/** Reads a collective bitmap coded as facsimile (6.5.9). A size of 0 means uncompressed pixels, which poppler does not read. */
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
  const all = decodeFaxRegion(reader.take(size), [width, height], work)
  let left = 0
  return widths.map((one) => {
    left += one
    return all.part(left - one, 0, one, height, work)
  })
}

/** Reads the new symbols of a dictionary; `inputs` are the symbols of the dictionaries it refers to. */
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

/** Reads a symbol by refining another one, or as a small text region of several (6.5.8.2). */
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

/** Reads which symbols are exported: runs of exported and other symbols in turn (6.5.10). */
function readExported(symbols: readonly Bitmap[], coding: DictionaryCoding): Bitmap[] {
  const exported: Bitmap[] = []
  let at = 0
  for (let isKept = false; at < symbols.length; isKept = !isKept) {
    const run = coding.exportRun()
    // Only the first run may be empty. Other empty runs have no meaning, and there could be any number of them.
    demand(run > 0 || (at === 0 && !isKept), 'a run of symbols is empty')
    demand(run >= 0 && at + run <= symbols.length, 'more symbols are given than there are')
    if (isKept) for (const symbol of symbols.slice(at, at + run)) exported.push(symbol)
    at += run
  }
  return exported
}
