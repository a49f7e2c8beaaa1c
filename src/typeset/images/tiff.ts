/**
 * Reads TIFF pictures. The directory and the general compressions are decoded here, within limits. `utif2` has no limits, so it
 * gets single strips or tiles, and only for fax and JPEG data, predictors and colour models.
 *
 * @module
 */

import { createRequire } from 'node:module'
import { decodeLzw, decodeRunLength } from '../../pdf/codecs.js'
import { inflateRawSync } from '../../platform/compression.js'
import type { RasterImage } from './image.js'
import { damagedImage, unsupportedImage } from './image-error.js'
import { checkJpegFrames } from './jpeg-frames.js'
import { checkSize, rasterFromRgba } from './raster.js'
import { readTiffDirectory, type TiffDirectory } from './tiff-directory.js'

const COMPRESSION = {
  none: 1,
  g2: 2,
  g3: 3,
  g4: 4,
  lzw: 5,
  oldJpeg: 6,
  jpeg: 7,
  deflate: 8,
  adobeDeflate: 32946,
  packBits: 32773,
}
const SUPPORTED: ReadonlySet<number> = new Set(Object.values(COMPRESSION))
/** Maximum number of samples of a pixel: colours or inks, and some extra samples. */
const MAX_SAMPLES = 16
/** Maximum number of bits of a sample. */
const MAX_BITS = 32
/** Highest supported photometric interpretation of TIFF 6.0: CIE L*a*b*. */
const MAX_PHOTOMETRIC = 8
/** The photometric interpretation of CMYK pictures (TIFF 6.0, section 16). */
const CMYK = 5
/** Samples of cyan, magenta, yellow and black. A further sample may be opacity. */
const INKS = 4
/** Kinds of extra samples that are opacity, with colours multiplied by it or not (TIFF 6.0, section 18). */
const OPACITY_KINDS: ReadonlySet<number> = new Set([1, 2])
/** Offset of the data in the small file that is created for each strip or tile. */
const HEADER_BYTES = 8

/** Layout of the image in strips or tiles. */
interface Layout {
  readonly width: number
  readonly height: number
  readonly bitsPerPixel: number
  readonly compression: number
  /** Size of a strip or a tile, in pixels. */
  readonly segmentWidth: number
  readonly segmentHeight: number
  readonly offsets: readonly number[]
  readonly lengths: readonly number[]
}

/** Reads the first image of a TIFF file. */
export function readTiff(bytes: Uint8Array): RasterImage {
  try {
    const directory = readTiffDirectory(bytes)
    const layout = readLayout(directory, bytes.length)
    const { width, height } = layout
    const segments = decodeSegments(bytes, directory, layout)
    if (directory.photometric?.[0] === CMYK) {
      return rasterFromRgba(width, height, rgbaOfInks(segments.data, directory, width * height))
    }
    const image = { ...forLibrary(directory, layout), ...segments, width, height }
    return rasterFromRgba(width, height, loadLibrary().toRGBA8(image))
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'SealwrightError') throw cause
    throw damagedImage('TIFF', cause)
  }
}

