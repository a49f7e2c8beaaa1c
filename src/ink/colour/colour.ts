/**
 * Colours and colour spaces (ISO 32000-2, 8.6), converted to sRGB without colour management. That is exact enough to tell what
 * can be seen.
 *
 * @module
 */
import { largest } from '../../lists.js'
import { clamp } from '../../numbers.js'
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '../../pdf/objects.js'
import { type ContentSource, type Interval, readNumbers } from '../content/content-source.js'
import { POLICY } from '../ink-policy.js'
import { getOrMake, once } from '../remember.js'
import {
  type ComputedColour,
  calibratedGrey,
  calibratedRgb,
  isWhite,
  profileOf,
  rgbOfLab,
  type Tristimulus,
} from './icc-profile.js'
import { readFunction } from './pdf-function.js'

/** Red, green and blue from 0 to 1. */
export type Rgb = readonly [number, number, number]

/** A colour as content sets it. */
export interface Colour {
  /** `undefined` for patterns, and where the colour space is not understood. */
  readonly rgb: Rgb | undefined
  /** A pattern, resolved: a dictionary or stream of 8.7. */
  readonly pattern?: PdfDict | PdfStream
}

export interface ColourSpace {
  readonly components: number
  readonly initial: Colour
  /** True for Pattern spaces, whose colours are a pattern after the components of the underlying space. */
  readonly isPattern: boolean
  /** True for spaces that are based on another one. Viewers differ on spaces that are based on these (8.6.6). */
  readonly isSpecial?: boolean
  /** Lowest and highest value of each component, where they are not 0 and 1. */
  readonly ranges?: readonly Interval[]
  /** The colour that most viewers show; `undefined` where they agree on none. */
  toRgb(components: readonly number[]): Rgb | undefined
  /** The colour of the viewers that compute it in another way; absent where there are none. */
  readonly otherwise?: ComputedColour
}

/** The colour of components; `undefined` when viewers show different ones. */
export function knownColour(
  space: ColourSpace,
  components: readonly number[],
  tolerance = MOST_DIFFERENCE,
): Rgb | undefined {
  const rgb = space.toRgb(components)
  if (rgb === undefined || space.otherwise === undefined) return rgb
  return colourDifference(rgb, space.otherwise(components)) <= tolerance ? rgb : undefined
}

/** Largest difference of two viewers in one channel of a colour that is known: black ink is not quite black in most. */
const MOST_DIFFERENCE = 0.15
/** The same for pictures, whose inks are printed over each other: viewers mix these in slightly different ways. */
const MOST_IN_PICTURES = 0.25

/** The colour of a pixel. Inks without a profile are shown as most viewers do: such pictures are photographs. */
export function pixelColour(space: ColourSpace, components: readonly number[]): Rgb | undefined {
  return space === DEVICE_CMYK ? space.toRgb(components) : knownColour(space, components, MOST_IN_PICTURES)
}

/** The paper, beneath everything that is painted. */
export const PAPER: Rgb = [1, 1, 1]

export const BLACK: Colour = { rgb: [0, 0, 0] }

/** Luminance of a colour: 0 for black to 1 for white (the weights of Rec. 709). */
export function luminance([r, g, b]: Rgb): number {
  return luminanceOf(r, g, b)
}

/** {@link luminance} without an array for each pixel, on the scale of the three values. */
export function luminanceOf(r: number, g: number, b: number): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** True when an eye can hardly tell two colours apart. */
export function looksAlike(one: Rgb, other: Rgb): boolean {
  return one.every((value, i) => Math.abs(value - (other[i] ?? 0)) < JUST_VISIBLE)
}

/** Difference in one channel, and opacity, below which letters on a background cannot be read. */
export const JUST_VISIBLE = 0.12

/** The largest difference between two colours, 0 to 1. */
export function colourDifference(one: Rgb | undefined, other: Rgb | undefined): number {
  if (one === undefined || other === undefined) return 1
  return largest(one.map((value, i) => Math.abs(value - (other[i] ?? 0))))
}

function space(components: number, toRgb: (values: readonly number[]) => Rgb | undefined): ColourSpace {
  const black = components === 4 ? [0, 0, 0, 1] : new Array<number>(components).fill(0)
  return { components, initial: { rgb: toRgb(black) }, isPattern: false, toRgb }
}

export const DEVICE_GRAY = space(1, ([gray = 0]) => {
  const value = clamp(gray, 0, 1)
  return [value, value, value]
})
export const DEVICE_RGB = space(3, ([r = 0, g = 0, b = 0]) => [clamp(r, 0, 1), clamp(g, 0, 1), clamp(b, 0, 1)])

