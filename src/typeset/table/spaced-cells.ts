/**
 * Cells with space around them, each with a frame of its own.
 *
 * @module
 */

import type { Border } from '../model/properties.js'
import type { Edges, Table, TableRow } from '../model/table-model.js'
import { edgeClaim, resolveConflict } from './border-conflict.js'
import { borderThickness } from './border-strokes.js'
import type { CellFrame } from './cell-box.js'
import type { GridCell, TableGrid } from './table-grid.js'

/** Space between the cells of a row; 0 where they share their borders. */
export function spacingOf(table: Table, row: TableRow | undefined): number {
  return Math.max(0, row?.cellSpacing ?? table.cellSpacing)
}

/**
 * The frame of a cell with space around it (ECMA-376-1, 17.4.44). Each of two cells gets half of the space between them; at the
 * table's edges, a cell gets all of it.
 */
export function spacedFrame(table: Table, grid: TableGrid, placed: GridCell): CellFrame | undefined {
  const spacing = spacingOf(table, table.rows[placed.row])
  if (spacing === 0) return undefined
  const row = grid.rows[placed.row] ?? []
  const isFirst = row[0] === placed
  const isLast = row[row.length - 1] === placed
  const [isLeft, isRight] = table.rightToLeft ? [isLast, isFirst] : [isFirst, isLast]
  const none = edgeClaim(table, undefined, 'top', false)
  const side = (name: 'top' | 'right' | 'bottom' | 'left', isOuter: boolean): Border | undefined => {
    const claim = edgeClaim(table, placed.cell, name, isOuter)
    return isOuter && !claim.isOwn ? undefined : resolveConflict(claim, none)
  }
  const isTop = placed.row === 0
  const isBottom = placed.lastRow === grid.rows.length - 1
  return {
    gap: {
      top: isTop ? spacing : spacing / 2,
      right: isRight ? spacing : spacing / 2,
      bottom: isBottom ? spacing : spacing / 2,
      left: isLeft ? spacing : spacing / 2,
    },
    top: side('top', isTop),
    right: side('right', isRight),
    bottom: side('bottom', isBottom),
    left: side('left', isLeft),
  }
}

/**
 * Width that the borders of a spaced cell take on each side of its content. In one document, Word breaks "90 лет", 32.9 points
 * wide, on every page in a column of 33.85 points without the borders of 0.75 points.
 */
export function frameThickness(frame: CellFrame | undefined): Edges<number> {
  return {
    top: thickness(frame?.top),
    right: thickness(frame?.right),
    bottom: thickness(frame?.bottom),
    left: thickness(frame?.left),
  }
}

function thickness(border: Border | undefined): number {
  return border ? borderThickness(border) : 0
}
