/**
 * Composes the lines of a paragraph as slices, around floats near it or anchored in it.
 *
 * @module
 */

import type { Inline, Paragraph } from '../model/document-model.js'
import type { Table } from '../model/table-model.js'
import type { Band, Line, LinePosition, PreparedParagraph } from '../text/line.js'
import { textHeightOf } from '../text/line-metrics.js'
import { type Exclusion, freeBands, gaps } from './exclusions.js'
import type { Surroundings } from './float-position.js'
import type { FlowContext } from './flow-context.js'
import { type FlowSlice, makeSlice, type PlacedFloat } from './flow-slice.js'
import type { AnchoredDrawing } from './layout-context.js'
import { type DecoratedStrip, type ParagraphDecoration, paintDecoration, roomOf } from './paragraph-decoration.js'
import { placeDrawing } from './place-drawing.js'

/** A paragraph and its relation to its neighbours. */
export interface ParagraphSetting {
  readonly paragraph: Paragraph
  readonly prepared: PreparedParagraph
  readonly decoration: ParagraphDecoration | undefined
  readonly spaceAbove: number
  readonly spaceAtTop: number
  readonly spaceBelow: number
  readonly spaceAboveNotes: number
  readonly breakBefore: FlowSlice['breakBefore']
  /** A paragraph mark after a break goes to the next page (w:splitPgBreakAndParaMark, ECMA-376-1, 17.15.3.50). */
  readonly splitsMarkFromBreak: boolean
  /** Whether the space above moves to the text after a page break at the start of the paragraph. */
  readonly postponesSpace: boolean
  /** Whether widow and orphan lines are avoided. */
  readonly controlsWidows: boolean
  /** An entry for the outline, where it is a heading. */
  readonly heading: { readonly level: number; readonly title: string } | undefined
}

/** Where a paragraph is laid out. */
export interface FlowArea {
  /** Top of its first line, below the space above. */
  readonly top: number
  /** The part of the space above `top` that belongs to the paragraph and not to the text above. */
  readonly ownSpace?: number
  /** Lower limit for composing lines beside floats. Lines below it are laid out elsewhere later. */
  readonly bottom: number
  /** Lower edge of the page's text; left out in cells and text boxes, which have no limit. */
  readonly pageBottom?: number
  readonly surroundings: Surroundings
  readonly exclusions: readonly Exclusion[]
  /** Floating tables with known positions. */
  readonly settled?: ReadonlyMap<Table, PlacedFloat>
}

/** Lines of a paragraph as slices. */
interface ComposedParagraph {
  readonly slices: FlowSlice[]
  /** Position of the first line that was not composed. */
  readonly rest: LinePosition | undefined
  /** Whether the lines may be moved, since no float is near or anchored in them. */
  readonly isMovable: boolean
}

/** Maximum number of repeated layouts of a paragraph because of floats anchored in it. */
const MAX_ROUNDS = 4
/** Attempts to find the bands for a line whose height depends on the bands. */
const MAX_BAND_TRIES = 3
const NO_FLOATS: readonly PlacedFloat[] = []
/** Minimum number of lines that are kept together at the start and end of a paragraph (ECMA-376-1, 17.3.1.44). */
const LEAST_LINES = 2

/** Breaks a paragraph, or the rest of it, into slices. */
export function composeParagraph(
  setting: ParagraphSetting,
  start: LinePosition | undefined,
  area: FlowArea,
  context: FlowContext,
): ComposedParagraph {
  const placed = new Map<AnchoredDrawing['drawing'], PlacedFloat>()
  const exclusions = [...area.exclusions]
  for (let round = 1; ; round++) {
    const set = composeLines(setting, start, area, exclusions)
    const { lines, rest } = set
    let isSettled = true
    for (const line of lines) {
      for (const anchored of line.line.anchors) {
        if (placed.has(anchored.drawing)) continue
        const float = placeAnchored(anchored, line, { ...area, exclusions }, context)
        placed.set(anchored.drawing, float)
        if (float.exclusion !== undefined && !isWithinLine(float.exclusion, line, area)) {
          exclusions.push(float.exclusion)
          isSettled = false
        }
      }
    }
    if (isSettled || round === MAX_ROUNDS) {
      const { mirrorsIndents = false } = setting.paragraph.properties
      const isMovable = exclusions.length === 0 && placed.size === 0 && !mirrorsIndents
      const slices = linesToSlices(setting, set, placed)
      const shift = mirrorsIndents && area.surroundings.page?.isEven ? mirrorShift(setting.paragraph) : 0
      return { slices: shift === 0 ? slices : slices.map((slice) => shifted(slice, shift)), rest, isMovable }
    }
  }
}

