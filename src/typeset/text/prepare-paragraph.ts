/**
 * A paragraph, measured and ready to be broken into lines.
 *
 * @module
 */

import type { AnchoredDrawing, LayoutContext } from '../flow/layout-context.js'
import type { NoteReference, Paragraph } from '../model/document-model.js'
import type { HexColor, LineSpacing, ParagraphProperties } from '../model/properties.js'
import { type ArrangeRules, arrangeLine, type PlacedItem } from './arrange-line.js'
import { shareColumn } from './column-share.js'
import { decimalSeparator } from './decimal-separator.js'
import { type FillRules, fillLine, type LineFill, type Room } from './fill-line.js'
import { hyphenationPoints } from './hyphenation-points.js'
import type { InlineItem, TabItem, TextItem } from './inline-item.js'
import { itemizeParagraph } from './itemize-paragraph.js'
import type { Band, Line, LinePosition, PreparedParagraph } from './line.js'
import { centreDrawings, lineExtent, spaceLine, textHeightOf } from './line-metrics.js'
import { measureParagraph } from './measure-paragraph.js'
import { type LinePaint, paintLine } from './paint-line.js'
import { shapeItems } from './shape-item.js'
import { makeTabRuler, nextTabTarget, positionTabTarget, type TabTarget } from './tab-stops.js'
import { textStylesFor } from './text-style.js'

/** Settings for laying out a paragraph, in addition to its own properties. */
export interface PreparationOptions {
  /** Factor on font sizes and on line heights in absolute numbers. */
  readonly fontScale?: number | undefined
  /** Pitch of the section's document grid ({@link SectionProperties.gridLinePitch}). */
  readonly gridLinePitch?: number | undefined
  /** What that grid adds to each East Asian character ({@link SectionProperties.gridCharacterSpace}). */
  readonly gridCharacterSpace?: number | undefined
  /** What the paragraph stands on, such as the shading of its cell: automatic colours depend on it. */
  readonly background?: HexColor | undefined
  /** It stands in a cell: nothing runs on past the end of its lines. */
  readonly isTableCell?: boolean | undefined
  /** Lines run down the page: drawings stand upright in them. */
  readonly isVertical?: boolean | undefined
}

/** Distance of default tab stops, in twips, in documents that do not specify it. */
const USUAL_TAB_STOP = 720
/** The same distance in a Korean Word, as a contract that it set shows. */
const KOREAN_TAB_STOP = 800

const START: LinePosition = { index: 0, offset: 0 }

/**
 * Itemises, shapes and measures a paragraph. Page numbers are those of `context.numbers` at this moment.
 *
 * @example
 * ```ts
 * const prepared = prepareParagraph(paragraph, context)
 * let line = prepared.composeLine(undefined, [{ left: 0, right: 9000 }], 9000)
 * while (line.next !== undefined) line = prepared.composeLine(line.next, [{ left: 0, right: 9000 }], 9000)
 * ```
 */
