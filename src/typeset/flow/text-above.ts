/**
 * Drawings above the text that they are anchored in, because they are positioned by the page or its margins, or because they
 * would extend below the lower edge of the page.
 *
 * @module
 */

import type { Drawing, DrawingAnchor } from '../model/drawing-model.js'
import { type ColumnDraft, type PlacedLast, type PlacedSlice, takenBack } from './column-draft.js'
import type { Exclusion } from './exclusions.js'
import type { FlowSlice } from './flow-slice.js'
import type { Around } from './page-draft.js'
import { TYPESET_LIMITS } from './typeset-limits.js'
import type { Work } from './work.js'

/** Distance in twips above the line of its anchor beyond which a drawing must have been moved. */
const LINE = 720

/** A column to be filled again from a place on, with the exclusions that then apply. */
interface TextAround {
  readonly draft: ColumnDraft
  readonly work: Work
  readonly around: Around
}

/**
 * Handles a drawing above its anchor: text of the column before the anchor must be laid out again around it.
 *
 * @param draft the last slice of it is the one with the anchor
 * @returns undefined where the text need not change
 */
export function wrapTextAbove(draft: ColumnDraft, around: Around): TextAround | undefined {
  const { last } = draft
  if (last === undefined || (last.placed.slice.anchors.length === 0 && last.placed.slice.floats.length === 0))
    return undefined
  if (around.exclusions.length >= TYPESET_LIMITS.maxFloatsAboveAnchors) return undefined
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
 * Floating tables above their anchor, with their exclusions, which keep no distance from the text above. Tables with settled
 * positions are left out.
 */
function tablesAbove({ floats, y }: PlacedSlice, settled: Around['settled']) {
  return floats.flatMap((float) => {
    const { table, exclusion, top } = float
    if (table === undefined || exclusion === undefined || top >= y || settled.has(table)) return []
    return [{ table, float, exclusion: { ...exclusion, top } }]
  })
}

/** Exclusions above a slice, without those of known drawings. */
function exclusionsAbove({ slice, floats, y }: PlacedSlice, known: ReadonlySet<Drawing>): readonly Exclusion[] {
  const { anchors, floats: own }: FlowSlice = slice
  // Lines with floats of their own were composed around them, and have them in the same order.
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
 * Whether a drawing is above the position that its paragraph gives it, because it was moved up to stay on the page. A drawing
 * with text above and below only must not be moved: it would push its own anchor down.
 */
function isMovedUp({ vertical, wrap, distances }: DrawingAnchor, { top }: Exclusion, lineTop: number): boolean {
  return wrap !== 'topAndBottom' && top + distances.top < lineTop + Math.min(vertical.offset, 0) - LINE
}

/** Whether a placed slice overlaps one of the exclusions. */
function meetsAny({ y, slice }: PlacedSlice, { column }: ColumnDraft, exclusions: readonly Exclusion[]): boolean {
  return exclusions.some(
    ({ left, right, top, bottom }) =>
      y + slice.height > top && y < bottom && right > column.left && left < column.left + column.width,
  )
}
