/**
 * Reads tables, and joins adjacent tables that Word shows as one.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { isTurnOver, type Steps } from '../../pace/turns.js'
import type { Border } from '../../typeset/model/properties.js'
import type { Table, TableRow } from '../../typeset/model/table-model.js'
import type { CellFormat, TableFormat } from '../formatting/formatting.js'
import {
  definedEdges,
  readTableAlignment,
  readTableMeasure,
  readTablePosition,
  readTableWidth,
  turnEdges,
} from '../formatting/tables/table-values.js'
import { OOXML_LIMITS } from '../ooxml-limits.js'
import { readOnOff, readTwips } from '../values/property-values.js'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-element.js'
import type { Flow } from './story.js'
import { readCell } from './table-cell-reader.js'
import { type GridRow, gridRows, rowExtent } from './table-structure.js'

/**
 * Reads tables that follow each other directly. Word shows adjacent tables of the same style as one. Tables with nothing but
 * deleted rows are left out.
 */
export function* readTables(elements: readonly XmlElement[], flow: Flow): Steps<Table[]> {
  const groups: XmlElement[][] = []
  for (const element of elements) {
    const group = groups.at(-1)
    const before = group?.[0]
    if (group !== undefined && before !== undefined && isContinuedBy(before, element)) group.push(element)
    else groups.push([element])
  }
  const tables: Table[] = []
  for (const group of groups) {
    const table = yield* readTable(group, flow)
    if (table !== undefined) tables.push(table)
  }
  return tables
}

/** Whether two tables have the same style, grid and position, as when Word splits a table. */
function isContinuedBy(table: XmlElement, next: XmlElement): boolean {
  const tblPr = childOf(table, 'w:tblPr')
  const nextPr = childOf(next, 'w:tblPr')
  if (childOf(tblPr, 'w:tblpPr') !== undefined || childOf(nextPr, 'w:tblpPr') !== undefined) return false
  const isSame = (name: string): boolean => signature(childOf(tblPr, name)) === signature(childOf(nextPr, name))
  if (!['w:tblStyle', 'w:bidiVisual', 'w:jc', 'w:tblInd', 'w:tblCellSpacing', 'w:tblLayout'].every(isSame)) return false
  const grid = gridOf(table)
  const nextGrid = gridOf(next)
  return grid.length > 0 && grid.length === nextGrid.length && grid.every((width, index) => width === nextGrid[index])
}

function signature(element: XmlElement | undefined): string {
  return element === undefined ? '' : JSON.stringify(Object.entries(element.attributes).sort())
}

function gridOf(table: XmlElement): number[] {
  const columns = childrenOf(childOf(table, 'w:tblGrid'), 'w:gridCol').slice(0, OOXML_LIMITS.maxTableColumns)
  return columns.map((column) => Math.max(0, readTwips(column.attributes['w:w']) ?? 0))
}

function* readTable(parts: readonly XmlElement[], flow: Flow): Steps<Table | undefined> {
  const first = parts[0]
  if (first === undefined) return undefined
  const { context } = flow.story
  if (flow.tableDepth >= OOXML_LIMITS.maxTableNesting) {
    throw new SealwrightError('document_too_complex', 'Tables are nested too deeply.')
  }
  const tblPr = childOf(first, 'w:tblPr')
  const format = context.formatting.table(tblPr)
  const { properties } = format
  const rightToLeft = readOnOff(properties.get('w:bidiVisual')) ?? false
  const gridRowsOfAll = parts.flatMap((part) => gridRows(part, context))
  if (gridRowsOfAll.length === 0) return undefined
  for (const row of gridRowsOfAll) context.counts.cells += row.cells.length
  if (context.counts.cells > OOXML_LIMITS.maxTableCells) {
    throw new SealwrightError('document_too_complex', 'The tables have too many cells.')
  }
  const grid = gridOf(first)
  const position = properties.get('w:tblpPr')
  return {
    kind: 'table',
    styleId: format.styleId,
    rowMarkStyle: flow.story.context.formatting.paragraph(undefined).styleId,
    width: readTableWidth(properties.get('w:tblW')),
    alignment: readTableAlignment(properties.get('w:jc'), rightToLeft) ?? (rightToLeft ? 'right' : 'left'),
    indent: readTableMeasure(properties.get('w:tblInd')) ?? 0,
    layout: properties.get('w:tblLayout')?.attributes['w:type'] === 'fixed' ? 'fixed' : 'autofit',
    cellSpacing: readCellSpacing(properties.get('w:tblCellSpacing')) ?? 0,
    rightToLeft,
    borders: tableBorders(format, rightToLeft),
    cellMargins: turnEdges(format.cellMargins, rightToLeft),
    grid,
    rows: yield* readRows(gridRowsOfAll, format, grid.length, rightToLeft, flow),
    ...(position === undefined ? {} : { position: readTablePosition(position, properties.get('w:tblOverlap')) }),
  }
}

