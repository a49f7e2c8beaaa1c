/**
 * Drawings that stand above the text that they are anchored in, since the page or its margins place them, or since they
 * would hang over the lower edge of the page.
 *
 * @module
 */

import type { Drawing, DrawingAnchor } from '../model/drawing-model.js'
import { type ColumnDraft, type PlacedLast, type PlacedSlice, takenBack } from './column-draft.js'
import type { Exclusion } from './exclusions.js'
import type { FlowSlice } from './flow-slice.js'
import type { Around } from './page-draft.js'
import type { Work } from './work.js'

/** Drawings of a paragraph stand at most so far above the line of their anchor unless they were moved, in twips. */
const LINE = 720

/** A column to be filled again from some place on, and the exclusions that now apply. */
interface TextAround {
  readonly draft: ColumnDraft
  readonly work: Work
  readonly around: Around
}

/**
 * A drawing that stands above its anchor: text of the column before the anchor has to be set again, around it.
 *
 * @param draft the last slice of it is the one with the anchor
 * @returns undefined where the text can stay as it is
 */
export function wrapTextAbove(draft: ColumnDraft, around: Around): TextAround | undefined {
  const { last } = draft
  if (last === undefined || (last.placed.slice.anchors.length === 0 && last.placed.slice.floats.length === 0))
    return undefined
  const tables = tablesAbove(last.placed, around.settled)
  const above = [...exclusionsAbove(last.placed, around.wrapped), ...tables.map(({ exclusion }) => exclusion)]
  if (above.length === 0) return undefined
  let first: PlacedLast | undefined
  for (const each of takenBack(draft)) {
    if (each.placed.work !== undefined && meetsAny(each.placed, draft, above)) first = each
  }
  if (first?.placed.work === undefined || first === last) return undefined
  return {
    draft: first.before,
    work: first.placed.work,
    around: {
      exclusions: [...around.exclusions, ...above],
      wrapped: new Set([...around.wrapped, ...last.placed.slice.anchors.map(({ drawing }) => drawing)]),
      settled: new Map([...around.settled, ...tables.map(({ table, float }) => [table, float] as const)]),
    },
  }
}

/**
 * Floating tables that stand higher than their anchor, and what they keep text off: no distance to the text above. Those
 * whose place is settled are left out.
 */
function tablesAbove({ floats, y }: PlacedSlice, settled: Around['settled']) {
  return floats.flatMap((float) => {
    const { table, exclusion, top } = float
    if (table === undefined || exclusion === undefined || top >= y || settled.has(table)) return []
    return [{ table, float, exclusion: { ...exclusion, top } }]
  })
}

/** Exclusions above a slice; drawings that are known already are left out. */
function exclusionsAbove({ slice, floats, y }: PlacedSlice, known: ReadonlySet<Drawing>): readonly Exclusion[] {
  const { anchors, floats: own }: FlowSlice = slice
  // Lines that came with their floats were composed around them, and have them in the same order.
  const placed = own.length > 0 ? own : floats
  return placed.flatMap(({ exclusion }, index) => {
    const anchored = anchors[index]
    if (exclusion === undefined || anchored === undefined || known.has(anchored.drawing)) return []
    const { anchor } = anchored
    const { relativeTo } = anchor.vertical
    const isFree = (relativeTo !== 'paragraph' && relativeTo !== 'line') || isMovedUp(anchor, exclusion, y)
    return isFree && exclusion.top < y ? [exclusion] : []
  })
}

/**
 * Whether a drawing stands above the place that its paragraph gives it, since it was moved up to stay on the page. One with
 * text above and below only has to stay there: it would push its own anchor down.
 */
function isMovedUp({ vertical, wrap, distances }: DrawingAnchor, { top }: Exclusion, lineTop: number): boolean {
  return wrap !== 'topAndBottom' && top + distances.top < lineTop + Math.min(vertical.offset, 0) - LINE
}

/** Whether what is placed stands where one of them keeps text off. */
function meetsAny({ y, slice }: PlacedSlice, { column }: ColumnDraft, exclusions: readonly Exclusion[]): boolean {
  return exclusions.some(
    ({ left, right, top, bottom }) =>
      y + slice.height > top && y < bottom && right > column.left && left < column.left + column.width,
  )
}
