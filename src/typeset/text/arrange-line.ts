/**
 * Places the items of a line: tabs, alignment, direction.
 *
 * @module
 */

import type { ShapedText } from '../fonts/font-face.js'
import type { ParagraphProperties } from '../model/properties.js'
import { overhangOf } from './east-asian-punctuation.js'
import { reorderVisually } from './embedding-levels.js'
import type { LineFill, Room, Shrinkage } from './fill-line.js'
import type { InlineItem, TabItem, TextItem } from './inline-item.js'
import { widthOf } from './shape-item.js'
import { sliceShaped } from './slice-shaped.js'
import { type Gap, spreadGaps } from './spread-gaps.js'
import { squeezeLine } from './squeeze-line.js'
import type { TabTarget } from './tab-stops.js'

/** A placed item, or the part of it that is on the line. Lengths in twips. */
export interface PlacedItem {
  readonly item: InlineItem
  /** Glyphs of text; for words that are cut, only those of the part on the line. */
  readonly shaped: ShapedText | undefined
  /** Text up to the end of the part on the line. Cluster numbers count from its start. */
  readonly text: string
  /** Left edge, from the left edge of the column. */
  readonly x: number
  readonly width: number
  /** Added to the advance of every glyph to justify the line. */
  readonly extra: number
  readonly leader: TabTarget['leader']
  /** Whether the item is white space that extends beyond the end of the line. */
  readonly hangs: boolean
}

/** Items of one band of a line, from left to right. */
interface ArrangedLine {
  readonly placed: readonly PlacedItem[]
  /** Width from the start of the first item to the end of the last, without white space beyond the end. */
  readonly width: number
}

/** Rules for placing the items of a line. */
export interface ArrangeRules {
  readonly alignment: ParagraphProperties['alignment']
  readonly rightToLeft: boolean
  readonly columnWidth: number
  /** {@link FillRules.shrinkage}. */
  readonly shrinkage: Shrinkage | undefined
  /** {@link FillRules.hangsPunctuation}. */
  readonly hangsPunctuation: boolean
  readonly hangsLatin: boolean
  /** {@link FillRules.squeezesSigns}. */
  readonly squeezesSigns: boolean
  /** Whether lines that end with a line break are justified too (without w:doNotExpandShiftReturn). */
  readonly expandsBrokenLines: boolean
  tabTarget(tab: TabItem, pen: number): TabTarget
  decimalSeparator(language: string): string
  /** The hyphen that stands after an item. */
  hyphenFor(item: TextItem): TextItem
}

/** A {@link PlacedItem} while its position is computed. */
type Piece = { -readonly [K in keyof PlacedItem]: PlacedItem[K] }

