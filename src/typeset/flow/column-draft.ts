/**
 * A column that is being filled, as a value. Each slice that is placed makes a new one, which holds on to the one before: so
 * taking slices back costs nothing and forgets nothing.
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
   * Where the flow continues when the slice is taken back; undefined for repeated header rows, which are never taken
   * back alone.
   */
  readonly work: Work | undefined
  readonly floats: readonly PlacedFloat[]
  /** Notes below the column that came with it. */
  readonly notes: readonly Slice[]
  readonly notesHeight: number
  /** Columns were balanced: how far its floats move. */
  readonly shiftX: number
  readonly shiftY: number
}

/** How the text reached the top of a column. */
export type ColumnStart =
  /**
   * The start of a section, a column break, or a page break within a paragraph: the space above the first paragraph is
   * kept.
   */
  | 'hard'
  /** It continues from the column before, or begins after a page break: that space is dropped. */
  | 'natural'
  /** A continuous section: it continues below other text. */
  | 'flow'

/** A column as far as it is filled. */
export interface ColumnDraft {
  readonly column: Column
  readonly start: ColumnStart
  /** The part of the space above its first slice that the last paragraph of the section before has provided already. */
  readonly spaceTaken: number
  /** Lower edge of the text so far. */
  readonly end: number
  /** Text was placed in it: repeated header rows are none. */
  readonly hasText: boolean
  /** The last slice; undefined while it is empty. */
  readonly last: PlacedLast | undefined
  /** Exclusions that came with its slices. */
  readonly exclusions: readonly Exclusion[]
  /** Notes below it that the column before had no room for. */
  readonly carried: readonly Slice[]
  /** Height of all notes with their separator. */
  readonly notesHeight: number
  /** The rest of its last note, for the next column. */
  readonly overflow: readonly Slice[]
}

/** The last slice of a column, and the column before it was placed. */
export interface PlacedLast {
  readonly placed: PlacedSlice
  readonly before: ColumnDraft
}

const NOTHING: readonly never[] = []

/**
 * Starts a column.
 *
 * @param top where its text starts
 * @param carried notes that the column before had no room for, as far as they fit here
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

/** The column with one more slice. `exclusions`: those of its floats that count. */
export function withSlice(
  before: ColumnDraft,
  placed: PlacedSlice,
  exclusions: readonly Exclusion[] = NOTHING,
  overflow: readonly Slice[] = NOTHING,
): ColumnDraft {
  // Every member by name: copied with spread, each would be an object of a kind of its own to V8, and slow to read.
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

/** The slices of a column with the column before each, from the last one up. */
export function* takenBack(draft: ColumnDraft): Generator<PlacedLast> {
  for (let { last } = draft; last !== undefined; last = last.before.last) yield last
}

/** The slices of a column from top to bottom. */
export function placedIn(draft: ColumnDraft): readonly PlacedSlice[] {
  const placed: PlacedSlice[] = []
  for (const last of takenBack(draft)) placed.push(last.placed)
  return placed.reverse()
}

/** Where the text of a column begins: below its top where it goes on below other text. */
export function textTop(draft: ColumnDraft): number {
  let top = draft.end
  for (const { before } of takenBack(draft)) top = before.end
  return top
}