export function prepareParagraph(
  paragraph: Paragraph,
  context: LayoutContext,
  options: PreparationOptions = {},
): PreparedParagraph {
  const { properties } = paragraph
  const { settings } = context.document
  const scale = options.fontScale ?? 1
  const styles = textStylesFor(context.fonts, scale, properties.snapToGrid ? options.gridCharacterSpace : undefined)
  const itemized = itemizeParagraph(paragraph, context, styles)
  const { labelWidth, hangsPunctuation } = itemized
  const items = options.isVertical ? itemized.items.map(turned) : itemized.items
  const defaultTabStop = settings.defaultTabStop ?? (itemized.isKorean ? KOREAN_TAB_STOP : USUAL_TAB_STOP)
  const ruler = makeTabRuler(properties, defaultTabStop, settings.compatibility)
  const mark = styles.styleOf(properties.mark, 'ascii')
  const spacing = scaleSpacing(properties.lineSpacing, scale)
  const gridPitch = properties.snapToGrid ? options.gridLinePitch : undefined
  const labelShift =
    paragraph.label === undefined ? 0 : labelWidth * { left: 0, center: 0.5, right: 1 }[paragraph.label.alignment]
  const expandsBrokenLines = !settings.compatibility.has('doNotExpandShiftReturn')
  const background = properties.shading ?? options.background
  const hyphenates = settings.autoHyphenation && !properties.suppressHyphenation
  const maxHyphens = settings.consecutiveHyphenLimit
  const cuts = spacing.rule === 'exact'
  let hyphenItems: Map<TextItem, TextItem> | undefined
  const shrinksBlanks = properties.alignment === 'both' && settings.compatibilityMode >= 15
  // In documents of Word 2013 and later, public probes of Word for Mac show no line squeezed.
  const squeezesSigns = settings.compressesPunctuation && settings.compatibilityMode < 15
  const hangsLatin = settings.compatibilityMode < 15
  const runsPastMargin = settings.compatibilityMode < 15 && options.isTableCell !== true
  const underlinesTrailingSpaces = settings.compatibility.has('ulTrailSpace')
  let measured: ReturnType<typeof measureParagraph> | undefined
  let rulesOfLast: LineRules | undefined
  let roomsOfLast: LastRooms | undefined
  let placedOfLast: { readonly columnWidth: number; readonly items: readonly InlineItem[] } | undefined

  return {
    get minWidth() {
      return measure().minWidth
    },
    get maxWidth() {
      return measure().maxWidth
    },
    get rigidWidth() {
      return measure().rigidWidth
    },
    leastTextHeight: textHeightOf(spaceLine(lineExtent([], mark), spacing, gridPitch)),
    composeLine,
  }

  function measure(): ReturnType<typeof measureParagraph> {
    measured ??= measureParagraph(items, properties, labelShift, ruler, (item) => hyphenFor(item).width)
    return measured
  }

  function composeLine(start: LinePosition | undefined, bands: readonly Band[], columnWidth: number): Line {
    const from = start ?? START
    const hyphens = from.hyphens ?? 0
    const rules = rulesFor(columnWidth, hyphenates && (maxHyphens === 0 || hyphens < maxHyphens))
    const indent = properties.indentStart + (start === undefined ? properties.indentFirstLine - labelShift : 0)
    const rooms = roomsIn(bands, columnWidth, indent)
    const placed = placedIn(columnWidth)
    const { fills, doesNotFit } = fillRooms(placed, from, rooms, columnWidth, rules)
    const arranged = fills.map(({ fill, room }) => arrangeLine(placed, fill, room, rules).placed)
    const bandsOfLine = properties.verticalAlignment === 'center' ? centreDrawings(arranged, mark) : arranged
    const last = fills[fills.length - 1]?.fill
    const isLast = last === undefined || last.isLast
    const metrics = spaceLine(lineExtent(bandsOfLine, mark), spacing, gridPitch)
    const ending = last?.ending
    const paint: LinePaint = {
      context,
      paragraph,
      metrics,
      background,
      cuts,
      underlinesTrailingSpaces,
      bars: rules.bars,
    }
    const { notes, anchors } = belongingsOf(bandsOfLine)
    return {
      height: metrics.height,
      baseline: metrics.baseline,
      trailing: metrics.trailing,
      width: extentOf(bandsOfLine),
      next: isLast ? undefined : last.hyphenated ? afterHyphen(last.to, hyphens) : last.to,
      breakAfter: ending && breakAfterOf(ending),
      doesNotFit,
      hyphenated: last?.hyphenated ?? false,
      notes,
      anchors,
      paint: linePainter(bandsOfLine, paint),
    }
  }

  /** The lines of a paragraph beside which nothing stands have the same ones, but the first. */
  function roomsIn(bands: readonly Band[], columnWidth: number, indent: number): readonly [Room, ...Room[]] {
    const last = roomsOfLast
    if (last?.bands === bands && last.columnWidth === columnWidth && last.indent === indent) return last.rooms
    const firstLine = Math.max(0, indent - properties.indentStart)
    const rooms = roomsOf(bands, columnWidth, indent - firstLine, firstLine, properties)
    roomsOfLast = { bands, columnWidth, indent, rooms }
    return rooms
  }

  /** Looks through all items once for each width, not for each line. */
  function placedIn(columnWidth: number): readonly InlineItem[] {
    if (placedOfLast?.columnWidth !== columnWidth) {
      const width = columnWidth - properties.indentStart - properties.indentEnd
      placedOfLast = { columnWidth, items: shareColumn(items, width, context.warn) }
    }
    return placedOfLast.items
  }

  /** Nearly all lines of a paragraph have the same ones. */
  function rulesFor(columnWidth: number, mayHyphenate: boolean): LineRules {
    if (rulesOfLast?.columnWidth !== columnWidth || rulesOfLast.mayHyphenate !== mayHyphenate)
      rulesOfLast = lineRules(columnWidth, mayHyphenate)
    return rulesOfLast
  }

  function lineRules(columnWidth: number, mayHyphenate: boolean): LineRules {
    return {
      mayHyphenate,
      bars: ruler.bars.map((bar) => (properties.rightToLeft ? columnWidth - bar : bar)),
      alignment: properties.alignment,
      rightToLeft: properties.rightToLeft,
      columnWidth,
      shrinksBlanks,
      hangsPunctuation,
      hangsLatin,
      squeezesSigns,
      openMargin: runsPastMargin ? columnWidth - properties.indentEnd : undefined,
      expandsBrokenLines,
      decimalSeparator,
      hyphenFor,
      hyphenWidth: (item) => hyphenFor(item).width,
      hyphenate: (item, room) => (mayHyphenate && !isAddress(item) ? hyphenate(item, room) : []),
      tabTarget(tab: TabItem, pen: number): TabTarget {
        if (tab.position === undefined) return nextTabTarget(ruler, pen, tab.isLabel)
        return positionTabTarget(tab.position, columnWidth, properties.indentStart, columnWidth - properties.indentEnd)
      },
    }
  }

  function hyphenate({ text, style }: TextItem, room: number): readonly number[] {
    if (room < settings.hyphenationZone) return []
    if (!settings.hyphenateCapitals && text === text.toUpperCase()) return []
    return hyphenationPoints(text, style.shaping.language)
  }

  function hyphenFor(item: TextItem): TextItem {
    const known = hyphenItems?.get(item)
    if (known !== undefined) return known
    const made: TextItem[] = []
    const traits = { ...item, isSpace: false, isEastAsian: false, breakAfter: false, softHyphen: false }
    shapeItems('-', item.style, traits, context.fonts, styles, made)
    const hyphen = made[0] ?? item
    hyphenItems ??= new Map()
    hyphenItems.set(item, hyphen)
    return hyphen
  }
}

