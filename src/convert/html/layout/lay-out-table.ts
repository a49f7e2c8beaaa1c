/**
 * Tables.
 *
 * @module
 */

import { largest } from '../../../lists.js'
import { isTurnOver, type Steps } from '../../../pace/turns.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import type { FlowCell, FlowRow, FlowShape, FlowTable } from '../../docx-writer/flow-document.js'
import type { EdgeLine } from '../../docx-writer/flow-format.js'
import type { BlockBox, Box, CellBox, TableBox, TableRowBox } from '../boxes/box-tree.js'
import { cellLines } from '../boxes/collapse-lines.js'
import type { BoxStyle, Side, TextStyle } from '../css/computed-style.js'
import { resolveLength } from '../css/css-length.js'
import { drawnSide } from '../css/logical-sides.js'
import type { StyledPlace } from '../css/style-resolver.js'
import { type BlockFrame, enterBlock, lengthOf, margins } from '../frames/block-frame.js'
import { blockShapeOf, soleText } from '../frames/box-shape.js'
import { centreLine } from '../frames/centre-line.js'
import { cellFrame, draftTable, emptyCell, freeHeading, turnedContent } from '../frames/painted-cell.js'
import { raiseShapes } from '../frames/raise-shapes.js'
import { turnedCell, turnedHeight } from '../frames/turned-boxes.js'
import { cellPaddingOf, DEFAULT_PADDING, measureBox } from '../measure/measure-boxes.js'
import { type BalancedColumns, balanceColumns, TIGHT_PADDING, tableWidth } from './column-widths.js'
import { draftParagraph, draftShape } from './draft-paragraph.js'
import type { Layout } from './layout.js'
import { withWidth } from './line-boxes.js'
import { naturalHeight } from './natural-height.js'
import { type DraftBlock, isSpaced, settleSpacing } from './settle-spacing.js'

const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** Assumed minimum width of a cell, in twips. */
const MIN_CELL_WIDTH = 360
interface TableContext {
  readonly table: TableBox
  readonly frame: BlockFrame
  readonly layout: Layout
  readonly columns: readonly number[]
  readonly balanced: BalancedColumns
  /** Whether the columns are left to the reader, which knows the fonts. */
  readonly isOpen: boolean
}

/** Lays out a table. A table that is nested too deeply is laid out as text. */
export function* layOutTable(table: TableBox, around: BlockFrame, out: DraftBlock[], layout: Layout): Steps<void> {
  if (around.tables >= CONVERT_LIMITS.maxTableNesting) {
    for (const { cells } of table.rows) {
      for (const { content } of cells) if (content !== undefined) layout.layOutChildren([content], around, out)
    }
    return
  }
  if (around.item !== undefined && !around.item.isLabelled) out.push(draftParagraph(around, [], layout))
  const { box } = table.place.style
  const { item: _, ...entered } = enterBlock(around, withoutWidth(table), 'table', { style: 'body' })
  const frame: BlockFrame = entered
  const available = Math.max(MIN_CELL_WIDTH, frame.width - frame.indentStart - frame.indentEnd)
  const width = tableWidth(box, available, frame.indentStart <= 0 && frame.indentEnd <= 0)
  const balanced = yield* balanceColumns(table, available, width, layout.browserLines === undefined)
  const isOpen = !table.isLayout && !balanced.isAsked && !balanced.isSpared
  const flow = yield* buildTable({ table, frame, layout, columns: balanced.widths, balanced, isOpen }, width)
  const { top, bottom } = margins(box, around.width)
  const unsaid = table.isLayout || layout.browserLines !== undefined ? 0 : undefined
  out.push(draftTable(flow, top ?? unsaid, bottom ?? unsaid))
}

/** The place without widths and margins, which are those of the table and not of its content. */
function withoutWidth({ place }: TableBox): TableBox['place'] {
  const { width: _, maxWidth: __, minWidth: ___, margin, padding: ____, border: _____, ...box } = place.style.box
  const isIndent = margin.left !== undefined && margin.left !== 'auto' && lengthOf(margin.left, 0) > 0
  const left = isIndent ? { left: margin.left } : {}
  return { id: place.id, style: { ...place.style, box: { ...box, margin: left, padding: {}, border: {} } } }
}

