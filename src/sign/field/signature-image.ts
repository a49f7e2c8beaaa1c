/**
 * The picture in a visible signature: handwriting, a stamp or a logo.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { Matrix } from '../../pdf/matrix.js'
import {
  type DisplayItem,
  type Image,
  type JpegImage,
  type JpegOrientation,
  type RasterImage,
  readJpeg,
  readJpegOrientation,
  readPng,
  readPngSize,
  sniffImage,
  withoutJpegMetadata,
} from '../../typeset/painting.js'

const MB = 1024 * 1024

/** Limits on the picture in a visible signature. */
export const SIGNATURE_IMAGE_LIMITS = {
  /** Size of the file, in bytes. */
  maxBytes: 4 * MB,
  /** Width times height, from the header, in pixels. */
  maxPixels: 16_000_000,
} as const

/** A picture for the signature of one document. */
export interface PreparedImage {
  readonly image: RasterImage | JpegImage
  /** Width as displayed, in pixels. */
  readonly width: number
  readonly height: number
  readonly orientation: JpegOrientation
}

/** The document's requirements on pictures. */
export interface ImageNeeds {
  /** True when nothing may be transparent. */
  readonly isOpaque: boolean
  /** True when colours must not depend on a device. */
  readonly isArchive: boolean
}

/**
 * Reads a PNG or JPEG file. Its size is checked before anything is decoded, and a PNG is decoded in full here, so that
 * damage is found before signing. A photograph is turned upright, and its metadata is removed.
 *
 * @throws SealwrightError `invalid_request` for another format, a damaged file and one that is too large;
 *   `cannot_conform` for printing inks in an archive
 */
export function prepareImage(
  bytes: Uint8Array,
  needs: ImageNeeds,
  what: 'picture of the signature' | 'logo' = 'picture of the signature',
): PreparedImage {
  const invalid = (reason: string, cause?: unknown) => unusable(what, reason, cause)
  const { maxBytes } = SIGNATURE_IMAGE_LIMITS
  if (bytes.length > maxBytes) throw invalid(`it has ${bytes.length} bytes, and at most ${maxBytes} are allowed`)
  const format = sniffImage(bytes)
  if (format !== 'PNG' && format !== 'JPEG') {
    throw invalid(
      what === 'logo' ? 'it is neither a PNG, a JPEG nor an SVG file' : 'it is neither a PNG nor a JPEG file',
    )
  }
  try {
    return format === 'PNG' ? preparePng(bytes, needs, what) : prepareJpeg(bytes, needs, what)
  } catch (error) {
    if (error instanceof SealwrightError) {
      const isOurs = error.code === 'invalid_request' || error.code === 'cannot_conform'
      throw isOurs
        ? error
        : invalid(error.code === 'unsupported_document' ? 'its coding is not supported' : 'it is damaged', error)
    }
    // Decoders of damaged files read beyond their arrays in many ways.
    if (error instanceof RangeError || error instanceof TypeError) throw invalid('it is damaged', error)
    throw error
  }
}

function preparePng(bytes: Uint8Array, { isOpaque }: ImageNeeds, what: string): PreparedImage {
  const { width, height } = readPngSize(bytes)
  assertSize(width, height, what)
  const image = readPng(bytes, { decode: true })
  return { image: isOpaque ? onWhite(image) : image, width, height, orientation: 1 }
}

function prepareJpeg(bytes: Uint8Array, { isArchive }: ImageNeeds, what: string): PreparedImage {
  const image = readJpeg(bytes)
  assertSize(image.width, image.height, what)
  if (image.components === 4 && isArchive) {
    const message = `The ${what} is in CMYK, the colours of printing inks, which the PDF/A claim of the document does not permit here.`
    throw new SealwrightError('cannot_conform', message)
  }
  const orientation = readJpegOrientation(bytes)
  const isTurned = orientation >= 5
  return {
    image: { ...image, bytes: withoutJpegMetadata(bytes) },
    width: isTurned ? image.height : image.width,
    height: isTurned ? image.width : image.height,
    orientation,
  }
}

function assertSize(width: number, height: number, what: string): void {
  const { maxPixels } = SIGNATURE_IMAGE_LIMITS
  if (!(width > 0 && height > 0)) throw unusable(what, 'it has no area')
  if (width * height > maxPixels) {
    throw unusable(what, `it has ${width} x ${height} pixels, and at most ${maxPixels} together are allowed`)
  }
}

/** The picture as it looks on white paper, without an alpha channel. */
function onWhite(image: RasterImage): RasterImage {
  const { width, height, colors, data, alpha } = image
  if (alpha === undefined) return image
  const mixed = new Uint8Array(3 * width * height)
  for (let pixel = 0, to = 0; pixel < alpha.length; pixel++) {
    const opacity = (alpha[pixel] ?? 0) / 255
    for (let channel = 0; channel < 3; channel++, to++) {
      mixed[to] = 255 + opacity * (sampleOf(colors, data, pixel, channel) - 255)
    }
  }
  return { kind: 'raster', width, height, colors: 'rgb', bits: 8, encoding: 'raw', data: mixed }
}

/** A sample of an image with 8 bits per sample. */
function sampleOf(colors: RasterImage['colors'], data: Uint8Array, pixel: number, channel: number): number {
  if (colors === 'gray') return data[pixel] ?? 0
  if (colors === 'rgb') return data[3 * pixel + channel] ?? 0
  return colors.palette[3 * (data[pixel] ?? 0) + channel] ?? 0
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const KEY = 'signature'

/** The images that {@link drawImage} refers to. */
export function imagesFor({ image }: PreparedImage): ReadonlyMap<string, Image> {
  return new Map([[KEY, image]])
}

/** Draws the picture as large as it fits in the middle of a box. With `isWashedOut` it is paler instead of translucent. */
export function drawImage(
  prepared: PreparedImage,
  box: Box,
  { opacity, isOpaque }: { readonly opacity: number; readonly isOpaque: boolean },
): DisplayItem {
  const scale = Math.min(box.width / prepared.width, box.height / prepared.height)
  const width = scale * prepared.width
  const height = scale * prepared.height
  const place = { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }
  return {
    kind: 'group',
    matrix: uprightMatrix(prepared.orientation, place),
    items: [
      {
        kind: 'picture',
        image: KEY,
        x: 0,
        y: 0,
        width: UNIT,
        height: UNIT,
        crop: { left: 0, top: 0, right: 0, bottom: 0 },
        opacity: isOpaque ? 1 : opacity,
        ...(isOpaque && opacity < 1 ? { effect: 'washout' } : {}),
      },
    ],
  }
}

const UNIT = 1000

/** Maps the unit square of the stored picture to the box in which it is shown. */
function uprightMatrix(orientation: JpegOrientation, { x, y, width, height }: Box): Matrix {
  const [w, h] = [width / UNIT, height / UNIT]
  switch (orientation) {
    case 1:
      return [w, 0, 0, h, x, y]
    case 2:
      return [-w, 0, 0, h, x + width, y]
    case 3:
      return [-w, 0, 0, -h, x + width, y + height]
    case 4:
      return [w, 0, 0, -h, x, y + height]
    case 5:
      return [0, h, w, 0, x, y]
    case 6:
      return [0, h, -w, 0, x + width, y]
    case 7:
      return [0, -h, -w, 0, x + width, y + height]
    case 8:
      return [0, -h, w, 0, x, y + height]
  }
}

function unusable(what: string, reason: string, cause?: unknown): SealwrightError {
  const message = `The ${what} cannot be used: ${reason}.`
  return new SealwrightError('invalid_request', message, cause === undefined ? {} : { cause })
}
