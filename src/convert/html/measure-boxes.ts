/**
 * How wide boxes have to be and would like to be, and how high they are likely to become (CSS Sizing Level 3, 5).
 *
 * @module
 */

import { largest } from '../../lists.js'
import { PARAGRAPH_STYLES, TABLE_STYLE } from '../docx-writer/default-styles.js'
import type { FlowInline, FlowShape, ParagraphStyleName, RunFormat } from '../docx-writer/flow-document.js'
import { lengthOf } from './block-frame.js'
import type { BlockBox, Box, RowBox, TableBox, TextBox } from './box-tree.js'
import { isFixedPitch, measureCharacters, widthFactor } from './character-widths.js'
import type { BoxStyle, TextStyle } from './css/computed-style.js'
import { templateTracks } from './grid-tracks.js'
import type { StyledPlace } from './style-resolver.js'

/** Widths without breaking words, and without breaking lines, in twips. */
export interface Extent {
  readonly least: number
  readonly most: number
}

const NOTHING: Extent = { least: 0, most: 0 }

/** What lists indent their items by. */
const LIST_INDENT = 480
/** Room that text gets beyond what it is likely to take, so that a guess that is a little off breaks no line. */
const SLACK = 1.06
const LEAST_SLACK = 40
/** Characters of one paragraph that are measured. */
const MAX_CHARACTERS = 4000
/** Size of text that says none, in twips. */
const FONT_SIZE = 220

const known = new WeakMap<Box, Extent>()

/** The extent of a box with its padding, border and margins. */
export function measureBox(box: Box): Extent {
  let extent = known.get(box)
  if (extent === undefined) {
    extent = measure(box)
    known.set(box, extent)
  }
  return extent
}

/** The extent of boxes that stand one below another. */
function measureBoxes(boxes: readonly Box[]): Extent {
  return boxes.map(measureBox).reduce(widest, NOTHING)
}

function widest(a: Extent, b: Extent): Extent {
  return { least: Math.max(a.least, b.least), most: Math.max(a.most, b.most) }
}

function measure(box: Box): Extent {
  switch (box.kind) {
    case 'text':
      return measureText(box)
    case 'rule':
      return NOTHING
    case 'list': {
      const { padding } = box.place.style.box
      const indent = padding.left === undefined ? LIST_INDENT : lengthOf(padding.left, 0)
      return around(box.place.style.box, grow(measureBoxes(box.children), indent), true)
    }
    case 'item':
      return around(box.place.style.box, measureBoxes(box.children), false)
    case 'block':
      return around(box.place.style.box, grow(measureBoxes(box.children), naturalIndent(box)), false)
    case 'row':
      return measureRow(box)
    case 'table':
      return measureTable(box)
  }
}

/** The indents that a style has by itself where the page says nothing of them. */
function naturalIndent({ style, place }: BlockBox): number {
  if (style === undefined || place.style.box.margin.left !== undefined) return 0
  const { indentStart = 0, indentEnd = 0 } = PARAGRAPH_STYLES[style].paragraph
  return indentStart + indentEnd
}

function grow({ least, most }: Extent, width: number): Extent {
  return { least: least + width, most: most + width }
}

/** With what a box has around its content, and the bounds that it sets. */
function around(box: BoxStyle, content: Extent, hasOwnPadding: boolean): Extent {
  const padding = hasOwnPadding ? 0 : lengthOf(box.padding.left, 0) + lengthOf(box.padding.right, 0)
  const edges = padding + (box.border.left?.width ?? 0) + (box.border.right?.width ?? 0)
  const fixed = (length: BoxStyle['width']) =>
    length === undefined || 'fraction' in length ? undefined : length.twips + (box.isBorderBox === true ? 0 : edges)
  const own = fixed(box.width)
  const floor = fixed(box.minWidth) ?? 0
  const limit = Math.max(floor, fixed(box.maxWidth) ?? Number.POSITIVE_INFINITY)
  const bound = (value: number) => Math.max(floor, Math.min(limit, own ?? value + edges))
  return grow(
    { least: bound(content.least), most: bound(content.most) },
    lengthOf(box.margin.left, 0) + lengthOf(box.margin.right, 0),
  )
}

