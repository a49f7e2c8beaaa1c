/**
 * Limits and samples shared by all bitmap formats.
 *
 * @module
 */

import type { RasterImage } from './image.js'
import { damagedImage, tooLargeImage } from './image-error.js'
import { IMAGE_LIMITS } from './image-limits.js'

/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** Checks that an image of this size may be decoded with this number of bytes for each pixel. */
export function checkSize(what: string, width: number, height: number, bytesPerPixel: number): void {
  if (!(width > 0 && height > 0)) throw damagedImage(what)
  if (width > IMAGE_LIMITS.maxSide || height > IMAGE_LIMITS.maxSide) throw tooLargeImage()
  if (width * height * bytesPerPixel > IMAGE_LIMITS.maxDecodedBytes) throw tooLargeImage()
}

/** Creates an image from pixels of red, green, blue and opacity. The opacity is omitted if the image is opaque. */
export function rasterFromRgba(width: number, height: number, rgba: Uint8Array): RasterImage {
  const count = width * height
  const data = new Uint8Array(3 * count)
  const alpha = new Uint8Array(count)
  let isOpaque = true
  for (let i = 0, from = 0, to = 0; i < count; i++, from += 4, to += 3) {
    data[to] = rgba[from] ?? 0
    data[to + 1] = rgba[from + 1] ?? 0
    data[to + 2] = rgba[from + 2] ?? 0
    const opacity = rgba[from + 3] ?? 0
    alpha[i] = opacity
    if (opacity !== 255) isOpaque = false
  }
  return {
    kind: 'raster',
    width,
    height,
    colors: 'rgb',
    bits: 8,
    data,
    encoding: 'raw',
    ...(isOpaque ? {} : { alpha }),
  }
}
