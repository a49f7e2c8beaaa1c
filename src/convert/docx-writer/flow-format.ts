/**
 * The formats of a flow document: what its paragraphs, characters and lines may differ in from their styles.
 *
 * Lengths are in twips (1/20 point). Colours are six hexadecimal digits in upper case.
 *
 * @module
 */

/** Names of the styles that every document has. The writer knows their ids and formats. */
export type ParagraphStyleName =
  | 'body'
  | 'title'
  | 'subtitle'
  | 'heading1'
  | 'heading2'
  | 'heading3'
  | 'heading4'
  | 'heading5'
  | 'heading6'
  | 'listParagraph'
  | 'quote'
  | 'code'
  | 'caption'
  | 'footnote'
  | 'definitionTerm'
  | 'definition'
  | 'tableText'
  | 'tableHeader'
  | 'alert'
  | 'alertTip'
  | 'alertImportant'
  | 'alertWarning'
  | 'alertCaution'
  | 'rule'
  | 'contentsTitle'
  | 'contents1'
  | 'contents2'
  | 'contents3'
  | 'contents4'
  | 'contents5'
  | 'contents6'

export type CharacterStyleName = 'code' | 'link' | 'keyboard' | 'footnoteReference'

/** Format of a paragraph: only what differs from the style. */
export interface ParagraphFormat {
  readonly alignment?: 'start' | 'center' | 'end' | 'justify' | 'left' | 'right'
  readonly indentStart?: number
  readonly indentEnd?: number
  readonly indentFirstLine?: number
  readonly spaceBefore?: number
  readonly spaceAfter?: number
  /** A factor of the natural height, or a fixed or minimum height. */
  readonly lineSpacing?: { readonly factor: number } | { readonly exact: number } | { readonly atLeast: number }
  /** Background colour. `none` means no background, whatever the style says. */
  readonly shading?: string
  readonly borders?: {
    readonly top?: EdgeLine
    readonly right?: EdgeLine
    readonly bottom?: EdgeLine
    readonly left?: EdgeLine
  }
  readonly keepWithNext?: boolean
  readonly keepLines?: boolean
  /** Whether widow and orphan lines are avoided. */
  readonly keepLoneLines?: boolean
  readonly pageBreakBefore?: boolean
  readonly rightToLeft?: boolean
  readonly outlineLevel?: number
  /** Whether shapes and pictures are centred vertically in their line instead of standing on the baseline. */
  readonly centersLine?: boolean
}

export interface EdgeLine {
  readonly style: 'single' | 'double' | 'dotted' | 'dashed' | 'none'
  readonly width: number
  readonly color: string
  /** Distance of the line from the text. */
  readonly space?: number
}

/** Format of characters: only what differs from the style. */
export interface RunFormat {
  /** A generic family name is resolved by the HTML reader, except `monospace`, which is the writer's code font. */
  readonly fontFamily?: string
  readonly size?: number
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: 'single' | 'double' | 'dotted' | 'dashed' | 'wavy' | 'none'
  readonly underlineColor?: string
  readonly strike?: boolean
  readonly color?: string
  /** Colour with an alpha channel, in eight digits. It replaces `color` where the background shows through. */
  readonly ink?: string
  readonly background?: string
  /** Border around the text. */
  readonly border?: EdgeLine
  readonly verticalAlign?: 'superscript' | 'subscript'
  readonly capitals?: 'all' | 'small'
  readonly letterSpacing?: number
  /** Mark over each character, or below each (`underDot`). */
  readonly emphasis?: 'dot' | 'comma' | 'circle' | 'underDot'
  readonly rightToLeft?: boolean
  readonly language?: string
  readonly style?: CharacterStyleName
}
