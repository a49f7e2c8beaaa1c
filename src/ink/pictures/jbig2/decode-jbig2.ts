/**
 * Pictures coded as JBIG2 (JBIG2Decode; ISO 32000-2, 7.4.7; ITU-T T.88). Text recognition programs store pages scanned in black
 * and white in this form.
 *
 * The decoder serves to tell what a picture shows. It refuses everything that viewers are known to show in different ways, or to
 * repair.
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
import { type CodeTable, readTable } from './huffman.js'
import { DataReader, readSegments, SEGMENT, type Segment } from './segments.js'
import { readSymbolDictionary } from './symbol-dictionary.js'
import type { Size, SymbolDictionary } from './text-coding.js'
import { readTextRegion } from './text-region.js'

/** What a PDF states about a picture. */
interface Jbig2Request {
  /** Segments that the picture shares with others (/JBIG2Globals). */
  readonly globals: Uint8Array
  readonly width: number
  readonly height: number
  /** Most pixels that may be decoded, including those from which others are made. */
  readonly maxWork: number
}

/** A picture, if it could be read, and the number of pixels decoded for it. */
interface DecodedJbig2 {
  /** Rows of whole bytes from the top, one bit per pixel, 0 for black; `undefined` when the picture cannot be read. */
  readonly rows: Uint8Array | undefined
  readonly work: number
}

/** Most pixels of a picture. An A3 page at 600 dots per inch has 70 million. */
const MAX_PIXELS = 80_000_000
/** Most pixels that are decoded for a picture, including symbols and what is drawn over: about a second of work. */
const MAX_WORK = 128 * 1024 * 1024

/**
 * Decodes a picture.
 *
 * @returns No rows for a picture that is damaged, takes too much work, differs in size from the PDF, or is coded in a way on
 *   which viewers differ.
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

/** Inverts all pixels: black is 1 in JBIG2 and 0 in a PDF. */
function invert({ bytes }: Bitmap): Uint8Array {
  for (let i = 0; i < bytes.length; i++) bytes[i] = ~(bytes[i] ?? 0)
  return bytes
}

/** Results that later segments may refer to. */
type Kept =
  | { readonly kind: 'symbols'; readonly value: SymbolDictionary }
  | { readonly kind: 'table'; readonly value: CodeTable }

/** Place of a region on the page, and its combination operator (7.4.1). */
interface RegionPlace {
  readonly size: Size
  readonly x: number
  readonly y: number
  readonly operator: number
}

/** Properties of a page, which come before its regions (7.4.8). */
interface PageInformation {
  readonly page: number
  readonly isBlack: boolean
  /** True when the number of rows is not known at first, and stripes tell it. */
  readonly isStriped: boolean
  readonly operator: number
  /** True when regions may use another operator than the page. */
  readonly mayOverride: boolean
}

/** Value of the height of a page that is not known yet. */
const UNKNOWN_HEIGHT = 0xffffffff

/** Kinds of segments that pages may share. Viewers draw some of the other kinds and skip others. */
const SHARED: ReadonlySet<number> = new Set([SEGMENT.symbolDictionary, SEGMENT.tables])
/** Cost of a segment besides its pixels, for its statistics. */
const SEGMENT_COST = 1000

/** Reads the segments of a page one after another. */
class PageReader {
  readonly #size: Size
  readonly #work: PixelWork
  readonly #kept = new Map<number, Kept>()
  #bitmap: Bitmap | undefined
  #information: PageInformation | undefined
  #isEnded = false
  /** First row below which nothing was drawn. */
  #drawnRows = 0
  /** Number of rows that stripes and regions reach. */
  #rows = 0

  /** @param size Size according to the PDF. */
  constructor(size: Size, work: PixelWork) {
    this.#size = size
    this.#work = work
  }

  finish(): Bitmap {
    demand(this.#bitmap !== undefined, 'there is no page')
    // Viewers differ in what they show below the last stripe.
    demand(this.#information?.isStriped !== true || this.#rows >= this.#size[1], 'the page ends too early')
    return this.#bitmap
  }

  /** Takes a shared segment: a dictionary or a table, nothing that is drawn. */
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

  /** Reads a segment that only serves later segments. */
  #readKept(segment: Segment): Kept | undefined {
    const { kind, data } = segment
    const work = this.#work
    if (kind === SEGMENT.symbolDictionary) {
      return { kind: 'symbols', value: readSymbolDictionary(data, this.#references(segment), work) }
    }
    return kind === SEGMENT.tables ? { kind: 'table', value: readTable(new DataReader(data)) } : undefined
  }

  #endStripe(rows: number): void {
    // MuPDF counts the rows of regions from the end of the last stripe.
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
    // Some viewers use the operator of the page, others that of the region.
    const isSame = mayOverride || operator === usual || (isOnWhite && ON_WHITE.has(usual))
    demand(isAgreed && isSame, 'a region is drawn in a way that viewers do not agree on')
    this.#bitmap?.draw(bitmap, x, y, operator, this.#work)
  }

  #decode(segment: Segment, reader: DataReader, { size, x, y }: RegionPlace): Bitmap {
    const work = this.#work
    const references = this.#references(segment)
    switch (segment.kind) {
      case SEGMENT.text:
      case SEGMENT.losslessText:
        return readTextRegion(reader, size, references, work)
      case SEGMENT.generic:
      case SEGMENT.losslessGeneric:
        return readGeneric(reader, size, work)
      case SEGMENT.refinement:
      case SEGMENT.losslessRefinement: {
        // MuPDF cannot refine a stored region, so only the page is refined.
        const reference = this.#bitmap?.part(x, y, ...size, work)
        demand(reference !== undefined && segment.references.length === 0, 'a region refines another')
        return readRefined(reader, reference, work)
      }
      default:
        return demand(false, 'a segment is of no known kind') as never
    }
  }
}

/** Operators with the same result on white. */
const ON_WHITE: ReadonlySet<number> = new Set([COMBINE.or, COMBINE.xor, COMBINE.replace])

function readPlace(reader: DataReader): RegionPlace {
  const size = [reader.u32(), reader.u32()] as const
  const [x, y, flags] = [reader.u32(), reader.u32(), reader.u8()]
  demand(size[0] > 0 && size[1] > 0, 'a region has no size')
  // Larger flags mean colours, or operators that do not exist.
  demand(flags <= COMBINE.replace, 'a region is drawn in no known way')
  return { size, x, y, operator: flags }
}

function readGeneric(reader: DataReader, [width, height]: Size, work: PixelWork): Bitmap {
  const flags = reader.u8()
  const [template, isTypical] = [(flags >> 1) & 3, (flags & 8) !== 0]
  // Viewers do not know the template with twelve adaptive pixels, and read it as another one.
  demand(flags < 0x10, 'a region is coded in no known way')
  if ((flags & 1) === 1) return decodeFaxRegion(reader.rest, [width, height], work)
  const region = { width, height, template, at: readOffsets(reader, template), isTypical }
  return decodeGenericRegion(region, reader.arithmetic(), genericContexts(template), work)
}

function readRefined(reader: DataReader, reference: Bitmap, work: PixelWork): Bitmap {
  const flags = reader.u8()
  // Poppler and MuPDF decode typical prediction (TPGRON) in different ways.
  demand(flags < 2, 'a region is refined in a way that viewers do not agree on')
  const refinement = readRefinement(reader, flags)
  const region = { ...refinement, reference, dx: 0, dy: 0 }
  const decoder = reader.arithmetic()
  const { width, height } = reference
  return decodeRefinementRegion({ ...region, width, height }, decoder, refinementContexts(), work)
}
