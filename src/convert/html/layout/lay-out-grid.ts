/**
 * Grids (CSS Grid Layout Module Level 1) as tables without lines.
 *
 * @module
 */

import { append, largest } from '../../../lists.js'
import type { FlowCell, FlowRow } from '../../docx-writer/flow-document.js'
import type { BlockBox, RowBox } from '../boxes/box-tree.js'
import type { FlexStyle } from '../css/computed-style.js'
import { type BlockFrame, clampSpace, lengthOf, rowHeight } from '../frames/block-frame.js'
import { blockShapeOf } from '../frames/box-shape.js'
import {
  cellOf,
  containerHeight,
  draftTable,
  emptyCell,
  isShort,
  outerMargins,
  plainTable,
} from '../frames/painted-cell.js'
import { raiseShapes } from '../frames/raise-shapes.js'
import { turnedHeight } from '../frames/turned-boxes.js'
import { measureItem } from '../measure/measure-boxes.js'
import { CELL_END, MOST_STRETCHED } from './free-height.js'
import { fixedTrack, gridTracks, leastTrack, templateTracks } from './grid-tracks.js'
import { sharesHeight } from './lay-out-column.js'
import type { Layout } from './layout.js'
import { boxAround, HIGHER, withWidth } from './line-boxes.js'
import { naturalHeight } from './natural-height.js'
import { type GridPlace, placeItems } from './place-grid-items.js'
import { type DraftBlock, isAtPageStart, isSpaced } from './settle-spacing.js'

interface Grid {
  readonly columns: readonly number[]
  /** Minimum heights of the rows where they are known; otherwise estimates. */
  readonly rows: readonly { readonly least: number; readonly likely: number }[]
  readonly columnGap: number
  readonly rowGap: number
  readonly frame: BlockFrame
  readonly layout: Layout
}

/** Lays out the items of a grid. */
export function layOutGrid(row: RowBox, frame: BlockFrame, out: DraftBlock[], layout: Layout): void {
  const { flex = {} } = row.place.style.box
  const available = frame.width - frame.indentStart - frame.indentEnd
  const columnGap = lengthOf(flex.columnGap, available)
  const rowGap = lengthOf(flex.rowGap, available)
  const placed = placeItems(row.items, flex, available, columnGap)
  if (placed.columnCount <= 1) {
    layOutStack(row, rowGap, frame, out, layout)
    return
  }
  const columns = gridTracks(
    flex,
    placed.columnCount,
    available,
    columnGap,
    contentWidths(placed.cells, placed.columnCount),
  )
  const bare = { columns, rows: [], columnGap, rowGap, frame, layout }
  const isOwn = frame.place.style.box.flex === row.place.style.box.flex
  const own = isOwn && (frame.height ?? 0) <= layout.pageHeight * MOST_STRETCHED ? frame.height : undefined
  const { top, bottom } = marginsAround(row.items, frame)
  const widths = columns.flatMap((width, index) => (index === 0 || columnGap < 1 ? [width] : [columnGap, width]))
  const parts = frame.tables === 0 ? partsOf(placed.cells) : [placed.cells]
  for (const [index, part] of parts.entries()) {
    if (index > 0) out.push({ kind: 'pageBreak' })
    const isAtStart = frame.tables === 0 && isAtPageStart(out)
    const whole =
      containerHeight(row.place, isAtStart, layout, frame) || (own === undefined ? undefined : own - CELL_END)
    const height = parts.length === 1 ? whole : undefined
    const rows = buildRows(part, flex, { ...bare, rows: rowHeights(part, flex, height, bare) })
    out.push(draftTable({ ...plainTable(widths, frame.indentStart, frame), rows }, top, bottom))
  }
}

/** Splits the cells before rows that begin a page, unless an item spans the start of the page. */
function partsOf(cells: readonly GridPlace[]): readonly (readonly GridPlace[])[] {
  const asks = (which: 'breakBefore' | 'breakAfter') => {
    return cells.filter(({ item }) => item.place.style.box[which] !== undefined)
  }
  const starts = new Set([
    ...asks('breakBefore').map(({ row }) => row),
    ...asks('breakAfter').map(({ row, rowSpan }) => row + rowSpan),
  ])
  const known = [...starts].filter((start) => {
    const isInside = cells.some(({ row }) => row < start) && cells.some(({ row }) => row >= start)
    return isInside && !cells.some(({ row, rowSpan }) => row < start && row + rowSpan > start)
  })
  const bounds = [0, ...known.sort((a, b) => a - b)]
  return bounds.map((from, index) =>
    cells
      .filter(({ row }) => row >= from && row < (bounds[index + 1] ?? Number.POSITIVE_INFINITY))
      .map((cell) => ({ ...cell, row: cell.row - from })),
  )
}

