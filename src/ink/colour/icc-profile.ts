/**
 * Colours defined by a profile (ISO 15076-1) or by a white point (ISO 32000-2, 8.6.5). Some viewers compute them, and others show
 * those of the device space with as many components. Where the results differ, it is unknown what is seen.
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import { BigEndianBytes } from '../../pdf/codecs.js'
import { numberOf, PdfDict, type PdfObject, type PdfStream } from '../../pdf/objects.js'
import { latin1Text } from '../../pdf/reading.js'
import { type ContentSource, readNumbers } from '../content/content-source.js'
import { getOrMake } from '../remember.js'
import { mix, type Samples } from './pdf-function.js'

/** A curve from a value in the file (0 to 1) to an amount of light (0 to 1). */
type ToneCurve = (value: number) => number

/** X, Y and Z; also red, green and blue from 0 to 1. */
export type Tristimulus = readonly [number, number, number]

/** The colour of components; `undefined` where viewers that compute it differ. */
export type ComputedColour = (components: readonly number[]) => Tristimulus | undefined

/** Offset of the tag table (7.3). */
const TAGS = 128
/** Offset of the file signature of profiles (7.2). */
const SIGNATURE_AT = 36
const SIGNATURE = 'acsp'
const SPACE_AT = 16
/** Offset of the space that tables lead to. */
const CONNECTION_AT = 20
/** The colour spaces of a profile by their number of components. */
const SPACES: Readonly<Record<number, string>> = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' }
/** Most tags of a profile. Profiles have about twenty. */
const MAX_TAGS = 100

/** `device`: every viewer rejects this as a profile and uses the number of components instead. `undefined`: it cannot be read. */
function readProfile(bytes: Uint8Array, components: number): ComputedColour | 'device' | undefined {
  if (latin1Text(bytes.subarray(SIGNATURE_AT, SIGNATURE_AT + SIGNATURE.length)) !== SIGNATURE) return 'device'
  try {
    return computedBy(new BigEndianBytes(bytes), components)
  } catch {
    return undefined
  }
}

function computedBy(reader: BigEndianBytes, components: number): ComputedColour | undefined {
  if (textAt(reader, SPACE_AT) !== SPACES[components]) return undefined
  const tags = readTags(reader)
  // Newer kinds of tables count more than these in some viewers.
  if ([...tags.keys()].some((tag) => tag.startsWith('D2B'))) return undefined
  const tables = ['A2B0', 'A2B1', 'A2B2'].flatMap((tag) => tags.get(tag) ?? [])
  if (tables.length > 0) {
    const isLab = textAt(reader, CONNECTION_AT) === 'Lab '
    return isLab
      ? byTables(
          components,
          tables.map((at) => readLut(reader, at, components)),
        )
      : undefined
  }
  const curveOf = (tag: string) => readCurve(reader, tags.get(tag) ?? -1)
  if (components === 1) return greyBy(curveOf('kTRC'))
  const primaries = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => readXyz(reader, tags.get(tag) ?? -1))
  return components === 3 ? mixtureOf(primaries, ['rTRC', 'gTRC', 'bTRC'].map(curveOf), WHITE_D50) : undefined
}

/** Largest difference of two tables of one profile, which are for different purposes, in steps of L*, a* and b*. */
const MOST_BETWEEN_TABLES = 20

/** Lightest black of a profile. Some viewers show the black of a profile as black, and what is lighter accordingly. */
const LIGHTEST_BLACK = 40

function byTables(components: number, tables: readonly Lut[]): ComputedColour | undefined {
  const black = new Array<number>(components).fill(components === 4 ? 1 : 0)
  if (tables.some((table) => (table(black)[0] ?? 0) > LIGHTEST_BLACK)) return undefined
  return (values) => {
    const [first = [], ...others] = tables.map((table) => table(values))
    const isOne = others.every((lab) => lab.every((v, i) => Math.abs(v - (first[i] ?? 0)) <= MOST_BETWEEN_TABLES))
    return isOne ? rgbOfLab(first) : undefined
  }
}

/** L*, a* and b* as sRGB, whatever the white. */
export function rgbOfLab([l = 0, a = 0, b = 0]: readonly number[]): Tristimulus {
  const m = (l + 16) / 116
  const decode = (x: number) => (x >= 6 / 29 ? x ** 3 : (108 / 841) * (x - 4 / 29))
  const light = [decode(m + a / 500), decode(m), decode(m - b / 200)].map((v, i) => v * (WHITE_D50[i] ?? 0))
  return rgbOfLight(light)
}

