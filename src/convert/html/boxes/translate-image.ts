/**
 * Converts images in formats that a DOCX cannot contain to PNG.
 *
 * @module
 */

import { SealwrightError } from '../../../errors.js'
import {
  damagedImage,
  type HostImageReader,
  type ImageFormat,
  isHostFormat,
  type RasterImage,
  readIco,
  sniffImage,
  unsupportedImage,
} from '../../../typeset/painting.js'
import { writePng } from '../../docx-writer/write-png.js'
import type { ImageSize } from './image-size.js'

/** Formats that a DOCX can contain. An image in one of them whose size cannot be read is damaged. */
const KEPT: ReadonlySet<ImageFormat> = new Set(['PNG', 'JPEG', 'GIF', 'BMP', 'TIFF', 'SVG'])

/** An image as a PNG. */
interface TranslatedImage extends ImageSize {
  readonly bytes: Uint8Array
  readonly type: 'png'
}

/** The image as a PNG, or the reason why it is not shown. */
export async function translateImage(
  bytes: Uint8Array,
  reader: HostImageReader,
): Promise<TranslatedImage | SealwrightError> {
  const format = sniffImage(bytes)
  try {
    const image = await decode(format, bytes, reader)
    return { bytes: writePng(image), type: 'png', width: image.width, height: image.height }
  } catch (error) {
    if (error instanceof SealwrightError) return error
    // A damaged file makes a decoder read past the end of its arrays.
    if (error instanceof RangeError || error instanceof TypeError) return damagedImage(format, error)
    throw error
  }
}

async function decode(format: ImageFormat, bytes: Uint8Array, reader: HostImageReader): Promise<RasterImage> {
  if (isHostFormat(format)) return reader.read(format, bytes)
  if (format === 'ICO') return readIco(bytes)
  throw KEPT.has(format) ? damagedImage(format) : unsupportedImage(format)
}
