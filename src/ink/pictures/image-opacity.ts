/**
 * The opacity of images: stencils (ISO 32000-2, 8.9.6.2), explicit masks (8.9.6.3), masked colours (8.9.6.4) and soft masks
 * (11.6.5.2).
 *
 * @module
 */
import { clamp } from '../../numbers.js'
import { nameOf, type PdfDict, type PdfObject, PdfStream } from '../../pdf/objects.js'
import { DEVICE_GRAY, readColourSpace } from '../colour/colour.js'
import { spend } from '../content/content-budget.js'
import type { ContentSource } from '../content/content-source.js'
import { getOrMake } from '../remember.js'
import { decodeSamples, isOfRows, readMaskRange, readRow, readSize } from './image-samples.js'

/** The opacity of an image. Without a map, all of it is opaque, or unknown if there is a fault. */
interface ImageOpacity {
  readonly map?: OpacityMap
  readonly fault?: string
}

const OPAQUE: ImageOpacity = {}

const known = new WeakMap<PdfStream, ImageOpacity>()

/** Reads the masks of an image. A mask that cannot be decoded counts as opaque. */
export function readImageOpacity(source: ContentSource, image: PdfStream, isOfStencil: boolean): ImageOpacity {
  return getOrMake(known, image, () => readOpacity(source, image, isOfStencil))
}

function readOpacity(source: ContentSource, image: PdfStream, isOfStencil: boolean): ImageOpacity {
  // Some viewers apply the mask of a stencil, others ignore it.
  if (isOfStencil) return MASKS.some((key) => image.dict.has(key)) ? ODD_MASK : readMask(source, image, 'stencil')
  const soft = source.lookup(image.dict, 'SMask')
  if (soft instanceof PdfStream) return isSoftMask(source, soft.dict) ? readMask(source, soft, 'soft') : ODD_MASK
  if ((source.lookupNumber(image.dict, 'SMaskInData') ?? 0) > 0)
    return { fault: 'the mask inside of an image is not read' }
  const mask = source.lookup(image.dict, 'Mask')
  if (mask instanceof PdfStream) return isStencil(source, mask.dict) ? readMask(source, mask, 'stencil') : ODD_MASK
  return Array.isArray(mask) ? readColourKey(source, image, mask) : OPAQUE
}

/** Result for an object in the place of a mask that is not a mask: some viewers use it and others do not. */
const ODD_MASK: ImageOpacity = { fault: 'the mask of an image is not a mask' }

/** Entries that mask an image, which no stencil and no mask has. */
const MASKS = ['SMask', 'Mask']

/** True for a stencil, which an explicit mask has to be (8.9.6.3). */
function isStencil(source: ContentSource, dict: PdfDict): boolean {
  return source.lookup(dict, 'ImageMask') === true && !MASKS.some((key) => dict.has(key))
}

/** True for an image in shades of grey, which a soft mask has to be (11.6.5.2). With a palette, samples are not shades. */
function isSoftMask(source: ContentSource, dict: PdfDict): boolean {
  return (
    source.lookup(dict, 'ImageMask') !== true &&
    !MASKS.some((key) => dict.has(key)) &&
    readColourSpace(source, dict.get('ColorSpace'), undefined) === DEVICE_GRAY
  )
}

/**
 * Reads a colour key: pixels whose samples all lie within their ranges are not painted (8.9.6.4). Only masks on which viewers
 * agree are read. Of 16 bits poppler compares eight. Of colours looked up with fewer than eight bits, MuPDF compares other values
 * than the standard, and PDFium masks no colours of fewer than eight bits. Some viewers move impossible bounds to the nearest
 * sample.
 */
function readColourKey(source: ContentSource, image: PdfStream, mask: readonly PdfObject[]): ImageOpacity {
  const { dict } = image
  const depth = source.lookupNumber(dict, 'BitsPerComponent') ?? 8
  const size = readSize(source, dict, false)
  const bounds = mask.map((bound) => source.resolve(bound))
  // MuPDF takes a key with a bound like 0.0 for none.
  const ranges = bounds.map((bound) => (typeof bound === 'number' ? bound : Number.NaN))
  const components = ranges.length / 2
  const isSound = components === keyedComponents(source, dict, depth) && ranges.every(isBoundOf(2 ** depth - 1))
  const bytes = isSound && size !== undefined ? decodeSamples(source, image) : undefined
  if (size === undefined || bytes === undefined) return { fault: 'which colours of an image are masked is not known' }
  const { width, height, bits } = size
  const rowBytes = Math.ceil((width * components * bits) / 8)
  if (!isOfRows(bytes, rowBytes, height)) {
    return { fault: 'the masked colours of an image are those of another colour space' }
  }
  if (!spend(source.budget, 'cells', width * height * components)) return { fault: 'masks take too much work' }
  const samples = new Float64Array(width * components)
  const row = new Float64Array(width)
  const highest = 2 ** bits - 1
  const rowAt = (y: number) => {
    readRow(bytes.subarray(y * rowBytes, (y + 1) * rowBytes), bits, samples)
    for (let x = 0; x < width; x++) {
      let isMasked = true
      for (let i = 0; i < components; i++) {
        const sample = Math.round((samples[x * components + i] ?? 0) * highest)
        isMasked &&= sample >= (ranges[2 * i] ?? 0) && sample <= (ranges[2 * i + 1] ?? 0)
      }
      row[x] = isMasked ? 0 : 255
    }
    return row
  }
  return { map: averageMap(width, height, rowAt) }
}

