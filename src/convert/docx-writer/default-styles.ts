/**
 * The default appearance of a document: its styles as data.
 *
 * @module
 */

import type { CharacterStyleName, ParagraphFormat, ParagraphStyleName, RunFormat } from './flow-format.js'

/** A paragraph style. Ids and names are Word's where Word has such a style. */
export interface ParagraphStyle {
  readonly id: string
  /** The name as in w:name, followed by other names that documents use for the same style. */
  readonly names: readonly [name: string, ...others: string[]]
  readonly basedOn?: ParagraphStyleName
  /** The style of the next paragraph when somebody continues to type. */
  readonly next?: ParagraphStyleName
  /** Position in Word's style gallery; left out: not shown there. */
  readonly priority?: number
  readonly paragraph: ParagraphFormat
  readonly run: RunFormat
  readonly contextualSpacing?: boolean
}

/** A style of characters. */
export interface CharacterStyle {
  readonly id: string
  readonly names: readonly [name: string, ...others: string[]]
  readonly run: RunFormat
}

const INK = '1F3A5F'
const ACCENT = '2E5F8A'
const MUTED = '5B6673'
const CODE_BACKGROUND = 'F4F5F7'
const RULE = 'C9D1DA'

/** Padding of boxes, in twips: the distance of the text from the box's edges. */
const PADDING = 120

const HEADING: ParagraphFormat = { keepWithNext: true, keepLines: true, lineSpacing: { factor: 1 } }

function heading(level: number, paragraph: ParagraphFormat, run: RunFormat): ParagraphStyle {
  return {
    id: `Heading${level}`,
    names: [`heading ${level}`],
    basedOn: 'body',
    next: 'body',
    priority: 9,
    paragraph: { ...HEADING, ...paragraph, outlineLevel: level - 1 },
    run: { color: INK, ...run },
  }
}

/** The style of an entry in a table of contents. Deeper entries are indented further. */
function contents(level: number): ParagraphStyle {
  return {
    id: `TOC${level}`,
    names: [`toc ${level}`],
    basedOn: 'body',
    next: 'body',
    priority: 39,
    paragraph: { spaceBefore: level === 1 ? 80 : 0, spaceAfter: 40, indentStart: 240 * (level - 1) },
    run: level === 1 ? { bold: true } : {},
  }
}

const box = (color: string) => ({ style: 'single', width: 10, color, space: PADDING }) as const

/** A box with a bar at the start of its lines. */
function barred(color: string, ground: string): Pick<ParagraphFormat, 'shading' | 'borders'> {
  const left = { style: 'single', width: 60, color, space: 200 } as const
  return { shading: ground, borders: { top: box(ground), left, bottom: box(ground), right: box(ground) } }
}

/** The style of an alert. GitHub has these kinds besides notes. */
function alert(kind: string, color: string, ground: string): ParagraphStyle {
  return {
    id: `Alert${kind}`,
    names: [`Alert ${kind}`],
    basedOn: 'alert',
    priority: 41,
    paragraph: barred(color, ground),
    run: {},
  }
}

