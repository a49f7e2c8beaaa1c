/**
 * What an element looks like after the cascade: only what the page says, so that the rest is left to the styles of the
 * document that is written. Lengths are twips; colours six hexadecimal digits.
 *
 * @module
 */

import type { CharacterStyleName, EdgeLine } from '../../docx-writer/flow-format.js'
import type { CssLength, PageArea } from './css-length.js'

export type WhiteSpace = 'normal' | 'nowrap' | 'pre' | 'pre-wrap' | 'pre-line'

export type TextAlign = 'start' | 'center' | 'end' | 'justify' | 'left' | 'right'

/** Properties that elements pass on to the elements inside. Decorations and positions apply to inline content in the same way. */
export interface TextStyle {
  /** What lengths in `em` refer to: the size that the page asks for, or what it is likely to be. */
  readonly em: number
  readonly rem: number
  /** What `vw` and `vh` refer to. */
  readonly window?: PageArea
  readonly fontSize?: number
  readonly fontFamily?: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly color?: string
  readonly background?: string
  readonly underline?: 'single' | 'double' | 'dotted' | 'dashed' | 'wavy' | 'none'
  readonly underlineColor?: string
  readonly strike?: boolean
  /** Mark over each character. */
  readonly emphasis?: 'dot' | 'comma' | 'circle'
  /** Whether emphasis marks stand below the text. */
  readonly emphasisIsBelow?: boolean
  readonly position?: 'superscript' | 'subscript'
  readonly capitals?: 'all' | 'small'
  readonly letterCase?: 'lower' | 'words'
  readonly letterSpacing?: number
  readonly characterStyle?: CharacterStyleName
  readonly language?: string
  readonly direction?: 'ltr' | 'rtl'
  /** Text that runs down or up rather than to the side; `upright`: down, with characters of East Asian scripts upright. */
  readonly writing?: 'upright' | 'down' | 'up'
  /** Whether it takes room without being seen (`visibility`, or pushed out of its box). */
  readonly isInvisible?: boolean
  readonly isTransparent?: boolean
  /** Whether its size is 0. Boxes inside may set it back. */
  readonly isSizeless?: boolean
  /** Whether it is not shown for any of these reasons. */
  readonly isHidden?: boolean
  readonly whiteSpace: WhiteSpace
  /** Where lines may end besides the usual places (`overflow-wrap`), or instead of them (`word-break`). */
  readonly overflowWrap?: 'anywhere'
  readonly wordBreak?: 'anywhere' | 'words'
  readonly textAlign?: TextAlign
  /** Alignment of the last line of a block; left out: that of all lines. */
  readonly textAlignLast?: TextAlign
  /**
   * Whether the alignment also applies to boxes, like the attribute `align` of old HTML. Tables do not inherit it for their
   * text.
   */
  readonly alignsBoxes?: boolean
  readonly textIndent?: CssLength
  /** Minimum number of lines of a paragraph at the bottom of a page (CSS Fragmentation 3, 3.3). */
  readonly orphans?: number
  /** Minimum number of lines of a paragraph at the top of a page. */
  readonly widows?: number
  /** Whether captions of tables stand below them. */
  readonly hasCaptionBelow?: boolean
  readonly lineHeight?: { readonly factor: number } | { readonly twips: number } | 'normal'
  readonly listStyleType?: string
  /** The colour as it is written, with its alpha, where what is behind shows through; left out: opaque. */
  readonly ink?: string
  /** Background colour beneath the text; left out: white. */
  readonly backdrop?: string
  /** Whether there is a background picture beneath the text, whose colours are unknown. */
  readonly onPicture?: boolean
  /** Opacity of the surrounding elements, multiplied; left out: 1. */
  readonly opacity?: number
  /** Border colour that rows and cells inherit from their table. */
  readonly borderColor?: string
  readonly variables?: ReadonlyMap<string, string>
}

/** Names of the four sides. */
export type Side = 'top' | 'right' | 'bottom' | 'left'

