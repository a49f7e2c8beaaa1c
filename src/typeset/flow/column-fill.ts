/**
 * The values that filling a column takes and gives.
 *
 * @module
 */

import type { Steps } from '../../pace/turns.js'
import type { ColumnDraft, ColumnStart } from './column-draft.js'
import type { Exclusion } from './exclusions.js'
import type { PageDecoration, Surroundings } from './float-position.js'
import type { FlowContext } from './flow-context.js'
import type { FlowItem } from './flow-items.js'
import type { Footnotes } from './footnotes.js'
import type { OpenItem } from './open-item.js'
import type { Around } from './page-draft.js'
import { TYPESET_LIMITS } from './typeset-limits.js'
import type { Work } from './work.js'

/** How far a column is filled, and what comes next. */
export interface ColumnFill {
  readonly draft: ColumnDraft
  readonly work: Work
  readonly around: Around
}

/** The part of a page that a column may take, and what stands around it. */
export interface ColumnRoom {
  readonly frame: PageDecoration
  /** Where text has to end, without the notes of the column. */
  readonly bottom: number
  /** Height of the text area of the page. */
  readonly bodyHeight: number
  /** There is no text on the page outside the column. */
  readonly isAlone: boolean
  /** Exclusions that came with other columns of the page. */
  readonly exclusions: readonly Exclusion[]
}

/** Where the text that does not fit in a column continues. */
export interface Break {
  /** The next column is on the next page where its region has no more of them. */
  readonly to: 'column' | 'page'
  readonly start: ColumnStart
}

/** The result of placing a slice. */
export type Step = ColumnFill &
  (
    | { readonly kind: 'placed' }
    /** The column continues with other work, which may be above the slice. */
    | { readonly kind: 'again' }
    | { readonly kind: 'full'; readonly stop: Break }
  )

/** A section's flow: what is the same for all of its columns. */
export interface SectionFlow {
  readonly items: readonly FlowItem[]
  /** The last item, where a page begins after it. */
  readonly endsPage?: FlowItem
  readonly footnotes: Footnotes
  readonly context: FlowContext
  /** Lays out the item that a fill continues with; an earlier layout is reused where the result is the same. */
  open(item: FlowItem, fill: ColumnFill, room: ColumnRoom): Steps<OpenItem>
}

/** The column has no room for what is next. */
export function full({ draft, work, around }: ColumnFill, stop: Break): Step {
  return { draft, work, around, kind: 'full', stop }
}

/** Where the text of a column has to end. */
export function columnBottom({ bottom }: ColumnRoom, { notesHeight }: ColumnDraft): number {
  return bottom - notesHeight
}

/** What floats of a column are placed by. */
export function surroundingsOf({ column }: ColumnDraft, { frame }: ColumnRoom): Surroundings {
  return { columnLeft: column.left, columnWidth: column.width, page: frame }
}

/** All exclusions that apply to the text of a column. */
export function exclusionsOf({ draft, around }: ColumnFill, { exclusions }: ColumnRoom): readonly Exclusion[] {
  if (exclusions.length === 0 && draft.exclusions.length === 0) return around.exclusions
  return [...around.exclusions, ...exclusions, ...draft.exclusions]
}

/** How many more floats text may be set around on this page. */
export function floatsLeft({ draft, around }: ColumnFill, { exclusions }: ColumnRoom): number {
  const count = around.exclusions.length + exclusions.length + draft.exclusions.length
  return Math.max(TYPESET_LIMITS.maxFloatsBesideText - count, 0)
}
