/**
 * The input of the engine: a document in which everything is resolved that does not depend on page breaks. Lengths are in twips
 * (1/20 point). `ooxml` creates it from a DOCX, `sign` from the data of a certificate page.
 *
 * @module
 */

import type { Drawing, DrawingAnchor, ImageSource } from './drawing-model.js'
import type { Border, HexColor, ParagraphProperties, RunProperties } from './properties.js'
import type { Table } from './table-model.js'

/** A document ready to be laid out. */
export interface DocumentModel {
  readonly information: DocumentInformation
  readonly settings: DocumentSettings
  /** The sections; at least one. */
  readonly sections: readonly Section[]
  /** Footnotes by the identifier in a {@link NoteReference}. */
  readonly footnotes: ReadonlyMap<string, Note>
  readonly endnotes: ReadonlyMap<string, Note>
  /** Content above the notes of a page or of the document; left out: a short rule. */
  readonly footnoteSeparator?: readonly Block[]
  /** Content above notes that continue from the previous page; left out: a rule as wide as the column. */
  readonly footnoteContinuation?: readonly Block[]
  /** Empty content for which Word keeps room below the footnotes of each page. */
  readonly footnoteNotice?: readonly Block[]
  readonly endnoteSeparator?: readonly Block[]
  /** Images by the identifier in drawings. */
  readonly images: ReadonlyMap<string, ImageSource>
  /** Fonts embedded in the document, deobfuscated. */
  readonly embeddedFonts: readonly EmbeddedFontFile[]
  /** Hints for substituting unavailable fonts: `w:altName` and the class and pitch of word/fontTable.xml. */
  readonly fontHints: ReadonlyMap<string, FontHint>
  /** Colour of every page (w:background with w:displayBackgroundShape). */
  readonly background?: HexColor
  /** Numbers that fields show as stored in the file, for checking them. */
  readonly storedNumbers?: readonly StoredNumber[]
  /** Warnings in plain English about parts that were left out or guessed on reading, each once. */
  readonly warnings: readonly string[]
}

/** A number that a field shows as stored in the file, and the number that it refers to. */
export interface StoredNumber {
  readonly shown: string
  /** Text before the number. */
  readonly before: string
  readonly means: /** The number of the paragraph with a bookmark (REF with \\n, \\r, \\w); `digits`: without letters (\\t). */
    | { readonly kind: 'paragraph'; readonly bookmark: string; readonly digits: boolean }
    /** The number of the note within a bookmark (NOTEREF). */
    | { readonly kind: 'note'; readonly bookmark: string }
    /** A position in a sequence, such as the number of a figure (SEQ), as counted. */
    | { readonly kind: 'sequence'; readonly counted: string }
}

export interface FontHint {
  readonly alternative?: string
  readonly family?: 'roman' | 'swiss' | 'modern' | 'script' | 'decorative'
  readonly fixedPitch?: boolean
  /** The ten numbers that classify a typeface (w:panose1, ECMA-376-1, 17.8.3.13). */
  readonly panose?: readonly number[]
}

export interface EmbeddedFontFile {
  readonly family: string
  readonly bold: boolean
  readonly italic: boolean
  readonly bytes: Uint8Array
}

export interface DocumentInformation {
  readonly title?: string
  readonly author?: string
  readonly subject?: string
  readonly keywords?: string
  /** Language as a BCP 47 tag. */
  readonly language?: string
  readonly created?: Date
  readonly modified?: Date
}

export interface DocumentSettings {
  /** Distance of default tab stops; left out if not specified. */
  readonly defaultTabStop?: number | undefined
  /** Compatibility mode, 11 to 15 (w:compatibilityMode); 12 if not specified. */
  readonly compatibilityMode: number
  readonly evenAndOddHeaders: boolean
  readonly mirrorMargins: boolean
  readonly gutterAtTop: boolean
  readonly autoHyphenation: boolean
  /** Maximum number of consecutive hyphenated lines; 0 for no limit. */
  readonly consecutiveHyphenLimit: number
  readonly hyphenationZone: number
  readonly hyphenateCapitals: boolean
  /** Whether full-width signs may lose their blank halves (w:characterSpacingControl). */
  readonly compressesPunctuation: boolean
  /** Whether adjacent full-width signs lose their blank halves in kerned text (without w:noPunctuationKerning). */
  readonly kernsPunctuation: boolean
  /** Characters that must not begin or end a line of East Asian text; left out: Word's own. */
  readonly lineStops?: LineStopSettings | undefined
  readonly footnotes: NoteSettings
  readonly endnotes: NoteSettings
  /** Names of the boolean elements of w:compat that are set, such as `doNotExpandShiftReturn`. */
  readonly compatibility: ReadonlySet<string>
}

