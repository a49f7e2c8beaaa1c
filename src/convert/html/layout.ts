/**
 * What the functions that turn boxes into flow blocks share.
 *
 * @module
 */

import type { BlockFrame } from './block-frame.js'
import type { BlockBox, Box } from './box-tree.js'
import type { ConversionWarnings } from './conversion-warnings.js'
import type { TextStyle } from './css/computed-style.js'
import type { DraftBlock } from './settle-spacing.js'

/** What laying out one document shares. */
export interface Layout {
  /** Of the whole document. */
  readonly lineHeight: TextStyle['lineHeight']
  /** Whether paragraphs that say no direction take that of their text. */
  readonly detectsDirection: boolean
  /** Height of the text area of a page. */
  readonly pageHeight: number
  readonly warnings: ConversionWarnings
  /** Lays boxes out one below another. */
  readonly layOutChildren: (boxes: readonly Box[], frame: BlockFrame, out: DraftBlock[]) => void
  /** Lays out what is in a block, in columns where it asks for them. */
  readonly layOutContent: (block: BlockBox, frame: BlockFrame, out: DraftBlock[]) => void
}