/** Part of an address, in which a hyphen would be another address. */
function isAddress({ text, link }: TextItem): boolean {
  return (link !== undefined && 'url' in link) || /:\/\/|@|^www\./i.test(text)
}

/** A drawing as a line that runs down the page sees it; rules turn with the text. */
function turned(item: InlineItem): InlineItem {
  if (item.kind !== 'drawing' || item.drawing.isRule === true) return item
  return { ...item, width: item.ascent, ascent: item.width, isTurned: true }
}

/** A function of its own: lines are kept for long, and must not keep all that their paragraph was prepared with. */
function linePainter(bands: readonly (readonly PlacedItem[])[], paint: LinePaint): Line['paint'] {
  return (list, x, y) => paintLine(list, bands, x, y, paint)
}

/** Rules for the lines of a paragraph in a column of some width. */
interface LastRooms {
  readonly bands: readonly Band[]
  readonly columnWidth: number
  readonly indent: number
  readonly rooms: readonly [Room, ...Room[]]
}

interface LineRules extends FillRules, ArrangeRules {
  readonly mayHyphenate: boolean
  /** Where bar tabs stand. */
  readonly bars: readonly number[]
}

/**
 * Least width beside an object, in twips, in which Word starts a line whatever the width of its first word; a wider word is cut.
 * Word's pages show this for letters of 8 to 24 points.
 */
const LEAST_ROOM_FOR_PARTS = 1440

interface FilledRoom {
  readonly fill: LineFill
  readonly room: Room
}

