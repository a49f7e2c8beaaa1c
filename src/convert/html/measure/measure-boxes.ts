/**
 * Measures minimum and preferred widths of boxes, and estimates their heights (CSS Sizing Level 3, 5).
 *
 * @module
 */

import { largest } from '../../../lists.js'
import { finishSteps, isTurnOver, type Steps } from '../../../pace/turns.js'
import { PARAGRAPH_STYLES, TABLE_STYLE } from '../../docx-writer/default-styles.js'
import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { ParagraphStyleName } from '../../docx-writer/flow-format.js'
import type { BlockBox, Box, RowBox, TableBox, TextBox } from '../boxes/box-tree.js'
import type { BoxStyle, TextStyle } from '../css/computed-style.js'
import { type CssLength, resolveLength } from '../css/css-length.js'
import { lengthOf } from '../frames/block-frame.js'
import {
  type ColumnMeasure,
  coverSpans,
  EMPTY_COLUMN,
  type SpanningMeasure,
  tableExtent,
  withCell,
} from '../layout/distribute-columns.js'
import { templateTracks } from '../layout/grid-tracks.js'
import { lineOf } from './formats.js'

/** Minimum width (no word broken) and preferred width (no line broken), in twips. */
interface Extent {
  readonly least: number
  readonly most: number
}

const NOTHING: Extent = { least: 0, most: 0 }

/** Indent of list items, in twips. */
const LIST_INDENT = 480

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

/** Width that borders of neighbouring cells may take from an item, in twips. */
const EDGE_ROOM = 30

/** The extent of a box beside others, as a cell of a table without lines. */
export function measureItem(box: Box): Extent {
  const extent = measureBox(box)
  return extent.most === 0 ? extent : grow(extent, EDGE_ROOM)
}

/** The extent of boxes one below another. */
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
      return around(box.place.style.box, blockContent(box), false)
    case 'row':
      return measureRow(box)
    case 'table':
      return measureTable(box)
  }
}

function blockContent(block: BlockBox): Extent {
  if (block.place.style.box.turn === undefined) return grow(measureBoxes(block.children), naturalIndent(block))
  const { across } = turnedSize(block)
  return { least: across, most: across }
}

/** Longest line of rotated text that is not broken, in twips. */
const LONGEST_TURNED = 9000
/** Factor by which rotated lines get more room than they measure. */
const TURNED_SLACK = 1.03

/**
 * Length of the lines of a rotated box, and the width that they take, in twips. The length is the height of the box. Text that
 * does not fit, or must not be broken, makes the lines longer.
 */
export function turnedSize({ children, place }: BlockBox): { readonly length: number; readonly across: number } {
  const { box, text } = place.style
  const inside = measureBoxes(children)
  const edges = box.isBorderBox === true ? lengthOf(box.padding.top, 0) + lengthOf(box.padding.bottom, 0) : 0
  const asked = box.height === undefined || 'fraction' in box.height ? undefined : box.height.twips - edges
  const whole = Math.min(LONGEST_TURNED, inside.most * TURNED_SLACK)
  const isWhole = asked === undefined || text.whiteSpace === 'nowrap' || text.whiteSpace === 'pre'
  const length = Math.round(isWhole ? Math.max(asked ?? 0, whole) : Math.max(asked, inside.least * TURNED_SLACK))
  return { length, across: children.reduce((sum, child) => sum + linesAcross(child, length), 0) }
}

/** Width that the lines of a box take within rotated text. */
function linesAcross(box: Box, length: number): number {
  if (box.kind === 'text' && !box.hasImages) {
    const breaks = countBreaks(box.inlines)
    const wrapped = Math.max(1, Math.ceil((measureBox(box).most - 1) / Math.max(1, length)))
    return Math.max(breaks + 1, wrapped) * lineOf(box.place.style.text, textSize(box))
  }
  if (box.kind !== 'block') return estimateHeight([box], length)
  const { padding } = box.place.style.box
  const inside = box.children.reduce((sum, child) => sum + linesAcross(child, length), 0)
  return inside + lengthOf(padding.left, 0) + lengthOf(padding.right, 0)
}

