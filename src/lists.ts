/**
 * Helpers for lists of any length. Spreading a list into arguments, as in `Math.max(...values)` or `list.push(...items)`, throws
 * a RangeError from some hundred thousand items on, and sooner in a worker thread. Whoever sends the document decides how many
 * there are.
 *
 * @module
 */

/** Adds items at the end of a list. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item)
}

/** The largest of the values, as `Math.max` computes it: -Infinity for no values, NaN if one of them is NaN. */
export function largest(values: Iterable<number>): number {
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) most = Math.max(most, value)
  return most
}

/** The smallest of the values, as `Math.min` computes it: Infinity for no values, NaN if one of them is NaN. */
export function smallest(values: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY
  for (const value of values) least = Math.min(least, value)
  return least
}