/** Fills the rooms one after the other until the line is full. Words are cut only where nothing fits in any of them. */
function fillRooms(
  items: readonly InlineItem[],
  from: LinePosition,
  rooms: readonly Room[],
  columnWidth: number,
  rules: FillRules,
): { readonly fills: readonly FilledRoom[]; readonly doesNotFit: boolean } {
  const fills: FilledRoom[] = []
  let position = from
  for (const room of rooms) {
    const fill = fillLine(items, position, room, rules, false)
    if (fill === undefined) continue
    fills.push({ fill, room })
    position = fill.to
    if (fill.isLast || fill.ending !== undefined || fill.hyphenated) break
  }
  if (fills.length > 0) return { fills, doesNotFit: false }
  const widest = rooms.reduce((best, room) => (room.end - room.start > best.end - best.start ? room : best))
  const fill = fillLine(items, from, widest, rules, true)
  const width = widest.end - widest.start
  const isWholeColumn = rooms.length === 1 && width >= columnWidth - 1
  const isCutWord = fill !== undefined && fill.to.offset > 0 && width >= LEAST_ROOM_FOR_PARTS
  return {
    fills: fill === undefined ? [] : [{ fill, room: widest }],
    doesNotFit: !isWholeColumn && !isCutWord,
  }
}

/**
 * Bands with the indents taken off, from the side where lines start.
 *
 * @param indentStart without what the first line has more
 * @param firstLine what the first line has more
 */
function roomsOf(
  bands: readonly Band[],
  columnWidth: number,
  indentStart: number,
  firstLine: number,
  { indentEnd, rightToLeft }: ParagraphProperties,
): readonly [Room, ...Room[]] {
  const rooms = bands.map((band): Room => {
    const start = rightToLeft ? columnWidth - band.right : band.left
    const end = rightToLeft ? columnWidth - band.left : band.right
    return {
      // Indents may be negative: they reach out of the column where no float is.
      start: start <= 0 ? indentStart : Math.max(start, indentStart),
      end: end >= columnWidth ? columnWidth - indentEnd : Math.min(end, columnWidth - indentEnd),
    }
  })
  if (rightToLeft) rooms.reverse()
  const usable = rooms.filter((room) => room.end > room.start)
  const [{ start, end } = { start: indentStart, end: columnWidth - indentEnd }, ...others] = usable
  // Beside an object, the first line is indented from the object: so in Word's PDF of a text beside a floating table.
  return [{ start: start + firstLine < end ? start + firstLine : start, end }, ...others]
}

function afterHyphen({ index, offset }: LinePosition, hyphens: number): LinePosition {
  return { index, offset, hyphens: hyphens + 1 }
}

/** From the left edge of the first item to the right edge of the last. */
function extentOf(bands: readonly (readonly PlacedItem[])[]): number {
  let left = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  for (const placed of bands) {
    for (const item of placed) {
      if (item.hangs) continue
      left = Math.min(left, item.x)
      right = Math.max(right, item.x + item.width)
    }
  }
  return Math.max(0, right - left)
}

/** Nearly all lines have these. */
const NO_BELONGINGS: Pick<Line, 'notes' | 'anchors'> = { notes: [], anchors: [] }

/** Notes and floating drawings that belong to places on the line. */
function belongingsOf(bands: readonly (readonly PlacedItem[])[]): Pick<Line, 'notes' | 'anchors'> {
  if (!bands.some((placed) => placed.some(({ item }) => item.kind === 'mark'))) return NO_BELONGINGS
  const notes: NoteReference[] = []
  const anchors: AnchoredDrawing[] = []
  for (const placed of bands) {
    for (const { item, x } of placed) {
      if (item.kind !== 'mark') continue
      const { mark } = item
      if (mark.type === 'note') notes.push(mark.note)
      if (mark.type === 'anchor') anchors.push({ drawing: mark.drawing, anchor: mark.anchor, x, paragraphTop: 0 })
    }
  }
  return { notes, anchors }
}

function breakAfterOf(ending: NonNullable<LineFill['ending']>): Line['breakAfter'] | undefined {
  if (ending.type !== 'line') return ending.type
  return ending.clear === undefined ? undefined : { clear: ending.clear }
}

function scaleSpacing(spacing: LineSpacing, scale: number): LineSpacing {
  return spacing.rule === 'auto' || scale === 1 ? spacing : { rule: spacing.rule, value: spacing.value * scale }
}
