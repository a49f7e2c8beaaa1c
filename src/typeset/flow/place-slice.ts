/**
 * Places one slice at the end of a column, splits it, or leaves it to the next column.
 *
 * @module
 */

import { DECORATION, type DisplayList } from '../display/display-list.js'
import type { NoteReference } from '../model/document-model.js'
import { breakAbove, demandedBreak, RUN_OVER } from './break-column.js'
import { type ColumnDraft, takenBack, withSlice } from './column-draft.js'
import {
  type ColumnFill,
  type ColumnRoom,
  columnBottom,
  exclusionsOf,
  floatsLeft,
  full,
  type SectionFlow,
  type Step,
  surroundingsOf,
} from './column-fill.js'
import type { FlowSlice } from './flow-slice.js'
import { type AboveNotes, type Footnotes, NO_NOTES, type NoteFit } from './footnotes.js'
import type { Slice } from './layout-context.js'
import { rowSlice } from './open-item.js'
import { placeAnchors } from './place-drawing.js'
import { footHeight, keepOffFloats, neededRoom, spaceAbove } from './slice-room.js'
import { wrapTextAbove } from './text-above.js'
import type { Work } from './work.js'

/** Largest share of a column for repeated header rows. Taller ones would leave too little for the table. */
const MAX_REPEATED_SHARE = 0.75

/** Places the slice of `fill.work`, or says where the flow continues instead. */
export function placeSlice(next: FlowSlice, fill: ColumnFill, room: ColumnRoom, flow: SectionFlow): Step {
  const slice = fill.draft.last === undefined && fill.draft.start !== 'flow' ? (next.atTop?.() ?? next) : next
  const demanded = isEmptyEnd(slice, fill.draft, room, flow)
    ? undefined
    : demandedBreak(slice, fill.draft, room, flow.context)
  if (demanded !== undefined) return full(fill, demanded)
  const ready = fill.draft.last === undefined ? repeatHeader(slice, fill, room, flow) : fill
  const { draft } = ready
  const top = keepOffFloats(slice, draft.end + spaceAbove(slice, draft), draft, exclusionsOf(ready, room))
  const left = columnBottom(room, draft) - top
  const fit = fitSlice(slice, draft, left, room, flow)
  if (fit !== undefined) {
    const { draft, work, around } = commit({ slice, work: fill.work, top, notes: fit }, ready, room, flow)
    const again = wrapTextAbove(draft, around)
    // Members are named, since V8 would give objects made by spreading hidden classes of their own, which are slow to read.
    return again === undefined
      ? { draft, work, around, kind: 'placed' }
      : { draft: again.draft, work: again.work, around: again.around, kind: 'again' }
  }
  const isKept = slice.isKept === true && slice.height <= room.bodyHeight
  const parts = isKept ? undefined : slice.split?.(left - footHeight(slice, room), false)
  if (parts !== undefined) return divide(parts, ready, top, room, flow)
  return breakAbove(slice, ready, room) ?? force(slice, ready, top, room, flow)
}

/** The notes of a slice that fit below the text; undefined where the slice itself does not fit. */
function fitSlice(
  slice: FlowSlice,
  draft: ColumnDraft,
  left: number,
  room: ColumnRoom,
  flow: SectionFlow,
): NoteFit | undefined {
  const hasNotes = slice.notes.length > 0 || draft.notesHeight > 0
  const needed = neededRoom(slice) + (hasNotes ? (slice.spaceAboveNotes ?? 0) : 0) + footHeight(slice, room)
  // A slice that no page can hold is placed on a page of its own, unless it can be split.
  const most = slice.split === undefined ? room.bodyHeight : Number.POSITIVE_INFINITY
  // A page break hangs into the lower margin, but not over notes: in a Word PDF, one that misses its page by that opens another.
  const mayHang = (slice.isBreakOnly === true && draft.notesHeight === 0) || isEmptyEnd(slice, draft, room, flow)
  if (!mayHang && Math.min(needed, most) > left) return undefined
  return fitNotes(slice.notes, draft, left - needed, false, flow)
}

/** Whether a paragraph is empty and only ends its section. It makes no page of its own, not even after a page break. */
function isEmptyEnd(
  { paragraph }: FlowSlice,
  { hasText }: ColumnDraft,
  room: ColumnRoom,
  { endsPage }: SectionFlow,
): boolean {
  if (paragraph === undefined || endsPage?.kind !== 'paragraph' || endsPage.paragraph !== paragraph) return false
  const isEmpty = paragraph.label === undefined && paragraph.inlines.every(({ kind }) => kind === 'bookmark')
  return isEmpty && (hasText || !room.isAlone)
}

function fitNotes(
  references: readonly NoteReference[],
  draft: ColumnDraft,
  left: number,
  isForced: boolean,
  { footnotes }: SectionFlow,
): NoteFit | undefined {
  if (references.length === 0) return NO_NOTES
  if (draft.overflow.length > 0 && !isForced) return undefined
  return footnotes.fit(references, draft.column.width, left, aboveNotes(draft, footnotes), isForced)
}