/** Text up to the end of the first number in it. Signs between groups of digits belong to the number. */
const NUMBER = /^[^\d]*\d(?:[\d.,'\u2019\u00A0\u202F]*\d)?/

/** Places the items of a line: tabs, alignment, direction. */
export function arrangeLine(
  items: readonly InlineItem[],
  fill: LineFill,
  room: Room,
  rules: ArrangeRules,
): ArrangedLine {
  const pieces = piecesOf(items, fill, rules)
  const contentEnd = endOfContent(pieces)
  for (let i = contentEnd; i < pieces.length; i++) {
    const piece = pieces[i]
    if (piece !== undefined) piece.hangs = true
  }
  const lastTab = resolveTabs(pieces, contentEnd, room, rules)
  let width = 0
  for (let i = 0; i < contentEnd; i++) width += pieces[i]?.width ?? 0
  const lack = width - room.end + room.start
  const sign = pieces[contentEnd - 1]
  if (rules.squeezesSigns && lack > 0 && pieces.some(({ item }) => item.kind === 'text' && item.isEastAsian))
    width -= squeezeLine(pieces, lastTab + 1, contentEnd, lack, rules.hangsPunctuation)
  else if (sign !== undefined && rules.hangsPunctuation && lack > 0) width -= overhangOf(sign.item, rules.hangsLatin)
  const slack = room.end - room.start - width
  let shift = 0
  if (slack < 0 && rules.shrinkage !== undefined) {
    // A last line is squeezed as well, since it may contain its last word only because of that.
    width -= squeeze(pieces, lastTab + 1, contentEnd, -slack, rules.shrinkage.most)
  } else if (slack > 0) {
    if (isJustified(fill, rules))
      width += spread(pieces, lastTab + 1, contentEnd, slack, rules.alignment === 'distribute')
    else if (rules.alignment === 'end') shift = slack
    else if (rules.alignment === 'center') shift = slack / 2
  }
  return { placed: placePieces(pieces, room.start + shift, rules), width }
}

function piecesOf(items: readonly InlineItem[], { from, to, hyphenated }: LineFill, rules: ArrangeRules): Piece[] {
  const pieces: Piece[] = []
  const end = to.offset > 0 ? to.index + 1 : to.index
  for (let index = from.index; index < end; index++) {
    const item = items[index]
    if (item === undefined) continue
    if (item.kind !== 'text') {
      pieces.push(pieceOf(item, undefined, '', item.width))
      continue
    }
    const start = index === from.index ? from.offset : 0
    const stop = index === to.index ? to.offset : item.text.length
    if (start === 0 && stop === item.text.length) {
      pieces.push(pieceOf(item, item.shaped, item.text, item.width))
    } else {
      const shaped = sliceShaped(item.shaped, start, stop)
      pieces.push(pieceOf(item, shaped, item.text.slice(0, stop), widthOf(shaped, item.style)))
    }
  }
  const last = pieces[pieces.length - 1]
  if (hyphenated && last?.item.kind === 'text') {
    const hyphen = rules.hyphenFor(last.item)
    pieces.push(pieceOf(hyphen, hyphen.shaped, hyphen.text, hyphen.width))
  }
  return pieces
}

function pieceOf(item: InlineItem, shaped: ShapedText | undefined, text: string, width: number): Piece {
  return { item, shaped, text, x: 0, width, extra: 0, leader: undefined, hangs: false }
}

function endOfContent(pieces: readonly Piece[]): number {
  let end = pieces.length
  while (end > 0) {
    const item = pieces[end - 1]?.item
    const isBlank = item?.kind === 'mark' || item?.kind === 'break' || (item?.kind === 'text' && item.isSpace)
    if (!isBlank) break
    end--
  }
  return end
}

/** Sets the widths of tabs. Returns the index of the last tab, or -1 if there is none. */
function resolveTabs(pieces: readonly Piece[], contentEnd: number, room: Room, rules: ArrangeRules): number {
  let pen = room.start
  let lastTab = -1
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i]
    if (piece?.item.kind === 'tab') {
      const target = rules.tabTarget(piece.item, pen)
      piece.leader = target.leader
      piece.width = Math.max(0, tabEnd(target, pieces, i, contentEnd, room, rules) - pen)
      lastTab = i
    }
    pen += piece?.width ?? 0
  }
  return lastTab
}

/** End of a tab for which the text after it is aligned with the tab stop. */
function tabEnd(
  target: TabTarget,
  pieces: readonly Piece[],
  tab: number,
  contentEnd: number,
  room: Room,
  rules: ArrangeRules,
): number {
  if (target.alignment === 'left') return target.position
  let content = 0
  for (let i = tab + 1; i < contentEnd; i++) {
    const piece = pieces[i]
    if (piece === undefined || piece.item.kind === 'tab') break
    content += piece.width
  }
  if (target.alignment === 'right') return target.position - content
  if (target.alignment === 'decimal') return target.position - wholePart(pieces, tab, contentEnd, content, rules)
  return Math.min(target.position - content / 2, Math.max(target.position, room.end) - content)
}

/**
 * Width of the text before a decimal tab stop: up to the decimal separator; without one, to the end of the first number
 * ([MS-DOC], TabJC); without a number, all of it.
 */
function wholePart(
  pieces: readonly Piece[],
  tab: number,
  contentEnd: number,
  content: number,
  rules: ArrangeRules,
): number {
  let width = 0
  let toEndOfNumber: number | undefined
  for (let i = tab + 1; i < contentEnd; i++) {
    const piece = pieces[i]
    if (piece === undefined || piece.item.kind === 'tab') break
    const { item, shaped } = piece
    const end = item.kind === 'text' ? (NUMBER.exec(item.text)?.[0].length ?? -1) : -1
    if (item.kind === 'text' && shaped !== undefined && end >= 0) {
      const widthBefore = (offset: number): number => width + widthOf(sliceShaped(shaped, 0, offset), item.style)
      const separator = item.text.lastIndexOf(rules.decimalSeparator(item.style.run.language))
      if (separator >= 0) return widthBefore(separator)
      toEndOfNumber ??= widthBefore(end)
    }
    width += piece.width
  }
  return toEndOfNumber ?? content
}

