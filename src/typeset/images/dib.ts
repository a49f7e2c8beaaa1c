/**
 * Reads device-independent bitmaps, the samples of BMP files and metafiles.
 *
 * @module
 */

import type { RasterImage } from './image.js'
import { damagedImage, unsupportedImage } from './image-error.js'
import { checkSize } from './raster.js'

/** Compression methods of a bitmap ([MS-WMF], 2.1.1.7). */
const RLE8 = 1
const RLE4 = 2
const BITFIELDS = 3
const ALPHA_BITFIELDS = 6

interface DibHeader {
  readonly width: number
  readonly height: number
  readonly topDown: boolean
  readonly bits: number
  readonly compression: number
  /** Start of the colour table, and the size of its entries: 4 bytes, or 3 in the oldest format. */
  readonly paletteAt: number
  readonly entrySize: number
  readonly colorCount: number
  readonly masks: readonly [red: number, green: number, blue: number, alpha: number]
}

/**
 * Reads a device-independent bitmap ([MS-WMF], 2.2.2.9), which BMP files and metafiles contain.
 *
 * @param pixelsAt where the samples start; left out: behind the colour table
 * @param pixels the samples, where they are stored apart
 * @param hasAlpha the fourth byte of 32-bit pixels is their opacity, and colours are multiplied by it
 */
export function readDib(bytes: Uint8Array, pixelsAt?: number, pixels?: Uint8Array, hasAlpha = false): RasterImage {
  const header = readHeader(bytes)
  const { width, height, bits, compression } = header
  checkSize('BMP', width, height, bits <= 8 ? 1 : 4)
  const start = pixelsAt ?? header.paletteAt + header.colorCount * header.entrySize
  const data = pixels ?? bytes.subarray(start)
  if (bits <= 8) {
    const indexes = compression === RLE8 || compression === RLE4 ? unpackRle(header, data) : unpackIndexes(header, data)
    return {
      kind: 'raster',
      width,
      height,
      bits: 8,
      encoding: 'raw',
      colors: { palette: readPalette(header, bytes) },
      data: indexes,
    }
  }
  if (compression === RLE8 || compression === RLE4) throw damagedImage('BMP')
  if (!hasAlpha || bits !== 32) return unpackColors(header, data)
  const [red, green, blue] = header.masks
  return unmultiply(unpackColors({ ...header, masks: [red, green, blue, 0xff000000] }, data))
}

function readHeader(bytes: Uint8Array): DibHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = view.getUint32(0, true)
  if (size === 12) {
    const bits = view.getUint16(10, true)
    return {
      width: view.getUint16(4, true),
      height: view.getUint16(6, true),
      topDown: false,
      bits,
      compression: 0,
      paletteAt: 12,
      entrySize: 3,
      colorCount: bits <= 8 ? 1 << bits : 0,
      masks: masksFor(bits),
    }
  }
  if (size < 40 || size > 1024) throw damagedImage('BMP')
  const height = view.getInt32(8, true)
  const bits = view.getUint16(14, true)
  const compression = view.getUint32(16, true)
  if (compression > BITFIELDS && compression !== ALPHA_BITFIELDS)
    throw unsupportedImage('BMP (with JPEG or PNG inside)')
  if (![1, 4, 8, 16, 24, 32].includes(bits)) throw damagedImage('BMP')
  const hasMasks = compression === BITFIELDS || compression === ALPHA_BITFIELDS
  // With the short header, masks follow it; otherwise they are part of it. Both are at the same offset.
  const maskBytes = hasMasks && size === 40 ? (compression === ALPHA_BITFIELDS ? 16 : 12) : 0
  const used = view.getUint32(32, true)
  const alphaMask = hasMasks && (size >= 56 || compression === ALPHA_BITFIELDS) ? view.getUint32(52, true) : 0
  return {
    width: Math.abs(view.getInt32(4, true)),
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    compression,
    paletteAt: size + maskBytes,
    entrySize: 4,
    colorCount: bits <= 8 ? Math.min(256, used === 0 ? 1 << bits : used) : Math.min(256, used),
    masks: hasMasks
      ? [view.getUint32(40, true), view.getUint32(44, true), view.getUint32(48, true), alphaMask]
      : masksFor(bits),
  }
}

function masksFor(bits: number): DibHeader['masks'] {
  return bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0]
}

