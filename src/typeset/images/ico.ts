/**
 * Reads icons and cursors of Windows. They contain one picture in several sizes, each as a bitmap without file header or as PNG.
 *
 * @module
 */

import { readDib } from './dib.js'
import type { RasterImage } from './image.js'
import { damagedImage } from './image-error.js'
import { IMAGE_LIMITS } from './image-limits.js'
import { readPng } from './png.js'
import { checkSize } from './raster.js'

/** Lengths of the file header and of a directory entry. */
const HEADER_BYTES = 6
const ENTRY_BYTES = 16
/** Length of the header of a device-independent bitmap ([MS-WMF], 2.2.2.3). */
const DIB_HEADER_BYTES = 40
/** Compression method of a bitmap with masks of red, green, blue and opacity after its header ([MS-WMF], 2.1.1.7). */
const ALPHA_BITFIELDS = 6

/** One size of the picture, as described by its own header. */
interface Entry {
  readonly bytes: Uint8Array
  readonly isPng: boolean
  readonly width: number
  readonly height: number
  readonly bits: number
}

/** Reads the largest picture of an icon or cursor file, and among several of that size the one with the most colours. */
export function readIco(bytes: Uint8Array): RasterImage {
  const entries = readEntries(bytes)
  const [best] = entries.sort((a, b) => b.width * b.height - a.width * a.height || b.bits - a.bits)
  if (best === undefined) throw damagedImage('ICO')
  return best.isPng ? readPng(best.bytes) : readBitmap(best)
}

/** Width and height of the picture that {@link readIco} reads, in pixels. */
export function readIcoSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  const [best] = readEntries(bytes).sort((a, b) => b.width * b.height - a.width * a.height)
  return best
}

/** The entries that are completely within the file. */
function readEntries(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER_BYTES) return []
  const count = Math.min(view.getUint16(4, true), IMAGE_LIMITS.maxIconEntries)
  const entries: Entry[] = []
  for (let index = 0; index < count; index++) {
    const at = HEADER_BYTES + index * ENTRY_BYTES
    if (at + ENTRY_BYTES > bytes.length) break
    const start = view.getUint32(at + 12, true)
    const stored = bytes.subarray(start, start + view.getUint32(at + 8, true))
    const entry = describeEntry(stored)
    if (entry !== undefined) entries.push(entry)
  }
  return entries
}

/** Describes an entry from its own header, since sizes in the directory are single bytes and often wrong. */
function describeEntry(bytes: Uint8Array): Entry | undefined {
  if (bytes.length < DIB_HEADER_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0) === 0x89504e47) {
    return { bytes, isPng: true, width: view.getUint32(16), height: view.getUint32(20), bits: 32 }
  }
  if (view.getUint32(0, true) !== DIB_HEADER_BYTES) return undefined
  // The height in the header includes the mask below the colours.
  const height = view.getInt32(8, true) >> 1
  return { bytes, isPng: false, width: view.getInt32(4, true), height, bits: view.getUint16(14, true) }
}

function readBitmap({ bytes, width, height, bits }: Entry): RasterImage {
  checkSize('ICO', width, height, 4)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const used = view.getUint32(32, true)
  const colors = bits > 8 ? 0 : Math.min(256, used === 0 ? 1 << bits : used)
  const start = DIB_HEADER_BYTES + 4 * colors
  const rowBytes = ((width * bits + 31) >> 5) * 4
  const maskStart = start + rowBytes * height
  // Missing colours are damage. The mask is omitted by some writers.
  if (maskStart > bytes.length) throw damagedImage('ICO')
  const image = readDib(
    bitmapHeader(bytes.subarray(0, start), height, bits),
    undefined,
    bytes.subarray(start, maskStart),
  )
  if (image.alpha?.some((opacity) => opacity !== 0)) return image
  const { alpha: _, ...opaque } = image
  const mask = bytes.subarray(maskStart)
  const alpha = mask.length === 0 ? undefined : readMask(mask, width, height)
  return alpha === undefined ? opaque : { ...opaque, alpha }
}

/** The header and palette of a separate bitmap, with the actual height, and opacity in the fourth byte of 32-bit pixels. */
function bitmapHeader(header: Uint8Array, height: number, bits: number): Uint8Array {
  const copy = new Uint8Array(header.length + (bits === 32 ? 16 : 0))
  copy.set(header)
  const view = new DataView(copy.buffer)
  view.setInt32(8, height, true)
  if (bits !== 32) return copy
  view.setUint32(16, ALPHA_BITFIELDS, true)
  const masks = [0xff0000, 0xff00, 0xff, 0xff000000]
  for (const [index, mask] of masks.entries()) view.setUint32(DIB_HEADER_BYTES + 4 * index, mask, true)
  return copy
}

/** Reads a mask of one bit for each pixel, from the bottom row: 1 is transparent. */
function readMask(mask: Uint8Array, width: number, height: number): Uint8Array | undefined {
  const rowBytes = ((width + 31) >> 5) * 4
  const alpha = new Uint8Array(width * height).fill(255)
  let isOpaque = true
  for (let row = 0; row < height; row++) {
    const target = (height - 1 - row) * width
    for (let x = 0; x < width; x++) {
      const byte = mask[row * rowBytes + (x >> 3)] ?? 0
      if ((byte & (0x80 >> (x & 7))) === 0) continue
      alpha[target + x] = 0
      isOpaque = false
    }
  }
  return isOpaque ? undefined : alpha
}
