/**
 * Divides lines into dashes.
 *
 * @module
 */

import type { Polyline } from './flatten-path.js'

/** Maximum number of dashes of a path. A line with more is drawn solid, which looks the same. */
const MAX_DASHES = 20_000

/**
 * The dashes of lines (SVG 2, 13.5.6).
 *
 * @param pattern lengths of dashes and gaps in turn, an even number of them
 * @param offset where in the pattern each line begins
 */
export function dashLines(lines: readonly Polyline[], pattern: readonly number[], offset: number): readonly Polyline[] {
  const period = pattern.reduce((sum, length) => sum + length, 0)
  if (!(period > 0)) return lines
  let whole = 0
  for (const { points, isClosed } of lines) whole += lengthOfLine(isClosed ? closed(points) : points)
  if ((whole / period) * pattern.length > MAX_DASHES) return lines
  return lines.flatMap(({ points, isClosed }) => dashLine(isClosed ? closed(points) : points, pattern, offset, period))
}

function closed(points: readonly number[]): number[] {
  return [...points, points[0] ?? 0, points[1] ?? 0]
}

function lengthOfLine(points: readonly number[]): number {
  let length = 0
  for (let i = 2; i + 1 < points.length; i += 2) {
    length += Math.hypot((points[i] ?? 0) - (points[i - 2] ?? 0), (points[i + 1] ?? 0) - (points[i - 1] ?? 0))
  }
  return length
}

function dashLine(points: readonly number[], pattern: readonly number[], offset: number, period: number): Polyline[] {
  const dashes: Polyline[] = []
  let index = 0
  let left = ((offset % period) + period) % period
  while (left > 0 && left >= (pattern[index] ?? 0)) {
    left -= pattern[index] ?? 0
    index = (index + 1) % pattern.length
  }
  /** Remaining length of the current dash or gap. */
  let rest = (pattern[index] ?? 0) - left
  let [x, y] = [points[0] ?? 0, points[1] ?? 0]
  let dash: number[] | undefined = index % 2 === 0 ? [x, y] : undefined
  for (let i = 2; i + 1 < points.length; i += 2) {
    const [endX, endY] = [points[i] ?? 0, points[i + 1] ?? 0]
    let length = Math.hypot(endX - x, endY - y)
    while (length > rest) {
      const share = rest / length
      ;[x, y] = [x + (endX - x) * share, y + (endY - y) * share]
      length -= rest
      dash?.push(x, y)
      if (dash !== undefined) dashes.push({ points: dash, isClosed: false })
      index = (index + 1) % pattern.length
      rest = pattern[index] ?? 0
      dash = index % 2 === 0 ? [x, y] : undefined
    }
    rest -= length
    dash?.push(endX, endY)
    ;[x, y] = [endX, endY]
  }
  if (dash !== undefined && dash.length > 2) dashes.push({ points: dash, isClosed: false })
  return dashes
}
