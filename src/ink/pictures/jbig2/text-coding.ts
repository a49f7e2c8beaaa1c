/**
 * The two codes of text regions (ITU-T T.88, 6.4): arithmetic, for numbers by Annex A, and Huffman's.
 *
 * @module
 */
import { type ArithmeticDecoder, demand, type PixelWork } from '../decoding.js'
import type { Bitmap } from './bitmap.js'
import { decodeRefinementRegion, type Offset, type Refinement, refinementContexts } from './generic-region.js'
import type { CodeTable } from './huffman.js'
import type { DataReader } from './segments.js'

/** Contexts of one kind of numbers. */
const CONTEXTS = 512
/** Bits of the value and what is added to it, by how many ones stand before (Table A.1). */
const RANGES: readonly (readonly [bits: number, offset: number])[] = [
  [2, 0],
  [4, 4],
  [6, 20],
  [8, 84],
  [12, 340],
  [32, 4436],
]

/** Numbers of one kind, with statistics of their own. */
export class IntegerDecoder {
  readonly #contexts = new Uint8Array(CONTEXTS)

  /** The next number; `undefined` for the mark that a list ends (OOB). */
  next(decoder: ArithmeticDecoder): number | undefined {
    let previous = 1
    const bit = () => {
      const value = decoder.bit(this.#contexts, previous)
      // A.2: beyond nine bits the first one stays.
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

/** The numbers of symbols (A.3), each of as many bits. */
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

/** What a text region is read from. */
export interface TextCoding {
  /** From one strip to the next, in heights of strips. */
  stripDelta(): number
  /** From the first symbol of a strip to that of the next. */
  firstPlace(): number
  /** To the next symbol; `undefined` at the end of a strip. */
  distance(): number | undefined
  placeInStrip(logStrips: number): number
  symbol(): number
  /** Whether the symbol that was told is refined, and what it then is. */
  readonly refining?: SymbolRefining
  /** Ends the decoding once all data was used up. */
  demandData(): void
}

export type Size = readonly [width: number, height: number]

interface SymbolRefining {
  isRefined(): boolean
  refine(symbol: Bitmap, work: PixelWork): Bitmap
  /** Refines a symbol whose new size is known already. */
  refineTo(symbol: Bitmap, size: Size, work: PixelWork): Bitmap
}

/** A size or place that has to be one. */
export function demandNumber(value: number | undefined): number {
  demand(value !== undefined, 'a number is missing')
  return value
}

/** What a symbol is refined by, and what that is read from. */
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

/** A symbol that grows is refined about its middle (Table 12). */
function grown({ width, height }: Bitmap, dw: number, dh: number): readonly [Size, Offset] {
  return [
    [width + dw, height + dh],
    [Math.floor(dw / 2), Math.floor(dh / 2)],
  ]
}

/** Numbers that have statistics of their own. */
const NUMBER_KINDS = ['strip', 'first', 'distance', 'inStrip', 'refined', 'dw', 'dh', 'dx', 'dy'] as const
type NumberKind = (typeof NUMBER_KINDS)[number]

/** Numbers in arithmetic code; their statistics last as long as this does. */
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

/** Numbers in Huffman's code. Symbols are not refined: MuPDF shows those as something else. */
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

  /** Reading beyond the data is a fault at once. */
  demandData(): void {}

  #number(kind: keyof TextTables): number {
    return demandNumber(this.#tables[kind].next(this.#reader))
  }
}

/** What a dictionary gives to those that refer to it. */
export type SymbolDictionary = readonly Bitmap[]

/** What a dictionary refers to, in order. */
export interface DictionaryReferences {
  readonly dictionaries: readonly SymbolDictionary[]
  readonly tables: readonly CodeTable[]
}

/** Bits that tell symbols apart. */
export function symbolBits(count: number): number {
  return Math.ceil(Math.log2(Math.max(1, count)))
}
