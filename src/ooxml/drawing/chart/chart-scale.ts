/**
 * The scale of a value axis: its ends, its ticks, and how they are labelled.
 *
 * @module
 */
import { largest, smallest } from '../../../lists.js'

/** A value axis: its ends and the distance between its ticks. */
export interface ChartScale {
  readonly minimum: number
  readonly maximum: number
  readonly step: number
}

/**
 * Ends and steps that are round numbers, with zero in sight unless the values lie far from it.
 *
 * @param steps how many there are, about
 */
export function makeScale(
  values: readonly number[],
  fixed: { readonly minimum?: number; readonly maximum?: number; readonly step?: number } = {},
  steps = 10,
): ChartScale {
  let low = smallest([0, ...values])
  let high = largest([0, ...values])
  if (low === 0 && high === 0) high = 1
  // As Office does: the axis starts near the values when they spread over less than a sixth of their size.
  const least = smallest(values)
  if (least > 0 && least < high && (high - least) / high < 1 / 6) low = least - (high - least) / 2
  const room = (high - low) * 0.05
  const wanted = (high + (fixed.maximum === undefined ? room : 0) - low) / steps
  const step = fixed.step ?? roundStep(wanted > 0 && Number.isFinite(wanted) ? wanted : 1)
  const minimum = fixed.minimum ?? Math.floor((low < 0 ? low - room : low) / step) * step
  const maximum = Math.max(minimum + step, fixed.maximum ?? Math.ceil((high > 0 ? high + room : high) / step) * step)
  return { minimum, maximum, step: (maximum - minimum) / step > 20 ? roundStep((maximum - minimum) / 10) : step }
}

/** The next 1, 2 or 5 times a power of ten. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  for (const factor of [1, 2, 5]) if (wanted <= factor * power * 1.0001) return factor * power
  return 10 * power
}

/** The values at which a scale has ticks. */
export function ticksOf({ minimum, maximum, step }: ChartScale): number[] {
  const count = Math.min(50, Math.floor((maximum - minimum) / step + 1e-6))
  return Array.from({ length: count + 1 }, (_, i) => Number((minimum + i * step).toPrecision(12)))
}

/** A number as an axis shows it: only percentages, decimals and thousands are looked at. */
export function formatTick(value: number, formatCode: string): string {
  if (formatCode.includes('%')) return `${Number((value * 100).toFixed(decimalsOf(formatCode)))}%`
  const decimals = /^[#,]*0/.test(formatCode) ? decimalsOf(formatCode) : undefined
  const text = decimals === undefined ? String(Number(value.toPrecision(10))) : value.toFixed(decimals)
  return formatCode.includes('#,##') ? text.replace(/\B(?=(\d{3})+(?!\d))/g, ',') : text
}

function decimalsOf(formatCode: string): number {
  return Math.min(10, /\.(0+)/.exec(formatCode)?.[1]?.length ?? 0)
}
