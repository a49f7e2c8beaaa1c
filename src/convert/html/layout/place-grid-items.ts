/**
 * Places the items of a grid (CSS Grid Layout Module Level 1, 8).
 *
 * @module
 */

import { largest } from '../../../lists.js'
import type { BlockBox } from '../boxes/box-tree.js'
import type { FlexStyle } from '../css/computed-style.js'
import { splitWords } from '../css/css-text.js'
import { isColumnFlow, MAX_TRACKS, templateTracks } from './grid-tracks.js'

/** An item and the cells that it covers, from 0. */
export interface GridPlace {
  readonly item: BlockBox
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
}

/** Maximum number of rows that an item may span, or name. */
const MAX_ROWS = 200

/** Lines that an item names on one axis. */
interface Lines {
  readonly start: number | undefined
  readonly span: number
}

interface Area {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
}

/** Places the items: those with a place there, the others where there is room, row by row or column by column. */
export function placeItems(
  items: readonly BlockBox[],
  container: FlexStyle,
  available: number,
  gap: number,
): { readonly cells: GridPlace[]; readonly columnCount: number } {
  const areas = parseAreas(container.templateAreas)
  const explicit = {
    columns: Math.max(templateTracks(container.templateColumns, available, gap).length, areas.columnCount),
    rows: Math.max(templateTracks(container.templateRows, 0, 0).length, areas.rowCount),
  }
  const names = {
    columns: lineNames(container.templateColumns, areas.byName, 'column'),
    rows: lineNames(container.templateRows, areas.byName, 'row'),
  }
  const wanted = items.map((item): Wanted => ({ item, ...linesOf(item, areas.byName, explicit.columns, names) }))
  const isByColumn = isColumnFlow(container.autoFlow)
  const isDense = /\bdense\b/i.test(container.autoFlow ?? '') && items.length <= MAX_DENSE
  const board = new GridBoard(
    isByColumn ? rowCount(wanted, explicit.rows) : columnsOf(wanted, explicit.columns),
    isDense,
  )
  const cells = dropEmptyRows(isByColumn ? putByColumn(wanted, board) : putByRow(wanted, board))
  const used = cells.reduce((most, { column, columnSpan }) => Math.max(most, column + columnSpan), 1)
  // With `auto-fit`, no more columns are made than are needed (CSS Grid Layout Module Level 1, 7.2.3.2).
  const isFitted = /auto-fit/i.test(container.templateColumns ?? '')
  if (isByColumn) return { cells, columnCount: Math.max(used, isFitted ? 1 : Math.min(MAX_TRACKS, explicit.columns)) }
  return { cells, columnCount: isFitted ? used : board.width }
}

/** An item with the lines that it names. */
interface Wanted {
  readonly item: BlockBox
  readonly row: Lines
  readonly column: Lines
}

/** Maximum number of items for which gaps are searched. Each search begins at the start of the grid. */
const MAX_DENSE = 300

function columnsOf(wanted: readonly Wanted[], explicit: number): number {
  const most = wanted.reduce((most, { column }) => Math.max(most, (column.start ?? 0) + column.span), explicit)
  return Math.min(MAX_TRACKS, Math.max(1, most))
}

/**
 * Number of rows to which columns are filled: as many as are named, or as many as keep the number of columns within its limit.
 */
function rowCount(wanted: readonly Wanted[], explicit: number): number {
  const most = wanted.reduce((most, { row }) => Math.max(most, (row.start ?? 0) + row.span), explicit)
  const area = wanted.reduce((sum, { row, column }) => sum + row.span * Math.min(MAX_TRACKS, column.span), 0)
  return Math.max(1, Math.min(MAX_ROWS, most), Math.ceil(area / MAX_TRACKS))
}

function putByRow(wanted: readonly Wanted[], board: GridBoard): readonly GridPlace[] {
  const rest: Wanted[] = []
  for (const place of wanted) {
    const { item, row, column } = place
    const start = column.start === undefined ? undefined : Math.min(column.start, board.width - 1)
    const span = Math.min(column.span, board.width - (start ?? 0))
    const area = { row: row.start ?? 0, column: start ?? 0, rowSpan: row.span, columnSpan: span }
    const isFixed = row.start !== undefined && start !== undefined
    if (isFixed && board.isFree(area)) board.put(item, area)
    else rest.push({ item, row, column: { start: isFixed ? undefined : start, span } })
  }
  for (const { item, row, column } of rest) board.putNext(item, row.span, column)
  return board.cells
}

