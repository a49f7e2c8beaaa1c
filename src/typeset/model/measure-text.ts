/**
 * Measuring text, for code that places text before a document is laid out, such as the reader of charts.
 *
 * @module
 */

import type { EmbeddedFontFile, FontHint } from './document-model.js'

/** The font of a text. */
export interface MeasuredLook {
  /** Family name. */
  readonly font: string
  /** Font size in twips. */
  readonly size: number
  readonly bold?: boolean
  readonly italic?: boolean
}

/** The width of a text on one line, in twips. */
export type MeasureText = (text: string, look: MeasuredLook) => number

/** What a document says about its fonts, and the fonts that it embeds. */
export interface DocumentFonts {
  readonly embeddedFonts: readonly EmbeddedFontFile[]
  readonly hints: ReadonlyMap<string, FontHint>
}