function readLayout(directory: TiffDirectory, fileBytes: number): Layout {
  const width = directory.imageWidth?.[0] ?? 0
  const height = directory.imageLength?.[0] ?? 0
  const samples = directory.samplesPerPixel?.[0] ?? 1
  const bits = directory.bitsPerSample?.[0] ?? 1
  const bitsPerPixel = bits * samples
  if (!(bits > 0 && bits <= MAX_BITS && samples > 0 && samples <= MAX_SAMPLES)) throw damagedImage('TIFF')
  checkSize('TIFF', width, height, 8 + Math.ceil(bitsPerPixel / 8))
  const compression = directory.compression?.[0] ?? COMPRESSION.none
  if (!SUPPORTED.has(compression)) throw unsupportedImage(`TIFF with compression ${compression}`)
  if ((directory.photometric?.[0] ?? 0) > MAX_PHOTOMETRIC) throw unsupportedImage('TIFF of a camera')
  if (compression === COMPRESSION.jpeg && directory.photometric?.[0] === CMYK)
    throw unsupportedImage('TIFF in printing inks (CMYK) with JPEG inside')
  if (samples > 1 && directory.planarConfiguration?.[0] === 2) throw unsupportedImage('TIFF in planes')
  const size = { width, height, bitsPerPixel }
  if (compression === COMPRESSION.oldJpeg) {
    const offset = directory.jpegOffset?.[0]
    if (offset === undefined) throw unsupportedImage('TIFF with JPEG of the first kind')
    const lengths = [directory.jpegLength?.[0] ?? fileBytes - offset]
    return {
      ...size,
      compression: COMPRESSION.jpeg,
      segmentWidth: width,
      segmentHeight: height,
      offsets: [offset],
      lengths,
    }
  }
  const isTiled = directory.tileOffsets !== undefined
  const segmentWidth = isTiled ? (directory.tileWidth?.[0] ?? 0) : width
  const segmentHeight = isTiled
    ? (directory.tileLength?.[0] ?? 0)
    : Math.min(height, directory.rowsPerStrip?.[0] ?? height)
  checkSize('TIFF', segmentWidth, segmentHeight, 8 + Math.ceil(bitsPerPixel / 8))
  const offsets = directory.tileOffsets ?? directory.stripOffsets ?? []
  const lengths = (isTiled ? directory.tileByteCounts : directory.stripByteCounts) ?? []
  return { ...size, compression, segmentWidth, segmentHeight, offsets, lengths }
}

/**
 * Converts inks to red, green, blue and opacity. Each ink absorbs its share of the light, as ImageMagick and Word compute it for
 * pictures without a profile. Outside a browser, the library does not convert inks.
 */
function rgbaOfInks(data: Uint8Array, directory: TiffDirectory, count: number): Uint8Array {
  const samples = directory.samplesPerPixel?.[0] ?? INKS
  const bits = directory.bitsPerSample?.[0] ?? 8
  if (samples < INKS) throw damagedImage('TIFF')
  if (bits !== 8 && bits !== 16) throw unsupportedImage(`TIFF in printing inks (CMYK) of ${bits} bits`)
  const step = bits / 8
  // The upper eight of 16 bits are used.
  const first = step === 2 && directory.littleEndian ? 1 : 0
  const hasOpacity = samples > INKS && OPACITY_KINDS.has(directory.extraSamples?.[0] ?? 0)
  const rgba = new Uint8Array(4 * count)
  for (let i = 0, from = first, to = 0; i < count; i++, from += samples * step, to += 4) {
    const light = 255 - (data[from + 3 * step] ?? 0)
    for (let ink = 0; ink < 3; ink++) {
      rgba[to + ink] = Math.round(((255 - (data[from + ink * step] ?? 0)) * light) / 255)
    }
    rgba[to + 3] = hasOpacity ? (data[from + INKS * step] ?? 0) : 255
  }
  return rgba
}

/** Decodes all strips or tiles into one image. Decoding may change the colour model. */
function decodeSegments(bytes: Uint8Array, directory: TiffDirectory, layout: Layout) {
  const { width, height, bitsPerPixel, segmentWidth, segmentHeight } = layout
  const rowBytes = Math.ceil((width * bitsPerPixel) / 8)
  const segmentRowBytes = Math.ceil((segmentWidth * bitsPerPixel) / 8)
  const columns = Math.ceil(width / segmentWidth)
  const count = columns * Math.ceil(height / segmentHeight)
  const data = new Uint8Array(rowBytes * height)
  let photometric = directory.photometric
  for (let index = 0; index < count; index++) {
    const top = Math.floor(index / columns) * segmentHeight
    const left = (index % columns) * segmentRowBytes
    // Tiles are padded to their full size. The last strip ends with the image.
    const rows = layout.segmentWidth === width ? Math.min(segmentHeight, height - top) : segmentHeight
    const decoded = decodeSegment(bytes, directory, layout, index, rows)
    photometric = decoded.photometric
    const used = Math.min(segmentRowBytes, rowBytes - left)
    for (let row = 0; row < rows && top + row < height; row++) {
      const from = row * segmentRowBytes
      data.set(decoded.data.subarray(from, from + used), (top + row) * rowBytes + left)
    }
  }
  return { data, ...(photometric === undefined ? {} : { t262: [...photometric] }) }
}

