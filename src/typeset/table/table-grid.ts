/**
 * The cells of a table on its grid, with merged cells resolved.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { clamp } from '../../numbers.js'
import { TYPESET_LIMITS } from '../flow/typeset-limits.js'
import type { Table, TableCell } from '../model/table-model.js'

/** A cell on the grid. */
export interface GridCell {
  readonly cell: TableCell
  readonly row: number
  /** First grid column, counted from the side where rows start. */
  readonly column: number
  readonly span: number
  /** For a cell that continues a vertical merge: the cell where the merge begins. */
  readonly origin: GridCell | undefined
  /** Last row that the cell spans. */
  lastRow: number
}

/** The cells of a table on its grid. A row has only the columns of its cells; missing columns at its end stay empty. */
export interface TableGrid {
  readonly columnCount: number
  readonly rows: readonly (readonly GridCell[])[]
}

const grids = new WeakMap<Table, TableGrid>()

/**
 * Assigns columns to every cell and joins vertically merged cells (ECMA-376-1, 17.4.17 and 17.4.84).
 *
 * @throws SealwrightError `document_too_complex` for more cells than {@link TYPESET_LIMITS} has
 */
export function buildTableGrid(table: Table): TableGrid {
  let grid = grids.get(table)
  if (grid === undefined) {
    grid = placeCells(table)
    grids.set(table, grid)
  }
  return grid
}

function placeCells(table: Table): TableGrid {
  const { maxTableCells, maxTableColumns } = TYPESET_LIMITS
  let cellCount = 0
  let columnCount = Math.min(table.grid.length, maxTableColumns)
  let above = new Map<number, GridCell>()
  const rows = table.rows.map((row, rowIndex) => {
    cellCount += row.cells.length
    if (cellCount > maxTableCells) {
      throw new SealwrightError('document_too_complex', `A table has more than ${maxTableCells} cells.`)
    }
    const open = new Map<number, GridCell>()
    let column = clamp(row.gridBefore, 0, maxTableColumns)
    const cells = row.cells.map((cell) => {
      const span = clamp(cell.gridSpan, 1, Math.max(1, maxTableColumns - column))
      const origin = cell.verticalMerge === 'continue' ? above.get(column) : undefined
      const placed: GridCell = { cell, row: rowIndex, column, span, lastRow: rowIndex, origin }
      if (origin) origin.lastRow = rowIndex
      if (cell.verticalMerge) open.set(column, origin ?? placed)
      column += span
      return placed
    })
    columnCount = Math.max(columnCount, column)
    above = open
    return cells
  })
  return { columnCount, rows }
}
