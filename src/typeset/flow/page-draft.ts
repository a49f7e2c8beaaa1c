import type { Slice } from '../layout-context.js'
import type { Section } from '../model/document-model.js'
import type { LinePosition } from '../text/line.js'
import type { PageDecoration } from './float-position.js'
import type { FlowSlice, PlacedFloat } from './flow-slice.js'
import type { HeaderKind } from './headers.js'
import type { OpenItem } from './open-item.js'
import type { Column, PageGeometry } from './page-geometry.js'

/** A place in a section's flow, to go on or to go back to. */
export interface Cursor {
  /** Index of the item. */
  readonly item: number
  /** Where its paragraph goes on; undefined for its start. */
  readonly start?: LinePosition
  /** The item as it is set already, and the next of its slices. */
  readonly open?: OpenItem
  readonly index: number
}

/** A slice on a page. */
export interface PlacedSlice {
  readonly slice: Slice
  readonly x: number
  readonly y: number
  /** Where the column ended before it. */
  readonly columnEnd: number
  /** Left out for repeated header rows, which are never taken back by themselves. */
  readonly cursor?: Cursor
  readonly flow?: FlowSlice
  readonly floats: readonly PlacedFloat[]
  /** Notes below the column that came with it. */
  readonly notes: readonly Slice[]
  readonly notesHeight: number
  /** Columns were balanced: how far its floats move. */
  readonly shiftX: number
  readonly shiftY: number
}

/** How the text came to the top of a column. */
export type ColumnStart =
  /** The start of a section, a column break, or a page break within a paragraph: the space above the first paragraph is kept. */
  | 'hard'
  /** It ran over from the column before, or begins after a page break: that space falls away. */
  | 'natural'
  /** A continuous section: it goes on below other text. */
  | 'flow'

/** A column that is being filled. */
export interface ColumnDraft {
  readonly column: Column
  readonly start: ColumnStart
  /** Of the space above its first slice: what the paragraph before has below itself already, in the section before. */
  readonly spaceTaken: number
  placed: PlacedSlice[]
  /** Lower edge of the text so far. */
  end: number
  /** Notes below it that the column before had no room for. */
  carried: readonly Slice[]
  /** What is left of those after this column. */
  carriedRest: readonly Slice[]
  /** Height of all notes with their separator. */
  notesHeight: number
  /** What is left of its last note: the next column takes it. */
  overflow: readonly Slice[]
}

/** A part of a page with columns of its own: continuous sections stand below each other. */
export interface Region {
  readonly section: Section
  /** The page as its floats see it: side margins are those of its section. */
  readonly frame: PageDecoration
  readonly top: number
  readonly columns: readonly Column[]
  /** Those that have been begun. */
  readonly drafts: ColumnDraft[]
}

/** A page that is being filled. */
export interface PageDraft {
  readonly geometry: PageGeometry
  /** The section that opened it: headers, borders and margins are its. */
  readonly section: Section
  readonly sectionIndex: number
  readonly number: number
  readonly headerKind: HeaderKind
  readonly isFirstOfSection: boolean
  readonly regions: Region[]
}

/** Starts a column. */
export function openColumn(column: Column, top: number, start: ColumnStart, spaceTaken = 0): ColumnDraft {
  return { column, start, spaceTaken, placed: [], end: top, carried: [], carriedRest: [], notesHeight: 0, overflow: [] }
}

/** Where text in a column of the page has to end. */
export function columnBottom({ geometry, regions }: PageDraft, draft: ColumnDraft): number {
  let bottom = geometry.bodyBottom - draft.notesHeight
  for (let index = 0; index < regions.length - 1; index++) {
    const region = regions[index]
    if (region !== undefined) bottom -= regionNotesHeight(region)
  }
  return bottom
}

/** Height of the text area. */
export function bodyHeight({ geometry }: PageDraft): number {
  return geometry.bodyBottom - geometry.bodyTop
}

/** Whether no text was placed as yet: repeated header rows are none. */
export function isPageEmpty({ regions }: PageDraft): boolean {
  return regions.every(({ drafts }) => drafts.every(({ placed }) => placed.every(({ cursor }) => cursor === undefined)))
}

/** Lower edge of everything in a region. */
export function regionEnd(region: Region): number {
  return region.drafts.reduce((end, draft) => Math.max(end, draft.end), region.top)
}

/** Height of the notes below a region: columns have theirs side by side. */
export function regionNotesHeight(region: Region): number {
  return region.drafts.reduce((height, draft) => Math.max(height, draft.notesHeight), 0)
}