/** Settings for lines of East Asian text (ECMA-376-1, 17.15.1). */
export interface LineStopSettings {
  /** Whether small kana and the prolonged sound mark must not begin a line either (w:strictFirstAndLastChars). */
  readonly isStrict: boolean
  /** The document's own characters by lower-case language, which replace Word's (w:noLineBreaksBefore, w:noLineBreaksAfter). */
  readonly before: ReadonlyMap<string, string>
  readonly after: ReadonlyMap<string, string>
}

export interface NoteSettings {
  readonly position: 'pageBottom' | 'beneathText' | 'sectionEnd' | 'documentEnd'
  readonly numberFormat: string
  readonly start: number
  readonly restart: 'continuous' | 'eachSection' | 'eachPage'
}

export interface Section {
  readonly properties: SectionProperties
  readonly blocks: readonly Block[]
}

export interface SectionProperties {
  /** How the section starts. It has no effect on the first section. */
  readonly start: 'nextPage' | 'continuous' | 'evenPage' | 'oddPage' | 'nextColumn'
  readonly pageWidth: number
  readonly pageHeight: number
  readonly marginTop: number
  readonly marginRight: number
  readonly marginBottom: number
  readonly marginLeft: number
  /**
   * Whether the top or bottom margin is negative in the file, so that headers and footers do not move the text. The margin
   * itself is positive here.
   */
  readonly fixedMarginTop: boolean
  readonly fixedMarginBottom: boolean
  readonly headerDistance: number
  readonly footerDistance: number
  readonly gutter: number
  readonly gutterOnRight: boolean
  /** One entry for each column. `gap` is the space after the column. */
  readonly columns: readonly { readonly width: number; readonly gap: number }[]
  readonly columnSeparator: boolean
  readonly rightToLeft: boolean
  /** Whether lines run down the page, from its right edge, with East Asian characters upright. Margins refer to the page. */
  readonly isVertical?: boolean
  readonly verticalAlign: 'top' | 'center' | 'bottom' | 'both'
  /** Whether the first page has its own header and footer. */
  readonly titlePage: boolean
  /** Headers, including those inherited from earlier sections. Kinds that no section defines are left out. */
  readonly headers: HeaderSet
  readonly footers: HeaderSet
  readonly pageNumberStart?: number
  /** Number format as in ST_NumberFormat: `decimal`, `lowerRoman`, ... */
  readonly pageNumberFormat: string
  /** Prefix of page numbers: the number of the last paragraph with that style on the page or before it. */
  readonly chapterNumbers?: { readonly styleId: string; readonly separator: string }
  readonly lineNumbers?: {
    readonly countBy: number
    readonly start: number
    readonly distance: number
    readonly restart: 'newPage' | 'newSection' | 'continuous'
  }
  readonly pageBorders?: {
    readonly top?: Border
    readonly right?: Border
    readonly bottom?: Border
    readonly left?: Border
    readonly offsetFrom: 'page' | 'text'
    readonly display: 'allPages' | 'firstPage' | 'notFirstPage'
    readonly inFront: boolean
  }
  /** Line pitch of the document grid (w:docGrid), if its type includes lines. */
  readonly gridLinePitch?: number
  /** Width that the grid adds to each East Asian character, in twips; left out for 0. */
  readonly gridCharacterSpace?: number
  readonly footnotes?: NoteSettings
  readonly endnotes?: NoteSettings
}

export interface HeaderSet {
  readonly default?: readonly Block[]
  readonly first?: readonly Block[]
  readonly even?: readonly Block[]
}

export interface Note {
  readonly blocks: readonly Block[]
}

