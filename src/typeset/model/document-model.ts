/**
 * The input of the engine: a document with everything resolved that does not depend on where pages break.
 * Lengths are twips (1/20 point). `ooxml` makes it from a DOCX, `sign` from the data of a certificate page.
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
  /** At least one. */
  readonly sections: readonly Section[]
  /** By the id that a {@link NoteReference} names. */
  readonly footnotes: ReadonlyMap<string, Note>
  readonly endnotes: ReadonlyMap<string, Note>
  /** What stands above the notes of a page or of the document; left out: a short rule. */
  readonly footnoteSeparator?: readonly Block[]
  /** The same where they go on from the page before; left out: a rule as wide as the column. */
  readonly footnoteContinuation?: readonly Block[]
  readonly endnoteSeparator?: readonly Block[]
  /** By the id that drawings name. */
  readonly images: ReadonlyMap<string, ImageSource>
  /** Fonts that the document brings, not obfuscated any more. */
  readonly embeddedFonts: readonly EmbeddedFontFile[]
  /** What stands in for a font that nobody has: `w:altName` and the class and pitch of word/fontTable.xml. */
  readonly fontHints: ReadonlyMap<string, FontHint>
  /** Colour of every page (w:background with w:displayBackgroundShape). */
  readonly background?: HexColor
  /** Numbers that fields show as they are stored, for the check of what they say. */
  readonly storedNumbers?: readonly StoredNumber[]
  /** Warnings about what reading had to leave out or guess, each once, in plain English. */
  readonly warnings: readonly string[]
}

/** A number that a field shows as the file stores it, and what it should say. */
export interface StoredNumber {
  readonly shown: string
  /** The words in front of it. */
  readonly before: string
  readonly means: /** The number of the paragraph that a bookmark is in (REF with \\n, \\r, \\w); `digits`: without letters (\\t). */
    | { readonly kind: 'paragraph'; readonly bookmark: string; readonly digits: boolean }
    /** The number of the note that a bookmark is around (NOTEREF). */
    | { readonly kind: 'note'; readonly bookmark: string }
    /** A place in a sequence, such as that of a figure (SEQ), as it was counted. */
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
  /** BCP 47. */
  readonly language?: string
  readonly created?: Date
  readonly modified?: Date
}

export interface DocumentSettings {
  /** Left out where the document does not say. */
  readonly defaultTabStop?: number | undefined
  /** 11 to 15 (w:compatibilityMode); 12 where a document does not say. */
  readonly compatibilityMode: number
  readonly evenAndOddHeaders: boolean
  readonly mirrorMargins: boolean
  readonly gutterAtTop: boolean
  readonly autoHyphenation: boolean
  /** Longest run of hyphenated lines; 0 is no limit. */
  readonly consecutiveHyphenLimit: number
  readonly hyphenationZone: number
  readonly hyphenateCapitals: boolean
  /** Full-width signs may lose their blank halves (w:characterSpacingControl). */
  readonly compressesPunctuation: boolean
  /** They lose them where they follow each other in kerned text (without w:noPunctuationKerning). */
  readonly kernsPunctuation: boolean
  /** Characters that begin or end no line of East Asian text; left out: Word's own. */
  readonly lineStops?: LineStopSettings | undefined
  readonly footnotes: NoteSettings
  readonly endnotes: NoteSettings
  /** Names of the boolean elements of w:compat that are on, such as `doNotExpandShiftReturn`. */
  readonly compatibility: ReadonlySet<string>
}

