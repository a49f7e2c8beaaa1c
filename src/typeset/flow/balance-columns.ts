/**
 * Balances columns before a continuous section.
 *
 * @module
 */

import { largest } from '../../lists.js'
import { balanceUnevenColumns, type RegionText } from './balance-uneven-columns.js'
import { type ColumnDraft, openColumn, type PlacedSlice, placedIn, textTop, withSlice } from './column-draft.js'
import { draftsOf, type Region } from './page-draft.js'

/**
 * Makes the columns of a region equally tall, as Word does before a continuous section. Columns that end with an explicit break,
 * or have notes that continue, are not changed.
 */
export function balanceColumns(region: Region, text: RegionText): Region {
  const { columns, top } = region
  const [first] = columns
  if (first === undefined || columns.length < 2) return region
  if (columns.some(({ width }) => width !== first.width)) return balanceUnevenColumns(region, text)
  const drafts = draftsOf(region)
  const isFixed = ({ start, overflow, carried }: ColumnDraft, index: number) =>
    (index > 0 && start === 'hard') || overflow.length + carried.length > 0
  if (drafts.some(isFixed)) return region
  const chunks = unbreakableChunks(drafts.flatMap(placedIn))
  if (chunks.length < 2) return region
  const limit = largest(drafts.map(({ end }) => end - top))
  let least = Math.floor(chunks.reduce((sum, chunk) => sum + chunk.height, 0) / columns.length)
  let most = Math.ceil(limit)
  if (distribute(chunks, most).length > columns.length) return region
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (distribute(chunks, middle).length <= columns.length) most = middle
    else least = middle + 1
  }
  return withColumns(region, distribute(chunks, most))
}

/** The region with its slices distributed to columns differently. */
function withColumns(region: Region, contents: readonly (readonly Chunk[])[]): Region {
  const before = draftsOf(region)
  const drafts = contents.flatMap((content, index) => {
    const column = region.columns[index]
    if (column === undefined) return []
    // The first column continues below the text above, with the space between them.
    const [first] = before
    const top = index === 0 && first !== undefined ? textTop(first) : region.top
    const empty = openColumn(column, top, before[index]?.start ?? 'natural')
    return [content.flatMap(({ placed }) => placed).reduce(place, empty)]
  })
  const draft = drafts.at(-1)
  return draft === undefined ? region : { ...region, full: drafts.slice(0, -1), draft }
}

/** Slices that must stay together. */
interface Chunk {
  readonly placed: PlacedSlice[]
  /** Space above the chunk, except at the top of a column. */
  readonly spaceAbove: number
  /** Height without that space. */
  height: number
}

function unbreakableChunks(placed: readonly PlacedSlice[]): Chunk[] {
  const chunks: Chunk[] = []
  for (const each of placed) {
    const last = chunks.at(-1)
    if (last === undefined || each.slice.breakBefore === 'allowed') {
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

function place(draft: ColumnDraft, each: PlacedSlice): ColumnDraft {
  const { start, end } = draft
  const atTop = start === 'hard' ? each.slice.spaceAtTop : start === 'flow' ? each.slice.spaceAbove : 0
  const y = end + (draft.last === undefined ? atTop : each.slice.spaceAbove)
  const x = draft.column.left
  const shift = { shiftX: each.shiftX + x - each.x, shiftY: each.shiftY + y - each.y }
  return withSlice(draft, { ...each, x, y, ...shift })
}
