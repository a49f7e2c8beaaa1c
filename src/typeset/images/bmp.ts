/**
 * Windows bitmap files.
 *
 * @module
 */

import { readDib } from './dib.js'
import type { RasterImage } from './image.js'
import { damagedImage } from './image-error.js'

/** Reads a Windows bitmap file: a header of 14 bytes before a device-independent bitmap. */
export function readBmp(bytes: Uint8Array): RasterImage {
  if (bytes.length < 30) throw damagedImage('BMP')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return readDib(bytes.subarray(14), Math.max(0, view.getUint32(10, true) - 14))
}
