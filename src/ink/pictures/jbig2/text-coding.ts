/**
 * The two codings of text regions (ITU-T T.88, 6.4): arithmetic coding with integers by Annex A, and Huffman coding.
 *
 * @module
 */
import { type ArithmeticDecoder, demand, type PixelWork } from '../decoding.js'
import type { Bitmap } from './bitmap.js'
import { decodeRefinementRegion, type Offset, type Refinement, refinementContexts } from './generic-region.js'
import type { CodeTable } from './huffman.js'
import type { DataReader } from './segments.js'

/** Number of contexts of one kind of integers. */
const CONTEXTS = 512
/** Number of bits of the value and its offset, by the number of leading ones (Table A.1). */
const RANGES: readonly (readonly [bits: number, offset: number])[] = [
  [2, 0],
  [4, 4],
  [6, 20],
  [8, 84],
  [12, 340],
  [32, 4436],
]

/** Decodes integers of one kind with statistics of their own. */
export class IntegerDecoder {
  readonly #contexts = new Uint8Array(CONTEXTS)

  /** The next integer; `undefined` for the out-of-band value (OOB), which ends a list. */
  next(decoder: ArithmeticDecoder): number | undefined {
    let previous = 1
    const bit = () => {
      const value = decoder.bit(this.#contexts, previous)
      // Beyond nine bits the leading one stays in place (A.2).
      previous = previous < 256 ? (previous << 1) | value : (((previous << 1) | value) & 511) | 256
      return value
    }
    const isNegative = bit() === 1
    let range = 0
    while (range < RANGES.length - 1 && bit() === 1) range++
    const [bits, offset] = RANGES[range] as (typeof RANGES)[number]
    let value = 0
    for (let i = 0; i < bits; i++) value = 2 * value + bit()
    value += offset
    if (!isNegative) return value
    return value > 0 ? -value : undefined
  }
}

/** Decodes symbol IDs (A.3), all of the same number of bits. */
class SymbolIdDecoder {
  readonly #contexts: Uint8Array
  readonly #bits: number

  constructor(bits: number) {
    this.#bits = bits
    this.#contexts = new Uint8Array(2 ** bits)
  }

  next(decoder: ArithmeticDecoder): number {
    let previous = 1
    for (let i = 0; i < this.#bits; i++) previous = (previous << 1) | decoder.bit(this.#contexts, previous)
    return previous - 2 ** this.#bits
  }
}

/** Reads the numbers of a text region. */
export interface TextCoding {
  /** Distance from one strip to the next, in strip heights. */
  stripDelta(): number
  /** Distance from the first symbol of a strip to the first of the next. */
  firstPlace(): number
  /** Distance to the next symbol; `undefined` at the end of a strip. */
  distance(): number | undefined
  placeInStrip(logStrips: number): number
  symbol(): number
  /** Tells whether a symbol is refined, and refines it. */
  readonly refining?: SymbolRefining
  /** Throws once all data is used up. */
  demandData(): void
}

export type Size = readonly [width: number, height: number]

interface SymbolRefining {
  isRefined(): boolean
  refine(symbol: Bitmap, work: PixelWork): Bitmap
  /** Refines a symbol to a known size. */
  refineTo(symbol: Bitmap, size: Size, work: PixelWork): Bitmap
}

/** The value, which must not be out-of-band. */
export function demandNumber(value: number | undefined): number {
  demand(value !== undefined, 'a number is missing')
  return value
}

/** Refinement parameters, and the decoder that pixels are read from. */
interface RefinementSource extends Refinement {
  readonly decoder: ArithmeticDecoder
  readonly contexts: Uint8Array
}

function refineAt(
  symbol: Bitmap,
  [width, height]: Size,
  place: Offset,
  source: RefinementSource,
  work: PixelWork,
): Bitmap {
  demand(width > 0 && height > 0, 'a refined symbol has no size')
  const { decoder, contexts, template, at } = source
  const region = { template, at, dx: place[0], dy: place[1], width, height, reference: symbol, isTypical: false }
  return decodeRefinementRegion(region, decoder, contexts, work)
}

/** The new size of a refined symbol, and the offset that keeps it centred (Table 12). */
function grown({ width, height }: Bitmap, dw: number, dh: number): readonly [Size, Offset] {
  return [
    [width + dw, height + dh],
    [Math.floor(dw / 2), Math.floor(dh / 2)],
  ]
}

/** Kinds of integers, each with statistics of its own. */
const NUMBER_KINDS = ['strip', 'first', 'distance', 'inStrip', 'refined', 'dw', 'dh', 'dx', 'dy'] as const
type NumberKind = (typeof NUMBER_KINDS)[number]

/** Arithmetic-coded numbers; the object keeps their statistics. */
export class ArithmeticTextCoding implements TextCoding, SymbolRefining {
  readonly refining = this
  readonly #decoder: ArithmeticDecoder
  readonly #source: RefinementSource
  readonly #ids: SymbolIdDecoder
  readonly #numbers: Readonly<Record<NumberKind, IntegerDecoder>>

