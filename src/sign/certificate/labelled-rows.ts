/**
 * Headings, and tables with labels on the left and values on the right.
 *
 * @module
 */
import type { FontLibrary } from '../../typeset/fonts.js'
import { type VisibleTextOptions, visibleInlines } from '../../typeset/layout.js'
import type { Inline, Paragraph } from '../../typeset/model/document-model.js'
import { plainCell, plainParagraph, plainRow, plainTable, plainText } from '../../typeset/model/plain-model.js'
import type { ParagraphProperties, RunProperties } from '../../typeset/model/properties.js'
import type { Table } from '../../typeset/model/table-model.js'
import type { DataLine } from './certificate-data.js'
import { LEADING, type Look } from './certificate-look.js'

/** Settings of all blocks of a page. */
export interface Setting {
  readonly look: Look
  readonly fonts: FontLibrary
  /** Width of the column, in twips. */
  readonly width: number
  /** Language of the labels (BCP 47). */
  readonly language: string
  /** Collects the characters that no font has. */
  readonly unshown?: Set<string>
}

/** A value as inlines for a given width. */
export function valueInlines(
  text: string,
  run: RunProperties,
  { fonts, unshown }: Setting,
  width: number,
  more: Pick<VisibleTextOptions, 'breakEvery'> = {},
): Inline[] {
  return visibleInlines(text, run, { fonts, width, ...(unshown === undefined ? {} : { unshown }), ...more })
}

/** A label and its value. */
type LabelledRow = readonly [label: Paragraph, value: Paragraph]

const LABEL_GAP = 200
/** Padding above and below the text of rows, in twips. */
const LABELLED_PADDING = 15
const KEY_HANG = 100

/** Number of characters from which a table may break across pages. */
const LONG_TABLE = 1500
/** Number of characters from which a row may break across pages. */
export const LONG_ROW = 800

/** Builds rows with labels on the left and values on the right. */
export class LabelledRows {
  readonly #setting: Setting
  readonly #labelWidth: number
  readonly #valueWidth: number

  constructor(setting: Setting, labelShare = 0.22) {
    const { width } = setting
    this.#setting = setting
    this.#labelWidth = Math.round(Math.min(2100 * (labelShare / 0.22), Math.max(1300, labelShare * width)))
    this.#valueWidth = width - this.#labelWidth - LABEL_GAP
  }

  text(label: string, value: string, run: RunProperties = this.#setting.look.value): LabelledRow {
    const inlines = valueInlines(value, run, this.#setting, this.#valueWidth)
    return [this.#label(label), paragraph(inlines, run, LEADING.body)]
  }

  /** A row with a link as its value. */
  link(label: string, text: string, url: string): LabelledRow {
    const { value } = this.#setting.look
    const inlines = valueInlines(text, value, this.#setting, this.#valueWidth)
    const linked = inlines.map((inline) => (inline.kind === 'text' ? { ...inline, link: { url } } : inline))
    return [this.#label(label), paragraph(linked, value, LEADING.body)]
  }

  optional(label: string, value: string | undefined): LabelledRow[] {
    return value === undefined || value === '' ? [] : [this.text(label, value)]
  }

  digest(label: string, value: string): LabelledRow {
    const { digest } = this.#setting.look
    const inlines = valueInlines(value, digest, this.#setting, this.#valueWidth, { breakEvery: 16 })
    return [this.#label(label), paragraph(inlines, digest, LEADING.body)]
  }

  data({ key, level, value = '' }: DataLine): LabelledRow {
    const indent = indentOf(level)
    const { label: run } = this.#setting.look
    const inlines = valueInlines(key, run, this.#setting, this.#labelWidth - indent - KEY_HANG)
    const label = paragraph(inlines, run, LEADING.body, {
      indentStart: indent + KEY_HANG,
      indentFirstLine: -KEY_HANG,
    })
    return [label, this.text('', value)[1]]
  }

  /**
   * A table that keeps all rows on one page unless they may break. If requested, the whole table or its last row stays with
   * what follows.
   */
  table(rows: readonly LabelledRow[], keep: Keep = 'together'): Table {
    const mayBreak = keep === 'mayBreak' || keep === 'lastWithNext'
    const isShort = !mayBreak && rows.reduce((sum, row) => sum + lengthOf(row), 0) < LONG_TABLE
    return plainTable(
      [this.#labelWidth + LABEL_GAP, this.#valueWidth],
      rows.map((row, index) => {
        const [label, value] = row
        const isLast = index === rows.length - 1
        const isShortRow = lengthOf(row) < LONG_ROW
        const holdsNext = keep === 'keepWithNext' || (keep === 'lastWithNext' && isShortRow)
        const keepWithNext = isLast ? holdsNext && (isShort || keep === 'lastWithNext') : isShort
        return plainRow(
          [
            plainCell([withKeep(label, keepWithNext)], this.#labelWidth + LABEL_GAP, { margins: { right: LABEL_GAP } }),
            plainCell([withKeep(value, keepWithNext)], this.#valueWidth),
          ],
          { cantSplit: isShortRow },
        )
      }),
      { cellMargins: { top: LABELLED_PADDING, right: 0, bottom: LABELLED_PADDING, left: 0 } },
    )
  }

  #label(text: string): Paragraph {
    const { label } = this.#setting.look
    return paragraph([plainText(text, label)], label, LEADING.body)
  }
}

/** How the rows of a table stay together. */
type Keep = 'together' | 'keepWithNext' | 'mayBreak' | 'lastWithNext'

/** Counts the characters of paragraphs. */
export function lengthOf(paragraphs: readonly Paragraph[]): number {
  let length = 0
  for (const { inlines } of paragraphs) {
    for (const inline of inlines) if (inline.kind === 'text') length += inline.text.length
  }
  return length
}

/** A paragraph that stays on the page of the next one. */
export function withKeep(block: Paragraph, keepWithNext: boolean): Paragraph {
  return keepWithNext ? { ...block, properties: { ...block.properties, keepWithNext } } : block
}

/** A heading in capitals over a hairline. */
export function heading(
  title: string,
  { look, language }: Setting,
  changes: Partial<ParagraphProperties> = {},
): Paragraph {
  return paragraph([plainText(title.toLocaleUpperCase(language), look.heading)], look.heading, 260, {
    spaceBefore: 360,
    spaceAfter: 60,
    keepWithNext: true,
    borders: { bottom: { ...look.hairline, space: 30 } },
    ...changes,
  })
}

/** Indentation of a level. Deep levels are not indented further, so that the column stays wide enough for text. */
export function indentOf(level: number): number {
  return 160 * Math.min(level, 4)
}

/** A paragraph with lines of the same height. */
export function paragraph(
  inlines: readonly Inline[],
  mark: RunProperties,
  leading: number,
  changes: Partial<ParagraphProperties> = {},
): Paragraph {
  return plainParagraph(inlines, mark, { lineSpacing: { rule: 'exact', value: leading }, ...changes })
}