/** Tests that bounds are whole numbers in range, the lower one first. */
function isBoundOf(highest: number): (bound: number, i: number, bounds: readonly number[]) => boolean {
  return (bound, i, bounds) =>
    Number.isInteger(bound) && bound >= (i % 2 === 0 ? 0 : (bounds[i - 1] ?? 0)) && bound <= highest
}

/** The number of samples of a pixel for which a colour key may be given; `undefined` where viewers differ. */
function keyedComponents(source: ContentSource, dict: PdfDict, depth: number): number | undefined {
  if (dict.has('Decode')) return undefined
  const space = source.lookup(dict, 'ColorSpace')
  const [family, facts] = Array.isArray(space) ? space.map((part) => source.resolve(part)) : [space ?? null]
  const name = nameOf(family ?? null) ?? ''
  const ofProfile = name === 'ICCBased' && facts instanceof PdfStream ? source.lookupNumber(facts.dict, 'N') : undefined
  const components = ofProfile ?? COMPONENTS[name]
  return depth === 8 || (depth < 8 && components === 1 && name !== 'Indexed') ? components : undefined
}

const COMPONENTS: Readonly<Record<string, number>> = {
  DeviceGray: 1,
  CalGray: 1,
  DeviceRGB: 3,
  CalRGB: 3,
  DeviceCMYK: 4,
  Indexed: 1,
}

/** One-bit samples that take as long as one cell, because they are counted byte by byte. */
const BITS_PER_CELL = 8

/** Reads a mask. A stencil paints where its samples are 0; a soft mask is as opaque as its samples are high. */
function readMask(source: ContentSource, stream: PdfStream, kind: 'stencil' | 'soft'): ImageOpacity {
  const { dict } = stream
  const size = readSize(source, dict, kind === 'stencil')
  const bytes = size === undefined ? undefined : decodeSamples(source, stream)
  if (size === undefined || bytes === undefined) return { fault: 'a mask cannot be decoded' }
  const { width, height, bits } = size
  const rowBytes = Math.ceil((width * bits) / 8)
  if (!isOfRows(bytes, rowBytes, height)) return { fault: 'a mask cannot be decoded' }
  const cells = bits === 1 ? (width * height) / BITS_PER_CELL : width * height
  if (!spend(source.budget, 'cells', cells)) return { fault: 'masks take too much work' }
  const range = readMaskRange(source, dict)
  if (range === undefined) return { fault: 'how the samples of a mask are decoded depends on the viewer' }
  const [low, high] = range
  const [first, last] = kind === 'stencil' ? [255 * (1 - low), 255 * (1 - high)] : [255 * low, 255 * high]
  if (bits === 1) return { map: averageBits(width, height, bytes, [clamp(first, 0, 255), clamp(last, 0, 255)]) }
  const isPlain = bits === 8 && first === 0 && last === 255
  const row = new Float64Array(width)
  const rowAt = (y: number) => {
    if (isPlain) return bytes.subarray(y * rowBytes, (y + 1) * rowBytes)
    readRow(bytes.subarray(y * rowBytes, (y + 1) * rowBytes), bits, row)
    for (let x = 0; x < width; x++) row[x] = Math.min(255, Math.max(0, first + (row[x] ?? 0) * (last - first)))
    return row
  }
  return { map: averageMap(width, height, rowAt) }
}

/** A grid of opacities with rows from the top, each from 0 (nothing is painted) to 255. */
export interface OpacityMap {
  readonly width: number
  readonly height: number
  readonly values: Uint8Array
}

/** Most rows and columns; larger masks are averaged down. */
const MAX_MAP_SIDE = 256