function readPalette({ paletteAt, entrySize, colorCount }: DibHeader, bytes: Uint8Array): Uint8Array {
  const palette = new Uint8Array(256 * 3)
  for (let i = 0; i < colorCount; i++) {
    const at = paletteAt + i * entrySize
    palette[3 * i] = bytes[at + 2] ?? 0
    palette[3 * i + 1] = bytes[at + 1] ?? 0
    palette[3 * i + 2] = bytes[at] ?? 0
  }
  return palette
}

/** Index of a stored row in the image. Most bitmaps start with the bottom row. */
function targetRow({ topDown, height }: DibHeader, row: number): number {
  return topDown ? row : height - 1 - row
}

function unpackIndexes(header: DibHeader, data: Uint8Array): Uint8Array {
  const { width, height, bits } = header
  const rowBytes = ((width * bits + 31) >> 5) * 4
  const mask = (1 << bits) - 1
  const indexes = new Uint8Array(width * height)
  for (let row = 0; row < height; row++) {
    const target = targetRow(header, row) * width
    const source = row * rowBytes
    for (let x = 0; x < width; x++) {
      const bit = x * bits
      indexes[target + x] = ((data[source + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask
    }
  }
  return indexes
}

/** Decodes run-length encoding ([MS-WMF], 3.1.6). */
function unpackRle(header: DibHeader, data: Uint8Array): Uint8Array {
  const { width, height, compression } = header
  const indexes = new Uint8Array(width * height)
  const isNibbles = compression === RLE4
  let x = 0
  let row = 0
  const put = (value: number) => {
    if (x < width && row < height) indexes[targetRow(header, row) * width + x] = value
    x++
  }
  let at = 0
  while (at + 1 < data.length && row < height) {
    const count = data[at] ?? 0
    const value = data[at + 1] ?? 0
    at += 2
    if (count > 0) {
      for (let i = 0; i < count; i++) put(isNibbles ? (i % 2 === 0 ? value >> 4 : value & 15) : value)
    } else if (value === 0) {
      x = 0
      row++
    } else if (value === 1) break
    else if (value === 2) {
      x += data[at] ?? 0
      row += data[at + 1] ?? 0
      at += 2
    } else {
      for (let i = 0; i < value; i++) {
        const byte = data[at + (isNibbles ? i >> 1 : i)] ?? 0
        put(isNibbles ? (i % 2 === 0 ? byte >> 4 : byte & 15) : byte)
      }
      const bytes = isNibbles ? (value + 1) >> 1 : value
      at += bytes + (bytes & 1)
    }
  }
  return indexes
}

function unpackColors(header: DibHeader, data: Uint8Array): RasterImage {
  const { width, height, bits, masks } = header
  const bytesPerPixel = bits / 8
  const rowBytes = ((width * bits + 31) >> 5) * 4
  const colors = new Uint8Array(width * height * 3)
  const alpha = masks[3] === 0 ? undefined : new Uint8Array(width * height)
  const [red, green, blue, opacity] = masks.map(sampleOf)
  if (red === undefined || green === undefined || blue === undefined || opacity === undefined) throw damagedImage('BMP')
  for (let row = 0; row < height; row++) {
    const target = targetRow(header, row) * width
    for (let x = 0; x < width; x++) {
      const at = row * rowBytes + x * bytesPerPixel
      let pixel = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8)
      if (bytesPerPixel > 2) pixel |= (data[at + 2] ?? 0) << 16
      if (bytesPerPixel > 3) pixel |= (data[at + 3] ?? 0) << 24
      const to = 3 * (target + x)
      colors[to] = red(pixel)
      colors[to + 1] = green(pixel)
      colors[to + 2] = blue(pixel)
      if (alpha !== undefined) alpha[target + x] = opacity(pixel)
    }
  }
  return {
    kind: 'raster',
    width,
    height,
    bits: 8,
    encoding: 'raw',
    colors: 'rgb',
    data: colors,
    ...(alpha === undefined ? {} : { alpha }),
  }
}

/** Divides colours by the opacity that they were multiplied by. */
function unmultiply(image: RasterImage): RasterImage {
  const { data, alpha } = image
  if (alpha === undefined) return image
  for (let i = 0; i < alpha.length; i++) {
    const opacity = alpha[i] ?? 0
    if (opacity === 0 || opacity === 255) continue
    for (let at = 3 * i; at < 3 * i + 3; at++) data[at] = Math.min(255, Math.round(((data[at] ?? 0) * 255) / opacity))
  }
  return image
}

/** A function that extracts the bits of a mask from a pixel, scaled to 0 to 255. */
function sampleOf(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0
  const shift = 31 - Math.clz32(mask & -mask)
  const most = mask >>> shift
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most)
}
