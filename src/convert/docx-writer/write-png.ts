/**
 * Writes pictures as PNG files (ISO/IEC 15948), for documents that other programs read.
 *
 * @module
 */

import { crc32 } from '../../platform/compression.js'
import { deflate, deflateSync } from '../../platform/deflation.js'
import type { DrawnPicture, RasterImage } from '../../typeset/painting.js'

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
  const colorType = image.alpha === undefined ? RGB : RGB_ALPHA
  return assemble({ width, height, bits: 8, colorType }, [], deflateSync(filteredRows(image)))
}

/** A PNG of red, green, blue and opacity of 8 bits each; large ones are compressed in another thread, where there is one. */
export async function packPng({ width, height, pixels }: DrawnPicture): Promise<Uint8Array> {
  const rows = new Uint8Array((4 * width + 1) * height)
  for (let row = 0, to = 0; row < height; row++) {
    rows[to++] = SUB
    for (let from = 4 * width * row, x = 0; x < 4 * width; x++, from++)
      rows[to++] = (pixels[from] ?? 0) - (x < 4 ? 0 : (pixels[from - 4] ?? 0))
  }
  const data = rows.length > LEAST_APART ? await deflate(rows) : deflateSync(rows)
  return assemble({ width, height, bits: 8, colorType: RGB_ALPHA }, [], data)
}

/** Rows up to this size, in bytes, are compressed where they are: to hand them over takes as long. */
const LEAST_APART = 64 * 1024

/** Rows of samples of 8 bits, each as what differs from the pixel to the left. */
function filteredRows({ width, height, colors, data, alpha }: RasterImage): Uint8Array {
  const channels = alpha === undefined ? 3 : 4
  const line = width * channels
  const rows = new Uint8Array((line + 1) * height)
  const palette = typeof colors === 'string' ? undefined : colors.palette
  const isGrey = colors === 'gray'
  for (let row = 0, pixel = 0, to = 0; row < height; row++) {
    rows[to++] = SUB
    let [red, green, blue, opacity] = [0, 0, 0, 0]
    for (let x = 0; x < width; x++, pixel++) {
      const from = isGrey ? pixel : 3 * (palette === undefined ? pixel : (data[pixel] ?? 0))
      const samples = palette ?? data
      const r = samples[from] ?? 0
      const g = isGrey ? r : (samples[from + 1] ?? 0)
      const b = isGrey ? r : (samples[from + 2] ?? 0)
      rows[to++] = r - red
      rows[to++] = g - green
      rows[to++] = b - blue
      ;[red, green, blue] = [r, g, b]
      if (alpha === undefined) continue
      const a = alpha[pixel] ?? 0
      rows[to++] = a - opacity
      opacity = a
    }
  }
  return rows
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

/** Pixels of the longer side. Only a frame is visible, so few are enough. */
const MAX_SIDE = 160
const FRAME = 0xc4
const FILL = 0xf0

/**
 * A grey box with a thin frame, for readers that do not support the real format of an image. Only the ratio of width and height
 * matters, so they may be in any unit.
 */
export function placeholderPng(width: number, height: number): Uint8Array {
  const scale = MAX_SIDE / Math.max(width, height, 1)
  const columns = Math.max(1, Math.round(width * scale))
  const rows = Math.max(1, Math.round(height * scale))
  const samples = new Uint8Array(columns * rows).fill(FILL)
  samples.fill(FRAME, 0, columns)
  samples.fill(FRAME, columns * (rows - 1))
  for (let row = 0; row < rows; row++) {
    samples[row * columns] = FRAME
    samples[(row + 1) * columns - 1] = FRAME
  }
  return writeGreyPng(columns, rows, samples)
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
