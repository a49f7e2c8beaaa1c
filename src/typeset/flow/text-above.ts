/**
 * Drawings that are placed by the page or its margins and stand above the text that they are anchored in.
 *
 * @module
 */

import type { Drawing } from '../model/drawing-model.js'
import { type ColumnDraft, type PlacedLast, type PlacedSlice, takenBack } from './column-draft.js'
import type { Exclusion } from './exclusions.js'
import type { FlowSlice } from './flow-slice.js'
import type { Around } from './page-draft.js'
import type { Work } from './work.js'

/** A column to be filled again from some place on, and what text keeps off now. */
export interface TextAround {
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
  if (last === undefined || last.placed.slice.anchors.length === 0) return undefined
  const above = exclusionsAbove(last.placed, around.wrapped)
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
    },
  }
}

/** What keeps text off above a slice; drawings that are known already are left out. */
function exclusionsAbove({ slice, floats, y }: PlacedSlice, known: ReadonlySet<Drawing>): readonly Exclusion[] {
  const { anchors, floats: own }: FlowSlice = slice
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
function meetsAny({ y, slice }: PlacedSlice, { column }: ColumnDraft, exclusions: readonly Exclusion[]): boolean {
  return exclusions.some(
    ({ left, right, top, bottom }) =>
      y + slice.height > top && y < bottom && right > column.left && left < column.left + column.width,
  )
}
