/**
 * How much goes on a line.
 *
 * @module
 */

import { overhangOf } from './east-asian-punctuation.js'
import type { BreakItem, InlineItem, TabItem, TextItem } from './inline-item.js'
import type { LinePosition } from './line.js'
import { fittingEnd, sliceWidth } from './slice-shaped.js'
import { spareOf, squeezableBy } from './squeeze-line.js'
import type { TabTarget } from './tab-stops.js'

/** Rounding of widths must not push a word to the next line, in twips. */
const TOLERANCE = 0.5

/**
 * Blanks of a justified line may lose this share of their width so that one more word fits on it: a quarter. In three documents, Word
 * squeezed a line that comes to 0.2503 with our widths, and refused twelve with 0.2508 and more.
 */
export const MAX_SHRINKAGE = 0.2505
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
  /** So may those of Latin text. */
  readonly hangsLatin: boolean
  /** Full-width signs and blanks of lines with East Asian text may be made narrower so that one more piece fits. */
  readonly squeezesSigns: boolean
  /** Where the margin is past which text goes on at a tab stop; undefined where none does. */
  readonly openMargin: number | undefined
  /** Where a tab leads from a place. */
  tabTarget(tab: TabItem, pen: number): TabTarget
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
  // Plain variables that no function closes over: V8 keeps others in memory, and this is the innermost loop of all.
  const count = items.length
  let pen = room.start
  let limit = room.end
  let openTab: OpenTab | undefined
  let hasContent = false
  // Width of the blanks after the last tab; and that, and the pen, before the last of them.
  let blanks = 0
  let blanksBefore = 0
  let penBefore = room.start
  // What the signs and blanks of a line with East Asian text can give, and where the piece begins that must not be broken.
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
      // A default stop past the margin is on the next line.
      if (isPastEnd && !target.isCustom && end !== NOWHERE) return hyphenate(endAt(from, end, 0, count), isHyphenated)
      blanks = 0
      openTab = target.alignment === 'left' ? undefined : { target, from: pen, content: 0 }
      limit = openTab === undefined ? room.end : Math.max(room.end, target.position)
      if (isPastEnd && target.isCustom && mayRunPast(room, rules)) limit = Number.POSITIVE_INFINITY
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
      !(rules.shrinksBlanks && maySqueeze((pen - limit) / blanks, (limit - penBefore) / blanksBefore)) &&
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
      // It does not fit on any line: it stands alone, and what follows must not join it.
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

/** No place of an item. */
const NOWHERE = -1

/**
 * Whether a word that finds no room after a tab finds some where the tab starts a line: Word then takes both to the next line,
 * and does not end the line with the tab.
 */
function leadsLessFar(tab: TabItem, { alignment, position }: TabTarget, { start }: Room, rules: FillRules): boolean {
  return alignment !== 'left' || rules.tabTarget(tab, start).position < position
}

/**
 * Up to version 2010, Word breaks no line after a tab to a stop past the margin: what follows runs on, off the page if need be.
 * So a footer with its page number at such a stop has one line less, and twelve pages of a document are not thirteen.
 */
function mayRunPast({ end }: Room, { openMargin }: FillRules): boolean {
  // Beside something that text is set around, the line ends there and not at the margin.
  return openMargin !== undefined && end >= openMargin
}

/** Whether blanks shall be made narrower for the word at the pen rather than wider without it: the shares of their width. */
function maySqueeze(shrinkage: number, stretch: number): boolean {
  return shrinkage <= MAX_SHRINKAGE && shrinkage * LEAST_STRETCH <= stretch
}

/** Whether an item fits on its line where this is made narrower, all of it or up to a sign that hangs over the end. */
function fitsSqueezed(
  item: InlineItem,
  pen: number,
  limit: number,
  { spare, pieceStart }: { readonly spare: number; readonly pieceStart: number },
  rules: FillRules,
): boolean {
  if (pen - squeezableBy(spare, pen - pieceStart) <= limit + TOLERANCE) return true
  const overhang = hangingPart(item, rules)
  // What hangs gives no blank half.
  const others = spare - Math.min(spareOf(item), overhang / 2)
  return overhang > 0 && pen - overhang - squeezableBy(others, pen - overhang - pieceStart) <= limit + TOLERANCE
}

/** How much of an item may stand beyond the end of the line: a sign at its end. */
function hangingPart(item: InlineItem, rules: FillRules): number {
  return rules.hangsPunctuation ? overhangOf(item, rules.hangsLatin) : 0
}

function endAt(from: LinePosition, index: number, offset: number, count: number, ending?: BreakItem): LineFill {
  return { from, to: { index, offset }, ending, isLast: ending === undefined && index >= count, hyphenated: false }
}

function hyphenate(fill: LineFill, hyphenated: boolean): LineFill {
  return hyphenated ? { ...fill, hyphenated } : fill
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
