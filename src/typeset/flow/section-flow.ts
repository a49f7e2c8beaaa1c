/**
 * Lays out the items of a section, each as seldom as possible.
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

/** Lines beyond the end of a column that are composed beside floats, to know how a paragraph goes on. */
const LOOK_AHEAD = 1440

/** How the text of pages is laid out. */
export const PAGE_TEXT: FlowOptions = { hasOutline: true }

/** The flow of a section. `endsPage`: its last item, where a page begins after it. */
export function sectionFlow(
  items: readonly FlowItem[],
  endsPage: FlowItem | undefined,
  footnotes: Footnotes,
  context: FlowContext,
): SectionFlow {
  // Only a cache: an item that is reached again, after others above it were taken back, is laid out already.
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

/** Nothing is taken back from above a column break. */
function forgetBefore(known: Map<number, OpenItem>, item: number): void {
  for (const index of known.keys()) if (index < item) known.delete(index)
}

/**
 * Rows of a table keep the widths that it began with; and one that has begun goes on, whatever its rows met. Nothing
 * else that shows the number of its page is reused on another page.
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
      return item.paragraphs
    case 'table':
    case 'floatingTable':
      return [item.table]
    case 'rule':
      return []
  }
}

interface SpaceOver {
  readonly all: number
  /** The part of it that the text above does not ask for. */
  readonly own: number
}

const NO_SPACE: SpaceOver = { all: 0, own: 0 }

/** Space above an item that starts where a column ends so far. */
function spaceOver(item: FlowItem, { draft }: ColumnFill, context: FlowContext): SpaceOver {
  const { above, atTop } = itemSpacing(item, PAGE_TEXT, context)
  if (draft.last !== undefined || draft.start === 'flow') {
    return { all: above, own: ownSpaceAbove(item, PAGE_TEXT, context) }
  }
  const left = draft.start === 'hard' ? Math.max(atTop - draft.spaceTaken, 0) : 0
  return { all: left, own: left }
}