/** Heights of the rows: those of the grid, with the remaining height of the container (CSS Grid Layout, 12.3 and 12.6). */
function rowHeights(
  cells: readonly GridPlace[],
  { templateRows, autoRows }: FlexStyle,
  height: number | undefined,
  grid: Grid,
): Grid['rows'] {
  const count = cells.reduce((most, { row, rowSpan }) => Math.max(most, row + rowSpan), 0)
  const contents = new Array<number>(count).fill(0)
  for (const cell of cells) {
    if (cell.rowSpan > 1) continue
    contents[cell.row] = Math.max(contents[cell.row] ?? 0, naturalHeight([cell.item], widthOf(cell, grid)))
  }
  const asked = templateTracks(templateRows, height ?? 0, grid.rowGap)
  const tracks = contents.map((_, row) => asked[row] ?? autoRows ?? 'auto')
  const sizes = contents.map((likely) => ({ least: likely, most: likely }))
  // A grid without a height has rows of fixed height and other rows.
  const heights =
    height === undefined
      ? tracks.map((track, row) => fixedTrack(track) ?? Math.max(contents[row] ?? 0, leastTrack(track)))
      : gridTracks({ templateColumns: tracks.join(' ') }, count, height, grid.rowGap, sizes)
  return heights.map((own, row) => ({
    least:
      height !== undefined || fixedTrack(tracks[row] ?? 'auto') !== undefined
        ? Math.round(own)
        : leastTrack(tracks[row] ?? 'auto'),
    likely: Math.max(own, contents[row] ?? 0),
  }))
}

function layOutStack(
  { items, place }: RowBox,
  gap: number,
  frame: BlockFrame,
  out: DraftBlock[],
  layout: Layout,
): void {
  for (const [index, item] of items.entries()) {
    const inner: DraftBlock[] = []
    const alignment = alignmentOf(item, place.style.box.flex ?? {})
    layout.layOutChildren([item], alignment === undefined ? frame : { ...frame, alignment }, inner)
    const first = inner.find(isSpaced)
    if (index > 0 && first !== undefined) first.insetTop += gap
    append(out, inner)
  }
}

function marginsAround(items: readonly BlockBox[], frame: BlockFrame): { top: number; bottom: number } {
  const all = items.map((item) => outerMargins(item, frame.width))
  return {
    top: clampSpace(all.reduce((most, { top }) => Math.max(most, top), 0)),
    bottom: clampSpace(all.reduce((most, { bottom }) => Math.max(most, bottom), 0)),
  }
}

function contentWidths(cells: readonly GridPlace[], count: number): { least: number; most: number }[] {
  const widths = Array.from({ length: count }, () => ({ least: 0, most: 0 }))
  for (const { item, column, columnSpan } of cells) {
    const own = widths[column]
    if (columnSpan !== 1 || own === undefined) continue
    const { least, most } = measureItem(item)
    own.least = Math.max(own.least, least)
    own.most = Math.max(own.most, most)
  }
  return widths
}

function buildRows(cells: readonly GridPlace[], flex: FlexStyle, grid: Grid): FlowRow[] {
  const byRow: GridPlace[][] = []
  for (const cell of cells) {
    for (let row = cell.row; row < cell.row + cell.rowSpan; row++) {
      byRow[row] ??= []
      byRow[row]?.push(cell)
    }
  }
  return byRow.flatMap((own, index) => {
    const row = buildRow(own, index, flex, grid)
    return index > 0 && grid.rowGap >= 1 ? [gapRow(own, index, grid), row] : [row]
  })
}

/** Cells of one row, with empty ones where nothing is placed. */
function buildRow(cells: readonly GridPlace[], index: number, flex: FlexStyle, grid: Grid): FlowRow {
  const own = [...cells].sort((a, b) => a.column - b.column)
  const starting = own.filter(({ row }) => row === index)
  const height = largest([
    grid.rows[index]?.least ?? 0,
    ...starting.map(({ item, rowSpan }) =>
      rowSpan === 1 ? turnedHeight(item) || (rowHeight(item.place.style.box) ?? 0) : 0,
    ),
    ...starting.map((cell) => (cell.rowSpan === 1 ? ratioHeight(cell, grid) : 0)),
  ])
  const built: FlowCell[] = []
  let column = 0
  for (const cell of own) {
    if (cell.column < column) continue
    fillGap(built, column, cell.column, grid)
    built.push(buildCell(cell, index, height > 0, flex, grid))
    column = cell.column + cell.columnSpan
  }
  fillGap(built, column, grid.columns.length, grid)
  return {
    isHeader: false,
    ...(height > 0 ? { height } : {}),
    keepsTogether: starting.every((cell) => isShort(cell.item, widthOf(cell, grid), grid.layout)),
    cells: built,
  }
}

