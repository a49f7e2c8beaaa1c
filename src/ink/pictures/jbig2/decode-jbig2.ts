/**
 * Pictures coded as JBIG2 (JBIG2Decode; ISO 32000-2, 7.4.7; ITU-T T.88), the form in which programs that recognize text keep
 * pages that were scanned in black and white.
 *
 * This is for telling what a picture shows. Anything that viewers are known to show in different ways, or to repair, is
 * not read.
 *
 * @module
 */
import { demand, PictureFault, PixelWork } from '../decoding.js'
import { AGREED, Bitmap, COMBINE } from './bitmap.js'
import {
  decodeFaxRegion,
  decodeGenericRegion,
  decodeRefinementRegion,
  genericContexts,
  readOffsets,
  readRefinement,
  refinementContexts,
} from './generic-region.js'
import { type PatternDictionary, readHalftone, readPatterns } from './halftone.js'
import { type CodeTable, readTable } from './huffman.js'
import { DataReader, readSegments, SEGMENT, type Segment } from './segments.js'
import { readSymbolDictionary } from './symbol-dictionary.js'
import type { Size, SymbolDictionary } from './text-coding.js'
import { readTextRegion } from './text-region.js'

/** What a PDF says of a picture. */
interface Jbig2Request {
  /** Segments that the picture shares with others (/JBIG2Globals). */
  readonly globals: Uint8Array
  readonly width: number
  readonly height: number
  /** Pixels that may be decoded at most, with all that are decoded to make others. */
  readonly maxWork: number
}

/** A picture, or none, and the pixels that were decoded for it. */
interface DecodedJbig2 {
  /** Rows of whole bytes from the top, each pixel a bit, 0 for black. */
  readonly rows: Uint8Array | undefined
  readonly work: number
}

/** Pictures with more pixels are not read: a page of A3 at 600 dots per inch has 70 million. */
const MAX_PIXELS = 80_000_000
/** Pixels that are decoded for a picture, those of symbols and of what is drawn over among them: a second of work. */
const MAX_WORK = 128 * 1024 * 1024

/**
 * Decodes a picture.
 *
 * @returns No rows for what is damaged, takes too much work, is of another size than the PDF says, or is written in a way that
 *   viewers do not agree on.
 */
export function decodeJbig2(bytes: Uint8Array, request: Jbig2Request): DecodedJbig2 {
  const { globals, width, height, maxWork } = request
  const pixels = width * height
  const isSound = Number.isInteger(width) && Number.isInteger(height) && pixels > 0 && pixels <= MAX_PIXELS
  if (!isSound) return { rows: undefined, work: 0 }
  const work = new PixelWork(Math.min(maxWork, MAX_WORK))
  try {
    const page = new PageReader([width, height], work)
    for (const segment of readSegments(globals)) page.addShared(segment)
    for (const segment of readSegments(bytes)) page.add(segment)
    return { rows: invert(page.finish()), work: work.spent }
  } catch (error) {
    if (error instanceof PictureFault) return { rows: undefined, work: work.spent }
    throw error
  }
}

/** In JBIG2 ones are black, in a PDF they are white. */
function invert({ bytes }: Bitmap): Uint8Array {
  for (let i = 0; i < bytes.length; i++) bytes[i] = ~(bytes[i] ?? 0)
  return bytes
}

/** What later segments may refer to. */
type Kept =
  | { readonly kind: 'symbols'; readonly value: SymbolDictionary }
  | { readonly kind: 'patterns'; readonly value: PatternDictionary }
  | { readonly kind: 'table'; readonly value: CodeTable }

/** Where a region lies on the page, and how it is drawn (7.4.1). */
interface RegionPlace {
  readonly size: Size
  readonly x: number
  readonly y: number
  readonly operator: number
}

/** What is said of a page before its regions (7.4.8). */
interface PageInformation {
  readonly page: number
  readonly isBlack: boolean
  /** Rows are not known at first; stripes tell them. */
  readonly isStriped: boolean
  readonly operator: number
  /** Regions may be drawn in other ways than the page says. */
  readonly mayOverride: boolean
}

/** In place of the height of a page that is not known yet. */
const UNKNOWN_HEIGHT = 0xffffffff

