/**
 * The grid of an HTML table (WHATWG HTML, 4.9.12): which cell is where.
 *
 * @module
 */

import { CONVERT_LIMITS } from '../../limits.js'
import { type Lines, rowLines } from './collapse-lines.js'
import { childElements, getAttribute, type HtmlElement } from './html-tree.js'
import type { StyledPlace, StyleResolver } from './style-resolver.js'

/** A cell and the columns it covers; `element` is left out where there is none. */
export interface GridCell {
  readonly element?: HtmlElement
  readonly place?: StyledPlace
  readonly column: number
  readonly columnSpan: number
  /** Rows it reaches over; 0 where a cell of a row above reaches down. */
  readonly rowSpan: number
}

export interface GridRow {
  readonly element: HtmlElement
  readonly place: StyledPlace
  readonly isHeader: boolean
  /** The lines that it draws around itself. */
  readonly lines: Lines
  readonly cells: GridCell[]
}

/** A table by rows, and what stands beside them. */
export interface TableGrid {
  readonly rows: readonly GridRow[]
  readonly columnCount: number
  readonly captions: readonly HtmlElement[]
  /** `col` elements and the columns they are about. */
  readonly columns: readonly { readonly place: StyledPlace; readonly column: number; readonly span: number }[]
  /** Cells that did not fit. */
  readonly overflow: readonly { readonly element: HtmlElement; readonly place: StyledPlace }[]
}

/** A cell above that goes on in the rows below it. */
interface Reach {
  readonly cell: GridCell
  rowsLeft: number
}

/** Lays the cells of a table on its grid. Spans are cut to what there is. */
export function readTableGrid(table: HtmlElement, place: StyledPlace, resolver: StyleResolver): TableGrid {
  const { groups, captions, columns } = readParts(table, place, resolver)
  const rows: GridRow[] = []
  const overflow: { element: HtmlElement; place: StyledPlace }[] = []
  const isCollapsed = place.style.box.borderSpacing === 0
  for (const group of groups) {
    let reaches: Reach[] = []
    for (const [index, row] of group.rows.entries()) {
      const laid = layRow(row, reaches, group.rows.length - index, resolver, overflow)
      const at = { isFirst: index === 0, isLast: index === group.rows.length - 1 }
      const lines = isCollapsed ? rowLines(row.place.style.box, group.place?.style.box, at) : NO_LINES
      rows.push({ ...row, isHeader: group.isHeader, lines, cells: laid.cells })
      reaches = laid.reaches
    }
  }
  return { ...joinColumns(rows, columns), captions, overflow }
}

/**
 * Without columns that no cell and no `col` begins at: a `colspan` of 100 is there to cover what columns there are, not
 * to make a hundred.
 */
function joinColumns(
  rows: readonly GridRow[],
  columns: TableGrid['columns'],
): Pick<TableGrid, 'rows' | 'columnCount' | 'columns'> {
  const starts = new Set<number>()
  for (const { cells } of rows) for (const cell of cells) starts.add(cell.column)
  for (const { column, span } of columns) for (let index = 0; index < span; index++) starts.add(column + index)
  const sorted = [...starts].sort((a, b) => a - b)
  const known = new Map(sorted.map((start, index) => [start, index]))
  const firstFrom = (column: number) => {
    const index = sorted.findIndex((start) => start >= column)
    return index < 0 ? sorted.length : index
  }
  const ends = new Map<number, number>()
  const indexOfEnd = (column: number) => {
    const index = ends.get(column) ?? firstFrom(column)
    ends.set(column, index)
    return index
  }
  const joined = rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => {
      const column = known.get(cell.column) ?? 0
      return { ...cell, column, columnSpan: Math.max(1, indexOfEnd(cell.column + cell.columnSpan) - column) }
    }),
  }))
  const columnCount = joined.reduce((most, { cells }) => {
    const last = cells.at(-1)
    return last === undefined ? most : Math.max(most, last.column + last.columnSpan)
  }, 0)
  return { rows: joined, columnCount, columns }
}

interface RowSource {
  readonly element: HtmlElement
  readonly place: StyledPlace
}

const NO_LINES: Lines = {}

interface RowGroup {
  readonly isHeader: boolean
  readonly place?: StyledPlace
  readonly rows: RowSource[]
}

