/**
 * Where the items of a grid stand (CSS Grid Layout Module Level 1, 8).
 *
 * @module
 */

import { largest } from '../../lists.js'
import type { BlockBox } from './box-tree.js'
import type { FlexStyle } from './css/computed-style.js'
import { MAX_TRACKS, templateTracks } from './grid-tracks.js'

/** An item and the cells that it covers, from 0. */
export interface GridPlace {
  readonly item: BlockBox
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
}

/** Most rows that one item may ask for, or name. */
const MAX_ROWS = 200

/** Lines that an item asks for, on one axis. */
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

/** Places the items: those that say where, there; the others where there is room, row by row. */
export function placeItems(
  items: readonly BlockBox[],
  container: FlexStyle,
  available: number,
  gap: number,
): { readonly cells: GridPlace[]; readonly columnCount: number } {
  const areas = parseAreas(container.templateAreas)
  const explicit = Math.max(templateTracks(container.templateColumns, available, gap).length, areas.columnCount)
  const wanted = items.map((item) => ({ item, ...linesOf(item, areas.byName, explicit) }))
  const columnCount = Math.min(
    MAX_TRACKS,
    wanted.reduce((most, { column }) => Math.max(most, (column.start ?? 0) + column.span), Math.max(1, explicit)),
  )
  const board = new GridBoard(columnCount)
  const rest: typeof wanted = []
  for (const place of wanted) {
    const { item, row, column } = place
    const start = column.start === undefined ? undefined : Math.min(column.start, columnCount - 1)
    const span = Math.min(column.span, columnCount - (start ?? 0))
    const area = { row: row.start ?? 0, column: start ?? 0, rowSpan: row.span, columnSpan: span }
    const isFixed = row.start !== undefined && start !== undefined
    if (isFixed && board.isFree(area)) board.put(item, area)
    else rest.push({ item, row, column: { start: isFixed ? undefined : start, span } })
  }
  for (const { item, row, column } of rest) board.putNext(item, row.span, column)
  const cells = dropEmptyRows(board.cells)
  // Columns that are as many as fit are no more than are needed (CSS Grid Layout Module Level 1, 7.2.3.2).
  const isFitted = /auto-fit/i.test(container.templateColumns ?? '')
  const used = cells.reduce((most, { column, columnSpan }) => Math.max(most, column + columnSpan), 1)
  return { cells, columnCount: isFitted ? used : columnCount }
}

/** The cells that are taken, and where the next item goes that does not say it. */
class GridBoard {
  readonly cells: GridPlace[] = []
  readonly #columnCount: number
  readonly #taken = new Set<number>()
  #row = 0
  #column = 0

  constructor(columnCount: number) {
    this.#columnCount = columnCount
  }

  isFree({ row, column, rowSpan, columnSpan }: Area): boolean {
    if (column + columnSpan > this.#columnCount) return false
    for (let y = row; y < row + rowSpan; y++) {
      for (let x = column; x < column + columnSpan; x++) if (this.#taken.has(y * MAX_TRACKS + x)) return false
    }
    return true
  }

  put(item: BlockBox, area: Area): void {
    for (let y = area.row; y < area.row + area.rowSpan; y++) {
      for (let x = area.column; x < area.column + area.columnSpan; x++) this.#taken.add(y * MAX_TRACKS + x)
    }
    this.cells.push({ item, ...area })
  }

  /** Puts an item where there is room for it, never before the one that was put last. */
  putNext(item: BlockBox, rowSpan: number, { start, span }: Lines): void {
    if (start !== undefined && start < this.#column) this.#row++
    if (start !== undefined) this.#column = start
    const area = () => ({ row: this.#row, column: this.#column, rowSpan, columnSpan: span })
    while (!this.isFree(area())) {
      this.#column++
      if (start !== undefined || this.#column + span > this.#columnCount) {
        this.#row++
        this.#column = start ?? 0
      }
    }
    this.put(item, area())
    this.#column += span
  }
}

function linesOf(item: BlockBox, areas: ReadonlyMap<string, Area>, columns: number): { row: Lines; column: Lines } {
  const { gridColumn, gridRow, gridArea } = item.place.style.box.flex ?? {}
  const area = gridArea === undefined ? undefined : areas.get(gridArea.trim())
  if (area !== undefined) {
    return { row: { start: area.row, span: area.rowSpan }, column: { start: area.column, span: area.columnSpan } }
  }
  const [rowStart, columnStart, rowEnd, columnEnd] = (gridArea ?? '').split('/').map((part) => part.trim())
  const join = (start: string | undefined, end: string | undefined) =>
    gridArea === undefined || !/\//.test(gridArea) ? undefined : `${start ?? 'auto'} / ${end ?? 'auto'}`
  return {
    row: parseLines(gridRow ?? join(rowStart, rowEnd), 0),
    column: parseLines(gridColumn ?? join(columnStart, columnEnd), columns),
  }
}

/** `2 / 4`, `span 2`, `1 / -1` (8.3). */
function parseLines(text: string | undefined, tracks: number): Lines {
  const [first = 'auto', second = 'auto'] = (text ?? '').split('/').map((part) => part.trim() || 'auto')
  const line = (part: string) => {
    const number = /^-?\d{1,4}$/.test(part) ? Number(part) : undefined
    if (number === undefined || number === 0) return undefined
    return number > 0 ? number - 1 : tracks > 0 ? tracks + 1 + number : undefined
  }
  const span = /^span\s+(\d{1,3})$/.exec(first)?.[1] ?? /^span\s+(\d{1,3})$/.exec(second)?.[1]
  const [start, end] = [line(first), line(second)]
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

function parseAreas(text: string | undefined): { byName: ReadonlyMap<string, Area>; columnCount: number } {
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
  return { byName, columnCount: Math.min(MAX_TRACKS, largest([0, ...rows.map((names) => names.length)])) }
}

/** Rows that nothing begins in take no room. */
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