function* buildTable(context: TableContext, width: FlowTable['width']): Steps<FlowTable> {
  const { table, columns, balanced, isOpen } = context
  const { box, text } = table.place.style
  const { alignment, indent } = standing(context)
  // What aligns an item aligns the table, and not the text in its cells.
  const { alignment: _, ...unaligned } = context.frame
  const inside = { ...context, frame: unaligned }
  const rows: FlowRow[] = []
  for (const row of table.rows) {
    if (isTurnOver()) yield
    rows.push(buildRow(row, inside))
  }
  const isPlain = table.isLayout || table.isDesigned || columns.length === 1
  const spacing = isPlain ? spaceBetweenRows(table) : 0
  return {
    kind: 'table',
    columns: isOpen ? columns.map(() => 0) : columns,
    ...(isOpen ? { grid: columns } : {}),
    width: isOpen ? width : { type: 'twips', value: columns.reduce((sum, column) => sum + column, 0) },
    ...(alignment === undefined ? {} : { alignment }),
    ...(indent > 0 ? { indent } : {}),
    ...(isRightToLeft(text.direction, rows, context.layout) ? { rightToLeft: true } : {}),
    ...(table.caption === '' ? {} : { caption: table.caption }),
    ...(isPlain ? { look: 'plain' as const } : {}),
    ...(table.cellSpacing !== undefined ? { cellSpacing: table.cellSpacing } : {}),
    ...(balanced.isFixed ? { isFixed: true } : {}),
    borders: tableBorders(box, table.legacyLine),
    ...paddingOf(table, balanced.isSpared),
    rows:
      spacing > 0
        ? rows.flatMap((row, index) => (index > 0 ? [spacer(row, spacing, columns.length), row] : row))
        : rows,
  }
}

/** Distance of rows in twips from which on it is seen. */
const LEAST_ROW_SPACING = 45

/** The distance of rows whose cells touch each other. Word has one distance for both directions. */
function spaceBetweenRows({ place, rows }: TableBox): number {
  const { borderSpacing = 0, rowSpacing = 0 } = place.style.box
  const isSpanned = rows.some(({ cells }) => cells.some(({ rowSpan }) => rowSpan > 1))
  const isOneWay = borderSpacing < LEAST_ROW_SPACING && rowSpacing >= LEAST_ROW_SPACING
  return isOneWay && !isSpanned ? rowSpacing : 0
}

/** An empty row above another one. */
function spacer({ isHeader }: FlowRow, height: number, columnCount: number): FlowRow {
  return { isHeader, height, cells: [emptyCell(columnCount)] }
}

/** Where nothing says in which direction text runs, columns run as the first text in them does. */
function isRightToLeft(
  direction: TextStyle['direction'],
  rows: readonly FlowRow[],
  { detectsDirection }: Layout,
): boolean {
  if (direction !== undefined || !detectsDirection) return direction === 'rtl'
  for (const { cells } of rows) {
    for (const { blocks } of cells) {
      const first = blocks.find((block) => block.kind === 'paragraph' && block.inlines.length > 0)
      if (first?.kind === 'paragraph') return first.format?.rightToLeft === true
    }
  }
  return false
}

function paddingOf({ cellPadding, isLayout }: TableBox, isSpared: boolean): Pick<FlowTable, 'cellPadding'> {
  const padding = cellPadding ?? (isLayout ? DEFAULT_PADDING : undefined)
  if (padding !== undefined) return { cellPadding: { top: padding, right: padding, bottom: padding, left: padding } }
  return isSpared ? { cellPadding: { top: 0, right: TIGHT_PADDING, bottom: 0, left: TIGHT_PADDING } } : {}
}

/**
 * Alignment and indent of a table. The alignment refers to the page or cell. Between indents, as padding makes them, a table is
 * placed by an indent of its own.
 */
function standing({ table, frame, columns }: TableContext): { alignment: FlowTable['alignment']; indent: number } {
  const { box, text } = table.place.style
  const alignment = tableAlignment(box, text.direction) ?? alignmentAround(frame)
  if (alignment === undefined) return { alignment, indent: frame.indentStart }
  const isCentred = alignment === 'center'
  if (isCentred ? frame.indentStart === frame.indentEnd : frame.indentEnd === 0 && text.direction !== 'rtl')
    return { alignment, indent: 0 }
  const width = columns.reduce((sum, column) => sum + column, 0)
  const free = Math.max(0, frame.width - frame.indentStart - frame.indentEnd - width)
  return { alignment: undefined, indent: Math.round(frame.indentStart + (isCentred ? free / 2 : free)) }
}

function tableAlignment({ margin }: BoxStyle, direction: TextStyle['direction']): FlowTable['alignment'] {
  if (margin.left !== 'auto') return undefined
  return margin.right === 'auto' ? 'center' : drawnSide('right', direction)
}

/** Alignment of a table that is an item of a line, and as wide as its content. */
function alignmentAround({ alignment }: BlockFrame): FlowTable['alignment'] {
  return alignment === 'end' ? 'right' : alignment
}

function tableBorders(box: BoxStyle, color: string | undefined): FlowTable['borders'] {
  const line: EdgeLine | undefined = color === undefined ? undefined : { style: 'single', width: 10, color }
  const all =
    line !== undefined
      ? { top: line, right: line, bottom: line, left: line, insideHorizontal: line, insideVertical: line }
      : {}
  return { ...all, ...box.border }
}

