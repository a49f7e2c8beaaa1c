/**
 * State that the parts of one conversion share, and the current position in the page.
 *
 * @module
 */

import type { BoxCollector, CollectorContext, TaskLabel } from './boxes/box-collector.js'
import type { Box } from './boxes/box-tree.js'
import type { StyledPlace, StyleResolver } from './css/style-resolver.js'
import type { Bookmarks } from './generated/bookmarks.js'
import type { FootnoteQueue } from './generated/footnotes.js'
import type { Counters } from './generated/generated-content.js'
import type { HtmlElement, HtmlNode } from './source/html-tree.js'
import type { LoadedImages } from './source/load-images.js'

/** State that the parts of one conversion share while boxes are made from elements. */
export interface PageConversion extends CollectorContext {
  readonly resolver: StyleResolver
  readonly anchors: Bookmarks
  readonly footnotes: FootnoteQueue
  readonly images: LoadedImages
  readonly counters: Counters
  readonly baseUrl: string | undefined
  /** Whether the page has a style sheet. Properties that it leaves open then look as in browsers. */
  readonly isDesigned: boolean
  /** Whether fonts that the caller gives may have icons. */
  readonly keepsIcons: boolean
  /** Size of the text area of a page. */
  readonly room: { readonly width: number; readonly height: number }
  /** Boxes that appear on every page. */
  readonly fixed: Box[]
  /** Elements that are shown in headers instead of the text, by their name. */
  readonly running: Map<string, Box>
  /** Adds the content of an element, including content that style sheets add. */
  readonly addContent: (element: HtmlElement, at: Position) => void
  /** Adds the children of a node. */
  readonly addChildren: (parent: HtmlNode, at: Position) => void
  /** Adds one element. */
  readonly addElement: (element: HtmlElement, at: Position) => void
}

/** A position in the document. */
export interface Position {
  readonly place: StyledPlace
  /** The collector of the content. */
  readonly into: BoxCollector
  /** Number of elements around. */
  readonly depth: number
  /** Number of tables around. */
  readonly tables: number
  /** Label of a task that the content may begin with. */
  readonly task?: TaskLabel | undefined
}
