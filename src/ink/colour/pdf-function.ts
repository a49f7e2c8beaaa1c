/**
 * Functions (ISO 32000-2, 7.10): sampled, exponential, stitched, and the PostScript calculator.
 *
 * @module
 */
import { clamp } from '../../numbers.js'
import { PdfDict, type PdfObject, PdfStream } from '../../pdf/objects.js'
import { spend } from '../content/content-budget.js'
import type { ContentSource } from '../content/content-source.js'
import { type Interval, interpolate, readIntervals } from '../content/intervals.js'
import { readNumbers } from '../content/read-matrix.js'
import { compileCalculator } from './calculator-function.js'
import { readSampledFunction } from './sampled-function.js'

/** From as many numbers as the domain has to as many as the range has. */
export type PdfFunction = (inputs: readonly number[]) => number[]

/** Functions inside of stitching functions. */
const MAX_FUNCTION_NESTING = 4

/** Functions stitched together; and functions of one colour each. */
const MAX_SUBFUNCTIONS = 256

/** What reading a function counts as, besides its numbers, and what a call counts as: as many steps as take the same time. */
const STEPS_OF_READING = 250
const STEPS_OF_CALL = 4

/**
 * Reads a function from an object; `undefined` when the object is not a function, or is malformed.
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
  if (domain === undefined || domain.length === 0) return undefined
  const raw = readByType(source, value, dict, domain, depth)
  if (raw === undefined) return undefined
  const range = readIntervals(source, dict.get('Range'))
  const steps = STEPS_OF_CALL + 2 * (domain.length + (range?.length ?? 0))
  return (inputs) => {
    if (!spend(source.budget, 'functionSteps', steps)) return range?.map(([low]) => low) ?? []
    const outputs = raw(domain.map(([low, high], i) => clamp(inputs[i] ?? 0, low, high)))
    return range === undefined ? outputs : range.map(([low, high], i) => clamp(outputs[i] ?? 0, low, high))
  }
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

/** 7.10.3: C0 + x^N (C1 - C0). */
function readExponential(source: ContentSource, dict: PdfDict): PdfFunction | undefined {
  const numbers = (key: string, otherwise: number[]) => {
    const array = source.lookup(dict, key)
    return Array.isArray(array) ? readNumbers(source, array, Math.min(array.length, MAX_SUBFUNCTIONS)) : otherwise
  }
  const c0 = numbers('C0', [0])
  const c1 = numbers('C1', [1])
  const exponent = source.lookupNumber(dict, 'N')
  if (c0 === undefined || c1 === undefined || exponent === undefined) return undefined
  return ([x = 0]) => {
    if (!spend(source.budget, 'functionSteps', c0.length)) return []
    const power = exponent === 1 ? x : x ** exponent
    return c0.map((low, i) => low + (Number.isFinite(power) ? power : 0) * ((c1[i] ?? low) - low))
  }
}

/** Bounds that are compared in the time of one step. */
const BOUNDS_PER_STEP = 8

/** 7.10.4: one function for each part of the domain. */
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
    const low = part === 0 ? domain[0] : (bounds[part - 1] as number)
    const high = part === list.length - 1 ? domain[1] : (bounds[part] as number)
    return functions[part]?.([interpolate(x, [low, high], encode[part] as Interval)]) ?? []
  }
}
