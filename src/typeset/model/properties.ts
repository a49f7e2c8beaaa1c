/**
 * Formatting with nothing left to inherit: every style, theme and default is already applied.
 * Lengths are twips (1/20 point) unless said otherwise.
 *
 * @module
 */

/** Six hexadecimal digits, upper case, without `#`. */
export type HexColor = string

/** Which typeface each kind of character asks for (ECMA-376-1, 17.3.2.26). */
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
  /** Left out: that of the text. */
  readonly color?: HexColor
}

/**
 * Properties of characters. Makers of them name every member, in this order, with `undefined` for what is left out: V8 reads
 * objects of one kind fastest, and most of typesetting asks them.
 */
export interface RunProperties {
  readonly fonts: FontSlots
  /** Font size. */
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  /** The same for complex scripts and right-to-left runs (w:szCs, w:bCs, w:iCs). */
  readonly complexSize: number
  readonly complexBold: boolean
  readonly complexItalic: boolean
  /** `auto`: black, or white on a dark background. */
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
  /** Horizontal scaling; 1 is none (w:w). */
  readonly scale: number
  /** Pairs are kerned at this font size and above; left out: never (w:kern). */
  readonly kernFrom?: number | undefined
  /** Standard ligatures (w14:ligatures). */
  readonly ligatures: boolean
  /** The run is right-to-left (w:rtl), or is to be treated as complex script (w:cs). */
  readonly rightToLeft: boolean
  readonly complexScript: boolean
  /** Ambiguous characters use the East Asian font (w:rFonts w:hint). */
  readonly eastAsiaHint: boolean
  /** BCP 47 tags. */
  readonly language: string
  readonly eastAsiaLanguage?: string | undefined
  readonly complexLanguage?: string | undefined
  /** Runs with the same id that follow each other are two lines in one (w:eastAsianLayout w:combine). */
  readonly twoLines?: { readonly id: string; readonly brackets: string } | undefined
  readonly border?: Border | undefined
  /** Letters drawn as outlines only (w:outline, w14:textOutline without fill). */
  readonly outline?: boolean | undefined
  /** How wide it is, together with its neighbours of the same id (w:fitText). */
  readonly fitText?: { readonly width: number; readonly id: string } | undefined
  /** Marks over or under each character (w:em). */
  readonly emphasis?: 'dot' | 'comma' | 'circle' | 'underDot' | undefined
  /** From 0 to 1; left out: opaque (w14:textFill). */
  readonly opacity?: number | undefined
}

/** A line along an edge. Style names as in ST_Border; pictures (art borders) are `single`. */
export interface Border {
  readonly style: string
  /** Thickness of one stroke. */
  readonly width: number
  /** Distance from the text or, for page borders, from what it is measured from. */
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
  /** Between paragraphs with the same borders. */
  readonly between?: Border
  /** Outer vertical line of facing pages. */
  readonly bar?: Border
}

/** A place where a tab goes to. */
export interface TabStop {
  /** From the left (in right-to-left paragraphs: right) text margin, not from the indent. */
  readonly position: number
  readonly alignment: 'left' | 'center' | 'right' | 'decimal' | 'bar'
  readonly leader?: 'dot' | 'hyphen' | 'underscore' | 'heavy' | 'middleDot'
}

/** Distance between baselines (ECMA-376-1, 17.3.1.33). */
export type LineSpacing =
  /** `value` is a factor on the natural height. */
  | { readonly rule: 'auto'; readonly value: number }
  /** `value` is a height. */
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
  /** Lines that a drop cap is tall, and whether it stands in the margin. */
  readonly dropCap?: { readonly lines: number; readonly inMargin: boolean }
}

/** Properties of a paragraph, with every member named as for {@link RunProperties}. */
export interface ParagraphProperties {
  /** Which style it has: contextual spacing asks whether neighbours share it. */
  readonly styleId: string
  /** `start` and `end` follow the direction of the paragraph; `both` is justified. */
  readonly alignment: 'start' | 'center' | 'end' | 'both' | 'distribute'
  readonly rightToLeft: boolean
  /** On the side where lines start and where they end. */
  readonly indentStart: number
  readonly indentEnd: number
  /** Of the first line, relative to `indentStart`; negative hangs. */
  readonly indentFirstLine: number
  /** The indents are those of a right-hand page: left-hand pages have them the other way round (w:mirrorIndents). */
  readonly mirrorsIndents?: boolean | undefined
  readonly spaceBefore: number
  readonly spaceAfter: number
  /** HTML-like automatic spacing: 280 twips that are not added up and fall away in lists and at the edges of cells. */
  readonly autoSpaceBefore: boolean
  readonly autoSpaceAfter: boolean
  /** No space between neighbours of the same style. */
  readonly contextualSpacing: boolean
  readonly lineSpacing: LineSpacing
  readonly keepWithNext: boolean
  readonly keepLines: boolean
  readonly pageBreakBefore: boolean
  readonly widowControl: boolean
  readonly suppressLineNumbers: boolean
  readonly suppressHyphenation: boolean
  /** Lines take the pitch of the section's document grid, where it has one. */
  readonly snapToGrid: boolean
  /** May Latin words break anywhere in East Asian text (w:wordWrap off). */
  readonly breakAnywhere: boolean
  /** East Asian signs may stand beyond the end of a line (w:overflowPunct), and some not at its start or end (w:kinsoku). */
  readonly hangsPunctuation: boolean
  readonly keepsLineRules: boolean
  /** Space between East Asian text and Latin letters (w:autoSpaceDE), and digits (w:autoSpaceDN). */
  readonly spaceBesideLatin: boolean
  readonly spaceBesideDigits: boolean
  readonly tabs: readonly TabStop[]
  readonly borders: ParagraphBorders
  readonly shading?: HexColor | undefined
  /** 0 to 8 for headings; left out for body text. */
  readonly outlineLevel?: number | undefined
  /** How glyphs of different heights stand on the line (w:textAlignment). */
  readonly verticalAlignment: 'auto' | 'baseline' | 'top' | 'center' | 'bottom'
  readonly frame?: FrameProperties | undefined
  /** How the paragraph mark looks: it gives empty paragraphs and list labels their height. */
  readonly mark: RunProperties
}

/** Where text runs: across, down the page, up it, or down with characters of East Asian scripts upright. */
export type TextDirection = 'horizontal' | 'clockwise' | 'anticlockwise' | 'vertical'
