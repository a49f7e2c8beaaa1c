/**
 * What an element looks like after the cascade: only what the page says, so that the rest is left to the styles of the
 * document that is written. Lengths are twips; colours six hexadecimal digits.
 *
 * @module
 */

import type { CharacterStyleName, EdgeLine } from '../../docx-writer/flow-document.js'
import type { CssLength } from './css-length.js'

export type WhiteSpace = 'normal' | 'nowrap' | 'pre' | 'pre-wrap' | 'pre-line'

export type TextAlign = 'start' | 'center' | 'end' | 'justify' | 'left' | 'right'

/** What elements hand on to those inside of them. Decorations and positions spread to inline content likewise. */
export interface TextStyle {
  /** What lengths in `em` refer to: the size that the page asks for, or what it is likely to be. */
  readonly em: number
  readonly rem: number
  readonly fontSize?: number
  readonly fontFamily?: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly color?: string
  readonly background?: string
  readonly underline?: 'single' | 'double' | 'dotted' | 'dashed' | 'wavy' | 'none'
  readonly underlineColor?: string
  readonly strike?: boolean
  readonly position?: 'superscript' | 'subscript'
  readonly capitals?: 'all' | 'small'
  readonly letterCase?: 'lower' | 'words'
  readonly letterSpacing?: number
  readonly characterStyle?: CharacterStyleName
  readonly language?: string
  readonly direction?: 'ltr' | 'rtl'
  readonly isHidden?: boolean
  readonly whiteSpace: WhiteSpace
  readonly textAlign?: TextAlign
  readonly textIndent?: CssLength
  readonly lineHeight?: { readonly factor: number } | { readonly twips: number } | 'normal'
  readonly listStyleType?: string
  readonly variables?: ReadonlyMap<string, string>
}

/** Names of the four sides. */
export type Side = 'top' | 'right' | 'bottom' | 'left'

export type Display =
  | 'inline'
  | 'block'
  | 'list-item'
  | 'none'
  | 'table'
  | 'row-group'
  | 'row'
  | 'cell'
  | 'caption'
  | 'column'

/** What an element keeps to itself. */
export interface BoxStyle {
  readonly display: Display
  /** `auto` stands for margins that centre. */
  readonly margin: Readonly<Partial<Record<Side, CssLength | 'auto'>>>
  readonly padding: Readonly<Partial<Record<Side, CssLength>>>
  readonly border: Readonly<Partial<Record<Side, EdgeLine>>>
  /** `transparent` where the page says so. */
  readonly backgroundColor?: string
  readonly width?: CssLength
  readonly height?: CssLength
  readonly maxWidth?: CssLength
  readonly verticalAlign?: 'top' | 'center' | 'bottom'
  readonly breakBefore?: boolean
  readonly breakAfter?: boolean
  readonly avoidBreakAfter?: boolean
  readonly avoidBreakInside?: boolean
}

/** Both parts; the text part of an element that says nothing is its parent's very object. */
export interface ComputedStyle {
  readonly text: TextStyle
  readonly box: BoxStyle
}

/** The size of text that nobody says anything about: 11 points, as in the styles of the document that is written. */
const INITIAL_FONT_SIZE = 220

/** The style above the root element. */
export const INITIAL_STYLE: ComputedStyle = {
  text: { em: INITIAL_FONT_SIZE, rem: INITIAL_FONT_SIZE, whiteSpace: 'normal' },
  box: { display: 'block', margin: {}, padding: {}, border: {} },
}

/** A style that is being computed. */
export interface StyleDraft {
  readonly parent: TextStyle
  readonly text: { -readonly [K in keyof TextStyle]: TextStyle[K] | undefined }
  readonly box: { -readonly [K in keyof BoxStyle]: BoxStyle[K] | undefined } & {
    margin: Partial<Record<Side, CssLength | 'auto'>>
    padding: Partial<Record<Side, CssLength>>
  }
  /** Parts of the borders, until all are known. */
  readonly lines: Partial<Record<Side, { width?: string; style?: string; color?: string }>>
}
