/**
 * Pictures coded as JBIG2 (JBIG2Decode; ISO 32000-2, 7.4.7; ITU-T T.88), the form in which programs that recognize text keep
 * pages that were scanned in black and white.
 *
 * This is for telling what a picture shows. Anything that viewers are known to show in different ways, or to repair, is
 * not read.
 *
 * @module
 */

import { PictureFault, PixelWork } from '../picture-fault.js'
import type { Bitmap } from './bitmap.js'
import { PageReader } from './page-reader.js'
import { readSegments } from './segment-header.js'

/** What a PDF says of a picture. */
export interface Jbig2Request {
  /** Segments that the picture shares with others (/JBIG2Globals). */
  readonly globals?: Uint8Array
  readonly width: number
  readonly height: number
  /** Pixels that may be decoded at most, with all that are decoded to make others; a hundred million unless told. */
  readonly maxWork?: number
}

/** A picture, or none, and the pixels that were decoded for it. */
export interface DecodedJbig2 {
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
  const { globals, width, height, maxWork = MAX_WORK } = request
  const pixels = width * height
  const isSound = Number.isInteger(width) && Number.isInteger(height) && pixels > 0 && pixels <= MAX_PIXELS
  if (!isSound) return { rows: undefined, work: 0 }
  const work = new PixelWork(Math.min(maxWork, MAX_WORK))
  try {
    const page = new PageReader([width, height], work)
    if (globals !== undefined) for (const segment of readSegments(globals)) page.addShared(segment)
    for (const segment of readSegments(bytes)) page.add(segment)
    return { rows: invert(page.finish()), work: work.spent }
  } catch (error) {
    if (error instanceof PictureFault) return { rows: undefined, work: work.spent }
    throw error
  }
}

/** In JBIG2 ones are black, in a PDF they are white. */
function invert({ bytes }: Bitmap): Uint8Array {
  for (let i = 0; i < bytes.length; i++) bytes[i] = ~(bytes[i] as number)
  return bytes
}
