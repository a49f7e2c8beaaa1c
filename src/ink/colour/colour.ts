/**
 * Colours and colour spaces (ISO 32000-2, 8.6), converted to sRGB without colour management. That is exact enough to tell what
 * can be seen.
 *
 * @module
 */
import { largest } from '../../lists.js'
import { clamp } from '../../numbers.js'
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '../../pdf/objects.js'
import { type ContentSource, readNumbers } from '../content/content-source.js'
import { getOrMake } from '../remember.js'
import { isWhite, looksLikeGrey, looksLikeRgb, profileOf, type Tristimulus } from './icc-profile.js'
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
  toRgb(components: readonly number[]): Rgb | undefined
  /** True where viewers use tables of a profile that are not read here: a colour that seems pale may be dark. */
  readonly isByTables?: boolean
}

/** The colour of components; `undefined` when it is not known how viewers show it. */
export function knownColour(space: ColourSpace, components: readonly number[]): Rgb | undefined {
  const rgb = space.toRgb(components)
  return space.isByTables === true && rgb !== undefined && luminance(rgb) > DARK ? undefined : rgb
}

/** Highest lightness of a colour that can surely be read on paper: no table makes it harder to see. */
const DARK = 0.5

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

/** Difference in one channel below which letters on a background cannot be read. */
const JUST_VISIBLE = 0.12

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
/** DeviceCMYK as RGB (10.4.2.4). */
export const DEVICE_CMYK = space(4, ([c = 0, m = 0, y = 0, k = 0]) => [
  1 - Math.min(1, Math.max(0, c) + Math.max(0, k)),
  1 - Math.min(1, Math.max(0, m) + Math.max(0, k)),
  1 - Math.min(1, Math.max(0, y) + Math.max(0, k)),
])

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
  if (family === 'CalGray') return looksLikeGrey(source, value[1]) ? DEVICE_GRAY : undefined
  if (family === 'CalRGB') return looksLikeRgb(source, value[1]) ? DEVICE_RGB : undefined
  if (family === 'Lab') return readLabSpace(source, value[1])
  if (family === 'Indexed' || family === 'I') return readIndexedSpace(source, value, base(1))
  if (family === 'Separation' || family === 'DeviceN') return readTintSpace(source, value, base(2))
  return BY_NAME.get(family)
}

/** Names of the default colour spaces that replace device spaces (8.6.5.6). */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['DeviceGray', 'DefaultGray'],
  ['G', 'DefaultGray'],
  ['DeviceRGB', 'DefaultRGB'],
  ['RGB', 'DefaultRGB'],
  ['DeviceCMYK', 'DefaultCMYK'],
  ['CMYK', 'DefaultCMYK'],
])

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
  const key = DEFAULTS.get(name)
  if (key === undefined || !resources?.has('ColorSpace')) return device
  const known = getOrMake(replaced, resources, () => new Map<string, ColourSpace>())
  return getOrMake(known, key, () => {
    const object = source.lookupDict(resources, 'ColorSpace')?.get(key)
    return object === undefined ? device : mixedWith(device, readColourSpace(source, object, undefined))
  })
}

function mixedWith(device: ColourSpace, other: ColourSpace | undefined): ColourSpace {
  if (other?.toRgb === device.toRgb) return other
  const toRgb = (values: readonly number[]): Rgb | undefined => {
    const [one, two] = [device.toRgb(values), other?.toRgb(values)]
    return one !== undefined && two !== undefined && looksAlike(one, two) ? one : undefined
  }
  const { components, isPattern, initial } = device
  const black = initial.rgb === undefined ? undefined : toRgb(new Array<number>(components).fill(0))
  return { components, isPattern, initial: { rgb: black }, toRgb, isByTables: other?.isByTables === true }
}

function patternSpace(underlying: ColourSpace | undefined): ColourSpace {
  const toRgb = (values: readonly number[]) => underlying?.toRgb(values)
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
  const kind = profileOf(source, stream, count)
  if (device === undefined || !isLike || kind === 'unlike') return undefined
  return kind === 'table' ? { ...device, isByTables: true } : device
}

