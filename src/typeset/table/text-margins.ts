/**
 * Distances between the text of a cell and the edges of its column.
 *
 * @module
 */

import type { Edges, Table, TableCell } from '../model/table-model.js'
import { edgeClaim, resolveConflict } from './border-conflict.js'
import { spacingOf } from './spaced-cells.js'
import type { GridCell, TableGrid } from './table-grid.js'

/**
 * Least distance that Word keeps between text and a border, in twips, where the cell margins are smaller. In 2,300 rows without
 * margins and with borders of 0.75 points, lines break as in Word where a cell is 38 to 45 twips narrower than its column. The
 * distance for other borders is not known.
 */
const LEAST_BESIDE_BORDER = 20

/** Distances between the edges of a cell and its content: those of the cell, or else those of the table. */
export function cellMargins(table: Table, cell: TableCell): Edges<number> {
  const { margins } = cell
  const { cellMargins: otherwise } = table
  return {
    top: margins.top ?? otherwise.top,
    right: margins.right ?? otherwise.right,
    bottom: margins.bottom ?? otherwise.bottom,
    left: margins.left ?? otherwise.left,
  }
}

/** The margins of a cell, widened where its text would touch a border. */
export function textMargins(table: Table, grid: TableGrid, placed: GridCell): Edges<number> {
  const own = cellMargins(table, placed.cell)
  if (own.left >= LEAST_BESIDE_BORDER && own.right >= LEAST_BESIDE_BORDER) return own
  // The frames of spaced cells already keep text away from borders.
  if (spacingOf(table, table.rows[placed.row]) > 0) return own
  const row = grid.rows[placed.row] ?? []
  const at = placeIn(row, placed)
  const [before, after] = [row[at - 1], row[at + 1]]
  const [onLeft, onRight] = table.rightToLeft ? [after, before] : [before, after]
  return {
    top: own.top,
    right: hasBorder(table, placed, 'right', onRight) ? Math.max(own.right, LEAST_BESIDE_BORDER) : own.right,
    bottom: own.bottom,
    left: hasBorder(table, placed, 'left', onLeft) ? Math.max(own.left, LEAST_BESIDE_BORDER) : own.left,
  }
}

/** Index of a cell in its row, whose cells are sorted by column. */
function placeIn(row: readonly GridCell[], { column }: GridCell): number {
  let low = 0
  let high = row.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((row[middle]?.column ?? column) < column) low = middle + 1
    else high = middle
  }
  return low
}

function hasBorder(table: Table, { cell }: GridCell, side: 'left' | 'right', beside: GridCell | undefined): boolean {
  const isOuter = beside === undefined
  const other = side === 'left' ? 'right' : 'left'
  const border = resolveConflict(edgeClaim(table, cell, side, isOuter), edgeClaim(table, beside?.cell, other, isOuter))
  return border !== undefined
}