/** How far text moves to the right on left-hand pages. Lines keep their length between mirrored indents (17.3.1.18). */
function mirrorShift({ properties }: Paragraph): number {
  const { indentStart, indentEnd, rightToLeft } = properties
  return rightToLeft ? indentStart - indentEnd : indentEnd - indentStart
}

function shifted(slice: FlowSlice, shift: number): FlowSlice {
  return { ...slice, paint: (list, x, y) => slice.paint(list, x + shift, y) }
}

/** Whether an object with text above and below lies within its own, taller line. Word leaves such a line in place. */
function isWithinLine({ side, top, bottom }: Exclusion, { line, top: offset }: SetLine, area: FlowArea): boolean {
  const lineTop = area.top + offset
  return side === 'none' && top >= lineTop && bottom <= lineTop + line.height
}

interface SetLine {
  readonly line: Line
  readonly start: LinePosition | undefined
  /** Distance from the line above, where floats push the line down. */
  readonly skip: number
  /** Distance from the top of the paragraph's part. */
  readonly top: number
}

interface SetLines {
  readonly lines: readonly SetLine[]
  /** Position of the first line that was not composed. */
  readonly rest: LinePosition | undefined
}

function composeLines(
  setting: ParagraphSetting,
  start: LinePosition | undefined,
  area: FlowArea,
  exclusions: readonly Exclusion[],
): SetLines {
  const { prepared, decoration } = setting
  const lines: SetLine[] = []
  const mayEndEmpty = !setting.splitsMarkFromBreak && lastIsPageBreak(setting.paragraph)
  const { columnWidth } = area.surroundings
  const wholeColumn: readonly Band[] = [{ left: 0, right: columnWidth }]
  let position = start
  let y = area.top + (start === undefined ? roomOf(decoration?.above) : 0)
  let bottomOfLast = y
  do {
    const { line, top } =
      exclusions.length === 0
        ? { line: prepared.composeLine(position, wholeColumn, columnWidth), top: y }
        : composeBesideFloats(setting, position, y, exclusions, area)
    y = top
    if (
      mayEndEmpty &&
      line.next === undefined &&
      line.width === 0 &&
      lines[lines.length - 1]?.line.breakAfter === 'page'
    ) {
      position = undefined
      break
    }
    lines.push({ line, start: position, skip: y - bottomOfLast, top: y - area.top })
    y += line.height
    bottomOfLast = y
    if (typeof line.breakAfter === 'object') y = belowFloats(line.breakAfter.clear, y, exclusions, area)
    position = line.next
  } while (position !== undefined && (exclusions.length === 0 || y < area.bottom))
  return { lines, rest: position }
}

function composeBesideFloats(
  { prepared, paragraph }: ParagraphSetting,
  position: LinePosition | undefined,
  from: number,
  exclusions: readonly Exclusion[],
  area: FlowArea,
): { readonly line: Line; readonly top: number } {
  const { columnLeft, columnWidth } = area.surroundings
  const findBands = isBlank(paragraph) ? gaps : freeBands
  let top = from
  if (position === undefined) top = belowBands(exclusions, from, prepared.leastTextHeight, area)
  // Word checks whether the letters of a line meet an object. Space added by line spacing does not count.
  let height = prepared.leastTextHeight
  for (let attempt = 1; ; ) {
    const { bands, nextTop } = findBands(exclusions, top, height, columnLeft, columnWidth)
    if (bands.length === 0) {
      // Every step passes the lower edge of at least one object.
      top = nextTop
      continue
    }
    const line = prepared.composeLine(position, bands, columnWidth)
    if (line.doesNotFit && Number.isFinite(nextTop)) {
      top = nextTop
      continue
    }
    const textHeight = textHeightOf(line)
    if (textHeight <= height || attempt === MAX_BAND_TRIES) return { line, top }
    height = textHeight
    attempt++
  }
}

/**
 * The start of a paragraph that meets an object with text above and below only. The space above the paragraph belongs to it, and
 * is applied again below the object. Objects that are anchored in the paragraph itself count if they lie in that space.
 */
