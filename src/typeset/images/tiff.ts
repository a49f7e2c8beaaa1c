import { createRequire } from 'node:module'
import type { RasterImage } from './image.js'
import { damagedImage } from './image-error.js'
import { checkSize, rasterFromRgba } from './raster.js'

const IMAGE_WIDTH = 't256'
const IMAGE_LENGTH = 't257'

/** Reads the first image of a TIFF file. */
export function readTiff(bytes: Uint8Array): RasterImage {
  try {
    // A copy of its own: the library reads the whole buffer behind a view.
    const file = bytes.slice().buffer
    const utif = loadLibrary()
    const [directory] = utif.decode(file)
    if (directory === undefined) throw damagedImage('TIFF')
    const width = firstNumber(directory[IMAGE_WIDTH])
    const height = firstNumber(directory[IMAGE_LENGTH])
    checkSize('TIFF', width, height, 8)
    utif.decodeImage(file, directory)
    return rasterFromRgba(width, height, utif.toRGBA8(directory))
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'SealwrightError') throw cause
    throw damagedImage('TIFF', cause)
  }
}

/** Loaded by the first TIFF: few documents have one, and it brings an inflater of its own. */
function loadLibrary(): typeof import('utif2') {
  library ??= createRequire(import.meta.url)('utif2') as typeof import('utif2')
  return library
}

let library: typeof import('utif2') | undefined

function firstNumber(value: unknown): number {
  const first: unknown = Array.isArray(value) || ArrayBuffer.isView(value) ? Reflect.get(value, 0) : value
  return typeof first === 'number' && Number.isInteger(first) ? first : 0
}
