/**
 * Bitmaps in metafiles, and their combination with the background.
 *
 * @module
 */

import type { RasterImage } from '../image.js'

/** Raster operations ([MS-WMF], 2.1.1.31) without the low word, which is redundant. */
const SRCCOPY = 0xcc
const SRCAND = 0x88
const SRCPAINT = 0xee
const SRCINVERT = 0x66
const PATCOPY = 0xf0
const BLACKNESS = 0x00
const WHITENESS = 0xff

/** The result of a ternary raster operation on white paper. */
export function rasterOperation(code: number): 'copy' | 'mask' | 'merge' | 'pattern' | 'black' | 'white' | 'nothing' {
  switch ((code >>> 16) & 0xff) {
    case SRCCOPY:
      return 'copy'
    case SRCAND:
      return 'mask'
    case SRCPAINT:
    case SRCINVERT:
      return 'merge'
    case PATCOPY:
      return 'pattern'
    case BLACKNESS:
      return 'black'
    case WHITENESS:
      return 'white'
    default:
      return 'nothing'
  }
}

/** A part of a bitmap. It has 8-bit indexes or colours, as all bitmaps read from metafiles. */
export function cropImage(image: RasterImage, x: number, y: number, width: number, height: number): RasterImage {
  const left = Math.max(0, Math.min(image.width - 1, Math.trunc(x)))
  const top = Math.max(0, Math.min(image.height - 1, Math.trunc(y)))
  const columns = Math.min(image.width - left, Math.trunc(Math.abs(width)))
  const rows = Math.min(image.height - top, Math.trunc(Math.abs(height)))
  if (columns < 1 || rows < 1 || (columns === image.width && rows === image.height)) return image
  const channels = image.colors === 'rgb' ? 3 : 1
  const data = cropRows(image.data, image.width * channels, left * channels, top, columns * channels, rows)
  const { alpha } = image
  return {
    ...image,
    width: columns,
    height: rows,
    data,
    ...(alpha === undefined ? {} : { alpha: cropRows(alpha, image.width, left, top, columns, rows) }),
  }
}

function cropRows(
  data: Uint8Array,
  rowBytes: number,
  left: number,
  top: number,
  width: number,
  rows: number,
): Uint8Array {
  const part = new Uint8Array(width * rows)
  for (let row = 0; row < rows; row++) {
    const start = (top + row) * rowBytes + left
    part.set(data.subarray(start, start + width), row * width)
  }
  return part
}

/** Whether a bitmap is a mask: only the first two palette entries matter. */
export function hasTwoColors({ colors }: RasterImage): boolean {
  return typeof colors !== 'string' && colors.palette.subarray(6).every((value) => value === 0)
}

/** The inverse of a mask. With OR, the bitmap is visible where the mask is white. */
export function invertPalette(image: RasterImage): RasterImage {
  if (typeof image.colors === 'string') return image
  return {
    ...image,
    colors: { palette: image.colors.palette.map((value, index) => (index < 6 ? 255 - value : value)) },
  }
}

/** A bitmap that is visible only where the mask is black: the result of AND with the mask and OR with the bitmap. */
export function maskImage(image: RasterImage, mask: RasterImage): RasterImage {
  if (mask.width !== image.width || mask.height !== image.height) return image
  const alpha = new Uint8Array(image.width * image.height)
  const { colors, data } = mask
  for (let i = 0; i < alpha.length; i++) {
    const value = typeof colors === 'string' ? data[colors === 'rgb' ? 3 * i : i] : colors.palette[3 * (data[i] ?? 0)]
    alpha[i] = 255 - (value ?? 255)
  }
  return { ...image, alpha }
}