export type Display =
  | 'inline'
  | 'inline-block'
  | 'inline-flex'
  | 'inline-grid'
  | 'contents'
  | 'block'
  | 'flex'
  | 'grid'
  | 'list-item'
  | 'none'
  | 'table'
  | 'row-group'
  | 'row'
  | 'cell'
  | 'caption'
  | 'column'

/** How items share the room of a line, and how they stand in it. */
export type Distribution = 'start' | 'end' | 'center' | 'space-between' | 'space-around' | 'space-evenly'
export type ItemAlign = 'stretch' | 'start' | 'end' | 'center' | 'baseline'

/** The style of an element as a container, and as an item of its container (CSS Flexible Box and Grid Layout). */
export interface FlexStyle {
  readonly isColumn?: boolean
  readonly isReversed?: boolean
  readonly wraps?: boolean
  readonly columnGap?: CssLength
  readonly rowGap?: CssLength
  readonly justify?: Distribution
  readonly alignContent?: Distribution
  readonly alignItems?: ItemAlign
  readonly justifyItems?: ItemAlign
  readonly justifySelf?: ItemAlign
  readonly alignSelf?: ItemAlign
  readonly grow?: number
  readonly shrink?: number
  readonly basis?: CssLength
  readonly order?: number
  /** Values of grid properties as they are written. */
  readonly templateColumns?: string
  readonly templateRows?: string
  readonly autoRows?: string
  readonly autoColumns?: string
  readonly autoFlow?: string
  readonly templateAreas?: string
  readonly gridColumn?: string
  readonly gridRow?: string
  readonly gridArea?: string
}

/** A {@link FlexStyle} while it is being computed. */
export type FlexDraft = { -readonly [K in keyof FlexStyle]: FlexStyle[K] | undefined }

/** What an element keeps to itself. */
export interface BoxStyle {
  readonly display: Display
  /** Role of a row group in its table, as far as a style sheet sets it. */
  readonly rowGroup?: 'head' | 'body' | 'foot'
  /** Whether the box is visible but not its content (CSS Containment Module Level 2, 4.1). */
  readonly hidesContent?: boolean
  /** Margins. `auto` stands for margins that centre. */
  readonly margin: Readonly<Partial<Record<Side, CssLength | 'auto'>>>
  /** Whether the vertical margins are the browser's defaults, which table cells drop in quirks mode. */
  readonly hasNaturalMargins?: boolean
  readonly padding: Readonly<Partial<Record<Side, CssLength>>>
  readonly border: Readonly<Partial<Record<Side, EdgeLine>>>
  /** Radius of all four corners. Percentages refer to the box. */
  readonly radius?: CssLength
  /** Width divided by height. */
  readonly aspectRatio?: number
  /** How a picture with another ratio fills its box; left out: it is stretched. */
  readonly objectFit?: 'contain' | 'cover'
  /** `transparent` where the page says so. */
  readonly backgroundColor?: string
  readonly width?: CssLength
  readonly height?: CssLength
  readonly maxWidth?: CssLength
  readonly minWidth?: CssLength
  readonly minHeight?: CssLength
  readonly maxHeight?: CssLength
  /** Whether width and height are those of the border (CSS Basic User Interface, `box-sizing`). */
  readonly isBorderBox?: boolean
  readonly clipsContent?: boolean
  /** Out of the flow: absolute or fixed. */
  readonly isPositioned?: boolean
  /** How far its edges are from those of the box that it is positioned in. */
  readonly inset?: Readonly<Partial<Record<Side, CssLength>>>
  /** How far a positioned box is moved; shares refer to its own size (`translate`). */
  readonly shift?: { readonly x?: CssLength; readonly y?: CssLength }
  /** Direction of the text if it is rotated against the box around it. Sizes are those after rotation. */
  readonly turn?: 'down' | 'up'
  /** Rotation of a positioned box in degrees clockwise, unless only its text is rotated. */
  readonly tilt?: number
  /** Whether content in the normal flow is drawn over the box. */
  readonly isBelow?: boolean
  /** Point of rotation, from the corner of the unrotated box; left out where only the text is rotated. */
  readonly pivot?: { readonly x: CssLength; readonly y: CssLength }
  /** Whether positioned boxes inside refer to this box. */
  readonly isRelative?: boolean
  /** The edge of every page at which it stands (`position: fixed`), and how far from it. */
  readonly fixedTo?: {
    readonly edge: 'top' | 'bottom'
    readonly distance: CssLength
    /** Whether it stands at the right edge. */
    readonly isAtRight?: boolean
  }
  readonly float?: 'left' | 'right'
  readonly clear?: 'left' | 'right' | 'both'
  /** Largest number of columns of text. */
  readonly columnCount?: number
  /** Least width of columns of text. */
  readonly columnWidth?: CssLength
  /** Whether a line stands between columns of text. */
  readonly hasColumnRule?: boolean
  /** Whether the box goes across the columns of text around it. */
  readonly spansColumns?: boolean
  readonly flex?: FlexStyle
  /** Values as they are written, for elements that count and content that is generated. */
  readonly content?: string
  readonly counterReset?: string
  readonly counterIncrement?: string
  readonly counterSet?: string
  /** Distance of the cells of a table; 0 where their borders collapse. */
  readonly borderSpacing?: number
  /** Distance of the rows of a table, where it differs from that of the cells beside each other. */
  readonly rowSpacing?: number
  /** Whether the columns of a table have their widths whatever is in them (`table-layout: fixed`). */
  readonly hasFixedColumns?: boolean
  readonly verticalAlign?: 'top' | 'center' | 'bottom'
  readonly breakBefore?: ForcedBreak
  readonly breakAfter?: ForcedBreak
  readonly avoidBreakBefore?: boolean
  readonly avoidBreakAfter?: boolean
  readonly avoidBreakInside?: boolean
  /** The name of the pages that it is on; `auto` is left out. */
  readonly page?: string
  /** The strings that headers show of it, as it is written (`string-set`). */
  readonly stringSet?: string
  /** The name under which headers show it instead of the text (`position: running()`). */
  readonly running?: string
}

