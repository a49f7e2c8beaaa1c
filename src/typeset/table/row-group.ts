import type { AnchoredDrawing, Slice } from '../layout-context.js'
import type { DisplayList } from '../paint/display-list.js'
import { type CellBox, cellAnchors, neededHeight, paintCell, paintShading } from './cell-box.js'
import { cutContent, NO_CONTENT } from './cell-content.js'
import type { ClosingBorder } from './closing-border.js'
import { paintHorizontalBorder, paintVerticalBorder } from './paint-border.js'
import { type BorderPost, type BorderSegment, thickestBorder } from './table-borders.js'
import { borderThickness } from './border-strokes.js'

/** A row in a group, ready to be painted. Lengths from the table's left edge. */
export interface RowBox {
  /** Cells that start here, and those that go on here from the page before. */
  readonly cells: readonly CellBox[]
  readonly top: readonly BorderSegment[]
  readonly bottom: readonly BorderSegment[]
  readonly posts: readonly BorderPost[]
  /** Borders at the cells' own sides, for a page that ends or starts inside of the row or of a merged cell. */
  readonly cut: { readonly top: readonly BorderSegment[]; readonly bottom: readonly BorderSegment[] }
  readonly rule: 'auto' | 'atLeast' | 'exact'
  /** Height that the rule asks for. */
  readonly least: number
  readonly cantSplit: boolean
  /** A page must not end above it, or has to. */
  readonly breakBefore: Slice['breakBefore']
  /** The last row of the table has its bottom border inside of its height. */
  readonly isLast: boolean
}

/** What all groups of one table have in common. */
export interface GroupSetting {
  /** Of the table, from the edge of the column. */
  readonly x: number
  readonly repeat?: readonly Slice[]
  readonly closing: ClosingBorder
}

/** Rows that merged cells tie together; mostly it is one. The merged cells and the rows can be split between pages. */
export function createRowGroup(rows: readonly RowBox[], setting: GroupSetting): Slice {
  const heights = rowHeights(rows)
  const height = sum(heights)
  const cells = rows.flatMap((row) => row.cells)
  return {
    height,
    spaceAbove: 0,
    breakBefore: rows[0]?.breakBefore ?? 'allowed',
    notes: cells.flatMap(({ content }) => content.slices.flatMap((slice) => slice.notes)),
    anchors: groupAnchors(rows, heights, setting.x),
    ...(setting.repeat ? { repeat: setting.repeat } : {}),
    split: (room, force) => splitGroup(rows, heights, room, force, setting),
    paint: (list, x, y) => paintGroup(rows, heights, setting, list, x + setting.x, y),
  }
}

