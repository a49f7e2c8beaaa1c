/**
 * Reads PNG files.
 *
 * @module
 */

import { concatBytes } from '../../bytes.js'
import { undoPredictor } from '../../pdf/codecs.js'
import { inflateSync } from '../../platform/compression.js'
import type { RasterImage } from './image.js'
import { damagedImage, tooLargeImage } from './image-error.js'
import { IMAGE_LIMITS } from './image-limits.js'
import { checkSize } from './raster.js'

/** The header and the relevant chunks of a file (ISO/IEC 15948, 11). */
interface PngFile {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly colorType: number
  readonly interlaced: boolean
  readonly palette: Uint8Array | undefined
  readonly transparency: Uint8Array | undefined
  /** The IDAT chunks' data, joined. */
  readonly data: Uint8Array
}

const GRAY = 0
const RGB = 2
const INDEXED = 3
const GRAY_ALPHA = 4
const RGB_ALPHA = 6

/** Samples per pixel, by colour type. */
const CHANNELS: Readonly<Record<number, number>> = {
  [GRAY]: 1,
  [RGB]: 3,
  [INDEXED]: 1,
  [GRAY_ALPHA]: 2,
  [RGB_ALPHA]: 4,
}

/**
 * Reads a PNG file. Compressed rows are kept if PDF supports them. Otherwise, they are decoded and transparency is separated.
 * Colour correction (gAMA, iCCP) is ignored, as in Word.
 *
 * @param options.decode Decodes all of it, to samples of 8 bits, also where nothing asks for it.
 */
export function readPng(bytes: Uint8Array, { decode = false }: { readonly decode?: boolean } = {}): RasterImage {
  const file = readChunks(bytes)
  const { width, height, colorType } = file
  const channels = CHANNELS[colorType]
  if (channels === undefined) throw damagedImage('PNG')
  checkSize('PNG', width, height, 1)
  const passes =
    !decode &&
    !file.interlaced &&
    file.transparency === undefined &&
    colorType !== GRAY_ALPHA &&
    colorType !== RGB_ALPHA
  if (passes && isDepth(file.bits)) {
    const colors = colorType === GRAY ? 'gray' : colorType === RGB ? 'rgb' : { palette: paletteOf(file) }
    // 16-bit samples are more precise than necessary, but compressing them again costs more than it saves.
    return { kind: 'raster', width, height, colors, bits: file.bits, data: file.data, encoding: 'png' }
  }
  checkSize('PNG', width, height, channels + 1)
  return split(file, decodeSamples(file, channels), channels)
}

/** Width and height from the header only. */
export function readPngSize(bytes: Uint8Array): { readonly width: number; readonly height: number } {
  if (bytes.length < 33) throw damagedImage('PNG')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function isDepth(bits: number): bits is RasterImage['bits'] {
  return bits === 1 || bits === 2 || bits === 4 || bits === 8 || bits === 16
}

function readChunks(bytes: Uint8Array): PngFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 33) throw damagedImage('PNG')
  const parts: Uint8Array[] = []
  let palette: Uint8Array | undefined
  let transparency: Uint8Array | undefined
  let at = 8
  while (at + 8 <= bytes.length) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    // A truncated file is still shown as far as it goes.
    const data = bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + length))
    if (type === 'IDAT') parts.push(data)
    else if (type === 'PLTE') palette = data
    else if (type === 'tRNS') transparency = data
    else if (type === 'IEND') break
    at += 12 + length
  }
  if (parts.length === 0) throw damagedImage('PNG')
  return {
    width: view.getUint32(16),
    height: view.getUint32(20),
    bits: view.getUint8(24),
    colorType: view.getUint8(25),
    interlaced: view.getUint8(28) === 1,
    palette,
    transparency,
    data: parts.length === 1 && parts[0] !== undefined ? parts[0] : concatBytes(parts),
  }
}

/** The palette, extended with black to all indexes that samples can have. */
function paletteOf({ palette, bits }: PngFile): Uint8Array {
  if (palette === undefined || palette.length < 3) throw damagedImage('PNG')
  const full = new Uint8Array(3 << Math.min(8, bits))
  full.set(palette.subarray(0, Math.min(full.length, palette.length - (palette.length % 3))))
  return full
}

/**
 * Samples of 8 bits, row by row without padding. 16-bit samples lose their lower byte. Smaller samples are scaled, except
 * indexes.
 */
