/**
 * Decides how many items fit on a line.
 *
 * @module
 */

import { overhangOf } from './east-asian-punctuation.js'
import type { BreakItem, InlineItem, TabItem, TextItem } from './inline-item.js'
import type { LinePosition } from './line.js'
import { fittingEnd, sliceWidth } from './slice-shaped.js'
import { spareOf, squeezableBy } from './squeeze-line.js'
import type { TabTarget } from './tab-stops.js'

/** Tolerance in twips, so that rounded widths do not push a word to the next line. */
const TOLERANCE = 0.5

/** How far the blanks of a justified line shrink so that one more word fits. */
export interface Shrinkage {
  /** Largest share of their width that they lose. */
  readonly most: number
  /** They shrink only if, without the word, they would grow by at least this many times as much. */
  readonly leastStretch: number
}

/**
 * From Word 2013 on: a quarter. In three documents, Word squeezed a line that needs 0.2503 with our widths, and did not squeeze
 * twelve that need 0.2508 and more.
 */
export const SHRINKAGE_SINCE_2013: Shrinkage = { most: 0.2505, leastStretch: 2 }
/**
 * Up to Word 2010, in documents that compress signs: an eighth. In a manual of 183 pages by a Japanese author, Word squeezed 51
 * lines of English text, by up to 0.1235 of their blanks; of those that need more than 0.127, it squeezed none. One line that
 * needs 0.118 was not squeezed, since without its last word it grew by less.
 */
export const SHRINKAGE_BEFORE_2013: Shrinkage = { most: 0.125, leastStretch: 1 }

/** Horizontal range for the text of a line, from the side where lines start. */
export interface Room {
  readonly start: number
  readonly end: number
}

/** Rules that decide where a line ends, besides its items. */
export interface FillRules {
  /** How far blanks are narrowed; undefined: not at all. */
  readonly shrinkage: Shrinkage | undefined
  /** Whether full stops and similar signs of East Asian text may hang over the end of the line. */
  readonly hangsPunctuation: boolean
  /** Whether full stops and commas of Latin text may hang as well. */
  readonly hangsLatin: boolean
  /** Whether full-width signs and blanks of lines with East Asian text may be narrowed so that one more piece fits. */
  readonly squeezesSigns: boolean
  /** Where text ends that no object narrows: the edge of the column without the indent. */
  readonly textEnd: number
  readonly columnWidth: number
  /** Whether text may run past the margin at a tab stop. */
  readonly runsPastMargin: boolean
  /** Number of items up to the last one that is neither a tab nor a blank. */
  readonly contentEnd: number
  /** The stop that a tab at a position leads to. */
  tabTarget(tab: TabItem, pen: number): TabTarget
  /** Width of the hyphen that is added at a soft hyphen or by hyphenation. */
  hyphenWidth(item: TextItem): number
  /** Ascending offsets at which a word may be hyphenated. `room` is the space left for it. */
  hyphenate(item: TextItem, room: number): readonly number[]
}

/** The content of a line: items from `from` to before `to`. */
export interface LineFill {
  readonly from: LinePosition
  readonly to: LinePosition
  /** The explicit break that ends the line. */
  readonly ending: BreakItem | undefined
  /** Whether the paragraph ends with this line. */
  readonly isLast: boolean
  /** Whether a hyphen is added after the last character. */
  readonly hyphenated: boolean
}

/** Content after a tab stop that is not left-aligned. */
interface OpenTab {
  readonly target: TabTarget
  readonly from: number
  content: number
}

