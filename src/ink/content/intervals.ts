/**
 * Intervals, as functions, shadings and images have them.
 *
 * @module
 */
import type { PdfObject } from '../../pdf/objects.js'
import { spend } from './content-budget.js'
import type { ContentSource } from './content-source.js'
import { readNumbers } from './read-matrix.js'

/** Lowest and highest value. */
export type Interval = readonly [number, number]

/** Pairs of numbers, as /Domain, /Range, /Encode and /Decode have them. */
export function readIntervals(source: ContentSource, object: PdfObject | undefined): Interval[] | undefined {
  const array = source.resolve(object)
  if (!Array.isArray(array)) return undefined
  const count = Math.min(array.length, MAX_NUMBERS)
  const numbers = spend(source.budget, 'functionSteps', count) ? readNumbers(source, array, count) : undefined
  if (numbers === undefined) return undefined
  const intervals: Interval[] = []
  for (let i = 0; i + 1 < numbers.length; i += 2) intervals.push([numbers[i] as number, numbers[i + 1] as number])
  return intervals
}

/** From a place in one interval to the same place in another. */
export function interpolate(x: number, from: Interval, to: Interval): number {
  const width = from[1] - from[0]
  return width === 0 ? to[0] : to[0] + ((x - from[0]) * (to[1] - to[0])) / width
}

/** More than any sound array of intervals holds. */
const MAX_NUMBERS = 512
