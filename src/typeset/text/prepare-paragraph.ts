/**
 * A paragraph, measured and ready to be broken into lines.
 *
 * @module
 */

import type { AnchoredDrawing, LayoutContext } from '../flow/layout-context.js'
import type { DocumentSettings, NoteReference, Paragraph } from '../model/document-model.js'
import type { HexColor, LineSpacing, ParagraphProperties } from '../model/properties.js'
import { type ArrangeRules, arrangeLine, type PlacedItem } from './arrange-line.js'
import { shareColumn } from './column-share.js'
import { decimalSeparator } from './decimal-separator.js'
import {
  contentEnd,
  type FillRules,
  type LineFill,
  type Room,
  SHRINKAGE_BEFORE_2013,
  SHRINKAGE_SINCE_2013,
  type Shrinkage,
} from './fill-line.js'
import { fillRooms, roomsOf } from './fill-rooms.js'
import { hyphenationPoints } from './hyphenation-points.js'
import type { InlineItem, TabItem, TextItem } from './inline-item.js'
import { itemizeParagraph } from './itemize-paragraph.js'
import type { Band, Line, LinePosition, PreparedParagraph } from './line.js'
import { centreDrawings, type LineMetrics, lineExtent, spaceLine, textHeightOf } from './line-metrics.js'
import { measureParagraph } from './measure-paragraph.js'
import { type LinePaint, paintLine } from './paint-line.js'
import { shapeItems } from './shape-item.js'
import { makeTabRuler, nextTabTarget, positionTabTarget, type TabRuler, type TabTarget } from './tab-stops.js'
import { type TextStyle, type TextStyles, textStylesFor } from './text-style.js'

/** Options for laying out a paragraph, besides its own properties. */
export interface PreparationOptions {
  /** Factor on font sizes and on fixed line heights. */
  readonly fontScale?: number | undefined
  /** Pitch of the section's document grid ({@link SectionProperties.gridLinePitch}). */
  readonly gridLinePitch?: number | undefined
  /** Width that this grid adds to each East Asian character ({@link SectionProperties.gridCharacterSpace}). */
  readonly gridCharacterSpace?: number | undefined
  /** Background colour, such as the shading of a cell, which automatic text colours depend on. */
  readonly background?: HexColor | undefined
  /** Whether the paragraph is in a cell, where text does not run past the end of a line. */
  readonly isTableCell?: boolean | undefined
  /** Whether lines run down the page, in which drawings stand upright. */
  readonly isVertical?: boolean | undefined
}

/** Distance of default tab stops, in twips, in documents that do not specify it. */
const USUAL_TAB_STOP = 720
/** The same distance in a Korean Word, as a contract that it set shows. */
const KOREAN_TAB_STOP = 800

const START: LinePosition = { index: 0, offset: 0 }

