/**
 * Reads the size of a JPEG 2000 code stream and checks that it is complete (ISO/IEC 15444-1, annex A).
 *
 * @module
 */

import { damagedImage } from './image-error.js'
import { IMAGE_LIMITS } from './image-limits.js'

const FORMAT = 'JPEG 2000'
const START_OF_TILE_PART = 0xff90
const END = 0xffd9
/** Offsets of the fields of the size marker segment from the start of the stream (A.5.1). */
const SIZE_AT = 6

/** The contents of the size marker segment. */
interface CodestreamSize {
  readonly width: number
  readonly height: number
  readonly components: number
  /**
   * Bit depth as in an image header: one less than the number of bits, with the highest bit set for signed samples. Undefined if
   * components differ.
   */
  readonly depth: number | undefined
}

/** Reads the size of a code stream. @throws SealwrightError `invalid_document` where tiles are missing or cut off */
export function measureCodestream(bytes: Uint8Array): CodestreamSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < SIZE_AT + 36 || view.getUint32(0) !== 0xff4fff51) throw damagedImage(FORMAT)
  const field = (index: number) => view.getUint32(SIZE_AT + 2 + 4 * index)
  const [right, bottom, left, top] = [field(0), field(1), field(2), field(3)]
  const [tileWidth, tileHeight, tileLeft, tileTop] = [field(4), field(5), field(6), field(7)]
  const components = view.getUint16(SIZE_AT + 34)
  const end = SIZE_AT + 36 + 3 * components
  if (components === 0 || end > bytes.length || tileWidth === 0 || tileHeight === 0) throw damagedImage(FORMAT)
  const depths = new Set<number>()
  for (let at = SIZE_AT + 36; at < end; at += 3) depths.add(bytes[at] ?? 0)
  const tiles = Math.ceil((right - tileLeft) / tileWidth) * Math.ceil((bottom - tileTop) / tileHeight)
  if (countTiles(view, skipHeader(view)) < tiles) throw damagedImage(FORMAT)
  const [depth] = depths
  return { width: right - left, height: bottom - top, components, depth: depths.size === 1 ? depth : undefined }
}

/** Offset of the first tile part, after the marker segments of the main header. */
function skipHeader(view: DataView): number {
  let at = 2
  while (at + 4 <= view.byteLength && view.getUint16(at) !== START_OF_TILE_PART) {
    const length = view.getUint16(at + 2)
    if (length < 2 || view.getUint8(at) !== 0xff) throw damagedImage(FORMAT)
    at += 2 + length
  }
  return at
}

/** The number of tiles with a complete part (A.4.2). */
function countTiles(view: DataView, start: number): number {
  const tiles = new Set<number>()
  let at = start
  for (let parts = 0; at + 12 <= view.byteLength && parts < IMAGE_LIMITS.maxTileParts; parts++) {
    if (view.getUint16(at) !== START_OF_TILE_PART) break
    const length = view.getUint32(at + 6)
    // The last part may omit its length, and then extends to the end marker.
    const end = length === 0 ? view.byteLength : at + length
    if (end > view.byteLength || (length === 0 && view.getUint16(view.byteLength - 2) !== END))
      throw damagedImage(FORMAT)
    tiles.add(view.getUint16(at + 4))
    if (length !== 0 && length < 12) throw damagedImage(FORMAT)
    at = end
  }
  return tiles.size
}
