/**
 * Splits rows at the end of a page.
 *
 * @module
 */

import { type CellBox, neededHeight } from './cell-box.js'
import { cutContent, NO_CONTENT } from './cell-content.js'
import { type RowBox, sum } from './row-box.js'
import { thickestBorder } from './table-borders.js'

/** Rows before and after the end of a page. */
interface CutRows {
  readonly head: readonly RowBox[]
  readonly rest: readonly RowBox[]
}

/**
 * Splits rows at `room`: within a row if it may be split there, otherwise between rows. Undefined where either side would be
 * empty. With `force`, the first row is split even if it may not be.
 */
export function splitRows(
  rows: readonly RowBox[],
  heights: readonly number[],
  room: number,
  force: boolean,
): CutRows | undefined {
  let full = 0
  let used = 0
  while (full < rows.length && used + (heights[full] ?? 0) <= room) used += heights[full++] ?? 0
  // All rows fit, but not with what belongs below them, such as a border: the last one does not.
  const fits = full === rows.length
  if (fits) used -= heights[--full] ?? 0
  const inRow = cutRow(rows, heights, full, room, used, force && full === 0 && !fits)
  if (inRow) return inRow
  let index = full
  while (index > 0 && rows[index]?.breakBefore === 'avoided') index--
  if (index === 0 && force && !fits) index = full
  return index === 0 ? undefined : cutBetween(rows, heights, index)
}

/**
 * Cells of the rows before `index`. Cells that extend into that row are divided so that their first part ends at `cutAt` from
 * the group's top and spans `headRows` rows.
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

/** Divides a cell. Rotated text is not divided and stays on the first page. */
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

/** Splits between two rows. */
function cutBetween(rows: readonly RowBox[], heights: readonly number[], index: number): CutRows {
  const crossing = cutCrossing(rows, heights, index, sum(heights.slice(0, index)), index)
  const head = rows.slice(0, index).map((row, at): RowBox => ({ ...row, cells: crossing.head[at] ?? [] }))
  const next = rows[index]
  const last = head[index - 1]
  if (next === undefined || last === undefined || crossing.rest.length === 0) return { head, rest: rows.slice(index) }
  head[index - 1] = { ...last, bottom: last.cut('bottom') }
  const opened: RowBox = { ...next, top: next.cut('top'), cells: [...crossing.rest, ...next.cells] }
  return { head, rest: [opened, ...rows.slice(index + 1)] }
}

/**
 * Splits within row `index`; undefined where the row may not be split, or where a cell has no line that fits before the split.
 */
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
  const space = room - used - thickestBorder(row.top) - thickestBorder(row.cut('bottom'))
  // The part on the first page also has the least height, between its borders. Word splits rows with a least height only with
  // that much room: it moves a row of 36.85 points where 37.7 points are left, including two borders of 0.75 points.
  if (!force && row.rule === 'atLeast' && space < row.least) return undefined
  const crossing = cutCrossing(rows, heights, index, room, index + 1)
  const divided = divideCells(row.cells, space, force, crossing.rest.some(hasContent))
  const isProgress = index > 0 || divided.some(([head]) => hasContent(head))
  const isShort = divided.some(([head, rest]) => !hasContent(head) && hasContent(rest))
  const isDone = !divided.some(([, rest]) => hasContent(rest)) && !crossing.rest.some(hasContent)
  if (!isProgress || isDone || (isShort && !force) || space <= 0) return undefined
  const head = rows.slice(0, index).map((box, at): RowBox => ({ ...box, cells: crossing.head[at] ?? [] }))
  head.push({
    ...row,
    cells: divided.map(([first]) => ({ ...first, rowSpan: 1 })),
    bottom: row.cut('bottom'),
    rule: 'auto',
    least: 0,
    isLast: false,
  })
  // The rest has the least height again. With this, 77 breaks of a document with such rows are Word's; without it, 66 are.
  const opened: RowBox = {
    ...row,
    cells: [...crossing.rest, ...divided.map(([, second]) => second)],
    top: row.cut('top'),
    breakBefore: 'allowed',
  }
  return { head, rest: [opened, ...rows.slice(index + 1)] }
}

/**
 * Divides the cells of a row that does not fit. Where all lines fit, and only the space or border below the last one does not, a
 * line of the tallest cells goes to the next page: Word counts that space with the line.
 */
function divideCells(
  cells: readonly CellBox[],
  space: number,
  force: boolean,
  goesOn: boolean,
): readonly (readonly [CellBox, CellBox])[] {
  const divided = cells.map((cell) => divideCell(cell, space, force))
  if (goesOn || divided.some(([, rest]) => hasContent(rest))) return divided
  const tallest = cells.reduce((most, cell) => Math.max(most, neededHeight(cell)), 0)
  return cells.map((cell) => {
    const needed = neededHeight(cell)
    const isTall = needed > space || needed === tallest
    return divideCell(cell, isTall ? needed - cell.content.spaceBelow - 1 : space, force)
  })
}

function hasContent(cell: CellBox): boolean {
  return cell.content.slices.length > 0
}
