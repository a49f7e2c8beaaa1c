/**
 * Drawings that are placed by the page or its margins and stand above the text that they are anchored in.
 *
 * @module
 */

import type { Drawing } from '../model/drawing-model.js'
import type { Exclusion } from './exclusions.js'
import type { FlowSlice } from './flow-slice.js'
import type { ColumnDraft, PlacedSlice } from './page-draft.js'

/** What keeps text off above the slice that has just been placed; drawings that are known already are left out. */
export function exclusionsAbove(
  { anchors, floats: own }: FlowSlice,
  { floats, y }: PlacedSlice,
  known: ReadonlySet<Drawing>,
): readonly Exclusion[] {
  // Lines that came with their floats were composed around them, and have them in the same order.
  const placed = own.length > 0 ? own : floats
  return placed.flatMap(({ exclusion }, index) => {
    const anchored = anchors[index]
    if (exclusion === undefined || anchored === undefined || known.has(anchored.drawing)) return []
    const { relativeTo } = anchored.anchor.vertical
    const isFree = relativeTo !== 'paragraph' && relativeTo !== 'line'
    return isFree && exclusion.top < y ? [exclusion] : []
  })
}

/** Whether what is placed stands where one of them keeps text off. */
export function meetsAny(
  { y, slice }: PlacedSlice,
  { column }: ColumnDraft,
  exclusions: readonly Exclusion[],
): boolean {
  return exclusions.some(
    ({ left, right, top, bottom }) =>
      y + slice.height > top && y < bottom && right > column.left && left < column.left + column.width,
  )
}