/** A table from components to L*, a* and b*. */
type Lut = (components: readonly number[]) => readonly number[]

/** Reads a table of type lut16 or lut8 (10.10 and 10.11): curves, a grid in which the last component runs first, curves. */
function readLut(reader: BigEndianBytes, at: number, components: number): Lut {
  const bits = { mft1: 8, mft2: 16 }[textAt(reader, at)]
  const [inputs, outputs, grid] = [reader.u8(at + 8), reader.u8(at + 9), reader.u8(at + 10)]
  if (bits === undefined || inputs !== components || outputs !== 3 || grid < 2)
    throw new RangeError('a table is of no known kind')
  const [before, behind] = bits === 8 ? [256, 256] : [reader.u16(at + 48), reader.u16(at + 50)]
  let start = at + (bits === 8 ? 48 : 52)
  const take = (size: readonly number[], count: number): Samples => {
    const length = (size.reduce((product, n) => product * n, count) * bits) / 8
    const bytes = Uint8Array.from(reader.slice(start, length))
    start += length
    return { bytes, bits, size, outputs: count }
  }
  const curves = Array.from({ length: inputs }, () => take([before], 1))
  const samples = take(new Array<number>(inputs).fill(grid), outputs)
  const others = Array.from({ length: outputs }, () => take([behind], 1))
  const full = 2 ** bits - 1
  const through = (curve: Samples, value: number) =>
    (mix(curve, [clamp(value, 0, 1) * ((curve.size[0] ?? 1) - 1)])[0] ?? 0) / full
  // Sixteen bits have 0xff00 for a lightness of 100 (6.3.4.2 of version 2).
  const [most, step] = bits === 8 ? [1, 255] : [0xff00 / 0xffff, 0xffff / 256]
  return (values) => {
    const place = curves.map((curve, i) => through(curve, values[i] ?? 0) * (grid - 1)).reverse()
    const [l = 0, a = 0, b = 0] = mix(samples, place).map((value, i) => through(others[i] as Samples, value / full))
    return [Math.min(100, (100 * l) / most), step * a - 128, step * b - 128]
  }
}

function readTags(reader: BigEndianBytes): Map<string, number> {
  const count = Math.min(reader.u32(TAGS), MAX_TAGS)
  const tags = new Map<string, number>()
  for (let i = 0; i < count; i++) {
    const at = TAGS + 4 + 12 * i
    tags.set(textAt(reader, at), reader.u32(at + 4))
  }
  return tags
}

function textAt(reader: BigEndianBytes, at: number): string {
  return String.fromCharCode(...reader.slice(at, 4))
}

function fixedAt(reader: BigEndianBytes, at: number): number {
  return reader.i32(at) / 65536
}

function readXyz(reader: BigEndianBytes, at: number): Tristimulus {
  return [fixedAt(reader, at + 8), fixedAt(reader, at + 12), fixedAt(reader, at + 16)]
}

/** A curve of type curv or para (10.6 and 10.18): a gamma, a table, or parameters. */
function readCurve(reader: BigEndianBytes, at: number): ToneCurve {
  return textAt(reader, at) === 'para' ? readParameters(reader, at) : readTable(reader, at)
}

function readTable(reader: BigEndianBytes, at: number): ToneCurve {
  if (textAt(reader, at) !== 'curv') throw new RangeError('a curve is of no known kind')
  const count = reader.u32(at + 8)
  if (count === 0) return (value) => value
  if (count === 1) return gammaCurve(reader.u16(at + 12) / 256)
  // Reading its last value fails when the table is cut off.
  reader.u16(at + 10 + 2 * count)
  return (value) => {
    const place = value * (count - 1)
    const low = Math.min(Math.floor(place), count - 2)
    const [a, b] = [reader.u16(at + 12 + 2 * low), reader.u16(at + 14 + 2 * low)]
    return (a + (place - low) * (b - a)) / 65535
  }
}

/** Number of parameters of each function type, g being the first (table 68). */
const PARAMETERS = [1, 3, 4, 5, 7] as const

function readParameters(reader: BigEndianBytes, at: number): ToneCurve {
  const type = reader.u16(at + 8)
  const count = PARAMETERS[type]
  if (count === undefined) throw new RangeError('a curve is of no known type')
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, (_, i) =>
    fixedAt(reader, at + 12 + 4 * i),
  )
  if (type === 0) return gammaCurve(g)
  if (type < 3) return (x) => (x >= -b / a ? (a * x + b) ** g : 0) + (type === 2 ? c : 0)
  return (x) => (x >= d ? (a * x + b) ** g + e : c * x + f)
}