function isJustified({ isLast, ending }: LineFill, rules: ArrangeRules): boolean {
  if (rules.alignment === 'distribute') return true
  if (rules.alignment !== 'both' || isLast) return false
  return ending === undefined || (ending.type === 'line' && rules.expandsBrokenLines)
}

/** Distributes slack over a line: at spaces and East Asian characters, or at all characters. Returns the amount used. */
function spread(pieces: readonly Piece[], from: number, to: number, slack: number, everywhere: boolean): number {
  if (!everywhere && spreadBetweenScripts(pieces, from, to, slack)) return slack
  let gaps = 0
  for (let i = from; i < to; i++) gaps += gapsOf(pieces[i], everywhere, i === to - 1)
  if (gaps === 0) return 0
  const extra = slack / gaps
  for (let i = from; i < to; i++) {
    const piece = pieces[i]
    const count = gapsOf(piece, everywhere, i === to - 1)
    if (piece === undefined || count === 0) continue
    // The line's last character gets no space after it, so its piece has one gap less than it has glyphs.
    piece.extra = (extra * count) / Math.max(1, piece.shaped?.glyphs.length ?? 1)
    piece.width += extra * count
  }
  return slack
}

/** Justifies a line whose gaps are blanks and spaces between scripts; returns false for other lines. */
function spreadBetweenScripts(pieces: readonly Piece[], from: number, to: number, slack: number): boolean {
  const chosen: Piece[] = []
  const gaps: Gap[] = []
  for (let i = from; i < to; i++) {
    const piece = pieces[i]
    const count = gapsOf(piece, false, i === to - 1)
    if (piece?.item.kind !== 'text' || count === 0) continue
    if (!piece.item.isSpace) return false
    const isBetweenScripts = piece.shaped?.glyphs.length === 0
    const em = piece.item.style.size * piece.item.style.run.scale
    for (let n = 0; n < count; n++) {
      chosen.push(piece)
      gaps.push({ width: piece.width / count, em, isBetweenScripts })
    }
  }
  if (!gaps.some((gap) => gap.isBetweenScripts)) return false
  const widths = spreadGaps(gaps, slack)
  const changes = gaps.map(({ width }, index) => (widths[index] ?? width) - width)
  chosen.forEach((piece, index) => {
    piece.extra = changes[index] ?? 0
    piece.width += changes[index] ?? 0
  })
  return true
}

/** Narrows the blanks of a line by up to `lack`, where they may shrink. Returns the amount taken. */
function squeeze(pieces: readonly Piece[], from: number, to: number, lack: number, most: number): number {
  let blanks = 0
  for (let i = from; i < to; i++) blanks += blankWidth(pieces[i])
  if (lack > blanks * most) return 0
  for (let i = from; i < to; i++) {
    const piece = pieces[i]
    const width = blankWidth(piece)
    if (piece === undefined || width === 0) continue
    const change = (lack * width) / blanks
    piece.extra = -change / Math.max(1, piece.shaped?.glyphs.length ?? 1)
    piece.width -= change
  }
  return lack
}

function blankWidth(piece: Piece | undefined): number {
  return piece?.item.kind === 'text' && piece.item.isSpace ? piece.width : 0
}

function gapsOf(piece: Piece | undefined, everywhere: boolean, isLast: boolean): number {
  if (piece?.shaped === undefined || piece.item.kind !== 'text') return 0
  const { item } = piece
  if (!everywhere && !item.isSpace && !(item.isEastAsian && item.breakAfter && !HANGUL.test(item.text))) return 0
  // The space between scripts has no glyph.
  const glyphs = everywhere || item.isSpace ? Math.max(1, piece.shaped.glyphs.length) : 1
  return isLast ? glyphs - 1 : glyphs
}

/** Hangul syllables are not spread when a line is justified, even where the line may break between them. */
const HANGUL = /[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]$/

function placePieces(pieces: Piece[], start: number, { rightToLeft, columnWidth }: ArrangeRules): Piece[] {
  const base = rightToLeft ? 1 : 0
  if (rightToLeft || pieces.some((piece) => piece.item.level > 0)) {
    // Tabs and white space at the end take the direction of the paragraph (UAX #9, rule L1).
    reorderVisually(pieces, ({ item, hangs }) => (hangs || item.kind === 'tab' ? base : item.level))
  }
  let pen = start
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[rightToLeft ? pieces.length - 1 - i : i]
    if (piece === undefined) continue
    piece.x = rightToLeft ? columnWidth - pen - piece.width : pen
    pen += piece.width
  }
  return pieces
}
