/**
 * What of an image is opaque: stencils (ISO 32000-2, 8.9.6.2), explicit masks (8.9.6.3), soft masks (11.6.5.2).
 *
 * @module
 */
import { type PdfDict, PdfStream } from '../objects.js'
import { spend } from './content-budget.js'
import type { ContentSource } from './content-source.js'
import { readNumbers } from './matrix.js'
import { averageMap, type OpacityMap } from './opacity-map.js'

/** The opacity of an image; no map where all of it is opaque, or, with a fault, where it is not known. */
export interface ImageOpacity {
  readonly map?: OpacityMap
  readonly fault?: string
}

const OPAQUE: ImageOpacity = {}
const MAX_MASK_BYTES = 32 * 1024 * 1024

/** Widest and highest mask, as most viewers have it. */
const MAX_MASK_SIDE = 32_768

const known = new WeakMap<PdfStream, ImageOpacity>()

/** Reads the masks of an image; what cannot be decoded counts as opaque. */
export function readImageOpacity(source: ContentSource, image: PdfStream, isStencil: boolean): ImageOpacity {
  let opacity = known.get(image)
  if (opacity === undefined) {
    opacity = readOpacity(source, image, isStencil)
    known.set(image, opacity)
  }
  return opacity
}

function readOpacity(source: ContentSource, image: PdfStream, isStencil: boolean): ImageOpacity {
  if (isStencil) return readMask(source, image, 'stencil')
  const soft = source.lookup(image.dict, 'SMask')
  if (soft instanceof PdfStream) return readMask(source, soft, 'soft')
  if ((source.lookupNumber(image.dict, 'SMaskInData') ?? 0) > 0)
    return { fault: 'the mask inside of an image is not read' }
  const mask = source.lookup(image.dict, 'Mask')
  if (mask instanceof PdfStream) return readMask(source, mask, 'stencil')
  return Array.isArray(mask) ? { fault: 'which colours of an image are masked is not computed' } : OPAQUE
}

/** A stencil paints where its samples are 0; a soft mask is as opaque as its samples are high. */
function readMask(source: ContentSource, stream: PdfStream, kind: 'stencil' | 'soft'): ImageOpacity {
  const { dict } = stream
  const width = source.lookupNumber(dict, 'Width') ?? 0
  const height = source.lookupNumber(dict, 'Height') ?? 0
  const bits = kind === 'stencil' ? 1 : (source.lookupNumber(dict, 'BitsPerComponent') ?? 8)
  const isSound =
    [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_MASK_SIDE) &&
    [1, 2, 4, 8, 16].includes(bits)
  const coded = isSound && !isImageCoded(source, dict)
  const bytes = coded ? decodeMask(source, stream) : undefined
  const rowBytes = Math.ceil((width * bits) / 8)
  if (bytes === undefined || bytes.length < rowBytes * height) return { fault: 'a mask cannot be decoded' }
  if (!spend(source.budget, 'cells', width * height)) return { fault: 'masks take too much work' }
  const [low = 0, high = 1] = readNumbers(source, dict.get('Decode'), 2) ?? [0, 1]
  const [first, last] = kind === 'stencil' ? [255 * (1 - low), 255 * (1 - high)] : [255 * low, 255 * high]
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

/** Samples of a row from 0 to 1. */
function readRow(bytes: Uint8Array, bits: number, row: Float64Array): void {
  const highest = 2 ** bits - 1
  for (let x = 0; x < row.length; x++) {
    if (bits === 8) row[x] = (bytes[x] as number) / highest
    else if (bits === 16) row[x] = ((bytes[2 * x] as number) * 256 + (bytes[2 * x + 1] as number)) / highest
    else {
      const bit = x * bits
      const shift = 8 - bits - (bit & 7)
      row[x] = (((bytes[bit >> 3] as number) >> shift) & highest) / highest
    }
  }
}

const IMAGE_CODECS: ReadonlySet<string> = new Set(['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode'])

function isImageCoded(source: ContentSource, dict: PdfDict): boolean {
  const filter = source.lookup(dict, 'Filter')
  const last = Array.isArray(filter) ? source.resolve(filter.at(-1)) : filter
  return last !== null && typeof last === 'object' && 'value' in last && IMAGE_CODECS.has(String(last.value))
}

function decodeMask(source: ContentSource, stream: PdfStream): Uint8Array | undefined {
  const report = source.onUnreadable
  // Reported once, as an image that is not understood.
  source.onUnreadable = undefined
  const bytes = source.decode(stream, MAX_MASK_BYTES)
  source.onUnreadable = report
  return bytes
}
