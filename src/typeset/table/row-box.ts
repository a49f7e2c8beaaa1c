/**
 * A row that is ready to be painted, and the distribution of heights over rows.
 *
 * @module
 */

import type { Slice } from '../flow/layout-context.js'
import { type CellBox, neededHeight } from './cell-box.js'
import { type BorderPost, type BorderSegment, thickestBorder } from './table-borders.js'

/** A row in a group, ready to be painted. Horizontal positions count from the table's left edge. */
export interface RowBox {
  /** Cells that start in this row or continue here from the previous page. */
  readonly cells: readonly CellBox[]
  /** Borders above the row, included in its height, and below it, included in the height of the next row. */
  readonly top: readonly BorderSegment[]
  readonly bottom: readonly BorderSegment[]
  readonly posts: readonly BorderPost[]
  /** Borders of the cells' own sides, for a page break within the row or a merged cell. */
  readonly cut: (side: 'top' | 'bottom') => readonly BorderSegment[]
  readonly rule: 'auto' | 'atLeast' | 'exact'
  /** Least height by the row's height rule. */
  readonly least: number
  readonly cantSplit: boolean
  /** Whether a page may end above it. */
  readonly breakBefore: Slice['breakBefore']
  /** Whether the row stays with the row below. */
  readonly keepWithNext: boolean
  /** Whether the row is the table's last, whose bottom border is included in its height. */
  readonly isLast: boolean
}

/** Heights of rows with their upper border. Height that a merged cell lacks is added to its last row. */
export function rowHeights(rows: readonly RowBox[]): number[] {
  const heights = rows.map((row) => {
    if (row.rule === 'exact') return row.least
    let inside = 0
    for (const cell of row.cells) if (cell.rowSpan === 1) inside = Math.max(inside, neededHeight(cell))
    const closing = row.isLast ? thickestBorder(row.bottom) : 0
    // The border is added to the least height as well. In a document of 2,300 such rows, Word's pages contain fewer rows with
    // borders than the row heights alone would allow, and as many rows without borders.
    return thickestBorder(row.top) + Math.max(inside, row.least) + closing
  })
  rows.forEach((row, index) => {
    for (const cell of row.cells) {
      if (cell.rowSpan === 1) continue
      const last = Math.min(index + cell.rowSpan, rows.length) - 1
      if (rows[last]?.rule === 'exact') continue
      const missing = neededHeight(cell) - insideHeight(rows, heights, index, cell)
      if (missing > 0) heights[last] = (heights[last] ?? 0) + missing
    }
  })
  return heights
}

/** Distance between the borders above and below a cell of row `index`. */
export function insideHeight(
  rows: readonly RowBox[],
  heights: readonly number[],
  index: number,
  cell: CellBox,
): number {
  const end = Math.min(index + cell.rowSpan, rows.length)
  let height = 0
  for (let at = index; at < end; at++) height += heights[at] ?? 0
  const first = rows[index]
  const last = rows[end - 1]
  return height - (first ? thickestBorder(first.top) : 0) - (last?.isLast ? thickestBorder(last.bottom) : 0)
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
