import { BREAK, type ShapedText } from './shape-text.js'

/** A line: the glyphs from `from` up to, not including, `to`, and the twips that they take. */
export interface Line {
  readonly from: number
  readonly to: number
  readonly width: number
}

/**
 * Breaks text into lines, first fit: after the last space, hyphen or slash that fits, else inside the long string at
 * punctuation, else anywhere but before an accent. Spaces at a break take no width. Linear in the text.
 *
 * @param firstWidth room on the first line, in twips
 * @param width room on the other lines, in twips
 * @returns at least one line; a line is too wide only when one character alone is
 */
export function breakLines(text: ShapedText, firstWidth: number, width: number): Line[] {
  const { advances, breaks } = text
  const count = advances.length
  const lines: Line[] = []
  let from = 0
  let room = firstWidth

  while (from < count || lines.length === 0) {
    let used = 0
    let at = from
    // The best place seen so far of each kind: the index after the break.
    let wordEnd = 0
    let looseEnd = 0
    let anyEnd = 0
    for (; at < count; at++) {
      used += advances[at] ?? 0
      const chance = breaks[at] ?? BREAK.never
      if (used > room + 0.01 && chance !== BREAK.space) break
      if (chance >= BREAK.good) wordEnd = at + 1
      else if (chance === BREAK.loose) looseEnd = at + 1
      if (chance !== BREAK.never) anyEnd = at + 1
    }
    let to = count
    if (at < count) {
      to = wordEnd || longBreak(looseEnd, anyEnd, from)
      if (to === 0) to = clusterEnd(text, from)
    }
    lines.push({ from, to, width: widthOf(text, from, to) })
    // A break that had to come early is taken at most once per line, so no glyph is looked at more than twice.
    from = to
    room = width
  }
  return lines
}

/** Punctuation is preferred to a break anywhere unless it leaves more than half of the line empty. */
function longBreak(looseEnd: number, anyEnd: number, from: number): number {
  return looseEnd - from > (anyEnd - from) / 2 ? looseEnd : anyEnd
}

/** The end of the character and its accents that start at `from`. */
function clusterEnd(text: ShapedText, from: number): number {
  let to = from + 1
  while (to < text.breaks.length && text.breaks[to - 1] === BREAK.never) to++
  return to
}

/** Twips from one glyph to another, rounded up, without the spaces at the end. */
function widthOf(text: ShapedText, from: number, to: number): number {
  let end = to
  while (end > from && text.breaks[end - 1] === BREAK.space) end--
  let width = 0
  for (let i = from; i < end; i++) width += text.advances[i] ?? 0
  return Math.ceil(width - 0.01)
}
