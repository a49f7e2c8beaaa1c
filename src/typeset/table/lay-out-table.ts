/**
 * Lays out a table as slices of a flow.
 *
 * @module
 */

import { finishSteps, isTurnOver, type Steps } from '../../pace/turns.js'
import type { LayoutContext, Slice } from '../flow/layout-context.js'
import type { Table } from '../model/table-model.js'
import { buildRows } from './build-rows.js'
import { ClosingBorder } from './closing-border.js'
import { cumulate, resolveColumnWidths } from './column-widths.js'
import { measureCell } from './measure-content.js'
import type { RowBox } from './row-box.js'
import { createRowGroup, type GroupSetting } from './row-group.js'
import { thickestBorder, verticalBorders } from './table-borders.js'
import { buildTableGrid, type TableGrid } from './table-grid.js'
import { cellMargins } from './text-margins.js'
import { estimateLongestWord } from './word-estimate.js'

/** A table as slices that pages are filled with. Lengths in twips. */
interface TableLayout {
  /** Distance from the left edge of the column; may be negative. */
  readonly x: number
  /** How far the table's edge extends to the left of its specified position, so that its text starts there; 0 since Word 2013. */
  readonly outdent: number
  readonly width: number
  /** One slice for each row, or for several rows with a vertically merged cell. Positions include `x`. */
  readonly slices: readonly Slice[]
  /** Whether the last row stays with the text after the table. */
  readonly keepWithNext: boolean
}

/** Compatibility mode of Word 2013, from which on the edge of a table, and not its text, is at the margin. */
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
  return finishSteps(layOutTableInSteps(table, containerWidth, context, options))
}

/** {@link layOutTable}, with a stop between two rows. */
export function* layOutTableInSteps(
  table: Table,
  containerWidth: number,
  context: LayoutContext,
  options: { readonly isNested?: boolean } = {},
): Steps<TableLayout> {
  const grid = buildTableGrid(table)
  if (isTurnOver()) yield
  const alignsText = !options.isNested && context.document.settings.compatibilityMode < EDGE_AT_MARGIN_MODE
  const overhang = alignsText ? table.cellMargins.left + table.cellMargins.right : 0
  const widths = yield* resolveColumnWidths(table, grid, {
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
  const rows = yield* buildRows(table, grid, edges, context)
  if (isTurnOver()) yield
  return {
    x,
    outdent: alignsText ? firstMargins(table, grid).left : 0,
    width,
    slices: sliceRows(table, grid, rows, x),
    keepWithNext: rows[rows.length - 1]?.keepWithNext ?? false,
  }
}

/** Left edge of the table in its column (ECMA-376-1, 17.4.28 and 17.4.50). */
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

/**
 * Rows as slices. Header rows are repeated above the rows after them on each page (ECMA-376-1, 17.4.49), footer rows below the
 * rows before them.
 */
function sliceRows(table: Table, grid: TableGrid, rows: readonly RowBox[], x: number): readonly Slice[] {
  const common = { x, closing: new ClosingBorder() }
  const groups = rowGroups(grid, rows.length)
  const headers = headerRowCount(table)
  const feet = groups.filter(({ start }) => start >= rows.length - footerRowCount(table))
  const firstOfFoot = feet[0]?.start ?? rows.length
  const body = groups.slice(0, groups.length - feet.length)
  // With every row repeated above or below, no row would be left between them.
  const hasBody = body.some(({ start }) => start >= headers)
  const sliceOf = ({ start, end }: RowSpan, setting: Omit<GroupSetting, 'x' | 'closing'>) =>
    createRowGroup(rows.slice(start, end), { ...common, ...setting })
  const foot = feet.length > 0 && hasBody ? { foot: feet.map((group) => sliceOf(group, {})) } : {}
  const slices: Slice[] = []
  let repeat: { repeat?: readonly Slice[] } = {}
  for (const group of groups) {
    if (group.start > 0 && group.start === headers) repeat = { repeat: [...slices] }
    slices.push(sliceOf(group, group.start < firstOfFoot && group.start >= headers ? { ...repeat, ...foot } : repeat))
  }
  return slices
}

/** Rows from `start` to before `end` that vertically merged cells connect. */
interface RowSpan {
  readonly start: number
  readonly end: number
}

function rowGroups(grid: TableGrid, count: number): readonly RowSpan[] {
  const groups: RowSpan[] = []
  for (let start = 0; start < count; ) {
    let end = start + 1
    for (let row = start; row < end; row++) {
      for (const placed of grid.rows[row] ?? []) end = Math.max(end, placed.lastRow + 1)
    }
    groups.push({ start, end })
    start = end
  }
  return groups
}

function headerRowCount(table: Table): number {
  const count = table.rows.findIndex((row) => !row.isHeader)
  return Math.max(count, 0)
}

/** Number of footer rows; 0 where all rows are in the footer. */
function footerRowCount(table: Table): number {
  const last = table.rows.findLastIndex((row) => row.isFooter !== true)
  return last < 0 ? 0 : table.rows.length - 1 - last
}