/** A power function. */
function gammaCurve(gamma: number): ToneCurve {
  return (value) => value ** gamma
}

/** The white point of the profile connection space: D50. */
const WHITE_D50: Tristimulus = [0.9642, 1, 0.8249]
/** From the profile connection space to linear red, green and blue of sRGB. */
const TO_SRGB = [
  [3.1339, -1.6169, -0.4906],
  [-0.9788, 1.9161, 0.0335],
  [0.0719, -0.229, 1.4052],
] as const

function rgbOfLight(light: readonly number[]): Tristimulus {
  return TO_SRGB.map((row) =>
    shadeOf(row.reduce((sum, factor, i) => sum + factor * (light[i] ?? 0), 0)),
  ) as unknown as Tristimulus
}

function greyBy(curve: ToneCurve): ComputedColour {
  return ([value = 0]) => {
    const shade = shadeOf(curve(value))
    return isShare(value) ? [shade, shade, shade] : undefined
  }
}

/** Colours mixed from three lights. @param primaries The lights, in the coordinates of `white`. */
function mixtureOf(
  primaries: readonly Tristimulus[],
  curves: readonly ToneCurve[],
  white: Tristimulus,
): ComputedColour | undefined {
  if (!isWhite(white)) return undefined
  return (values) => {
    const amounts = curves.map((curve, i) => curve(values[i] ?? 0))
    const light = WHITE_D50.map((full, axis) => {
      const sum = primaries.reduce((total, primary, i) => total + (amounts[i] ?? 0) * (primary[axis] ?? 0), 0)
      return (sum * full) / (white[axis] ?? 0)
    })
    return values.every(isShare) ? rgbOfLight(light) : undefined
  }
}

/** Viewers do not agree on components beyond their range. */
function isShare(value: number): boolean {
  return value >= 0 && value <= 1
}

/** Smallest component of a white point. Daylight lies within these two bounds; viewers show other lights in their own ways. */
const LEAST_WHITE = 0.7
/** Largest component of a white point. */
const MOST_WHITE = 1.3

/** True for a white point that some real light may have. */
export function isWhite(white: Tristimulus): boolean {
  return white.every((value) => value > LEAST_WHITE && value < MOST_WHITE)
}

/** The perceived lightness of an amount of light: approximately the curve of sRGB. */
function shadeOf(light: number): number {
  return Math.min(1, Math.max(0, light)) ** (1 / 2.2)
}

/** Largest profile, in bytes. Profiles of printers have half a megabyte to three. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024

const known = new WeakMap<PdfStream, ComputedColour | 'device' | undefined>()

/** The colours of a profile, for a number of components. */
export function profileOf(source: ContentSource, stream: PdfStream, components: number) {
  return getOrMake(known, stream, () => {
    const bytes = source.decode(stream, MAX_PROFILE_BYTES)
    return bytes === undefined ? undefined : readProfile(bytes, components)
  })
}

/** The colours of a CalGray space (8.6.5.2). */
export function calibratedGrey(source: ContentSource, object: PdfObject | undefined): ComputedColour | undefined {
  const dict = source.resolve(object)
  if (!(dict instanceof PdfDict)) return undefined
  const gamma = dict.has('Gamma') ? numberOf(source.lookup(dict, 'Gamma')) : 1
  return gamma !== undefined && isWhite(readWhite(source, dict)) ? greyBy(gammaCurve(gamma)) : undefined
}

/** The colours of a CalRGB space (8.6.5.3). */
export function calibratedRgb(source: ContentSource, object: PdfObject | undefined): ComputedColour | undefined {
  const dict = source.resolve(object)
  if (!(dict instanceof PdfDict)) return undefined
  const gammas = dict.has('Gamma') ? readNumbers(source, dict.get('Gamma'), 3) : [1, 1, 1]
  const matrix = dict.has('Matrix') ? readNumbers(source, dict.get('Matrix'), 9) : [1, 0, 0, 0, 1, 0, 0, 0, 1]
  if (gammas === undefined || matrix === undefined) return undefined
  const primaries = [0, 3, 6].map((i) => matrix.slice(i, i + 3) as unknown as Tristimulus)
  return mixtureOf(primaries, gammas.map(gammaCurve), readWhite(source, dict))
}

/** Without a white point the space is invalid, and viewers differ. */
function readWhite(source: ContentSource, dict: PdfDict): Tristimulus {
  return (readNumbers(source, dict.get('WhitePoint'), 3) as Tristimulus | undefined) ?? [0, 0, 0]
}
