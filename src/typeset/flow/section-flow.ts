/**
 * Lays out the items of a section, each as few times as possible.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../pace/turns.js'
import type { Block } from '../model/document-model.js'
import {
  type ColumnFill,
  type ColumnRoom,
  columnBottom,
  exclusionsOf,
  type SectionFlow,
  surroundingsOf,
} from './column-fill.js'
import { fieldUse } from './find-inlines.js'
import type { FlowContext } from './flow-context.js'
import type { FlowItem } from './flow-items.js'
import type { Footnotes } from './footnotes.js'
import { type FlowOptions, itemSpacing, type OpenItem, openItem, ownSpaceAbove } from './open-item.js'

/**
 * Distance in twips beyond the end of a column up to which lines beside floats are composed, to know how a paragraph continues.
 */
const LOOK_AHEAD = 1440

/** How the text of pages is laid out. */
export const PAGE_TEXT: FlowOptions = { hasOutline: true }

/** The flow of a section. `endsPage` is its last item, if a page begins after it. */
export function sectionFlow(
  items: readonly FlowItem[],
  endsPage: FlowItem | undefined,
  footnotes: Footnotes,
  context: FlowContext,
): SectionFlow {
  // A cache: an item that is reached again, after earlier ones were taken back, is laid out already.
  const known = new Map<number, OpenItem>()
  function* open(item: FlowItem, fill: ColumnFill, room: ColumnRoom): Steps<OpenItem> {
    const { work } = fill
    if (fill.draft.last === undefined) forgetBefore(known, work.item - 1)
    const candidate = work.open ?? (work.start === undefined ? known.get(work.item) : undefined)
    if (candidate !== undefined && isReusable(candidate, item, fill, room, context)) return candidate
    const opened = yield* setItem(item, fill, room, context)
    known.set(work.item, opened)
    return opened
  }
  return { items, footnotes, context, open, ...(endsPage && { endsPage }) }
}

/** Forgets items above a column break, which are never taken back. */
function forgetBefore(known: Map<number, OpenItem>, item: number): void {
  for (const index of known.keys()) if (index < item) known.delete(index)
}

/**
 * Whether a laid-out item can be used again. Table rows keep the widths that the table began with, and a table continues
 * whatever its rows meet. Other items with a page number are not reused on another page.
 */
function isReusable(
  { isMovable, width, page }: OpenItem,
  item: FlowItem,
  fill: ColumnFill,
  room: ColumnRoom,
  { numbers }: FlowContext,
): boolean {
  if (!isMovable) return false
  const { index, rest } = fill.work
  const isTable = item.kind === 'table' || item.kind === 'floatingTable'
  if (isTable && (index > 0 || rest !== undefined)) return true
  if (page !== undefined && page !== numbers.page) return false
  if (item.kind === 'table') return true
  return width === fill.draft.column.width && exclusionsNear(fill, room).length === 0
}

function exclusionsNear(fill: ColumnFill, room: ColumnRoom): ColumnFill['around']['exclusions'] {
  return exclusionsOf(fill, room).filter(({ bottom }) => bottom > fill.draft.end)
}

function* setItem(item: FlowItem, fill: ColumnFill, room: ColumnRoom, context: FlowContext): Steps<OpenItem> {
  const { draft, work } = fill
  const pageBottom = columnBottom(room, draft)
  const space = work.start === undefined ? spaceOver(item, fill, context) : NO_SPACE
  const area = {
    top: draft.end + space.all,
    ownSpace: space.own,
    bottom: pageBottom + LOOK_AHEAD,
    pageBottom,
    surroundings: surroundingsOf(draft, room),
    exclusions: exclusionsNear(fill, room),
    settled: fill.around.settled,
  }
  const isTable = item.kind === 'table' || item.kind === 'floatingTable'
  const options = isTable
    ? { ...PAGE_TEXT, laidOut: yield* context.layOutTableInSteps(item.table, area.surroundings.columnWidth) }
    : PAGE_TEXT
  if (isTurnOver()) yield
  const opened = openItem(item, work, area, options, context)
  return fieldUse(blocksOf(item)).page ? { ...opened, page: context.numbers.page } : opened
}

function blocksOf(item: FlowItem): readonly Block[] {
  switch (item.kind) {
    case 'paragraph':
      return [item.paragraph]
    case 'frame':
      return item.blocks
    case 'table':
    case 'floatingTable':
      return [item.table]
    case 'rule':
      return []
  }
}

interface SpaceOver {
  readonly all: number
  /** The part that the text above does not require. */
  readonly own: number
}

const NO_SPACE: SpaceOver = { all: 0, own: 0 }

/** Space above an item that starts at the current end of a column. */
function spaceOver(item: FlowItem, { draft }: ColumnFill, context: FlowContext): SpaceOver {
  const { above, atTop } = itemSpacing(item, PAGE_TEXT, context)
  if (draft.last !== undefined || draft.start === 'flow') {
    return { all: above, own: ownSpaceAbove(item, PAGE_TEXT, context) }
  }
  const left = draft.start === 'hard' ? Math.max(atTop - draft.spaceTaken, 0) : 0
  return { all: left, own: left }
}
