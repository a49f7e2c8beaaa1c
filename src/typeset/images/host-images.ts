/**
 * Decodes pictures in formats of the web and of telephones with packages that the host may have installed. The packages are
 * compiled to WebAssembly, so a picture that exploits a decoder can only write to the decoder's own memory.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { deflateSync } from '../../platform/deflation.js'
import { readHeifSize } from './heif-size.js'
import { type DecodePixels, loadHostDecoder } from './host-decoders.js'
import type { Image, RasterImage } from './image.js'
import { damagedImage, tooLargeImage } from './image-error.js'
import { type ImageFormat, sniffImage } from './image-format.js'
import { IMAGE_LIMITS } from './image-limits.js'
import { checkSize, type PixelSize, rasterFromRgba } from './raster.js'
import { readWebpSize, stillWebp } from './webp.js'

/** Formats that packages of the host decode. */
type HostFormat = Extract<ImageFormat, 'WebP' | 'AVIF' | 'HEIC'>

/** Decoded pictures by the bytes of their file, or the reason why a picture cannot be shown. */
export type HostImages = ReadonlyMap<Uint8Array, Image | SealwrightError>

/** Whether pictures of a format are decoded by packages of the host. */
export function isHostFormat(format: ImageFormat): format is HostFormat {
  return format === 'WebP' || format === 'AVIF' || format === 'HEIC'
}

/** Decodes the pictures of one document. Each decoder is loaded on first use. */
export class HostImageReader {
  readonly #decoders = new Map<HostFormat, Promise<DecodePixels | SealwrightError>>()
  #pixelsLeft: number = IMAGE_LIMITS.maxHostDecodedPixels

  /**
   * Decodes one picture.
   *
   * @throws SealwrightError `invalid_document` when it is damaged, `document_too_complex` when it is too large,
   *   `missing_dependency` when its decoder is not installed
   */
  async read(format: HostFormat, bytes: Uint8Array): Promise<RasterImage> {
    const size = readHostImageSize(format, bytes)
    if (size === undefined) throw damagedImage(format)
    checkSize(format, size.width, size.height, 4)
    this.#pixelsLeft -= size.width * size.height
    if (this.#pixelsLeft < 0) throw tooLargeImage()
    let decoder = this.#decoders.get(format)
    if (decoder === undefined) {
      decoder = loadHostDecoder(format)
      this.#decoders.set(format, decoder)
    }
    const decode = await decoder
    if (decode instanceof SealwrightError) throw decode
    return rasterOf(format, await decodePixels(format, decode, bytes), size)
  }
}

/**
 * Decodes the pictures of a document in formats that packages of the host support.
 *
 * @throws the signal's reason when aborted
 */
export async function readHostImages(
  images: Iterable<{ readonly bytes: Uint8Array }>,
  signal?: AbortSignal,
): Promise<HostImages> {
  const read = new Map<Uint8Array, Image | SealwrightError>()
  const reader = new HostImageReader()
  for (const { bytes } of images) {
    const format = sniffImage(bytes)
    if (!isHostFormat(format) || read.has(bytes)) continue
    signal?.throwIfAborted()
    try {
      read.set(bytes, packed(await reader.read(format, bytes)))
    } catch (error) {
      if (!(error instanceof SealwrightError)) throw error
      read.set(bytes, error)
    }
  }
  return read
}

/** Width and height of a picture in pixels, from its header only; undefined if the header does not contain them. */
export function readHostImageSize(format: HostFormat, bytes: Uint8Array): PixelSize | undefined {
  return format === 'WebP' ? readWebpSize(bytes) : readHeifSize(bytes)
}

async function decodePixels(format: HostFormat, decode: DecodePixels, bytes: Uint8Array) {
  try {
    return await decode(format === 'WebP' ? stillWebp(bytes) : bytes)
  } catch (cause) {
    if (cause instanceof SealwrightError) throw cause
    throw damagedImage(format, cause)
  }
}

type Pixels = Awaited<ReturnType<DecodePixels>>

function rasterOf(format: HostFormat, { width, height, data }: Pixels, told: PixelSize): RasterImage {
  // The size in the header was checked before decoding. A larger picture contradicts its header.
  if (width * height > told.width * told.height || data.length < 4 * width * height) throw damagedImage(format)
  return rasterFromRgba(width, height, new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
}

/** Compresses a picture as in PNG, so that many photos of a document do not fill the memory. */
function packed(image: RasterImage): RasterImage {
  const { width, height, data } = image
  const rowBytes = 3 * width
  const rows = new Uint8Array((rowBytes + 1) * height)
  for (let row = 0; row < height; row++) {
    const from = row * rowBytes
    const to = row * (rowBytes + 1)
    // The filter Sub: the difference from the pixel to the left (ISO/IEC 15948, 9.2).
    rows[to] = 1
    for (let i = 0; i < rowBytes; i++) {
      rows[to + 1 + i] = (data[from + i] ?? 0) - (i < 3 ? 0 : (data[from + i - 3] ?? 0))
    }
  }
  return { ...image, encoding: 'png', data: deflateSync(rows, { level: 6 }) }
}
