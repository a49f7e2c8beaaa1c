/**
 * A column that is being filled, as an immutable value. Each placed slice makes a new value that refers to the one before, so
 * that slices can be taken back at no cost.
 *
 * @module
 */

import type { Exclusion } from './exclusions.js'
import type { FlowSlice, PlacedFloat } from './flow-slice.js'
import type { NoteFit } from './footnotes.js'
import type { Slice } from './layout-context.js'
import type { Column } from './page-geometry.js'
import type { Work } from './work.js'

/** A slice on a page. */
export interface PlacedSlice {
  readonly slice: FlowSlice
  readonly x: number
  readonly y: number
  /**
   * Where the flow continues when the slice is taken back; undefined for repeated header rows, which are never taken back alone.
   */
  readonly work: Work | undefined
  readonly floats: readonly PlacedFloat[]
  /** Notes at the foot of the column that belong to the slice. */
  readonly notes: readonly Slice[]
  readonly notesHeight: number
  /** How far the floats of the slice move because columns were balanced. */
  readonly shiftX: number
  readonly shiftY: number
}

/** How the text reaches the top of a column. */
export type ColumnStart =
  /**
   * The column begins with a section, or after a column break or a page break within a paragraph. The space above the first
   * paragraph is kept.
   */
  | 'hard'
  /** The text continues from the column before, or begins after a page break. The space above the first paragraph is dropped. */
  | 'natural'
  /** The column belongs to a continuous section below other text. */
  | 'flow'

/** A column as far as it is filled. */
export interface ColumnDraft {
  readonly column: Column
  readonly start: ColumnStart
  /** The part of the space above its first slice that the last paragraph of the section before already provides. */
  readonly spaceTaken: number
  /** Lower edge of the text so far. */
  readonly end: number
  /** Whether the column has text. Repeated header rows do not count. */
  readonly hasText: boolean
  /** The last slice; undefined for an empty column. */
  readonly last: PlacedLast | undefined
  /** Exclusions of floats in its slices. */
  readonly exclusions: readonly Exclusion[]
  /** Notes that did not fit in the column before. */
  readonly carried: readonly Slice[]
  /** Height of all notes, including the separator. */
  readonly notesHeight: number
  /** The rest of the last note, for the next column. */
  readonly overflow: readonly Slice[]
}

/** The last slice of a column, with the column before it was placed. */
export interface PlacedLast {
  readonly placed: PlacedSlice
  readonly before: ColumnDraft
}

const NOTHING: readonly never[] = []

/**
 * Starts a column.
 *
 * @param top upper edge of its text
 * @param carried notes from the column before, as far as they fit here
 */
export function openColumn(
  column: Column,
  top: number,
  start: ColumnStart,
  spaceTaken = 0,
  carried?: NoteFit,
): ColumnDraft {
  return {
    column,
    start,
    spaceTaken,
    end: top,
    hasText: false,
    last: undefined,
    exclusions: NOTHING,
    carried: carried?.slices ?? NOTHING,
    notesHeight: carried?.height ?? 0,
    overflow: carried?.rest ?? NOTHING,
  }
}

/** The column with one more slice. `exclusions` are those of its floats that keep text off. */
export function withSlice(
  before: ColumnDraft,
  placed: PlacedSlice,
  exclusions: readonly Exclusion[] = NOTHING,
  overflow: readonly Slice[] = NOTHING,
): ColumnDraft {
  // Members are named, since V8 would give objects made by spreading hidden classes of their own, which are slow to read.
  return {
    column: before.column,
    start: before.start,
    spaceTaken: before.spaceTaken,
    end: placed.y + placed.slice.height,
    hasText: before.hasText || placed.work !== undefined,
    last: { placed, before },
    exclusions: exclusions.length === 0 ? before.exclusions : [...before.exclusions, ...exclusions],
    carried: before.carried,
    notesHeight: before.notesHeight + placed.notesHeight,
    overflow: overflow.length === 0 ? before.overflow : [...before.overflow, ...overflow],
  }
}

/** The slices of a column from the last one up, each with the column before it. */
export function* takenBack(draft: ColumnDraft): Generator<PlacedLast> {
  for (let { last } = draft; last !== undefined; last = last.before.last) yield last
}

/** The slices of a column from top to bottom. */
export function placedIn(draft: ColumnDraft): readonly PlacedSlice[] {
  const placed: PlacedSlice[] = []
  for (const last of takenBack(draft)) placed.push(last.placed)
  return placed.reverse()
}

/** Upper edge of the text of a column, which is below its top where it continues below other text. */
export function textTop(draft: ColumnDraft): number {
  let top = draft.end
  for (const { before } of takenBack(draft)) top = before.end
  return top
}
