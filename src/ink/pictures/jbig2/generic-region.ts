/**
 * Regions coded pixel by pixel, by the known pixels around each (ITU-T T.88, 6.2). Refinement regions are coded by the pixels
 * around each in the region and in the one that they refine (6.3).
 *
 * @module
 */
import { decodeFax } from '../decode-fax.js'
import { type ArithmeticDecoder, demand, type PixelWork } from '../decoding.js'
import { Bitmap } from './bitmap.js'
import type { DataReader } from './segments.js'

/** Position of a pixel relative to the decoded one. */
export type Offset = readonly [dx: number, dy: number]

interface GenericRegion {
  readonly width: number
  readonly height: number
  /** GBTEMPLATE, 0 to 3. */
  readonly template: number
  /** Adaptive pixels: four in template 0, one in the others. */
  readonly at: readonly Offset[]
  /** TPGDON: a row may be coded as a copy of the row above. */
  readonly isTypical: boolean
}

/**
 * A template (figures 3 to 6). `rows` has the number of context pixels two rows above, in the row above and in the same row, from
 * the most significant bit on. `right` says how many of those above are right of the pixel.
 */
interface Template {
  readonly rows: readonly [twoAbove: number, above: number, same: number]
  readonly right: readonly [twoAbove: number, above: number]
  /** Usual positions of the adaptive pixels, and their bits in the context. */
  readonly adaptive: readonly (readonly [usual: Offset, bit: number])[]
  /** Context of the bit that tells whether a row copies the one above (figures 8 to 11). */
  readonly typical: number
}

const TEMPLATES: readonly Template[] = [
  {
    rows: [5, 7, 4],
    right: [2, 3],
    adaptive: [
      [[3, -1], 4],
      [[-3, -1], 10],
      [[2, -2], 11],
      [[-2, -2], 15],
    ],
    typical: 0x9b25,
  },
  { rows: [4, 6, 3], right: [2, 3], adaptive: [[[3, -1], 3]], typical: 0x0795 },
  { rows: [3, 5, 2], right: [1, 2], adaptive: [[[2, -1], 2]], typical: 0x00e5 },
  { rows: [0, 6, 4], right: [-1, 2], adaptive: [[[2, -1], 4]], typical: 0x0195 },
]
/** Pixels after the end of a row that contexts may use. */
const MARGIN = 8
/** Cost of a pixel when adaptive pixels are not in their usual places, in pixels of other regions. */
const MOVED_COST = 7
/** Rows that a context uses: the decoded one, and two above. */
const ROWS = 3

/** Fresh statistics for a template. Several regions may share them. */
export function genericContexts(template: number): Uint8Array {
  const [twoAbove, above, same] = (TEMPLATES[template] as Template).rows
  return new Uint8Array(1 << (twoAbove + above + same))
}

/** Reads the positions of a template's adaptive pixels, which come before the decoded pixel in reading order. */
export function readOffsets(reader: DataReader, template: number): Offset[] {
  return (TEMPLATES[template] as Template).adaptive.map(() => {
    const [dx, dy] = [reader.i8(), reader.i8()]
    demand(dy < 0 || (dy === 0 && dx < 0), 'an adaptive pixel is not known yet')
    return [dx, dy]
  })
}

/** Decodes an arithmetic-coded region. */
export function decodeGenericRegion(
  region: GenericRegion,
  decoder: ArithmeticDecoder,
  contexts: Uint8Array,
  work: PixelWork,
): Bitmap {
  const { width, height, template: number, isTypical } = region
  const template = TEMPLATES[number] as Template
  // The rows are buffered besides the bitmap, which may have no rows itself.
  const moved = movedPixels(region, template)
  work.spend((moved.length > 0 ? MOVED_COST : 1) * width * height + ROWS * width)
  const bitmap = new Bitmap(width, height, work)
  let [twoAbove, above, row] = [0, 0, 0].map(() => new Uint8Array(width + MARGIN)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ]
  let isAsAbove = 0
  for (let y = 0; y < height; y++) {
    demand(!decoder.isExhausted, 'the data ends before the picture')
    if (isTypical) isAsAbove ^= decoder.bit(contexts, template.typical)
    if (isAsAbove === 1) row.set(above)
    else {
      const adaptive = moved.length === 0 ? undefined : (x: number) => movedBits(bitmap, row, moved, x, y)
      decodeRow({ template, width, twoAbove, above, row, adaptive }, decoder, contexts)
    }
    bitmap.setRow(y, row)
    ;[twoAbove, above, row] = [above, row, twoAbove]
  }
  demand(!decoder.isExhausted, 'the data ends before the picture')
  return bitmap
}

/** A row to decode, one byte per pixel, and the rows above. */
interface RowTask {
  readonly template: Template
  readonly width: number
  readonly twoAbove: Uint8Array
  readonly above: Uint8Array
  readonly row: Uint8Array
  /** Computes the context bits of adaptive pixels in unusual positions; `undefined` when all are in their usual ones. */
  readonly adaptive: ((x: number) => number) | undefined
}