/** Share of a page up to which the heights of cells count for their row. */
const MOST_CELL_HEIGHT = 0.5

function ownHeight({ style }: StyledPlace): number {
  const { height } = style.box
  return height !== undefined && !('fraction' in height) ? height.twips : 0
}

function buildRow(row: TableRowBox, context: TableContext): FlowRow {
  const { avoidBreakInside } = row.place.style.box
  const { pageHeight } = context.layout
  const own = Math.min(ownHeight(row.place), pageHeight)
  // Cells higher than half a page are frames for a screen.
  const most = pageHeight * MOST_CELL_HEIGHT
  const height = row.cells.reduce((least, { content, rowSpan }) => {
    if (content === undefined || rowSpan !== 1) return least
    const turned = turnedHeight(content)
    const asked = turned > 0 ? turned : ownHeight(content.place)
    return asked <= most || turned > 0 ? Math.max(least, asked) : least
  }, own)
  return {
    isHeader: row.isHeader,
    ...(row.isFooter ? { isFooter: true } : {}),
    ...(height > 0 ? { height } : {}),
    ...(avoidBreakInside ? { keepsTogether: true } : {}),
    cells: raiseShapes(
      row.cells.map((cell) => buildCell(cell, row, context)),
      (index) => naturalCellHeight(row.cells[index], context),
      height,
    ),
  }
}

function naturalCellHeight(cell: CellBox | undefined, { columns }: TableContext): number {
  if (cell?.content === undefined || cell.rowSpan > 1) return 0
  const width = columns.slice(cell.column, cell.column + cell.columnSpan).reduce((sum, own) => sum + own, 0)
  return naturalHeight([cell.content], width)
}

function buildCell(
  { content, column, columnSpan, rowSpan }: CellBox,
  row: TableRowBox,
  context: TableContext,
): FlowCell {
  if (content === undefined) return { columnSpan, ...(rowSpan === 0 ? { verticalMerge: 'continue' } : {}), blocks: [] }
  const { columns, table, frame, layout, isOpen } = context
  const { box } = content.place.style
  // The cell gets the width of its columns. A larger width would be taken from other columns.
  const asked = columns.slice(column, column + columnSpan).reduce((sum, own) => sum + own, 0)
  const width = Math.max(MIN_CELL_WIDTH, asked)
  const shape =
    table.columnCount > 1 || table.rows.length > 1 ? undefined : blockShapeOf(withWidth(content, width), width)
  if (shape !== undefined) return shapedCell(shape, content, width, context)
  const shading = isGroundOfShape(content) ? undefined : cellShading(box.backgroundColor, row, context)
  const padding = cellPadding(content, width)
  const side = (which: 'left' | 'right') => padding[which] ?? cellPaddingOf(table)
  const room = Math.max(MIN_CELL_WIDTH, width - side('left') - side('right'))
  const lines = cellLines(box.border, row.lines, {
    isFirst: column === 0,
    isLast: column + columnSpan >= table.columnCount,
    reachesDown: rowSpan > 1,
  })
  const around =
    shading === undefined && !isCentred(content, table) ? frame : frameOfCell(content, shading, table, frame)
  const cell: { -readonly [Key in keyof FlowCell]: FlowCell[Key] } = {
    columnSpan,
    ...filledCell(content, verticalAlignOf(content, row), room, around, layout),
  }
  // Most cells have none of these properties. Spreading as many empty objects would take longer than all the rest.
  if (rowSpan > 1) cell.verticalMerge = 'restart'
  if (!isOpen) cell.width = { type: 'twips', value: asked }
  if (shading !== undefined) cell.shading = shading
  if (hasMembers(lines)) cell.borders = lines
  if (hasMembers(padding)) cell.padding = padding
  return cell
}

/** The only cell of a table with rounded corners, as in buttons of e-mails: a shape draws all of it. */
function shapedCell(shape: FlowShape, content: BlockBox, width: number, { frame, layout }: TableContext): FlowCell {
  const inner = cellFrame(content, width, frame, undefined)
  const blocks = settleSpacing([draftShape(shape, withWidth(content, width), inner, layout)])
  return { columnSpan: 1, width: { type: 'twips', value: width }, padding: NO_PADDING, verticalAlign: 'center', blocks }
}

const NO_PADDING = { top: 0, right: 0, bottom: 0, left: 0 }

/** Whether a cell with rounded corners is only the background of a shape in it, which draws it better. */
function isGroundOfShape({ children, place }: BlockBox): boolean {
  const { radius, backgroundColor } = place.style.box
  const text = radius === undefined ? undefined : soleText(children)
  const [only] = text === undefined || text === 'none' ? [] : text.inlines
  return (
    typeof text === 'object' && text.inlines.length === 1 && only?.kind === 'shape' && only.fill === backgroundColor
  )
}

