/**
 * JBIG2 pictures for tests (ITU-T T.88): segments, and regions of every kind in arithmetic code. What viewers make of them is
 * compared with what our decoder does, since an encoder by the same hands proves little.
 *
 * @module
 */
import { ArithmeticEncoder } from './arithmetic-encoder.js'
import { faxOf } from './fax-encoder.js'
import type { Pixels } from './pixels.js'

type Offset = readonly [dx: number, dy: number]

/** Bytes of numbers, the highest first. */
export const u8 = (...values: number[]) => values.map((value) => value & 0xff)
export const u16 = (...values: number[]) => values.flatMap((value) => u8(value >> 8, value))
export const u32 = (...values: number[]) => values.flatMap((value) => u16(value >>> 16, value & 0xffff))

/** One segment. */
export interface SegmentParts {
  readonly number: number
  readonly kind: number
  readonly references?: readonly number[]
  readonly page?: number
  readonly data: Iterable<number>
  /** As it is written, where it is not that of the data. */
  readonly length?: number
}

/** A segment with its header. */
export function segment({ number, kind, references = [], page = 1, data, length }: SegmentParts): number[] {
  const bytes = [...data]
  const count = references.length
  const written = references.flatMap((one) => (number <= 256 ? [one] : u16(one)))
  const head = [...u32(number), kind, count << 5, ...written, page]
  return [...head, ...u32(length ?? bytes.length), ...bytes]
}

/** What a page begins with. */
export function pageInformation(width: number, height: number, flags = 0, striping = 0): number[] {
  return segment({ number: 0, kind: 48, data: [...u32(width, height, 0, 0), flags, ...u16(striping)] })
}

/** Where a region lies, and how it is drawn. */
export function regionPlace({ width, height }: Pixels, x = 0, y = 0, operator = 0): number[] {
  return [...u32(width, height, x, y), operator]
}

/** The order in which pixels make a context; adaptive ones are numbered from 0. */
const GENERIC: readonly (readonly (Offset | number)[])[] = [
  [
    3,
    [-1, -2],
    [0, -2],
    [1, -2],
    2,
    1,
    [-2, -1],
    [-1, -1],
    [0, -1],
    [1, -1],
    [2, -1],
    0,
    [-4, 0],
    [-3, 0],
    [-2, 0],
    [-1, 0],
  ],
  [[-1, -2], [0, -2], [1, -2], [2, -2], [-2, -1], [-1, -1], [0, -1], [1, -1], [2, -1], 0, [-3, 0], [-2, 0], [-1, 0]],
  [[-1, -2], [0, -2], [1, -2], [-2, -1], [-1, -1], [0, -1], [1, -1], 0, [-2, 0], [-1, 0]],
  [[-3, -1], [-2, -1], [-1, -1], [0, -1], [1, -1], 0, [-4, 0], [-3, 0], [-2, 0], [-1, 0]],
]
/** Contexts that say whether a row is as the one above. */
const TYPICAL = [0b10011_0110010_0101, 0b0011_110010_101, 0b001_11001_01, 0b011001_0101]

/** Usual places of adaptive pixels. */
export const USUAL: readonly (readonly Offset[])[] = [
  [
    [3, -1],
    [-3, -1],
    [2, -2],
    [-2, -2],
  ],
  [[3, -1]],
  [[2, -1]],
  [[2, -1]],
]

export interface GenericOptions {
  readonly template?: number
  readonly at?: readonly Offset[]
  readonly isTypical?: boolean
}

/** Codes pixels by those around them. */
export function encodeGeneric(encoder: ArithmeticEncoder, picture: Pixels, options: GenericOptions = {}): void {
  const { template = 0, isTypical = false } = options
  const at = options.at ?? USUAL[template] ?? []
  const places = (GENERIC[template] ?? []).map((place) => (typeof place === 'number' ? (at[place] ?? [0, 0]) : place))
  let wasAsAbove = 0
  for (let y = 0; y < picture.height; y++) {
    if (isTypical) {
      let isAsAbove = 1
      for (let x = 0; x < picture.width; x++) if (picture.at(x, y) !== picture.at(x, y - 1)) isAsAbove = 0
      encoder.bit(TYPICAL[template] ?? 0, isAsAbove ^ wasAsAbove)
      wasAsAbove = isAsAbove
      if (isAsAbove === 1) continue
    }
    for (let x = 0; x < picture.width; x++) {
      let context = 0
      for (const [dx, dy] of places) context = 2 * context + picture.at(x + dx, y + dy)
      encoder.bit(context, picture.at(x, y))
    }
  }
}