/** The styles of paragraphs. */
export const PARAGRAPH_STYLES: Readonly<Record<ParagraphStyleName, ParagraphStyle>> = {
  body: {
    id: 'Normal',
    names: ['Normal'],
    priority: 0,
    paragraph: { spaceAfter: 150, lineSpacing: { factor: 1.15 } },
    run: { size: 220 },
  },
  title: {
    id: 'Title',
    names: ['Title'],
    basedOn: 'body',
    next: 'body',
    priority: 10,
    paragraph: { ...HEADING, spaceAfter: 120 },
    run: { size: 560, bold: true, color: INK },
  },
  subtitle: {
    id: 'Subtitle',
    names: ['Subtitle'],
    basedOn: 'body',
    next: 'body',
    priority: 11,
    paragraph: { ...HEADING, spaceAfter: 320 },
    run: { size: 280, color: MUTED },
  },
  heading1: heading(1, { spaceBefore: 420, spaceAfter: 140 }, { size: 400, bold: true }),
  heading2: heading(2, { spaceBefore: 340, spaceAfter: 110 }, { size: 300, bold: true }),
  heading3: heading(3, { spaceBefore: 280, spaceAfter: 90 }, { size: 250, bold: true, color: ACCENT }),
  heading4: heading(4, { spaceBefore: 240, spaceAfter: 70 }, { size: 220, bold: true, color: ACCENT }),
  heading5: heading(5, { spaceBefore: 220, spaceAfter: 60 }, { size: 220, italic: true, color: ACCENT }),
  heading6: heading(6, { spaceBefore: 200, spaceAfter: 60 }, { size: 200, bold: true, color: MUTED }),
  listParagraph: {
    id: 'ListParagraph',
    names: ['List Paragraph'],
    basedOn: 'body',
    priority: 34,
    paragraph: { spaceAfter: 60 },
    run: {},
  },
  quote: {
    id: 'Quote',
    names: ['Quote', 'Block Text'],
    basedOn: 'body',
    next: 'body',
    priority: 29,
    paragraph: {
      indentStart: 320,
      indentEnd: 320,
      borders: { left: { style: 'single', width: 60, color: RULE, space: 200 } },
    },
    run: { color: MUTED },
  },
  code: {
    id: 'HTMLPreformatted',
    names: ['HTML Preformatted', 'Source Code'],
    basedOn: 'body',
    priority: 35,
    paragraph: {
      spaceBefore: 200,
      spaceAfter: 280,
      lineSpacing: { factor: 1.05 },
      indentStart: PADDING,
      indentEnd: PADDING,
      alignment: 'start',
      shading: CODE_BACKGROUND,
      borders: {
        top: box(CODE_BACKGROUND),
        left: box(CODE_BACKGROUND),
        bottom: box(CODE_BACKGROUND),
        right: box(CODE_BACKGROUND),
      },
    },
    run: { fontFamily: 'monospace', size: 180 },
  },
  caption: {
    id: 'Caption',
    names: ['caption'],
    basedOn: 'body',
    next: 'body',
    priority: 36,
    paragraph: { spaceBefore: 60, spaceAfter: 120, keepLines: true, lineSpacing: { factor: 1 } },
    run: { size: 180, color: MUTED },
  },
  footnote: {
    id: 'FootnoteText',
    names: ['footnote text'],
    basedOn: 'body',
    paragraph: { spaceAfter: 40, lineSpacing: { factor: 1 } },
    run: { size: 180 },
  },
  definitionTerm: {
    id: 'DefinitionTerm',
    names: ['Definition Term'],
    basedOn: 'body',
    next: 'definition',
    priority: 37,
    paragraph: { keepWithNext: true, spaceAfter: 30 },
    run: { bold: true },
  },
  definition: {
    id: 'Definition',
    names: ['Definition'],
    basedOn: 'body',
    priority: 38,
    paragraph: { indentStart: 425 },
    run: {},
  },
  tableText: {
    id: 'TableText',
    names: ['Table Text', 'Table Contents', 'Compact'],
    basedOn: 'body',
    priority: 39,
    paragraph: { spaceBefore: 50, spaceAfter: 50, lineSpacing: { factor: 1 } },
    run: { size: 200 },
  },
  tableHeader: {
    id: 'TableHeading',
    names: ['Table Heading'],
    basedOn: 'tableText',
    priority: 40,
    paragraph: { keepWithNext: true },
    run: { bold: true, color: INK },
  },
  alert: {
    id: 'Alert',
    names: ['Alert'],
    basedOn: 'body',
    priority: 41,
    paragraph: { indentStart: 260, indentEnd: PADDING, ...barred(ACCENT, 'F2F6FA') },
    run: {},
  },
  alertTip: alert('Tip', '1F7A3D', 'F0F8F2'),
  alertImportant: alert('Important', '6B3FA0', 'F6F2FB'),
  alertWarning: alert('Warning', '9A6700', 'FDF7E7'),
  alertCaution: alert('Caution', 'B3261E', 'FDF1F0'),
  contentsTitle: {
    id: 'TOCHeading',
    names: ['TOC Heading'],
    basedOn: 'body',
    next: 'body',
    priority: 39,
    paragraph: { ...HEADING, spaceBefore: 240, spaceAfter: 120 },
    run: { size: 280, bold: true, color: INK },
  },
  contents1: contents(1),
  contents2: contents(2),
  contents3: contents(3),
  contents4: contents(4),
  contents5: contents(5),
  contents6: contents(6),
  rule: {
    id: 'HorizontalLine',
    names: ['Horizontal Line'],
    basedOn: 'body',
    next: 'body',
    paragraph: {
      spaceBefore: 60,
      spaceAfter: 300,
      lineSpacing: { exact: 120 },
      borders: { bottom: { style: 'single', width: 15, color: RULE, space: 20 } },
    },
    run: { size: 80 },
  },
}

/** The styles of characters. */
export const CHARACTER_STYLES: Readonly<Record<CharacterStyleName, CharacterStyle>> = {
  code: {
    id: 'HTMLCode',
    names: ['HTML Code', 'Verbatim Char'],
    run: { fontFamily: 'monospace', size: 200, background: CODE_BACKGROUND },
  },
  link: {
    id: 'Hyperlink',
    names: ['Hyperlink'],
    run: { color: '1B5E9E', underline: 'single' },
  },
  keyboard: {
    id: 'HTMLKeyboard',
    names: ['HTML Keyboard'],
    run: { fontFamily: 'monospace', size: 200, background: 'E9ECEF' },
  },
  footnoteReference: {
    id: 'FootnoteReference',
    names: ['footnote reference'],
    run: { verticalAlign: 'superscript' },
  },
}

/** The font of code. */
export const CODE_FONT = 'Consolas'

/** The table style: light rules between rows, and a shaded header. */
export const TABLE_STYLE = {
  id: 'DocumentTable',
  names: ['Document Table', 'Table'],
  rule: { style: 'single', width: 10, color: 'D5DBE2' },
  outer: { style: 'single', width: 15, color: '9AA7B5' },
  headerBackground: 'EDF1F5',
  cellPadding: { top: 0, right: 110, bottom: 0, left: 110 },
} as const