/** The page that follows a break: the next one, or the next one on a side of the sheet (CSS Fragmentation 3, 3.1). */
export type ForcedBreak = 'any' | 'left' | 'right' | 'recto' | 'verso'

/**
 * The inherited style and the style of the box. The inherited style of an element without its own properties is the same object
 * as its parent's.
 */
export interface ComputedStyle {
  readonly text: TextStyle
  readonly box: BoxStyle
  /** Properties whose effect is not shown. */
  readonly unmet?: readonly string[]
}

/** The default size of text: 11 points, as in the styles of the document that is written. */
const INITIAL_FONT_SIZE = 220

/** The style above the root element. */
export const INITIAL_STYLE: ComputedStyle = {
  text: { em: INITIAL_FONT_SIZE, rem: INITIAL_FONT_SIZE, whiteSpace: 'normal' },
  box: { display: 'block', margin: {}, padding: {}, border: {} },
}

/** A style that is being computed. */
export interface StyleDraft {
  readonly parent: TextStyle
  /** Box of the parent element, for `inherit`; left out for the root. */
  readonly around?: BoxStyle | undefined
  readonly text: { -readonly [K in keyof TextStyle]: TextStyle[K] | undefined }
  readonly box: { -readonly [K in Exclude<keyof BoxStyle, 'flex'>]?: BoxStyle[K] | undefined } & {
    margin: Partial<Record<Side, CssLength | 'auto'>>
    padding: Partial<Record<Side, CssLength>>
    flex?: FlexDraft
  }
  /** Colour that stands for a picture or a gradient behind the content. */
  picture?: string | undefined
  /** Colour of a shadow that covers the ground of the whole box. */
  veil?: string | undefined
  /** A line around the box that a shadow draws. */
  ring?: EdgeLine | undefined
  clipsToText?: boolean
  /** Whether the cells of a table share their borders, and have no distance. */
  isCollapsed?: boolean
  isFixed?: boolean
  /** Degrees that it is turned by, clockwise. */
  rotation?: number | undefined
  pivot?: NonNullable<BoxStyle['pivot']>
  edges?: Partial<Record<Side, CssLength>>
  opacity?: number
  /** Parts of the borders, until all are known. */
  readonly lines: Partial<Record<Side, { width?: string; style?: string; color?: string }>>
}