/** A block of a flow. */
export type Block = Paragraph | Table

export interface Paragraph {
  readonly kind: 'paragraph'
  readonly properties: ParagraphProperties
  readonly inlines: readonly Inline[]
  readonly label?: ListLabel | undefined
}

/** The number or bullet of a list paragraph. */
export interface ListLabel {
  readonly text: string
  /** The number with those of the levels above, such as `3.2(a)` for `(a)`; left out where it has them, or has none above. */
  readonly fullText?: string
  readonly run: RunProperties
  /** A picture that is drawn instead of text (w:numPicBullet); `text` is then empty. */
  readonly picture?: Drawing
  readonly alignment: 'left' | 'center' | 'right'
  /** Separator between the label and the text. A tab leads to the next stop or the hanging indent. */
  readonly suffix: 'tab' | 'space' | 'nothing'
}

/** Target of a link. */
export type LinkTarget = { readonly url: string } | { readonly bookmark: string }

/**
 * Which value a page shows of a string that changes on it (CSS Generated Content for Paged Media Module, 1.1.2). Word supports
 * `first` and `last`, and the others show the first one.
 */
export type StringPlace = 'first' | 'last' | 'start' | 'first-except'

/** A header's reference to the paragraph with a style: the one on the page, or else the nearest before it. */
export interface StyleReference {
  readonly styleId: string
  /** Which paragraph is used if the page has several. */
  readonly which: StringPlace
  /** Whether the text or the number of the paragraph is shown. */
  readonly part: 'text' | 'label'
}

/** A value that depends on pagination. */
export type PageField = Extract<Inline, { readonly kind: 'pageField' }>

/** A piece of a paragraph. */
export type Inline =
  | {
      readonly kind: 'text'
      /**
       * Text without tabs and breaks. It may contain U+00AD (soft hyphen), U+2011 (no-break hyphen) and U+00A0. Hidden text is
       * left out.
       */
      readonly text: string
      readonly run: RunProperties
      readonly link?: LinkTarget | undefined
    }
  | { readonly kind: 'tab'; readonly run: RunProperties; readonly link?: LinkTarget | undefined }
  | {
      /** A tab to a position that does not depend on tab stops (w:ptab). */
      readonly kind: 'positionTab'
      readonly run: RunProperties
      readonly alignment: 'left' | 'center' | 'right'
      readonly relativeTo: 'margin' | 'indent'
      readonly leader?: TabLeader
    }
  | {
      readonly kind: 'break'
      readonly type: 'line' | 'page' | 'column'
      /** For line breaks: the text continues below floats on that side. */
      readonly clear?: 'left' | 'right' | 'all'
      readonly run: RunProperties
    }
  | {
      /** A value that depends on pagination: a number, or a heading in a header. */
      readonly kind: 'pageField'
      readonly field: 'page' | 'pageCount' | 'sectionPageCount' | 'section' | 'style' | 'bookmarkPage' | 'computed'
      /** For `style`: the referenced paragraph. */
      readonly reference?: StyleReference
      /** For `computed`: the fields that the text is made of. */
      readonly parts?: readonly PageField[]
      /** For `computed`: the text, from that of the parts; undefined where it cannot be computed. */
      readonly compute?: (parts: readonly string[]) => string | undefined
      /** For `bookmarkPage`: the bookmark whose page number is shown (PAGEREF). */
      readonly bookmark?: string
      /** Number format as in ST_NumberFormat; left out: that of the section. */
      readonly numberFormat?: string
      /** Stored text in the file, for measuring before the number is known. */
      readonly cached: string
      readonly run: RunProperties
      readonly link?: LinkTarget
    }
  | { readonly kind: 'drawing'; readonly drawing: Drawing; readonly run: RunProperties; readonly link?: LinkTarget }
  | { readonly kind: 'anchor'; readonly drawing: Drawing; readonly anchor: DrawingAnchor; readonly link?: LinkTarget }
  | NoteReference
  | {
      /** The note's own number, at its start. */
      readonly kind: 'noteNumber'
      readonly run: RunProperties
    }
  | { readonly kind: 'bookmark'; readonly name: string }
  | StackedText
  | {
      /** An equation, already reduced to nested boxes of text. */
      readonly kind: 'math'
      readonly math: MathNode
      readonly display: boolean
      /**
       * Alignment of a display equation, if specified (m:oMathParaPr). It is already applied to paragraphs that contain nothing
       * else.
       */
      readonly alignment?: 'start' | 'center' | 'end'
      readonly run: RunProperties
    }

