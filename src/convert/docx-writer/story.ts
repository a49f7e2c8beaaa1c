/**
 * The state of writing text: for the document as a whole, for one of its parts, and for a place in it.
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

/** The number of the page that a bookmark of the written document is on, as the page shows it. */
export type PageOf = (bookmark: string) => string | undefined

/** What all parts of a document share. */
export interface DocumentState {
  readonly styles: WrittenStyles
  readonly numbering: Numbering
  readonly media: Media
  readonly bookmarks: WrittenBookmarks
  readonly footnotes: FootnoteReferences
  /** Budget that is charged as the parts grow. */
  readonly budget?: ConversionBudget
  /** The number of the page that a bookmark is on, where pages were laid out. */
  readonly pageOf?: PageOf | undefined
  /** The last id given to a drawing or a content control. */
  lastObjectId: number
  /** Shapes that were written. */
  shapes: number
}

/** A part with text that is being written: the body, all footnotes, a header. */
export interface Story {
  readonly document: DocumentState
  readonly out: XmlChunks
  readonly relationships: Relationships
  /** Sections. Only the body has them. */
  readonly sections?: OpenSections
}

/** The sections of the body, of which one is being written. */
export interface OpenSections {
  /** The room on its pages. */
  readonly room: Pick<Place, 'width' | 'height'>
  /** Its pages. */
  readonly page: Pick<PageSetup, 'height' | 'margins'>
  /** Ends it: its w:sectPr. */
  readonly end: (relationships: Relationships) => string
}

/** Where blocks go. */
export interface Place {
  readonly kind: 'body' | 'cell' | 'footnote' | 'margin'
  /** Room for an image, in twips. */
  readonly width: number
  readonly height: number
  /** Tables around it. */
  readonly depth: number
  /** What the first paragraph begins with. */
  readonly lead?: string
}