function decodeRow(task: RowTask, decoder: ArithmeticDecoder, contexts: Uint8Array): void {
  const { template, width, twoAbove, above, row, adaptive } = task
  const [bits2, bits1, bits0] = template.rows
  const [right2, right1] = template.right
  const [mask2, mask1, mask0] = [(1 << bits2) - 1, (1 << bits1) - 1, (1 << bits0) - 1]
  const [shift2, shift1] = [bits1 + bits0, bits0]
  const fixed = adaptive === undefined ? -1 : ~template.adaptive.reduce((mask, [, bit]) => mask | (1 << bit), 0)
  let [window2, window1, window0] = [0, 0, 0]
  for (let i = 0; i <= right2; i++) window2 = (window2 << 1) | (twoAbove[i] ?? 0)
  for (let i = 0; i <= right1; i++) window1 = (window1 << 1) | (above[i] ?? 0)
  for (let x = 0; x < width; x++) {
    let context = (window2 << shift2) | (window1 << shift1) | window0
    if (adaptive !== undefined) context = (context & fixed) | adaptive(x)
    const pixel = decoder.bit(contexts, context)
    row[x] = pixel
    window2 = ((window2 << 1) | (twoAbove[x + right2 + 1] ?? 0)) & mask2
    window1 = ((window1 << 1) | (above[x + right1 + 1] ?? 0)) & mask1
    window0 = ((window0 << 1) | pixel) & mask0
  }
}

type MovedPixel = readonly [offset: Offset, bit: number]

/** All adaptive pixels, if at least one is not in its usual position. */
function movedPixels({ at }: GenericRegion, { adaptive }: Template): MovedPixel[] {
  const isUsual = adaptive.every(([[dx, dy]], i) => at[i]?.[0] === dx && at[i]?.[1] === dy)
  return isUsual ? [] : adaptive.map(([usual, bit], i) => [at[i] ?? usual, bit])
}

function movedBits(bitmap: Bitmap, row: Uint8Array, moved: readonly MovedPixel[], x: number, y: number): number {
  let bits = 0
  for (const [[dx, dy], bit] of moved) {
    const pixel = dy < 0 ? bitmap.at(x + dx, y + dy) : x + dx < 0 ? 0 : (row[x + dx] ?? 0)
    bits |= pixel << bit
  }
  return bits
}

/** Decodes a region coded as facsimile (6.2.6). */
export function decodeFaxRegion(
  bytes: Uint8Array,
  [width, height]: readonly [number, number],
  work: PixelWork,
): Bitmap {
  work.spend(width * height)
  const bitmap = new Bitmap(width, height, work)
  const params = { k: -1, columns: width, isByteAligned: false, blackIs1: true }
  const part = decodeFax(bytes, params, height)
  demand(part !== undefined, 'rows in the code of facsimile are damaged')
  // When the data does not end where it should, viewers have decoded it in different ways.
  demand(part.length === bytes.length, 'rows in the code of facsimile do not end')
  bitmap.bytes.set(part.samples)
  return bitmap
}

/** Parameters of refining pixels. */
export interface Refinement {
  /** GRTEMPLATE, 0 or 1. */
  readonly template: number
  /** Adaptive pixels of template 0: one of the region, one of the reference. */
  readonly at: readonly Offset[]
}

interface RefinementRegion extends Refinement {
  readonly width: number
  readonly height: number
  readonly reference: Bitmap
  /** Offset from the upper left corner of the region to that of the reference. */
  readonly dx: number
  readonly dy: number
}

/** Pixels of a context (figures 12 and 13): first those of the region, with adaptive ones before the others. */
const REFINEMENTS: readonly { readonly region: readonly Offset[]; readonly reference: readonly Offset[] }[] = [
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
/** Number of contexts of the larger template, with thirteen pixels. */
const REFINEMENT_CONTEXTS = 1 << 13

/** Fresh statistics. Several regions may share them. */
export function refinementContexts(): Uint8Array {
  return new Uint8Array(REFINEMENT_CONTEXTS)
}

/** Reads refinement parameters; only template 0 has adaptive pixels. */
export function readRefinement(reader: DataReader, template: number): Refinement {
  if (template === 1) return { template, at: [] }
  const [own, other]: Offset[] = [0, 1].map(() => [reader.i8(), reader.i8()])
  demand(own !== undefined && other !== undefined, 'adaptive pixels are missing')
  demand(own[1] < 0 || (own[1] === 0 && own[0] < 0), 'an adaptive pixel is not known yet')
  return { template, at: [own, other] }
}

export function decodeRefinementRegion(
  region: RefinementRegion,
  decoder: ArithmeticDecoder,
  contexts: Uint8Array,
  work: PixelWork,
): Bitmap {
  const { width, height, template, at, reference, dx, dy } = region
  const pixels = REFINEMENTS[template] as (typeof REFINEMENTS)[number]
  const own = [...at.slice(0, 1), ...pixels.region]
  const others = [...at.slice(1), ...pixels.reference]
  work.spend(REFINED_COST * width * height)
  const bitmap = new Bitmap(width, height, work)
  const row = new Uint8Array(width)
  const ownAt = (x: number, y: number, offset: Offset) => {
    const left = x + offset[0]
    if (offset[1] < 0) return bitmap.at(left, y + offset[1])
    return left < 0 ? 0 : (row[left] ?? 0)
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

/** Cost of a refined pixel, in pixels of other regions. */
const REFINED_COST = 18
