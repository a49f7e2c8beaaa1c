/**
 * Regions that refine another one: each pixel is coded by those around it, of both (ITU-T T.88, 6.3).
 *
 * @module
 */
import type { ArithmeticDecoder } from '../arithmetic-decoder.js'
import { demand, type PixelWork } from '../picture-fault.js'
import { Bitmap } from './bitmap.js'
import type { DataReader } from './data-reader.js'
import type { Offset } from './generic-region.js'

/** How pixels are refined, whichever they are. */
export interface Refinement {
  /** GRTEMPLATE, 0 or 1. */
  readonly template: number
  /** Adaptive pixels of template 0: one of the region, one of the reference. */
  readonly at: readonly Offset[]
}

/** What is decoded. */
export interface RefinementRegion extends Refinement {
  readonly width: number
  readonly height: number
  readonly reference: Bitmap
  /** Where the upper left corner of the reference lies in the region. */
  readonly dx: number
  readonly dy: number
}

/** Pixels that make a context, those of the region first (figures 12 and 13); adaptive ones come before the others. */
const TEMPLATES: readonly { readonly region: readonly Offset[]; readonly reference: readonly Offset[] }[] = [
  {
    region: [
      [0, -1],
      [1, -1],
      [-1, 0],
    ],
    reference: [
      [0, -1],
      [1, -1],
      [-1, 0],
      [1, 0],
      [-1, 1],
      [0, 1],
      [1, 1],
      [0, 0],
    ],
  },
  {
    region: [
      [-1, -1],
      [0, -1],
      [1, -1],
      [-1, 0],
    ],
    reference: [
      [0, -1],
      [-1, 0],
      [1, 0],
      [0, 1],
      [1, 1],
      [0, 0],
    ],
  },
]
/** Contexts of the larger template, of thirteen pixels. */
const CONTEXTS = 1 << 13

/** Statistics, to be kept where several regions share them. */
export function refinementContexts(): Uint8Array {
  return new Uint8Array(CONTEXTS)
}

/** Reads how pixels are refined; only template 0 has adaptive ones. */
export function readRefinement(reader: DataReader, template: number): Refinement {
  if (template === 1) return { template, at: [] }
  const [own, other]: Offset[] = [0, 1].map(() => [reader.i8(), reader.i8()])
  demand(own !== undefined && other !== undefined, 'adaptive pixels are missing')
  demand(own[1] < 0 || (own[1] === 0 && own[0] < 0), 'an adaptive pixel is none that is known')
  return { template, at: [own, other] }
}

/** Decodes a region. */
export function decodeRefinementRegion(
  region: RefinementRegion,
  decoder: ArithmeticDecoder,
  contexts: Uint8Array,
  work: PixelWork,
): Bitmap {
  const { width, height, template, at, reference, dx, dy } = region
  const pixels = TEMPLATES[template] as (typeof TEMPLATES)[number]
  const own = [...at.slice(0, 1), ...pixels.region]
  const others = [...at.slice(1), ...pixels.reference]
  work.spend(COST * width * height)
  const bitmap = new Bitmap(width, height, work)
  const row = new Uint8Array(width)
  const ownAt = (x: number, y: number, offset: Offset) => {
    const left = x + offset[0]
    if (offset[1] < 0) return bitmap.at(left, y + offset[1])
    return left < 0 ? 0 : (row[left] as number)
  }
  for (let y = 0; y < height; y++) {
    demand(!decoder.isExhausted, 'the data ends before the picture')
    for (let x = 0; x < width; x++) {
      let context = 0
      for (const offset of own) context = (context << 1) | ownAt(x, y, offset)
      for (const [ox, oy] of others) context = (context << 1) | reference.at(x - dx + ox, y - dy + oy)
      row[x] = decoder.bit(contexts, context)
    }
    bitmap.setRow(y, row)
  }
  demand(!decoder.isExhausted, 'the data ends before the picture')
  return bitmap
}

/** What a pixel takes, measured in those of other regions. */
const COST = 18
