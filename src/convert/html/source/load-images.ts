/**
 * Loads the images of a page, from the page itself or by the caller's loader.
 *
 * @module
 */

import { SealwrightError } from '../../../errors.js'
import { isBytes, messageOf } from '../../../input/foreign-values.js'
import {
  damagedImage,
  HostImageReader,
  type ImageFormat,
  isHostFormat,
  type RasterImage,
  readIco,
  sniffImage,
  tooLargeImage,
  unsupportedImage,
} from '../../../typeset/painting.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import { writePng } from '../../docx-writer/write-png.js'
import { type ImageSize, type ImageType, identifyImage } from '../boxes/image-size.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import { getAttribute } from './html-tree.js'
import type { PageSurvey } from './survey-page.js'

/** Something that a document refers to, such as an image. */
export interface Resource {
  readonly bytes: Uint8Array
  readonly mediaType?: string | undefined
}

/** Loads a resource of a document; `undefined` for one that the host does not provide. */
export type LoadResource = (url: string, options: { readonly signal?: AbortSignal }) => Promise<Resource | undefined>

/** An image and what it is. */
interface LoadedImage extends ImageSize {
  readonly bytes: Uint8Array
  readonly type: ImageType
}

/** Images by their `src`: the loaded image, or the error. */
export type LoadedImages = ReadonlyMap<string, LoadedImage | SealwrightError>

/** How images are loaded. */
export interface LoadImagesOptions {
  readonly loadResource?: LoadResource | undefined
  readonly baseUrl?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * The images of a document by their `src`. Images inside the document (`data:`) are decoded. All others come from the caller's
 * loader, or are not shown.
 */
export async function loadImages(
  survey: Pick<PageSurvey, 'images'>,
  options: LoadImagesOptions,
  warnings: ConversionWarnings,
): Promise<LoadedImages> {
  const images = new Map<string, LoadedImage | SealwrightError>()
  const reader = new HostImageReader()
  let left: number = CONVERT_LIMITS.maxTotalImageBytes
  let asked = 0
  for (const source of imageSources(survey)) {
    const isInside = /^data:/i.test(source)
    if (!isInside && (options.loadResource === undefined || ++asked > CONVERT_LIMITS.maxLoadedImages)) continue
    const limit = Math.min(left, CONVERT_LIMITS.maxImageBytes)
    const bytes = isInside ? decodeDataUri(source, limit) : await loadBytes(source, options, warnings)
    options.signal?.throwIfAborted()
    if (bytes === undefined) continue
    if (bytes.length > limit) {
      images.set(source, tooLargeImage())
      continue
    }
    const image = identifyImage(bytes)
    left -= bytes.length
    images.set(source, image === undefined ? await translateImage(bytes, reader) : { bytes, ...image })
  }
  return images
}

/** Address of an image: its `src`, or the first address of its `srcset`. */
export function imageSource(attribute: (name: string) => string | undefined): string | undefined {
  const source = attribute('src')?.trim()
  if (source !== undefined && source !== '') return source
  return /^\s*([^\s,]\S*)/.exec(attribute('srcset') ?? '')?.[1]?.replace(/,$/, '')
}

function imageSources({ images }: Pick<PageSurvey, 'images'>): Set<string> {
  const sources = new Set<string>()
  for (const image of images) {
    const source = imageSource((name) => getAttribute(image, name))
    if (source !== undefined) sources.add(source)
  }
  return sources
}

async function loadBytes(
  source: string,
  { loadResource, baseUrl, signal }: LoadImagesOptions,
  warnings: ConversionWarnings,
): Promise<Uint8Array | undefined> {
  let url = source
  try {
    if (baseUrl !== undefined) url = new URL(source, baseUrl).href
    const resource = await loadResource?.(url, signal === undefined ? {} : { signal })
    return isBytes(resource?.bytes) ? resource.bytes : undefined
  } catch (error) {
    signal?.throwIfAborted()
    const reason = messageOf(error)
    warnings.add(`The image ${url.slice(0, 200)} could not be loaded: ${reason.slice(0, 200)}`)
    return undefined
  }
}

/** Formats that a DOCX can contain. An image in one of them whose size cannot be read is damaged. */
const KEPT: ReadonlySet<ImageFormat> = new Set(['PNG', 'JPEG', 'GIF', 'BMP', 'TIFF', 'SVG'])

/** An image as a PNG. */
interface TranslatedImage extends ImageSize {
  readonly bytes: Uint8Array
  readonly type: 'png'
}

/** The image as a PNG, or the reason why it is not shown. */
async function translateImage(bytes: Uint8Array, reader: HostImageReader): Promise<TranslatedImage | SealwrightError> {
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

const HEADER = /^data:([^,;]*)((?:;[^,;]*)*),/i
const BASE64 = /^[\dA-Za-z+/]*={0,2}$/

/** The bytes of a `data:` URI (RFC 2397). `undefined` for another URI, for a damaged one, or for more than `maxBytes`. */
function decodeDataUri(uri: string, maxBytes: number): Uint8Array | undefined {
  const header = HEADER.exec(uri.slice(0, 1024))
  if (header === null) return undefined
  const body = uri.slice(header[0].length)
  const isBase64 = /;\s*base64\s*$/i.test(header[2] ?? '')
  if (body.length > maxBytes * 4) return undefined
  const bytes = isBase64 ? decodeBase64(body) : decodePercent(body)
  return bytes === undefined || bytes.length > maxBytes ? undefined : bytes
}

function decodeBase64(body: string): Uint8Array | undefined {
  const text = (body.includes('%') ? safeDecode(body) : body).replace(/[ \t\n\r\f]+/g, '')
  if (text.length === 0 || text.length % 4 === 1 || !BASE64.test(text)) return undefined
  return new Uint8Array(Buffer.from(text, 'base64'))
}

function decodePercent(body: string): Uint8Array {
  return new TextEncoder().encode(safeDecode(body))
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
