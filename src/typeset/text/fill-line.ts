/**
 * How much goes on a line.
 *
 * @module
 */

import { overhangOf, spareOf } from './east-asian-punctuation.js'
import type { BreakItem, InlineItem, TextItem } from './inline-item.js'
import type { LinePosition } from './line.js'
import { fittingEnd, sliceWidth } from './slice-shaped.js'
import type { TabTarget } from './tab-stops.js'

/** Rounding of widths must not push a word to the next line, in twips. */
const TOLERANCE = 0.5

/** Blanks of a justified line may lose this share of their width so that one more word fits on it. */
export const MAX_SHRINKAGE = 0.25
/** Without that word, they would have to grow by at least so many times as much. */
const LEAST_STRETCH = 2

/** Where text of a line runs, from the side where lines start. */
export interface Room {
  readonly start: number
  readonly end: number
}

/** What decides where a line ends, in addition to its items. */
export interface FillRules {
  /** Blanks may be made narrower: Word justifies so since 2013. */
  readonly shrinksBlanks: boolean
  /** Full stops and the like of East Asian text may stand beyond its end. */
  readonly hangsPunctuation: boolean
  /** Full-width signs may be made narrower so that one more character fits. */
  readonly squeezesSigns: boolean
  /** Where a tab leads from a place. */
  tabTarget(tab: Extract<InlineItem, { kind: 'tab' }>, pen: number): TabTarget
  /** Width of the hyphen that a soft hyphen or hyphenation puts in. */
  hyphenWidth(item: TextItem): number
  /** Offsets in a word at which it may be cut with a hyphen, rising. `room` is what is left for it. */
  hyphenate(item: TextItem, room: number): readonly number[]
}

/** What goes on a line: items from `from` to before `to`. */
export interface LineFill {
  readonly from: LinePosition
  readonly to: LinePosition
  /** The explicit break that ends it. */
  readonly ending: BreakItem | undefined
  /** The paragraph ends with it. */
  readonly isLast: boolean
  /** A hyphen follows its last character. */
  readonly hyphenated: boolean
}

/** Content after a tab whose stop is not its left edge. */
interface OpenTab {
  readonly target: TabTarget
  readonly from: number
  content: number
}

/**
 * Puts as much on a line as fits (first fit); undefined if that is nothing and words may not be cut.
 *
 * @param cutsWords words that do not fit on an empty line are cut
 */
export function fillLine(
  items: readonly InlineItem[],
  from: LinePosition,
  room: Room,
  rules: FillRules,
  cutsWords: boolean,
): LineFill | undefined {
  let pen = room.start
  let limit = room.end
  let openTab: OpenTab | undefined
  let hasContent = false
  // Width of the blanks after the last tab; and that, and the pen, before the last of them.
  let blanks = 0
  let blanksBefore = 0
  let penBefore = room.start
  let spare = 0
  let candidate: { readonly index: number; readonly hyphenated: boolean } | undefined
  for (let index = from.index; index < items.length; index++) {
    const item = items[index]
    if (item === undefined || item.kind === 'mark') continue
    if (item.kind === 'break') return endAt(index + 1, 0, false, item)
    if (item.kind === 'tab') {
      if (hasContent && !item.isLabel) candidate = { index, hyphenated: false }
      const target = rules.tabTarget(item, pen)
      const isPastEnd = target.position > room.end + TOLERANCE
      // A default stop past the margin is on the next line.
      if (isPastEnd && !target.isCustom && candidate !== undefined)
        return endAt(candidate.index, 0, candidate.hyphenated)
      blanks = 0
      openTab = target.alignment === 'left' ? undefined : { target, from: pen, content: 0 }
      limit = openTab === undefined ? room.end : Math.max(room.end, target.position)
      pen = openTab === undefined ? Math.max(pen, target.position) : penAfter(openTab)
      hasContent = true
      if (item.breakAfter) candidate = { index: index + 1, hyphenated: false }
      continue
    }
    const offset = index === from.index ? from.offset : 0
    const isText = item.kind === 'text'
    const width = isText && offset > 0 ? sliceWidth(item.shaped, item.style, offset, item.text.length) : item.width
    const before = pen
    if (rules.squeezesSigns) spare = Math.max(spare, spareOf(item))
    if (openTab === undefined) pen += width
    else {
      openTab.content += width
      pen = penAfter(openTab)
    }
    if (isText && item.isSpace) {
      blanksBefore = blanks
      penBefore = before
      blanks += width
    } else if (pen > limit + TOLERANCE && !(rules.shrinksBlanks && maySqueeze()) && !hangs(item) && !squeezesIn()) {
      if (isText && (candidate === undefined || candidate.index === index)) {
        const cut = hyphenationPoint(item, offset, limit - before, rules)
        if (cut !== undefined) return endAt(index, cut, true)
      }
      if (candidate !== undefined) return endAt(candidate.index, 0, candidate.hyphenated)
      if (!cutsWords) return undefined
      const cut = isText
        ? fittingEnd(item.text, item.shaped, item.style, offset, limit - before, !hasContent)
        : hasContent
          ? 0
          : 1
      if (isText && cut < item.text.length) return endAt(index, cut, false)
      if (!isText && cut === 0) return endAt(index, 0, false)
      // It does not fit on any line: it stands alone, and what follows must not join it.
      candidate = { index: index + 1, hyphenated: false }
    }
    hasContent = true
    if (!item.breakAfter) continue
    const hyphenated = isText && item.softHyphen
    if (!hyphenated || pen + rules.hyphenWidth(item) <= limit + TOLERANCE) candidate = { index: index + 1, hyphenated }
  }
  return endAt(items.length, 0, false)

  /** Whether blanks shall be made narrower for the word at the pen rather than wider without it. */
  function maySqueeze(): boolean {
    const shrinkage = (pen - limit) / blanks
    const stretch = (limit - penBefore) / blanksBefore
    return shrinkage <= MAX_SHRINKAGE && shrinkage * LEAST_STRETCH <= stretch
  }

  /** It fits where a full-width sign of the line gives its blank half. */
  function squeezesIn(): boolean {
    return openTab === undefined && pen - spare <= limit + TOLERANCE
  }

  /** Nothing but a sign at its end stands beyond the end of the line. */
  function hangs(item: InlineItem): boolean {
    return rules.hangsPunctuation && openTab === undefined && pen - overhangOf(item) <= limit + TOLERANCE
  }

  function endAt(index: number, offset: number, hyphenated: boolean, ending?: BreakItem): LineFill {
    return { from, to: { index, offset }, ending, isLast: ending === undefined && index >= items.length, hyphenated }
  }
}

/** Where the pen is after content that a tab aligns. */
function penAfter({ target, from, content }: OpenTab): number {
  const end = target.alignment === 'center' ? target.position + content / 2 : target.position
  return Math.max(end, from + content)
}

function hyphenationPoint(item: TextItem, from: number, room: number, rules: FillRules): number | undefined {
  if (room <= 0) return undefined
  const points = rules.hyphenate(item, room)
  if (points.length === 0) return undefined
  const hyphen = rules.hyphenWidth(item)
  for (let i = points.length - 1; i >= 0; i--) {
    const point = points[i] ?? 0
    if (point > from && sliceWidth(item.shaped, item.style, from, point) + hyphen <= room) return point
  }
  return undefined
}