/**
 * Itemises, shapes and measures a paragraph. Page numbers are those of `context.numbers` at the time of the call.
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
  return new BreakableParagraph(paragraph, context, options)
}

class BreakableParagraph implements PreparedParagraph {
  readonly leastTextHeight: number
  readonly #paragraph: Paragraph
  readonly #context: LayoutContext
  readonly #styles: TextStyles
  readonly #items: readonly InlineItem[]
  readonly #traits: LineTraits
  readonly #ruler: TabRuler
  /** The style of the paragraph mark. */
  readonly #mark: TextStyle
  readonly #spacing: LineSpacing
  readonly #gridPitch: number | undefined
  /** Width of the part of the label before the start of the first line. */
  readonly #labelShift: number
  /** Index of the first item of the line with the label, where breaks come before it; otherwise 0. */
  readonly #opening: number
  readonly #background: HexColor | undefined
  #extent: ReturnType<typeof measureParagraph> | undefined
  #hyphens: Map<TextItem, TextItem> | undefined
  #lastRules: LineRules | undefined
  #lastRooms: LastRooms | undefined
  #lastPlaced: { readonly columnWidth: number; readonly items: readonly InlineItem[] } | undefined

  constructor(paragraph: Paragraph, context: LayoutContext, options: PreparationOptions) {
    const { properties, label } = paragraph
    const { settings } = context.document
    const scale = options.fontScale ?? 1
    const styles = textStylesFor(context.fonts, scale, properties.snapToGrid ? options.gridCharacterSpace : undefined)
    const itemized = itemizeParagraph(paragraph, context, styles)
    const defaultTabStop = settings.defaultTabStop ?? (itemized.isKorean ? KOREAN_TAB_STOP : USUAL_TAB_STOP)
    this.#paragraph = paragraph
    this.#context = context
    this.#styles = styles
    this.#items = options.isVertical ? itemized.items.map(turned) : itemized.items
    this.#traits = lineTraits(properties, settings, itemized.hangsPunctuation, options.isTableCell === true)
    this.#ruler = makeTabRuler(properties, defaultTabStop, settings.compatibility)
    this.#mark = styles.styleOf(properties.mark, 'ascii')
    this.#spacing = scaleSpacing(properties.lineSpacing, scale)
    this.#gridPitch = properties.snapToGrid ? options.gridLinePitch : undefined
    this.#labelShift =
      label === undefined ? 0 : itemized.labelWidth * { left: 0, center: 0.5, right: 1 }[label.alignment]
    this.#opening = itemized.opening
    this.#background = properties.shading ?? options.background
    this.leastTextHeight = textHeightOf(spaceLine(lineExtent([], this.#mark), this.#spacing, this.#gridPitch))
  }

  get minWidth(): number {
    return this.#measure().minWidth
  }

  get maxWidth(): number {
    return this.#measure().maxWidth
  }

  get rigidWidth(): number {
    return this.#measure().rigidWidth
  }

  composeLine(start: LinePosition | undefined, bands: readonly Band[], columnWidth: number): Line {
    const { properties } = this.#paragraph
    const from = start ?? START
    const hyphens = from.hyphens ?? 0
    const rules = this.#rulesFor(columnWidth, this.#mayHyphenate(hyphens))
    const opens = start === undefined || (start.index <= this.#opening && this.#opening > 0)
    const indent = properties.indentStart + (opens ? properties.indentFirstLine - this.#labelShift : 0)
    const rooms = this.#roomsIn(bands, columnWidth, indent)
    const placed = this.#placedIn(columnWidth)
    const { fills, doesNotFit } = fillRooms(placed, from, rooms, columnWidth, rules)
    const arranged = fills.map(({ fill, room }) => arrangeLine(placed, fill, room, rules).placed)
    const bandsOfLine = properties.verticalAlignment === 'center' ? centreDrawings(arranged, this.#mark) : arranged
    const last = fills[fills.length - 1]?.fill
    const isLast = last === undefined || last.isLast
    const metrics = spaceLine(lineExtent(bandsOfLine, this.#mark), this.#spacing, this.#gridPitch)
    const ending = last?.ending
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
      paint: linePainter(bandsOfLine, this.#paintOf(metrics, rules.bars)),
    }
  }

  #measure(): ReturnType<typeof measureParagraph> {
    const hyphenWidth = (item: TextItem) => this.#hyphenFor(item).width
    this.#extent ??= measureParagraph(
      this.#items,
      this.#paragraph.properties,
      this.#labelShift,
      this.#ruler,
      hyphenWidth,
    )
    return this.#extent
  }

  #paintOf(metrics: LineMetrics, bars: readonly number[]): LinePaint {
    return {
      context: this.#context,
      paragraph: this.#paragraph,
      metrics,
      background: this.#background,
      cuts: this.#spacing.rule === 'exact',
      underlinesTrailingSpaces: this.#traits.underlinesTrailingSpaces,
      bars,
    }
  }

  /** The ranges for text in bands. Most lines have no floats beside them and share their ranges, except for the first line. */
  #roomsIn(bands: readonly Band[], columnWidth: number, indent: number): readonly [Room, ...Room[]] {
    const last = this.#lastRooms
    if (last?.bands === bands && last.columnWidth === columnWidth && last.indent === indent) return last.rooms
    const { properties } = this.#paragraph
    const firstLine = Math.max(0, indent - properties.indentStart)
    const rooms = roomsOf(bands, columnWidth, indent - firstLine, firstLine, properties)
    this.#lastRooms = { bands, columnWidth, indent, rooms }
    return rooms
  }

  /** The items for a column width. They are computed once for each width and not for each line. */
  #placedIn(columnWidth: number): readonly InlineItem[] {
    if (this.#lastPlaced?.columnWidth !== columnWidth) {
      const { indentStart, indentEnd } = this.#paragraph.properties
      const items = shareColumn(this.#items, columnWidth - indentStart - indentEnd, this.#context.warn)
      this.#lastPlaced = { columnWidth, items }
    }
    return this.#lastPlaced.items
  }

  #mayHyphenate(hyphensBefore: number): boolean {
    const { autoHyphenation, consecutiveHyphenLimit: limit } = this.#context.document.settings
    const hyphenates = autoHyphenation && !this.#paragraph.properties.suppressHyphenation
    return hyphenates && (limit === 0 || hyphensBefore < limit)
  }

  /** The rules for a column width, which most lines of a paragraph share. */
  #rulesFor(columnWidth: number, mayHyphenate: boolean): LineRules {
    const last = this.#lastRules
    if (last?.columnWidth === columnWidth && last.mayHyphenate === mayHyphenate) return last
    const rules = this.#lineRules(columnWidth, mayHyphenate)
    this.#lastRules = rules
    return rules
  }

  #lineRules(columnWidth: number, mayHyphenate: boolean): LineRules {
    const { properties } = this.#paragraph
    const traits = this.#traits
    const ruler = this.#ruler
    const textEnd = columnWidth - properties.indentEnd
    return {
      mayHyphenate,
      bars: ruler.bars.map((bar) => (properties.rightToLeft ? columnWidth - bar : bar)),
      alignment: properties.alignment,
      rightToLeft: properties.rightToLeft,
      columnWidth,
      shrinkage: traits.shrinkage,
      hangsPunctuation: traits.hangsPunctuation,
      hangsLatin: traits.hangsLatin,
      squeezesSigns: traits.squeezesSigns,
      textEnd,
      runsPastMargin: traits.runsPastMargin,
      contentEnd: contentEnd(this.#placedIn(columnWidth)),
      expandsBrokenLines: traits.expandsBrokenLines,
      decimalSeparator,
      hyphenFor: (item) => this.#hyphenFor(item),
      hyphenWidth: (item) => this.#hyphenFor(item).width,
      hyphenate: (item, room) => (mayHyphenate && !isAddress(item) ? this.#hyphenate(item, room) : []),
      tabTarget(tab: TabItem, pen: number): TabTarget {
        if (tab.position === undefined) return nextTabTarget(ruler, pen, tab.isLabel)
        return positionTabTarget(tab.position, columnWidth, properties.indentStart, textEnd)
      },
    }
  }

  #hyphenate({ text, style }: TextItem, room: number): readonly number[] {
    const { hyphenationZone, hyphenateCapitals } = this.#context.document.settings
    if (room < hyphenationZone) return []
    if (!hyphenateCapitals && text === text.toUpperCase()) return []
    return hyphenationPoints(text, style.shaping.language)
  }

  #hyphenFor(item: TextItem): TextItem {
    const known = this.#hyphens?.get(item)
    if (known !== undefined) return known
    const made: TextItem[] = []
    const traits = { ...item, isSpace: false, isEastAsian: false, breakAfter: false, softHyphen: false }
    shapeItems('-', item.style, traits, this.#context.fonts, this.#styles, made)
    const hyphen = made[0] ?? item
    this.#hyphens ??= new Map()
    this.#hyphens.set(item, hyphen)
    return hyphen
  }
}

/** Properties of all lines of a paragraph, whatever their column. */
interface LineTraits
  extends Pick<LineRules, 'shrinkage' | 'hangsPunctuation' | 'hangsLatin' | 'squeezesSigns' | 'expandsBrokenLines'> {
  readonly runsPastMargin: boolean
  readonly underlinesTrailingSpaces: boolean
}

function lineTraits(
  { alignment }: ParagraphProperties,
  { compatibility, compatibilityMode, compressesPunctuation }: DocumentSettings,
  hangsPunctuation: boolean,
  isTableCell: boolean,
): LineTraits {
  const isBefore2013 = compatibilityMode < 15
  return {
    shrinkage: alignment === 'both' ? shrinkageOf(isBefore2013, compressesPunctuation) : undefined,
    hangsPunctuation,
    hangsLatin: isBefore2013,
    // Public probes of Word for Mac show no squeezed lines in documents of Word 2013 and later.
    squeezesSigns: compressesPunctuation && isBefore2013,
    expandsBrokenLines: !compatibility.has('doNotExpandShiftReturn'),
    runsPastMargin: isBefore2013 && !isTableCell,
    underlinesTrailingSpaces: compatibility.has('ulTrailSpace'),
  }
}

function shrinkageOf(isBefore2013: boolean, compressesPunctuation: boolean): Shrinkage | undefined {
  if (!isBefore2013) return SHRINKAGE_SINCE_2013
  return compressesPunctuation ? SHRINKAGE_BEFORE_2013 : undefined
}

/** Whether text is part of an address, which a hyphen would change. */
function isAddress({ text, link }: TextItem): boolean {
  return (link !== undefined && 'url' in link) || /:\/\/|@|^www\./i.test(text)
}

/** A drawing in a line that runs down the page. Rules rotate with the text. */
function turned(item: InlineItem): InlineItem {
  if (item.kind !== 'drawing' || item.drawing.isRule === true) return item
  const { descent = 0, ...drawing } = item
  return { ...drawing, width: item.ascent + descent, ascent: item.width, isTurned: true }
}

/**
 * Creates the painter of a line. It is a separate function so that lines, which are kept for long, do not keep the data of the
 * preparation.
 */
function linePainter(bands: readonly (readonly PlacedItem[])[], paint: LinePaint): Line['paint'] {
  return (list, x, y) => paintLine(list, bands, x, y, paint)
}

/** The ranges of the previous line, and the values that they depend on. */
interface LastRooms {
  readonly bands: readonly Band[]
  readonly columnWidth: number
  readonly indent: number
  readonly rooms: readonly [Room, ...Room[]]
}

/** Rules for the lines of a paragraph in a column of some width. */
interface LineRules extends FillRules, ArrangeRules {
  readonly mayHyphenate: boolean
  /** Positions of bar tabs. */
  readonly bars: readonly number[]
}

function afterHyphen({ index, offset }: LinePosition, hyphens: number): LinePosition {
  return { index, offset, hyphens: hyphens + 1 }
}

/** The distance from the left edge of the first item to the right edge of the last. */
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

/** Most lines have no notes and anchors. */
const NO_BELONGINGS: Pick<Line, 'notes' | 'anchors'> = { notes: [], anchors: [] }

/** Notes and floating drawings that are anchored on the line. */
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