/** What most viewers show for the sixteen mixtures of full inks: cyan counts 1, magenta 2, yellow 4, black 8. */
const MIXTURES =
  'ffffff 00b1f0 f11190 242d93 ffef15 00a74f f3221f 333236 262225 000925 1a0000 000001 1e1d00 000900 160000 020204'
    .split(' ')
    .map((rgb) => [0, 2, 4].map((at) => Number.parseInt(rgb.slice(at, at + 2), 16)))

/** DeviceCMYK: a mean of the mixtures, weighted by the inks. MuPDF subtracts the inks from white instead (10.4.2.4). */
export const DEVICE_CMYK: ColourSpace = {
  ...space(4, (inks) => {
    const sums: [number, number, number] = [0, 0, 0]
    for (const [i, mixture] of MIXTURES.entries()) {
      let weight = 1 / 255
      for (let ink = 0; ink < 4; ink++) {
        const amount = clamp(inks[ink] ?? 0, 0, 1)
        weight *= (i >> ink) & 1 ? amount : 1 - amount
      }
      for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + weight * (mixture[c] ?? 0)
    }
    return sums
  }),
  otherwise: ([c = 0, m = 0, y = 0, k = 0]) =>
    [c, m, y, k].every((ink) => ink >= 0 && ink <= 1)
      ? ([c, m, y].map((ink) => 1 - Math.min(1, ink + k)) as unknown as Rgb)
      : undefined,
}

export const UNKNOWN_SPACE: ColourSpace = {
  components: 0,
  initial: { rgb: undefined },
  isPattern: false,
  toRgb: () => undefined,
}

/** Deepest nesting of colour spaces that are based on others. */
const MAX_SPACE_NESTING = 4

const BY_NAME: ReadonlyMap<string, ColourSpace> = new Map([
  ['DeviceGray', DEVICE_GRAY],
  ['CalGray', DEVICE_GRAY],
  ['G', DEVICE_GRAY],
  ['DeviceRGB', DEVICE_RGB],
  ['CalRGB', DEVICE_RGB],
  ['RGB', DEVICE_RGB],
  ['DeviceCMYK', DEVICE_CMYK],
  ['CMYK', DEVICE_CMYK],
])

/**
 * The colour space in an object: a name, or an array that begins with one.
 *
 * @param resources Where names other than those of the device spaces are looked up.
 * @returns `undefined` when it is not understood.
 */
export function readColourSpace(
  source: ContentSource,
  object: PdfObject | undefined,
  resources: PdfDict | undefined,
  depth = 0,
): ColourSpace | undefined {
  if (depth > MAX_SPACE_NESTING) return undefined
  const value = source.resolve(object)
  if (value instanceof PdfName) {
    if (value.value === 'Pattern') return patternSpace(undefined)
    const known = BY_NAME.get(value.value)
    if (known !== undefined) return asDefault(source, value.value, known, resources)
    const named = source.lookupDict(resources, 'ColorSpace')?.get(value.value)
    return named === undefined ? undefined : readColourSpace(source, named, undefined, depth + 1)
  }
  if (!Array.isArray(value)) return undefined
  const family = nameOf(source.resolve(value[0])) ?? ''
  if (family === 'Pattern') {
    return patternSpace(value[1] === undefined ? undefined : readColourSpace(source, value[1], resources, depth + 1))
  }
  const base = (index: number) => readColourSpace(source, value[index], resources, depth + 1)
  if (family === 'ICCBased') return readIccSpace(source, value[1], depth)
  if (family === 'CalGray') return computedSpace(DEVICE_GRAY, calibratedGrey(source, value[1]))
  if (family === 'CalRGB') return computedSpace(DEVICE_RGB, calibratedRgb(source, value[1]))
  if (family === 'Lab') return readLabSpace(source, value[1])
  if (family === 'Indexed' || family === 'I') return readIndexedSpace(source, value, base(1))
  if (family === 'Separation' || family === 'DeviceN') return readTintSpace(source, value, base(2))
  return BY_NAME.get(family)
}

/** Names of device spaces, which default colour spaces may replace (8.6.5.6). */
const DEVICE_NAME = /^(?:Device)?(G|Gray|RGB|CMYK)$/

/** Default colour spaces that were read, by the resources that hold them. */
const replaced = new WeakMap<PdfDict, Map<string, ColourSpace>>()

