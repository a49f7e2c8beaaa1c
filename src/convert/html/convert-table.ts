/**
 * Tables.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { CONVERT_LIMITS } from '../../limits.js'
import type { EdgeLine, FlowCell, FlowRow, FlowTable, ParagraphFormat } from '../docx-writer/flow-document.js'
import { type BlockFrame, enterBlock } from './block-frame.js'
import { columnWidths, tableWidth, type WidthWish } from './column-widths.js'
import type { Conversion, Position } from './conversion.js'
import type { BoxStyle, Side } from './css/computed-style.js'
import { resolveLength, TWIPS_PER_PIXEL } from './css/css-length.js'
import { getAttribute, type HtmlElement, textContent } from './html-tree.js'
import { type GridCell, type GridRow, readTableGrid, type TableGrid } from './table-grid.js'

const SIDES = ['top', 'right', 'bottom', 'left'] as const

/** Room that a cell is taken to have when its column has no width, and the least that one may have, in twips. */
const MIN_CELL_WIDTH = 360

/** Converts a table, its captions above it. */
export function convertTable(conversion: Conversion, element: HtmlElement, at: Position): void {
  const { builder } = conversion
  builder.endParagraph()
  const grid = readTableGrid(element, at.place, conversion.resolver)
  const frame = enterBlock(at.frame, at.place, 'table', { style: 'body' })
  for (const caption of grid.captions) conversion.convertElement(caption, { ...at, frame: captionFrame(at.frame) })
  if (at.frame.item !== undefined && !at.frame.item.isLabelled) builder.addParagraph(at.frame, [])
  const isFlat = frame.tables >= CONVERT_LIMITS.maxTableNesting
  if (isFlat) conversion.warnings.add('Tables that lie too deep in other tables are shown as text.')
  if (isFlat || grid.columnCount === 0) {
    for (const row of grid.rows) convertLoose(conversion, row.cells, at)
  } else builder.addTable(buildTable(conversion, element, grid, { ...at, frame }))
  convertLoose(conversion, grid.overflow, at)
  if (grid.overflow.length > 0) conversion.warnings.add('Columns beyond the 63rd are shown below their table.')
}

function captionFrame(frame: BlockFrame): BlockFrame {
  const { item: _, ...rest } = frame
  return { ...rest, keepWithNext: true }
}

function convertLoose(
  conversion: Conversion,
  cells: readonly Pick<GridCell, 'element' | 'place'>[],
  at: Position,
): void {
  for (const { element, place } of cells) {
    if (element === undefined || place === undefined) continue
    conversion.builder.inBlock(at.frame, () =>
      conversion.convertChildren(element, { ...at, place, depth: at.depth + 1 }),
    )
  }
}

function buildTable(conversion: Conversion, element: HtmlElement, grid: TableGrid, at: Position): FlowTable {
  const { box, text } = at.place.style
  const { frame } = at
  const available = Math.max(MIN_CELL_WIDTH, frame.width - frame.indentStart - frame.indentEnd)
  const width = tableWidth(box.width, available)
  const total =
    width.type === 'percent' ? (available * width.value) / 100 : width.type === 'twips' ? width.value : available
  const columns = columnWidths(grid.columnCount, collectWishes(grid), total)
  const legacy = legacyLook(element)
  const rows = grid.rows.map((row, index) => buildRow(conversion, { grid, row, index, columns, total, at, legacy }))
  const alignment = tableAlignment(box)
  const look = tableLook(element, grid)
  return {
    kind: 'table',
    columns,
    width,
    ...(alignment === undefined ? {} : { alignment }),
    ...(frame.indentStart > 0 ? { indent: frame.indentStart } : {}),
    ...(text.direction === 'rtl' ? { rightToLeft: true } : {}),
    ...captionText(grid),
    ...(look === undefined ? {} : { look }),
    borders: tableBorders(box, legacy.line),
    ...(legacy.padding === undefined ? {} : { cellPadding: legacy.padding }),
    rows: rows.filter((row) => row.cells.length > 0),
  }
}

function captionText({ captions: [caption] }: TableGrid): { caption?: string } {
  const text = caption === undefined ? '' : textContent(caption).replace(/\s+/g, ' ').trim().slice(0, 250)
  return text === '' ? {} : { caption: text }
}

/** Tables that lay out a page rather than show data have no look of their own. */
function tableLook(element: HtmlElement, grid: TableGrid): FlowTable['look'] {
  const isLayout =
    /^(?:presentation|none)$/.test(getAttribute(element, 'role') ?? '') ||
    getAttribute(element, 'border')?.trim() === '0'
  const hasHeader = grid.rows.some((row) => row.isHeader || row.cells.some((cell) => cell.element?.tagName === 'th'))
  return isLayout || (!hasHeader && grid.columnCount === 1) ? 'plain' : undefined
}

function collectWishes({ columns, rows }: TableGrid): WidthWish[] {
  const wishes: WidthWish[] = []
  for (const { place, column, span } of columns) {
    const { width } = place.style.box
    if (width === undefined) continue
    for (let index = 0; index < span; index++) wishes.push({ column: column + index, span: 1, width })
  }
  const spanned: WidthWish[] = []
  for (const { cells } of rows) {
    for (const { column, columnSpan: span, place } of cells) {
      const width = place?.style.box.width
      if (width !== undefined) (span === 1 ? wishes : spanned).push({ column, span, width })
    }
  }
  return [...wishes.filter(firstOfColumn()), ...spanned]
}

/** Only the first wish for each column counts. */
function firstOfColumn(): (wish: WidthWish) => boolean {
  const seen = new Set<number>()
  return ({ column }) => !seen.has(column) && seen.add(column).has(column)
}

