/**
 * A page that is being filled, as an immutable value.
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

/** A part of a page with its own columns. Continuous sections are regions one below another. */
export interface Region {
  readonly section: Section
  /** The page for positioning floats, with the side margins of the section. */
  readonly frame: PageDecoration
  readonly top: number
  readonly columns: readonly Column[]
  /** The full columns. */
  readonly full: readonly ColumnDraft[]
  /** The column that is being filled. */
  readonly draft: ColumnDraft
}

/** Exclusions of the whole page, besides the floats of its columns. */
export interface Around {
  /** Exclusions of drawings in headers and footers, and of drawings above their anchors. */
  readonly exclusions: readonly Exclusion[]
  /** Drawings that text above their anchors was laid out around. */
  readonly wrapped: ReadonlySet<Drawing>
  /** Floating tables that text above them was laid out around. They keep their positions. */
  readonly settled: ReadonlyMap<Table, PlacedFloat>
}

/** The place of a page in the document. */
export interface PagePlace {
  /** The section that begins the page and defines its headers, borders and margins. */
  readonly section: Section
  readonly sectionIndex: number
  readonly number: number
  readonly isFirstOfSection: boolean
}

/** A partly filled page. */
export interface PageDraft extends PagePlace {
  /** The page in the coordinates of its lines. */
  readonly geometry: PageGeometry
  /** The page in the coordinates of headers and borders, if its text is vertical; left out: the same. */
  readonly sheet?: PageGeometry | undefined
  readonly headerKind: HeaderKind
  /** The regions above the current one. */
  readonly above: readonly Region[]
  readonly region: Region
  readonly around: Around
}

/** The columns of a region that have been opened. */
export function draftsOf({ full, draft }: Region): readonly ColumnDraft[] {
  return [...full, draft]
}

/** All regions of a page, from top to bottom. */
export function regionsOf({ above, region }: PageDraft): readonly Region[] {
  return [...above, region]
}

/** The page with a new state of the current column. */
export function withDraft(page: PageDraft, draft: ColumnDraft): PageDraft {
  return { ...page, region: { ...page.region, draft } }
}

/** Lower limit of the text in a column of the last region, not counting the notes of the column. */
export function regionBottom({ geometry, above }: PageDraft): number {
  return above.reduce((bottom, region) => bottom - regionNotesHeight(region), geometry.bodyBottom)
}

/** Height of the text area. */
export function bodyHeight({ geometry }: PageDraft): number {
  return geometry.bodyBottom - geometry.bodyTop
}

/** Whether the page has no text yet. */
export function isPageEmpty(page: PageDraft): boolean {
  return !page.region.draft.hasText && isEmptyBeside(page)
}

/** Whether the page has no text outside of the current column. */
export function isEmptyBeside({ above, region }: PageDraft): boolean {
  return !region.full.some(({ hasText }) => hasText) && !above.some((each) => draftsOf(each).some((d) => d.hasText))
}

/** Lower edge of all content of a region. */
export function regionEnd(region: Region): number {
  return draftsOf(region).reduce((end, draft) => Math.max(end, draft.end), region.top)
}

/** Height of the notes below a region. Columns have their notes side by side. */
export function regionNotesHeight(region: Region): number {
  return draftsOf(region).reduce((height, draft) => Math.max(height, draft.notesHeight), 0)
}