/** Indents of a style where the page sets none. */
function naturalIndent({ style, place }: BlockBox): number {
  if (style === undefined || place.style.box.margin.left !== undefined) return 0
  const { indentStart = 0, indentEnd = 0 } = PARAGRAPH_STYLES[style].paragraph
  return indentStart + indentEnd
}

function grow({ least, most }: Extent, width: number): Extent {
  return { least: least + width, most: most + width }
}

/** The extent with padding, border and margins of a box, within the limits that it sets. */
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
  const extents = items.map(measureItem)
  const sum = extents.reduce(
    (total, { least, most }) => ({ least: total.least + least, most: total.most + most }),
    NOTHING,
  )
  const wraps = source === 'inline' || flex?.wraps === true
  return wraps ? { least: extents.reduce(widest, NOTHING).least, most: sum.most + gap } : grow(sum, gap)
}

/** Columns of grids, with items assumed to be placed in turn. */
function measureGrid({ items, place }: RowBox): Extent {
  const { flex } = place.style.box
  const template = flex?.templateColumns
  const count = Math.max(1, flex?.templateAreas === undefined ? templateTracks(template, 0, 0).length : 1)
  const columns = Array.from({ length: Math.min(count, items.length) }, (_, column) =>
    items
      .filter((_, index) => index % count === column)
      .map(measureItem)
      .reduce(widest, NOTHING),
  )
  const gap = lengthOf(flex?.columnGap, 0) * Math.max(0, columns.length - 1)
  const sum = columns.reduce((total, own) => ({ least: total.least + own.least, most: total.most + own.most }), NOTHING)
  return grow(sum, gap)
}

function measureTable(table: TableBox): Extent {
  const { least, most } = grow(tableExtent(finishSteps(measureColumns(table))), tableSpacing(table))
  const { width, minWidth, maxWidth } = table.place.style.box
  const fixed = (length: CssLength | undefined) =>
    length === undefined || 'fraction' in length ? undefined : length.twips
  const bound = (value: number) =>
    Math.max(least, fixed(minWidth) ?? 0, Math.min(fixed(width) ?? value, fixed(maxWidth) ?? Number.POSITIVE_INFINITY))
  return { least: bound(least), most: bound(most) }
}

/** Width that the cell spacing of a table takes. */
export function tableSpacing({ cellSpacing = 0, columnCount }: TableBox): number {
  return cellSpacing * (columnCount + 1)
}

/** Measures each column of a table. */
export function* measureColumns(table: TableBox): Steps<ColumnMeasure[]> {
  let columns = new Array<ColumnMeasure>(table.columnCount).fill(EMPTY_COLUMN)
  for (const { place, column, span } of table.columns) {
    const own = ownWidth(place.style.box, EMPTY_COLUMN, 0)
    for (let index = column; index < Math.min(column + span, columns.length); index++) columns[index] = own
  }
  const spanning: SpanningMeasure[] = []
  for (const { cells } of table.rows) {
    if (isTurnOver()) yield
    for (const { content, column, columnSpan } of cells) {
      if (content === undefined) continue
      const measure = measureCell(content, table)
      if (columnSpan > 1) spanning.push({ ...measure, column, span: columnSpan })
      else columns[column] = withCell(columns[column] ?? EMPTY_COLUMN, measure)
    }
  }
  columns = columns.slice(0, table.columnCount)
  return spanning.length === 0 ? columns : coverSpans(columns, spanning)
}

/** Default padding of cells in browsers, in twips. */
export const DEFAULT_PADDING = 15

/** Padding of the cells of a table that set none themselves, in twips. */
export function cellPaddingOf({ cellPadding, isLayout }: TableBox): number {
  return cellPadding ?? (isLayout ? DEFAULT_PADDING : TABLE_STYLE.cellPadding.left)
}

