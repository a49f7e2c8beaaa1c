/**
 * Where an image looks like print, and where like paper, whatever of it is masked.
 *
 * @module
 */

import { PdfDict, type PdfStream } from '../../pdf/objects.js'
import { type ColourSpace, DEVICE_GRAY, DEVICE_RGB, type Rgb, readColourSpace } from '../colour/colour.js'
import { isPaperColour, isPrintColour } from '../colour/tone.js'
import { spend } from '../content/content-budget.js'
import type { ContentSource } from '../content/content-source.js'
import { codecOf, decodeSamples, readRow, readSize, withoutCodec } from './image-samples.js'
import { decodeJpeg } from './jpeg/decode-jpeg.js'
import { readJpeg2000Image } from './jpeg2000-image.js'
import { averageMap, type OpacityMap } from './opacity-map.js'
import { readDecode } from './picture-part.js'

/** Shares of the places of an image. */
export interface ImageTones {
  readonly print: OpacityMap
  /** All that is not like paper, print included. */
  readonly ink: OpacityMap
  readonly paper: OpacityMap
}

/** Rows of pixels, each component from 0 to 1 as /Decode has it. */
interface Pixels {
  readonly width: number
  readonly height: number
  readonly space: ColourSpace
  rowAt(y: number): Float64Array
}

/** Letters in a picture that is as wide as a page are still told apart on a map of this size. */
const MAX_SIDE = 512
/** Pictures whose colours take a function for each pixel. */
const MAX_PIXELS_BY_FUNCTION = 300_000
/** Nanoseconds that a sample takes beyond those of a cell: it is sorted, and counted three times. */
const WORK_PER_SAMPLE = 50
/** What a pixel may be: print, other ink, paper. */
const KINDS = [0, 1, 2] as const
const [PRINT, INK, PAPER] = KINDS

const known = new WeakMap<PdfStream, ImageTones | null>()

/**
 * Reads what an image looks like.
 *
 * @param resources Where names of colour spaces are looked up.
 * @returns `undefined` for images whose colours cannot be read.
 */
export function readImageTones(
  source: ContentSource,
  image: PdfStream,
  resources: PdfDict | undefined,
): ImageTones | undefined {
  let tones = known.get(image)
  if (tones === undefined) {
    const pixels = readPixels(source, image, resources)
    tones = pixels === undefined ? null : sortPixels(pixels)
    known.set(image, tones)
  }
  return tones ?? undefined
}

function sortPixels({ width, height, space, rowAt }: Pixels): ImageTones {
  const kinds = new Uint8Array(width * height)
  const classify = classifierOf(space)
  for (let y = 0; y < height; y++) {
    const samples = rowAt(y)
    for (let x = 0; x < width; x++) kinds[y * width + x] = classify(samples, x * space.components)
  }
  const row = new Uint8Array(width)
  const mapOf = (isMeant: (kind: number) => boolean) => {
    const shares = KINDS.map((kind) => (isMeant(kind) ? 255 : 0))
    const shareRow = (y: number) => {
      for (let x = 0; x < width; x++) row[x] = shares[kinds[y * width + x] as number] as number
      return row
    }
    return averageMap(width, height, shareRow, MAX_SIDE)
  }
  return {
    print: mapOf((kind) => kind === PRINT),
    ink: mapOf((kind) => kind !== PAPER),
    paper: mapOf((kind) => kind === PAPER),
  }
}

/** Classifies a pixel; images have few colours, or their neighbouring pixels are alike. */
function classifierOf(space: ColourSpace): (samples: Float64Array, at: number) => number {
  const values = new Array<number>(space.components).fill(Number.NaN)
  let kind: number = INK
  return (samples, at) => {
    let isSame = true
    for (let i = 0; i < values.length; i++) {
      const value = samples[at + i] as number
      if (value === values[i]) continue
      values[i] = value
      isSame = false
    }
    if (!isSame) kind = kindOf(space.toRgb(values))
    return kind
  }
}

/** A pixel whose colour is not understood may be print. */
function kindOf(colour: Rgb | undefined): number {
  if (colour === undefined || isPrintColour(colour)) return PRINT
  return isPaperColour(colour) ? PAPER : INK
}