/** Heights of rows with their upper border; what a merged cell lacks is added to its last row. */
function rowHeights(rows: readonly RowBox[]): number[] {
  const heights = rows.map((row) => {
    if (row.rule === 'exact') return row.least
    let inside = 0
    for (const cell of row.cells) if (cell.rowSpan === 1) inside = Math.max(inside, neededHeight(cell))
    const closing = row.isLast ? thickestBorder(row.bottom) : 0
    return Math.max(thickestBorder(row.top) + inside, row.least) + closing
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

/** Room between the borders above and below a cell. */
function insideHeight(rows: readonly RowBox[], heights: readonly number[], index: number, cell: CellBox): number {
  const row = rows[index]
  const end = Math.min(index + cell.rowSpan, rows.length)
  const last = rows[end - 1]
  const closing = last?.isLast ? thickestBorder(last.bottom) : 0
  return sum(heights.slice(index, end)) - (row ? thickestBorder(row.top) : 0) - closing
}

function groupAnchors(rows: readonly RowBox[], heights: readonly number[], x: number): readonly AnchoredDrawing[] {
  const anchors: AnchoredDrawing[] = []
  let y = 0
  rows.forEach((row, index) => {
    const inside = y + thickestBorder(row.top)
    for (const cell of row.cells) {
      for (const anchored of cellAnchors(cell, inside, insideHeight(rows, heights, index, cell))) {
        const column = anchored.column ? { column: { ...anchored.column, left: anchored.column.left + x } } : {}
        anchors.push({ ...anchored, x: anchored.x + x, ...column })
      }
    }
    y += heights[index] ?? 0
  })
  return anchors
}

function paintGroup(
  rows: readonly RowBox[],
  heights: readonly number[],
  setting: GroupSetting,
  list: DisplayList,
  x: number,
  y: number,
): void {
  setting.closing.takeBack(list, y)
  const tops = rows.map(() => 0)
  let top = y
  rows.forEach((row, index) => {
    tops[index] = top
    top += heights[index] ?? 0
    const inset = thickestBorder(row.top)
    for (const cell of row.cells) {
      paintShading(cell, list, x, tops[index] ?? y, insideHeight(rows, heights, index, cell) + inset)
    }
  })
  rows.forEach((row, index) => {
    const inset = thickestBorder(row.top)
    for (const cell of row.cells) {
      const height = insideHeight(rows, heights, index, cell)
      paintCell(cell, list, x, (tops[index] ?? y) + inset, height, row.rule === 'exact')
    }
  })
  rows.forEach((row, index) => {
    const from = tops[index] ?? y
    for (const post of row.posts) paintVerticalBorder(list, post.border, x + post.x, from, from + (heights[index] ?? 0))
    paintSegments(list, row.top, row.posts, x, from)
  })
  const last = rows[rows.length - 1]
  if (last === undefined) return
  const bottom = last.isLast ? top - thickestBorder(last.bottom) : top
  setting.closing.paint(list, top, () => paintSegments(list, last.bottom, last.posts, x, bottom))
}

/** Paints a horizontal border through the corners that it makes with vertical ones. */
function paintSegments(
  list: DisplayList,
  segments: readonly BorderSegment[],
  posts: readonly BorderPost[],
  x: number,
  y: number,
): void {
  for (const { left, right, border } of segments) {
    paintHorizontalBorder(list, border, x + left - postAt(posts, left) / 2, x + right + postAt(posts, right) / 2, y)
  }
}

function postAt(posts: readonly BorderPost[], x: number): number {
  const post = posts.find((candidate) => Math.abs(candidate.x - x) < 1)
  return post ? borderThickness(post.border) : 0
}

/** Divides rows where `room` ends: inside of a row if it may be split there, otherwise between rows. */
function splitGroup(
  rows: readonly RowBox[],
  heights: readonly number[],
  room: number,
  force: boolean,
  setting: GroupSetting,
): readonly [Slice, Slice] | undefined {
  let full = 0
  let used = 0
  while (full < rows.length && used + (heights[full] ?? 0) <= room) used += heights[full++] ?? 0
  if (full === rows.length) return undefined
  const inRow = cutRow(rows, heights, full, room, used, force && full === 0)
  if (inRow) return toSlices(inRow, setting)
  let index = full
  while (index > 0 && rows[index]?.breakBefore === 'avoided') index--
  if (index === 0 && force) index = full
  return index === 0 ? undefined : toSlices(cutBetween(rows, heights, index), setting)
}

interface CutRows {
  readonly head: readonly RowBox[]
  readonly rest: readonly RowBox[]
}

function toSlices({ head, rest }: CutRows, setting: GroupSetting): readonly [Slice, Slice] {
  return [createRowGroup(head, setting), createRowGroup(rest, setting)]
}

/**
 * Cells of the rows before `index`; those that reach into it are divided so that their first part ends at `cutAt` from the
 * group's top and takes `headRows` rows in all.
 */
function cutCrossing(
  rows: readonly RowBox[],
  heights: readonly number[],
  index: number,
  cutAt: number,
  headRows: number,
): { readonly head: readonly (readonly CellBox[])[]; readonly rest: readonly CellBox[] } {
  const rest: CellBox[] = []
  let top = 0
  const head = rows.slice(0, index).map((row, at) => {
    const room = cutAt - top - thickestBorder(row.top)
    top += heights[at] ?? 0
    return row.cells.map((cell) => {
      const beyond = at + cell.rowSpan - index
      if (beyond <= 0) return cell
      const [first, second] = divideCell(cell, room, true)
      rest.push({ ...second, rowSpan: beyond })
      return { ...first, rowSpan: headRows - at }
    })
  })
  return { head, rest }
}

/** Turned text is not divided; it stays on the first page. */
function divideCell(cell: CellBox, room: number, force: boolean): readonly [CellBox, CellBox] {
  const [head, rest] =
    cell.cell.textDirection === 'horizontal'
      ? cutContent(cell.content, room - cell.margins.top - cell.margins.bottom, force)
      : [cell.content, NO_CONTENT]
  return [
    { ...cell, content: head, isCut: cell.isCut || rest.slices.length > 0 },
    { ...cell, content: rest, isCut: true },
  ]
}

/** A page ends between two rows. */
function cutBetween(rows: readonly RowBox[], heights: readonly number[], index: number): CutRows {
  const crossing = cutCrossing(rows, heights, index, sum(heights.slice(0, index)), index)
  const head = rows.slice(0, index).map((row, at): RowBox => ({ ...row, cells: crossing.head[at] ?? [] }))
  const next = rows[index]
  const last = head[index - 1]
  if (next === undefined || last === undefined || crossing.rest.length === 0) return { head, rest: rows.slice(index) }
  head[index - 1] = { ...last, bottom: last.cut.bottom }
  const opened: RowBox = { ...next, top: next.cut.top, cells: [...crossing.rest, ...next.cells] }
  return { head, rest: [opened, ...rows.slice(index + 1)] }
}

/** A page ends inside of row `index`; undefined where it may not, or where not every cell has a line to show before it. */
function cutRow(
  rows: readonly RowBox[],
  heights: readonly number[],
  index: number,
  room: number,
  used: number,
  force: boolean,
): CutRows | undefined {
  const row = rows[index]
  if (row === undefined || row.rule === 'exact' || (row.cantSplit && !force)) return undefined
  const space = room - used - thickestBorder(row.top)
  const divided = row.cells.map((cell) => divideCell(cell, space, force))
  const isProgress = divided.some(([head]) => head.content.slices.length > 0)
  const isShort = divided.some(([head, rest]) => head.content.slices.length === 0 && rest.content.slices.length > 0)
  const isDone = divided.every(([, rest]) => rest.content.slices.length === 0)
  if (!isProgress || isDone || (isShort && !force)) return undefined
  const crossing = cutCrossing(rows, heights, index, room, index + 1)
  const head = rows.slice(0, index).map((box, at): RowBox => ({ ...box, cells: crossing.head[at] ?? [] }))
  head.push({
    ...row,
    cells: divided.map(([first]) => ({ ...first, rowSpan: 1 })),
    bottom: row.cut.bottom,
    rule: 'auto',
    least: 0,
    isLast: false,
  })
  const opened: RowBox = {
    ...row,
    cells: [...crossing.rest, ...divided.map(([, second]) => second)],
    top: row.cut.top,
    rule: 'auto',
    least: 0,
    breakBefore: 'allowed',
  }
  return { head, rest: [opened, ...rows.slice(index + 1)] }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