function tableAlignment({ margin }: BoxStyle): FlowTable['alignment'] {
  if (margin.left !== 'auto') return undefined
  return margin.right === 'auto' ? 'center' : 'right'
}

interface LegacyLook {
  readonly line?: EdgeLine
  readonly padding?: FlowTable['cellPadding']
}

/** The `border` and `cellpadding` of old HTML (WHATWG HTML, 15.3.8). */
function legacyLook(element: HtmlElement): LegacyLook {
  const border = getAttribute(element, 'border')
  const hasLines = border !== undefined && border.trim() !== '0' && !/^\s*none/i.test(border)
  const padding = /^\s*(\d{1,3})/.exec(getAttribute(element, 'cellpadding') ?? '')
  const space = padding === null ? undefined : Number(padding[1]) * TWIPS_PER_PIXEL
  return {
    ...(hasLines ? { line: { style: 'single', width: 10, color: '808080' } } : {}),
    ...(space === undefined ? {} : { padding: { top: space, right: space, bottom: space, left: space } }),
  }
}

function tableBorders(box: BoxStyle, line: EdgeLine | undefined): FlowTable['borders'] {
  const all =
    line === undefined
      ? {}
      : { top: line, right: line, bottom: line, left: line, insideHorizontal: line, insideVertical: line }
  return { ...all, ...box.border }
}

interface RowContext {
  readonly grid: TableGrid
  readonly row: GridRow
  readonly index: number
  readonly columns: readonly number[]
  readonly total: number
  readonly at: Position
  readonly legacy: LegacyLook
}

function buildRow(conversion: Conversion, context: RowContext): FlowRow {
  const { grid, row, at } = context
  const cells = row.cells.map((cell) => buildCell(conversion, cell, context))
  const last = row.cells.at(-1)
  const missing = grid.columnCount - (last === undefined ? 0 : last.column + last.columnSpan)
  if (missing > 0 && cells.length > 0) cells.push({ columnSpan: missing, blocks: [] })
  conversion.cells += cells.length
  if (conversion.cells > CONVERT_LIMITS.maxTableCells) {
    throw new SealwrightError('document_too_complex', 'The tables have too many cells.')
  }
  const height = row.place.style.box.height
  return {
    isHeader: row.isHeader || (context.index === 0 && grid.rows.length > 1 && isHeading(row)),
    ...(height !== undefined && 'twips' in height && height.twips > 0
      ? { height: Math.min(height.twips, conversion.pageHeight) }
      : {}),
    cells: at.place.style.text.isHidden ? cells.map((cell) => ({ ...cell, blocks: [] })) : cells,
  }
}

function isHeading({ cells }: GridRow): boolean {
  return cells.length > 0 && cells.every(({ element, rowSpan }) => element?.tagName === 'th' && rowSpan === 1)
}

function buildCell(conversion: Conversion, cell: GridCell, { row, columns, total, at }: RowContext): FlowCell {
  const { columnSpan, element, place, rowSpan } = cell
  if (element === undefined || place === undefined) {
    return { columnSpan, ...(rowSpan === 0 ? { verticalMerge: 'continue' } : {}), blocks: [] }
  }
  const { box } = place.style
  const known = columns.slice(cell.column, cell.column + columnSpan).reduce((sum, width) => sum + width, 0)
  const width = Math.max(MIN_CELL_WIDTH, known > 0 ? known : Math.round((total * columnSpan) / columns.length))
  const shading = cellShading(box.backgroundColor, row)
  const verticalAlign = box.verticalAlign ?? row.place.style.box.verticalAlign
  const frame = cellFrame(at.frame, place, element.tagName === 'th', width)
  const bookmark = conversion.bookmarks.place(element)
  return {
    columnSpan,
    ...(rowSpan > 1 ? { verticalMerge: 'restart' } : {}),
    ...cellWidth(box),
    ...(shading === undefined ? {} : { shading }),
    ...cellBorders(box),
    ...cellPadding(box, width),
    ...(verticalAlign === undefined ? {} : { verticalAlign }),
    blocks: conversion.builder.capture(frame, () => {
      if (bookmark !== undefined) conversion.builder.addBookmark(bookmark)
      conversion.convertChildren(element, { place, frame, depth: at.depth + 2 })
    }),
  }
}

function cellFrame(frame: BlockFrame, place: Position['place'], isHeader: boolean, width: number): BlockFrame {
  return {
    style: isHeader ? 'tableHeader' : 'tableText',
    place,
    text: place.style.text,
    indentStart: 0,
    indentEnd: 0,
    isNaturalIndent: true,
    quotes: 0,
    tables: frame.tables + 1,
    width,
    isTight: false,
  }
}

function cellShading(own: string | undefined, row: GridRow): string | undefined {
  const color = own ?? row.place.style.box.backgroundColor
  return color === 'transparent' ? undefined : color
}

function cellWidth({ width }: BoxStyle): Pick<FlowCell, 'width'> {
  if (width === undefined) return {}
  if ('twips' in width) return width.twips > 0 ? { width: { type: 'twips', value: width.twips } } : {}
  const value = Math.round(width.fraction * 10_000) / 100
  return value > 0 && value <= 100 ? { width: { type: 'percent', value } } : {}
}

function cellBorders({ border }: BoxStyle): Pick<FlowCell, 'borders'> {
  const borders: ParagraphFormat['borders'] = border
  return Object.keys(border).length === 0 ? {} : { borders }
}

function cellPadding({ padding }: BoxStyle, width: number): Pick<FlowCell, 'padding'> {
  const result: Partial<Record<Side, number>> = {}
  for (const side of SIDES) {
    const length = padding[side]
    if (length !== undefined) result[side] = Math.min(1440, Math.max(0, resolveLength(length, width)))
  }
  return Object.keys(result).length === 0 ? {} : { padding: result }
}