/**
 * Puts as many items on a line as fit (first fit); undefined if nothing fits and words must not be cut.
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
  // These variables are not captured by closures: V8 would keep captured ones on the heap, and this is the innermost loop.
  const count = items.length
  let pen = room.start
  let limit = room.end
  let openTab: OpenTab | undefined
  let hasContent = false
  // Width of the blanks after the last tab, and both that width and the pen before the last blank.
  let blanks = 0
  let blanksBefore = 0
  let penBefore = room.start
  // Width that signs and blanks of a line with East Asian text can lose, and the start of the current unbreakable piece.
  let spare = 0
  let hasEastAsian = false
  let pieceStart = room.start
  // Where the line may end, and whether with a hyphen.
  let end = NOWHERE
  let isHyphenated = false
  for (let index = from.index; index < count; index++) {
    const item = items[index]
    if (item === undefined || item.kind === 'mark') continue
    if (item.kind === 'break') return endAt(from, index + 1, 0, count, item)
    if (item.kind === 'tab') {
      const mayStartLine = hasContent && !item.isLabel
      if (mayStartLine) {
        end = index
        isHyphenated = false
      }
      const target = rules.tabTarget(item, pen)
      const isPastEnd = target.position > room.end + TOLERANCE
      // A default stop past the margin is on the next line. Tabs after the last text make no line at or behind the margin.
      if (isPastEnd && !target.isCustom && end !== NOWHERE) {
        if (pen >= room.end - TOLERANCE && index >= rules.contentEnd) return endAt(from, count, 0, count)
        return hyphenate(endAt(from, end, 0, count), isHyphenated)
      }
      blanks = 0
      openTab = target.alignment === 'left' ? undefined : { target, from: pen, content: 0 }
      limit = isPastEnd && target.isCustom ? endPastStop(room, rules) : room.end
      if (openTab !== undefined) limit = Math.max(limit, target.position)
      pen = openTab === undefined ? Math.max(pen, target.position) : penAfter(openTab)
      hasContent = true
      if (item.breakAfter && !(mayStartLine && leadsLessFar(item, target, room, rules))) {
        end = index + 1
        isHyphenated = false
      }
      continue
    }
    const offset = index === from.index ? from.offset : 0
    const isText = item.kind === 'text'
    const width = isText && offset > 0 ? sliceWidth(item.shaped, item.style, offset, item.text.length) : item.width
    const before = pen
    if (rules.squeezesSigns) {
      spare += spareOf(item)
      hasEastAsian ||= isText && item.isEastAsian
    }
    if (openTab === undefined) pen += width
    else {
      openTab.content += width
      pen = penAfter(openTab)
    }
    if (isText && item.isSpace) {
      blanksBefore = blanks
      penBefore = before
      blanks += width
    } else if (
      pen > limit + TOLERANCE &&
      !(
        rules.shrinkage !== undefined &&
        !hasEastAsian &&
        maySqueeze(rules.shrinkage, (pen - limit) / blanks, (limit - penBefore) / blanksBefore)
      ) &&
      !(openTab === undefined && pen - hangingPart(item, rules) <= limit + TOLERANCE) &&
      !(openTab === undefined && hasEastAsian && fitsSqueezed(item, pen, limit, { spare, pieceStart }, rules))
    ) {
      if (isText && (end === NOWHERE || end === index)) {
        const cut = hyphenationPoint(item, offset, limit - before, rules)
        if (cut !== undefined) return hyphenate(endAt(from, index, cut, count), true)
      }
      if (end !== NOWHERE) return hyphenate(endAt(from, end, 0, count), isHyphenated)
      if (!cutsWords) return undefined
      const cut = isText
        ? fittingEnd(item.text, item.shaped, item.style, offset, limit - before, !hasContent)
        : hasContent
          ? 0
          : 1
      if (isText && cut < item.text.length) return endAt(from, index, cut, count)
      if (!isText && cut === 0) return endAt(from, index, 0, count)
      // The word fits on no line, so it gets its own line and nothing may follow it there.
      end = index + 1
      isHyphenated = false
    }
    hasContent = true
    if (!item.breakAfter) continue
    pieceStart = pen
    if (isText && item.isEastAsian) {
      // Without the next character, the line would end here.
      blanksBefore = blanks
      penBefore = pen
    }
    const hyphenated = isText && item.softHyphen
    if (!hyphenated || pen + rules.hyphenWidth(item) <= limit + TOLERANCE) {
      end = index + 1
      isHyphenated = hyphenated
    }
  }
  return endAt(from, count, 0, count)
}

/** No item index. */
const NOWHERE = -1

/**
 * Whether a word that does not fit after a tab would fit if the tab started a line. Word then moves both to the next line
 * instead of ending the line with the tab.
 */
function leadsLessFar(tab: TabItem, { alignment, position }: TabTarget, { start }: Room, rules: FillRules): boolean {
  return alignment !== 'left' || rules.tabTarget(tab, start).position < position
}

/**
 * Where a line ends after a stop past its end. The indent at the end counts no more. Up to version 2010, Word breaks no line
 * after such a stop either; the text continues, off the page if necessary. A footer with its page number at such a stop
 * therefore has one line less, and a document of twelve pages does not become thirteen.
 */
function endPastStop({ end }: Room, { textEnd, columnWidth, runsPastMargin }: FillRules): number {
  // Beside an object with text around it, the line ends at the object and not at the margin.
  if (end < textEnd) return end
  return runsPastMargin ? Number.POSITIVE_INFINITY : Math.max(end, columnWidth)
}

/** Number of items up to the last one that is neither a tab nor a blank; 0 if there is none. */
export function contentEnd(items: readonly InlineItem[]): number {
  const isBlank = (item: InlineItem) =>
    item.kind === 'mark' || item.kind === 'tab' || (item.kind === 'text' && item.isSpace)
  return items.findLastIndex((item) => !isBlank(item)) + 1
}

/** Whether blanks are narrowed to take in the word at the pen rather than widened without it. Both are shares of their width. */
function maySqueeze({ most, leastStretch }: Shrinkage, share: number, stretch: number): boolean {
  return share <= most && share * leastStretch <= stretch
}

/** Whether an item fits on its squeezed line, as a whole or up to a sign that hangs over the end. */
function fitsSqueezed(
  item: InlineItem,
  pen: number,
  limit: number,
  { spare, pieceStart }: { readonly spare: number; readonly pieceStart: number },
  rules: FillRules,
): boolean {
  if (pen - squeezableBy(spare, pen - pieceStart) <= limit + TOLERANCE) return true
  const overhang = hangingPart(item, rules)
  // A hanging sign gives no blank half.
  const others = spare - Math.min(spareOf(item), overhang / 2)
  return overhang > 0 && pen - overhang - squeezableBy(others, pen - overhang - pieceStart) <= limit + TOLERANCE
}

/** Width of an item that may hang over the end of the line: that of a sign at its end. */
function hangingPart(item: InlineItem, rules: FillRules): number {
  return rules.hangsPunctuation ? overhangOf(item, rules.hangsLatin) : 0
}

function endAt(from: LinePosition, index: number, offset: number, count: number, ending?: BreakItem): LineFill {
  return { from, to: { index, offset }, ending, isLast: ending === undefined && index >= count, hyphenated: false }
}

function hyphenate(fill: LineFill, hyphenated: boolean): LineFill {
  return hyphenated ? { ...fill, hyphenated } : fill
}

/** Position of the pen after content that a tab aligns. */
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