/** Text of one format. */
export interface TextPiece {
  readonly text: string
  readonly run: RunProperties
}

/** Text over text as one piece: a phonetic guide over its base (w:ruby), or two lines in one (w:eastAsianLayout). */
export interface StackedText {
  readonly kind: 'stacked'
  readonly over: readonly TextPiece[]
  readonly base: readonly TextPiece[]
  /** Alignment of a guide over its base, and the rise of its baseline. Left out: two lines in one. */
  readonly guide?: { readonly alignment: 'left' | 'center' | 'right' | 'spread'; readonly raise: number }
  /** Format of the whole piece. Two lines in one have the height of a line in this format. */
  readonly run: RunProperties
  readonly link?: LinkTarget
}

export type TabLeader = 'dot' | 'hyphen' | 'underscore' | 'heavy' | 'middleDot'

export interface NoteReference {
  readonly kind: 'noteReference'
  readonly note: 'footnote' | 'endnote'
  readonly id: string
  /** Whether a custom mark follows as text. The note is then not numbered. */
  readonly customMark: boolean
  readonly run: RunProperties
}

/** A line over or under a part of an equation. */
export type MathLine = 'bar' | 'brace' | 'bracket' | 'leftArrow' | 'rightArrow'

/** Equations (ECMA-376-1, 22.1), reduced to what is drawn. */
export type MathNode =
  | { readonly type: 'row'; readonly items: readonly MathNode[] }
  /** `isPlain`: words or signs that are not set as mathematics (m:nor). `isLarge`: a sum, integral or the like. */
  | {
      readonly type: 'text'
      readonly text: string
      readonly run: RunProperties
      readonly isPlain?: boolean
      readonly isLarge?: true
    }
  /** Empty space, as a share of the font size. With `isInner`, only after a letter, a number or a closing bracket. */
  | { readonly type: 'space'; readonly width: number; readonly isInner?: true }
  | {
      readonly type: 'fraction'
      readonly numerator: MathNode
      readonly denominator: MathNode
      readonly bar: 'bar' | 'none' | 'skewed' | 'linear'
    }
  | { readonly type: 'script'; readonly base: MathNode; readonly sub?: MathNode; readonly sup?: MathNode }
  /** A sign directly above the base, such as a hat. */
  | { readonly type: 'accent'; readonly base: MathNode; readonly mark: MathNode }
  /** Lines as long as the base. With `left` or `right`, a box around the base. */
  | {
      readonly type: 'lined'
      readonly base: MathNode
      readonly over?: MathLine
      readonly under?: MathLine
      readonly left?: boolean
      readonly right?: boolean
    }
  /** Parts above and below the base: limits, group characters. */
  | { readonly type: 'stack'; readonly base: MathNode; readonly over?: MathNode; readonly under?: MathNode }
  | { readonly type: 'radical'; readonly radicand: MathNode; readonly degree?: MathNode }
  | { readonly type: 'delimited'; readonly open: string; readonly close: string; readonly content: MathNode }
  /** `isAligned`: the ends of even columns, counted from 0, meet the beginnings of odd ones. Otherwise, cells are centred. */
  | { readonly type: 'matrix'; readonly rows: readonly (readonly MathNode[])[]; readonly isAligned?: boolean }

/** The font of a text that is measured before the document is laid out. */
interface MeasuredLook {
  /** Family name. */
  readonly font: string
  /** Font size in twips. */
  readonly size: number
  readonly bold?: boolean
  readonly italic?: boolean
}

/** The width of a text on one line, in twips. */
export type MeasureText = (text: string, look: MeasuredLook) => number

/** A document's hints about its fonts, and its embedded fonts. */
export interface DocumentFonts {
  readonly embeddedFonts: readonly EmbeddedFontFile[]
  readonly hints: ReadonlyMap<string, FontHint>
}
