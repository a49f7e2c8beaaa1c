/**
 * Creates documents in code, with plain defaults for everything.
 *
 * @module
 */

import type {
  Block,
  DocumentModel,
  Inline,
  ListLabel,
  Paragraph,
  Section,
  SectionProperties,
} from './document-model.js'
import type { HexColor, ParagraphProperties, RunProperties } from './properties.js'
import type { Table, TableCell, TableRow } from './table-model.js'

/** Character formatting with one family, size and weight for all scripts. */
interface PlainRun {
  readonly family: string
  /** Font size in twips. */
  readonly size: number
  readonly bold?: boolean
  readonly italic?: boolean
  readonly color?: RunProperties['color']
  readonly tracking?: number
  /** Whether pairs are kerned. Default: only without tracking. */
  readonly kerns?: boolean
  /** Language as a BCP 47 tag. */
  readonly language?: string
}

/** All members, in the order of {@link RunProperties}. */
const PLAIN: RunProperties = {
  fonts: { ascii: '', highAnsi: '', eastAsia: '', complexScript: '' },
  size: 0,
  bold: false,
  italic: false,
  complexSize: 0,
  complexBold: false,
  complexItalic: false,
  color: 'auto',
  highlight: undefined,
  shading: undefined,
  underline: undefined,
  strike: undefined,
  capitals: undefined,
  verticalAlign: undefined,
  raise: 0,
  tracking: 0,
  scale: 1,
  kernFrom: undefined,
  ligatures: false,
  figures: undefined,
  rightToLeft: false,
  complexScript: false,
  eastAsiaHint: false,
  language: '',
  eastAsiaLanguage: undefined,
  complexLanguage: undefined,
  twoLines: undefined,
  border: undefined,
  outline: undefined,
  fitText: undefined,
  emphasis: undefined,
  opacity: undefined,
  isDeleted: undefined,
}

/** Run properties for a character formatting. */
export function plainRun({
  family,
  size,
  bold = false,
  italic = false,
  color = 'auto',
  tracking = 0,
  kerns = tracking === 0,
  language = 'en',
}: PlainRun): RunProperties {
  return {
    ...PLAIN,
    fonts: { ascii: family, highAnsi: family, eastAsia: family, complexScript: family },
    size,
    bold,
    italic,
    complexSize: size,
    complexBold: bold,
    complexItalic: italic,
    color,
    tracking,
    kernFrom: kerns ? 0 : undefined,
    language,
  }
}

/** Text with the given properties. */
export function plainText(text: string, run: RunProperties): Inline {
  return { kind: 'text', text, run }
}

/** A paragraph without indents, spacing and borders. `mark` sets the height of an empty paragraph. */
export function plainParagraph(
  inlines: readonly Inline[],
  mark: RunProperties,
  changes: Partial<ParagraphProperties> = {},
): Paragraph {
  return {
    kind: 'paragraph',
    inlines,
    properties: {
      styleId: '',
      alignment: 'start',
      rightToLeft: false,
      indentStart: 0,
      indentEnd: 0,
      indentFirstLine: 0,
      spaceBefore: 0,
      spaceAfter: 0,
      autoSpaceBefore: false,
      autoSpaceAfter: false,
      contextualSpacing: false,
      lineSpacing: { rule: 'auto', value: 1 },
      keepWithNext: false,
      keepLines: false,
      pageBreakBefore: false,
      widowControl: true,
      suppressLineNumbers: false,
      suppressHyphenation: true,
      snapToGrid: false,
      breakAnywhere: false,
      spaceBesideLatin: false,
      spaceBesideDigits: false,
      hangsPunctuation: false,
      keepsLineRules: true,
      tabs: [],
      borders: {},
      shading: undefined,
      outlineLevel: undefined,
      verticalAlignment: 'auto',
      frame: undefined,
      mark,
      mirrorsIndents: undefined,
      ...changes,
    },
  }
}

/** A cell without borders. */
export function plainCell(blocks: readonly Block[], width: number, changes: Partial<TableCell> = {}): TableCell {
  return {
    width: { type: 'twips', value: width },
    gridSpan: 1,
    borders: {},
    margins: {},
    verticalAlign: 'top',
    textDirection: 'horizontal',
    noWrap: false,
    hideMark: false,
    blocks,
    ...changes,
  }
}

/** A row whose height is that of its cells. */
export function plainRow(cells: readonly TableCell[], changes: Partial<TableRow> = {}): TableRow {
  return {
    cantSplit: false,
    isHeader: false,
    gridBefore: 0,
    gridAfter: 0,
    widthBefore: { type: 'auto' },
    widthAfter: { type: 'auto' },
    cells,
    ...changes,
  }
}