/**
 * A device space as content with these resources uses it. Some viewers replace it by the default colour space, others do not: a
 * colour is known where both give the same.
 */
export function asDefault(
  source: ContentSource,
  name: string,
  device: ColourSpace,
  resources: PdfDict | undefined,
): ColourSpace {
  const kind = DEVICE_NAME.exec(name)?.[1]
  if (kind === undefined || !resources?.has('ColorSpace')) return device
  const key = `Default${kind === 'G' ? 'Gray' : kind}`
  const known = getOrMake(replaced, resources, () => new Map<string, ColourSpace>())
  return getOrMake(known, key, () => {
    const object = source.lookupDict(resources, 'ColorSpace')?.get(key)
    const other = object === undefined ? device : readColourSpace(source, object, undefined)
    if (other?.toRgb === device.toRgb) return other
    return { ...device, otherwise: (values) => other && knownColour(other, values) }
  })
}

function patternSpace(underlying: ColourSpace | undefined): ColourSpace {
  const toRgb = (values: readonly number[]) => underlying && knownColour(underlying, values)
  return { components: underlying?.components ?? 0, initial: { rgb: undefined }, isPattern: true, toRgb }
}

const BY_COMPONENTS: Readonly<Record<number, ColourSpace>> = { 1: DEVICE_GRAY, 3: DEVICE_RGB, 4: DEVICE_CMYK }

/** An ICCBased space (8.6.5.5): the device space with as many components, unless profile or alternate space differ from it. */
function readIccSpace(source: ContentSource, object: PdfObject | undefined, depth: number): ColourSpace | undefined {
  const stream = source.resolve(object)
  if (!(stream instanceof PdfStream)) return undefined
  const count = source.lookupNumber(stream.dict, 'N') ?? 0
  const device = BY_COMPONENTS[count]
  const alternate = stream.dict.get('Alternate')
  // Viewers that know no profiles draw in the alternate space.
  const isLike = alternate === undefined || readColourSpace(source, alternate, undefined, depth + 1) === device
  const profile = profileOf(source, stream, count)
  if (device === undefined || !isLike) return undefined
  return profile === 'device' ? device : computedSpace(device, profile)
}

/** A device space whose colours some viewers compute; `undefined` where that is not known. */
function computedSpace(device: ColourSpace, otherwise: ComputedColour | undefined): ColourSpace | undefined {
  return otherwise && { ...device, otherwise }
}

/** A Lab space (8.6.5.4). */
function readLabSpace(source: ContentSource, object: PdfObject | undefined): ColourSpace | undefined {
  const dict = source.resolve(object)
  const white = dict instanceof PdfDict ? readNumbers(source, dict.get('WhitePoint'), 3) : undefined
  if (white === undefined || !isWhite(white as unknown as Tristimulus)) return undefined
  const range = (dict instanceof PdfDict ? readNumbers(source, dict.get('Range'), 4) : undefined) ?? [
    -100, 100, -100, 100,
  ]
  const [aLow = -100, aHigh = 100, bLow = -100, bHigh = 100] = range
  const ranges: readonly Interval[] = [
    [0, 100],
    [aLow, aHigh],
    [bLow, bHigh],
  ]
  const isWithin = (value: number, i: number) => value >= (ranges[i]?.[0] ?? 0) && value <= (ranges[i]?.[1] ?? 0)
  return { ...space(3, (values) => (values.every(isWithin) ? rgbOfLab(values) : undefined)), ranges }
}

/** Largest palette in bytes: 256 entries (ISO 32000-2, 8.6.6.3) of up to 32 components. */
const MAX_PALETTE_BYTES = 256 * 32

/** A space based on another one. Viewers begin with different colours in it. */
function specialSpace(components: number, toRgb: ColourSpace['toRgb']): ColourSpace {
  return { components, initial: { rgb: undefined }, isPattern: false, isSpecial: true, toRgb }
}

/**
 * An Indexed space (8.6.6.3). Viewers read an index that is not in the table in different ways, and so they do entries in Lab.
 */
