/**
 * Distributes the slack of a justified line over blanks and spaces between scripts.
 *
 * @module
 */

/** A gap of a line that may be widened. Lengths in twips. */
export interface Gap {
  readonly width: number
  /** Font size. */
  readonly em: number
  /** Whether the gap is between East Asian text and Latin letters or digits, without a blank. */
  readonly isBetweenScripts: boolean
}

/** Width, in ems, up to which gaps of one kind are widened before those of the other kind. */
const FIRST_WIDTH = 0.5

/**
 * Widths of gaps that take up some slack. Word widens blanks first, up to half an em, then the spaces between scripts up to the
 * same width, and then all of them to one common width. In a Korean document that Word set, blanks stay at half an em while
 * spaces between scripts grow to 0.40 em on one line; on other lines, both have 0.717 em. Public probes of Word for Mac agree.
 */
export function spreadGaps(gaps: readonly Gap[], slack: number): readonly number[] {
  const widths = gaps.map(({ width }) => width)
  let left = slack
  for (const isBetweenScripts of [false, true]) {
    const own = gaps.map((gap, index) => (gap.isBetweenScripts === isBetweenScripts ? index : -1)).filter((i) => i >= 0)
    const smallest = own.reduce((least, index) => Math.min(least, gaps[index]?.em ?? 0), Number.POSITIVE_INFINITY)
    const most = smallest * FIRST_WIDTH
    left -= raise(widths, own, left, most)
  }
  raise(widths, [...widths.keys()], left, Number.POSITIVE_INFINITY)
  return widths
}

/** Widens the narrowest gaps to a common width, up to `most`. Returns the slack used. */
function raise(widths: number[], chosen: readonly number[], slack: number, most: number): number {
  const rising = chosen.map((index) => widths[index] ?? 0).sort((a, b) => a - b)
  let level = rising[0] ?? most
  let left = slack
  for (let count = 1; count <= rising.length && left > 0 && level < most; count++) {
    const next = Math.min(rising[count] ?? most, most)
    const step = Math.min(next - level, left / count)
    level += step
    left -= step * count
  }
  for (const index of chosen) widths[index] = Math.max(widths[index] ?? 0, level)
  return slack - left
}
