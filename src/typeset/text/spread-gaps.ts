/**
 * How a justified line is spread that has spaces between scripts.
 *
 * @module
 */

/** A place of a line that may become wider. Lengths in twips. */
export interface Gap {
  readonly width: number
  /** Font size. */
  readonly em: number
  /** Between East Asian text and Latin letters or digits, where there is no blank. */
  readonly isBetweenScripts: boolean
}

/** Width, in ems, that gaps of one kind reach before those of the other become wider. */
const FIRST_WIDTH = 0.5

/**
 * How wide gaps become that take up some slack. Word widens blanks first, up to half an em, then the spaces between scripts as far,
 * and then all of them to one common width. In a Korean document that Word set, blanks of half an em stay while spaces between
 * scripts grow to 0.40 em on one line, and on others both have 0.717 em; public probes of Word for Mac say the same.
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

/** Brings the narrowest of some widths to a common one, up to `most`. Returns what that took. */
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
