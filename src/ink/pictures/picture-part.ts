/**
 * Reads a part of an image at the resolution of its page: the colour of each place, or the opacity of a mask. It serves to
 * compare scanned pages with drawings over them.
 *
 * @module
 */

import type { Box } from '../../pdf/matrix.js'
import { nameOf, type PdfDict, type PdfStream } from '../../pdf/objects.js'
import { type ColourSpace, pixelColour, readColourSpace } from '../colour/colour.js'
import { spend } from '../content/content-budget.js'
import { type ContentSource, isOddArray, readNumbers } from '../content/content-source.js'
import { decodeJpeg } from '../rare-parts.js'
import { getOrMake } from '../remember.js'
import {
  codecOf,
  decodeSamples,
  isOfRows,
  isUsualTransform,
  keepsInverting,
  readJpeg2000Image,
  readMaskRange,
  readRow,
  readSides,
  readSize,
  withoutCodec,
} from './image-samples.js'
import type { PictureWindow, Reduction } from './jpeg/jpeg-samples.js'

/** Values of a part of an image, with rows from the top. */
export interface PicturePart {
  readonly width: number
  readonly height: number
  /** Number of values for each place: 3 for red, green and blue, 1 for grey and for masks. */
  readonly channels: 1 | 3
  /** Values from 0 for black, or transparent, to 255. The channels of a place are adjacent. */
  readonly values: Uint8Array
  /** Left edge of the part, where the whole image would have `fullWidth` by `fullHeight` values. */
  readonly left: number
  readonly top: number
  readonly across: number
  readonly down: number
}

/** What is read of an image: its colours, or its opacity as a stencil or a soft mask. */
type PictureKind = 'colour' | 'stencil' | 'soft'

/** Most values of a part. An A4 page at 150 dots per inch has two million. */
const MAX_VALUES = 2_000_000
/** Most values of a picture that is kept after it was read. */
const MAX_KEPT_VALUES = 512 * 512
/** Values of a picture for each square point on its page: two in each direction for each cell that is judged. */
const VALUES_PER_POINT = 36
const LEAST_VALUES = 4096
/** Most pixels whose colours are computed by a function each. */
const MAX_PIXELS_BY_FUNCTION = 300_000
/** Most bits per sample for which the meaning of each value is tabulated. */
const MOST_TABLE_BITS = 8

/**
 * Reads a part of an image.
 *
 * @param part Box on the unit square, corners in order, the origin at the lower left.
 * @param resources Resources with the named colour spaces.
 * @param extent Area of the whole image on its page, in square points, which limits the number of values.
 * @returns `undefined` for an image that cannot be read.
 */
export function readPicturePart(
  source: ContentSource,
  image: PdfStream,
  kind: PictureKind,
  part: Box,
  { resources, extent }: { readonly resources: PdfDict | undefined; readonly extent: number },
): PicturePart | undefined {
  const { dict } = image
  const width = source.lookupNumber(dict, 'Width') ?? 0
  const height = source.lookupNumber(dict, 'Height') ?? 0
  if (!(width > 0 && height > 0)) return undefined
  const seen = Math.max(LEAST_VALUES, VALUES_PER_POINT * extent)
  if (Math.min(width * height, seen) <= MAX_KEPT_VALUES) {
    return readWhole(source, image, kind, resources, Math.min(seen, MAX_KEPT_VALUES))
  }
  const window: PictureWindow = {
    x0: Math.max(0, Math.floor(part[0] * width)),
    y0: Math.max(0, Math.floor((1 - part[3]) * height)),
    x1: Math.min(width, Math.ceil(part[2] * width)),
    y1: Math.min(height, Math.ceil((1 - part[1]) * height)),
  }
  if (window.x0 >= window.x1 || window.y0 >= window.y1) return undefined
  return readWindow(source, image, kind, { window, resources, most: MAX_VALUES })
}

/** Small pictures, and pictures shown small, are read whole and kept: signatures show the same one on every page. */
const kept = new WeakMap<PdfStream, Map<PdfDict | undefined, Map<string, PicturePart | undefined>>>()

