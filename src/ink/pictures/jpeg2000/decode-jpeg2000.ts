/**
 * Pictures coded as JPEG 2000 (JPXDecode; ISO 32000-2, 7.4.9; ITU-T T.800): grey or in colours, all of them or a part, in full or
 * smaller.
 *
 * This is for telling what a picture shows. Anything that viewers are known to show in different ways, or that few programs
 * write, is not read: components of different sizes, palettes, opacity, tiles that are coded in ways of their own.
 *
 * @module
 */
import type { JpegRequest } from '../jpeg/decode-jpeg.js'
import type { Reduction } from '../jpeg/jpeg-samples.js'
import { demand, PictureFault, PixelWork } from '../picture-fault.js'
import { type Codestream, readCodestream } from './codestream.js'
import { readJp2File } from './jp2-file.js'
import { intersect, reduceArea, type SampleArea } from './tile-layout.js'
import { TilePicture } from './tile-picture.js'

/** What is wanted of a picture. */
export interface Jpeg2000Request extends JpegRequest {
  /** Work that it may take at most; a second's unless told. */
  readonly maxWork?: number
}

/**
 * A picture, or a part of one, rows from the top: for each sample one byte (grey), or three (red, green, blue).
 */
export interface DecodedJpeg2000 {
  /** Of the whole picture, in full. */
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
/** Pixels up to which a picture is not made smaller unless it is asked for. */
const MAX_PIXELS_IN_FULL = 700_000
/** A second of work. */
const MAX_WORK = 128 * 1024 * 1024
const REDUCTIONS: readonly Reduction[] = [1, 2, 4, 8]

/**
 * Decodes a picture.
 *
 * @returns No picture for what is damaged, takes too much work, or is written in a way that is not read; and the work done.
 * @example
 * ```ts
 * const { picture } = decodeJpeg2000(bytes, { window: { x0: 0, y0: 0, x1: 100, y1: 50 }, reduction: 1 })
 * picture?.samples[0] // the first sample of the picture, from 0 to 255
 * ```
 */
export function decodeJpeg2000(
  bytes: Uint8Array,
  request: Jpeg2000Request = {},
): { readonly picture: DecodedJpeg2000 | undefined; readonly work: number } {
  const work = new PixelWork(Math.min(request.maxWork ?? MAX_WORK, MAX_WORK))
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
  demand(width * height <= Math.min(MAX_PIXELS, request.maxPixels ?? MAX_PIXELS), 'the picture is too large')
  demand(components === 1 || components === 3, 'there are components of no known kind')
  const whole = { x0: 0, y0: 0, x1: width, y1: height }
  const window = intersect(whole, request.window ?? whole)
  const halvings = chooseHalvings(window, codestream, request.reduction)
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

/** How often the picture is halved: no more often than it was when it was coded. */
function chooseHalvings({ x0, y0, x1, y1 }: SampleArea, { style }: Codestream, wanted: Reduction | undefined): number {
  const pixels = (x1 - x0) * (y1 - y0)
  const reduction = wanted ?? REDUCTIONS.find((n) => pixels <= n * n * MAX_PIXELS_IN_FULL) ?? 8
  return Math.min(REDUCTIONS.indexOf(reduction), style.levels)
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
