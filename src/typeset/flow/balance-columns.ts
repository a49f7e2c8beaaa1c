/**
 * Makes columns of equal width equally tall.
 *
 * @module
 */

import { balanceUnevenColumns, type RegionText } from './balance-uneven-columns.js'
import { type ColumnDraft, openColumn, type PlacedSlice, type Region } from './page-draft.js'

/**
 * Makes the columns of a region equally tall, as Word does where a continuous section follows. Columns that were ended
 * on purpose or carry notes over stay as they are.
 */
export function balanceColumns(region: Region, text: RegionText): void {
  const { columns, drafts, top } = region
  const [first] = columns
  if (first === undefined || columns.length < 2) return
  if (columns.some(({ width }) => width !== first.width)) {
    balanceUnevenColumns(region, text)
    return
  }
  if (
    drafts.some(
      ({ start, overflow, carried }, index) => (index > 0 && start === 'hard') || overflow.length + carried.length > 0,
    )
  )
    return
  const chunks = unbreakableChunks(drafts.flatMap(({ placed }) => placed))
  if (chunks.length < 2) return
  const limit = Math.max(...drafts.map(({ end }) => end - top))
  let least = Math.floor(chunks.reduce((sum, chunk) => sum + chunk.height, 0) / columns.length)
  let most = Math.ceil(limit)
  if (distribute(chunks, most).length > columns.length) return
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (distribute(chunks, middle).length <= columns.length) most = middle
    else least = middle + 1
  }
  const balanced = distribute(chunks, most).map((column, index) => {
    const draft = openColumn(columns[index] ?? first, top, drafts[index]?.start ?? 'natural')
    // The first column goes on below the text above, with the space between them.
    if (index === 0) draft.end = drafts[0]?.placed[0]?.columnEnd ?? top
    for (const chunk of column) for (const each of chunk.placed) place(each, draft)
    return draft
  })
  drafts.splice(0, drafts.length, ...balanced)
}

/** Slices that must stay together. */
interface Chunk {
  readonly placed: PlacedSlice[]
  /** Space above it, unless it opens a column. */
  readonly spaceAbove: number
  /** Without that space. */
  height: number
}

function unbreakableChunks(placed: readonly PlacedSlice[]): Chunk[] {
  const chunks: Chunk[] = []
  for (const each of placed) {
    const last = chunks.at(-1)
    if (last === undefined || each.flow?.breakBefore === 'allowed') {
      chunks.push({ placed: [each], spaceAbove: each.slice.spaceAbove, height: each.slice.height })
    } else {
      last.placed.push(each)
      last.height += each.slice.spaceAbove + each.slice.height
    }
  }
  return chunks
}

function distribute(chunks: readonly Chunk[], limit: number): Chunk[][] {
  const columns: Chunk[][] = []
  let column: Chunk[] = []
  let height = 0
  for (const chunk of chunks) {
    const next = column.length === 0 ? chunk.height : height + chunk.spaceAbove + chunk.height
    if (column.length > 0 && next > limit) {
      columns.push(column)
      column = [chunk]
      height = chunk.height
    } else {
      column.push(chunk)
      height = next
    }
  }
  columns.push(column)
  return columns
}

function place(each: PlacedSlice, draft: ColumnDraft): void {
  const { start } = draft
  const isFirst = draft.placed.length === 0
  const atTop = start === 'hard' ? (each.flow?.spaceAtTop ?? 0) : start === 'flow' ? each.slice.spaceAbove : 0
  const y = draft.end + (isFirst ? atTop : each.slice.spaceAbove)
  const x = draft.column.left
  const shift = { shiftX: each.shiftX + x - each.x, shiftY: each.shiftY + y - each.y }
  draft.placed.push({ ...each, x, y, columnEnd: draft.end, ...shift })
  draft.end = y + each.slice.height
  draft.notesHeight += each.notesHeight
}
