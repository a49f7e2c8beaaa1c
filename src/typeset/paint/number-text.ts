/**
 * Formats numbers for content streams.
 *
 * @module
 */

/** A number for a content stream: at most `digits` decimals, never an exponent (ISO 32000-2, 7.3.3). */
export function decimal(value: number, digits = 2): string {
  if (Number.isInteger(value)) return value === 0 ? '0' : String(value)
  if (!Number.isFinite(value)) return '0'
  const power = POWERS[digits] ?? 100
  const rounded = Math.round(value * power) / power
  if (rounded === 0) return '0'
  const text = String(rounded)
  return text.includes('e') ? rounded.toFixed(digits) : text
}

/** Twips as points with at most two decimals. An error of 1/200 point is not visible. */
export function points(twips: number): string {
  return decimal(twips / 20)
}

const POWERS = [1, 10, 100, 1000, 10_000, 100_000]