function readWhole(
  source: ContentSource,
  image: PdfStream,
  kind: PictureKind,
  resources: PdfDict | undefined,
  most: number,
): PicturePart | undefined {
  const bySpaces = getOrMake(kept, image, () => new Map<PdfDict | undefined, Map<string, PicturePart | undefined>>())
  // The colour space may be given by name, which may mean another space in other resources.
  const spaces = resources === undefined ? undefined : source.lookupDict(resources, 'ColorSpace')
  const parts = getOrMake(bySpaces, spaces, () => new Map<string, PicturePart | undefined>())
  return getOrMake(parts, `${kind} ${Math.round(most)}`, () => {
    const [x1, y1] = [source.lookupNumber(image.dict, 'Width') ?? 0, source.lookupNumber(image.dict, 'Height') ?? 0]
    return readWindow(source, image, kind, { window: { x0: 0, y0: 0, x1, y1 }, resources, most })
  })
}

/** The requested part of a picture, with the most values for it. */
interface WantedPart {
  readonly window: PictureWindow
  readonly resources: PdfDict | undefined
  readonly most: number
}

function readWindow(
  source: ContentSource,
  image: PdfStream,
  kind: PictureKind,
  { window, resources, most }: WantedPart,
): PicturePart | undefined {
  const { dict } = image
  const [width, height] = [source.lookupNumber(dict, 'Width') ?? 0, source.lookupNumber(dict, 'Height') ?? 0]
  const found = readSamples(source, image, kind, window, resources)
  if (found === undefined) return undefined
  const { rows, space } = found
  if (!spend(source.budget, 'cells', rows.width * rows.height)) return undefined
  const reader = kind === 'colour' ? colourOf(source, dict, space, rows.bits) : opacityOf(source, dict, kind)
  return reader === undefined ? undefined : average(rows, reader, [width, height], most)
}

/** Samples of a part, with their colour space if colours are requested. */
interface FoundSamples {
  readonly rows: SampleRows
  readonly space: ColourSpace | undefined
}

function readSamples(
  source: ContentSource,
  image: PdfStream,
  kind: PictureKind,
  window: PictureWindow,
  resources: PdfDict | undefined,
): FoundSamples | undefined {
  const { dict } = image
  const codec = codecOf(source, dict)
  if (codec === 'JPXDecode') return kind === 'colour' ? readJpeg2000(source, image, window, resources) : undefined
  const space = kind === 'colour' ? readColourSpace(source, dict.get('ColorSpace'), resources) : undefined
  // Viewers scale the samples of Lab in different ways.
  if (kind === 'colour' && (space === undefined || space.components === 0 || space.ranges !== undefined))
    return undefined
  const isJpeg = codec === 'DCTDecode'
  const rows = isJpeg ? readJpeg(source, image, space, window) : readPlain(source, image, kind, space, window)
  return rows === undefined ? undefined : { rows, space }
}

/** Samples of a part before conversion to colours. */
interface SampleRows {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly components: number
  readonly bits: number
  /** How many samples of the image in each direction became one. */
  readonly reduction: Reduction
  /** Samples of a row of the part, from 0 to 1. */
  rowAt(y: number): Float64Array
}

function readJpeg(
  source: ContentSource,
  image: PdfStream,
  space: ColourSpace | undefined,
  window: PictureWindow,
): SampleRows | undefined {
  const { dict } = image
  const sides = source.lookup(dict, 'BitsPerComponent') === 8 ? readSides(source, dict) : undefined
  const bytes = sides && decodeSamples(source, withoutCodec(source, image))
  if (bytes === undefined) return undefined
  const reduction = reductionFor(window)
  const picture = decodeJpeg(bytes, { window, reduction })
  // Viewers differ in which of the two sizes, and of two statements about colours, they use.
  if (picture === undefined || picture.size.some((side, i) => side !== sides?.[i])) return undefined
  const { components } = picture
  if (components !== (space?.components ?? 1) || !isUsualTransform(source, dict, components)) return undefined
  return bytesAsRows(picture, reduction)
}

