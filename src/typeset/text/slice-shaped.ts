/**
 * Parts of shaped text.
 *
 * @module
 */

import type { ShapedText } from '../fonts/font-face.js'
import { widthOf } from './shape-item.js'
import type { TextStyle } from './text-style.js'

/**
 * The glyphs of the clusters that start at or after `from` and before `to`. Cluster numbers still count from the start of the
 * text.
 */
export function sliceShaped(shaped: ShapedText, from: number, to: number): ShapedText {
  const kept: number[] = []
  shaped.clusters.forEach((cluster, index) => {
    if (cluster >= from && cluster < to) kept.push(index)
  })
  if (kept.length === shaped.glyphs.length) return shaped
  const pick = (values: readonly number[]): number[] => kept.map((index) => values[index] ?? 0)
  const advances = pick(shaped.advances)
  return {
    font: shaped.font,
    glyphs: pick(shaped.glyphs),
    advances,
    xOffsets: shaped.xOffsets && pick(shaped.xOffsets),
    yOffsets: shaped.yOffsets && pick(shaped.yOffsets),
    clusters: pick(shaped.clusters),
    width: advances.reduce((sum, advance) => sum + advance, 0),
  }
}

/** Width of the clusters from `from` to before `to`. */
export function sliceWidth(shaped: ShapedText, style: TextStyle, from: number, to: number): number {
  return widthOf(sliceShaped(shaped, from, to), style)
}

/**
 * The end of the clusters that fit in `room`, beginning with the one at `from`. At least one cluster fits with `force`.
 *
 * @returns the offset after the last one that fits; `from` if none does
 */
export function fittingEnd(
  text: string,
  shaped: ShapedText,
  style: TextStyle,
  from: number,
  room: number,
  force: boolean,
): number {
  const starts = [...new Set(shaped.clusters)].filter((cluster) => cluster >= from).sort((a, b) => a - b)
  const widths = new Map<number, number>()
  shaped.clusters.forEach((cluster, index) => {
    const advance = shaped.advances[index] ?? 0
    const width = advance * style.size * style.run.scale + (advance > 0 ? style.tracking : 0)
    widths.set(cluster, (widths.get(cluster) ?? 0) + width)
  })
  let used = 0
  for (let i = 0; i < starts.length; i++) {
    const start = starts[i] ?? 0
    used += widths.get(start) ?? 0
    if (used > room && (i > 0 || !force)) return start
  }
  return text.length
}

/** Whether each glyph corresponds to the UTF-16 unit at its index, as in plain text from left to right. */
export function isOneToOne(text: string, { clusters }: ShapedText): boolean {
  if (clusters.length !== text.length) return false
  for (let i = 0; i < clusters.length; i++) if (clusters[i] !== i) return false
  return true
}

/** The characters of each glyph. The characters of a cluster belong to its first glyph; its other glyphs get ''. */
export function glyphTexts(text: string, shaped: ShapedText): string[] {
  const { clusters } = shaped
  const count = clusters.length
  const texts: string[] = new Array<string>(count).fill('')
  const isRising = count < 2 || (clusters[0] ?? 0) <= (clusters[count - 1] ?? 0)
  // The last cluster of a slice ends at the start of the next one in the whole text. The text of the slice ends there already.
  let end = text.length
  for (let k = count - 1; k >= 0; k--) {
    const index = isRising ? k : count - 1 - k
    const cluster = clusters[index] ?? 0
    const before = clusters[isRising ? index - 1 : index + 1]
    if (before === cluster) continue
    texts[index] = text.slice(cluster, end)
    end = cluster
  }
  return texts
}
