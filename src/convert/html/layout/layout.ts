/**
 * What the functions that turn boxes into flow blocks share.
 *
 * @module
 */

import type { ParagraphFormat } from '../../docx-writer/flow-document.js'
import type { BlockBox, Box } from '../boxes/box-tree.js'
import type { ConversionWarnings } from '../conversion-warnings.js'
import type { BoxStyle, TextStyle } from '../css/computed-style.js'
import type { BlockFrame } from '../frames/block-frame.js'
import type { DraftBlock } from './settle-spacing.js'

/** What is drawn around and behind a whole page, and how far from the corner of the paper its lines are. */
export interface PageSurround {
  readonly ground?: string | undefined
  readonly lines: BoxStyle['border']
  readonly position: { readonly x: number; readonly y: number }
}

/** What laying out one document shares. */
export interface Layout {
  /** Of the whole document. */
  readonly lineHeight: TextStyle['lineHeight']
  /** The distance of its lines, where that of all text is to be as in browsers. */
  readonly browserLines?: NonNullable<ParagraphFormat['lineSpacing']> | undefined
  /** Whether the document runs from right to left, so that what does not has to say so. */
  readonly isRightToLeft: boolean
  /** Whether paragraphs that say no direction take that of their text. */
  readonly detectsDirection: boolean
  /** Height of the text area of the pages that are being filled. */
  pageHeight: number
  readonly warnings: ConversionWarnings
  /** Frames of whole pages, found so far: the outermost comes first. */
  readonly pageSurrounds: PageSurround[]
  /** The frame of what is on pages of this name, where those around are others. */
  readonly enterPages: (frame: BlockFrame, name: string) => { readonly frame: BlockFrame; readonly pageHeight: number }
  /** Lays boxes out one below another. */
  readonly layOutChildren: (boxes: readonly Box[], frame: BlockFrame, out: DraftBlock[]) => void
  /** Lays out what is in a block, in columns where it asks for them. */
  readonly layOutContent: (block: BlockBox, frame: BlockFrame, out: DraftBlock[]) => void
}