/** What a document says about lines of East Asian text (ECMA-376-1, 17.15.1). */
export interface LineStopSettings {
  /** Small kana and the prolonged sound mark begin no line either (w:strictFirstAndLastChars). */
  readonly isStrict: boolean
  /** The document's own characters by language in lower case, in place of Word's (w:noLineBreaksBefore, w:noLineBreaksAfter). */
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
  /** How it starts; without meaning for the first one. */
  readonly start: 'nextPage' | 'continuous' | 'evenPage' | 'oddPage' | 'nextColumn'
  readonly pageWidth: number
  readonly pageHeight: number
  readonly marginTop: number
  readonly marginRight: number
  readonly marginBottom: number
  readonly marginLeft: number
  /** A negative top or bottom margin in the file: headers and footers do not push the text. The margin itself is positive here. */
  readonly fixedMarginTop: boolean
  readonly fixedMarginBottom: boolean
  readonly headerDistance: number
  readonly footerDistance: number
  readonly gutter: number
  readonly gutterOnRight: boolean
  /** One entry for each column. `gap` follows the column. */
  readonly columns: readonly { readonly width: number; readonly gap: number }[]
  readonly columnSeparator: boolean
  readonly rightToLeft: boolean
  /** Lines run down the page, from its right edge on, with characters of East Asian scripts upright. Margins are the page's. */
  readonly isVertical?: boolean
  readonly verticalAlign: 'top' | 'center' | 'bottom' | 'both'
  /** The first page has its own header and footer. */
  readonly titlePage: boolean
  /** With inheritance from earlier sections applied: a kind that no section gave is left out. */
  readonly headers: HeaderSet
  readonly footers: HeaderSet
  readonly pageNumberStart?: number
  /** As in ST_NumberFormat: `decimal`, `lowerRoman`, ... */
  readonly pageNumberFormat: string
  /** Page numbers begin with the number of the chapter: of the paragraph of that style on the page, or before it. */
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
  /** Document grid (w:docGrid): the pitch of lines where its type says lines. */
  readonly gridLinePitch?: number
  /** What the grid adds to the width of each East Asian character, in twips; left out for nothing. */
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

/** A piece of a flow. */
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
  readonly run: RunProperties
  /** Drawn in its place (w:numPicBullet); `text` is empty. */
  readonly picture?: Drawing
  readonly alignment: 'left' | 'center' | 'right'
  /** What separates it from the text. A tab goes to the next stop or the hanging indent. */
  readonly suffix: 'tab' | 'space' | 'nothing'
}

/** Where a click leads. */
export type LinkTarget = { readonly url: string } | { readonly bookmark: string }

/**
 * Which value a page shows of a string that changes on it (CSS Generated Content for Paged Media Module, 1.1.2). Word has
 * `first` and `last`, and shows the first one for the others.
 */
export type StringPlace = 'first' | 'last' | 'start' | 'first-except'

/** The paragraph of a style that a header repeats: the one on the page, or else the nearest before it. */
export interface StyleReference {
  readonly styleId: string
  /** Which one where the page has several. */
  readonly which: StringPlace
  /** Its text, or its number. */
  readonly part: 'text' | 'label'
}

/** A piece of a paragraph. */
export type Inline =
  | {
      readonly kind: 'text'
      /** No tabs or breaks; may hold U+00AD (soft hyphen), U+2011 (no-break hyphen), U+00A0. Hidden text is not here. */
      readonly text: string
      readonly run: RunProperties
      readonly link?: LinkTarget | undefined
    }
  | { readonly kind: 'tab'; readonly run: RunProperties; readonly link?: LinkTarget | undefined }
  | {
      /** A tab to a place that does not depend on tab stops (w:ptab). */
      readonly kind: 'positionTab'
      readonly run: RunProperties
      readonly alignment: 'left' | 'center' | 'right'
      readonly relativeTo: 'margin' | 'indent'
      readonly leader?: TabLeader
    }
  | {
      readonly kind: 'break'
      readonly type: 'line' | 'page' | 'column'
      /** For lines: continue below floats on that side. */
      readonly clear?: 'left' | 'right' | 'all'
      readonly run: RunProperties
    }
  | {
      /** A value that only pagination knows: a number, or a heading in a header. */
      readonly kind: 'pageField'
      readonly field: 'page' | 'pageCount' | 'sectionPageCount' | 'section' | 'style' | 'bookmarkPage'
      /** For `style`: what it repeats. */
      readonly reference?: StyleReference
      /** For `bookmarkPage`: the bookmark whose page it names (PAGEREF). */
      readonly bookmark?: string
      /** As in ST_NumberFormat; left out: that of the section. */
      readonly numberFormat?: string
      /** What the file shows; for measuring before the number is known. */
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
      /** Of a display equation, where it says so (m:oMathParaPr); already applied to paragraphs that hold nothing else. */
      readonly alignment?: 'start' | 'center' | 'end'
      readonly run: RunProperties
    }