function readJpeg2000(
  source: ContentSource,
  image: PdfStream,
  window: PictureWindow,
  resources: PdfDict | undefined,
): FoundSamples | undefined {
  const found = readJpeg2000Image(source, image, resources, { window, reduction: reductionFor(window) })
  return found && { rows: bytesAsRows(found.picture, found.picture.reduction), space: found.space }
}

function reductionFor({ x0, y0, x1, y1 }: PictureWindow): Reduction {
  const pixels = (x1 - x0) * (y1 - y0)
  return ([1, 2, 4, 8] as const).find((n) => pixels <= n * n * MAX_VALUES) ?? 8
}

/** Rows whose samples are bytes. */
type ByteRows = Omit<SampleRows, 'bits' | 'reduction' | 'rowAt'> & { readonly samples: Uint8Array }

function bytesAsRows(picture: ByteRows, reduction: Reduction): SampleRows {
  const { width, height, left, top, components, samples } = picture
  const perRow = width * components
  const row = new Float64Array(perRow)
  const rowAt = (y: number) => {
    for (let i = 0; i < perRow; i++) row[i] = (samples[y * perRow + i] ?? 0) / 255
    return row
  }
  return { width, height, left, top, components, bits: 8, reduction, rowAt }
}

function readPlain(
  source: ContentSource,
  image: PdfStream,
  kind: PictureKind,
  space: ColourSpace | undefined,
  window: PictureWindow,
): SampleRows | undefined {
  const { dict } = image
  const size = readSize(source, dict, kind === 'stencil')
  const bytes = size === undefined ? undefined : decodeSamples(source, image)
  if (size === undefined || bytes === undefined) return undefined
  const { bits } = size
  const components = space?.components ?? 1
  const rowBytes = Math.ceil((size.width * components * bits) / 8)
  if (!isOfRows(bytes, rowBytes, size.height)) return undefined
  // Reading begins at a whole byte, at a pixel on or before the window.
  const step = 8 / greatestDivisor(components * bits, 8)
  const left = window.x0 - (window.x0 % step)
  const start = (left * components * bits) / 8
  const width = window.x1 - left
  const row = new Float64Array(width * components)
  const rowAt = (y: number) => {
    readRow(bytes.subarray((window.y0 + y) * rowBytes + start, (window.y0 + y + 1) * rowBytes), bits, row)
    return row
  }
  return { width, height: window.y1 - window.y0, left, top: window.y0, components, bits, reduction: 1, rowAt }
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}

/** Converts the samples of a pixel to channels from 0 to 255. */
interface PixelReader {
  readonly channels: 1 | 3
  /** Writes the channels of the pixel whose samples begin at `at`; NaN where viewers show different colours. */
  read(samples: Float64Array, at: number, values: Float64Array): void
}

function colourOf(
  source: ContentSource,
  dict: PdfDict,
  space: ColourSpace | undefined,
  bits: number,
): PixelReader | undefined {
  if (space === undefined) return undefined
  const { components } = space
  const ranges = readDecode(source, dict, space, bits)
  if (ranges === undefined) return undefined
  const inputs = new Array<number>(components).fill(0)
  const readColour = (samples: Float64Array, at: number, values: Float64Array) => {
    for (let i = 0; i < components; i++) {
      const [low, high] = ranges[i] as readonly [number, number]
      inputs[i] = low + (samples[at + i] ?? 0) * (high - low)
    }
    const [red, green, blue] = pixelColour(space, inputs) ?? UNKNOWN_PIXEL
    values[0] = 255 * red
    values[1] = 255 * green
    values[2] = 255 * blue
  }
  if (components > 1 || bits > MOST_TABLE_BITS) return { channels: 3, read: readColour }
  return fromTable(2 ** bits - 1, readColour)
}

const UNKNOWN_PIXEL = [Number.NaN, Number.NaN, Number.NaN] as const

