/**
 * Balances columns of different widths.
 *
 * @module
 */

import { largest } from '../../lists.js'
import { type ColumnDraft, openColumn, placedIn, takenBack, textTop, withSlice } from './column-draft.js'
import type { PageDecoration } from './float-position.js'
import type { FlowContext } from './flow-context.js'
import type { FlowItem } from './flow-items.js'
import type { FlowSlice } from './flow-slice.js'
import { type FlowOptions, itemSpacing, openItem } from './open-item.js'
import { draftsOf, type Region } from './page-draft.js'
import { neededRoom, spaceAbove } from './slice-room.js'
import { type Work, workAfter, workAt } from './work.js'

/** What is needed to lay out the text of a region again. */
export interface RegionText {
  readonly items: readonly FlowItem[]
  readonly page: PageDecoration
  readonly options: FlowOptions
  readonly context: FlowContext
}

/**
 * Makes columns of different widths equally tall where a continuous section follows. Their lines must be broken again for each
 * height that is tried. Regions with content other than plain paragraphs are not changed.
 */
export function balanceUnevenColumns(region: Region, text: RegionText): Region {
  const drafts = draftsOf(region)
  const placed = drafts.flatMap(placedIn)
  const from = placed[0]?.work
  const isPlain = placed.every(
    ({ slice, floats }) => slice.paragraph !== undefined && slice.breakAfter === undefined && floats.length === 0,
  )
  const isCut = drafts.some((draft, index) => (index > 0 && draft.start === 'hard') || draft.notesHeight > 0)
  if (from === undefined || !isPlain || isCut) return region
  let least = 0
  let most = Math.ceil(largest(drafts.map(({ end }) => end - region.top)))
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
  return best ?? region
}

/** The text in columns of a given height; undefined when it does not fit. */
function fillColumns(region: Region, from: Work, height: number, text: RegionText): Region | undefined {
  const { columns, top } = region
  const [first] = draftsOf(region)
  const full: ColumnDraft[] = []
  let work: Work | undefined = from
  for (const column of columns) {
    const isFirst = full.length === 0 && first !== undefined
    const empty = openColumn(column, isFirst ? textTop(first) : top, isFirst ? first.start : 'natural')
    const filled = fillColumn(empty, work, top + height, text)
    if (filled.work === undefined) return { ...region, full, draft: filled.draft }
    full.push(filled.draft)
    work = filled.work
  }
  return undefined
}

/** A filled column with the remaining work; without `work`, everything fits. */
interface FilledColumn {
  readonly draft: ColumnDraft
  readonly work?: Work
}

/** Fills a column, beginning at a place in the text. */
function fillColumn(empty: ColumnDraft, from: Work, bottom: number, text: RegionText): FilledColumn {
  let draft = empty
  let work = from
  for (let item = text.items[work.item]; item !== undefined; item = text.items[work.item]) {
    text.context.checkpoint()
    const open = setParagraph(item, work, draft, text)
    for (const [index, slice] of open.slices.entries()) {
      const here = workAt(open, index, work)
      const y = draft.end + spaceAbove(slice, draft)
      if (y + neededRoom(slice) > bottom) {
        if (draft.last === undefined || slice.breakBefore === 'allowed') return { draft, work: here }
        return goBack(draft) ?? { draft, work: here }
      }
      draft = withLine(draft, slice, y, here)
    }
    work = workAfter(open, work)
  }
  return { draft }
}

function setParagraph(item: FlowItem, work: Work, draft: ColumnDraft, { page, options, context }: RegionText) {
  const { above } = itemSpacing(item, options, context)
  const area = {
    top: draft.end + (work.start === undefined && draft.last !== undefined ? above : 0),
    bottom: Number.POSITIVE_INFINITY,
    surroundings: { columnLeft: draft.column.left, columnWidth: draft.column.width, page },
    exclusions: [],
  }
  return openItem(item, work, area, options, context)
}

function withLine(draft: ColumnDraft, slice: FlowSlice, y: number, work: Work): ColumnDraft {
  const nothing = { floats: [], notes: [], notesHeight: 0, shiftX: 0, shiftY: 0 }
  return withSlice(draft, { slice, x: draft.column.left, y, work, ...nothing })
}

/** Goes back to the last place where the column may end. */
function goBack(draft: ColumnDraft): FilledColumn | undefined {
  for (const { placed, before } of takenBack(draft)) {
    if (before.last === undefined || placed.work === undefined) break
    if (placed.slice.breakBefore === 'allowed') return { draft: before, work: placed.work }
  }
  return undefined
}
