/**
 * The measured pieces that lines are made of.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { ShapedText } from '../fonts/font-face.js'
import type { Inline, LinkTarget, NoteReference } from '../model/document-model.js'
import type { Drawing, DrawingAnchor } from '../model/drawing-model.js'
import type { TextStyle } from './text-style.js'

/**
 * A piece of a paragraph, measured. Items are in logical order; a line is made of whole items but for words that are
 * longer than a line. Lengths are twips.
 */
export type InlineItem = TextItem | TabItem | BreakItem | DrawingItem | MathItem | MarkItem

interface Measured {
  readonly width: number
  /** Embedding level (UAX #9). */
  readonly level: number
  /** A line may end after it. */
  readonly breakAfter: boolean
  readonly link: LinkTarget | undefined
}

/** Characters of one style: a word or part of it, or the spaces between words. */
export interface TextItem extends Measured {
  readonly kind: 'text'
  /** As it is shown: in capitals, without invisible characters. */
  readonly text: string
  readonly style: TextStyle
  readonly shaped: ShapedText
  /** Breaking spaces, which may hang over the end of a line and are spread in justified ones. */
  readonly isSpace: boolean
  /** A hyphen appears where a line ends after it. */
  readonly softHyphen: boolean
  /** An East Asian character: justified lines are spread after it. */
  readonly isEastAsian: boolean
  /** Of a list label. */
  readonly isLabel: boolean
}

export interface TabItem extends Measured {
  readonly kind: 'tab'
  readonly style: TextStyle
  /** Left out: goes to the next tab stop. */
  readonly position?: Extract<Inline, { kind: 'positionTab' }>
  /** Between a list label and the text. */
  readonly isLabel: boolean
}

export interface BreakItem extends Measured {
  readonly kind: 'break'
  readonly style: TextStyle
  readonly type: 'line' | 'page' | 'column'
  readonly clear: 'left' | 'right' | 'all' | undefined
}

/** A drawing on the baseline, or across it. */
export interface DrawingItem extends Measured {
  readonly kind: 'drawing'
  readonly drawing: Drawing
  readonly style: TextStyle
  readonly ascent: number
  /** How far it reaches below the baseline; left out: not at all. */
  readonly descent?: number
  /** Its line runs down the page, and it stands upright there: its width is that of the line, its height along it. */
  readonly isTurned?: boolean
}

/** A formula or part of one, placed by its baseline. Lengths are twips. */
export interface MathBox {
  readonly width: number
  readonly ascent: number
  readonly descent: number
  /** x: left edge; y: baseline. */
  paint(list: DisplayList, x: number, y: number): void
}

/** An equation, or what of a long one stands between two places where a line may end; or text over text. */
export interface MathItem extends Measured {
  readonly kind: 'math'
  readonly inline: Extract<Inline, { kind: 'math' | 'stacked' }>
  readonly box: MathBox
  readonly display: boolean
  /** The same in a smaller size; for columns that are too narrow for it. */
  shrink(factor: number): MathBox
}

/** Something without extent that belongs to a place in the text. */
export interface MarkItem extends Measured {
  readonly kind: 'mark'
  readonly mark:
    | { readonly type: 'anchor'; readonly drawing: Drawing; readonly anchor: DrawingAnchor }
    | { readonly type: 'note'; readonly note: NoteReference }
    | { readonly type: 'bookmark'; readonly name: string }
}