function belowBands(
  exclusions: readonly Exclusion[],
  from: number,
  height: number,
  { exclusions: { length: others }, ownSpace: space = 0 }: FlowArea,
): number {
  let top = from
  const bands = exclusions.filter(({ side, bottom }, index) => side === 'none' && (index < others || bottom <= from))
  // Every step passes the lower edge of at least one object.
  for (let step = 0; space > 0 && step < bands.length; step++) {
    const met = bands.find((band) => band.top < top + height && band.bottom > top - space)
    if (met === undefined) break
    top = met.bottom + space
  }
  return top
}

/**
 * Whether a paragraph contains only spaces and anchored objects. Its mark alone fits in gaps of any width: in two manuals with
 * Word's marks, a dozen such paragraphs stand beside pictures that leave 21, 34 and 58 points, and none was moved below them.
 */
function isBlank({ inlines, label, properties }: Paragraph): boolean {
  return label === undefined && properties.tabs.every(({ leader }) => leader === undefined) && inlines.every(isUnseen)
}

/** Whether an inline is invisible space. Underlined spaces are visible, as lines to sign on, and need their width. */
function isUnseen(inline: Inline): boolean {
  if (inline.kind === 'anchor' || inline.kind === 'bookmark') return true
  if (inline.kind !== 'tab' && (inline.kind !== 'text' || inline.text.trim() !== '')) return false
  const { underline, strike, highlight, shading, border } = inline.run
  return [underline, strike, highlight, shading, border].every((drawn) => drawn === undefined)
}

function belowFloats(
  clear: 'left' | 'right' | 'all',
  y: number,
  exclusions: readonly Exclusion[],
  area: FlowArea,
): number {
  const { columnLeft, columnWidth } = area.surroundings
  const middle = columnLeft + columnWidth / 2
  let top = y
  for (const { left, right, top: upper, bottom } of exclusions) {
    const isInColumn = left < columnLeft + columnWidth && right > columnLeft
    const isOnSide = clear === 'all' || (clear === 'left' ? left < middle : right > middle)
    if (isInColumn && isOnSide && upper < y) top = Math.max(top, bottom)
  }
  return top
}

/**
 * Places an anchored drawing. A position relative to the paragraph counts from above the space before it, less the space after
 * the text above: this is so for headers whose picture lies behind a title with much space before, and for title pages with a
 * rule in that space. Drawings with text around them otherwise count from the first line: in a document with Word's marks, such
 * pictures in headings of cells stand so.
 */
function placeAnchored(anchored: AnchoredDrawing, set: SetLine, area: FlowArea, context: FlowContext): PlacedFloat {
  const { columnLeft } = area.surroundings
  const lineTop = area.top + set.top
  const { exclusions: others, surroundings, ownSpace = 0 } = area
  const { wrap } = anchored.anchor
  const place = (space: number) =>
    placeDrawing({ ...anchored, paragraphTop: -set.top - space, others }, columnLeft, lineTop, surroundings, context)
  const isOnPage = area.pageBottom !== undefined
  if (wrap !== 'none' && wrap !== 'topAndBottom' && !isOnPage) return place(0)
  const inSpace = place(ownSpace)
  return wrap !== 'topAndBottom' || (inSpace.exclusion?.bottom ?? 0) <= area.top ? inSpace : place(0)
}

/** Whether nothing visible follows a page break. The paragraph mark then stays on its line, unlike after a column break. */
function lastIsPageBreak({ inlines }: Paragraph): boolean {
  let last = inlines.length - 1
  while (inlines[last]?.kind === 'bookmark') last--
  const inline = inlines[last]
  return inline?.kind === 'break' && inline.type === 'page'
}

function linesToSlices(
  setting: ParagraphSetting,
  set: SetLines,
  placed: ReadonlyMap<AnchoredDrawing['drawing'], PlacedFloat>,
): FlowSlice[] {
  return set.lines.map((each, index) => {
    const { anchors } = each.line
    const floats = placed.size === 0 ? NO_FLOATS : anchors.flatMap(({ drawing }) => placed.get(drawing) ?? [])
    return lineSlice(setting, set, each, index, floats)
  })
}