/** A map in which each cell is the mean of the samples that fall into it. */
export function averageMap(
  width: number,
  height: number,
  rowAt: (y: number) => ArrayLike<number>,
  maxSide = MAX_MAP_SIDE,
): OpacityMap {
  const columns = Math.min(width, maxSide)
  const rows = Math.min(height, maxSide)
  const values = new Uint8Array(columns * rows)
  const sums = new Float64Array(columns)
  const columnOf = Uint16Array.from({ length: width }, (_, x) => Math.floor((x * columns) / width))
  const samplesOf = new Uint32Array(columns)
  for (const column of columnOf) samplesOf[column] = (samplesOf[column] ?? 0) + 1
  for (let row = 0, y = 0; row < rows; row++) {
    sums.fill(0)
    const end = Math.floor(((row + 1) * height) / rows)
    const count = Math.max(1, end - y)
    for (; y < end; y++) {
      const samples = rowAt(y)
      for (let x = 0; x < width; x++) {
        const column = columnOf[x] ?? 0
        sums[column] = (sums[column] ?? 0) + (samples[x] ?? 0)
      }
    }
    for (let column = 0; column < columns; column++) {
      const samples = count * (samplesOf[column] ?? 0)
      values[row * columns + column] = Math.round((sums[column] ?? 0) / samples)
    }
  }
  return { width: columns, height: rows, values }
}

/** The number of ones in each byte. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

/**
 * Averages one-bit samples in rows of whole bytes. They are counted byte by byte.
 *
 * @param values The opacity of sample 0 and of sample 1.
 */
export function averageBits(
  width: number,
  height: number,
  bytes: Uint8Array,
  [zero, one]: readonly [number, number],
): OpacityMap {
  const [columns, rows] = [Math.min(width, MAX_MAP_SIDE), Math.min(height, MAX_MAP_SIDE)]
  const rowBytes = Math.ceil(width / 8)
  const starts = Array.from({ length: columns + 1 }, (_, column) => Math.ceil((column * width) / columns))
  const values = new Uint8Array(columns * rows)
  const ones = new Uint32Array(columns)
  for (let row = 0, y = 0; row < rows; row++) {
    ones.fill(0)
    const first = y
    for (const end = Math.floor(((row + 1) * height) / rows); y < end; y++)
      addOnes(ones, starts, bytes, 8 * y * rowBytes)
    for (let column = 0; column < columns; column++) {
      const samples = (y - first) * ((starts[column + 1] ?? 0) - (starts[column] ?? 0))
      const share = (ones[column] ?? 0) / samples
      values[row * columns + column] = Math.round(zero + share * (one - zero))
    }
  }
  return { width: columns, height: rows, values }
}

/** Adds the ones of a row, which begins at a bit, to the counts of its columns. */
function addOnes(ones: Uint32Array, starts: readonly number[], bytes: Uint8Array, rowStart: number): void {
  for (let column = 0; column < ones.length; column++) {
    const [from, to] = [rowStart + (starts[column] ?? 0), rowStart + (starts[column + 1] ?? 0)]
    const [first, last] = [from >> 3, (to - 1) >> 3]
    let sum = 0
    for (let at = first; at <= last; at++) {
      let byte = bytes[at] ?? 0
      if (at === first) byte &= 0xff >> (from & 7)
      if (at === last) byte &= 0xff << (7 - ((to - 1) & 7))
      sum += ONES[byte & 0xff] ?? 0
    }
    ones[column] = (ones[column] ?? 0) + sum
  }
}

/** Sums of all values above and to the left, with a leading row and column of zeros. */
const integrals = new WeakMap<OpacityMap, Float64Array>()

function integralOf(map: OpacityMap): Float64Array {
  const known = integrals.get(map)
  if (known !== undefined) return known
  const { width, height, values } = map
  const stride = width + 1
  const sums = new Float64Array(stride * (height + 1))
  for (let y = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++) {
      row += values[y * width + x] ?? 0
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row
    }
  }
  integrals.set(map, sums)
  return sums
}

/** Mean opacity from 0 to 1 around a place of the unit square, `du` and `dv` to each side; `v` points upwards. */
export function meanOpacity(map: OpacityMap, u: number, v: number, du: number, dv: number): number {
  const { width, height } = map
  const [x0, x1] = cellsBetween((u - du) * width, (u + du) * width, width)
  const [y0, y1] = cellsBetween((1 - v - dv) * height, (1 - v + dv) * height, height)
  const sums = integralOf(map)
  const [above, below] = [y0 * (width + 1), y1 * (width + 1)]
  const left = (sums[below + x0] ?? 0) - (sums[above + x0] ?? 0)
  const right = (sums[below + x1] ?? 0) - (sums[above + x1] ?? 0)
  return (right - left) / (255 * (x1 - x0) * (y1 - y0))
}

/** The cells between two places, at least one. */
function cellsBetween(from: number, to: number, count: number): [number, number] {
  const first = Math.min(count - 1, Math.max(0, Math.round(from)))
  const last = Math.min(count, Math.max(first + 1, Math.round(to)))
  return last - first > 1 || to - from >= 1 ? [first, last] : singleCell((from + to) / 2, count)
}

function singleCell(at: number, count: number): [number, number] {
  const cell = Math.min(count - 1, Math.max(0, Math.floor(at)))
  return [cell, cell + 1]
}
