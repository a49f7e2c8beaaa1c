/**
 * Pictures coded as JPEG 2000 (JPXDecode; ISO 32000-2, 7.4.9; ITU-T T.800), in grey or in colours. Decodes all of a picture or a
 * part, at full or reduced size, with the boxes of the file format (Annex I) that tell how samples are shown.
 *
 * The decoder serves to tell what a picture shows. It refuses everything that viewers are known to show in different ways, or
 * that few programs write: components of different sizes, palettes, opacity, and tiles with a coding of their own.
 *
 * @module
 */
import { demand, PictureFault, PixelWork } from '../decoding.js'
import type { JpegRequest } from '../jpeg/decode-jpeg.js'
import type { Reduction } from '../jpeg/jpeg-samples.js'
import { type Codestream, readCodestream } from './codestream.js'
import { intersect, reduceArea, type SampleArea } from './tile-layout.js'
import { TilePicture } from './tile-picture.js'

/** A codestream, with the meaning of its samples if the file states it. */
interface Jp2File {
  readonly codestream: Uint8Array
  /** Colour space; `undefined` when the file states none, or gives a profile. */
  readonly colours: 'grey' | 'rgb' | undefined
}

interface Box {
  readonly type: string
  readonly data: Uint8Array
}

/** First bytes of a codestream without a file format (A.4.1): SOC and SIZ. */
const CODESTREAM = [0xff, 0x4f, 0xff, 0x51] as const
/** Boxes of palettes, and of channels that are mapped or are not colours (I.5.3.4 to I.5.3.6), on which viewers differ. */
const UNREAD: ReadonlySet<string> = new Set(['pclr', 'cmap', 'cdef'])
/** Method of an enumerated colour space (I.5.3.3). The only other one in such files is a profile. */
const ENUMERATED = 1
const ENUMERATED_COLOURS: ReadonlyMap<number, Jp2File['colours']> = new Map([
  [16, 'rgb'],
  [17, 'grey'],
])

/** Finds the codestream in a file. */
function readJp2File(bytes: Uint8Array): Jp2File {
  if (CODESTREAM.every((byte, i) => bytes[i] === byte)) return { codestream: bytes, colours: undefined }
  const boxes = readBoxes(bytes)
  demand(boxes[0]?.type === 'jP  ' && boxes[1]?.type === 'ftyp', 'the file is not one of JPEG 2000')
  const header = only(boxes, 'jp2h')
  const parts = readBoxes(header)
  demand(!parts.some(({ type }) => UNREAD.has(type)), 'the samples are not those of colours in their order')
  return { codestream: only(boxes, 'jp2c'), colours: coloursOf(parts) }
}

function readBoxes(bytes: Uint8Array): Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length; ) {
    demand(at + 8 <= bytes.length, 'a box is cut off')
    const length = view.getUint32(at)
    // The last box may have no length. A length of 64 bits is not supported.
    const end = length === 0 ? bytes.length : at + length
    demand(end >= at + 8 && end <= bytes.length, 'a box is cut off')
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    boxes.push({ type, data: bytes.subarray(at + 8, end) })
    at = end
  }
  return boxes
}

function only(boxes: readonly Box[], wanted: string): Uint8Array {
  const [found, ...others] = boxes.filter(({ type }) => type === wanted)
  demand(found !== undefined && others.length === 0, 'a box is missing, or there are two')
  return found.data
}

/**
 * The colour space. It is certain only with one specification: readers use the first that they understand (I.5.3.3). Some convert
 * the samples of YCC by themselves, whatever the document says of their colours.
 */
function coloursOf(parts: readonly Box[]): Jp2File['colours'] {
  const found = parts
    .filter(({ type }) => type === 'colr')
    .map(({ data }) => (data[0] === ENUMERATED ? spaceOf(data) : undefined))
  return found.length === 1 ? found[0] : undefined
}

function spaceOf([, , , a, b, c, d]: Uint8Array): Jp2File['colours'] {
  const space = a === 0 && b === 0 && c === 0 ? ENUMERATED_COLOURS.get(d ?? 0) : undefined
  demand(space !== undefined, 'the colours are neither grey nor red, green and blue')
  return space
}

/** The requested part and size of a picture. */
export interface Jpeg2000Request extends JpegRequest {
  /** Most units of work. More than about one second is not permitted anyway. */
  readonly maxWork: number
}

