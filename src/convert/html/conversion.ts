/**
 * What the parts of one conversion share, and where in the page it is.
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

/** What the parts of one conversion share while boxes are made of elements. */
export interface PageConversion extends CollectorContext {
  readonly resolver: StyleResolver
  readonly anchors: Bookmarks
  readonly footnotes: FootnoteQueue
  readonly images: LoadedImages
  readonly counters: Counters
  readonly baseUrl: string | undefined
  /** Whether the page has a style sheet: then what it leaves open looks as in browsers. */
  readonly isDesigned: boolean
  /** Room for text on a page. */
  readonly room: { readonly width: number; readonly height: number }
  /** Boxes that stand on every page. */
  readonly fixed: Box[]
  /** Elements that headers show instead of the text, by the name that they run as. */
  readonly running: Map<string, Box>
  /** Adds what is inside of an element, what style sheets add included. */
  readonly addContent: (element: HtmlElement, at: Position) => void
  /** Adds the children of a node. */
  readonly addChildren: (parent: HtmlNode, at: Position) => void
  /** Adds one element. */
  readonly addElement: (element: HtmlElement, at: Position) => void
}

/** Where in the document a conversion is. */
export interface Position {
  readonly place: StyledPlace
  /** What gathers the content. */
  readonly into: BoxCollector
  /** Elements around. */
  readonly depth: number
  /** Tables around. */
  readonly tables: number
  /** The label of a task that the content may begin with. */
  readonly task?: TaskLabel | undefined
}
