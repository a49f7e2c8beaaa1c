/**
 * The measured items that lines consist of.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { ShapedText } from '../fonts/font-face.js'
import type { Inline, LinkTarget, NoteReference } from '../model/document-model.js'
import type { Drawing, DrawingAnchor } from '../model/drawing-model.js'
import type { TextStyle } from './text-style.js'

/**
 * A measured piece of a paragraph. Items are in logical order. A line consists of whole items, except for words that are longer
 * than a line. Lengths in twips.
 */
export type InlineItem = TextItem | TabItem | BreakItem | DrawingItem | MathItem | MarkItem

interface Measured {
  readonly width: number
  /** Embedding level (UAX #9). */
  readonly level: number
  /** Whether a line may end after the item. */
  readonly breakAfter: boolean
  readonly link: LinkTarget | undefined
}

/** Characters of one style: a word or part of it, or the spaces between words. */
export interface TextItem extends Measured {
  readonly kind: 'text'
  /** Text as it is shown: in capitals, without invisible characters. */
  readonly text: string
  readonly style: TextStyle
  readonly shaped: ShapedText
  /** Whether the item consists of breaking spaces, which may hang over the end of a line and are spread in justified lines. */
  readonly isSpace: boolean
  /** Whether a hyphen is shown where a line ends after the item. */
  readonly softHyphen: boolean
  /** Whether the item is East Asian text. Justification adds space after it. */
  readonly isEastAsian: boolean
  /** Whether the item belongs to a list label. */
  readonly isLabel: boolean
}

export interface TabItem extends Measured {
  readonly kind: 'tab'
  readonly style: TextStyle
  /** Position of an absolute tab; left out: the tab leads to the next tab stop. */
  readonly position?: Extract<Inline, { kind: 'positionTab' }>
  /** Whether the tab stands between a list label and the text. */
  readonly isLabel: boolean
}

export interface BreakItem extends Measured {
  readonly kind: 'break'
  readonly style: TextStyle
  readonly type: 'line' | 'page' | 'column'
  readonly clear: 'left' | 'right' | 'all' | undefined
}

/** A drawing on or across the baseline. */
export interface DrawingItem extends Measured {
  readonly kind: 'drawing'
  readonly drawing: Drawing
  readonly style: TextStyle
  readonly ascent: number
  /** Extent below the baseline; left out: none. */
  readonly descent?: number
  /**
   * Whether the line runs down the page while the drawing stays upright. `width`, along the line, is then the height of the
   * drawing.
   */
  readonly isTurned?: boolean
}

/** A formula or part of one, placed by its baseline. Lengths in twips. */
export interface MathBox {
  readonly width: number
  readonly ascent: number
  readonly descent: number
  /** x: left edge; y: baseline. */
  paint(list: DisplayList, x: number, y: number): void
}

/** An equation, or a part of it between two line break opportunities; or text over text. */
export interface MathItem extends Measured {
  readonly kind: 'math'
  readonly inline: Extract<Inline, { kind: 'math' | 'stacked' }>
  readonly box: MathBox
  readonly display: boolean
  /** The same content in a smaller size, for columns that are too narrow. */
  shrink(factor: number): MathBox
}

/** A point in the text without extent. */
export interface MarkItem extends Measured {
  readonly kind: 'mark'
  readonly mark:
    | { readonly type: 'anchor'; readonly drawing: Drawing; readonly anchor: DrawingAnchor }
    | { readonly type: 'note'; readonly note: NoteReference }
    | { readonly type: 'bookmark'; readonly name: string }
}
