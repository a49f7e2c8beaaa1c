/**
 * Lines, and paragraphs that are ready to be broken into lines.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { AnchoredDrawing } from '../flow/layout-context.js'
import type { NoteReference } from '../model/document-model.js'

/** Horizontal range of a line, from `left` to `right`, in twips from the edge of the column. */
export interface Band {
  readonly left: number
  readonly right: number
}

/** Position up to which a paragraph has been broken into lines. Opaque except to its paragraph; `undefined` is the start. */
export type LinePosition = {
  readonly index: number
  readonly offset: number
  /** Number of consecutive lines directly before it that end in a hyphen. */
  readonly hyphens?: number
}

/** A line of a paragraph, in one band or in several (on both sides of a float). Lengths in twips. */
export interface Line {
  /** Height with the line spacing applied. */
  readonly height: number
  /** Distance from the top of the line to the baseline. */
  readonly baseline: number
  /** Part of the height below the text that line spacing adds. It may extend beyond the end of a page. */
  readonly trailing: number | undefined
  /** Natural width of the content without indents: from the start of the first item to the end of the last. */
  readonly width: number
  /** Where the next line starts; undefined after the last one. */
  readonly next: LinePosition | undefined
  /** The explicit break that ends the line: past floats, to the next column or to the next page. */
  readonly breakAfter: 'page' | 'column' | { readonly clear: 'left' | 'right' | 'all' } | undefined
  /** Whether the first word was cut because it is wider than every band beside floats. There may be more room further down. */
  readonly doesNotFit: boolean
  /** Whether the line ends in a hyphen that was added. */
  readonly hyphenated: boolean
  readonly notes: readonly NoteReference[]
  readonly anchors: readonly AnchoredDrawing[]
  /** x: left edge of the column; y: top of the line. */
  paint(list: DisplayList, x: number, y: number): void
}

/** A paragraph that is itemised, shaped and measured, ready to be broken into lines. */
export interface PreparedParagraph {
  /** Width of the longest unbreakable piece, and of the paragraph on one line, with indents; for table columns. */
  readonly minWidth: number
  readonly maxWidth: number
  /** Least width even where words are cut: that of the widest drawing. */
  readonly rigidWidth: number
  /** Height of the letters of an empty line, for finding room beside floats before a line is composed. */
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
