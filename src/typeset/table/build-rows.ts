/**
 * The rows of a table, with their cells laid out.
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

/** Length that lines of turned text have at most where nothing says how tall the row is. */
const LONGEST_TURNED_LINE = 5760
/** As long as they become where the width of their cell holds less: the height of the text of a page. */
const MOST_TURNED_LINE = 12_000
/**
 * How often a turned cell is laid out again with longer lines: each round lays out all of its text, and few cells need
 * a second one.
 */
const MAX_TURNED_ROUNDS = 4

/** Lays out the cells of a table and gathers what their rows need to be painted. */
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
      // Most rows are never cut.
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
 * Height that the rule of a row asks for. Word adds the largest bottom margin of its cells to an exact height
 * ([MS-OI29500], 2.1.180), and from 2010 on both margins to a least height: so in a PDF that it made in mode 14 and by its
 * breaks in mode 15, and not in a document of mode 12 with its page count.
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

/** Borders between rows. Spaced cells have frames of their own; the table's is all that is left. */
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
 * Styles of the paragraphs before and after a cell, in the order of the document: those of its neighbours in the row, and
 * of the mark that ends each row, which Word keeps as a paragraph of the default style. The shading of paragraphs in
 * Word's PDFs shows it: cells within a row have no space towards each other, the first and the last one keep theirs, and
 * lose it where their paragraphs have the default style too.
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

/** Word keeps a row with the next one when the first paragraph of each of its cells is kept. */
function keepsWithNext(cells: readonly GridCell[]): boolean {
  const shown = cells.filter((placed) => placed.origin === undefined)
  return (
    shown.length > 0 &&
    shown.every(({ cell: { blocks } }) => blocks[0]?.kind === 'paragraph' && blocks[0].properties.keepWithNext)
  )
}

/** Header rows do not stand alone at the end of a page: in Word's pages they go on to the next one with the row below them. */
function breakBefore(cells: readonly GridCell[], isKept: boolean, isBelowHeader: boolean): Slice['breakBefore'] {
  const first = cells[0]?.cell.blocks[0]
  if (first?.kind === 'paragraph' && first.properties.pageBreakBefore) return 'page'
  return isKept || isBelowHeader ? 'avoided' : 'allowed'
}

/** Turned text runs along the height of its rows, which the other cells decide. */
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

/** Lines become longer, and the row higher, until the width of the cell holds all of them: what lies beyond is cut off. */
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