/** A picture or a part of one, with rows from the top. A sample has one byte (grey), or three (red, green, blue). */
export interface DecodedJpeg2000 {
  /** Size of the whole picture, at full resolution. */
  readonly size: readonly [width: number, height: number]
  readonly width: number
  readonly height: number
  readonly components: 1 | 3
  readonly samples: Uint8Array
  /** Left edge of the part, in pixels of the reduced picture. */
  readonly left: number
  readonly top: number
  /** How many samples in each direction became one. */
  readonly reduction: Reduction
  /** Colour space that the file states; `undefined` when it states none. */
  readonly colours: 'grey' | 'rgb' | undefined
}

/** Most pixels of a picture. An A3 page at 600 dots per inch has 70 million. */
const MAX_PIXELS = 80_000_000
/** Most samples of the result. */
const MAX_SAMPLES = 2_500_000
/** Most units of work: about one second. */
const MAX_WORK = 128 * 1024 * 1024
const REDUCTIONS: readonly Reduction[] = [1, 2, 4, 8]

/**
 * Decodes a picture.
 *
 * @returns No picture for what is damaged, takes too much work, or is written in a way that is not read; and the work done.
 * @example
 * ```ts
 * const window = { x0: 0, y0: 0, x1: 100, y1: 50 }
 * const { picture } = decodeJpeg2000(bytes, { window, reduction: 1, maxWork: 1_000_000 })
 * picture?.samples[0] // the first sample of the picture, from 0 to 255
 * ```
 */
export function decodeJpeg2000(
  bytes: Uint8Array,
  request: Jpeg2000Request,
): { readonly picture: DecodedJpeg2000 | undefined; readonly work: number } {
  const work = new PixelWork(Math.min(request.maxWork, MAX_WORK))
  try {
    return { picture: decode(bytes, request, work), work: work.spent }
  } catch (error) {
    if (error instanceof PictureFault) return { picture: undefined, work: work.spent }
    throw error
  }
}

function decode(bytes: Uint8Array, request: Jpeg2000Request, work: PixelWork): DecodedJpeg2000 {
  const { codestream: coded, colours } = readJp2File(bytes)
  const codestream = readCodestream(coded)
  const { width, height, components } = codestream.size
  demand(width * height <= MAX_PIXELS, 'the picture is too large')
  demand(components === 1 || components === 3, 'there are components of no known kind')
  const whole = { x0: 0, y0: 0, x1: width, y1: height }
  const window = intersect(whole, request.window)
  // A picture can only be halved as often as it was when it was coded.
  const halvings = Math.min(REDUCTIONS.indexOf(request.reduction), codestream.style.levels)
  const part = reducePart(window, whole, halvings)
  const [across, down] = [part.x1 - part.x0, part.y1 - part.y0]
  demand(across > 0 && down > 0 && across * down <= MAX_SAMPLES, 'the part is empty, or too large')
  work.spend(across * down * components)
  const samples = new Uint8Array(across * down * components)
  for (const [index, tile] of tilesIn(window, codestream)) {
    new TilePicture(codestream, index, tile, work).paint(samples, part, halvings)
  }
  const [left, top, reduction] = [part.x0, part.y0, REDUCTIONS[halvings] as Reduction]
  return { size: [width, height], width: across, height: down, components, samples, left, top, reduction, colours }
}

/** The part of the reduced picture that covers a window. */
function reducePart({ x0, y0, x1, y1 }: SampleArea, whole: SampleArea, halvings: number): SampleArea {
  const side = 2 ** halvings
  const part = {
    x0: Math.floor(x0 / side),
    y0: Math.floor(y0 / side),
    x1: Math.ceil(x1 / side),
    y1: Math.ceil(y1 / side),
  }
  return intersect(part, reduceArea(whole, halvings))
}

function* tilesIn(window: SampleArea, { size }: Codestream): Generator<readonly [index: number, tile: SampleArea]> {
  const { width, height, tileWidth, tileHeight } = size
  const perRow = Math.ceil(width / tileWidth)
  const whole = { x0: 0, y0: 0, x1: width, y1: height }
  for (let row = Math.floor(window.y0 / tileHeight); row * tileHeight < window.y1; row++) {
    for (let column = Math.floor(window.x0 / tileWidth); column * tileWidth < window.x1; column++) {
      const [left, top] = [column * tileWidth, row * tileHeight]
      yield [row * perRow + column, intersect(whole, { x0: left, y0: top, x1: left + tileWidth, y1: top + tileHeight })]
    }
  }
}
