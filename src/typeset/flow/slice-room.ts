/**
 * Computes the room that a slice takes.
 *
 * @module
 */

import type { ColumnDraft } from './column-draft.js'
import type { ColumnRoom } from './column-fill.js'
import { type Exclusion, freeBands } from './exclusions.js'
import type { FlowSlice } from './flow-slice.js'

/** Space above a slice at the end of a column. */
export function spaceAbove(slice: FlowSlice, draft: ColumnDraft): number {
  if (draft.last !== undefined || draft.start === 'flow') return slice.spaceAbove
  return slice.skip + (draft.start === 'hard' ? Math.max(slice.spaceAtTop - draft.spaceTaken, 0) : 0)
}

/**
 * Room that a slice needs below its top, including the border that closes the page below a row. In a document whose rows end
 * 0.15 points above the end of the page, with borders of 0.5 points, Word ends the page a row earlier.
 */
export function neededRoom(slice: FlowSlice): number {
  return Math.max(slice.height - (slice.trailing ?? 0) + (slice.closing ?? 0), slice.leastRoom ?? 0)
}

/** Largest share of a page for footer rows, as in Chromium. Taller ones only stand at the end of their table. */
const MAX_FOOT_SHARE = 0.25

/** Height of the footer rows below a slice where a page ends there. */
export function footHeight({ foot }: FlowSlice, { bodyHeight }: ColumnRoom): number {
  if (foot === undefined) return 0
  const height = foot.reduce((sum, each) => sum + each.height, 0)
  return height > bodyHeight * MAX_FOOT_SHARE ? 0 : height
}

/** The nearest position from `top` on where a table does not meet objects that text flows around. */
export function keepOffFloats(
  { extent, height }: FlowSlice,
  top: number,
  { column }: ColumnDraft,
  exclusions: readonly Exclusion[],
): number {
  if (extent === undefined || exclusions.length === 0) return top
  let free = top
  for (let attempt = 0; attempt < exclusions.length; attempt++) {
    const { bands, nextTop } = freeBands(exclusions, free, height, column.left, column.width)
    if (nextTop === Number.POSITIVE_INFINITY) return free
    if (
      bands.some(({ left, right }) => left <= Math.max(extent.left, 0) && right >= Math.min(extent.right, column.width))
    )
      return free
    free = nextTop
  }
  return free
}
