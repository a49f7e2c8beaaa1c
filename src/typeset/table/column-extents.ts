/**
 * Widths that the cells of each column need or prefer.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../pace/turns.js'
import type { Table, TableCell } from '../model/table-model.js'
import type { GridCell, TableGrid } from './table-grid.js'

/** The least width of content without breaking words, and its width without breaking lines. */
export interface ContentExtent {
  readonly minWidth: number
  readonly maxWidth: number
  /** Least width even where words are cut: that of drawings and of nested tables with a fixed width. */
  readonly rigidWidth: number
}

/** Widths that the cells of a grid column need or prefer. */
export interface ColumnExtent {
  /** Least width without breaking words. */
  least: number
  /** Preferred width by `w:tcW`, in twips; undefined where no cell specifies one. */
  preferred: number | undefined
  /** Preferred width by `w:tcW`, in percent of the table; undefined where no cell specifies one. */
  percent: number | undefined
  /** Width without breaking lines. */
  most: number
  /** Least width even where words are cut. */
  rigid: number
}

const NOTHING: ContentExtent = { minWidth: 0, maxWidth: 0, rigidWidth: 0 }

type MeasureCell = (placed: GridCell) => ContentExtent

/** Collects the widths of each column. A cell that spans several columns raises all of them together. */
export function* columnExtents(table: Table, grid: TableGrid, measureCell: MeasureCell): Steps<ColumnExtent[]> {
  const columns = Array.from(
    { length: grid.columnCount },
    (): ColumnExtent => ({ least: 0, preferred: undefined, percent: undefined, most: 0, rigid: 0 }),
  )
  const wide: ({ readonly placed: GridCell } & ContentExtent)[] = []
  for (const [rowIndex, row] of grid.rows.entries()) {
    if (isTurnOver()) yield
    for (const placed of row) {
      // Blocks of a vertically continued cell are not shown.
      const extent = placed.origin ? NOTHING : measureCell(placed)
      const column = columns[placed.column]
      if (placed.span > 1 || column === undefined) wide.push({ placed, ...extent })
      else {
        column.least = Math.max(column.least, extent.minWidth)
        column.most = Math.max(column.most, extent.maxWidth)
        column.rigid = Math.max(column.rigid, extent.rigidWidth)
        prefer(column, placed.cell.width)
      }
    }
    const source = table.rows[rowIndex]
    const before = columns[0]
    if (source?.gridBefore === 1 && before) prefer(before, source.widthBefore)
    const after = columns[grid.columnCount - 1]
    if (source?.gridAfter === 1 && after) prefer(after, source.widthAfter)
  }
  wide.sort((a, b) => a.placed.span - b.placed.span)
  for (const { placed, minWidth, maxWidth, rigidWidth } of wide) {
    const covered = columns.slice(placed.column, placed.column + placed.span)
    if (placed.cell.width.type === 'twips') {
      spreadPreferred(covered, table.grid.slice(placed.column, placed.column + placed.span), placed.cell.width.value)
    }
    raise(covered, 'least', minWidth)
    raise(covered, 'most', maxWidth)
    raise(covered, 'rigid', rigidWidth)
  }
  for (const column of columns) column.most = Math.max(column.most, column.least)
  return columns
}

function prefer(column: ColumnExtent, width: TableCell['width']): void {
  if (width.type === 'twips' && width.value > 0) column.preferred = Math.max(column.preferred ?? 0, width.value)
  if (width.type === 'percent' && width.value > 0) column.percent = Math.max(column.percent ?? 0, width.value)
}

/**
 * Distributes the preferred width of a cell over several columns, less the preferred widths of single cells, to the columns
 * without such a cell.
 */
function spreadPreferred(columns: readonly ColumnExtent[], stored: readonly number[], width: number): void {
  if (columns.some((column) => column.percent !== undefined)) return
  const weights = columns.map((column, index) => (column.preferred === undefined ? (stored[index] ?? 0) : 0))
  const open = columns.filter((column) => column.preferred === undefined)
  const rest = width - columns.reduce((sum, column) => sum + (column.preferred ?? 0), 0)
  if (open.length === 0 || rest <= 0) return
  const sum = weights.reduce((a, b) => a + b, 0)
  columns.forEach((column, index) => {
    if (column.preferred === undefined) {
      column.preferred = sum > 0 ? (rest * (weights[index] ?? 0)) / sum : rest / open.length
    }
  })
}

/** Raises columns so that their sum reaches `width`, in proportion to their preferred widths or contents, or evenly. */
function raise(columns: readonly ColumnExtent[], key: 'least' | 'most' | 'rigid', width: number): void {
  const sum = columns.reduce((total, column) => total + column[key], 0)
  const missing = width - sum
  if (missing <= 0) return
  const weights = columns.map((column) => column.preferred ?? column.most)
  const total = weights.reduce((a, b) => a + b, 0)
  columns.forEach((column, index) => {
    column[key] += total > 0 ? (missing * (weights[index] ?? 0)) / total : missing / columns.length
  })
}