function readPixels(source: ContentSource, image: PdfStream, resources: PdfDict | undefined): Pixels | undefined {
  if (codecOf(source, image.dict) === 'JPXDecode') return readJpeg2000(source, image, resources)
  const space = readColourSpace(source, image.dict.get('ColorSpace'), resources)
  if (space === undefined || space.components === 0) return undefined
  return codecOf(source, image.dict) === 'DCTDecode' ? readJpeg(source, image, space) : readPlain(source, image, space)
}

function readPlain(source: ContentSource, image: PdfStream, space: ColourSpace): Pixels | undefined {
  const { dict } = image
  const size = readSize(source, dict, source.lookupNumber(dict, 'BitsPerComponent') ?? 8)
  if (size === undefined || !isAffordable(source, size, space)) return undefined
  const { width, height, bits } = size
  const bytes = decodeSamples(source, image)
  const rowBytes = Math.ceil((width * space.components * bits) / 8)
  const decode = readDecode(source, dict, space, bits)
  if (bytes === undefined || bytes.length < rowBytes * height || decode === undefined) return undefined
  const row = new Float64Array(width * space.components)
  const rowAt = (y: number) => {
    readRow(bytes.subarray(y * rowBytes, (y + 1) * rowBytes), bits, row)
    for (let i = 0; i < row.length; i++) {
      const [low, high] = decode[i % space.components] as readonly [number, number]
      row[i] = low + (row[i] as number) * (high - low)
    }
    return row
  }
  return { width, height, space, rowAt }
}

/** Colours come as grey or as red, green and blue; a profile or a palette of another shape is not understood. */
function readJpeg(source: ContentSource, image: PdfStream, space: ColourSpace): Pixels | undefined {
  const { dict } = image
  const isPlain = space === DEVICE_GRAY || space === DEVICE_RGB
  if (!isPlain || dict.has('Decode') || namesTransform(source, dict)) return undefined
  const size = readDimensions(source, dict)
  if (size === undefined || !isAffordable(source, size, space)) return undefined
  const bytes = decodeSamples(source, withoutCodec(source, image))
  const picture = bytes === undefined ? undefined : decodeJpeg(bytes, { maxPixels: size.width * size.height })
  return picture?.components === space.components ? bytesAsPixels(picture, space) : undefined
}

function readJpeg2000(source: ContentSource, image: PdfStream, resources: PdfDict | undefined): Pixels | undefined {
  const size = readDimensions(source, image.dict)
  if (size === undefined || !isAffordable(source, size, DEVICE_RGB)) return undefined
  const found = readJpeg2000Image(source, image, resources, { maxPixels: size.width * size.height })
  const isPlain = found?.space === DEVICE_GRAY || found?.space === DEVICE_RGB
  return found !== undefined && isPlain ? bytesAsPixels(found.picture, found.space) : undefined
}

function bytesAsPixels(
  { width, height, samples }: { readonly width: number; readonly height: number; readonly samples: Uint8Array },
  space: ColourSpace,
): Pixels {
  const perRow = width * space.components
  const rowAt = (y: number) => Float64Array.from(samples.subarray(y * perRow, (y + 1) * perRow), (byte) => byte / 255)
  return { width, height, space, rowAt }
}

/** Whether filter parameters say how colours are coded, which some viewers override by what the picture says (7.4.8). */
function namesTransform(source: ContentSource, dict: PdfDict): boolean {
  const params = source.lookup(dict, 'DecodeParms')
  const list = Array.isArray(params) ? params.map((item) => source.resolve(item)) : [params]
  return list.some((item) => item instanceof PdfDict && item.has('ColorTransform'))
}

function readDimensions(
  source: ContentSource,
  dict: PdfDict,
): { readonly width: number; readonly height: number } | undefined {
  const [width = 0, height = 0] = [source.lookupNumber(dict, 'Width'), source.lookupNumber(dict, 'Height')]
  return width > 0 && height > 0 ? { width, height } : undefined
}

function isAffordable(
  source: ContentSource,
  { width, height }: { readonly width: number; readonly height: number },
  space: ColourSpace,
): boolean {
  const isDirect = space === DEVICE_GRAY || space === DEVICE_RGB || space.components === 1
  if (!isDirect && width * height > MAX_PIXELS_BY_FUNCTION) return false
  const samples = width * height * space.components
  return spend(source.budget, 'cells', samples) && spend(source.budget, 'work', WORK_PER_SAMPLE * samples)
}
