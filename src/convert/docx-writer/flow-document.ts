/**
 * The input of the DOCX writer: a document of styled blocks, between HTML and WordprocessingML.
 *
 * Lengths are in twips (1/20 point). Colours are six hexadecimal digits in upper case.
 *
 * @module
 */

import type { StringPlace } from '../../typeset/model/document-model.js'
import type { EdgeLine, ParagraphFormat, ParagraphStyleName, RunFormat } from './flow-format.js'

/** A document to be written. */
export interface FlowDocument {
  readonly information: {
    readonly title?: string
    readonly author?: string
    readonly subject?: string
    readonly keywords?: string
    readonly description?: string
    /** Language as a BCP 47 tag. */
    readonly language?: string
    readonly created?: Date
  }
  /** Setup of the first section. Further sections begin at breaks between blocks. */
  readonly page: PageSetup
  readonly running?: RunningContent
  readonly firstNumber?: number
  readonly columns?: FlowColumns
  /** Background colour of all pages. */
  readonly background?: string
  readonly rightToLeft: boolean
  /** Whether there is a table of contents. Its page numbers are known only when the pages are laid out. */
  readonly hasContents?: boolean
  readonly blocks: readonly FlowBlock[]
  readonly footnotes: readonly FlowFootnote[]
  /** Default format of text, taken from the style of the HTML root. */
  readonly defaults?: RunFormat & Pick<ParagraphFormat, 'lineSpacing'>
  /** Overrides for the default paragraph styles. */
  readonly styles?: Partial<Record<ParagraphStyleName, ParagraphFormat & Omit<RunFormat, 'style'>>>
  /** Lines and backgrounds of the table style. Left out: the writer's default. */
  readonly tableStyle?: TableLook
}

/** Lines and backgrounds that a table style draws. */
export interface TableLook {
  /** Line between rows. */
  readonly rule: EdgeLine
  /** Line above and below the table, and below its header. */
  readonly outer: EdgeLine
  readonly headerBackground: string
}

/** A footnote; the text refers to it by its id. */
interface FlowFootnote {
  readonly id: number
  readonly blocks: readonly FlowBlock[]
  /** Whether only one place refers to the footnote, so that no other place needs its number. */
  readonly isReferredOnce?: boolean
}

export interface PageSetup {
  readonly width: number
  readonly height: number
  readonly margins: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
  readonly pageNumbers: boolean
  /** Lines around every page. `space` is their distance from the edges of the paper or from the text, 620 twips at most. */
  readonly borders?: ParagraphFormat['borders']
  /** The edge from which `space` is measured. Default `page`. */
  readonly bordersFrom?: 'page' | 'text'
  /** Whether left and right are those of odd pages, and are exchanged on even pages. */
  readonly isMirrored?: boolean
}

/** A section: pages with a setup and headers of their own. */
export interface FlowSection {
  readonly page: PageSetup
  readonly running?: RunningContent
  /** Number of the first page; left out: numbering continues. */
  readonly firstNumber?: number
  /** Columns of the text. Left out: the whole width. */
  readonly columns?: FlowColumns
}

/** Columns of equal width. */
export interface FlowColumns {
  readonly count: number
  /** Space between two columns, in twips. */
  readonly gap: number
  /** Whether a line stands between columns. */
  readonly hasRule: boolean
}

/** Headers and footers of a section. */
export interface RunningContent {
  readonly header?: readonly FlowBlock[]
  readonly footer?: readonly FlowBlock[]
  /** Header and footer of the first page, where they differ. An empty list means none; left out: as on the other pages. */
  readonly firstPage?: Pick<RunningContent, 'header' | 'footer'>
  /** Header and footer of even pages, where they differ. */
  readonly evenPages?: Pick<RunningContent, 'header' | 'footer'>
  /** Distance of the header from the edge of the paper. Left out: half an inch, or less in narrow margins. */
  readonly headerDistance?: number
  readonly footerDistance?: number
}

export type FlowBlock = FlowParagraph | FlowTable | FlowSpace | FlowPageBreak | FlowSectionBreak | FlowColumnChange