function readIndexedSpace(
  source: ContentSource,
  array: readonly PdfObject[],
  base: ColourSpace | undefined,
): ColourSpace | undefined {
  if (base === undefined || base.components === 0 || base.isSpecial || base.ranges !== undefined) return undefined
  const { components } = base
  const highest = numberOf(source.resolve(array[2])) ?? 0
  const table = source.resolve(array[3])
  const bytes =
    table instanceof PdfString
      ? table.bytes
      : table instanceof PdfStream
        ? source.decode(table, MAX_PALETTE_BYTES)
        : undefined
  if (bytes === undefined || bytes.length < (highest + 1) * components) return undefined
  return specialSpace(1, ([index = 0]) => {
    if (!Number.isInteger(index) || index < 0 || index > highest) return undefined
    const at = index * components
    const values = Array.from({ length: components }, (_, i) => (bytes[at + i] ?? 0) / 255)
    return knownColour(base, values, MOST_IN_PICTURES)
  })
}

/** Most tints of a space whose colours are kept. Documents use a handful. */
const MAX_KEPT_TINTS = 256
/** A tint as little smaller as nobody sees. */
const BELOW = 1 - 1e-5

/** A Separation or DeviceN space (8.6.6.4 and 8.6.6.5): the tint transformation leads to the alternate space. */
function readTintSpace(
  source: ContentSource,
  array: readonly PdfObject[],
  alternate: ColourSpace | undefined,
): ColourSpace | undefined {
  const names = source.resolve(array[1])
  const colourants = Array.isArray(names) ? names.map((name) => nameOf(source.resolve(name))) : [nameOf(names)]
  const transform = readFunction(source, array[3])
  if (alternate === undefined || alternate.isSpecial || transform === undefined) return undefined
  const kept = new Map<string, Rgb | undefined>()
  // The colourant None paints nothing, but not in every viewer.
  const isNone = colourants.every((name) => name === 'None')
  const shown = (tints: readonly number[]) => {
    const inks = isNone ? [] : transform(tints)
    return inks.length === alternate.components ? knownColour(alternate, inks) : undefined
  }
  const isForAll = colourants.length === 1 && colourants[0] === 'All'
  const inks = once(() =>
    colourants.map((name, i) => PROCESS_INKS[name ?? ''] ?? shown(colourants.map((_, j) => +(i === j)))),
  )
  return specialSpace(colourants.length, (values) => {
    const key = values.join(' ')
    if (!kept.has(key)) {
      if (kept.size >= MAX_KEPT_TINTS) kept.clear()
      const rgb = shown(values)
      // Where a function jumps, viewers are on different sides.
      const isOne = colourDifference(rgb, shown(values.map((tint) => tint * BELOW))) <= MOST_DIFFERENCE
      const isOfInks = isForAll || colourDifference(rgb, overprinted(inks(), values)) <= MOST_IN_PICTURES
      kept.set(key, isOne && isOfInks ? rgb : undefined)
    }
    return kept.get(key)
  })
}

/** Colourants that some viewers know by name. */
const PROCESS_INKS: Readonly<Record<string, Rgb>> = {
  Cyan: [0, 1, 1],
  Magenta: [1, 0, 1],
  Yellow: [1, 1, 0],
  Black: [0, 0, 0],
}

/** Tints as MuPDF prints them over each other: it takes the colours of the full inks only. `undefined` if one is not known. */
function overprinted(inks: readonly (Rgb | undefined)[], tints: readonly number[]): Rgb | undefined {
  const rgb: [number, number, number] = [1, 1, 1]
  for (const [i, ink] of inks.entries()) {
    if (ink === undefined) return undefined
    for (let c = 0; c < 3; c++) rgb[c] = Math.max(0, (rgb[c] ?? 0) - (tints[i] ?? 0) * (1 - (ink[c] ?? 0)))
  }
  return rgb
}

/** True for a colour that is dark and nearly grey, as print is. */
export function isPrintColour(colour: Rgb): boolean {
  const [red, green, blue] = colour
  const isGrey = Math.max(red, green, blue) - Math.min(red, green, blue) <= POLICY.printChroma
  return isGrey && lightnessOf(colour) <= POLICY.printLightness
}

/** True for a colour that may be that of the paper. */
export function isPaperColour(colour: Rgb): boolean {
  return lightnessOf(colour) >= POLICY.paperLightness
}

/** Largest distance of a component from its range that comes from rounding. */
const COMPONENT_ROUNDING = 0.002

/** True for a component of a device colour, from 0 to 1 (8.6.4). Readers differ on what lies beyond. */
export function isColourComponent(component: number): boolean {
  return component >= -COMPONENT_ROUNDING && component <= 1 + COMPONENT_ROUNDING
}

/** How light a colour looks: 0 for black to 1 for white (10.4.3.2). */
export function lightnessOf([red, green, blue]: Rgb): number {
  return 0.3 * red + 0.59 * green + 0.11 * blue
}
