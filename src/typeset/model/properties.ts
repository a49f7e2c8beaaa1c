/**
 * Resolved formatting: all styles, themes and defaults are applied, and nothing is inherited any more. Lengths are in twips
 * (1/20 point) unless stated otherwise.
 *
 * @module
 */

/** A colour as six upper-case hexadecimal digits without `#`. */
export type HexColor = string

/** The typefaces of a run by kind of character (ECMA-376-1, 17.3.2.26). */
export interface FontSlots {
  readonly ascii: string
  readonly highAnsi: string
  readonly eastAsia: string
  readonly complexScript: string
}

/** Names as in ST_Underline. */
export interface Underline {
  readonly style:
    | 'single'
    | 'words'
    | 'double'
    | 'thick'
    | 'dotted'
    | 'dottedHeavy'
    | 'dash'
    | 'dashedHeavy'
    | 'dashLong'
    | 'dashLongHeavy'
    | 'dotDash'
    | 'dashDotHeavy'
    | 'dotDotDash'
    | 'dashDotDotHeavy'
    | 'wave'
    | 'wavyHeavy'
    | 'wavyDouble'
  /** Colour of the line; left out: that of the text. */
  readonly color?: HexColor
}

/**
 * Properties of characters. Code that creates them names every member in this order, with `undefined` for missing values: V8
 * reads objects of one shape fastest, and most of typesetting reads these.
 */
export interface RunProperties {
  readonly fonts: FontSlots
  /** Font size. */
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  /** Font size, bold and italic for complex scripts and right-to-left runs (w:szCs, w:bCs, w:iCs). */
  readonly complexSize: number
  readonly complexBold: boolean
  readonly complexItalic: boolean
  /** Colour; `auto` is black, or white on a dark background. */
  readonly color: HexColor | 'auto'
  readonly highlight?: HexColor | undefined
  readonly shading?: HexColor | undefined
  readonly underline?: Underline | undefined
  readonly strike?: 'single' | 'double' | undefined
  readonly capitals?: 'all' | 'small' | undefined
  readonly verticalAlign?: 'superscript' | 'subscript' | undefined
  /** Baseline shift, up positive (w:position). */
  readonly raise: number
  /** Extra space after each character (w:spacing). */
  readonly tracking: number
  /** Horizontal scale as a factor (w:w). */
  readonly scale: number
  /** Least font size at which pairs are kerned (w:kern); left out: never. */
  readonly kernFrom?: number | undefined
  /** Standard ligatures (w14:ligatures). */
  readonly ligatures: boolean
  /** Figures as high as capitals, or with ascenders and descenders (w14:numForm); left out: as the font has them. */
  readonly figures?: 'lining' | 'oldStyle' | undefined
  /** Whether the run is right-to-left (w:rtl) or treated as complex script (w:cs). */
  readonly rightToLeft: boolean
  readonly complexScript: boolean
  /** Whether ambiguous characters use the East Asian font (w:rFonts w:hint). */
  readonly eastAsiaHint: boolean
  /** BCP 47 tags. */
  readonly language: string
  readonly eastAsiaLanguage?: string | undefined
  readonly complexLanguage?: string | undefined
  /** Marks consecutive runs with the same identifier as two lines in one (w:eastAsianLayout w:combine). */
  readonly twoLines?: { readonly id: string; readonly brackets: string } | undefined
  readonly border?: Border | undefined
  /** Letters drawn as outlines only (w:outline, w14:textOutline without fill). */
  readonly outline?: boolean | undefined
  /** Width that consecutive runs with the same identifier are fitted to (w:fitText). */
  readonly fitText?: { readonly width: number; readonly id: string } | undefined
  /** Emphasis marks over or under each character (w:em). */
  readonly emphasis?: 'dot' | 'comma' | 'circle' | 'underDot' | undefined
  /** Opacity from 0 to 1 (w14:textFill); left out: opaque. */
  readonly opacity?: number | undefined
  /** Whether the text is shown as deleted. It is no part of what the document says. */
  readonly isDeleted?: boolean | undefined
}

/** A border. Style names are those of ST_Border; picture borders (art borders) are `single`. */
export interface Border {
  readonly style: string
  /** Thickness of one stroke. */
  readonly width: number
  /** Distance from the text or, for page borders, from their reference edge. */
  readonly space: number
  readonly color: HexColor | 'auto'
  readonly shadow?: boolean
}

/** Borders of a paragraph. */
export interface ParagraphBorders {
  readonly top?: Border
  readonly right?: Border
  readonly bottom?: Border
  readonly left?: Border
  /** Border between paragraphs with the same borders. */
  readonly between?: Border
  /** Vertical line on the outer side of facing pages. */
  readonly bar?: Border
}