/** Converts samples of few bits by a table. */
function fromTable(highest: number, read: PixelReader['read']): PixelReader {
  const table = new Float64Array(3 * (highest + 1))
  const colour = new Float64Array(3)
  let isGrey = true
  for (let i = 0; i <= highest; i++) {
    read(Float64Array.of(i / highest), 0, colour)
    table.set(colour, 3 * i)
    isGrey &&= Number.isNaN(colour[0]) || (colour[0] === colour[1] && colour[1] === colour[2])
  }
  const channels = isGrey ? 1 : 3
  const readEntry = (samples: Float64Array, at: number, values: Float64Array) => {
    const entry = 3 * Math.round((samples[at] ?? 0) * highest)
    for (let c = 0; c < channels; c++) values[c] = table[entry + c] ?? 0
  }
  return { channels, read: readEntry }
}

/** Converts samples to opacity. A stencil paints at 0 (8.9.6.2); a soft mask is as opaque as its samples are high. */
function opacityOf(source: ContentSource, dict: PdfDict, kind: 'stencil' | 'soft'): PixelReader | undefined {
  const range = readMaskRange(source, dict)
  if (range === undefined) return undefined
  const [low, high] = range
  const [first, last] = kind === 'stencil' ? [255 * (1 - low), 255 * (1 - high)] : [255 * low, 255 * high]
  const read = (samples: Float64Array, at: number, values: Float64Array) => {
    values[0] = Math.min(255, Math.max(0, first + (samples[at] ?? 0) * (last - first)))
  }
  return { channels: 1, read }
}

/** Values of the lowest and the highest sample of each component (8.9.5.2); `undefined` where viewers differ. */
function readDecode(
  source: ContentSource,
  dict: PdfDict,
  space: ColourSpace,
  bits: number,
): (readonly [number, number])[] | undefined {
  if (isOddArray(source, dict.get('Decode'), 2 * space.components)) return undefined
  const given = readNumbers(source, dict.get('Decode'), 2 * space.components)
  const colours = source.lookup(dict, 'ColorSpace')
  const family = Array.isArray(colours) ? nameOf(source.resolve(colours[0])) : undefined
  const isIndexed = family === 'Indexed' || family === 'I'
  const highest = isIndexed ? 2 ** bits - 1 : 1
  const ranges = Array.from({ length: space.components }, (_, i) => {
    return given === undefined ? ([0, highest] as const) : ([given[2 * i] ?? 0, given[2 * i + 1] ?? 0] as const)
  })
  const isPlain = ranges.every(([low, high]) => Math.min(low, high) === 0 && Math.max(low, high) === highest)
  const isInverted = ranges.some(([low]) => low > 0)
  return isPlain && !(isInverted && keepsInverting(source, dict)) ? ranges : undefined
}

/** Averages squares of samples that are just large enough to keep the number of values within its limit. */
function average(
  { width, height, left, top, components, bits, reduction, rowAt }: SampleRows,
  { channels, read }: PixelReader,
  [fullWidth, fullHeight]: readonly [number, number],
  most: number,
): PicturePart | undefined {
  const isByFunction = components > 1 && components !== 3 && components !== 4
  if (isByFunction && width * height > MAX_PIXELS_BY_FUNCTION && bits > 0) return undefined
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / most)))
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)]
  const sums = new Float32Array(columns * rows * channels)
  const values = new Float64Array(3)
  for (let y = 0; y < height; y++) {
    const samples = rowAt(y)
    const start = Math.floor(y / step) * columns
    for (let x = 0; x < width; x++) {
      read(samples, x * components, values)
      if (Number.isNaN(values[0])) return undefined
      const at = channels * (start + Math.floor(x / step))
      for (let c = 0; c < channels; c++) sums[at + c] = (sums[at + c] ?? 0) + (values[c] ?? 0)
    }
  }
  const means = new Uint8Array(sums.length)
  for (let i = 0; i < columns * rows; i++) {
    const [x, y] = [i % columns, Math.floor(i / columns)]
    const count = Math.min(step, width - x * step) * Math.min(step, height - y * step)
    for (let c = 0; c < channels; c++) means[channels * i + c] = Math.round((sums[channels * i + c] ?? 0) / count)
  }
  const size = { across: fullWidth / (step * reduction), down: fullHeight / (step * reduction) }
  return { width: columns, height: rows, channels, values: means, left: left / step, top: top / step, ...size }
}
