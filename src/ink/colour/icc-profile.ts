/**
 * Whether colours defined by a profile (ISO 15076-1) or by a white point (ISO 32000-2, 8.6.5) look like those of the device space
 * with as many components. Some viewers use the profile and others ignore it. Where the results differ, it is unknown what is
 * seen.
 *
 * @module
 */

import { BigEndianBytes } from '../../pdf/codecs.js'
import { numberOf, PdfDict, type PdfObject, type PdfStream } from '../../pdf/objects.js'
import { latin1Text } from '../../pdf/reading.js'
import { type ContentSource, readNumbers } from '../content/content-source.js'
import { getOrMake } from '../remember.js'

/** A curve from a value in the file (0 to 1) to an amount of light (0 to 1). */
type ToneCurve = (value: number) => number

/** X, Y and Z. */
export type Tristimulus = readonly [number, number, number]

/**
 * `like`: colours look as in the device space. `table`: they depend on tables that are not read. `unlike`: they look different,
 * or the profile cannot be read.
 */
type ProfileKind = 'like' | 'table' | 'unlike'

/** Offset of the tag table (7.3). */
const TAGS = 128
/** Offset of the file signature of profiles (7.2). */
const SIGNATURE_AT = 36
const SIGNATURE = 'acsp'
const SPACE_AT = 16
/** The colour spaces of a profile by their number of components. */
const SPACES: Readonly<Record<number, string>> = { 1: 'GRAY', 3: 'RGB ', 4: 'CMYK' }
/** Most tags of a profile. Profiles have about twenty. */
const MAX_TAGS = 100

/** Kind of a profile for a number of components. */
function profileKind(bytes: Uint8Array, components: number): ProfileKind {
  // Every viewer rejects this as a profile and uses the number of components instead.
  if (!hasSignature(bytes)) return 'like'
  try {
    return kindOf(new BigEndianBytes(bytes), components)
  } catch {
    return 'unlike'
  }
}

function hasSignature(bytes: Uint8Array): boolean {
  return latin1Text(bytes.subarray(SIGNATURE_AT, SIGNATURE_AT + SIGNATURE.length)) === SIGNATURE
}