function readParts(table: HtmlElement, place: StyledPlace, resolver: StyleResolver) {
  const [heads, bodies, feet]: [RowGroup[], RowGroup[], RowGroup[]] = [[], [], []]
  const captions: HtmlElement[] = []
  const columns: { place: StyledPlace; column: number; span: number }[] = []
  let column = 0
  const addColumn = (element: HtmlElement, parent: StyledPlace) => {
    const own = resolver.resolve(element, parent)
    const inner = childElements(element).filter((child) => child.tagName === 'col')
    for (const child of inner) addColumn(child, own)
    if (inner.length > 0) return
    const span = readSpan(getAttribute(element, 'span'), CONVERT_LIMITS.maxTableColumns)
    columns.push({ place: own, column, span })
    column += span
  }
  for (const child of childElements(table)) {
    const own = resolver.resolve(child, place)
    if (child.tagName === 'caption') captions.push(child)
    if (own.style.box.display === 'none') continue
    if (child.tagName === 'colgroup' || child.tagName === 'col') addColumn(child, place)
    else if (child.tagName === 'tr') bodies.push({ isHeader: false, rows: [{ element: child, place: own }] })
    else if (/^t(?:head|body|foot)$/.test(child.tagName)) {
      const rows = childElements(child).flatMap((row): RowSource[] => {
        const rowPlace = row.tagName === 'tr' ? resolver.resolve(row, own) : undefined
        return rowPlace === undefined || rowPlace.style.box.display === 'none'
          ? []
          : [{ element: row, place: rowPlace }]
      })
      const isHeader = child.tagName === 'thead'
      const target = isHeader ? heads : child.tagName === 'tfoot' ? feet : bodies
      target.push({ isHeader, place: own, rows })
    }
  }
  return { groups: [...heads, ...bodies, ...feet], captions, columns }
}

function layRow(
  source: RowSource,
  reaches: readonly Reach[],
  rowsLeft: number,
  resolver: StyleResolver,
  overflow: { element: HtmlElement; place: StyledPlace }[],
): { cells: GridCell[]; reaches: Reach[] } {
  const cells: GridCell[] = []
  const next: Reach[] = []
  const queue = [...reaches]
  let column = 0
  const coverReached = () => {
    for (let reach = queue[0]; reach !== undefined && reach.cell.column <= column; reach = queue[0]) {
      queue.shift()
      cells.push({ column: reach.cell.column, columnSpan: reach.cell.columnSpan, rowSpan: 0 })
      column = reach.cell.column + reach.cell.columnSpan
      if (reach.rowsLeft > 1) next.push({ cell: reach.cell, rowsLeft: reach.rowsLeft - 1 })
    }
  }
  for (const element of childElements(source.element)) {
    if (element.tagName !== 'td' && element.tagName !== 'th') continue
    const place = resolver.resolve(element, source.place)
    if (place.style.box.display === 'none') continue
    coverReached()
    const room = Math.min(queue[0]?.cell.column ?? Number.POSITIVE_INFINITY, CONVERT_LIMITS.maxTableColumns) - column
    if (room < 1) {
      overflow.push({ element, place })
      continue
    }
    const columnSpan = Math.min(room, readSpan(getAttribute(element, 'colspan'), 1000))
    const wanted = getAttribute(element, 'rowspan')?.trim()
    const rowSpan = wanted === '0' ? rowsLeft : Math.min(rowsLeft, readSpan(wanted, 65_534))
    const cell: GridCell = { element, place, column, columnSpan, rowSpan }
    cells.push(cell)
    if (rowSpan > 1) next.push({ cell, rowsLeft: rowSpan - 1 })
    column += columnSpan
  }
  // Cells that reach down beyond the last one of this row.
  for (const reach of queue) {
    if (reach.cell.column > column) cells.push({ column, columnSpan: reach.cell.column - column, rowSpan: 1 })
    column = reach.cell.column + reach.cell.columnSpan
    cells.push({ column: reach.cell.column, columnSpan: reach.cell.columnSpan, rowSpan: 0 })
    if (reach.rowsLeft > 1) next.push({ cell: reach.cell, rowsLeft: reach.rowsLeft - 1 })
  }
  next.sort((a, b) => a.cell.column - b.cell.column)
  return { cells, reaches: next }
}

function readSpan(text: string | undefined, limit: number): number {
  const match = /^\s*\+?(\d{1,9})/.exec(text ?? '')
  return match === null ? 1 : Math.min(limit, Math.max(1, Number(match[1])))
}
