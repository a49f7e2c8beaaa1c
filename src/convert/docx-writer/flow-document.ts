/**
 * What the DOCX writer writes: a document of styled blocks, between HTML and WordprocessingML.
 * Lengths are twips (1/20 point); colours six hexadecimal digits, upper case.
 *
 * @module
 */

import type { StringPlace } from '../../typeset/model/document-model.js'

/** A document to be written. */
export interface FlowDocument {
  readonly information: {
    readonly title?: string
    readonly author?: string
    readonly subject?: string
    readonly keywords?: string
    readonly description?: string
    /** BCP 47. */
    readonly language?: string
    readonly created?: Date
  }
  /** The first section; further ones begin at breaks between blocks. */
  readonly page: PageSetup
  readonly running?: RunningContent
  readonly firstNumber?: number
  /** Colour of all pages. */
  readonly background?: string
  readonly rightToLeft: boolean
  /** Whether there is a table of contents, whose page numbers are known only when pages are laid out. */
  readonly hasContents?: boolean
  readonly blocks: readonly FlowBlock[]
  readonly footnotes: readonly FlowFootnote[]
  /** Formatting of text that has none of its own: taken from the style of the HTML root. */
  readonly defaults?: RunFormat & Pick<ParagraphFormat, 'lineSpacing'>
  /** Overrides for the default paragraph styles. */
  readonly styles?: Partial<Record<ParagraphStyleName, ParagraphFormat & Omit<RunFormat, 'style'>>>
  /** Lines and backgrounds that the table style draws. Left out: the writer's own. */
  readonly tableStyle?: TableLook
}

/** Lines and backgrounds that a table style draws. */
export interface TableLook {
  /** Between rows. */
  readonly rule: EdgeLine
  /** Above and below the table, and below its header. */
  readonly outer: EdgeLine
  readonly headerBackground: string
}

/** A footnote; the text refers to it by its id. */
interface FlowFootnote {
  readonly id: number
  readonly blocks: readonly FlowBlock[]
  /** Whether one place alone refers to it, so that no other needs to find its number. */
  readonly isReferredOnce?: boolean
}

export interface PageSetup {
  readonly width: number
  readonly height: number
  readonly margins: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
  readonly pageNumbers: boolean
  /** Lines around every page; `space` is their distance from the edges of the paper, or the text, 620 at most. */
  readonly borders?: ParagraphFormat['borders']
  /** The edge from which `space` is measured. Default `page`. */
  readonly bordersFrom?: 'page' | 'text'
  /** Whether left and right are those of pages with odd numbers, and change places on the others. */
  readonly isMirrored?: boolean
}

/** Pages with a setup and headers of their own. */
export interface FlowSection {
  readonly page: PageSetup
  readonly running?: RunningContent
  /** The number of its first page; left out: it goes on counting. */
  readonly firstNumber?: number
}

/** What stands in the margins of the pages. */
export interface RunningContent {
  readonly header?: readonly FlowBlock[]
  readonly footer?: readonly FlowBlock[]
  /** What the first page has instead; an empty list for nothing; left out: it is like the others. */
  readonly firstPage?: Pick<RunningContent, 'header' | 'footer'>
  /** Header and footer of pages with even numbers, where they differ. */
  readonly evenPages?: Pick<RunningContent, 'header' | 'footer'>
  /** From the edge of the paper. Left out: half an inch, or less in narrow margins. */
  readonly headerDistance?: number
  readonly footerDistance?: number
}

/** Names of the styles that every document has; the writer knows their ids and formats. */
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

/** Only what differs from the style. */
export interface ParagraphFormat {
  readonly alignment?: 'start' | 'center' | 'end' | 'justify' | 'left' | 'right'
  readonly indentStart?: number
  readonly indentEnd?: number
  readonly indentFirstLine?: number
  readonly spaceBefore?: number
  readonly spaceAfter?: number
  /** A factor on the natural height, or a fixed height. */
  readonly lineSpacing?: { readonly factor: number } | { readonly exact: number } | { readonly atLeast: number }
  /** `none`: none, whatever the style says. */
  readonly shading?: string
  readonly borders?: {
    readonly top?: EdgeLine
    readonly right?: EdgeLine
    readonly bottom?: EdgeLine
    readonly left?: EdgeLine
  }
  readonly keepWithNext?: boolean
  readonly keepLines?: boolean
  /** Whether no line of it stands alone at the start or the end of a page. */
  readonly keepLoneLines?: boolean
  readonly pageBreakBefore?: boolean
  readonly rightToLeft?: boolean
  readonly outlineLevel?: number
  /** Whether shapes and pictures stand in the middle of their line rather than on it. */
  readonly centersLine?: boolean
}

export interface EdgeLine {
  readonly style: 'single' | 'double' | 'dotted' | 'dashed' | 'none'
  readonly width: number
  readonly color: string
  /** Distance from the text. */
  readonly space?: number
}

