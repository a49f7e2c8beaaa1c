import type { FontLibrary } from '../../typeset/fonts/font-face.js'
import type { Block, Inline, Paragraph } from '../../typeset/model/document-model.js'
import { plainCell, plainParagraph, plainRow, plainTable, plainText } from '../../typeset/model/plain-model.js'
import type { ParagraphProperties, RunProperties } from '../../typeset/model/properties.js'
import type { Table } from '../../typeset/model/table-model.js'
import { visibleInlines } from '../../typeset/text/visible-inlines.js'
import type { CertificateContent } from './certificate-content.js'
import { type DataLine, flattenData } from './certificate-data.js'
import { ACCENT_RULE, HAIRLINE, LEADING, STYLES } from './certificate-styles.js'

/** Also in the head of each page after the first. */
export const CERTIFICATE_TITLE = 'Certificate of signature'

/** Digits of an event's digest that the table shows; the chain digest is shown in full. */
const SHORT_DIGEST = 16

/** Below this width, in twips, the table of events has two columns instead of four. */
const NARROW = 7000

/** The certificate from top to bottom: title, document, signer, events, metadata, seal. `width` in twips. */
export function describeCertificate(content: CertificateContent, width: number, fonts: FontLibrary): Block[] {
  const { signer, service, metadata, converted } = content
  const isNarrow = width < NARROW
  const rows = new LabelledRows(width, fonts)
  const overline = visibleInlines(`SEALED BY ${service.name.toUpperCase()}`, STYLES.overline, { fonts, width })
  const name = visibleInlines(content.documentName, STYLES.documentName, { fonts, width })
  const title = isNarrow ? STYLES.smallTitle : STYLES.title

  return [
    paragraph(overline, STYLES.overline, 240, { keepWithNext: true }),
    paragraph([plainText(CERTIFICATE_TITLE, title)], title, isNarrow ? 480 : 640, {
      spaceBefore: 60,
      keepWithNext: true,
    }),
    paragraph(name, STYLES.documentName, 340, {
      spaceBefore: 20,
      borders: { bottom: { ...ACCENT_RULE, space: 230 } },
    }),

    heading('Document'),
    rows.table([
      rows.digest('SHA-256', content.inputSha256),
      rows.text('Size', `${groupDigits(content.inputBytes)} bytes`),
      ...(converted === undefined
        ? []
        : [
            rows.text('Converted', `from DOCX to PDF, ${groupDigits(converted.bytes)} bytes`),
            rows.digest('PDF SHA-256', converted.sha256),
          ]),
      rows.digest('Event ID', content.eventId),
    ]),

    heading('Signer'),
    rows.table([
      rows.text('Name', signer.name, STYLES.valueStrong),
      rows.text('E-mail', signer.email),
      ...rows.optional('IP address', signer.ip),
      ...rows.optional('User agent', signer.userAgent),
    ]),

    heading('Events'),
    eventTable(content, width, fonts),

    ...(metadata === undefined || Object.keys(metadata).length === 0
      ? []
      : [
          heading('Metadata'),
          rows.table(
            flattenData(metadata).map((line) => rows.data(line)),
            'mayBreak',
          ),
        ]),

    heading('Seal'),
    rows.table(
      [
        rows.text('Sealed', `${formatTimestamp(content.sealedAt.toISOString())} UTC`),
        rows.text('Service', `${service.name} ${service.version}`),
        ...rows.optional('Certificate', content.certificateSubject),
        ...rows.optional('Issued by', content.certificateIssuer),
        ...(content.certificateSerial === undefined ? [] : [rows.digest('Serial no.', content.certificateSerial)]),
        ...rows.optional('Algorithm', content.signatureAlgorithm),
        rows.digest('Chain digest', content.chainDigest),
      ],
      'keepWithNext',
    ),
    paragraph([plainText(verifyNote(content), STYLES.note)], STYLES.note, LEADING.note, {
      spaceBefore: 250,
      keepLines: true,
      borders: { top: { ...HAIRLINE, space: 120 } },
    }),
  ]
}

function verifyNote({ isRecordAttached = true }: CertificateContent): string {
  const record = isRecordAttached ? 'attached record audit-trail.json' : 'audit record in the private data of the file'
  return (
    `The digital signature in this file covers the document, this certificate and the ${record}, which holds the same ` +
    'facts for machines; any PDF reader that validates signatures can check it. Each event in the record carries the ' +
    'SHA-256 of the digest before it and of its own content: recompute them in order, and the last one is the chain ' +
    `digest above. The table shows the first ${SHORT_DIGEST} digits of each.`
  )
}

