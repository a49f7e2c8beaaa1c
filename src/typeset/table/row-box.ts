/**
 * A row that is ready to be painted, and how rows share heights.
 *
 * @module
 */

import type { Slice } from '../flow/layout-context.js'
import { type CellBox, neededHeight } from './cell-box.js'
import { type BorderPost, type BorderSegment, thickestBorder } from './table-borders.js'

/** A row in a group, ready to be painted. Lengths from the table's left edge. */
export interface RowBox {
  /** Cells that start here, and those that go on here from the page before. */
  readonly cells: readonly CellBox[]
  /** Borders above it, inside of its height, and below it, inside of the next row's. */
  readonly top: readonly BorderSegment[]
  readonly bottom: readonly BorderSegment[]
  readonly posts: readonly BorderPost[]
  /** Borders at the cells' own sides, for a page that ends or starts inside of the row or of a merged cell. */
  readonly cut: (side: 'top' | 'bottom') => readonly BorderSegment[]
  readonly rule: 'auto' | 'atLeast' | 'exact'
  /** Height that the rule asks for. */
  readonly least: number
  readonly cantSplit: boolean
  /** Whether a page may end above it. */
  readonly breakBefore: Slice['breakBefore']
  /** It stays with the row below. */
  readonly keepWithNext: boolean
  /** The last row of the table has its bottom border inside of its height. */
  readonly isLast: boolean
}

/** Heights of rows with their upper border; what a merged cell lacks is added to its last row. */
export function rowHeights(rows: readonly RowBox[]): number[] {
  const heights = rows.map((row) => {
    if (row.rule === 'exact') return row.least
    let inside = 0
    for (const cell of row.cells) if (cell.rowSpan === 1) inside = Math.max(inside, neededHeight(cell))
    const closing = row.isLast ? thickestBorder(row.bottom) : 0
    // The border comes on top of the least height too: in a document of 2,300 such rows, Word's pages hold fewer of those that
    // have borders than their heights would let in, and just as many of those without.
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

/** Room between the borders above and below a cell of row `index`. */
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

/** Sum of lengths. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
