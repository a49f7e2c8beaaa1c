/**
 * Reads an image part of any supported format.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { FontLibrary } from '../fonts/font-face.js'
import { readBmp } from './bmp.js'
import { readGif } from './gif.js'
import type { HostImages } from './host-images.js'
import { readIco } from './ico.js'
import type { Image } from './image.js'
import { damagedImage, tooLargeImage, unsupportedImage } from './image-error.js'
import { type ImageFormat, sniffImage } from './image-format.js'
import { IMAGE_LIMITS } from './image-limits.js'
import { readJpeg } from './jpeg.js'
import { readJpeg2000 } from './jpeg2000.js'
import { readEmf } from './metafile/emf.js'
import { readWmf } from './metafile/wmf.js'
import { readPng } from './png.js'
import { readSvg } from './svg/svg.js'
import { readTiff } from './tiff.js'
import { unpackGzip } from './unpack-gzip.js'

/** Options for reading images, and the memory used so far. */
interface ReadImageOptions {
  /** Fonts for the text of metafiles; left out: that text is not shown. */
  readonly fonts?: FontLibrary | undefined
  /** Bytes that decoded images of the same file already occupy. */
  readonly spentBytes?: number
  /** Pictures decoded by packages of the host. */
  readonly hostImages?: HostImages | undefined
}

/**
 * Reads an image part. Its format is detected from its bytes.
 *
 * @throws SealwrightError `invalid_document` when it is damaged, `unsupported_document` when its format is none that can
 *   be shown, `missing_dependency` when its decoder is not installed, `document_too_complex` when it is too large
 */
export function readImage(bytes: Uint8Array, options: ReadImageOptions = {}): Image {
  if ((options.spentBytes ?? 0) > IMAGE_LIMITS.maxTotalDecodedBytes) throw tooLargeImage()
  const format = sniffImage(bytes)
  try {
    return readAs(format, bytes, options)
  } catch (error) {
    if (error instanceof SealwrightError) throw error
    // On damaged files, decoders exceed their arrays in many ways. All these errors count as damage.
    if (error instanceof RangeError || error instanceof TypeError || typeof error === 'string') {
      throw damagedImage(format, error)
    }
    throw error
  }
}

function readAs(format: ImageFormat, bytes: Uint8Array, options: ReadImageOptions): Image {
  switch (format) {
    case 'PNG':
      return readPng(bytes)
    case 'JPEG':
      return readJpeg(bytes)
    case 'GIF':
      return readGif(bytes)
    case 'BMP':
      return readBmp(bytes)
    case 'TIFF':
      return readTiff(bytes)
    case 'ICO':
      return readIco(bytes)
    case 'JPEG 2000':
      return readJpeg2000(bytes)
    case 'EMF':
      return readEmf(bytes, options.fonts)
    case 'WMF':
      return readWmf(bytes, options.fonts)
    case 'SVG':
      return readSvg(bytes, options.fonts)
    case 'gzip': {
      const inner = unpackGzip(bytes)
      const innerFormat = sniffImage(inner)
      if (innerFormat === 'gzip') throw damagedImage('compressed')
      return readAs(innerFormat, inner, options)
    }
    default:
      return readDecoded(format, bytes, options)
  }
}

/** A picture that a package of the host has already decoded. Throws the reason if it could not. */
function readDecoded(format: ImageFormat, bytes: Uint8Array, { hostImages }: ReadImageOptions): Image {
  const decoded = hostImages?.get(bytes)
  if (decoded === undefined) throw unsupportedImage(format)
  if (decoded instanceof SealwrightError) throw decoded
  return decoded
}