function measureRow(row: RowBox): Extent {
  const { items, place, source } = row
  const { flex } = place.style.box
  if (source === 'grid') return measureGrid(row)
  const gap = lengthOf(flex?.columnGap, 0) * Math.max(0, items.length - 1)
  const extents = items.map(measureBox)
  const sum = extents.reduce(
    (total, { least, most }) => ({ least: total.least + least, most: total.most + most }),
    NOTHING,
  )
  const wraps = source === 'inline' || flex?.wraps === true
  return wraps ? { least: extents.reduce(widest, NOTHING).least, most: sum.most + gap } : grow(sum, gap)
}

/** Columns of grids, whose items are taken to stand in them in turn. */
function measureGrid({ items, place }: RowBox): Extent {
  const { flex } = place.style.box
  const template = flex?.templateColumns
  const count = Math.max(1, flex?.templateAreas === undefined ? templateTracks(template, 0, 0).length : 1)
  const columns = Array.from({ length: Math.min(count, items.length) }, (_, column) =>
    items
      .filter((_, index) => index % count === column)
      .map(measureBox)
      .reduce(widest, NOTHING),
  )
  const gap = lengthOf(flex?.columnGap, 0) * Math.max(0, columns.length - 1)
  const sum = columns.reduce((total, own) => ({ least: total.least + own.least, most: total.most + own.most }), NOTHING)
  return grow(sum, gap)
}

function measureTable(table: TableBox): Extent {
  const columns = columnExtents(table)
  const content = columns.reduce(
    (sum, { least, most }) => ({ least: sum.least + least, most: sum.most + most }),
    NOTHING,
  )
  const { width } = table.place.style.box
  if (width === undefined || 'fraction' in width) return content
  return { least: Math.max(content.least, width.twips), most: Math.max(content.least, width.twips) }
}

/** What the distances between the cells of a table take of its width. */
export function tableSpacing({ cellSpacing = 0, columnCount }: TableBox): number {
  return cellSpacing * (columnCount + 1)
}

/** Rows that are looked at: the rest is taken to be alike. */
const MAX_ROWS = 200

/** The extent of each column; cells over several raise them together. */
export function columnExtents(table: TableBox): Extent[] {
  const { columnCount, rows, isLayout, cellPadding: said } = table
  const cellPadding = said ?? (isLayout ? DEFAULT_PADDING : TABLE_STYLE.cellPadding.left)
  const columns = Array.from({ length: columnCount }, () => ({ least: 0, most: 0 }))
  const wide: WideCell[] = []
  for (const { cells } of rows.slice(0, MAX_ROWS)) {
    for (const { content, column, columnSpan } of cells) {
      if (content === undefined) continue
      const extent = cellExtent(content, cellPadding)
      const own = columns[column]
      if (columnSpan > 1) wide.push({ column, span: columnSpan, extent })
      else if (own !== undefined) Object.assign(own, widest(own, extent))
    }
  }
  raiseTogether(columns, wide, columnsWithWidth(table))
  return columns
}

/** A cell over several columns, and what it needs. */
interface WideCell {
  readonly column: number
  readonly span: number
  readonly extent: Extent
}

/**
 * Gives columns what the cells over several of them need beyond what they have, cells over few before those over many:
 * to columns that say no width where there are any (CSS Table Module Level 3, 4.4).
 */
function raiseTogether(
  columns: readonly { least: number; most: number }[],
  wide: readonly WideCell[],
  fixed: ReadonlySet<number>,
): void {
  for (const { column, span, extent } of [...wide].sort((a, b) => a.span - b.span)) {
    const covered = columns.slice(column, column + span)
    const open = covered.filter((_, index) => !fixed.has(column + index))
    const raised = open.length > 0 ? open : covered
    for (const key of ['least', 'most'] as const) {
      const missing = extent[key] - covered.reduce((total, own) => total + own[key], 0)
      if (missing <= 0) continue
      const sum = raised.reduce((total, own) => total + own[key], 0)
      for (const own of raised) own[key] += sum > 0 ? (missing * own[key]) / sum : missing / raised.length
    }
  }
}