/** Word stores half of the distance between two cells (17.4.45). */
function readCellSpacing(element: XmlElement | undefined): number | undefined {
  const value = readTableMeasure(element)
  return value === undefined ? undefined : Math.max(0, value) * 2
}

function tableBorders(format: TableFormat, rightToLeft: boolean): Table['borders'] {
  const { insideHorizontal, insideVertical, top, right, bottom, left } = format.borders
  const edges = definedEdges<Border>({
    top: top ?? undefined,
    right: right ?? undefined,
    bottom: bottom ?? undefined,
    left: left ?? undefined,
  })
  return {
    ...turnEdges(edges, rightToLeft),
    ...(insideHorizontal ? { insideHorizontal } : {}),
    ...(insideVertical ? { insideVertical } : {}),
  }
}

function countColumns(rows: readonly GridRow[], gridLength: number): number {
  const columnCount = rows.map(rowExtent).reduce((most, extent) => Math.max(most, extent), gridLength === 0 ? 1 : 0)
  if (columnCount <= 2 * OOXML_LIMITS.maxTableColumns) return columnCount
  throw new SealwrightError('document_too_complex', 'A table has too many columns.')
}

function* readRows(
  rows: readonly GridRow[],
  format: TableFormat,
  gridLength: number,
  rightToLeft: boolean,
  flow: Flow,
): Steps<TableRow[]> {
  const { context } = flow.story
  const columnCount = countColumns(rows, gridLength)
  const read: TableRow[] = []
  for (const [index, row] of rows.entries()) {
    if (isTurnOver()) yield
    context.checkpoint()
    const place = {
      flow,
      row,
      isFirstRow: index === 0,
      isLastRow: index === rows.length - 1,
      mergedAbove: mergedColumns(rows[index - 1]),
      columnCount,
      tableShading: format.shading,
      rightToLeft,
    }
    let rowFormat: CellFormat | undefined
    const cells = row.cells.map((cell) => {
      const position = {
        row: index,
        rowCount: rows.length,
        column: cell.column,
        columnSpan: cell.span,
        columnCount,
      }
      const cellFormat = context.formatting.cell(format, position, row.tblPrEx)
      rowFormat ??= cellFormat
      return readCell(cell, cellFormat, place)
    })
    read.push(readRow(row, rowFormat, cells, rightToLeft))
  }
  return read
}

/** Columns at which vertically merged cells begin. */
function mergedColumns(row: GridRow | undefined): ReadonlySet<number> {
  const merged = row?.cells.filter(({ tcPr }) => childOf(tcPr, 'w:vMerge') !== undefined) ?? []
  return new Set(merged.map(({ column }) => column))
}

function readRow(
  row: GridRow,
  format: CellFormat | undefined,
  cells: TableRow['cells'],
  rightToLeft: boolean,
): TableRow {
  const property = (name: string): XmlElement | undefined => childOf(row.trPr, name) ?? format?.row.get(name)
  const height = readRowHeight(property('w:trHeight'))
  const alignment = readTableAlignment(property('w:jc') ?? childOf(row.tblPrEx, 'w:jc'), rightToLeft)
  const cellSpacing = readCellSpacing(property('w:tblCellSpacing') ?? childOf(row.tblPrEx, 'w:tblCellSpacing'))
  return {
    cantSplit: readOnOff(property('w:cantSplit')) ?? false,
    isHeader: readOnOff(property('w:tblHeader')) ?? false,
    ...(row.trPr?.attributes['sw:repeat'] === 'foot' ? { isFooter: true } : {}),
    gridBefore: row.gridBefore,
    gridAfter: row.gridAfter,
    widthBefore: readTableWidth(property('w:wBefore')),
    widthAfter: readTableWidth(property('w:wAfter')),
    cells,
    ...(height === undefined ? {} : { height }),
    ...(alignment === undefined ? {} : { alignment }),
    ...(cellSpacing === undefined ? {} : { cellSpacing }),
  }
}

/** w:trHeight (17.4.80): a minimum, unless it is exact. Word permits at most 22 inches. */
function readRowHeight(element: XmlElement | undefined): TableRow['height'] {
  const value = readTwips(element?.attributes['w:val'])
  const rule = element?.attributes['w:hRule']
  if (value === undefined || value <= 0 || rule === 'auto') return undefined
  return { value: Math.min(value, 31_680), rule: rule === 'exact' ? 'exact' : 'atLeast' }
}
