/**
 * Lines, and paragraphs that are ready to be broken into lines.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { AnchoredDrawing } from '../flow/layout-context.js'
import type { NoteReference } from '../model/document-model.js'

/** Where a line may run: from `left` to `right`, in twips from the edge of the column. */
export interface Band {
  readonly left: number
  readonly right: number
}

/** How far a paragraph has been broken into lines. Opaque to all but its paragraph; `undefined` is the start. */
export type LinePosition = {
  readonly index: number
  readonly offset: number
  /** Lines before it that end in a hyphen, without others in between. */
  readonly hyphens?: number
}

/** A line of a paragraph, in one band or several (on both sides of a float). Lengths in twips. */
export interface Line {
  /** With the line spacing rule applied. */
  readonly height: number
  /** From the top of the line to the baseline. */
  readonly baseline: number
  /** The part of the height below the text that line spacing adds: it may hang over the end of a page. */
  readonly trailing: number | undefined
  /** Natural extent of what is on it, without indents: from the start of the first item to the end of the last. */
  readonly width: number
  /** Where the next line starts; undefined after the last one. */
  readonly next: LinePosition | undefined
  /** It ends with an explicit break: to the next line past floats, column or page. */
  readonly breakAfter: 'page' | 'column' | { readonly clear: 'left' | 'right' | 'all' } | undefined
  /** The first word is wider than every band, which floats made narrow: it was cut. There may be more room further down. */
  readonly doesNotFit: boolean
  /** Ends in a hyphen that was put in. */
  readonly hyphenated: boolean
  readonly notes: readonly NoteReference[]
  readonly anchors: readonly AnchoredDrawing[]
  /** x: left edge of the column; y: top of the line. */
  paint(list: DisplayList, x: number, y: number): void
}

/** A paragraph that is itemised, shaped and measured, ready to be broken into lines. */
export interface PreparedParagraph {
  /** Width of its longest unbreakable piece, and of the whole on one line, indents included: for table columns. */
  readonly minWidth: number
  readonly maxWidth: number
  /** Width that it needs even where words are cut: that of its widest drawing. */
  readonly rigidWidth: number
  /** Height of the letters of a line without content, for looking for room beside floats before a line is composed. */
  readonly leastTextHeight: number
  /**
   * The next line.
   *
   * @param start where the last one ended; undefined for the first
   * @param bands where text may run at this height, without the paragraph's indents; at least one.
   *   The paragraph's indents apply to the outermost edges of the column only where no float is nearer.
   * @param columnWidth of the column as a whole: tab stops and indents count from its edges
   */
  composeLine(start: LinePosition | undefined, bands: readonly Band[], columnWidth: number): Line
}