function decodeSegment(bytes: Uint8Array, directory: TiffDirectory, layout: Layout, index: number, rows: number) {
  const { bitsPerPixel, segmentWidth, compression } = layout
  const size = Math.ceil((segmentWidth * bitsPerPixel) / 8) * rows
  const offset = layout.offsets[index] ?? bytes.length
  const stored = bytes.subarray(offset, offset + (layout.lengths[index] ?? (layout.offsets.length === 1 ? size : 0)))
  const plain = expand(stored, compression, size)
  if (compression === COMPRESSION.jpeg) {
    checkJpegFrames([Uint8Array.from(directory.jpegTables ?? []), plain], segmentWidth, rows)
  }
  const file = new Uint8Array(HEADER_BYTES + plain.length)
  file.fill(directory.littleEndian ? 0x49 : 0x4d, 0, 2)
  file.set(plain, HEADER_BYTES)
  const image: LibraryImage = {
    ...forLibrary(directory, layout),
    t256: [segmentWidth],
    t257: [rows],
    t259: [isExpandedHere(compression) ? COMPRESSION.none : compression],
    t273: [HEADER_BYTES],
    t278: [rows],
    t279: [plain.length],
  }
  loadLibrary().decodeImage(file.buffer, image)
  return { data: image.data ?? new Uint8Array(0), photometric: image.t262 }
}

function isExpandedHere(compression: number): boolean {
  const { lzw, deflate, adobeDeflate, packBits } = COMPRESSION
  return [lzw, deflate, adobeDeflate, packBits].includes(compression)
}

/** Decompresses a segment with a general compression, up to its expected size. */
function expand(stored: Uint8Array, compression: number, size: number): Uint8Array {
  const limit = size + SLACK_BYTES
  switch (compression) {
    case COMPRESSION.lzw:
      return decodeLzw(stored, true, limit, true).subarray(0, size)
    case COMPRESSION.packBits:
      return decodeRunLength(stored, limit, true).subarray(0, size)
    case COMPRESSION.deflate:
    case COMPRESSION.adobeDeflate:
      // Skips the two bytes of zlib's header. Its checksum at the end is not verified.
      return inflateRawSync(stored.subarray(2), { maxOutputLength: limit }).subarray(0, size)
    default:
      return stored
  }
}

/** Maximum number of additional bytes at the end of a strip, which some writers add. */
const SLACK_BYTES = 65_536

/** An image of utif2, with values by `t` and the number of the field. */
interface LibraryImage {
  [field: `t${number}`]: number[]
  data?: Uint8Array
}

function forLibrary(directory: TiffDirectory, { width, height }: Layout): LibraryImage {
  const fields: readonly [number, readonly number[] | undefined][] = [
    [258, directory.bitsPerSample],
    [262, directory.photometric],
    [266, directory.fillOrder],
    [277, directory.samplesPerPixel],
    [292, directory.t4Options],
    [317, directory.predictor],
    [320, directory.colorMap],
    [338, directory.extraSamples],
    [339, directory.sampleFormat],
    [347, directory.jpegTables],
    [530, directory.ycbcrSubSampling],
  ]
  const image: LibraryImage = { t256: [width], t257: [height] }
  for (const [tag, values] of fields) if (values !== undefined) image[`t${tag}`] = [...values]
  return image
}

/** The part of utif2 that is used. Its own types declare a directory without fields. */
interface TiffLibrary {
  decodeImage(file: ArrayBufferLike, image: LibraryImage): void
  toRGBA8(image: LibraryImage & { width: number; height: number }): Uint8Array
}

/** Loads utif2 for the first TIFF, since few documents contain one and the library includes its own inflater. */
function loadLibrary(): TiffLibrary {
  library ??= createRequire(import.meta.url)('utif2') as TiffLibrary
  return library
}

let library: TiffLibrary | undefined
