/**
 * Reads GIF files.
 *
 * @module
 */

import { createRequire } from 'node:module'
import type { GifReader } from 'omggif'
import type { RasterImage } from './image.js'
import { damagedImage } from './image-error.js'
import { checkSize, rasterFromRgba } from './raster.js'

/** The decoder, loaded for the first picture. */
let library: typeof import('omggif') | undefined

/** Reads the first frame of a GIF file. Pixels outside the frame are transparent. */
export function readGif(bytes: Uint8Array): RasterImage {
  library ??= createRequire(import.meta.url)('omggif') as typeof import('omggif')
  let reader: GifReader
  try {
    // The reader's type requires a Buffer, although it only indexes the bytes.
    reader = new library.GifReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  } catch (cause) {
    throw damagedImage('GIF', cause)
  }
  const { width, height } = reader
  checkSize('GIF', width, height, 8)
  if (reader.numFrames() === 0) throw damagedImage('GIF')
  const frame = reader.frameInfo(0)
  if (frame.x + frame.width > width || frame.y + frame.height > height) throw damagedImage('GIF')
  const pixels = new Uint8Array(width * height * 4)
  try {
    reader.decodeAndBlitFrameRGBA(0, pixels)
  } catch (cause) {
    throw damagedImage('GIF', cause)
  }
  return rasterFromRgba(width, height, pixels)
}
