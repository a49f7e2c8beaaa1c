import type { PageDecoration } from './float-position.js'
import type { FlowContext } from './flow-context.js'
import type { FlowItem } from './flow-items.js'
import { type FlowOptions, itemSpacing, openItem } from './open-item.js'
import { type ColumnDraft, type Cursor, openColumn, type Region } from './page-draft.js'
import { neededRoom, spaceAbove } from './slice-room.js'

/** What it takes to set the text of a region anew. */
export interface RegionText {
  readonly items: readonly FlowItem[]
  readonly page: PageDecoration
  readonly options: FlowOptions
  readonly context: FlowContext
}

/**
 * Makes columns of different widths equally tall where a continuous section follows. Their lines have to be broken anew
 * for each height that is tried; regions with anything but plain paragraphs stay as they are.
 */
export function balanceUnevenColumns(region: Region, text: RegionText): void {
  const { drafts, top } = region
  const placed = drafts.flatMap((draft) => draft.placed)
  const from = placed[0]?.cursor
  const isPlain = placed.every(
    ({ flow, floats }) => flow?.paragraph !== undefined && flow.breakAfter === undefined && floats.length === 0,
  )
  const isCut = drafts.some((draft, index) => (index > 0 && draft.start === 'hard') || draft.notesHeight > 0)
  if (from === undefined || !isPlain || isCut) return
  let least = 0
  let most = Math.ceil(Math.max(...drafts.map(({ end }) => end - top)))
  let best = fillColumns(region, from, most, text)
  while (best !== undefined && least < most) {
    const middle = Math.floor((least + most) / 2)
    const filled = fillColumns(region, from, middle, text)
    if (filled === undefined) {
      least = middle + 1
    } else {
      most = middle
      best = filled
    }
  }
  if (best !== undefined) drafts.splice(0, drafts.length, ...best)
}

/** The text in columns of a height; undefined when it does not fit. */
function fillColumns(
  region: Region,
  from: Cursor,
  height: number,
  { items, page, options, context }: RegionText,
): ColumnDraft[] | undefined {
  const { columns, top } = region
  const [first] = region.drafts
  const drafts: ColumnDraft[] = []
  let cursor: Cursor | undefined = { ...from, index: 0 }
  for (const column of columns) {
    const draft = openColumn(column, top, drafts.length === 0 ? (first?.start ?? 'natural') : 'natural')
    if (drafts.length === 0) draft.end = first?.placed[0]?.columnEnd ?? top
    drafts.push(draft)
    cursor = fillColumn(draft, cursor)
    if (cursor === undefined) return drafts
  }
  return undefined

  /** Fills a column from a place in the text on; tells where the next one goes on. */
  function fillColumn(draft: ColumnDraft, start: Cursor): Cursor | undefined {
    let { item: index, start: position } = start
    for (let item = items[index]; item !== undefined; item = items[++index], position = undefined) {
      context.checkpoint()
      const { above } = itemSpacing(item, options, context)
      const area = {
        top: draft.end + (position === undefined && draft.placed.length > 0 ? above : 0),
        bottom: Number.POSITIVE_INFINITY,
        surroundings: { columnLeft: draft.column.left, columnWidth: draft.column.width, page },
        exclusions: [],
      }
      const before = items[index - 1]
      const isKept = before?.kind === 'paragraph' && before.paragraph.properties.keepWithNext
      const open = openItem(item, position, isKept ? 'avoided' : 'allowed', area, options, context)
      for (const slice of open.slices) {
        const cursor = { item: index, index: 0, ...(slice.start !== undefined && { start: slice.start }) }
        const y = draft.end + spaceAbove(slice, draft)
        if (y + neededRoom(slice) > top + height) {
          if (draft.placed.length === 0 || slice.breakBefore === 'allowed') return cursor
          return takeBack(draft) ?? cursor
        }
        draft.placed.push({
          slice,
          flow: slice,
          x: draft.column.left,
          y,
          columnEnd: draft.end,
          cursor,
          floats: [],
          notes: [],
          notesHeight: 0,
          shiftX: 0,
          shiftY: 0,
        })
        draft.end = y + slice.height
      }
    }
    return undefined
  }
}

/** Goes back to the last place where a column may end. */
function takeBack(draft: ColumnDraft): Cursor | undefined {
  for (let index = draft.placed.length - 1; index > 0; index--) {
    const last = draft.placed[index]
    if (last?.flow?.breakBefore !== 'allowed') continue
    draft.placed.length = index
    draft.end = last.columnEnd
    return last.cursor
  }
  return undefined
}