/** Places items like putByRow, with rows and columns exchanged. Items beyond the last column are placed below the others. */
function putByColumn(wanted: readonly Wanted[], board: GridBoard): readonly GridPlace[] {
  putByRow(
    wanted.map(({ item, row, column }) => ({ item, row: column, column: row })),
    board,
  )
  const turned = board.cells.map(({ item, row, column, rowSpan, columnSpan }) => {
    return { item, row: column, column: row, rowSpan: columnSpan, columnSpan: rowSpan }
  })
  const isInside = ({ column, columnSpan }: GridPlace) => column + columnSpan <= MAX_TRACKS
  const beyond = new GridBoard(MAX_TRACKS, false)
  for (const { item, rowSpan, columnSpan } of turned.filter((place) => !isInside(place)))
    beyond.putNext(item, rowSpan, { start: undefined, span: Math.min(MAX_TRACKS, columnSpan) })
  return [...turned.filter(isInside), ...beyond.cells.map((place) => ({ ...place, row: place.row + board.width }))]
}

/** The occupied cells, and the place of the next item without its own. */
class GridBoard {
  readonly cells: GridPlace[] = []
  /** Number of cells in a line. */
  readonly width: number
  readonly #isDense: boolean
  readonly #taken = new Set<number>()
  #row = 0
  #column = 0

  constructor(width: number, isDense: boolean) {
    this.width = width
    this.#isDense = isDense
  }