function aboveNotes(draft: ColumnDraft, footnotes: Footnotes): AboveNotes {
  if (draft.notesHeight === 0) return 'nothing'
  for (const { placed } of takenBack(draft)) {
    const last = placed.slice.notes.findLast((each) => footnotes.has(each))
    if (last !== undefined) return last
  }
  return 'rest'
}

/** Places a slice that is taller than a page. */
function force(slice: FlowSlice, fill: ColumnFill, asked: number, room: ColumnRoom, flow: SectionFlow): Step {
  const { draft } = fill
  const bottom = columnBottom(room, draft)
  // Space alone must not move content off the page.
  const top = Math.min(asked, Math.max(draft.end, bottom - neededRoom(slice) - footHeight(slice, room)))
  const left = bottom - top
  const foot = footHeight(slice, room)
  const needed = neededRoom(slice) + foot
  const parts = needed > left ? slice.split?.(Math.max(left - foot, 0), true) : undefined
  if (parts !== undefined) return divide(parts, fill, top, room, flow)
  const notes = fitNotes(slice.notes, draft, Math.max(left - slice.height, 0), true, flow) ?? NO_NOTES
  return { ...commit({ slice, work: fill.work, top, notes }, fill, room, flow), kind: 'placed' }
}

/** Places the first part of a row. The rest replaces it in the next column. */
function divide(
  [head, rest]: readonly [head: Slice, rest: Slice],
  fill: ColumnFill,
  top: number,
  room: ColumnRoom,
  flow: SectionFlow,
): Step {
  const left = Math.max(columnBottom(room, fill.draft) - top - head.height, 0)
  const notes = fitNotes(head.notes, fill.draft, left, true, flow) ?? NO_NOTES
  const slice = rowSlice(head, undefined, 0)
  const placed = commit({ slice, work: fill.work, top, notes }, fill, room, flow)
  const work = { ...fill.work, rest: rowSlice(rest, undefined, 0) }
  return full({ draft: placed.draft, work, around: placed.around }, RUN_OVER)
}

/** A slice and its position. Without `work`, it cannot be taken back by itself. */
interface Placement {
  readonly slice: FlowSlice
  readonly top: number
  readonly notes: NoteFit
  readonly work: Work | undefined
}

/** The column with one more slice, with its floats placed. */
function commit(
  { slice, top, notes, work }: Placement,
  fill: ColumnFill,
  room: ColumnRoom,
  { context }: SectionFlow,
): ColumnFill {
  const { draft } = fill
  const isPlaced = slice.floats.length > 0 || slice.anchors.length === 0
  const floats = isPlaced ? slice.floats : placeAnchors(slice, top, surroundingsOf(draft, room), context)
  const placed = {
    slice,
    x: draft.column.left,
    y: top,
    work,
    floats,
    notes: notes.slices,
    notesHeight: notes.height,
    shiftX: 0,
    shiftY: 0,
  }
  const exclusions =
    floats.length === 0
      ? undefined
      : floats.flatMap(({ exclusion }) => exclusion ?? []).slice(0, floatsLeft(fill, room))
  return { draft: withSlice(draft, placed, exclusions, notes.rest), work: fill.work, around: fill.around }
}

/** Places header rows at the top of a column in which a table continues. */
function repeatHeader({ repeat = [] }: FlowSlice, fill: ColumnFill, room: ColumnRoom, flow: SectionFlow): ColumnFill {
  const height = repeat.reduce((sum, each) => sum + each.spaceAbove + each.height, 0)
  const left = columnBottom(room, fill.draft) - fill.draft.end
  if (height === 0 || height > left * MAX_REPEATED_SHARE) return fill
  return repeat.reduce((done, each) => {
    const row = asDecoration(rowSlice(each, undefined, 0))
    const top = done.draft.end + row.spaceAbove
    return commit({ slice: row, top, notes: NO_NOTES, work: undefined }, done, room, flow)
  }, fill)
}

/** Places footer rows at the end of a column whose table continues in the next one. */
export function repeatFooter(fill: ColumnFill, room: ColumnRoom, flow: SectionFlow): ColumnFill {
  const { draft, work } = fill
  const last = draft.last?.placed.slice
  const next = work.rest ?? work.open?.slices[work.index]
  if (last?.foot === undefined || next?.foot !== last.foot) return fill
  const height = footHeight(last, room)
  if (height === 0 || draft.end + height > columnBottom(room, draft)) return fill
  return last.foot.reduce((done, each) => {
    const row = asDecoration(rowSlice(each, undefined, 0))
    return commit({ slice: row, top: done.draft.end, notes: NO_NOTES, work: undefined }, done, room, flow)
  }, fill)
}

/** A slice whose text is elsewhere already, such as header rows on the second page of a table. */
function asDecoration(slice: FlowSlice): FlowSlice {
  return {
    ...slice,
    paint(list, x, y) {
      const from = list.length
      slice.paint(list, x, y)
      disown(list, from)
    },
  }
}

function disown(list: DisplayList, from: number): void {
  for (let index = from; index < list.length; index++) {
    const item = list[index]
    if (item?.kind === 'content') list[index] = DECORATION
    else if (item?.kind === 'group') disown(item.items, 0)
  }
}
