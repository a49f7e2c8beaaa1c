/**
 * The grid of an HTML table (WHATWG HTML, 4.9.12): which cell is where.
 *
 * @module
 */

import { COSTS } from '../../conversion-budget.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import type { BoxStyle, Display } from '../css/computed-style.js'
import type { StyledPlace, StyleResolver } from '../css/style-resolver.js'
import { childElements, getAttribute, type HtmlElement, isText } from '../source/html-tree.js'
import { type Lines, rowLines } from './collapse-lines.js'
import { derivePlace } from './derived-place.js'

/** A cell with the columns that it covers. `element` is left out for an empty place. */
export interface GridCell {
  readonly element?: HtmlElement
  readonly place?: StyledPlace
  readonly column: number
  readonly columnSpan: number
  /** Number of rows that the cell spans; 0 for a place that a cell from above covers. */
  readonly rowSpan: number
}

export interface GridRow {
  readonly element: HtmlElement
  readonly place: StyledPlace
  readonly isHeader: boolean
  readonly isFooter: boolean
  /** Place of the row group, in its first row. */
  readonly groupPlace?: StyledPlace
  /** The lines that it draws around itself. */
  readonly lines: Lines
  readonly cells: GridCell[]
}

/** A table by its rows, with columns and content that did not fit. */
export interface TableGrid {
  readonly rows: readonly GridRow[]
  readonly columnCount: number
  readonly captions: readonly HtmlElement[]
  /** `col` elements and the columns they are about. */
  readonly columns: readonly { readonly place: StyledPlace; readonly column: number; readonly span: number }[]
  /** Content of cells that did not fit into the grid. */
  readonly overflow: readonly { readonly element: HtmlElement; readonly place: StyledPlace }[]
}

/** A cell from above that continues in the rows below. */
interface Reach {
  readonly cell: GridCell
  rowsLeft: number
}

/** Places the cells of a table on its grid. Spans are limited to the rows and columns that exist. */
export function readTableGrid(table: HtmlElement, place: StyledPlace, resolver: StyleResolver): TableGrid {
  const { groups, captions, columns } = readParts(table, place, resolver)
  const rows: GridRow[] = []
  const overflow: { element: HtmlElement; place: StyledPlace }[] = []
  const isCollapsed = place.style.box.borderSpacing === 0
  for (const group of groups) {
    let reaches: Reach[] = []
    for (const [index, row] of group.rows.entries()) {
      // Cells that span several rows are added to each row that they cover.
      resolver.budget.hold('cells', COSTS.cell * reaches.length)
      const laid = layRow(row, reaches, group.rows.length - index, resolver, overflow)
      resolver.budget.hold('cells', COSTS.cell * (laid.cells.length - Math.min(reaches.length, laid.cells.length)))
      const at = { isFirst: index === 0, isLast: index === group.rows.length - 1 }
      const lines = isCollapsed ? rowLines(row.place.style.box, group.place?.style.box, at) : NO_LINES
      const groupPlace = index === 0 && group.place !== undefined ? { groupPlace: group.place } : {}
      rows.push({
        ...row,
        ...groupPlace,
        isHeader: group.part === 'head',
        isFooter: group.part === 'foot',
        lines,
        cells: laid.cells,
      })
      reaches = laid.reaches
    }
  }
  return { ...joinColumns(rows, columns), captions, overflow }
}

/**
 * Removes columns at which neither a cell nor a `col` begins. A `colspan` of 100 is meant to cover the existing columns, not to
 * create a hundred.
 */