/** The data of a generic region. */
export function genericRegion(picture: Pixels, options: GenericOptions = {}, place = regionPlace(picture)): number[] {
  const { template = 0, isTypical = false } = options
  const encoder = new ArithmeticEncoder()
  encodeGeneric(encoder, picture, options)
  const at = options.at ?? USUAL[template] ?? []
  return [
    ...place,
    (template << 1) | (isTypical ? 8 : 0),
    ...at.flatMap((offset) => u8(...offset)),
    ...encoder.finish(),
  ]
}

/** The data of a generic region in the code of facsimile. */
export const faxRegion = (picture: Pixels, place = regionPlace(picture)): number[] => [
  ...place,
  1,
  ...faxOf(picture, true),
]

const REFINED: readonly (readonly [own: readonly Offset[], other: readonly Offset[]])[] = [
  [
    [
      [-1, -1],
      [0, -1],
      [1, -1],
      [-1, 0],
    ],
    [
      [-1, -1],
      [0, -1],
      [1, -1],
      [-1, 0],
      [0, 0],
      [1, 0],
      [-1, 1],
      [0, 1],
      [1, 1],
    ],
  ],
  [
    [
      [-1, -1],
      [0, -1],
      [1, -1],
      [-1, 0],
    ],
    [
      [0, -1],
      [-1, 0],
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ],
  ],
]
export interface RefinementOptions {
  readonly template?: number
  /** Where the reference lies in the picture. */
  readonly dx?: number
  readonly dy?: number
}

/** Codes pixels by those around them, and by another picture. */
export function encodeRefinement(
  encoder: ArithmeticEncoder,
  picture: Pixels,
  reference: Pixels,
  { template = 0, dx = 0, dy = 0 }: RefinementOptions = {},
): void {
  const [own, others] = REFINED[template] ?? [[], []]
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const ownBits = own.map(([ox, oy]) => picture.at(x + ox, y + oy))
      const otherBits = others.map(([ox, oy]) => reference.at(x - dx + ox, y - dy + oy))
      encoder.bit(`refined ${[...ownBits, ...otherBits].join('')}`, picture.at(x, y))
    }
  }
}

/** Bits that tell symbols apart. */
export const bitsFor = (count: number) => Math.ceil(Math.log2(count))

/** What a dictionary is made of besides its symbols. */
export interface DictionaryOptions {
  readonly template?: number
  /** Symbols of others that it refers to; they are not given again. */
  readonly inputs?: readonly Pixels[]
  /** Every symbol is refined from those of the inputs: one, or several that are drawn first. */
  readonly parts?: (symbol: number) => readonly Instance[]
  readonly refinementTemplate?: number
}

/** The data of a dictionary in arithmetic code; all symbols are given, those of other dictionaries left out. */
export function symbolDictionary(symbols: readonly Pixels[], options: DictionaryOptions = {}): number[] {
  const { template = 0, inputs = [], parts, refinementTemplate = 0 } = options
  const encoder = new ArithmeticEncoder()
  const all = [...inputs, ...symbols]
  const heights = [...new Set(symbols.map(({ height }) => height))].sort((a, b) => a - b)
  heights.forEach((height, i) => {
    encoder.number('height', height - (heights[i - 1] ?? 0))
    let width = 0
    for (const symbol of symbols.filter((one) => one.height === height)) {
      encoder.number('width', symbol.width - width)
      width = symbol.width
      if (parts === undefined) encodeGeneric(encoder, symbol, { template })
      else encodeParts(encoder, symbol, parts(symbols.indexOf(symbol)), all, refinementTemplate)
    }
    encoder.number('width', undefined)
  })
  encoder.number('export', inputs.length)
  encoder.number('export', symbols.length)
  const at = (USUAL[template] ?? []).flatMap((offset) => u8(...offset))
  const isRefined = parts !== undefined
  const refinementAt = isRefined && refinementTemplate === 0 ? u8(-1, -1, -1, -1) : []
  const flags = (isRefined ? 2 : 0) | (template << 10) | (refinementTemplate << 12)
  return [...u16(flags), ...at, ...refinementAt, ...u32(symbols.length, symbols.length), ...encoder.finish()]
}