/** Only what differs from the style. */
export interface RunFormat {
  readonly fontFamily?: string
  /** A generic family name is resolved by the reader of the HTML, except `monospace`, which is the writer's code font. */
  readonly size?: number
  readonly bold?: boolean
  readonly italic?: boolean
  readonly underline?: 'single' | 'double' | 'dotted' | 'dashed' | 'wavy' | 'none'
  readonly underlineColor?: string
  readonly strike?: boolean
  readonly color?: string
  /** The colour with an alpha, eight digits, in place of `color`, where what is behind shows through. */
  readonly ink?: string
  readonly background?: string
  /** A line around the text. */
  readonly border?: EdgeLine
  readonly verticalAlign?: 'superscript' | 'subscript'
  readonly capitals?: 'all' | 'small'
  readonly letterSpacing?: number
  readonly rightToLeft?: boolean
  readonly language?: string
  readonly style?: CharacterStyleName
}

export type FlowBlock = FlowParagraph | FlowTable | FlowSpace | FlowPageBreak | FlowSectionBreak

interface FlowPageBreak {
  readonly kind: 'pageBreak'
}

/** A break in the body behind which another section begins, on the next page or the next with an odd or even number. */
export interface FlowSectionBreak {
  readonly kind: 'sectionBreak'
  readonly section: FlowSection
  readonly startsAt: 'next' | 'odd' | 'even'
}

/** Empty space, which may have a colour, or a line along one side. */
export interface FlowSpace {
  readonly kind: 'space'
  readonly height: number
  readonly shading?: string
  readonly line?: { readonly side: 'top' | 'bottom'; readonly line: EdgeLine }
  readonly indentStart?: number
  readonly indentEnd?: number
}

export interface FlowParagraph {
  readonly kind: 'paragraph'
  readonly style: ParagraphStyleName
  /** A style of its own that looks like `style`, by which fields find the paragraph. */
  readonly namedStyle?: string
  readonly format: ParagraphFormat
  readonly list?: {
    readonly list: FlowList
    readonly level: number /** Left out: the label is shown. */
    readonly continued?: boolean
  }
  /** Format of a list's label. Left out: that of the style. */
  readonly mark?: RunFormat
  readonly inlines: readonly FlowInline[]
}

/** One list of the source; paragraphs of the same list share the object. Nested lists of one item tree share it too. */
export interface FlowList {
  /** By level, 0 to 8. */
  readonly levels: readonly ListLevel[]
}

export interface ListLevel {
  readonly format: 'bullet' | 'decimal' | 'lowerLetter' | 'upperLetter' | 'lowerRoman' | 'upperRoman' | 'none'
  readonly bullet?: string
  readonly start: number
  readonly indent: number
  readonly hanging: number
  /** `%` stands for the number, such as `%.` or `(%)`; `%1` for that of the first level, `%2` for that of the second. */
  readonly pattern?: string
  readonly rightToLeft?: boolean
}

export type FlowInline =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly format: RunFormat
      /**
       * Where its lines may end, for code that measures it: between any two letters, nowhere, or between words of East Asian
       * text alone. Left out: as usual.
       */
      readonly wrap?: 'anywhere' | 'never' | 'words'
    }
  | { readonly kind: 'break'; readonly type: 'line' | 'page'; readonly format: RunFormat }
  /** With a leader: to the end of the line, along dots or a line. */
  | { readonly kind: 'tab'; readonly leader?: 'dot' | 'line' | 'none'; readonly format: RunFormat }
  | { readonly kind: 'bookmark'; readonly name: string }
  /** A place from which on a string of the page has another value; nothing is written for it. */
  | { readonly kind: 'stringSet'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'link'
      readonly target: { readonly url: string } | { readonly bookmark: string }
      readonly title?: string
      /** Whether it looks like the text around it. */
      readonly isPlain?: boolean
      readonly inlines: readonly FlowInline[]
    }
  | {
      readonly kind: 'image'
      readonly bytes: Uint8Array
      readonly type: 'png' | 'jpeg' | 'gif' | 'bmp' | 'tiff' | 'svg'
      readonly width: number
      readonly height: number
      readonly description: string
      readonly title?: string
      /** Text flows around it; it stands at this side of the text. */
      readonly float?: 'left' | 'right'
      /** Whether it lies behind everything, from the corner of the paper. */
      readonly isBehindPage?: boolean
    }
  | FlowShape
  | { readonly kind: 'checkbox'; readonly checked: boolean; readonly format: RunFormat }
  | { readonly kind: 'footnote'; readonly id: number }
  /** The number of the page, or of all pages. */
  | {
      readonly kind: 'pageNumber'
      readonly counts: 'page' | 'pages'
      readonly numbering: Exclude<ListLevel['format'], 'bullet' | 'none'>
      readonly format: RunFormat
    }
  /** The text of the first or last paragraph of a style on the page, or else of the nearest one before it. */
  | {
      readonly kind: 'styleText'
      /** A level of headings, or the name of a `namedStyle`. */
      readonly style: number | string
      readonly which: StringPlace
      /** Text shown by programs that do not lay out the document again. */
      readonly text: string
      readonly format: RunFormat
    }
  /** The number of the page that a bookmark is on. */
  | { readonly kind: 'pageReference'; readonly bookmark: string; readonly format: RunFormat }
  /** Where a table of contents begins and ends, which lists headings of these levels. */
  | { readonly kind: 'contents'; readonly edge: 'start' | 'end'; readonly highest: number; readonly deepest: number }
  | {
      readonly kind: 'math'
      /** OMML, already written: the content of m:oMath, escaped and well-formed. */
      readonly omml: string
      readonly display: boolean
      /** About how wide it is in one line, in ems; worked out when it is asked for. */
      readonly ems?: () => number
    }