function decodeSamples(file: PngFile, channels: number): Uint8Array {
  const { width, height, bits } = file
  const inflated = inflate(file, channels)
  const samples = new Uint8Array(width * height * channels)
  let at = 0
  for (const pass of file.interlaced ? ADAM7 : [WHOLE]) {
    const columns = Math.ceil((width - pass.x) / pass.stepX)
    const rows = Math.ceil((height - pass.y) / pass.stepY)
    if (columns <= 0 || rows <= 0) continue
    const rowBytes = Math.ceil((columns * channels * bits) / 8)
    const packed = inflated.subarray(at, Math.min(inflated.length, at + rows * (rowBytes + 1)))
    at += rows * (rowBytes + 1)
    const plain = undoPredictor(packed, { predictor: 15, colors: channels, bitsPerComponent: bits, columns }, true)
    // Whole rows of samples of 8 bits are what is asked for.
    if (!file.interlaced && bits === 8 && plain.length === samples.length) return plain
    for (let row = 0; row < rows; row++) {
      const target = (pass.y + row * pass.stepY) * width + pass.x
      spreadRow(file, plain, row * rowBytes, columns, channels, samples, target * channels, pass.stepX * channels)
    }
  }
  return samples
}

interface Pass {
  readonly x: number
  readonly y: number
  readonly stepX: number
  readonly stepY: number
}

const WHOLE: Pass = { x: 0, y: 0, stepX: 1, stepY: 1 }

/** The seven passes of an interlaced image (ISO/IEC 15948, 8.2). */
const ADAM7: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
]

function spreadRow(
  { bits, colorType }: PngFile,
  rows: Uint8Array,
  start: number,
  columns: number,
  channels: number,
  samples: Uint8Array,
  target: number,
  step: number,
): void {
  const mask = (1 << bits) - 1
  const factor = bits < 8 && colorType !== INDEXED ? 255 / mask : 1
  let to = target
  for (let column = 0, n = 0; column < columns; column++, to += step) {
    for (let channel = 0; channel < channels; channel++, n++) {
      if (bits === 8) samples[to + channel] = rows[start + n] ?? 0
      else if (bits === 16) samples[to + channel] = rows[start + 2 * n] ?? 0
      else {
        const bit = n * bits
        const value = ((rows[start + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask
        samples[to + channel] = value * factor
      }
    }
  }
}

function inflate({ data, width, height, bits }: PngFile, channels: number): Uint8Array {
  // The seven passes add at most a few filter bytes and padding to each row.
  const expected = height * (Math.ceil((width * channels * bits) / 8) + 16) * 2 + 1024
  if (expected > 2 * IMAGE_LIMITS.maxDecodedBytes + 1024) throw tooLargeImage()
  try {
    const buffer = inflateSync(data, { maxOutputLength: expected, finishFlush: Z_SYNC_FLUSH })
    return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length)
  } catch (cause) {
    throw damagedImage('PNG', cause)
  }
}

/** The flush mode of zlib that accepts truncated data. */
const Z_SYNC_FLUSH = 2

/** Separates samples into colours and opacity. */
function split(file: PngFile, samples: Uint8Array, channels: number): RasterImage {
  const { width, height, colorType, transparency, bits } = file
  const count = width * height
  const image = { kind: 'raster', width, height, bits: 8, encoding: 'raw' } as const
  if (colorType === INDEXED) {
    const palette = paletteOf({ ...file, bits: 8 })
    if (transparency === undefined) return { ...image, colors: { palette }, data: samples }
    const alpha = new Uint8Array(count)
    for (let i = 0; i < count; i++) alpha[i] = transparency[samples[i] ?? 0] ?? 255
    return { ...image, colors: { palette }, data: samples, alpha }
  }
  if (colorType === GRAY || colorType === RGB) {
    const colors = colorType === GRAY ? 'gray' : 'rgb'
    if (transparency === undefined) return { ...image, colors, data: samples }
    return { ...image, colors, data: samples, alpha: keyedAlpha(samples, transparency, channels, bits) }
  }
  const colorCount = channels - 1
  const data = new Uint8Array(count * colorCount)
  const alpha = new Uint8Array(count)
  for (let i = 0, from = 0, to = 0; i < count; i++) {
    data[to++] = samples[from++] ?? 0
    if (colorCount === 3) {
      data[to++] = samples[from++] ?? 0
      data[to++] = samples[from++] ?? 0
    }
    alpha[i] = samples[from++] ?? 255
  }
  return { ...image, colors: colorType === GRAY_ALPHA ? 'gray' : 'rgb', data, alpha }
}

/** Opacity of an image with one transparent colour. */
function keyedAlpha(samples: Uint8Array, key: Uint8Array, channels: number, bits: number): Uint8Array {
  const wanted: number[] = []
  for (let channel = 0; channel < channels; channel++) {
    const value = ((key[2 * channel] ?? 0) << 8) | (key[2 * channel + 1] ?? 0)
    wanted.push(bits === 16 ? value >> 8 : bits < 8 ? (value * 255) / ((1 << bits) - 1) : value)
  }
  const alpha = new Uint8Array(samples.length / channels)
  for (let i = 0, at = 0; i < alpha.length; i++, at += channels) {
    let isKey = true
    for (let channel = 0; channel < channels; channel++) {
      if (samples[at + channel] !== Math.trunc(wanted[channel] ?? -1)) isKey = false
    }
    alpha[i] = isKey ? 0 : 255
  }
  return alpha
}
