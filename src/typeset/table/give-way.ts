/**
 * Narrows columns whose words are too long for the width of the table.
 *
 * @module
 */

/**
 * Widths whose sum is at most `most`. The widest columns are narrowed to one common width, but none below its floor. Word cuts
 * words in cells so that an autofit table does not extend beyond the page. Long words in one column do not narrow the columns
 * with short words.
 *
 * @param floors least widths, one for each column
 */
export function giveWay(widths: readonly number[], floors: readonly number[], most: number): number[] {
  const capped = (cap: number): number[] =>
    widths.map((width, index) => Math.min(width, Math.max(cap, floors[index] ?? 0)))
  if (sumOf(widths) <= most) return [...widths]
  if (sumOf(capped(0)) >= most) return capped(0)
  // Between two neighbouring bounds, the sum is a linear function of the cap.
  const bounds = [0, ...widths, ...floors].sort((a, b) => a - b)
  let low = 0
  let high = bounds.length - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (sumOf(capped(bounds[middle] ?? 0)) <= most) low = middle
    else high = middle
  }
  const [from = 0, to = 0] = [bounds[low], bounds[high]]
  const least = sumOf(capped(from))
  const rise = sumOf(capped(to)) - least
  return capped(rise > 0 ? from + ((to - from) * (most - least)) / rise : from)
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
