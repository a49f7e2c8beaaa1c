import type { LayoutContext, Slice } from '../layout-context.js'
import type { Block } from '../model/document-model.js'
import type { Table, TableCell, TableRow } from '../model/table-model.js'
import { borderThickness } from './border-strokes.js'
import type { CellBox } from './cell-box.js'
import { layOutCell } from './cell-content.js'
import { ClosingBorder } from './closing-border.js'
import { cumulate, resolveColumnWidths } from './column-widths.js'
import { measureCell, measureTable } from './measure-content.js'
import { createRowGroup, type GroupSetting, type RowBox } from './row-group.js'
import { type ColumnEdges, cutBorders, horizontalBorders, thickestBorder, verticalBorders } from './table-borders.js'
import { buildTableGrid, type GridCell, type TableGrid } from './table-grid.js'
import { estimateLongestWord } from './word-estimate.js'

/** A table cut into slices that pages are filled with. Lengths in twips. */
export interface TableLayout {
  /** Left edge from the edge of the column; may be negative. */
  readonly x: number
  readonly width: number
  /** A slice for each row, or for several that merged cells tie together. They paint with `x` added. */
  readonly slices: readonly Slice[]
  readonly minWidth: number
  readonly maxWidth: number
  /** The last row stays with what follows the table. */
  readonly keepWithNext: boolean
}

/** Compatibility mode of Word 2013, where cells stand at the margin and not their text. */
const EDGE_AT_MARGIN_MODE = 15

/**
 * Lays out a table: widths of columns, contents of cells, heights of rows, borders.
 *
 * @param containerWidth width of the column or cell that it stands in
 * @param options.isNested it stands in a cell: its edge is at the cell's margin in every compatibility mode
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
    measureCell: (cell) => measureCell(table, cell, context),
    longestWord: (cell) => estimateLongestWord(cell.blocks) + cellMargin(table, cell, 'left') + cellMargin(table, cell, 'right'),
  })
  const starts = cumulate(widths)
  const width = starts[starts.length - 1] ?? 0
  const edges = table.rightToLeft ? starts.map((start) => width - start) : starts
  const x = tableX(table, grid, width, containerWidth, alignsText)
  const rows = layOutRows(table, grid, edges, context)
  return { x, width, slices: toSlices(table, grid, rows, x), ...extent(table, context, width), keepWithNext: keepsWithNext(table.rows[table.rows.length - 1]) }
}