function lineSlice(
  setting: ParagraphSetting,
  { lines, rest }: SetLines,
  { line, start, skip, top }: SetLine,
  index: number,
  floats: readonly PlacedFloat[],
): FlowSlice {
  const { paragraph, decoration } = setting
  const { properties } = paragraph
  const isFirst = start === undefined
  const isLast = index === lines.length - 1 && rest === undefined
  const above = isFirst ? roomOf(decoration?.above) : 0
  const below = isLast ? roomOf(decoration?.below) : 0
  const spaceAbove = (isFirst ? setting.spaceAbove : 0) + skip
  const height = above + line.height + below
  const decorated = decoration && { decoration, strip: { isFirst, isLast, gapAbove: spaceAbove, height } }
  return makeSlice({
    height,
    spaceAbove,
    skip,
    spaceAtTop: isFirst || isPostponed(setting, lines[index - 1]) ? setting.spaceAtTop : 0,
    spaceBelow: isLast ? setting.spaceBelow : 0,
    breakBefore: breakBeforeLine(setting, lines, rest, index),
    notes: line.notes,
    anchors: line.anchors,
    floats,
    contentWidth: line.width + properties.indentStart + properties.indentEnd + (isFirst ? firstIndent(paragraph) : 0),
    start,
    paragraph,
    breakAfter: typeof line.breakAfter === 'string' ? line.breakAfter : undefined,
    spaceAboveNotes: isLast ? setting.spaceAboveNotes : undefined,
    leastRoom: properties.keepWithNext ? roomForFloats(line.anchors, floats, top) : undefined,
    trailing: below === 0 ? line.trailing : undefined,
    isBreakOnly: isBreakOnly(line),
    paint: slicePainter(line, above, isFirst ? setting.heading : undefined, decorated),
  })
}

/** Indent that counts towards the width of a first line, which may contain a label. */
function firstIndent({ label, properties }: Paragraph): number {
  return label === undefined ? Math.max(0, properties.indentFirstLine) : 0
}

/**
 * Room that a line needs for pictures below it that have text above and below only. In Word, a line that is kept with the next
 * text goes to the next page together with them; other lines let the pictures be moved up.
 */
function roomForFloats(
  anchors: readonly AnchoredDrawing[],
  floats: readonly PlacedFloat[],
  lineTop: number,
): number | undefined {
  let room: number | undefined
  for (const [index, { anchor }] of anchors.entries()) {
    const { relativeTo, align, offset } = anchor.vertical
    if (anchor.wrap !== 'topAndBottom' || align !== undefined) continue
    if (relativeTo !== 'paragraph' && relativeTo !== 'line') continue
    const top = relativeTo === 'paragraph' ? offset - lineTop : offset
    room = Math.max(room ?? 0, top + (floats[index]?.height ?? 0))
  }
  return room
}

/** A painter for a slice. Slices are kept for long, so those of plain lines refer to nothing but the line. */
function slicePainter(
  line: Line,
  above: number,
  heading: ParagraphSetting['heading'],
  decorated: { readonly decoration: ParagraphDecoration; readonly strip: DecoratedStrip } | undefined,
): FlowSlice['paint'] {
  if (above === 0 && heading === undefined && decorated === undefined) return line.paint
  return (list, x, y) => {
    if (decorated !== undefined) paintDecoration(decorated.decoration, decorated.strip, list, x, y)
    if (heading !== undefined) list.push({ kind: 'heading', ...heading, y })
    line.paint(list, x, y + above)
  }
}

/** Whether the space above moves below a page break at the paragraph's start (w:suppressSpBfAfterPgBrk, 17.15.3.56). */
function isPostponed({ postponesSpace }: ParagraphSetting, before: SetLine | undefined): boolean {
  return postponesSpace && before !== undefined && before.start === undefined && isBreakOnly(before.line)
}

function isBreakOnly(line: Line): boolean {
  return typeof line.breakAfter === 'string' && line.width === 0 && line.anchors.length === 0
}

function breakBeforeLine(
  { paragraph, breakBefore, controlsWidows }: ParagraphSetting,
  lines: readonly SetLine[],
  rest: LinePosition | undefined,
  index: number,
): FlowSlice['breakBefore'] {
  if (index === 0) return lines[0]?.start === undefined ? breakBefore : 'allowed'
  if (paragraph.properties.keepLines) return 'avoided'
  if (!controlsWidows) return 'allowed'
  const isWhole = lines[0]?.start === undefined
  if (isWhole && index < LEAST_LINES) return 'avoided'
  return rest === undefined && lines.length - index < LEAST_LINES ? 'avoided' : 'allowed'
}