function kindOf(reader: BigEndianBytes, components: number): ProfileKind {
  if (textAt(reader, SPACE_AT) !== SPACES[components]) return 'unlike'
  const tags = readTags(reader)
  if (tags.has('A2B0') || tags.has('A2B1') || tags.has('A2B2') || components === 4) return 'table'
  const curveOf = (tag: string) => readCurve(reader, tags.get(tag) ?? -1)
  if (components === 1) return isLikeGrey(curveOf('kTRC')) ? 'like' : 'unlike'
  const primaries = ['rXYZ', 'gXYZ', 'bXYZ'].map((tag) => readXyz(reader, tags.get(tag) ?? -1))
  const curves = ['rTRC', 'gTRC', 'bTRC'].map(curveOf)
  return isLikeRgb(primaries, curves, WHITE_D50) ? 'like' : 'unlike'
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

/** Number of points at which curves are sampled: even a finer table cannot change much between two of them. */
const STEPS = 512
/** How far dark values may lie from sRGB. Gammas of 1 to 3 lie within it. */
const DEVIATION = 0.3
/** How far white may lie from sRGB: white has to be white in every viewer. */
const DEVIATION_OF_WHITE = 0.06
/** How far the three primaries may lie from those of sRGB. The widest colour space in use lies within it. */
const DEVIATION_OF_PRIMARIES = 0.4

/** True when greys look as in DeviceGray. */
function isLikeGrey(curve: ToneCurve): boolean {
  for (let step = 0; step <= STEPS; step++) {
    const value = step / STEPS
    if (!(Math.abs(shadeOf(curve(value)) - value) <= deviationAt(value))) return false
  }
  return true
}

/**
 * True when colours look as in DeviceRGB.
 *
 * @param primaries Red, green and blue in the coordinates of `white`.
 */
function isLikeRgb(primaries: readonly Tristimulus[], curves: readonly ToneCurve[], white: Tristimulus): boolean {
  if (!isWhite(white)) return false
  if (!curves.every(isLikeGrey)) return false
  for (let corner = 0; corner < 8; corner++) {
    const values = [corner & 1, (corner >> 1) & 1, corner >> 2]
    const light = [0, 1, 2].map((axis) => {
      const sum = primaries.reduce((total, primary, i) => total + (values[i] ?? 0) * (primary[axis] ?? 0), 0)
      return (sum * (WHITE_D50[axis] ?? 0)) / (white[axis] ?? 0)
    })
    const allowed = corner === 7 ? 2 * DEVIATION_OF_WHITE : DEVIATION_OF_PRIMARIES
    const isLike = TO_SRGB.every((row, i) => {
      const shade = shadeOf(row.reduce((sum, factor, axis) => sum + factor * (light[axis] ?? 0), 0))
      return Math.abs(shade - (values[i] ?? 0)) <= allowed
    })
    if (!isLike) return false
  }
  return true
}

/** Smallest component of a white point. All usual illuminants lie within these two bounds. */
const LEAST_WHITE = 0.3
/** Largest component of a white point. */
const MOST_WHITE = 1.3

/** True for a white point that some real light may have. */
export function isWhite(white: Tristimulus): boolean {
  return white.every((value) => value > LEAST_WHITE && value < MOST_WHITE)
}

function deviationAt(value: number): number {
  return DEVIATION + value ** 4 * (DEVIATION_OF_WHITE - DEVIATION)
}

/** The perceived lightness of an amount of light: approximately the curve of sRGB. */
function shadeOf(light: number): number {
  return Math.min(1, Math.max(0, light)) ** (1 / 2.2)
}

/** Largest profile, in bytes. Profiles of printers have half a megabyte to three. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024

const kinds = new WeakMap<PdfStream, ProfileKind>()

/** Whether a profile yields the colours of the device space with as many components. */
export function profileOf(source: ContentSource, stream: PdfStream, components: number): ProfileKind {
  return getOrMake(kinds, stream, () => {
    const bytes = source.decode(stream, MAX_PROFILE_BYTES)
    return bytes === undefined ? 'unlike' : profileKind(bytes, components)
  })
}

/** True when a CalGray space looks like DeviceGray (8.6.5.2). */
export function looksLikeGrey(source: ContentSource, object: PdfObject | undefined): boolean {
  const dict = source.resolve(object)
  if (!(dict instanceof PdfDict)) return false
  const gamma = dict.has('Gamma') ? numberOf(source.lookup(dict, 'Gamma')) : 1
  return gamma !== undefined && isWhite(readWhite(source, dict)) && isLikeGrey(gammaCurve(gamma))
}

/** True when a CalRGB space looks like DeviceRGB (8.6.5.3). */
export function looksLikeRgb(source: ContentSource, object: PdfObject | undefined): boolean {
  const dict = source.resolve(object)
  if (!(dict instanceof PdfDict)) return false
  const gammas = dict.has('Gamma') ? readNumbers(source, dict.get('Gamma'), 3) : [1, 1, 1]
  const matrix = dict.has('Matrix') ? readNumbers(source, dict.get('Matrix'), 9) : [1, 0, 0, 0, 1, 0, 0, 0, 1]
  if (gammas === undefined || matrix === undefined) return false
  const primaries = [0, 3, 6].map((i) => matrix.slice(i, i + 3) as unknown as Tristimulus)
  return isLikeRgb(primaries, gammas.map(gammaCurve), readWhite(source, dict))
}

/** Without a white point the space is invalid, and viewers differ. */
function readWhite(source: ContentSource, dict: PdfDict): Tristimulus {
  return (readNumbers(source, dict.get('WhitePoint'), 3) as Tristimulus | undefined) ?? [0, 0, 0]
}