/** Kinds that pages may share; of other kinds, viewers draw some and pass over others. */
const SHARED: ReadonlySet<number> = new Set([SEGMENT.symbolDictionary, SEGMENT.patternDictionary, SEGMENT.tables])
/** What a segment takes besides its pixels, for its statistics. */
const SEGMENT_COST = 1000

/** Reads segments one after another. */
class PageReader {
  readonly #size: Size
  readonly #work: PixelWork
  readonly #kept = new Map<number, Kept>()
  #bitmap: Bitmap | undefined
  #information: PageInformation | undefined
  #isEnded = false
  /** Below this row all of it is as it was at first. */
  #drawnRows = 0
  /** Rows that stripes and regions reach. */
  #rows = 0

  /** @param size As the PDF says it. */
  constructor(size: Size, work: PixelWork) {
    this.#size = size
    this.#work = work
  }

  finish(): Bitmap {
    demand(this.#bitmap !== undefined, 'there is no page')
    // What viewers show below the last stripe differs.
    demand(this.#information?.isStriped !== true || this.#rows >= this.#size[1], 'the page ends too early')
    return this.#bitmap
  }

  /** Takes what pages share: dictionaries and tables, nothing that is drawn. */
  addShared(segment: Segment): void {
    demand(SHARED.has(segment.kind), 'something that is drawn is shared')
    this.add(segment)
  }

  add(segment: Segment): void {
    const { kind, data } = segment
    this.#work.spend(SEGMENT_COST)
    if (kind === SEGMENT.endOfFile) return
    demand(!this.#isEnded, 'segments stand after the end of the page')
    if (kind === SEGMENT.pageInformation) this.#begin(segment)
    else if (kind === SEGMENT.endOfStripe) this.#endStripe(new DataReader(data).u32() + 1)
    else if (kind === SEGMENT.endOfPage) this.#isEnded = true
    else {
      const kept = this.#readKept(segment)
      demand(!this.#kept.has(segment.number), 'two segments have one number')
      if (kept === undefined) this.#readRegion(segment)
      else this.#kept.set(segment.number, kept)
    }
  }

  /** What is there for later segments only. */
  #readKept(segment: Segment): Kept | undefined {
    const { kind, data } = segment
    const work = this.#work
    if (kind === SEGMENT.symbolDictionary) {
      return { kind: 'symbols', value: readSymbolDictionary(data, this.#references(segment), work) }
    }
    if (kind === SEGMENT.patternDictionary) return { kind: 'patterns', value: readPatterns(data, work) }
    return kind === SEGMENT.tables ? { kind: 'table', value: readTable(new DataReader(data)) } : undefined
  }

  #endStripe(rows: number): void {
    // MuPDF counts regions from where a stripe ended.
    demand(rows >= this.#rows, 'a stripe ends above what was drawn')
    this.#rows = rows
  }

  #begin({ data, page }: Segment): void {
    demand(this.#information === undefined, 'there are several pages')
    const reader = new DataReader(data)
    const [width, height] = [reader.u32(), reader.u32()]
    reader.take(8)
    const flags = reader.u8()
    reader.u16()
    const isStriped = height === UNKNOWN_HEIGHT
    demand(width === this.#size[0] && (isStriped || height === this.#size[1]), 'the page has another size than is said')
    const [isBlack, operator, mayOverride] = [(flags & 4) !== 0, (flags >> 3) & 3, (flags & 0x40) !== 0]
    this.#information = { page, isBlack, isStriped, operator, mayOverride }
    this.#bitmap = new Bitmap(...this.#size, this.#work)
    if (isBlack) this.#bitmap.bytes.fill(0xff)
  }

  #references({ references }: Segment) {
    const kept = references.map((number) => {
      const one = this.#kept.get(number)
      demand(one !== undefined, 'a segment is missing')
      return one
    })
    return {
      dictionaries: kept.flatMap((one) => (one.kind === 'symbols' ? [one.value] : [])),
      tables: kept.flatMap((one) => (one.kind === 'table' ? [one.value] : [])),
      patterns: kept.flatMap((one) => (one.kind === 'patterns' ? [one.value] : [])),
    }
  }

  #readRegion(segment: Segment): void {
    const information = this.#information
    demand(information !== undefined && segment.page === information.page, 'a region is of no page, or of another')
    const reader = new DataReader(segment.data)
    const place = readPlace(reader)
    const [, height] = place.size
    const isOnPage = place.x < this.#size[0] && place.y + (information.isStriped ? height : 1) <= this.#size[1]
    demand(isOnPage, 'a region lies outside the page')
    this.#draw(this.#decode(segment, reader, place), place, information)
    this.#drawnRows = Math.max(this.#drawnRows, place.y + height)
    this.#rows = Math.max(this.#rows, this.#drawnRows)
  }

  #draw(
    bitmap: Bitmap,
    { x, y, operator }: RegionPlace,
    { operator: usual, mayOverride, isBlack }: PageInformation,
  ): void {
    const isOnWhite = y >= this.#drawnRows && !isBlack
    const isAgreed = isOnWhite ? ON_WHITE.has(operator) : AGREED.has(operator)
    // Some heed what the page says, others what the region says.
    const isSame = mayOverride || operator === usual || (isOnWhite && ON_WHITE.has(usual))
    demand(isAgreed && isSame, 'a region is drawn in a way that viewers do not agree on')
    this.#bitmap?.draw(bitmap, x, y, operator, this.#work)
  }

  #decode(segment: Segment, reader: DataReader, { size, x, y }: RegionPlace): Bitmap {
    const work = this.#work
    const { dictionaries, tables, patterns } = this.#references(segment)
    switch (segment.kind) {
      case SEGMENT.text:
      case SEGMENT.losslessText:
        return readTextRegion(reader, size, { dictionaries, tables }, work)
      case SEGMENT.halftone:
      case SEGMENT.losslessHalftone:
        return readHalftone(reader, size, patterns[0] ?? [], work)
      case SEGMENT.generic:
      case SEGMENT.losslessGeneric:
        return readGeneric(reader, size, work)
      case SEGMENT.refinement:
      case SEGMENT.losslessRefinement: {
        // MuPDF knows no regions that are kept to be refined: what is refined is the page.
        const reference = this.#bitmap?.part(x, y, ...size, work)
        demand(reference !== undefined && segment.references.length === 0, 'a region refines another')
        return readRefined(reader, reference, work)
      }
      default:
        return demand(false, 'a segment is of no known kind') as never
    }
  }
}

/** Operators that draw the same on white. */
const ON_WHITE: ReadonlySet<number> = new Set([COMBINE.or, COMBINE.xor, COMBINE.replace])

function readPlace(reader: DataReader): RegionPlace {
  const size = [reader.u32(), reader.u32()] as const
  const [x, y, flags] = [reader.u32(), reader.u32(), reader.u8()]
  demand(size[0] > 0 && size[1] > 0, 'a region has no size')
  // Colours, and operators that there are not.
  demand(flags <= COMBINE.replace, 'a region is drawn in no known way')
  return { size, x, y, operator: flags }
}

function readGeneric(reader: DataReader, [width, height]: Size, work: PixelWork): Bitmap {
  const flags = reader.u8()
  const [template, isTypical] = [(flags >> 1) & 3, (flags & 8) !== 0]
  // The template with twelve adaptive pixels is not known to viewers, which read it as another.
  demand(flags < 0x10, 'a region is coded in no known way')
  if ((flags & 1) === 1) return decodeFaxRegion(reader.rest, [width, height], 'last', work).bitmap
  const region = { width, height, template, at: readOffsets(reader, template), isTypical }
  return decodeGenericRegion(region, reader.arithmetic(), genericContexts(template), work)
}

function readRefined(reader: DataReader, reference: Bitmap, work: PixelWork): Bitmap {
  const flags = reader.u8()
  // Rows told by their surroundings (TPGRON) come out different in poppler, and in MuPDF.
  demand(flags < 2, 'a region is refined in a way that viewers do not agree on')
  const refinement = readRefinement(reader, flags)
  const region = { ...refinement, reference, dx: 0, dy: 0 }
  const decoder = reader.arithmetic()
  const { width, height } = reference
  return decodeRefinementRegion({ ...region, width, height }, decoder, refinementContexts(), work)
}
