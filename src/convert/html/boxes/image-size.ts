/**
 * Reads the natural sizes of images from their headers.
 *
 * @module
 */

import { readSvgSize } from './svg-size.js'

/** Size in CSS pixels (1/96 inch). */
export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** Formats of images that a DOCX can contain. */
export type ImageType = 'png' | 'jpeg' | 'gif' | 'bmp' | 'tiff' | 'svg'

/** Format and size of an image, from its bytes. `undefined` for a damaged image, or for a format that a DOCX cannot contain. */
export function identifyImage(bytes: Uint8Array): ({ readonly type: ImageType } & ImageSize) | undefined {
  const found = identifyRaster(bytes)
  if (found !== undefined) return isSensible(found) ? found : undefined
  const size = readSvgSize(bytes)
  return size === undefined || !isSensible(size) ? undefined : { type: 'svg', ...size }
}

function isSensible({ width, height }: ImageSize): boolean {
  return width > 0 && height > 0 && width <= 100_000 && height <= 100_000
}

function identifyRaster(bytes: Uint8Array): ({ readonly type: ImageType } & ImageSize) | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 26) return undefined
  switch (view.getUint16(0)) {
    case 0x8950:
      return view.getUint32(0) === 0x89504e47
        ? { type: 'png', width: view.getUint32(16), height: view.getUint32(20) }
        : undefined
    case 0xffd8:
      return readJpegSize(view)
    case 0x4749:
      return view.getUint16(2) === 0x4638
        ? { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
        : undefined
    case 0x424d:
      return { type: 'bmp', width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) }
    case 0x4949:
    case 0x4d4d:
      return readTiffSize(view)
    default:
      return undefined
  }
}

/** The frame header, SOF (ISO/IEC 10918-1, B.2.2). */
function readJpegSize(view: DataView): ({ readonly type: 'jpeg' } & ImageSize) | undefined {
  for (let at = 2; at + 9 < view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) at++
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { type: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    } else at += 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** ImageWidth and ImageLength of the first directory (TIFF 6.0, sections 2 and 8). */
function readTiffSize(view: DataView): ({ readonly type: 'tiff' } & ImageSize) | undefined {
  const little = view.getUint16(0) === 0x4949
  const directory = view.getUint32(4, little)
  if (view.getUint16(2, little) !== 42 || directory + 2 > view.byteLength) return undefined
  const count = Math.min(view.getUint16(directory, little), 256)
  const size = { width: 0, height: 0 }
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > view.byteLength) break
    const tag = view.getUint16(entry, little)
    const isShort = view.getUint16(entry + 2, little) === 3
    const value = isShort ? view.getUint16(entry + 8, little) : view.getUint32(entry + 8, little)
    if (tag === 256) size.width = value
    else if (tag === 257) size.height = value
  }
  return { type: 'tiff', ...size }
}