/** A table with these column widths, without borders and cell margins. */
export function plainTable(grid: readonly number[], rows: readonly TableRow[], changes: Partial<Table> = {}): Table {
  return {
    kind: 'table',
    width: { type: 'twips', value: grid.reduce((sum, width) => sum + width, 0) },
    alignment: 'left',
    indent: 0,
    layout: 'fixed',
    cellSpacing: 0,
    rightToLeft: false,
    borders: {},
    cellMargins: { top: 0, right: 0, bottom: 0, left: 0 },
    grid,
    rows,
    styleId: '',
    ...changes,
  }
}

/** A section of A4 pages with one column between the margins. */
export function plainSection(blocks: readonly Block[], changes: Partial<SectionProperties> = {}): Section {
  const page = { pageWidth: 11906, marginLeft: 1440, marginRight: 1440, ...changes }
  return {
    blocks,
    properties: {
      start: 'nextPage',
      pageHeight: 16838,
      marginTop: 1440,
      marginBottom: 1440,
      fixedMarginTop: false,
      fixedMarginBottom: false,
      headerDistance: 720,
      footerDistance: 720,
      gutter: 0,
      gutterOnRight: false,
      columns: [{ width: page.pageWidth - page.marginLeft - page.marginRight, gap: 0 }],
      columnSeparator: false,
      rightToLeft: false,
      verticalAlign: 'top',
      titlePage: false,
      headers: {},
      footers: {},
      pageNumberFormat: 'decimal',
      ...page,
    },
  }
}

/** A document of text and tables only, laid out as in Word 2013 and later. */
export function plainDocument(sections: readonly Section[]): DocumentModel {
  const notes = { numberFormat: 'decimal', start: 1, restart: 'continuous' } as const
  return {
    information: {},
    settings: {
      defaultTabStop: 720,
      compatibilityMode: 15,
      evenAndOddHeaders: false,
      mirrorMargins: false,
      gutterAtTop: false,
      autoHyphenation: false,
      compressesPunctuation: false,
      kernsPunctuation: true,
      consecutiveHyphenLimit: 0,
      hyphenationZone: 360,
      hyphenateCapitals: true,
      footnotes: { position: 'pageBottom', ...notes },
      endnotes: { position: 'documentEnd', ...notes },
      compatibility: new Set(),
    },
    sections,
    footnotes: new Map(),
    endnotes: new Map(),
    images: new Map(),
    embeddedFonts: [],
    fontHints: new Map(),
    warnings: [],
  }
}

/** Format of text in WordArt, charts and diagrams, which does not come as Word paragraphs. */
export interface PlainTextLook {
  readonly font: string
  /** Font size in twips. */
  readonly size: number
  readonly color: HexColor
  readonly bold?: boolean
  readonly italic?: boolean
  readonly alignment?: ParagraphProperties['alignment']
  /** Further properties, such as underline, strikethrough or vertical position. */
  readonly marks?: Partial<RunProperties>
}

/** A piece of text with a format of its own. */
export interface PlainPiece {
  readonly text: string
  readonly look: PlainTextLook
}

/** A paragraph of these runs, without spacing unless it is among the changes. Line ends and tabs in the texts are kept. */
export function makeParagraph(
  runs: readonly PlainPiece[],
  look: PlainTextLook,
  changes: Partial<ParagraphProperties> = {},
  label?: ListLabel,
): Paragraph {
  const inlines = runs.flatMap(({ text, look: own }) => inlinesOf(text, makeRun(own)))
  const { alignment = 'center' } = look
  const plain = { alignment, widowControl: false, suppressLineNumbers: true, ...changes }
  const paragraph = plainParagraph(inlines, makeRun(look), plain)
  return label === undefined ? paragraph : { ...paragraph, label }
}

function inlinesOf(text: string, run: RunProperties): Inline[] {
  return (text.match(/[\n\v]|\t|[^\n\v\t]+/g) ?? []).map((piece) => {
    if (piece === '\t') return { kind: 'tab', run }
    return piece === '\n' || piece === '\v' ? { kind: 'break', type: 'line', run } : plainText(piece, run)
  })
}

/** A format as the properties of a run. */
export function makeRun({ font, size, color, bold = false, italic = false, marks }: PlainTextLook): RunProperties {
  return { ...plainRun({ family: font, size, color, bold, italic, kerns: false, language: 'en-US' }), ...marks }
}
