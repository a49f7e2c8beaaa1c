/**
 * What every folder does with numbers.
 *
 * @module
 */

/** The number, or the nearest end of the interval when it lies outside; `most` when the interval is empty. */
export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