/** A shape that stands in a line like a letter, with at most one line of text in it. */
export interface FlowShape {
  readonly kind: 'shape'
  /**
   * Over the text instead: from the start of the column, or cell, and from the top of the paragraph; or from the left and
   * upper edge of the paper.
   */
  readonly offset?: { readonly x: number; readonly y: number; readonly from?: 'page' }
  /** Whether such a shape is behind the text, not before it. */
  readonly isBehind?: boolean
  /** Degrees clockwise that it is turned by about its middle. */
  readonly degrees?: number
  /** With its line. */
  readonly width: number
  readonly height: number
  readonly isEllipse?: boolean
  /** Radius of the corners. */
  readonly radius?: number
  readonly fill?: string
  readonly line?: EdgeLine
  /** Room around it; that above is up to the paragraph. */
  readonly margin?: { readonly top: number; readonly right: number; readonly bottom: number }
  /** Text and links; their formats say what differs from the style of body text. */
  readonly inlines: readonly FlowInline[]
  /** Left out: in the middle. */
  readonly alignment?: 'start' | 'center' | 'end' | 'left' | 'right'
  readonly padding?: { readonly left: number; readonly right: number }
}

export interface FlowTable {
  readonly kind: 'table'
  /** Widths of the columns; as many as the widest row has. 0 leaves a column to its content. */
  readonly columns: readonly number[]
  readonly width: { readonly type: 'auto' } | { readonly type: 'twips' | 'percent'; readonly value: number }
  readonly alignment?: 'left' | 'center' | 'right'
  readonly indent?: number
  /** Out of the flow: from the left and upper edge of the paper, on the page of the text that follows. */
  readonly position?: { readonly x: number; readonly y: number }
  readonly rightToLeft?: boolean
  /** For readers who cannot see the table; a visible caption is a separate paragraph. */
  readonly caption?: string
  /**
   * `styled`: the table style of the document (light rules, shaded header) under what is said here. `plain`: nothing but
   * what is said here. Left out: `styled` when the table has no lines of its own.
   */
  readonly look?: 'styled' | 'plain'
  readonly borders: TableLines
  readonly cellPadding?: {
    readonly top: number
    readonly right: number
    readonly bottom: number
    readonly left: number
  }
  /** Widths of the columns, for readers that do not work out those of open columns themselves. */
  readonly grid?: readonly number[]
  /** Distance of the cells from each other. */
  readonly cellSpacing?: number
  /** Whether the widths of the columns hold whatever the cells have in them. Left out: columns grow with their words. */
  readonly isFixed?: boolean
  readonly rows: readonly FlowRow[]
}

interface TableLines {
  readonly top?: EdgeLine
  readonly right?: EdgeLine
  readonly bottom?: EdgeLine
  readonly left?: EdgeLine
  readonly insideHorizontal?: EdgeLine
  readonly insideVertical?: EdgeLine
}

export interface FlowRow {
  readonly isHeader: boolean
  /** Whether it stands at the foot of each page that the table is on. Word shows such rows at the end of the table alone. */
  readonly isFooter?: boolean
  readonly height?: number
  /** Whether all of it stands on one page. */
  readonly keepsTogether?: boolean
  readonly cells: readonly FlowCell[]
}

export interface FlowCell {
  readonly columnSpan: number
  /** Cells that are covered from above are in the rows, as `continue`, with no blocks. */
  readonly verticalMerge?: 'restart' | 'continue'
  readonly width?: { readonly type: 'twips' | 'percent'; readonly value: number }
  readonly shading?: string
  readonly borders?: ParagraphFormat['borders']
  readonly padding?: {
    readonly top?: number
    readonly right?: number
    readonly bottom?: number
    readonly left?: number
  }
  readonly verticalAlign?: 'top' | 'center' | 'bottom'
  /** Text that runs down or up; `upright`: down, with characters of East Asian scripts upright. */
  readonly textDirection?: 'down' | 'up' | 'upright'
  readonly blocks: readonly FlowBlock[]
}
