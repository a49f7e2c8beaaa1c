/**
 * A page that is being filled, as a value.
 *
 * @module
 */

import type { Section } from '../model/document-model.js'
import type { Drawing } from '../model/drawing-model.js'
import type { Table } from '../model/table-model.js'
import type { ColumnDraft } from './column-draft.js'
import type { Exclusion } from './exclusions.js'
import type { PageDecoration } from './float-position.js'
import type { PlacedFloat } from './flow-slice.js'
import type { HeaderKind } from './headers.js'
import type { Column, PageGeometry } from './page-geometry.js'

/** A part of a page with columns of its own: continuous sections stand below each other. */
export interface Region {
  readonly section: Section
  /** The page as its floats see it: side margins are those of its section. */
  readonly frame: PageDecoration
  readonly top: number
  readonly columns: readonly Column[]
  /** Those that are full. */
  readonly full: readonly ColumnDraft[]
  /** The one that is being filled. */
  readonly draft: ColumnDraft
}

/** Exclusions for the whole page, besides the floats of its columns. */
export interface Around {
  /** Drawings of headers and footers, and drawings that stand above their anchors. */
  readonly exclusions: readonly Exclusion[]
  /** Drawings that text above their anchors was laid out around. */
  readonly wrapped: ReadonlySet<Drawing>
  /** Floating tables of the page that text above them was laid out around: they stay where they stood before. */
  readonly settled: ReadonlyMap<Table, PlacedFloat>
}

/** Which page of which section it is. */
export interface PagePlace {
  /** The section that opens it: headers, borders and margins are its. */
  readonly section: Section
  readonly sectionIndex: number
  readonly number: number
  readonly isFirstOfSection: boolean
}

/** A page as far as it is filled. */
export interface PageDraft extends PagePlace {
  /** As the lines of its text see it. */
  readonly geometry: PageGeometry
  /** As headers and borders see it, where text runs down; left out: the same. */
  readonly sheet?: PageGeometry | undefined
  readonly headerKind: HeaderKind
  /** The regions above the one that is being filled. */
  readonly above: readonly Region[]
  readonly region: Region
  readonly around: Around
}

/** The columns of a region that have been begun. */
export function draftsOf({ full, draft }: Region): readonly ColumnDraft[] {
  return [...full, draft]
}

/** All regions of a page, from top to bottom. */
export function regionsOf({ above, region }: PageDraft): readonly Region[] {
  return [...above, region]
}

/** The page with another state of the column that is being filled. */
export function withDraft(page: PageDraft, draft: ColumnDraft): PageDraft {
  return { ...page, region: { ...page.region, draft } }
}

/** Where text in a column of the last region has to end, without the notes of the column. */
export function regionBottom({ geometry, above }: PageDraft): number {
  return above.reduce((bottom, region) => bottom - regionNotesHeight(region), geometry.bodyBottom)
}

/** Height of the text area. */
export function bodyHeight({ geometry }: PageDraft): number {
  return geometry.bodyBottom - geometry.bodyTop
}

/** Whether no text was placed as yet. */
export function isPageEmpty(page: PageDraft): boolean {
  return !page.region.draft.hasText && isEmptyBeside(page)
}

/** Whether no text was placed outside of the column that is being filled. */
export function isEmptyBeside({ above, region }: PageDraft): boolean {
  return !region.full.some(({ hasText }) => hasText) && !above.some((each) => draftsOf(each).some((d) => d.hasText))
}

/** Lower edge of everything in a region. */
export function regionEnd(region: Region): number {
  return draftsOf(region).reduce((end, draft) => Math.max(end, draft.end), region.top)
}

/** Height of the notes below a region: columns have theirs side by side. */
export function regionNotesHeight(region: Region): number {
  return draftsOf(region).reduce((height, draft) => Math.max(height, draft.notesHeight), 0)
}