  constructor(decoder: ArithmeticDecoder, idBits: number, refinement: Refinement) {
    this.#decoder = decoder
    this.#ids = new SymbolIdDecoder(idBits)
    const kinds = NUMBER_KINDS.map((kind) => [kind, new IntegerDecoder()] as const)
    this.#numbers = Object.fromEntries(kinds) as Record<NumberKind, IntegerDecoder>
    this.#source = { ...refinement, decoder, contexts: refinementContexts() }
  }

  stripDelta(): number {
    return this.#number('strip')
  }

  firstPlace(): number {
    return this.#number('first')
  }

  distance(): number | undefined {
    return this.#numbers.distance.next(this.#decoder)
  }

  placeInStrip(): number {
    return this.#number('inStrip')
  }

  symbol(): number {
    return this.#ids.next(this.#decoder)
  }

  isRefined(): boolean {
    const flag = this.#number('refined')
    demand(flag === 0 || flag === 1, 'a symbol is neither refined nor not')
    return flag === 1
  }

  refine(symbol: Bitmap, work: PixelWork): Bitmap {
    const [size, offset] = grown(symbol, this.#number('dw'), this.#number('dh'))
    return this.refineTo(symbol, size, work, offset)
  }

  refineTo(symbol: Bitmap, size: Size, work: PixelWork, [left, top]: Offset = [0, 0]): Bitmap {
    const place: Offset = [left + this.#number('dx'), top + this.#number('dy')]
    return refineAt(symbol, size, place, this.#source, work)
  }

  demandData(): void {
    demand(!this.#decoder.isExhausted, 'the data ends before the text')
  }

  #number(kind: NumberKind): number {
    return demandNumber(this.#numbers[kind].next(this.#decoder))
  }
}

export interface TextTables {
  readonly first: CodeTable
  readonly distance: CodeTable
  readonly strip: CodeTable
  readonly ids: CodeTable
}

/** Huffman-coded numbers. They exclude refined symbols, which MuPDF shows wrongly. */
export class HuffmanTextCoding implements TextCoding {
  readonly #reader: DataReader
  readonly #tables: TextTables

  constructor(reader: DataReader, tables: TextTables) {
    this.#reader = reader
    this.#tables = tables
  }

  stripDelta(): number {
    return this.#number('strip')
  }

  firstPlace(): number {
    return this.#number('first')
  }

  distance(): number | undefined {
    return this.#tables.distance.next(this.#reader)
  }

  placeInStrip(logStrips: number): number {
    return this.#reader.bits(logStrips)
  }

  symbol(): number {
    return this.#number('ids')
  }

  /** Does nothing, since reading beyond the data throws anyway. */
  demandData(): void {}

  #number(kind: keyof TextTables): number {
    return demandNumber(this.#tables[kind].next(this.#reader))
  }
}

/** The exported symbols of a dictionary. */
export type SymbolDictionary = readonly Bitmap[]

/** Symbols and tables that a dictionary refers to, in order. */
export interface DictionaryReferences {
  readonly dictionaries: readonly SymbolDictionary[]
  readonly tables: readonly CodeTable[]
}

/** Number of bits of a symbol ID. */
export function symbolBits(count: number): number {
  return Math.ceil(Math.log2(Math.max(1, count)))
}