function hasMembers(object: object): boolean {
  for (const _ in object) return true
  return false
}

function frameOfCell(content: BlockBox, shading: string | undefined, table: TableBox, frame: BlockFrame): BlockFrame {
  const cell = { ...frame, painted: shading ?? frame.painted }
  return isCentred(content, table) ? { ...cell, alignment: 'center' } : cell
}

/** Whether the text of a header cell is centred, as in browsers, unless an alignment is set (WHATWG HTML, 15.3.8). */
function isCentred({ tag, place }: BlockBox, { isDesigned, isLayout }: TableBox): boolean {
  return tag === 'th' && (isDesigned || isLayout) && place.style.text.textAlign === undefined
}

/**
 * Vertical alignment of a cell. Browsers centre the content of table cells, and align that of boxes that only look like cells at
 * the top.
 */
function verticalAlignOf({ place, tag }: BlockBox, row: TableRowBox): NonNullable<FlowCell['verticalAlign']> {
  const natural = tag === 'td' || tag === 'th' ? 'center' : 'top'
  return place.style.box.verticalAlign ?? row.place.style.box.verticalAlign ?? natural
}

/** The content of a cell, with its alignment. */
function filledCell(
  content: BlockBox,
  verticalAlign: NonNullable<FlowCell['verticalAlign']>,
  room: number,
  around: BlockFrame,
  layout: Layout,
): Pick<FlowCell, 'verticalAlign' | 'textDirection' | 'blocks'> {
  const turned = around.isTurned === true ? undefined : turnedCell(content, verticalAlign)
  if (turned === undefined) return { verticalAlign, blocks: cellBlocks(content, room, around, layout) }
  const blocks = settleSpacing(turnedContent(turned, cellFrame(content, room, around, undefined), layout))
  return { verticalAlign: 'center', textDirection: turned.direction, blocks }
}

function cellBlocks(content: BlockBox, room: number, frame: BlockFrame, layout: Layout): FlowCell['blocks'] {
  const inner = cellFrame(content, room, frame, undefined)
  const out: DraftBlock[] = []
  layout.layOutChildren(content.children, inner, out)
  dropNaturalMargins(content, out)
  centreLine(out, content, inner.width)
  // An empty cell whose look the page defines is as low as its padding, as in browsers.
  return out.length === 0 && content.style === 'body' ? emptyCell(1).blocks : freeHeading(settleSpacing(out))
}

/** In quirks mode, default margins at the start and end of a cell are dropped (Quirks Mode Standard, 3.6). */
function dropNaturalMargins({ children }: BlockBox, out: readonly DraftBlock[]): void {
  const hasOwn = (box: Box | undefined, which: 0 | -1): boolean => {
    if (box === undefined || !('children' in box)) return false
    return box.place.style.box.hasNaturalMargins === true || hasOwn(box.children.at(which), which)
  }
  const [first, last] = [out.find(isSpaced), out.findLast(isSpaced)]
  if (first !== undefined && hasOwn(children[0], 0)) first.top = 0
  if (last !== undefined && hasOwn(children.at(-1), -1)) last.bottom = 0
}

function cellShading(own: string | undefined, row: TableRowBox, { table, frame }: TableContext): string | undefined {
  const isColor = (color: string | undefined) => color !== undefined && color !== 'transparent'
  const { backdrop } = row.place.style.text
  // A background of a row group lies beneath its rows only.
  const group = backdrop === table.place.style.text.backdrop ? undefined : backdrop
  const color = [own, row.place.style.box.backgroundColor, group, table.place.style.box.backgroundColor].find(isColor)
  // A background that only the paragraphs around draw ends at the table.
  return color === undefined || color === frame.painted ? frame.shading : color
}

function cellPadding({ place, children }: BlockBox, width: number): Partial<Record<Side, number>> {
  const { box, text } = place.style
  const result: Partial<Record<Side, number>> = {}
  for (const side of SIDES) {
    const length = box.padding[drawnSide(side, text.direction)]
    if (length !== undefined) result[side] = Math.round(Math.min(2880, Math.max(0, resolveLength(length, width))))
  }
  const sides = (result.left ?? 0) + (result.right ?? 0)
  if (sides <= width - MIN_CELL_WIDTH) return result
  // Short text, such as the number of a row, needs less than other content.
  const most = Math.max(0, width - Math.min(MIN_CELL_WIDTH, largest(children.map((child) => measureBox(child).least))))
  if (sides <= most) return result
  if (result.left !== undefined) result.left = Math.floor((result.left * most) / sides)
  if (result.right !== undefined) result.right = Math.floor((result.right * most) / sides)
  return result
}