interface FlowPageBreak {
  readonly kind: 'pageBreak'
}

/**
 * A section break in the body. The next section begins on the same page (`here`), the next page, or the next odd or even page.
 */
export interface FlowSectionBreak {
  readonly kind: 'sectionBreak'
  readonly section: FlowSection
  readonly startsAt: 'here' | 'next' | 'odd' | 'even'
}

/** A place where columns begin or end. It becomes a section break once the sections are known, and is not written otherwise. */
export interface FlowColumnChange {
  readonly kind: 'columnChange'
  /** The columns that begin, and how far they are from the sides of the text area. Left out: the columns end. */
  readonly columns?: FlowColumns
  readonly start?: number
  readonly end?: number
}

/** Empty space, which may have a background colour, or a line along one side. */
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
  /** Name of a style that looks like `style` and by which fields find the paragraph. */
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

/** One list of the source. Paragraphs of the same list share the object, and so do nested lists of one item tree. */
export interface FlowList {
  /** Levels 0 to 8. */
  readonly levels: readonly ListLevel[]
}

export interface ListLevel {
  readonly format:
    | 'bullet'
    | 'decimal'
    | 'decimalZero'
    | 'lowerLetter'
    | 'upperLetter'
    | 'lowerRoman'
    | 'upperRoman'
    | 'none'
  readonly bullet?: string
  readonly start: number
  readonly indent: number
  readonly hanging: number
  /** Pattern of the label, such as `%.` or `(%)`: `%` stands for the number, `%1` and `%2` for those of levels 1 and 2. */
  readonly pattern?: string
  readonly rightToLeft?: boolean
}

export type FlowInline =
  | {
      readonly kind: 'text'
      readonly text: string
      readonly format: RunFormat
      /**
       * Where lines may break: between any two letters, nowhere, or between words of East Asian text only. Code that measures
       * text uses this. Left out: at the usual places.
       */
      readonly wrap?: 'anywhere' | 'never' | 'words'
    }
  | { readonly kind: 'break'; readonly type: 'line' | 'page'; readonly format: RunFormat }
  /** A tab. With a leader, it reaches to the end of the line, filled with dots or a line. */
  | { readonly kind: 'tab'; readonly leader?: 'dot' | 'line' | 'none'; readonly format: RunFormat }
  | { readonly kind: 'bookmark'; readonly name: string }
  /** A place where a named string of the page changes its value. Nothing is written for it. */
  | { readonly kind: 'stringSet'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'link'
      readonly target: { readonly url: string } | { readonly bookmark: string }
      readonly title?: string
      /** Whether the link looks like the text around it. */
      readonly isPlain?: boolean
      readonly inlines: readonly FlowInline[]
    }
  | {
      readonly kind: 'image'
      readonly bytes: Uint8Array
      readonly type: 'png' | 'jpeg' | 'gif' | 'bmp' | 'tiff' | 'svg'
      readonly width: number
      readonly height: number
      /** Shares of the picture that are cropped at each of two sides. */
      readonly crop?: { readonly horizontal: number; readonly vertical: number }
      readonly description: string
      readonly title?: string
      /** Side at which the picture floats; text flows around it. */
      readonly float?: 'left' | 'right'
      /** Whether the picture is behind everything else, at the corner of the paper. */
      readonly isBehindPage?: boolean
    }
  | FlowShape
  | { readonly kind: 'checkbox'; readonly checked: boolean; readonly format: RunFormat }
  | { readonly kind: 'footnote'; readonly id: number }
  /** The number of the page, or the number of all pages. */
  | {
      readonly kind: 'pageNumber'
      readonly counts: 'page' | 'pages'
      readonly numbering: Exclude<ListLevel['format'], 'bullet' | 'decimalZero' | 'none'>
      readonly format: RunFormat
    }
  /** The text of the first or last paragraph of a style on the page, or of the nearest one before the page. */
  | {
      readonly kind: 'styleText'
      /** A level of headings, or the name of a `namedStyle`. */
      readonly style: number | string
      readonly which: StringPlace
      /** Text for programs that do not lay out the document again. */
      readonly text: string
      readonly format: RunFormat
    }
  /** The page number of a bookmark. */
  | { readonly kind: 'pageReference'; readonly bookmark: string; readonly format: RunFormat }
  /** Start or end of a table of contents, which lists headings of these levels. */
  | { readonly kind: 'contents'; readonly edge: 'start' | 'end'; readonly highest: number; readonly deepest: number }
  | {
      readonly kind: 'math'
      /** Written OMML: the content of m:oMath, escaped and well-formed. */
      readonly omml: string
      readonly display: boolean
      /** Returns the approximate width in one line, in ems. It is computed only when it is needed. */
      readonly ems?: () => number
    }

