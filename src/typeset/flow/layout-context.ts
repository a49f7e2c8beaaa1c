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
 * Functions that every part of the engine needs while a document is laid out. The context is passed down, so that paragraphs,
 * tables and drawings can nest without circular imports.
 */
export interface LayoutContext {
  readonly document: DocumentModel
  readonly fonts: FontLibrary
  /**
   * Throws the signal's reason when the caller has aborted, and `document_too_complex` when a limit is exceeded. Must be called
   * for each paragraph and row.
   */
  checkpoint(): void
  /** Added once to the result's warnings. */
  warn(message: string): void
  /** Numbers of the page that is being filled, for fields. */
  readonly numbers: PageNumbers
  /** The text of a note reference, such as `3` or `iv`; undefined for an id without a note. */
  noteLabel(note: NoteReference['note'], id: string): string | undefined
  /** Lays blocks out in a separate column, without page limits: cells, text boxes, headers, notes. */
  layOutBlocks(blocks: readonly Block[], width: number, options?: StackOptions): Stack
  /** Paints a drawing (pictures, shapes and their text) with the corner of its box at x, y. */
  paintDrawing(drawing: Drawing, list: DisplayList, x: number, y: number): void
}

/** Styles of the neighbouring paragraphs outside of a column of text; left out where there are none. */
export interface StylesAround {
  readonly before?: string | undefined
  readonly after?: string | undefined
}

interface StackOptions {
  /** Whether the column is a cell or text box, at whose edges automatic spacing is dropped. */
  readonly isCell?: boolean
  /** Whether the column is a table cell, whose lines leave the document grid unless the document says otherwise. */
  readonly isTableCell?: boolean
  /** Whether drawings anchored in the column are placed by its surroundings. */
  readonly leavesAnchors?: boolean
  /** Styles that contextual spacing at the edges is compared with. */
  readonly stylesAround?: StylesAround
  /** Factor on font sizes and line spacing (a:normAutofit). */
  readonly fontScale?: number
  /** Colour behind the text, which decides its automatic colour. */
  readonly background?: HexColor
}

/** Numbers as text, in the formats that the section asks for. */
export interface PageNumbers {
  readonly page: number
  /** Format of the section's page numbers. */
  readonly pageFormat: string
  /** Chapter numbers before the page numbers of the section. */
  readonly chapters?: SectionProperties['chapterNumbers'] | undefined
  /** `undefined` until everything has been paginated once. */
  readonly pageCount: number | undefined
  readonly sectionPageCount: number | undefined
  readonly section: number
  /** Page number of a bookmark. Left out in the first pass. */
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
  /** Space above the slice, settled with the slice before (collapsed or added up, by the rules). */
  readonly spaceAbove: number
  /** Whether a page or column may end above the slice; `page` and `column` require it. */
  readonly breakBefore: 'allowed' | 'avoided' | 'page' | 'column'
  /** Notes that belong on the page of the slice. */
  readonly notes: readonly NoteReference[]
  /** Drawings that are anchored in the slice and placed by the page. */
  readonly anchors: readonly AnchoredDrawing[]
  /** Header rows, painted above the slice where it or its rest begins a page. */
  readonly repeat?: readonly Slice[] | undefined
  /** Footer rows, painted below the slice where a page ends below it and its table continues. */
  readonly foot?: readonly Slice[] | undefined
  /** Thickness of the border below the slice where a page ends there. It must fit on that page too. */
  readonly closing?: number | undefined
  /** Whether the slice is split only if no page can hold it. */
  readonly isKept?: boolean | undefined
  /**
   * The largest part that fits in `room`, and the rest; undefined when no sensible part fits. With `force`, a part of any size.
   */
  readonly split?: ((room: number, force: boolean) => readonly [head: Slice, rest: Slice] | undefined) | undefined
  /** Paints the slice. `x` is the left edge of the column, `y` the top of the slice below its `spaceAbove`. */
  paint(list: DisplayList, x: number, y: number): void
}

/** A floating drawing, with the place of its anchor relative to the corner of the slice. */
export interface AnchoredDrawing {
  readonly drawing: Drawing
  readonly anchor: DrawingAnchor
  /** Left edge of the anchoring character. */
  readonly x: number
  /** Top of the anchoring paragraph relative to the slice, 0 or negative. */
  readonly paragraphTop: number
  /** In a table: the inside of the cell from the corner of the slice, which takes the place of the column. */
  readonly column?: { readonly left: number; readonly width: number }
}

/** Slices from top to bottom, laid out in one width. */
export interface Stack {
  readonly slices: readonly Slice[]
  readonly height: number
  /** Width of the content of the widest line, to which a box may shrink. */
  readonly contentWidth: number
  /** Paints slices from index `from` to before `to`; all of them by default. */
  paint(list: DisplayList, x: number, y: number, from?: number, to?: number): void
  /** Paints the slices that begin above `below` and end below `above`, both in the coordinates of `y`. */
  paintWithin(range: { readonly above: number; readonly below: number }, list: DisplayList, x: number, y: number): void
}
