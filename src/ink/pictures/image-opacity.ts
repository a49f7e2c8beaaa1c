/**
 * What of an image is opaque: stencils (ISO 32000-2, 8.9.6.2), explicit masks (8.9.6.3), masked colours (8.9.6.4),
 * soft masks (11.6.5.2).
 *
 * @module
 */
import { clamp } from '../../numbers.js'
import { nameOf, numberOf, type PdfDict, type PdfObject, PdfStream } from '../../pdf/objects.js'
import { DEVICE_GRAY, readColourSpace } from '../colour/colour.js'
import { spend } from '../content/content-budget.js'
import type { ContentSource } from '../content/content-source.js'
import { decodeSamples, readMaskRange, readRow, readSize } from './image-samples.js'
import { averageBits, averageMap, type OpacityMap } from './opacity-map.js'

/** The opacity of an image; no map where all of it is opaque, or, with a fault, where it is not known. */
export interface ImageOpacity {
  readonly map?: OpacityMap
  readonly fault?: string
}

const OPAQUE: ImageOpacity = {}

const known = new WeakMap<PdfStream, ImageOpacity>()

/** Reads the masks of an image; what cannot be decoded counts as opaque. */
export function readImageOpacity(source: ContentSource, image: PdfStream, isOfStencil: boolean): ImageOpacity {
  let opacity = known.get(image)
  if (opacity === undefined) {
    opacity = readOpacity(source, image, isOfStencil)
    known.set(image, opacity)
  }
  return opacity
}

function readOpacity(source: ContentSource, image: PdfStream, isOfStencil: boolean): ImageOpacity {
  if (isOfStencil) return readMask(source, image, 'stencil')
  const soft = source.lookup(image.dict, 'SMask')
  if (soft instanceof PdfStream) return isSoftMask(source, soft.dict) ? readMask(source, soft, 'soft') : ODD_MASK
  if ((source.lookupNumber(image.dict, 'SMaskInData') ?? 0) > 0)
    return { fault: 'the mask inside of an image is not read' }
  const mask = source.lookup(image.dict, 'Mask')
  if (mask instanceof PdfStream) return isStencil(source, mask.dict) ? readMask(source, mask, 'stencil') : ODD_MASK
  return Array.isArray(mask) ? readColourKey(source, image, mask) : OPAQUE
}

/** What is put in the place of a mask and is none: one viewer takes it for one, and another does not. */
const ODD_MASK: ImageOpacity = { fault: 'the mask of an image is not a mask' }

/** 8.9.6.3: an explicit mask is a stencil. */
function isStencil(source: ContentSource, dict: PdfDict): boolean {
  return source.lookup(dict, 'ImageMask') === true && [null, 1].includes(depthOf(source, dict))
}

/** 11.6.5.2: a soft mask is an image in shades of grey; the samples of one with a palette are not its shades. */
function isSoftMask(source: ContentSource, dict: PdfDict): boolean {
  const space = dict.get('ColorSpace')
  return (
    source.lookup(dict, 'ImageMask') !== true &&
    (space === undefined || readColourSpace(source, space, undefined) === DEVICE_GRAY)
  )
}

function depthOf(source: ContentSource, dict: PdfDict): number | null {
  return source.lookupNumber(dict, 'BitsPerComponent') ?? null
}

/**
 * Pixels whose samples all lie within their ranges are not painted (8.9.6.4). Only masks that all viewers read alike are
 * understood: of 16 bits poppler compares eight, of colours with fewer than eight bits that are looked up MuPDF compares
 * others than the standard, and bounds that no sample can have are moved by some to the next that one can.
 */
