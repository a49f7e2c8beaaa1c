/**
 * Reads the size of a picture in the HEIF container (ISO/IEC 23008-12) of HEIC and AVIF files.
 *
 * @module
 */

import type { PixelSize } from './raster.js'

/** Length of a box header, and of the additional fields in boxes with a version. */
const BOX_BYTES = 8
const VERSION_BYTES = 4
/** Maximum number of boxes of one level that are read. */
const MAX_BOXES = 10_000

/**
 * Width and height in pixels before rotation: the largest size of the file's items (`ispe`, 6.5.3), which include tiles and
 * thumbnails. Undefined if there is none.
 */
export function readHeifSize(bytes: Uint8Array): PixelSize | undefined {
  const meta = boxOf(bytes, 'meta')
  const properties = meta && boxOf(meta.subarray(VERSION_BYTES), 'iprp')
  const container = properties && boxOf(properties, 'ipco')
  let largest: PixelSize | undefined
  for (const [type, content] of container === undefined ? [] : boxesOf(container)) {
    if (type !== 'ispe' || content.length < VERSION_BYTES + 8) continue
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
    const size = { width: view.getUint32(VERSION_BYTES), height: view.getUint32(VERSION_BYTES + 4) }
    if (largest === undefined || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

function boxOf(bytes: Uint8Array, name: string): Uint8Array | undefined {
  for (const [type, content] of boxesOf(bytes)) if (type === name) return content
  return undefined
}

function* boxesOf(bytes: Uint8Array): Iterable<readonly [type: string, content: Uint8Array]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0, count = 0; at + BOX_BYTES <= bytes.length && count < MAX_BOXES; count++) {
    const length = view.getUint32(at)
    // Only media data has lengths of 64 bits.
    if (length === 1 && at + 16 <= bytes.length) {
      at += Math.max(BOX_BYTES, view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12))
      continue
    }
    const end = length === 0 ? bytes.length : at + length
    if (end < at + BOX_BYTES) return
    yield [String.fromCharCode(...bytes.subarray(at + 4, at + 8)), bytes.subarray(at + BOX_BYTES, end)]
    at = end
  }
}