/** A tab stop. */
export interface TabStop {
  /** Position from the left text margin (right in right-to-left paragraphs), not from the indent. */
  readonly position: number
  readonly alignment: 'left' | 'center' | 'right' | 'decimal' | 'bar'
  readonly leader?: 'dot' | 'hyphen' | 'underscore' | 'heavy' | 'middleDot'
}

/** Distance between baselines (ECMA-376-1, 17.3.1.33). */
export type LineSpacing =
  /** `value` is a factor on the natural height. */
  | { readonly rule: 'auto'; readonly value: number }
  /** `value` is a height in twips. */
  | { readonly rule: 'exact' | 'atLeast'; readonly value: number }

/** A paragraph taken out of the flow (w:framePr). */
export interface FrameProperties {
  readonly width?: number
  readonly height?: { readonly value: number; readonly rule: 'exact' | 'atLeast' }
  readonly horizontal: {
    readonly relativeTo: 'text' | 'margin' | 'page'
    readonly align?: 'left' | 'center' | 'right' | 'inside' | 'outside'
    readonly offset: number
  }
  readonly vertical: {
    readonly relativeTo: 'text' | 'margin' | 'page'
    readonly align?: 'top' | 'center' | 'bottom' | 'inside' | 'outside' | 'inline'
    readonly offset: number
  }
  readonly wrap: 'around' | 'notBeside' | 'none' | 'auto' | 'tight' | 'through'
  readonly horizontalSpace: number
  readonly verticalSpace: number
  /** Height of a drop cap in lines, and whether it is placed in the margin. */
  readonly dropCap?: { readonly lines: number; readonly inMargin: boolean }
}

/** Properties of a paragraph. All members are named, as for {@link RunProperties}. */
export interface ParagraphProperties {
  /** Style of the paragraph, which contextual spacing compares with that of neighbours. */
  readonly styleId: string
  /** `start` and `end` follow the direction of the paragraph; `both` is justified. */
  readonly alignment: 'start' | 'center' | 'end' | 'both' | 'distribute'
  readonly rightToLeft: boolean
  /** Indents on the sides where lines start and end. */
  readonly indentStart: number
  readonly indentEnd: number
  /** Indent of the first line, relative to `indentStart`. A negative value is a hanging indent. */
  readonly indentFirstLine: number
  /** Whether left-hand pages exchange the indents, which are those of right-hand pages (w:mirrorIndents). */
  readonly mirrorsIndents?: boolean | undefined
  readonly spaceBefore: number
  readonly spaceAfter: number
  /** Automatic spacing as in HTML: 280 twips that are not added up, and that are omitted in lists and at the edges of cells. */
  readonly autoSpaceBefore: boolean
  readonly autoSpaceAfter: boolean
  /** Whether there is no space between neighbours of the same style. */
  readonly contextualSpacing: boolean
  readonly lineSpacing: LineSpacing
  readonly keepWithNext: boolean
  readonly keepLines: boolean
  readonly pageBreakBefore: boolean
  readonly widowControl: boolean
  readonly suppressLineNumbers: boolean
  readonly suppressHyphenation: boolean
  /** Whether lines follow the line pitch of the section's document grid, if it has one. */
  readonly snapToGrid: boolean
  /** Whether Latin words may break anywhere in East Asian text (w:wordWrap off). */
  readonly breakAnywhere: boolean
  /**
   * Whether East Asian signs may hang over the end of a line (w:overflowPunct), and whether some must not begin or end a line
   * (w:kinsoku).
   */
  readonly hangsPunctuation: boolean
  readonly keepsLineRules: boolean
  /** Whether space is added between East Asian text and Latin letters (w:autoSpaceDE) or digits (w:autoSpaceDN). */
  readonly spaceBesideLatin: boolean
  readonly spaceBesideDigits: boolean
  readonly tabs: readonly TabStop[]
  readonly borders: ParagraphBorders
  readonly shading?: HexColor | undefined
  /** Outline level of a heading, 0 to 8; left out for body text. */
  readonly outlineLevel?: number | undefined
  /** Vertical alignment of glyphs of different heights (w:textAlignment). */
  readonly verticalAlignment: 'auto' | 'baseline' | 'top' | 'center' | 'bottom'
  readonly frame?: FrameProperties | undefined
  /** Format of the paragraph mark, which determines the height of empty paragraphs and of list labels. */
  readonly mark: RunProperties
}

/** Text direction: across, down the page, up the page, or down with East Asian characters upright. */
export type TextDirection = 'horizontal' | 'clockwise' | 'anticlockwise' | 'vertical'
