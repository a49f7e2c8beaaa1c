/**
 * Pictures coded as JPEG 2000 (JPXDecode; ISO 32000-2, 7.4.9; ITU-T T.800): grey or in colours, all of them or a part, in full or
 * smaller; with the boxes around them (Annex I), as far as they say how samples are shown.
 *
 * This is for telling what a picture shows. Anything that viewers are known to show in different ways, or that few programs
 * write, is not read: components of different sizes, palettes, opacity, tiles that are coded in ways of their own.
 *
 * @module
 */
import { demand, PictureFault, PixelWork } from '../decoding.js'
import type { JpegRequest } from '../jpeg/decode-jpeg.js'
import type { Reduction } from '../jpeg/jpeg-samples.js'
import { type Codestream, readCodestream } from './codestream.js'
import { intersect, reduceArea, type SampleArea } from './tile-layout.js'
import { TilePicture } from './tile-picture.js'

/** A codestream, and what its samples are where the file says it. */
interface Jp2File {
  readonly codestream: Uint8Array
  /** `undefined` where the file does not say it, or in a way of its own: a profile. */
  readonly colours: 'grey' | 'rgb' | undefined
}

interface Box {
  readonly type: string
  readonly data: Uint8Array
}

/** How a codestream begins that has no boxes around it (A.4.1): SOC and SIZ. */
const CODESTREAM = [0xff, 0x4f, 0xff, 0x51] as const
/** Palettes, and channels that are mixed up or are no colours (I.5.3.4 to I.5.3.6): viewers differ. */
const UNREAD: ReadonlySet<string> = new Set(['pclr', 'cmap', 'cdef'])
/** I.5.3.3, by number: the only method that files of this kind have besides profiles. */
const ENUMERATED = 1
const ENUMERATED_COLOURS: ReadonlyMap<number, Jp2File['colours']> = new Map([
  [16, 'rgb'],
  [17, 'grey'],
])

/** Finds the codestream. */
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
    // The last box may reach to the end; one of more than four gigabytes there is not.
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

/** Readers take the first specification that they understand (I.5.3.3), so that only one says anything certain. */
function coloursOf(parts: readonly Box[]): Jp2File['colours'] {
  const [colour, ...others] = parts.filter(({ type }) => type === 'colr')
  if (colour === undefined || others.length > 0) return undefined
  const [method, , , a, b, c, d] = colour.data
  const isSmall = a === 0 && b === 0 && c === 0
  return method === ENUMERATED && isSmall ? ENUMERATED_COLOURS.get(d ?? 0) : undefined
}

/** What is wanted of a picture. */
export interface Jpeg2000Request extends JpegRequest {
  /** Work that it may take at most, up to that of a second. */
  readonly maxWork: number
}

/**
 * A picture, or a part of one, rows from the top: for each sample one byte (grey), or three (red, green, blue).
 */
export interface DecodedJpeg2000 {
  /** Size of the whole picture, at full resolution. */
  readonly size: readonly [width: number, height: number]
  readonly width: number
  readonly height: number
  readonly components: 1 | 3
  readonly samples: Uint8Array
  /** Where the part begins in the picture as it is given, reduced. */
  readonly left: number
  readonly top: number
  /** How many samples, each way, one of these is made of. */
  readonly reduction: Reduction
  /** What the file says its samples are; `undefined` where it does not. */
  readonly colours: 'grey' | 'rgb' | undefined
}

/** Pictures with more pixels are not read: a page of A3 at 600 dots per inch has 70 million. */
const MAX_PIXELS = 80_000_000
/** Samples that are given at most. */
const MAX_SAMPLES = 2_500_000
/** A second of work. */
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
  // No more often than it was when it was coded.
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

/** The part of the smaller picture that a window shows a share of. */
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