  isFree({ row, column, rowSpan, columnSpan }: Area): boolean {
    if (column + columnSpan > this.width) return false
    for (let y = row; y < row + rowSpan; y++) {
      for (let x = column; x < column + columnSpan; x++) if (this.#taken.has(y * this.width + x)) return false
    }
    return true
  }

  put(item: BlockBox, area: Area): void {
    for (let y = area.row; y < area.row + area.rowSpan; y++) {
      for (let x = area.column; x < area.column + area.columnSpan; x++) this.#taken.add(y * this.width + x)
    }
    this.cells.push({ item, ...area })
  }

  /** Places an item where there is room: never before the last one, unless gaps are filled. */
  putNext(item: BlockBox, rowSpan: number, { start, span }: Lines): void {
    if (this.#isDense) [this.#row, this.#column] = [0, 0]
    if (start !== undefined && start < this.#column) this.#row++
    if (start !== undefined) this.#column = start
    const area = () => ({ row: this.#row, column: this.#column, rowSpan, columnSpan: span })
    while (!this.isFree(area())) {
      this.#column++
      if (start !== undefined || this.#column + span > this.width) {
        this.#row++
        this.#column = start ?? 0
      }
    }
    this.put(item, area())
    this.#column += span
  }
}

/**
 * Lines by their names (7.2.1), including those that areas name (7.3.2). Names within `repeat()` belong to several lines and are
 * left out.
 */
function lineNames(template: string | undefined, areas: ReadonlyMap<string, Area>, axis: 'row' | 'column'): LineNames {
  const names = new Map<string, number>()
  for (const [name, area] of areas) {
    names.set(`${name}-start`, area[axis])
    names.set(`${name}-end`, area[axis] + (axis === 'row' ? area.rowSpan : area.columnSpan))
  }
  if (template === undefined || !template.includes('[') || /\brepeat\(/i.test(template)) return names
  let line = 0
  for (const part of template.match(/\[[^\]]*\]|[^[\]]+/g) ?? []) {
    if (!part.startsWith('[')) line += splitWords(part).length
    else for (const name of splitWords(part.slice(1, -1))) if (!names.has(name)) names.set(name, line)
  }
  return names
}

type LineNames = ReadonlyMap<string, number>

function linesOf(
  item: BlockBox,
  areas: ReadonlyMap<string, Area>,
  columns: number,
  names: { readonly columns: LineNames; readonly rows: LineNames },
): { row: Lines; column: Lines } {
  const { gridColumn, gridRow, gridArea } = item.place.style.box.flex ?? {}
  const area = gridArea === undefined ? undefined : areas.get(gridArea.trim())
  if (area !== undefined) {
    return { row: { start: area.row, span: area.rowSpan }, column: { start: area.column, span: area.columnSpan } }
  }
  const [rowStart, columnStart, rowEnd, columnEnd] = (gridArea ?? '').split('/').map((part) => part.trim())
  const join = (start: string | undefined, end: string | undefined) =>
    gridArea === undefined || !/\//.test(gridArea) ? undefined : `${start ?? 'auto'} / ${end ?? 'auto'}`
  return {
    row: parseLines(gridRow ?? join(rowStart, rowEnd), 0, names.rows),
    column: parseLines(gridColumn ?? join(columnStart, columnEnd), columns, names.columns),
  }
}

/** `2 / 4`, `span 2`, `1 / -1` (8.3). */
function parseLines(text: string | undefined, tracks: number, names: LineNames): Lines {
  const [first = 'auto', written] = (text ?? '').split('/').map((part) => part.trim() || 'auto')
  const isNamed = names.size > 0 && /^[a-z_][-\w]*$/i.test(first) && first !== 'auto'
  // A name alone stands for both lines around the named area.
  const second = written ?? (isNamed ? first : 'auto')
  const line = (part: string, edge: 'start' | 'end') => {
    const named = names.get(`${part}-${edge}`) ?? names.get(part)
    if (named !== undefined) return named
    const number = /^-?\d{1,4}$/.test(part) ? Number(part) : undefined
    if (number === undefined || number === 0) return undefined
    return number > 0 ? number - 1 : tracks > 0 ? tracks + 1 + number : undefined
  }
  const span = /^span\s+(\d{1,3})$/.exec(first)?.[1] ?? /^span\s+(\d{1,3})$/.exec(second)?.[1]
  const [start, end] = [line(first, 'start'), line(second, 'end')]
  const length =
    span !== undefined
      ? Math.max(1, Number(span))
      : start !== undefined && end !== undefined && end > start
        ? end - start
        : 1
  const from = start ?? (end === undefined ? undefined : Math.max(0, end - length))
  return {
    start: from === undefined ? undefined : Math.min(from, tracks > 0 ? Math.max(0, tracks * 2) : MAX_ROWS),
    span: Math.min(MAX_TRACKS, length),
  }
}

function parseAreas(text: string | undefined): {
  byName: ReadonlyMap<string, Area>
  columnCount: number
  rowCount: number
} {
  const byName = new Map<string, Area>()
  const rows = [...(text ?? '').matchAll(/"([^"]*)"|'([^']*)'/g)]
    .slice(0, MAX_ROWS)
    .map((match) => (match[1] ?? match[2] ?? '').trim().split(/\s+/))
  for (const [row, names] of rows.entries()) {
    for (const [column, name] of names.entries()) {
      if (/^\.+$/.test(name) || name === '') continue
      const known = byName.get(name)
      byName.set(name, {
        row: known?.row ?? row,
        column: Math.min(known?.column ?? column, column),
        rowSpan: row - (known?.row ?? row) + 1,
        columnSpan:
          Math.max((known?.column ?? column) + (known?.columnSpan ?? 1), column + 1) -
          Math.min(known?.column ?? column, column),
      })
    }
  }
  const columnCount = Math.min(MAX_TRACKS, largest([0, ...rows.map((names) => names.length)]))
  return { byName, columnCount, rowCount: rows.length }
}

/** Removes rows in which nothing begins, which take no room. */
function dropEmptyRows(cells: readonly GridPlace[]): GridPlace[] {
  const used = [...new Set(cells.map(({ row }) => row))].sort((a, b) => a - b)
  const index = new Map(used.map((row, at) => [row, at]))
  return cells.map((cell) => {
    const row = index.get(cell.row) ?? 0
    let end = row + 1
    while (end < used.length && (used[end] ?? 0) < cell.row + cell.rowSpan) end++
    return { ...cell, row, rowSpan: end - row }
  })
}