/** Columns that have a width of their own, and not only a share. */
function columnsWithWidth({ columns, rows }: TableBox): ReadonlySet<number> {
  const fixed = new Set<number>()
  const isFixed = ({ style }: StyledPlace) => style.box.width !== undefined && 'twips' in style.box.width
  for (const { place, column, span } of columns) {
    if (isFixed(place)) for (let index = 0; index < span; index++) fixed.add(column + index)
  }
  for (const { cells } of rows.slice(0, MAX_ROWS)) {
    for (const { content, column, columnSpan } of cells) {
      if (columnSpan === 1 && content !== undefined && isFixed(content.place)) fixed.add(column)
    }
  }
  return fixed
}

/** What browsers leave around the content of cells, in twips. */
export const DEFAULT_PADDING = 15

function cellExtent({ children, place }: BlockBox, cellPadding: number): Extent {
  const { box, text } = place.style
  const side = (which: 'left' | 'right') =>
    box.padding[which] === undefined ? cellPadding : lengthOf(box.padding[which], 0)
  const [only] = children
  // A cell of text alone is looked at once or twice: that it was measured need not be kept.
  const inside = children.length === 1 && only?.kind === 'text' ? measureText(only) : measureBoxes(children)
  const content = grow(inside, side('left') + side('right'))
  const own = box.width === undefined || 'fraction' in box.width ? undefined : box.width.twips
  const least = text.whiteSpace === 'nowrap' ? content.most : content.least
  return { least, most: Math.max(least, own ?? content.most) }
}

function measureText({ inlines, place, style: name }: TextBox): Extent {
  const text = styledText(place.style.text, name)
  const state = { least: 0, most: 0, word: 0, line: 0, left: MAX_CHARACTERS }
  measureInlines(inlines, text, state)
  endLine(state)
  const isWhole = text.whiteSpace === 'nowrap' || text.whiteSpace === 'pre'
  const most = state.most === 0 ? 0 : state.most * SLACK + LEAST_SLACK
  return { least: isWhole ? most : state.least * SLACK, most }
}

/** The size of the letters of a text, in twips. */
export function textSize({ place, style }: TextBox): number {
  const { fontSize, em } = styledText(place.style.text, style)
  return fontSize ?? em
}

/** Headings and the like are large or bold by their style where the page says nothing. */
function styledText(text: TextStyle, name: ParagraphStyleName): TextStyle {
  const { size, bold } = PARAGRAPH_STYLES[name].run
  if ((size === undefined || text.fontSize !== undefined) && (bold === undefined || text.bold !== undefined))
    return text
  return {
    ...text,
    ...(size === undefined || text.fontSize !== undefined ? {} : { fontSize: size }),
    ...(bold === undefined || text.bold !== undefined ? {} : { bold }),
  }
}

interface TextState {
  least: number
  most: number
  word: number
  line: number
  left: number
}

function endWord(state: TextState): void {
  state.least = Math.max(state.least, state.word)
  state.word = 0
}

function endLine(state: TextState): void {
  endWord(state)
  state.most = Math.max(state.most, state.line)
  state.line = 0
}

function measureInlines(inlines: readonly FlowInline[], style: TextStyle, state: TextState): void {
  for (const inline of inlines) {
    if (state.left <= 0) return
    if (inline.kind === 'text') measureRun(inline.text.slice(0, state.left), inline.format, style, state)
    else if (inline.kind === 'break') endLine(state)
    else if (inline.kind === 'link') measureInlines(inline.inlines, style, state)
    else if (inline.kind === 'shape') measureShape(inline, state)
    else if (inline.kind === 'image') {
      endWord(state)
      state.least = Math.max(state.least, Math.min(inline.width, MAX_RIGID_PICTURE))
      state.line += inline.width
    } else if (inline.kind === 'math') measureMath(inline.ems ?? 0, style, state)
    else if (inline.kind === 'tab' || inline.kind === 'checkbox') state.line += FONT_SIZE
  }
}

function measureShape({ width, margin }: FlowShape, state: TextState): void {
  const outer = width + (margin?.right ?? 0)
  endWord(state)
  state.least = Math.max(state.least, outer)
  state.line += outer
}

