/**
 * Lays out a table as slices of a flow.
 *
 * @module
 */

import type { LayoutContext, Slice } from '../layout-context.js'
import type { Table } from '../model/table-model.js'
import { buildRows } from './build-rows.js'
import { ClosingBorder } from './closing-border.js'
import { cumulate, resolveColumnWidths } from './column-widths.js'
import { measureCell } from './measure-content.js'
import type { RowBox } from './row-box.js'
import { createRowGroup } from './row-group.js'
import { thickestBorder, verticalBorders } from './table-borders.js'
import { buildTableGrid, type TableGrid } from './table-grid.js'
import { cellMargins } from './text-margins.js'
import { estimateLongestWord } from './word-estimate.js'

/** A table cut into slices that pages are filled with. Lengths in twips. */
export interface TableLayout {
  /** Left edge from the edge of the column; may be negative. */
  readonly x: number
  /** How far its edge stands out where it asks for a place, so that its text stands there: up to Word 2010. */
  readonly outdent: number
  readonly width: number
  /** One for each row, or for several rows that merged cells tie together. `x` is in them already. */
  readonly slices: readonly Slice[]
  /** The last row stays with what follows the table. */
  readonly keepWithNext: boolean
}

/** Compatibility mode of Word 2013, since when a table's edge stands at the margin and not its text. */
const EDGE_AT_MARGIN_MODE = 15

/**
 * Lays out a table: widths of columns, contents of cells, heights of rows, borders.
 *
 * @param containerWidth width of the column or cell that it stands in
 * @param options `isNested`: it stands in a cell, where its edge counts in every compatibility mode
 * @throws SealwrightError `document_too_complex` for more cells than TYPESET_LIMITS has
 */
export function layOutTable(
  table: Table,
  containerWidth: number,
  context: LayoutContext,
  options: { readonly isNested?: boolean } = {},
): TableLayout {
  const grid = buildTableGrid(table)
  const alignsText = !options.isNested && context.document.settings.compatibilityMode < EDGE_AT_MARGIN_MODE
  const overhang = alignsText ? table.cellMargins.left + table.cellMargins.right : 0
  const widths = resolveColumnWidths(table, grid, {
    available: containerWidth + overhang,
    measureCell: (placed) => measureCell(table, placed, context),
    longestWord: (cell) => {
      const { left, right } = cellMargins(table, cell)
      return estimateLongestWord(cell.blocks) + left + right
    },
  })
  const starts = cumulate(widths)
  const width = starts[starts.length - 1] ?? 0
  const edges = table.rightToLeft ? starts.map((start) => width - start) : starts
  const x = leftEdge(table, grid, edges, width, containerWidth, alignsText)
  const rows = buildRows(table, grid, edges, context)
  return {
    x,
    outdent: alignsText ? firstMargins(table, grid).left : 0,
    width,
    slices: sliceRows(table, grid, rows, x),
    keepWithNext: rows[rows.length - 1]?.keepWithNext ?? false,
  }
}

/** Where the table stands in its column (ECMA-376-1, 17.4.28 and 17.4.50). */
function leftEdge(
  table: Table,
  grid: TableGrid,
  edges: readonly number[],
  width: number,
  containerWidth: number,
  alignsText: boolean,
): number {
  const alignment = table.rows[0]?.alignment ?? table.alignment
  if (alignment === 'center') return (containerWidth - width) / 2
  const margins = firstMargins(table, grid)
  const border = thickestBorder(verticalBorders(table, grid.rows[0] ?? [], edges).slice(0, 1))
  if (alignment === 'right') {
    if (!table.rightToLeft) return containerWidth - width
    return containerWidth - width - table.indent + (alignsText ? margins.right : -border / 2)
  }
  if (table.rightToLeft) return 0
  return table.indent + (alignsText ? -margins.left : border / 2)
}

function firstMargins(table: Table, grid: TableGrid): Table['cellMargins'] {
  const first = grid.rows[0]?.[0]?.cell
  return first ? cellMargins(table, first) : table.cellMargins
}

/** Rows as slices; header rows are given along to all that follow them (ECMA-376-1, 17.4.49). */
function sliceRows(table: Table, grid: TableGrid, rows: readonly RowBox[], x: number): readonly Slice[] {
  const closing = new ClosingBorder()
  const slices: Slice[] = []
  const headers = headerRowCount(table)
  let repeat: readonly Slice[] | undefined
  for (let start = 0; start < rows.length; ) {
    let end = start + 1
    for (let row = start; row < end; row++) {
      for (const placed of grid.rows[row] ?? []) end = Math.max(end, placed.lastRow + 1)
    }
    if (start > 0 && start === headers) repeat = [...slices]
    slices.push(createRowGroup(rows.slice(start, end), { x, closing, ...(repeat ? { repeat } : {}) }))
    start = end
  }
  return slices
}

function headerRowCount(table: Table): number {
  const count = table.rows.findIndex((row) => !row.isHeader)
  return Math.max(count, 0)
}
