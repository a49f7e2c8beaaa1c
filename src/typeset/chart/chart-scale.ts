/**
 * Scales of value axes: ends, ticks, and labels.
 *
 * @module
 */

import { largest, smallest } from '../../lists.js'
/** The scale of a value axis: its ends, and the distance between ticks. */
export interface ChartScale {
  readonly minimum: number
  readonly maximum: number
  readonly step: number
  /** Base of a logarithmic scale: equal ratios have equal distances, and ticks are powers of the base. */
  readonly logBase?: number
}

/**
 * Makes a scale with round ends and steps. It includes zero unless the values are far from it.
 *
 * @param steps approximate number of steps
 */
export function makeScale(values: readonly number[], fixed: Partial<ChartScale> = {}, steps = 10): ChartScale {
  if (fixed.logBase !== undefined) return logarithmicScale(values, fixed.logBase, fixed)
  let low = smallest([0, ...values])
  let high = largest([0, ...values])
  if (low === 0 && high === 0) high = 1
  // As in Office, the axis starts near the values when their range is less than a sixth of their size.
  const least = smallest(values)
  if (least > 0 && least < high && (high - least) / high < 1 / 6) low = least - (high - least) / 2
  const room = (high - low) * 0.05
  const wanted = (high + (fixed.maximum === undefined ? room : 0) - low) / steps
  const step = fixed.step ?? roundStep(wanted > 0 && Number.isFinite(wanted) ? wanted : 1)
  const minimum = fixed.minimum ?? Math.floor((low < 0 ? low - room : low) / step) * step
  const maximum = Math.max(minimum + step, fixed.maximum ?? Math.ceil((high > 0 ? high + room : high) / step) * step)
  return { minimum, maximum, step: (maximum - minimum) / step > 20 ? roundStep((maximum - minimum) / 10) : step }
}

/** A scale from the power below the smallest value to the one above the largest. Values without a logarithm are ignored. */
function logarithmicScale(values: readonly number[], base: number, fixed: Partial<ChartScale>): ChartScale {
  const positive = values.filter((value) => value > 0)
  const power = (value: number, round: (exponent: number) => number) =>
    base ** round(Number((Math.log(value) / Math.log(base)).toFixed(9)))
  const given = (end: number | undefined) => (end !== undefined && end > 0 ? end : undefined)
  const minimum = given(fixed.minimum) ?? Math.min(1, power(positive.length > 0 ? smallest(positive) : 1, Math.floor))
  const maximum = given(fixed.maximum) ?? power(largest([minimum * base, ...positive]), Math.ceil)
  return { minimum, maximum: Math.max(maximum, minimum * base), step: 1, logBase: base }
}

/** The position of a value on a scale: 0 at its start, 1 at its end. */
export function shareOfScale(value: number, { minimum, maximum, logBase }: ChartScale): number {
  if (logBase === undefined) return (value - minimum) / (maximum - minimum)
  return Math.log(Math.max(value, minimum) / minimum) / Math.log(maximum / minimum)
}

/** The next larger number that is 1, 2 or 5 times a power of ten. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  for (const factor of [1, 2, 5]) if (wanted <= factor * power * 1.0001) return factor * power
  return 10 * power
}

/** The values at which a scale has ticks. */
export function ticksOf({ minimum, maximum, step, logBase }: ChartScale): number[] {
  if (logBase !== undefined) {
    const powers = Math.min(50, Math.floor(Math.log(maximum / minimum) / Math.log(logBase) + 1e-6))
    return Array.from({ length: powers + 1 }, (_, i) => Number((minimum * logBase ** i).toPrecision(12)))
  }
  const count = Math.min(50, Math.floor((maximum - minimum) / step + 1e-6))
  return Array.from({ length: count + 1 }, (_, i) => Number((minimum + i * step).toPrecision(12)))
}
