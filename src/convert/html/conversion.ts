import type { BlockFrame } from './block-frame.js'
import type { Bookmarks } from './bookmarks.js'
import type { ConversionWarnings } from './conversion-warnings.js'
import type { FlowBuilder } from './flow-builder.js'
import type { FootnoteQueue } from './footnotes.js'
import type { HtmlElement, HtmlNode } from './html-tree.js'
import type { LoadedImage } from './load-images.js'
import type { StyledPlace, StyleResolver } from './style-resolver.js'

/** What the parts of one conversion share. */
export interface Conversion {
  readonly builder: FlowBuilder
  readonly resolver: StyleResolver
  readonly bookmarks: Bookmarks
  readonly footnotes: FootnoteQueue
  readonly images: ReadonlyMap<string, LoadedImage>
  readonly warnings: ConversionWarnings
  readonly baseUrl: string | undefined
  /** Height of the text area of a page. */
  readonly pageHeight: number
  /** Cells that tables have had so far. */
  cells: number
  /** Converts what is inside of a node. */
  readonly convertChildren: (parent: HtmlNode, at: Position) => void
  /** Converts one element. */
  readonly convertElement: (element: HtmlElement, at: Position) => void
}

/** Where in the document a conversion is. */
export interface Position {
  readonly place: StyledPlace
  readonly frame: BlockFrame
  /** Elements around. */
  readonly depth: number
}