function buildCell(cell: GridPlace, index: number, isHigh: boolean, flex: FlexStyle, grid: Grid): FlowCell {
  const { item, row, rowSpan } = cell
  const columnSpan = spanOf(cell.columnSpan, grid)
  if (row < index) return { columnSpan, verticalMerge: 'continue', blocks: [] }
  const align = item.place.style.box.flex?.alignSelf ?? flex.alignItems
  const verticalAlign = align === 'center' ? 'center' : align === 'end' ? 'bottom' : undefined
  const alignment = alignmentOf(item, flex)
  const width = widthOf(cell, grid)
  const spanned = grid.rows.slice(row, row + rowSpan)
  const height = spanned.reduce((sum, { likely }) => sum + likely, grid.rowGap * (rowSpan - 1))
  const isStretched = align === undefined || align === 'stretch'
  const isShape = !isStretched || naturalHeight([item], width) * HIGHER >= height
  const apart = isShape && blockShapeOf(withWidth(item, width), width) !== undefined
  const built = cellOf(apart ? boxAround(item, width) : item, width, grid.frame, grid.layout, {
    columnSpan,
    verticalAlign,
    alignment,
    isHigh: isHigh && rowSpan === 1,
    height: isStretched && sharesHeight(item) ? height : undefined,
  })
  if (rowSpan > 1) return { ...built, verticalMerge: 'restart' }
  return raiseShapes([built], () => naturalHeight([item], width), height)[0] ?? built
}

/** Height of a box with an aspect ratio, by its width. */
function ratioHeight(cell: GridPlace, grid: Grid): number {
  const { aspectRatio, height } = cell.item.place.style.box
  return aspectRatio === undefined || height !== undefined ? 0 : Math.round(widthOf(cell, grid) / aspectRatio)
}

/** Alignment of an item's text. Boxes that are as wide as their text are moved like it. */
function alignmentOf({ place }: BlockBox, flex: FlexStyle): BlockFrame['alignment'] {
  const justify = place.style.box.flex?.justifySelf ?? flex.justifyItems
  return justify === 'center' || justify === 'end' ? justify : undefined
}

function widthOf({ column, columnSpan }: GridPlace, { columns, columnGap }: Grid): number {
  const covered = columns.slice(column, column + columnSpan)
  return covered.reduce((sum, width) => sum + width, columnGap * Math.max(0, covered.length - 1))
}

/** Number of table columns or rows for tracks with the gaps between them. */
function spanOf(tracks: number, { columnGap }: Grid): number {
  return columnGap < 1 ? tracks : tracks * 2 - 1
}

/** Adds an empty cell from the end of one item to the start of the next, including the gaps. */
function fillGap(cells: FlowCell[], from: number, to: number, { columns, columnGap }: Grid): void {
  const hasGaps = columnGap >= 1
  if (to > columns.length || (from === to && (!hasGaps || from === 0 || to === columns.length))) return
  const isInside = (from > 0 ? 1 : 0) + (to < columns.length ? 1 : 0)
  const span = hasGaps ? Math.max(0, (to - from) * 2 - 1) + (to > from ? isInside : 1) : to - from
  if (span > 0) cells.push(emptyCell(span))
}

/** The row for the gap between two rows. Items that span both continue in it. */
function gapRow(cells: readonly GridPlace[], index: number, grid: Grid): FlowRow {
  const height = Math.max(20, Math.round(grid.rowGap))
  const through = cells
    .filter(({ row, rowSpan }) => row < index && index < row + rowSpan)
    .sort((a, b) => a.column - b.column)
  const built: FlowCell[] = []
  let column = 0
  const space = { kind: 'space' as const, height }
  for (const cell of through) {
    fillGap(built, column, cell.column, grid)
    built.push({ columnSpan: spanOf(cell.columnSpan, grid), verticalMerge: 'continue', blocks: [] })
    column = cell.column + cell.columnSpan
  }
  fillGap(built, column, grid.columns.length, grid)
  return {
    isHeader: false,
    cells: built.map((cell) => (cell.verticalMerge === undefined ? { ...cell, blocks: [space] } : cell)),
  }
}
