/**
 * Functions (ISO 32000-2, 7.10): sampled, exponential, stitched, and the PostScript calculator.
 *
 * @module
 */
import { clamp } from '../../numbers.js'
import { PdfDict, type PdfObject, PdfStream } from '../../pdf/objects.js'
import { spend } from '../content/content-budget.js'
import {
  type ContentSource,
  type Interval,
  interpolate,
  readIntervals,
  readNumbers,
} from '../content/content-source.js'
import { compileCalculator } from '../rare-parts.js'

/** Takes as many numbers as the domain has intervals, and returns as many as the range has. */
export type PdfFunction = (inputs: readonly number[]) => number[]

/** Deepest nesting of stitching functions. */
const MAX_FUNCTION_NESTING = 4

/** Most functions of one stitching function, or of one array of functions. */
const MAX_SUBFUNCTIONS = 256

/** Steps that reading a function counts as, besides its numbers: as many as take the same time. */
const STEPS_OF_READING = 250
/** Steps that one call of a function counts as. */
const STEPS_OF_CALL = 4

/**
 * Reads a function from an object; `undefined` when the object is not a function, or is malformed. A function returns
 * nothing where viewers compute different values.
 *
 * Reading it and each call of it are counted in the budget of the source. Once that is used up, functions give the lowest
 * values of their ranges, and `isUsedUp` tells that they mean nothing.
 */
export function readFunction(source: ContentSource, object: PdfObject | undefined, depth = 0): PdfFunction | undefined {
  const value = source.resolve(object)
  const dict = value instanceof PdfStream ? value.dict : value
  if (!(dict instanceof PdfDict) || depth > MAX_FUNCTION_NESTING) return undefined
  if (!spend(source.budget, 'functionSteps', STEPS_OF_READING)) return undefined
  const domain = readIntervals(source, dict.get('Domain'))
  if (domain === undefined || domain.length === 0 || !domain.every(isUpwards)) return undefined
  const raw = readByType(source, value, dict, domain, depth)
  if (raw === undefined) return undefined
  const range = readIntervals(source, dict.get('Range'))
  if (range?.every(isUpwards) === false) return undefined
  const steps = STEPS_OF_CALL + 2 * (domain.length + (range?.length ?? 0))
  return (inputs) => {
    if (!spend(source.budget, 'functionSteps', steps)) return range?.map(([low]) => low) ?? []
    // Some viewers do not clip.
    if (domain.some(([low, high], i) => clamp(inputs[i] ?? 0, low - SLACK, high + SLACK) !== inputs[i])) return []
    const outputs = raw(domain.map(([low, high], i) => clamp(inputs[i] ?? 0, low, high)))
    if (outputs.length < (range?.length ?? 1)) return []
    // PDF.js clips the values of streams only.
    if (
      value === dict &&
      range?.some(([low, high], i) => clamp(outputs[i] ?? 0, low - SLACK, high + SLACK) !== outputs[i])
    )
      return []
    return range === undefined ? outputs : range.map(([low, high], i) => clamp(outputs[i] ?? 0, low, high))
  }
}

/** How far a value may lie beyond a domain by rounding. */
const SLACK = 1e-6

function isUpwards([low, high]: Interval): boolean {
  return low < high
}

function readByType(
  source: ContentSource,
  value: PdfObject,
  dict: PdfDict,
  domain: readonly Interval[],
  depth: number,
): PdfFunction | undefined {
  switch (source.lookupNumber(dict, 'FunctionType')) {
    case 0:
      return value instanceof PdfStream ? readSampledFunction(source, value, domain) : undefined
    case 2:
      return readExponential(source, dict)
    case 3:
      return readStitching(source, dict, domain, depth)
    case 4:
      return value instanceof PdfStream ? compileCalculator(source, value) : undefined
    default:
      return undefined
  }
}

/** An exponential function (7.10.3): C0 + x^N (C1 - C0). */
function readExponential(source: ContentSource, dict: PdfDict): PdfFunction | undefined {
  const numbers = (key: string, otherwise: number[]) => {
    const array = source.lookup(dict, key)
    return Array.isArray(array) ? readNumbers(source, array, Math.min(array.length, MAX_SUBFUNCTIONS)) : otherwise
  }
  const c0 = numbers('C0', [0])
  const c1 = numbers('C1', [1])
  const exponent = source.lookupNumber(dict, 'N')
  if (c0 === undefined || c1?.length !== c0.length || exponent === undefined || exponent <= 0) return undefined
  return ([x = 0]) => {
    if (!spend(source.budget, 'functionSteps', c0.length)) return []
    const power = exponent === 1 ? x : x ** exponent
    return c0.map((low, i) => low + power * ((c1[i] ?? low) - low))
  }
}

/** Bounds that are compared in the time of one step. */
const BOUNDS_PER_STEP = 8

