/**
 * The state of writing: for the whole document, for one of its parts, and for a place in it.
 *
 * @module
 */

import type { ConversionBudget } from '../conversion-budget.js'
import type { WrittenBookmarks } from './bookmarks.js'
import type { PageSetup } from './flow-document.js'
import type { FootnoteReferences } from './footnotes.js'
import type { Numbering } from './numbering.js'
import type { Media } from './package/media.js'
import type { Relationships } from './package/relationships.js'
import type { XmlChunks } from './package/xml-chunks.js'
import type { WrittenStyles } from './style-sheet.js'

/** Returns the number of the page of a bookmark, as the page shows it. */
export type PageOf = (bookmark: string) => string | undefined

/** State that all parts of a document share. */
export interface DocumentState {
  readonly styles: WrittenStyles
  readonly numbering: Numbering
  readonly media: Media
  readonly bookmarks: WrittenBookmarks
  readonly footnotes: FootnoteReferences
  /** Budget that is charged as the parts grow. */
  readonly budget?: ConversionBudget
  /** Returns the page number of a bookmark, if the pages were laid out. */
  readonly pageOf?: PageOf | undefined
  /** Last id that was given to a drawing or a content control. */
  lastObjectId: number
  /** Number of shapes that were written. */
  shapes: number
}

/** A part with text that is being written: the body, the footnotes, a header or footer. */
export interface Story {
  readonly document: DocumentState
  readonly out: XmlChunks
  readonly relationships: Relationships
  /** The sections. Only the body has them. */
  readonly sections?: OpenSections
}

/** The sections of the body. One of them is being written. */
export interface OpenSections {
  /** Size of the text area on its pages. */
  readonly room: Pick<Place, 'width' | 'height'>
  /** Setup of its pages. */
  readonly page: Pick<PageSetup, 'height' | 'margins'>
  /** Ends the section: returns its w:sectPr. */
  readonly end: (relationships: Relationships) => string
}

/** A place where blocks are written. */
export interface Place {
  readonly kind: 'body' | 'cell' | 'footnote' | 'margin'
  /** Width that an image may have, in twips. */
  readonly width: number
  readonly height: number
  /** Number of tables around the place. */
  readonly depth: number
  /** XML that the first paragraph begins with. */
  readonly lead?: string
}