/** Text of one format. */
export interface TextPiece {
  readonly text: string
  readonly run: RunProperties
}

/** Text over text, in one piece: a phonetic guide over its base (w:ruby), or two lines in the height of one (w:eastAsianLayout). */
export interface StackedText {
  readonly kind: 'stacked'
  readonly over: readonly TextPiece[]
  readonly base: readonly TextPiece[]
  /** Of a guide: where it stands over its base, and how far its baseline is above. Left out: two lines in one. */
  readonly guide?: { readonly alignment: 'left' | 'center' | 'right' | 'spread'; readonly raise: number }
  /** The format of the whole: two lines in one have the height of a line of it. */
  readonly run: RunProperties
  readonly link?: LinkTarget
}

export type TabLeader = 'dot' | 'hyphen' | 'underscore' | 'heavy' | 'middleDot'

export interface NoteReference {
  readonly kind: 'noteReference'
  readonly note: 'footnote' | 'endnote'
  readonly id: string
  /** A mark of the author's own follows as text; the note is not counted. */
  readonly customMark: boolean
  readonly run: RunProperties
}

/** A line over or under a part of an equation. */
export type MathLine = 'bar' | 'brace' | 'bracket' | 'leftArrow' | 'rightArrow'

/** Equations (ECMA-376-1, 22.1), reduced to what has to be drawn. */
export type MathNode =
  | { readonly type: 'row'; readonly items: readonly MathNode[] }
  /** `isPlain`: words or signs that are not set as mathematics (m:nor). */
  | { readonly type: 'text'; readonly text: string; readonly run: RunProperties; readonly isPlain?: boolean }
  /** Nothing, as wide as a share of the font size; `isInner`: only where a letter, a number or a closing bracket stands before it. */
  | { readonly type: 'space'; readonly width: number; readonly isInner?: true }
  | {
      readonly type: 'fraction'
      readonly numerator: MathNode
      readonly denominator: MathNode
      readonly bar: 'bar' | 'none' | 'skewed' | 'linear'
    }
  | { readonly type: 'script'; readonly base: MathNode; readonly sub?: MathNode; readonly sup?: MathNode }
  /** A sign close above the base, such as a hat. */
  | { readonly type: 'accent'; readonly base: MathNode; readonly mark: MathNode }
  /** Lines as long as the base; with `left` or `right`, a box around it. */
  | {
      readonly type: 'lined'
      readonly base: MathNode
      readonly over?: MathLine
      readonly under?: MathLine
      readonly left?: boolean
      readonly right?: boolean
    }
  /** Above and below the base: limits, group characters. */
  | { readonly type: 'stack'; readonly base: MathNode; readonly over?: MathNode; readonly under?: MathNode }
  | { readonly type: 'radical'; readonly radicand: MathNode; readonly degree?: MathNode }
  | { readonly type: 'delimited'; readonly open: string; readonly close: string; readonly content: MathNode }
  | { readonly type: 'matrix'; readonly rows: readonly (readonly MathNode[])[] }

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

/** What a document says about its fonts, and the fonts that it embeds. */
export interface DocumentFonts {
  readonly embeddedFonts: readonly EmbeddedFontFile[]
  readonly hints: ReadonlyMap<string, FontHint>
}
