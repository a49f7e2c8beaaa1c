/**
 * The interfaces between the parts of the engine.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { FontLibrary } from '../fonts/font-face.js'
import type { Block, DocumentModel, NoteReference, SectionProperties, StyleReference } from '../model/document-model.js'
import type { Drawing, DrawingAnchor } from '../model/drawing-model.js'
import type { HexColor } from '../model/properties.js'

/**
 * What every part of the engine needs while a document is laid out. It is handed down, so that paragraphs, tables and
 * drawings can nest without the modules importing each other in a circle.
 */
export interface LayoutContext {
  readonly document: DocumentModel
  readonly fonts: FontLibrary
  /** Throws the signal's reason when the caller has given up, `document_too_complex` when a limit is passed. Call it per paragraph and row. */
  checkpoint(): void
  /** Added once to the result's warnings. */
  warn(message: string): void
  /** The page that is being filled, for fields. */
  readonly numbers: PageNumbers
  /** The text that a note reference shows, such as `3` or `iv`; undefined for an id without a note. */
  noteLabel(note: NoteReference['note'], id: string): string | undefined
  /** Lays blocks out in a separate column, without page limits: cells, text boxes, headers, notes. */
  layOutBlocks(blocks: readonly Block[], width: number, options?: StackOptions): Stack
  /** Paints a drawing with its box's corner at x, y: pictures, shapes and the text inside of them. */
  paintDrawing(drawing: Drawing, list: DisplayList, x: number, y: number): void
}

/** Styles of the nearest paragraphs outside of a column of text; left out where there is none. */
export interface StylesAround {
  readonly before?: string | undefined
  readonly after?: string | undefined
}

interface StackOptions {
  /** Cells and text boxes: automatic spacing falls away at their edges. */
  readonly isCell?: boolean
  /** Cells of tables alone: lines leave the document grid there unless the document says otherwise. */
  readonly isTableCell?: boolean
  /** Drawings anchored in it are placed by what it stands in. */
  readonly leavesAnchors?: boolean
  /** What contextual spacing at its edges compares styles with. */
  readonly stylesAround?: StylesAround
  /** Factor on font sizes and line spacing (a:normAutofit). */
  readonly fontScale?: number
  /** What the text stands on, for its automatic colour. */
  readonly background?: HexColor
}

/** Numbers as text, in the formats that the section asks for. */
export interface PageNumbers {
  readonly page: number
  /** Format of the section's page numbers. */
  readonly pageFormat: string
  /** What page numbers of the section begin with. */
  readonly chapters?: SectionProperties['chapterNumbers'] | undefined
  /** Unknown (`undefined`) until everything has been paginated once. */
  readonly pageCount: number | undefined
  readonly sectionPageCount: number | undefined
  readonly section: number
  /** Page number that a reference to a bookmark shows. Left out in the first pass. */
  pageOf?(bookmark: string): string | undefined
  /** The text that a header repeats; left out until the text of all pages is laid out. */
  styleText?(reference: StyleReference): string | undefined
}

/**
 * A horizontal strip of a flow: a line of text, a table row. Pages are filled with slices; the content of one stays
 * together unless it can split itself.
 */
export interface Slice {
  readonly height: number
  /** Space above it, already settled with the slice before (spacing is collapsed or added up as the rules say). */
  readonly spaceAbove: number
  /** Whether a page or column may end above it; `page` and `column` demand it. */
  readonly breakBefore: 'allowed' | 'avoided' | 'page' | 'column'
  /** Notes that belong on the page it stands on. */
  readonly notes: readonly NoteReference[]
  /** Drawings that are anchored in it and are placed by the page. */
  readonly anchors: readonly AnchoredDrawing[]
  /** Painted above the slice where it, or the rest of it, starts a page: header rows. */
  readonly repeat?: readonly Slice[] | undefined
  /** Painted below the slice where a page ends below it and its table goes on: footer rows. */
  readonly foot?: readonly Slice[] | undefined
  /** Thickness of the border that closes it where a page ends below it; it has to fit on that page too. */
  readonly closing?: number | undefined
  /** It is split only where no page holds it. */
  readonly isKept?: boolean | undefined
  /** The largest part that fits in `room` and the rest; undefined when no sensible part does. With `force`, any part. */
  readonly split?: ((room: number, force: boolean) => readonly [head: Slice, rest: Slice] | undefined) | undefined
  /** x, y: the left edge of the column and the top of the slice, below its `spaceAbove`. */
  paint(list: DisplayList, x: number, y: number): void
}

/** A floating drawing and the place in the text that it belongs to, relative to its slice's corner. */
export interface AnchoredDrawing {
  readonly drawing: Drawing
  readonly anchor: DrawingAnchor
  /** Where the anchoring character stands. */
  readonly x: number
  /** Top of the anchoring paragraph, relative to the slice: 0 or negative. */
  readonly paragraphTop: number
  /** In a table: the inside of the cell, from the corner of the slice. It stands in for the column. */
  readonly column?: { readonly left: number; readonly width: number }
}

/** Slices from top to bottom, laid out in one width. */
export interface Stack {
  readonly slices: readonly Slice[]
  readonly height: number
  /** Height of the widest line's content: what a box shrunk to its text would take. */
  readonly contentWidth: number
  /** Paints slices `from` to before `to` (all when left out). */
  paint(list: DisplayList, x: number, y: number, from?: number, to?: number): void
}