/** An inline shape with at most one line of text in it. */
export interface FlowShape {
  readonly kind: 'shape'
  /**
   * Position of a floating shape over the text: from the start of the column or cell and the top of the paragraph; with
   * `from: 'page'` from the left and upper edge of the paper.
   */
  readonly offset?: { readonly x: number; readonly y: number; readonly from?: 'page' }
  /** Whether a floating shape is behind the text instead of in front of it. */
  readonly isBehind?: boolean
  /** Rotation about the centre, in degrees clockwise. */
  readonly degrees?: number
  /** Width, including the border line. */
  readonly width: number
  readonly height: number
  readonly isEllipse?: boolean
  /** Radius of the corners. */
  readonly radius?: number
  readonly fill?: string
  readonly line?: EdgeLine
  /** Margin of the shape. The space above belongs to the paragraph. */
  readonly margin?: { readonly top: number; readonly right: number; readonly bottom: number }
  /** Text and links. Their formats say what differs from the style of body text. */
  readonly inlines: readonly FlowInline[]
  /** Alignment of the text. Left out: centred. */
  readonly alignment?: 'start' | 'center' | 'end' | 'left' | 'right'
  readonly padding?: { readonly left: number; readonly right: number }
}

export interface FlowTable {
  readonly kind: 'table'
  /** Widths of the columns, as many as the widest row has. 0 means that the content decides. */
  readonly columns: readonly number[]
  readonly width: { readonly type: 'auto' } | { readonly type: 'twips' | 'percent'; readonly value: number }
  readonly alignment?: 'left' | 'center' | 'right'
  readonly indent?: number
  /** Position of a floating table: from the left and upper edge of the paper, on the page of the text that follows. */
  readonly position?: { readonly x: number; readonly y: number }
  readonly rightToLeft?: boolean
  /** Alternative text for readers who cannot see the table. A visible caption is a separate paragraph. */
  readonly caption?: string
  /**
   * `styled`: the table style of the document (light rules, shaded header), overridden by the table's own format. `plain`: only
   * the table's own format. Left out: `styled` when the table has no lines of its own.
   */
  readonly look?: 'styled' | 'plain'
  readonly borders: TableLines
  readonly cellPadding?: {
    readonly top: number
    readonly right: number
    readonly bottom: number
    readonly left: number
  }
  /** Computed widths of the columns, for readers that do not compute open columns themselves. */
  readonly grid?: readonly number[]
  /** Distance of the cells from each other. */
  readonly cellSpacing?: number
  /** Whether the columns keep their widths whatever the cells contain. Left out: columns grow with their words. */
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
  /** Whether the row is repeated at the foot of each page of the table. Word shows such rows only at the end of the table. */
  readonly isFooter?: boolean
  readonly height?: number
  /** Whether the whole row stays on one page. */
  readonly keepsTogether?: boolean
  readonly cells: readonly FlowCell[]
}

export interface FlowCell {
  readonly columnSpan: number
  /** Vertical merge. Cells that are covered from above are in the rows as `continue`, without blocks. */
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
  /** Direction of rotated text. `upright` runs down with East Asian characters upright. */
  readonly textDirection?: 'down' | 'up' | 'upright'
  readonly blocks: readonly FlowBlock[]
}