/** Width of a cell's padding and borders, in twips. Collapsed borders are shared with the neighbours (CSS 2.2, 17.6.2). */
export function cellEdges({ place }: BlockBox, table: TableBox): number {
  const { padding, border } = place.style.box
  const isCollapsed = table.place.style.box.borderSpacing === 0
  const side = (which: 'left' | 'right') =>
    (padding[which] === undefined ? cellPaddingOf(table) : lengthOf(padding[which], 0)) +
    (border[which]?.width ?? 0) * (isCollapsed ? 0.5 : 1)
  return side('left') + side('right')
}

function measureCell(cell: BlockBox, table: TableBox): ColumnMeasure {
  const { children, place } = cell
  const [only] = children
  // A cell with text only is measured once or twice, so its measure is not cached.
  const isText = children.length === 1 && only?.kind === 'text' && place.style.box.turn === undefined
  const inside = isText ? measureText(only) : blockContent(cell)
  const edges = cellEdges(cell, table)
  const content = grow(inside, edges)
  const least = place.style.text.whiteSpace === 'nowrap' ? content.most : content.least
  return ownWidth(place.style.box, { least, most: content.most, isFixed: false }, edges)
}

/** A measure with the width of its box, within the limits that the box sets. */
function ownWidth(
  { width, minWidth, maxWidth, isBorderBox }: BoxStyle,
  own: ColumnMeasure,
  edges: number,
): ColumnMeasure {
  const outer = (length: CssLength | undefined) =>
    length === undefined || 'fraction' in length ? undefined : length.twips + (isBorderBox === true ? 0 : edges)
  const asked = outer(width)
  const isFixed = asked !== undefined && asked > 0
  const least = Math.max(own.least, outer(minWidth) ?? 0)
  const most = Math.max(least, Math.min(isFixed ? asked : own.most, outer(maxWidth) ?? Number.POSITIVE_INFINITY))
  const share = width !== undefined && 'fraction' in width && width.fraction > 0 ? { percent: width.fraction } : {}
  return { least, most, isFixed, ...share }
}

/** Measures text. Only its first line is indented. A mark that stands out makes that indent negative. */
function measureText({ inlines, place, style, hanging, ruler }: TextBox): Extent {
  const { textIndent, whiteSpace } = place.style.text
  const indent = hanging === undefined ? (textIndent === undefined ? 0 : resolveLength(textIndent, 0)) : -hanging
  const { least, most } = ruler.measure({ style, inlines, indent })
  return { least: whiteSpace === 'nowrap' || whiteSpace === 'pre' ? most : least, most }
}

/** Font size of a text, in twips. */
export function textSize({ place, style }: TextBox): number {
  const { fontSize, em } = styledText(place.style.text, style)
  return fontSize ?? em
}

/** A text style with the size and weight that headings have by their style. */
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

/** Height of a line, as a multiple of the font size. */
const LINE = 1.25
/** Factor by which text is longer on several lines than on one, since lines do not fill up to their ends. */
const RAGGED = 1.06
/** Space between paragraphs, in twips. */
const PARAGRAPH_SPACE = 120

/** Estimated height of boxes one below another at this width. */
export function estimateHeight(boxes: readonly Box[], width: number): number {
  return boxes.reduce((sum, box) => sum + heightOf(box, Math.max(1, width)), 0)
}

function heightOf(box: Box, width: number): number {
  const { box: style, text } = box.place.style
  switch (box.kind) {
    case 'text': {
      const picture = box.hasImages ? tallestPicture(box.inlines, width) : 0
      const { most } = measureBox(box)
      const lines = countBreaks(box.inlines) + (most <= width ? Math.sign(most) : Math.ceil((most * RAGGED) / width))
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
      if (box.kind === 'block' && style.turn !== undefined) return turnedSize(box).length + edges
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