function heading(title: string): Paragraph {
  return paragraph([plainText(title.toUpperCase(), STYLES.heading)], STYLES.heading, 260, {
    spaceBefore: 360,
    spaceAfter: 60,
    keepWithNext: true,
    borders: { bottom: { ...HAIRLINE, space: 30 } },
  })
}

/** A label and its value. */
type LabelledRow = readonly [label: Paragraph, value: Paragraph]

const LABEL_GAP = 200
/** Padding of the rows below and above their text. */
const LABELLED_PADDING = 15

/** Rows with labels on the left and values on the right. */
class LabelledRows {
  readonly #fonts: FontLibrary
  readonly #labelWidth: number
  readonly #valueWidth: number

  constructor(width: number, fonts: FontLibrary) {
    this.#fonts = fonts
    this.#labelWidth = Math.round(Math.min(2100, Math.max(1300, 0.22 * width)))
    this.#valueWidth = width - this.#labelWidth - LABEL_GAP
  }

  text(label: string, value: string, run: RunProperties = STYLES.value): LabelledRow {
    const inlines = visibleInlines(value, run, { fonts: this.#fonts, width: this.#valueWidth })
    return [this.#label(label), paragraph(inlines, run, LEADING.body)]
  }

  optional(label: string, value: string | undefined): LabelledRow[] {
    return value === undefined || value === '' ? [] : [this.text(label, value)]
  }

  digest(label: string, value: string): LabelledRow {
    const options = { fonts: this.#fonts, width: this.#valueWidth, breakEvery: 16 }
    return [this.#label(label), paragraph(visibleInlines(value, STYLES.digest, options), STYLES.digest, LEADING.body)]
  }

  data({ key, level, value = '' }: DataLine): LabelledRow {
    const indent = indentOf(level)
    const options = { fonts: this.#fonts, width: this.#labelWidth - indent - KEY_HANG }
    const label = paragraph(visibleInlines(key, STYLES.label, options), STYLES.label, LEADING.body, {
      indentStart: indent + KEY_HANG,
      indentFirstLine: -KEY_HANG,
    })
    return [label, this.text('', value)[1]]
  }

  /** All rows on one page unless they may break, and with what follows where that is asked for. */
  table(rows: readonly LabelledRow[], keep: 'together' | 'keepWithNext' | 'mayBreak' = 'together'): Table {
    const isShort = keep !== 'mayBreak' && rows.reduce((sum, row) => sum + lengthOf(row), 0) < LONG_TABLE
    return plainTable(
      [this.#labelWidth + LABEL_GAP, this.#valueWidth],
      rows.map((row, index) => {
        const [label, value] = row
        const keepWithNext = isShort && (keep === 'keepWithNext' || index < rows.length - 1)
        return plainRow(
          [
            plainCell([withKeep(label, keepWithNext)], this.#labelWidth + LABEL_GAP, { margins: { right: LABEL_GAP } }),
            plainCell([withKeep(value, keepWithNext)], this.#valueWidth),
          ],
          { cantSplit: lengthOf(row) < LONG_ROW },
        )
      }),
      { cellMargins: { top: LABELLED_PADDING, right: 0, bottom: LABELLED_PADDING, left: 0 } },
    )
  }

  #label(text: string): Paragraph {
    return paragraph([plainText(text, STYLES.label)], STYLES.label, LEADING.body)
  }
}

const KEY_HANG = 100

/** Characters from which on a table may go over pages, and a row. */
const LONG_TABLE = 1500
const LONG_ROW = 800

function lengthOf(paragraphs: readonly Paragraph[]): number {
  let length = 0
  for (const { inlines } of paragraphs) {
    for (const inline of inlines) if (inline.kind === 'text') length += inline.text.length
  }
  return length
}

function withKeep(block: Paragraph, keepWithNext: boolean): Paragraph {
  return keepWithNext ? { ...block, properties: { ...block.properties, keepWithNext } } : block
}

function eventTable(content: CertificateContent, width: number, fonts: FontLibrary): Table {
  const isNarrow = width < NARROW
  const columns = isNarrow ? narrowColumns(width) : wideColumns(width)
  const gap = isNarrow ? 200 : 240
  const textWidth = (column: number) => (columns[column] ?? 0) - (column < columns.length - 1 ? gap : 0)
  const detailColumn = isNarrow ? 1 : 2
  const rowOf = (cells: readonly (readonly Paragraph[])[], isHeader: boolean) =>
    plainRow(
      cells.map((blocks, column) =>
        plainCell(blocks, columns[column] ?? 0, {
          borders: { bottom: HAIRLINE },
          margins: { right: column < columns.length - 1 ? gap : 0 },
        }),
      ),
      {
        isHeader,
        cantSplit: isHeader || ((cells[detailColumn]?.length ?? 0) < 12 && lengthOf(cells.flat()) < LONG_ROW),
      },
    )

  const titles = isNarrow ? ['Event, time (UTC)', 'Details'] : ['Time (UTC)', 'Event', 'Details', 'Digest']
  const header = rowOf(
    titles.map((title) => [
      paragraph([plainText(title, STYLES.columnTitle)], STYLES.columnTitle, LEADING.cell, { keepWithNext: true }),
    ]),
    true,
  )
  const rows = content.events.map((event) => {
    const cell = (value: string, run: RunProperties, column: number, breakEvery?: number) => {
      const options = { fonts, width: textWidth(column), ...(breakEvery !== undefined && { breakEvery }) }
      return paragraph(visibleInlines(value, run, options), run, LEADING.cell)
    }
    const time = cell(formatTimestamp(event.timestamp), STYLES.cell, 0)
    const type = cell(event.type, STYLES.cellStrong, isNarrow ? 0 : 1)
    const digest = cell(event.digest.slice(0, SHORT_DIGEST), STYLES.cellDigest, isNarrow ? 0 : 3, 8)
    const details = flattenData(event.data).map((line) => detailParagraph(line, textWidth(detailColumn), fonts))
    if (details.length === 0) details.push(paragraph([], STYLES.cell, LEADING.cell))
    return rowOf(isNarrow ? [[type, time, digest], details] : [[time], [type], details, [digest]], false)
  })
  return plainTable(columns, [header, ...rows], { cellMargins: { top: 52, right: 0, bottom: 76, left: 0 } })
}

/** Widths with the gaps that follow the columns. */
function wideColumns(width: number): number[] {
  const gap = 240
  const time = 1980 + gap
  const digest = 1360
  const type = Math.round(Math.min(2000, 0.14 * width)) + gap
  return [time, type, width - time - type - digest, digest]
}

function narrowColumns(width: number): number[] {
  const first = Math.round(0.42 * width) + 200
  return [first, width - first]
}

const DETAIL_HANG = 160

/** `key: value`, the key in grey; lines after the first are set in. */
function detailParagraph(line: DataLine, width: number, fonts: FontLibrary): Paragraph {
  const indent = indentOf(line.level)
  const options = { fonts, width: width - indent - DETAIL_HANG }
  const inlines: Inline[] = visibleInlines(line.key, STYLES.cellLabel, options)
  inlines.push(plainText(line.value === undefined ? ':' : ': ', STYLES.cellLabel))
  if (line.value !== undefined) inlines.push(...visibleInlines(line.value, STYLES.cell, options))
  return paragraph(inlines, STYLES.cell, LEADING.cell, {
    indentStart: indent + DETAIL_HANG,
    indentFirstLine: -DETAIL_HANG,
  })
}

/** Deep levels are not set in further: the column must stay wide enough for text. */
function indentOf(level: number): number {
  return 160 * Math.min(level, 4)
}

function paragraph(
  inlines: readonly Inline[],
  mark: RunProperties,
  leading: number,
  changes: Partial<ParagraphProperties> = {},
): Paragraph {
  return plainParagraph(inlines, mark, { lineSpacing: { rule: 'exact', value: leading }, ...changes })
}

/** `2026-03-14 09:26:53.589` from an ISO 8601 date-time in UTC; zero milliseconds are left out. Other text as it is. */
function formatTimestamp(timestamp: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(?:Z|\+00:00)$/.exec(timestamp)
  return match === null ? timestamp : `${match[1]} ${match[2]?.replace(/\.0+$/, '')}`
}

/** Thousands set apart with commas. */
function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
