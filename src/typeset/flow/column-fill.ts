/**
 * Types of values for filling columns.
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

/** A partly filled column, with the remaining work. */
export interface ColumnFill {
  readonly draft: ColumnDraft
  readonly work: Work
  readonly around: Around
}

/** The part of a page that a column may use, and its surroundings. */
export interface ColumnRoom {
  readonly frame: PageDecoration
  /** Lower limit of the text, not counting the notes of the column. */
  readonly bottom: number
  /** Height of the text area of the page. */
  readonly bodyHeight: number
  /** Whether the page has no text outside of the column. */
  readonly isAlone: boolean
  /** Exclusions from other columns of the page. */
  readonly exclusions: readonly Exclusion[]
}

/** Where text that does not fit in a column continues. */
export interface Break {
  /** With `column`, the next column may be on the next page if the region has no more columns. */
  readonly to: 'column' | 'page'
  readonly start: ColumnStart
}

/** The result of placing a slice. */
export type Step = ColumnFill &
  (
    | { readonly kind: 'placed' }
    /** The column continues with other work, which may precede the slice. */
    | { readonly kind: 'again' }
    | { readonly kind: 'full'; readonly stop: Break }
  )

/** The flow of a section: state that its columns share. */
export interface SectionFlow {
  readonly items: readonly FlowItem[]
  /** The last item, if a page begins after it. */
  readonly endsPage?: FlowItem
  readonly footnotes: Footnotes
  readonly context: FlowContext
  /** Lays out the item with which a fill continues. An earlier layout is reused where the result is equal. */
  open(item: FlowItem, fill: ColumnFill, room: ColumnRoom): Steps<OpenItem>
}

/** Says that the column has no room for the next slice. */
export function full({ draft, work, around }: ColumnFill, stop: Break): Step {
  return { draft, work, around, kind: 'full', stop }
}

/** Lower limit of the text of a column. */
export function columnBottom({ bottom }: ColumnRoom, { notesHeight }: ColumnDraft): number {
  return bottom - notesHeight
}

/** The surroundings by which floats of a column are positioned. */
export function surroundingsOf({ column }: ColumnDraft, { frame }: ColumnRoom): Surroundings {
  return { columnLeft: column.left, columnWidth: column.width, page: frame }
}

/** All exclusions that apply to the text of a column. */
export function exclusionsOf({ draft, around }: ColumnFill, { exclusions }: ColumnRoom): readonly Exclusion[] {
  if (exclusions.length === 0 && draft.exclusions.length === 0) return around.exclusions
  return [...around.exclusions, ...exclusions, ...draft.exclusions]
}

/** Number of further floats that text on this page may flow around. */
export function floatsLeft({ draft, around }: ColumnFill, { exclusions }: ColumnRoom): number {
  const count = around.exclusions.length + exclusions.length + draft.exclusions.length
  return Math.max(TYPESET_LIMITS.maxFloatsBesideText - count, 0)
}
