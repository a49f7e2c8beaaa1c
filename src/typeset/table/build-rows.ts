/**
 * Builds the rows of a table with their cells laid out.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../pace/turns.js'
import type { LayoutContext, Slice, StylesAround } from '../flow/layout-context.js'
import { styleOf } from '../flow/spacing.js'
import type { Table, TableCell, TableRow } from '../model/table-model.js'
import type { CellBox } from './cell-box.js'
import { layOutCell, NO_CONTENT } from './cell-content.js'
import { measureBlocks } from './measure-content.js'
import { type RowBox, rowHeights } from './row-box.js'
import { frameThickness, spacedFrame, spacingOf } from './spaced-cells.js'
import { cutBorders, horizontalBorders, tableFrame, verticalBorders } from './table-borders.js'
import type { GridCell, TableGrid } from './table-grid.js'
import { cellMargins, textMargins } from './text-margins.js'

/** Maximum length of lines of rotated text, in twips, where no row height is specified. */
const LONGEST_TURNED_LINE = 5760
/** Maximum length of lines of rotated text, in twips, where the cell is too narrow for all lines: the text height of a page. */
const MOST_TURNED_LINE = 12_000
/**
 * Most times that a rotated cell is laid out again with longer lines. Each round lays out all of its text, and few cells need a
 * second round.
 */
const MAX_TURNED_ROUNDS = 4

/** Lays out the cells of a table and collects what painting their rows needs. */
export function* buildRows(
  table: Table,
  grid: TableGrid,
  edges: readonly number[],
  context: LayoutContext,
): Steps<readonly RowBox[]> {
  let above = rowBorders(table, grid, edges, 0)
  let keptByRowAbove = false
  const rows: RowBox[] = []
  for (const [index, cells] of grid.rows.entries()) {
    if (isTurnOver()) yield
    context.checkpoint()
    const row = table.rows[index]
    const isSpaced = spacingOf(table, row) > 0
    const below = rowBorders(table, grid, edges, index + 1)
    const keepWithNext = keepsWithNext(cells)
    rows.push({
      cells: cells
        .filter((placed) => placed.origin === undefined)
        .map((placed) => createCellBox(table, grid, placed, edges, context)),
      top: above,
      bottom: below,
      posts: isSpaced ? tableFrame(table, edges) : verticalBorders(table, cells, edges),
      // Computed on demand, since most rows are never cut.
      cut: (side) => (isSpaced ? [] : cutBorders(table, cells, edges, side)),
      rule: row?.height?.rule ?? 'auto',
      least: leastHeight(table, row, cells, context),
      cantSplit: row?.cantSplit ?? false,
      breakBefore: breakBefore(cells, keptByRowAbove, index > 0 && table.rows[index - 1]?.isHeader === true),
      keepWithNext,
      isLast: index === grid.rows.length - 1,
    })
    above = below
    keptByRowAbove = keepWithNext
  }
  return setTurnedCells(rows, context)
}

/**
 * Least height of a row by its height rule. Word adds the largest bottom margin of the row's cells to an exact height
 * ([MS-OI29500], 2.1.180). From Word 2010 on, it adds both margins to a least height: a PDF that Word made in mode 14 and its
 * page breaks in mode 15 show this, and the page count of a document of mode 12 does not.
 */
function leastHeight(
  table: Table,
  row: TableRow | undefined,
  cells: readonly GridCell[],
  { document }: LayoutContext,
): number {
  const { value, rule } = row?.height ?? { value: 0, rule: 'atLeast' }
  const addsBoth = rule === 'atLeast' && document.settings.compatibilityMode >= 14
  if (value <= 0 || (rule === 'atLeast' && !addsBoth)) return Math.max(0, value)
  return cells.reduce((most, { cell }) => {
    const { top, bottom } = cellMargins(table, cell)
    return Math.max(most, value + bottom + (addsBoth ? top : 0))
  }, value)
}

/** Borders between rows. Spaced cells have frames of their own, so only the border around the table is left for them. */
function rowBorders(table: Table, grid: TableGrid, edges: readonly number[], index: number) {
  const spaced = spacingOf(table, table.rows[Math.min(index, table.rows.length - 1)]) > 0
  if (!spaced) return horizontalBorders(table, grid, edges, index)
  const border = index === 0 ? table.borders.top : index === grid.rows.length ? table.borders.bottom : undefined
  const first = edges[0] ?? 0
  const last = edges[edges.length - 1] ?? 0
  return border ? [{ left: Math.min(first, last), right: Math.max(first, last), border }] : []
}