/** A stitching function (7.10.4): one function for each part of the domain. */
function readStitching(
  source: ContentSource,
  dict: PdfDict,
  [domain = [0, 1]]: readonly Interval[],
  depth: number,
): PdfFunction | undefined {
  const list = source.lookup(dict, 'Functions')
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_SUBFUNCTIONS) return undefined
  const functions = list.map((item) => readFunction(source, item, depth + 1))
  const bounds = readNumbers(source, dict.get('Bounds'), list.length - 1)
  const encode = readIntervals(source, dict.get('Encode'))
  if (bounds === undefined || encode === undefined || encode.length < list.length) return undefined
  if (functions.includes(undefined)) return undefined
  return ([x = 0]) => {
    if (!spend(source.budget, 'functionSteps', Math.ceil(bounds.length / BOUNDS_PER_STEP))) return []
    let part = bounds.findIndex((bound) => x < bound)
    if (part < 0) part = list.length - 1
    const low = part === 0 ? domain[0] : (bounds[part - 1] ?? 0)
    const high = part === list.length - 1 ? domain[1] : (bounds[part] ?? 0)
    return functions[part]?.([interpolate(x, [low, high], encode[part] as Interval)]) ?? []
  }
}

/** Most inputs of a sampled function: with n inputs, 2^n samples are mixed. */
const MAX_INPUTS = 6
/** Largest table of samples, in bytes. Tables for four inks with 17 steps each have 250 kB. */
const MAX_SAMPLE_BYTES = 4 * 1024 * 1024

export interface Samples {
  readonly bytes: Uint8Array
  readonly bits: number
  /** Number of samples in each dimension. */
  readonly size: readonly number[]
  readonly outputs: number
}

/** The function of a stream of samples; `undefined` when it is malformed. */
function readSampledFunction(
  source: ContentSource,
  stream: PdfStream,
  domain: readonly Interval[],
): ((inputs: readonly number[]) => number[]) | undefined {
  const { dict } = stream
  const range = readIntervals(source, dict.get('Range'))
  const size = readNumbers(source, dict.get('Size'), domain.length)
  const bits = source.lookupNumber(dict, 'BitsPerSample')
  const bytes = source.decode(stream, MAX_SAMPLE_BYTES)
  if (range === undefined || size === undefined || bits === undefined || bytes === undefined) return undefined
  const isSound = size.every((n) => Number.isInteger(n) && n > 1) && [1, 2, 4, 8, 12, 16, 24, 32].includes(bits)
  const count = size.reduce((product, n) => product * n, range.length)
  if (!isSound || domain.length > MAX_INPUTS || count * bits > bytes.length * 8) return undefined
  const encode = readIntervals(source, dict.get('Encode')) ?? size.map((n): Interval => [0, n - 1])
  const decode = readIntervals(source, dict.get('Decode')) ?? range
  if (encode.length < domain.length || decode.length < range.length) return undefined
  if (size.some((n, i) => encode[i]?.some((end) => end < 0 || end > n - 1))) return undefined
  const samples: Samples = { bytes, bits, size, outputs: range.length }
  const full: Interval = [0, 2 ** bits - 1]
  const steps = 2 ** size.length * (size.length + range.length)
  return (inputs) => {
    if (!spend(source.budget, 'functionSteps', steps)) return []
    const place = domain.map((interval, i) => {
      const encoded = interpolate(inputs[i] ?? 0, interval, encode[i] as Interval)
      return clamp(encoded, 0, (size[i] ?? 0) - 1)
    })
    // PDFium does not mix the samples at all corners.
    if (place.filter((x) => !Number.isInteger(x)).length > 1) return []
    return mix(samples, place).map((value, i) => interpolate(value, full, decode[i] as Interval))
  }
}

/** The weighted mean of the samples around a place; the first input runs first. */
export function mix(samples: Samples, place: readonly number[]): number[] {
  const { size, outputs } = samples
  const result = new Array<number>(outputs).fill(0)
  for (let corner = 0; corner < 2 ** place.length; corner++) {
    let weight = 1
    let index = 0
    let stride = 1
    for (let i = 0; i < place.length; i++) {
      const x = place[i] ?? 0
      const low = Math.floor(x)
      const isHigh = ((corner >> i) & 1) === 1
      weight *= isHigh ? x - low : 1 - (x - low)
      index += Math.min(low + (isHigh ? 1 : 0), (size[i] ?? 0) - 1) * stride
      stride *= size[i] ?? 0
    }
    if (weight === 0) continue
    for (let j = 0; j < outputs; j++) result[j] = (result[j] ?? 0) + weight * sampleAt(samples, index * outputs + j)
  }
  return result
}

function sampleAt({ bytes, bits }: Samples, index: number): number {
  if (bits === 8) return bytes[index] ?? 0
  let value = 0
  for (let bit = index * bits, rest = bits; rest > 0; ) {
    const take = Math.min(rest, 8 - (bit & 7))
    const chunk = ((bytes[bit >> 3] ?? 0) >> (8 - (bit & 7) - take)) & ((1 << take) - 1)
    value = value * 2 ** take + chunk
    bit += take
    rest -= take
  }
  return value
}