/** A Lab space (8.6.5.4). L* alone gives the lightness; a* and b* only give a rough hue. */
function readLabSpace(source: ContentSource, object: PdfObject | undefined): ColourSpace | undefined {
  const dict = source.resolve(object)
  const white = dict instanceof PdfDict ? readNumbers(source, dict.get('WhitePoint'), 3) : undefined
  if (white === undefined || !isWhite(white as unknown as Tristimulus)) return undefined
  const range = (dict instanceof PdfDict ? readNumbers(source, dict.get('Range'), 4) : undefined) ?? [
    -100, 100, -100, 100,
  ]
  const [aLow = -100, aHigh = 100, bLow = -100, bHigh = 100] = range
  return space(3, ([l = 0, a = 0, b = 0]) => {
    const m = (l + 16) / 116
    const decode = (x: number) => (x >= 6 / 29 ? x ** 3 : (108 / 841) * (x - 4 / 29))
    const x = 0.9505 * decode(m + clamp(a, aLow, aHigh) / 500)
    const y = decode(m)
    const z = 1.089 * decode(m - clamp(b, bLow, bHigh) / 200)
    const gamma = (value: number) => clamp(value, 0, 1) ** (1 / 2.2)
    return [
      gamma(3.2406 * x - 1.5372 * y - 0.4986 * z),
      gamma(-0.9689 * x + 1.8758 * y + 0.0415 * z),
      gamma(0.0557 * x - 0.204 * y + 1.057 * z),
    ]
  })
}

/** Largest palette in bytes: 256 entries (ISO 32000-2, 8.6.6.3) of up to 32 components. */
const MAX_PALETTE_BYTES = 256 * 32

/** An Indexed space (8.6.6.3). */
function readIndexedSpace(
  source: ContentSource,
  array: readonly PdfObject[],
  base: ColourSpace | undefined,
): ColourSpace | undefined {
  if (base === undefined || base.components === 0) return undefined
  const highest = numberOf(source.resolve(array[2])) ?? 0
  const table = source.resolve(array[3])
  const bytes =
    table instanceof PdfString
      ? table.bytes
      : table instanceof PdfStream
        ? source.decode(table, MAX_PALETTE_BYTES)
        : undefined
  if (bytes === undefined) return undefined
  return space(1, ([index = 0]) => {
    const at = clamp(Math.round(index), 0, highest) * base.components
    return base.toRgb(Array.from({ length: base.components }, (_, i) => (bytes[at + i] ?? 0) / 255))
  })
}

/** Most tints of a space whose colours are kept. Documents use a handful. */
const MAX_KEPT_TINTS = 256

/** A Separation or DeviceN space (8.6.6.4 and 8.6.6.5): the tint transformation leads to the alternate space. */
function readTintSpace(
  source: ContentSource,
  array: readonly PdfObject[],
  alternate: ColourSpace | undefined,
): ColourSpace | undefined {
  const names = source.resolve(array[1])
  const colourants = Array.isArray(names) ? names.map((name) => nameOf(source.resolve(name))) : [nameOf(names)]
  const transform = readFunction(source, array[3])
  if (alternate === undefined || transform === undefined) return undefined
  const kept = new Map<string, Rgb | undefined>()
  const toRgb = (values: readonly number[]) => {
    const key = values.join(' ')
    if (!kept.has(key)) {
      if (kept.size >= MAX_KEPT_TINTS) kept.clear()
      kept.set(key, alternate.toRgb(transform(values)))
    }
    return kept.get(key)
  }
  // The colourant None paints nothing, but not in every viewer.
  const isNone = colourants.every((name) => name === 'None')
  const full = new Array<number>(colourants.length).fill(1)
  return {
    components: colourants.length,
    initial: { rgb: isNone ? undefined : toRgb(full) },
    isPattern: false,
    toRgb: isNone ? () => undefined : toRgb,
    isByTables: alternate.isByTables === true,
  }
}

/** Highest lightness of a shape that looks like print. */
const PRINT_LIGHTNESS = 0.4
/** Largest difference between two channels of a colour that looks like print. */
const PRINT_CHROMA = 0.3
/** Lowest lightness of a shape that may look like the paper. */
const PAPER_LIGHTNESS = 0.9

/** True for a colour that is dark and nearly grey, as print is. */
export function isPrintColour(colour: Rgb): boolean {
  const [red, green, blue] = colour
  const isGrey = Math.max(red, green, blue) - Math.min(red, green, blue) <= PRINT_CHROMA
  return isGrey && lightnessOf(colour) <= PRINT_LIGHTNESS
}

/** True for a colour that may be that of the paper. */
export function isPaperColour(colour: Rgb): boolean {
  return lightnessOf(colour) >= PAPER_LIGHTNESS
}

/** How light a colour looks: 0 for black to 1 for white (10.4.3.2). */
export function lightnessOf([red, green, blue]: Rgb): number {
  return 0.3 * red + 0.59 * green + 0.11 * blue
}