function encodeParts(
  encoder: ArithmeticEncoder,
  symbol: Pixels,
  parts: readonly Instance[],
  symbols: readonly Pixels[],
  template: number,
): void {
  encoder.number('parts', parts.length)
  const [part] = parts
  if (parts.length > 1 || part === undefined) {
    encodeText(encoder, parts, symbols, { refinementTemplate: template }, true)
    return
  }
  encoder.symbolId(bitsFor(symbols.length), part.id)
  encoder.number('dx', part.s)
  encoder.number('dy', part.t)
  const reference = symbols[part.id] ?? symbol
  encodeRefinement(encoder, symbol, reference, { template, dx: part.s, dy: part.t })
}

/** A symbol that is drawn, its corner at a place, or refined to another picture. */
export interface Instance {
  readonly id: number
  readonly s: number
  readonly t: number
  readonly refined?: Pixels
}

export interface TextOptions {
  readonly corner?: number
  readonly isTransposed?: boolean
  readonly operator?: number
  readonly isBlack?: boolean
  readonly spacing?: number
  readonly logStrips?: number
  readonly refinementTemplate?: number
}

/** Flags of a text region. */
export function textFlags(options: TextOptions, isRefined: boolean): number {
  const { corner = 1, isTransposed = false, operator = 0, isBlack = false, spacing = 0, logStrips = 0 } = options
  const layout = (logStrips << 2) | (corner << 4) | (isTransposed ? 0x40 : 0) | (operator << 7) | (isBlack ? 0x200 : 0)
  return (isRefined ? 2 : 0) | layout | ((spacing & 31) << 10) | ((options.refinementTemplate ?? 0) << 15)
}

/** The steps of a text region: strips with the symbols in them, and how far it is from one to the next. */
export function textSteps(instances: readonly Instance[], symbols: readonly Pixels[], options: TextOptions) {
  const { corner = 1, isTransposed = false, spacing = 0, logStrips = 0 } = options
  const height = 2 ** logStrips
  const strips = [...new Set(instances.map(({ t }) => Math.floor(t / height)))].sort((a, b) => a - b)
  const isFar = isTransposed ? corner === 0 || corner === 2 : corner >= 2
  let first = 0
  return strips.map((strip, i) => {
    let at = 0
    const members = instances.filter(({ t }) => Math.floor(t / height) === strip).sort((a, b) => a.s - b.s)
    const drawn = members.map((instance, j) => {
      const symbol = instance.refined ?? symbols[instance.id]
      const advance = ((isTransposed ? symbol?.height : symbol?.width) ?? 1) - 1
      const start = isFar ? instance.s - advance : instance.s
      const step = j === 0 ? start - first : start - at - spacing
      if (j === 0) first = start
      at = start + advance
      return { instance, step, inStrip: instance.t - strip * height }
    })
    return { delta: strip - (strips[i - 1] ?? 0), drawn }
  })
}

/** The data of a text region in arithmetic code. */
export function textRegion(
  place: readonly number[],
  instances: readonly Instance[],
  symbols: readonly Pixels[],
  options: TextOptions = {},
): number[] {
  const encoder = new ArithmeticEncoder()
  const isRefined = instances.some(({ refined }) => refined !== undefined)
  encodeText(encoder, instances, symbols, options, isRefined)
  const at = isRefined && (options.refinementTemplate ?? 0) === 0 ? u8(-1, -1, -1, -1) : []
  return [...place, ...u16(textFlags(options, isRefined)), ...at, ...u32(instances.length), ...encoder.finish()]
}

function encodeText(
  encoder: ArithmeticEncoder,
  instances: readonly Instance[],
  symbols: readonly Pixels[],
  options: TextOptions,
  isRefined: boolean,
): void {
  const { refinementTemplate: template = 0, logStrips = 0 } = options
  encoder.number('strip', 0)
  for (const { delta, drawn } of textSteps(instances, symbols, options)) {
    encoder.number('strip', delta)
    drawn.forEach(({ instance, step, inStrip }, i) => {
      encoder.number(i === 0 ? 'first' : 'distance', step)
      if (logStrips > 0) encoder.number('in strip', inStrip)
      encoder.symbolId(bitsFor(symbols.length), instance.id)
      const symbol = symbols[instance.id]
      if (isRefined) encoder.number('refined', instance.refined === undefined ? 0 : 1)
      if (instance.refined === undefined || symbol === undefined) return
      const [dw, dh] = [instance.refined.width - symbol.width, instance.refined.height - symbol.height]
      for (const [kind, value] of Object.entries({ dw, dh, dx: 0, dy: 0 })) encoder.number(kind, value)
      encodeRefinement(encoder, instance.refined, symbol, { template, dx: Math.floor(dw / 2), dy: Math.floor(dh / 2) })
    })
    encoder.number('distance', undefined)
  }
}
