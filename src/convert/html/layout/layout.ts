/**
 * State that the functions share which turn boxes into flow blocks.
 *
 * @module
 */

import type { ParagraphFormat } from '../../docx-writer/flow-format.js'
import type { BlockBox, Box } from '../boxes/box-tree.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import type { BoxStyle, TextStyle } from '../css/computed-style.js'
import type { BlockFrame } from '../frames/block-frame.js'
import type { PageCounterStyles } from '../generated/page-counter-styles.js'
import type { DraftBlock } from './settle-spacing.js'

/** Borders and background of a whole page, with the distance of the lines from the corner of the paper. */
export interface PageSurround {
  readonly ground?: string | undefined
  readonly lines: BoxStyle['border']
  readonly position: { readonly x: number; readonly y: number }
}

/** State for laying out one document. */
export interface Layout {
  /** Line height of the whole document. */
  readonly lineHeight: TextStyle['lineHeight']
  /** The line spacing of the document, if all text is spaced as in browsers. */
  readonly browserLines?: NonNullable<ParagraphFormat['lineSpacing']> | undefined
  /** Whether the document is right-to-left, so that left-to-right text is marked. */
  readonly isRightToLeft: boolean
  /** Whether paragraphs without a direction take that of their text. */
  readonly detectsDirection: boolean
  readonly counterStyles: PageCounterStyles
  /** Height of the text area of the pages that are being filled. */
  pageHeight: number
  readonly warnings: ConversionWarnings
  /** Frames around whole pages that were found so far, the outermost first. */
  readonly pageSurrounds: PageSurround[]
  /** The frame of content on pages of this name, where the surrounding pages are others. */
  readonly enterPages: (frame: BlockFrame, name: string) => { readonly frame: BlockFrame; readonly pageHeight: number }
  /** Lays boxes out one below another. */
  readonly layOutChildren: (boxes: readonly Box[], frame: BlockFrame, out: DraftBlock[]) => void
  /** Lays out what is in a block, in columns where it asks for them. */
  readonly layOutContent: (block: BlockBox, frame: BlockFrame, out: DraftBlock[]) => void
}
