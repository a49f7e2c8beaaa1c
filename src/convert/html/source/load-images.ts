/**
 * Loads the images of a page, from the page itself or by the caller's loader.
 *
 * @module
 */

import type { SealwrightError } from '../../../errors.js'
import { isBytes, messageOf } from '../../../input/foreign-values.js'
import { HostImageReader, tooLargeImage } from '../../../typeset/painting.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import { type ImageSize, type ImageType, identifyImage } from '../boxes/image-size.js'
import { translateImage } from '../boxes/translate-image.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import { decodeDataUri } from './data-uri.js'
import { getAttribute } from './html-tree.js'
import type { PageSurvey } from './survey-page.js'

/** Something that a document refers to, such as an image. */
export interface Resource {
  readonly bytes: Uint8Array
  readonly mediaType?: string
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