/** Equations break between their operands, or become smaller, where there is less room for them than this, in twips. */
const MAX_RIGID_EQUATION = 4320

function measureMath(ems: number, style: TextStyle, state: TextState): void {
  const width = ems * (style.fontSize ?? style.em)
  state.line += width
  endWord(state)
  state.least = Math.max(state.least, Math.min(width, MAX_RIGID_EQUATION))
}

/** Pictures become smaller where there is less room for them, down to this width in twips. */
const MAX_RIGID_PICTURE = 1440

function measureRun(text: string, format: RunFormat, style: TextStyle, state: TextState): void {
  state.left -= text.length
  const family = format.fontFamily ?? style.fontFamily
  const bold = format.bold ?? style.bold
  const isSame = family === format.fontFamily && bold === format.bold
  const look = isSame
    ? format
    : { ...format, ...(family === undefined ? {} : { fontFamily: family }), ...(bold === undefined ? {} : { bold }) }
  const factor = widthFactor(format.size ?? style.fontSize ?? style.em, look)
  const tracking = (format.letterSpacing ?? 0) * text.length
  const shown = look.capitals === 'all' ? text.toUpperCase() : text
  const { whole, first, last, widest, breaks } = measureCharacters(shown, isFixedPitch(look))
  state.line += whole * factor + tracking
  if (!breaks) {
    state.word += whole * factor + tracking
    return
  }
  state.word += first * factor
  endWord(state)
  state.least = Math.max(state.least, widest * factor)
  state.word = last * factor
}

/** Height of a line, as a multiple of the size of its letters. */
const LINE = 1.25
/** Space between paragraphs, in twips. */
const PARAGRAPH_SPACE = 120

/** About how high boxes become that stand one below another in this width. */
export function estimateHeight(boxes: readonly Box[], width: number): number {
  return boxes.reduce((sum, box) => sum + heightOf(box, Math.max(1, width)), 0)
}

function heightOf(box: Box, width: number): number {
  const { box: style, text } = box.place.style
  switch (box.kind) {
    case 'text': {
      const picture = box.hasImages ? tallestPicture(box.inlines, width) : 0
      const lines = countBreaks(box.inlines) + Math.ceil(measureBox(box).most / width)
      return Math.max(picture, lines * (text.fontSize ?? text.em) * LINE) + PARAGRAPH_SPACE / 2
    }
    case 'rule':
      return PARAGRAPH_SPACE * 2
    case 'row':
      return box.items.reduce((most, item) => Math.max(most, heightOf(item, width / box.items.length)), 0)
    case 'table':
      return box.rows.reduce((sum, { cells }) => sum + rowHeight(cells, width / Math.max(1, box.columnCount)), 0)
    default: {
      const inside = width - lengthOf(style.padding.left, width) - lengthOf(style.padding.right, width)
      const edges = lengthOf(style.padding.top, width) + lengthOf(style.padding.bottom, width)
      const least = style.height !== undefined && !('fraction' in style.height) ? style.height.twips : 0
      return Math.max(least, estimateHeight(box.children, inside)) + edges + PARAGRAPH_SPACE / 2
    }
  }
}

function countBreaks(inlines: readonly FlowInline[]): number {
  return inlines.reduce((sum, inline) => {
    if (inline.kind === 'link') return sum + countBreaks(inline.inlines)
    return inline.kind === 'break' ? sum + 1 : sum
  }, 0)
}

function rowHeight(cells: TableBox['rows'][number]['cells'], column: number): number {
  return largest([
    0,
    ...cells.map(({ content, columnSpan }) =>
      content === undefined ? 0 : estimateHeight(content.children, column * columnSpan),
    ),
  ])
}

function tallestPicture(inlines: readonly FlowInline[], width: number): number {
  let height = 0
  for (const inline of inlines) {
    if (inline.kind === 'image') height = Math.max(height, inline.height * Math.min(1, width / inline.width))
    else if (inline.kind === 'link') height = Math.max(height, tallestPicture(inline.inlines, width))
  }
  return height
}
