/**
 * Writes pictures as PNG files (ISO/IEC 15948), for documents that other programs read.
 *
 * @module
 */

import { crc32 } from '../../platform/compression.js'
import { deflateSync } from '../../platform/deflation.js'
import type { RasterImage } from '../../typeset/painting.js'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** Colour types (11.2.2). */
const GREY = 0
const RGB = 2
const INDEXED = 3
const RGB_ALPHA = 6
/** Filter type None: rows contain the samples themselves (9.2). */
const PLAIN = 0
/** Filter type Sub: rows contain differences from the pixel to the left (9.2). */
const SUB = 1

/** The fields of the header. */
interface Header {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly colorType: number
}

/** Writes a picture as a PNG. The samples of a PNG are kept; other pictures get 8 bits for each colour and for opacity. */
export function writePng(image: RasterImage): Uint8Array {
  const { width, height, colors, bits, data } = image
  if (image.encoding === 'png') {
    const colorType = colors === 'gray' ? GREY : colors === 'rgb' ? RGB : INDEXED
    const palette = typeof colors === 'string' ? [] : [chunk('PLTE', colors.palette)]
    return assemble({ width, height, bits, colorType }, palette, data)
  }
  const channels = image.alpha === undefined ? 3 : 4
  const line = width * channels
  const rows = new Uint8Array((line + 1) * height)
  const sample = samplesOf(image)
  for (let row = 0; row < height; row++) {
    const to = row * (line + 1)
    rows[to] = SUB
    for (let i = 0; i < line; i++) {
      const x = Math.floor(i / channels)
      const before = x === 0 ? 0 : sample(row * width + x - 1, i % channels)
      rows[to + 1 + i] = sample(row * width + x, i % channels) - before
    }
  }
  const colorType = channels === 4 ? RGB_ALPHA : RGB
  return assemble({ width, height, bits: 8, colorType }, [], deflateSync(rows))
}

/** Writes 8-bit grey samples, one byte for each pixel, as a PNG. */
export function writeGreyPng(width: number, height: number, samples: Uint8Array): Uint8Array {
  const rows = new Uint8Array((width + 1) * height)
  for (let row = 0; row < height; row++) {
    rows[row * (width + 1)] = PLAIN
    rows.set(samples.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
  }
  return assemble({ width, height, bits: 8, colorType: GREY }, [], deflateSync(rows))
}

/** Returns a function for the red, green, blue and opacity samples of a pixel with 8 bits. */
function samplesOf({ colors, data, alpha }: RasterImage): (pixel: number, channel: number) => number {
  return (pixel, channel) => {
    if (channel === 3) return alpha?.[pixel] ?? 0
    if (colors === 'rgb') return data[3 * pixel + channel] ?? 0
    if (colors === 'gray') return data[pixel] ?? 0
    return colors.palette[3 * (data[pixel] ?? 0) + channel] ?? 0
  }
}

function assemble({ width, height, bits, colorType }: Header, palette: Uint8Array[], data: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  header[9] = colorType
  const chunks = [chunk('IHDR', header), ...palette, chunk('IDAT', data), chunk('IEND', new Uint8Array())]
  return Buffer.concat([SIGNATURE, ...chunks])
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8)
  return bytes
}