function joinColumns(
  rows: readonly GridRow[],
  columns: TableGrid['columns'],
): Pick<TableGrid, 'rows' | 'columnCount' | 'columns'> {
  const starts = new Set<number>()
  for (const { cells } of rows) for (const cell of cells) starts.add(cell.column)
  for (const { column, span } of columns) for (let index = 0; index < span; index++) starts.add(column + index)
  if (isWhole(rows, starts.size)) return { rows, columnCount: starts.size, columns }
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

/** Whether a cell begins at every column, and no cell exceeds the last column, as in most tables. */
function isWhole(rows: readonly GridRow[], count: number): boolean {
  let end = 0
  for (const { cells } of rows) {
    const last = cells.at(-1)
    if (last !== undefined) end = Math.max(end, last.column + last.columnSpan)
  }
  return end === count
}

interface RowSource {
  readonly element: HtmlElement
  readonly place: StyledPlace
}

const NO_LINES: Lines = {}

interface RowGroup {
  readonly part: NonNullable<BoxStyle['rowGroup']>
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
  const isOwnRow = isRowOfCells(table, place, resolver)
  if (isOwnRow) bodies.push({ part: 'body', rows: [{ element: table, place: bareRow(place) }] })
  for (const child of isOwnRow ? [] : childElements(table)) {
    const own = resolver.resolve(child, place)
    const role = tableRole(child, own)
    if (role === 'caption') captions.push(child)
    if (own.style.box.display === 'none') continue
    if (child.tagName === 'colgroup' || child.tagName === 'col') addColumn(child, place)
    else if (role === 'row') bodies.push({ part: 'body', rows: [{ element: child, place: own }] })
    else if (role === 'row-group') {
      const rows = childElements(child).flatMap((row): RowSource[] => {
        const rowPlace = resolver.resolve(row, own)
        const isShown = tableRole(row, rowPlace) === 'row' && rowPlace.style.box.display !== 'none'
        return isShown ? [{ element: row, place: rowPlace }] : []
      })
      const part = own.style.box.rowGroup ?? PARTS.get(child.tagName) ?? 'body'
      // Only the first header and the first footer of a table are moved to its ends (CSS 2.2, 17.2).
      const target = part === 'head' ? heads : part === 'foot' ? feet : bodies
      if (target === bodies || target.length > 0) bodies.push({ part: 'body', place: own, rows })
      else target.push({ part, place: own, rows })
    }
  }
  return { groups: [...heads, ...bodies, ...feet], captions, columns }
}

const PARTS: ReadonlyMap<string, RowGroup['part']> = new Map<string, RowGroup['part']>([
  ['thead', 'head'],
  ['tfoot', 'foot'],
])

/** Roles of elements in tables by their names, whatever a style sheet says. */
const ROLES: ReadonlyMap<string, Display> = new Map<string, Display>([
  ['caption', 'caption'],
  ['thead', 'row-group'],
  ['tbody', 'row-group'],
  ['tfoot', 'row-group'],
  ['tr', 'row'],
  ['td', 'cell'],
  ['th', 'cell'],
])

/** The role of an element in its table (CSS 2.2, 17.2). */
function tableRole(element: HtmlElement, { style }: StyledPlace): Display {
  return ROLES.get(element.tagName) ?? style.box.display
}

/**
 * Whether an element that a style sheet declares a table can be written as one: it consists of rows, row groups or cells, and of
 * nothing that would be lost in a table.
 */
export function isStyledTable(element: HtmlElement, place: StyledPlace, resolver: StyleResolver): boolean {
  const { display } = place.style.box
  if (display === 'row') return isRowOfCells(element, place, resolver)
  if (display !== 'table' && display !== 'inline-block') return false
  return isRowOfCells(element, place, resolver) || holdsOnly(element, place, resolver, /^(?:row|row-group|caption)$/)
}

/**
 * Whether a table that a style sheet makes a block (so that it can be scrolled) still has rows of cells. Then there is a table
 * within the block (CSS 2.2, 17.2.1).
 */
export function keepsRows(element: HtmlElement, place: StyledPlace, resolver: StyleResolver): boolean {
  for (const child of childElements(element)) {
    const own = resolver.resolve(child, place)
    const { display } = own.style.box
    if (display === 'row-group') {
      const [row] = childElements(child)
      if (row !== undefined) return resolver.resolve(row, own).style.box.display === 'row'
    } else if (display === 'row' || display === 'block') return display === 'row'
  }
  return false
}

function isRowOfCells(element: HtmlElement, place: StyledPlace, resolver: StyleResolver): boolean {
  return element.tagName !== 'table' && holdsOnly(element, place, resolver, /^cell$/)
}

/**
 * Whether all visible content of an element is of these kinds, and row groups contain rows only. False for an element without
 * content.
 */
function holdsOnly(element: HtmlElement, place: StyledPlace, resolver: StyleResolver, kinds: RegExp): boolean {
  let count = 0
  for (const child of element.childNodes) {
    if (isText(child) && child.value.trim() !== '') return false
  }
  for (const child of childElements(element)) {
    const own = resolver.resolve(child, place)
    const role = tableRole(child, own)
    if (own.style.box.display === 'none') continue
    if (!kinds.test(role)) return false
    if (role === 'row-group' && !holdsOnly(child, own, resolver, /^row$/)) return false
    count++
  }
  return count > 0
}

/** The place of a row that is a table of its own. The table draws what would be drawn around the row. */
function bareRow(place: StyledPlace): StyledPlace {
  const box = { display: 'row' as const, margin: {}, padding: {}, border: {} }
  return derivePlace(place, 'row', { text: place.style.text, box })
}

/** The cells of a row. A row with other content becomes a single cell, so that nothing is lost. */
function cellsOf(source: RowSource, resolver: StyleResolver): RowSource[] {
  if (source.element.tagName !== 'tr' && !holdsOnly(source.element, source.place, resolver, /^cell$/)) return [source]
  return childElements(source.element).flatMap((element): RowSource[] => {
    const place = resolver.resolve(element, source.place)
    const isShown = tableRole(element, place) === 'cell' && place.style.box.display !== 'none'
    return isShown ? [{ element, place }] : []
  })
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
  for (const { element, place } of cellsOf(source, resolver)) {
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
  // Cells from above that lie beyond the last cell of this row.
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
