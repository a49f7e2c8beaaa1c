/**
 * Wraps the decoder packages of the host as functions from a file to its pixels.
 *
 * @module
 */

import { readHostFile, requireFromHost } from '../../assets/place.js'
import { SealwrightError } from '../../errors.js'
import { codeOf } from '../../input/foreign-values.js'
import { damagedImage, decoderMissing } from './image-error.js'
import { checkSize } from './raster.js'

/** Red, green, blue and opacity of each pixel, one byte each. */
interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray | Uint8Array
}

/** Decodes a file. It may throw any value if the file is damaged. */
export type DecodePixels = (bytes: Uint8Array) => Promise<Pixels>

/** A decoder: the package that the host installs, and the code that wraps it as a function. */
interface HostDecoder {
  readonly packageName: string
  load(): Promise<DecodePixels>
}

const DECODERS: Readonly<Record<'WebP' | 'AVIF' | 'HEIC', HostDecoder>> = {
  WebP: {
    packageName: '@jsquash/webp',
    load: () => loadJsquash('@jsquash/webp', 'webp'),
  },
  AVIF: {
    packageName: '@jsquash/avif',
    load: () => loadJsquash('@jsquash/avif', 'avif'),
  },
  HEIC: { packageName: 'libheif-js', load: loadLibheif },
}

/** Loads the decoder of a format. Returns an error with the reason if that fails. */
export async function loadHostDecoder(format: keyof typeof DECODERS): Promise<DecodePixels | SealwrightError> {
  const { packageName, load } = DECODERS[format]
  try {
    return await load()
  } catch (cause) {
    if (codeOf(cause) === 'MODULE_NOT_FOUND') return decoderMissing(format, packageName)
    return new SealwrightError('missing_dependency', `${packageName} is installed but cannot be loaded.`, { cause })
  }
}

/** The part of WebAssembly that is used. The types of Node.js do not declare it. */
interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<object>
}

/** The part of the packages `@jsquash/…` that is used: a decoder that runs in a given WebAssembly module. */
interface JsquashLibrary {
  init(module: object): Promise<void>
  default(buffer: ArrayBuffer): Promise<Pixels>
}

/** Loads a decoder with its own memory for each document, since WebAssembly memory never shrinks. */
async function loadJsquash(packageName: string, codec: string): Promise<DecodePixels> {
  const library = requireFromHost(`${packageName}/decode.js`) as JsquashLibrary
  const file = readHostFile(`${packageName}/codec/dec/${codec}_dec.wasm`)
  const api = Reflect.get(globalThis, 'WebAssembly') as WebAssemblyApi
  await library.init(await api.compile(file))
  return (bytes) => library.default(Uint8Array.from(bytes).buffer)
}

type Handle = object

/** The part of `libheif-js` that is used: the functions below its `HeifDecoder`, which writes to the console. */
interface HeifLibrary {
  readonly heif_colorspace: { readonly heif_colorspace_RGB: object }
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: object }
  readonly heif_channel: { readonly heif_channel_interleaved: object }
  heif_context_alloc(): Handle
  heif_context_free(context: Handle): void
  heif_context_read_from_memory(context: Handle, bytes: Uint8Array): unknown
  heif_js_context_get_primary_image_handle(context: Handle): Handle
  heif_image_handle_get_width(handle: Handle): number
  heif_image_handle_get_height(handle: Handle): number
  heif_image_handle_release(handle: Handle): void
  heif_js_decode_image2(handle: Handle, space: object, chroma: object): DecodedHeif | Promise<DecodedHeif>
  heif_image_release(image: Handle): void
}

interface DecodedHeif {
  readonly image: Handle
  readonly channels?: readonly {
    readonly id: object
    readonly width: number
    readonly height: number
    readonly stride: number
    readonly data: Uint8Array
  }[]
}

async function loadLibheif(): Promise<DecodePixels> {
  const library = requireFromHost('libheif-js/wasm-bundle') as HeifLibrary
  return (bytes) => decodeHeif(library, bytes)
}

async function decodeHeif(library: HeifLibrary, bytes: Uint8Array): Promise<Pixels> {
  const context = library.heif_context_alloc()
  try {
    library.heif_context_read_from_memory(context, bytes)
    const handle = library.heif_js_context_get_primary_image_handle(context)
    try {
      const [width, height] = [
        library.heif_image_handle_get_width(handle),
        library.heif_image_handle_get_height(handle),
      ]
      checkSize('HEIC', width, height, 4)
      const { heif_colorspace: spaces, heif_chroma: layouts } = library
      const decoded = await library.heif_js_decode_image2(
        handle,
        spaces.heif_colorspace_RGB,
        layouts.heif_chroma_interleaved_RGBA,
      )
      return pixelsOf(decoded)
    } finally {
      library.heif_image_handle_release(handle)
    }
  } finally {
    library.heif_context_free(context)
  }

  function pixelsOf({ image, channels = [] }: DecodedHeif): Pixels {
    const channel = channels.find(({ id }) => id === library.heif_channel.heif_channel_interleaved)
    if (channel === undefined) throw damagedImage('HEIC')
    const { width, height, stride, data } = channel
    const pixels = new Uint8Array(4 * width * height)
    for (let row = 0; row < height; row++) {
      pixels.set(data.subarray(row * stride, row * stride + 4 * width), 4 * width * row)
    }
    library.heif_image_release(image)
    return { width, height, data: pixels }
  }
}