function createCellBox(
  table: Table,
  grid: TableGrid,
  placed: GridCell,
  edges: readonly number[],
  context: LayoutContext,
): CellBox {
  const { cell } = placed
  const around = hasContextualEdge(cell) ? stylesAround(table, placed) : undefined
  const start = edges[placed.column] ?? 0
  const end = edges[placed.column + placed.span] ?? start
  const frame = spacedFrame(table, grid, placed)
  const gap = frame?.gap ?? { top: 0, right: 0, bottom: 0, left: 0 }
  const room = frameThickness(frame)
  const left = Math.min(start, end) + gap.left
  const width = Math.max(0, Math.abs(end - start) - gap.left - gap.right)
  const own = textMargins(table, grid, placed)
  const margins = {
    top: own.top + gap.top + room.top,
    right: own.right + room.right,
    bottom: own.bottom + gap.bottom + room.bottom,
    left: own.left + room.left,
  }
  const isTurned = cell.textDirection !== 'horizontal'
  const { shading } = cell
  const box: { -readonly [K in keyof CellBox]: CellBox[K] } = {
    cell,
    left,
    width,
    rowSpan: placed.lastRow - placed.row + 1,
    margins,
    content: isTurned ? NO_CONTENT : layOutCell(cell, width - margins.left - margins.right, context, around),
    isCut: false,
  }
  if (shading !== undefined) box.shading = shading
  if (frame !== undefined) box.frame = frame
  return box
}

function hasContextualEdge({ blocks }: TableCell): boolean {
  return [blocks[0], blocks.at(-1)].some((edge) => edge?.kind === 'paragraph' && edge.properties.contextualSpacing)
}

/**
 * Styles of the paragraphs before and after a cell in document order: those of the neighbouring cells in the row, and of the
 * mark at the end of each row, which Word keeps as a paragraph of the default style. The shading of paragraphs in Word's PDFs
 * shows this: cells within a row have no space towards each other; the first and the last cell keep theirs, and lose it where
 * their paragraphs have the default style too.
 */
function stylesAround(table: Table, { cell, row }: GridCell): StylesAround {
  const cells = table.rows[row]?.cells ?? []
  const index = cells.indexOf(cell)
  const before = cells[index - 1]
  const after = cells[index + 1]
  return {
    before: before === undefined ? (row === 0 ? undefined : table.rowMarkStyle) : styleOf(before.blocks.at(-1)),
    after: after === undefined ? table.rowMarkStyle : styleOf(after.blocks[0]),
  }
}

/** Whether a row stays with the next one. In Word, it does when the first paragraph of each cell has "keep with next". */
function keepsWithNext(cells: readonly GridCell[]): boolean {
  const shown = cells.filter((placed) => placed.origin === undefined)
  return (
    shown.length > 0 &&
    shown.every(({ cell: { blocks } }) => blocks[0]?.kind === 'paragraph' && blocks[0].properties.keepWithNext)
  )
}

/**
 * Whether a page may end above a row. In Word's pages, header rows never stand alone at the end of a page: they move to the next
 * page with the row below.
 */
function breakBefore(cells: readonly GridCell[], isKept: boolean, isBelowHeader: boolean): Slice['breakBefore'] {
  const first = cells[0]?.cell.blocks[0]
  if (first?.kind === 'paragraph' && first.properties.pageBreakBefore) return 'page'
  return isKept || isBelowHeader ? 'avoided' : 'allowed'
}

/** Lays out cells with rotated text, whose lines run along the row height that the other cells decide. */
function setTurnedCells(rows: readonly RowBox[], context: LayoutContext): readonly RowBox[] {
  const isTurned = ({ cell }: CellBox) => cell.textDirection !== 'horizontal'
  if (!rows.some((row) => row.cells.some(isTurned))) return rows
  const heights = rowHeights(rows)
  return rows.map((row, index) => ({
    ...row,
    cells: row.cells.map((box) => {
      if (!isTurned(box)) return box
      const reached = heights.slice(index, index + box.rowSpan).reduce((sum, height) => sum + height, 0)
      const room = reached - box.margins.top - box.margins.bottom
      if (row.rule === 'exact') return { ...box, lineLength: room, content: layOutCell(box.cell, room, context) }
      return setTurnedCell(box, Math.max(room, wantedLineLength(box, row.rule, context)), context)
    }),
  }))
}

/** Lengthens lines, and so the row, until the cell is wide enough for all lines. Lines that still do not fit are clipped. */
function setTurnedCell(box: CellBox, wanted: number, context: LayoutContext): CellBox {
  const across = Math.max(1, box.width - box.margins.left - box.margins.right)
  let lineLength = wanted
  let content = layOutCell(box.cell, lineLength, context)
  for (let round = 0; content.height > across && lineLength < MOST_TURNED_LINE && round < MAX_TURNED_ROUNDS; round++) {
    lineLength = Math.min(MOST_TURNED_LINE, Math.ceil((lineLength * content.height) / across))
    content = layOutCell(box.cell, lineLength, context)
  }
  return { ...box, lineLength, content }
}

function wantedLineLength(box: CellBox, rule: RowBox['rule'], context: LayoutContext): number {
  const { minWidth, maxWidth } = measureBlocks(box.cell.blocks, context)
  return rule === 'auto' && box.rowSpan === 1 ? Math.max(minWidth, Math.min(maxWidth, LONGEST_TURNED_LINE)) : minWidth
}