function readColourKey(source: ContentSource, image: PdfStream, mask: readonly PdfObject[]): ImageOpacity {
  const { dict } = image
  const depth = source.lookupNumber(dict, 'BitsPerComponent') ?? 8
  const size = readSize(source, dict, depth)
  const ranges = mask.map((bound) => numberOf(source.resolve(bound)) ?? Number.NaN)
  const components = ranges.length / 2
  const isSound = components === keyedComponents(source, dict, depth) && ranges.every(isBoundOf(2 ** depth - 1))
  const bytes = isSound && size !== undefined ? decodeSamples(source, image) : undefined
  if (size === undefined || bytes === undefined) return { fault: 'which colours of an image are masked is not known' }
  const { width, height, bits } = size
  const rowBytes = Math.ceil((width * components * bits) / 8)
  // With fewer or more samples than the ranges are for, readers differ.
  if (bytes.length < rowBytes * height || bytes.length >= rowBytes * (height + 1)) {
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
        const sample = Math.round((samples[x * components + i] as number) * highest)
        isMasked &&= sample >= (ranges[2 * i] as number) && sample <= (ranges[2 * i + 1] as number)
      }
      row[x] = isMasked ? 0 : 255
    }
    return row
  }
  return { map: averageMap(width, height, rowAt) }
}

/** The bounds as whole numbers, the lower one first. */
function isBoundOf(highest: number): (bound: number, i: number, bounds: readonly number[]) => boolean {
  return (bound, i, bounds) =>
    Number.isInteger(bound) && bound >= (i % 2 === 0 ? 0 : (bounds[i - 1] as number)) && bound <= highest
}

/** How many samples a pixel has whose colour may be masked; `undefined` where viewers do not agree. */
function keyedComponents(source: ContentSource, dict: PdfDict, depth: number): number | undefined {
  if (depth > 8 || dict.has('Decode')) return undefined
  const space = source.lookup(dict, 'ColorSpace')
  const [family, facts] = Array.isArray(space) ? space.map((part) => source.resolve(part)) : [space ?? null]
  const name = nameOf(family ?? null) ?? ''
  if (name === 'ICCBased') return facts instanceof PdfStream ? source.lookupNumber(facts.dict, 'N') : undefined
  return name === 'Indexed' && depth < 8 ? undefined : COMPONENTS[name]
}

const COMPONENTS: Readonly<Record<string, number>> = {
  DeviceGray: 1,
  CalGray: 1,
  DeviceRGB: 3,
  CalRGB: 3,
  DeviceCMYK: 4,
  Indexed: 1,
}

/** Samples of one bit that take as long as a cell: they are counted byte by byte. */
const BITS_PER_CELL = 8

/** A stencil paints where its samples are 0; a soft mask is as opaque as its samples are high. */
function readMask(source: ContentSource, stream: PdfStream, kind: 'stencil' | 'soft'): ImageOpacity {
  const { dict } = stream
  const size = readSize(source, dict, kind === 'stencil' ? 1 : (source.lookupNumber(dict, 'BitsPerComponent') ?? 8))
  const bytes = size === undefined ? undefined : decodeSamples(source, stream)
  if (size === undefined || bytes === undefined) return { fault: 'a mask cannot be decoded' }
  const { width, height, bits } = size
  const rowBytes = Math.ceil((width * bits) / 8)
  if (bytes.length < rowBytes * height) return { fault: 'a mask cannot be decoded' }
  const cells = bits === 1 ? (width * height) / BITS_PER_CELL : width * height
  if (!spend(source.budget, 'cells', cells)) return { fault: 'masks take too much work' }
  const range = readMaskRange(source, dict, kind)
  if (range === undefined) return { fault: 'how the samples of a mask are decoded depends on the viewer' }
  const [low, high] = range
  const [first, last] = kind === 'stencil' ? [255 * (1 - low), 255 * (1 - high)] : [255 * low, 255 * high]
  if (bits === 1) return { map: averageBits(width, height, bytes, [clamp(first, 0, 255), clamp(last, 0, 255)]) }
  const isPlain = bits === 8 && first === 0 && last === 255
  const row = new Float64Array(width)
  const rowAt = (y: number) => {
    if (isPlain) return bytes.subarray(y * rowBytes, (y + 1) * rowBytes)
    readRow(bytes.subarray(y * rowBytes, (y + 1) * rowBytes), bits, row)
    for (let x = 0; x < width; x++) row[x] = Math.min(255, Math.max(0, first + (row[x] as number) * (last - first)))
    return row
  }
  return { map: averageMap(width, height, rowAt) }
}
