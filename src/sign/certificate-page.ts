import type { ObjectSink, PdfRef } from '../pdf/objects.js'
import { type Block, type Cell, type Column, layOutBlocks } from '../typeset/blocks.js'
import type { DisplayList } from '../typeset/display-list.js'
import { LineStack, type Paragraph } from '../typeset/line-stack.js'
import { fitPageSize } from '../typeset/page-size.js'
import { paginate } from '../typeset/paginate.js'
import { renderPages } from '../typeset/render-pages.js'
import type { Span, TextStyle } from '../typeset/text-style.js'
import { type DataLine, flattenData } from './certificate-data.js'
import { ACCENT_RULE, type CertificateStyles, HAIRLINE, LEADING, loadCertificateStyles } from './certificate-styles.js'

/** What the certificate page shows. Free-form data may hold any JSON value. */
export interface CertificateContent {
  /** Title or file name. */
  readonly documentName: string
  /** SHA-256 of the input document, 64 hexadecimal digits. */
  readonly inputSha256: string
  readonly inputBytes: number
  readonly eventId: string
  readonly signer: {
    readonly name: string
    readonly email: string
    readonly ip?: string | undefined
    readonly userAgent?: string | undefined
  }
  /** In time order. */
  readonly events: readonly {
    /** ISO 8601, UTC. */
    readonly timestamp: string
    readonly type: string
    readonly data: Record<string, unknown>
    /** Digest of the hash chain up to and with this event, hexadecimal. */
    readonly digest: string
  }[]
  readonly metadata?: Record<string, unknown> | undefined
  readonly sealedAt: Date
  /** The service that seals the document. */
  readonly service: { readonly name: string; readonly version: string }
  /** Subject of the signing certificate. */
  readonly certificateSubject?: string | undefined
  readonly signatureAlgorithm?: string | undefined
  /** Last digest of the hash chain, hexadecimal. */
  readonly chainDigest: string
}

/** Where the certificate pages go. */
export interface CertificatePageOptions {
  /** Size of the document's first page in points; a size that text cannot be set on is replaced by the nearest one. */
  readonly width: number
  readonly height: number
  /** The /Parent of the new pages. Linking them there is the caller's work. */
  readonly parent: PdfRef
}

const TITLE = 'Certificate of signature'

/** Digits of an event's digest that the table shows; the chain digest is shown in full. */
const SHORT_DIGEST = 16

/**
 * Sets the certificate: document, signer, every event, metadata and seal, on as many pages as it takes. Nothing is cut
 * off; characters that no font has, and those that would hide or reorder text, are shown by number (`‹U+202E›`).
 *
 * @returns the page objects in order. Each has its own MediaBox, CropBox, Rotate and Resources.
 * @throws SealwrightError `invalid_request` for data nested too deeply, `document_too_complex` past the page limit
 *
 * @example
 * ```ts
 * const pages = addCertificatePages(sink, content, { width: 595.28, height: 841.89, parent: pagesRef })
 * ```
 */
export function addCertificatePages(
  sink: ObjectSink,
  content: CertificateContent,
  options: CertificatePageOptions,
): PdfRef[] {
  const styles = loadCertificateStyles()
  const size = fitPageSize(options.width, options.height)
  const margins = chooseMargins(size.width, size.height)
  const width = size.width - 2 * margins.side
  const frameOf = (page: number) => {
    const y = page === 0 ? margins.top : margins.top + RUNNING_HEAD_HEIGHT
    return { x: margins.side, y, height: size.height - y - margins.bottom }
  }
  const pages = paginate(layOutBlocks(describeCertificate(content, width, styles), width), frameOf)
  pages.forEach((list, index) => {
    if (index > 0) paintRunningHead(list, styles, margins.side, margins.top, width)
    const y = size.height - margins.bottom + FOOT_GAP
    paintRunningFoot(list, styles, content.eventId, `Page ${index + 1} of ${pages.length}`, margins.side, y, width)
  })
  return renderPages(sink, pages, size, options.parent)
}

/** A measure this long is still comfortable to read; wider pages get wider margins. */
const MAX_WIDTH = 12800
const RUNNING_HEAD_HEIGHT = 560
const FOOT_GAP = 240

function chooseMargins(width: number, height: number): { side: number; top: number; bottom: number } {
  const between = (low: number, value: number, high: number) => Math.round(Math.min(high, Math.max(low, value)))
  return {
    side: Math.max(between(520, 0.107 * width, 1280), Math.round((width - MAX_WIDTH) / 2)),
    top: between(520, 0.08 * height, 1240),
    bottom: between(840, 0.085 * height, 1360),
  }
}

function describeCertificate(content: CertificateContent, width: number, styles: CertificateStyles): Block[] {
  const { signer, service, metadata } = content
  const isNarrow = width < NARROW
  const digest = (value: string): Cell => [
    paragraph([{ text: value, style: styles.digest, breakEvery: 16 }], LEADING.body),
  ]
  const text = (value: string): Cell => [paragraph([{ text: value, style: styles.value }], LEADING.body)]

  const blocks: Block[] = [
    {
      kind: 'paragraph',
      paragraph: paragraph([{ text: `SEALED BY ${service.name.toUpperCase()}`, style: styles.overline }], 240),
      keepWithNext: true,
    },
    {
      kind: 'paragraph',
      paragraph: paragraph([{ text: TITLE, style: scaled(styles.title, isNarrow ? 0.75 : 1) }], isNarrow ? 480 : 640),
      spaceBefore: 60,
      keepWithNext: true,
    },
    {
      kind: 'paragraph',
      paragraph: paragraph([{ text: content.documentName, style: styles.documentName }], 340),
      spaceBefore: 20,
    },
    { kind: 'rule', rule: ACCENT_RULE, spaceBefore: 260 },

    ...section('Document', styles),
    rowsTable(width, styles, [
      ['SHA-256', digest(content.inputSha256)],
      ['Size', text(`${groupDigits(content.inputBytes)} bytes`)],
      ['Event ID', digest(content.eventId)],
    ]),

    ...section('Signer', styles),
    rowsTable(width, styles, [
      [
        'Name',
        [paragraph([{ text: signer.name, style: { ...styles.value, faces: styles.cellStrong.faces } }], LEADING.body)],
      ],
      ['E-mail', text(signer.email)],
      ...optionalRow('IP address', signer.ip, text),
      ...optionalRow('User agent', signer.userAgent, text),
    ]),

    ...section('Events', styles),
    eventTable(content, width, styles),
  ]
  if (metadata !== undefined && Object.keys(metadata).length > 0) {
    blocks.push(
      ...section('Metadata', styles),
      rowsTable(
        width,
        styles,
        flattenData(metadata).map((line) => metadataRow(line, styles)),
        false,
      ),
    )
  }
  blocks.push(
    ...section('Seal', styles),
    rowsTable(width, styles, [
      ['Sealed', text(`${formatTimestamp(content.sealedAt.toISOString())} UTC`)],
      ['Service', text(`${service.name} ${service.version}`)],
      ...optionalRow('Certificate', content.certificateSubject, text),
      ...optionalRow('Algorithm', content.signatureAlgorithm, text),
      ['Chain digest', digest(content.chainDigest)],
    ]),
    { kind: 'rule', rule: HAIRLINE, spaceBefore: 280, keepWithNext: true },
    {
      kind: 'paragraph',
      paragraph: paragraph([{ text: VERIFY_NOTE, style: styles.note }], LEADING.note),
      spaceBefore: 140,
      keepTogether: true,
    },
  )
  return blocks
}

const VERIFY_NOTE =
  'The digital signature in this file covers the document, this certificate and the attached record ' +
  'audit-trail.json, which holds the same facts for machines; any PDF reader that validates signatures can check it. ' +
  'Each event in the record carries the SHA-256 of the digest before it and of its own content: recompute them in ' +
  `order, and the last one is the chain digest above. The table shows the first ${SHORT_DIGEST} digits of each.`

function section(title: string, styles: CertificateStyles): Block[] {
  return [
    {
      kind: 'paragraph',
      paragraph: paragraph([{ text: title.toUpperCase(), style: styles.heading }], 260),
      spaceBefore: 360,
      keepWithNext: true,
    },
    { kind: 'rule', rule: HAIRLINE, spaceBefore: 50, keepWithNext: true },
  ]
}

/** Below this width, in twips, the table of events has two columns instead of four. */
const NARROW = 7000

type LabelledRow = readonly [label: string | Cell, value: Cell]

/** Labels on the left, values on the right. */
function rowsTable(width: number, styles: CertificateStyles, rows: readonly LabelledRow[], keepTogether = true): Block {
  const label = Math.round(Math.min(2100, Math.max(1300, 0.22 * width)))
  const gap = 200
  return {
    kind: 'table',
    columns: [
      { width: label, gap },
      { width: width - label - gap, gap: 0 },
    ],
    rows: rows.map(([name, value]) => [
      typeof name === 'string' ? [paragraph([{ text: name, style: styles.label }], LEADING.body)] : name,
      value,
    ]),
    padding: 15,
    spaceBefore: 90,
    keepTogether,
  }
}

function optionalRow(label: string, value: string | undefined, cell: (value: string) => Cell): LabelledRow[] {
  return value === undefined || value === '' ? [] : [[label, cell(value)]]
}

function metadataRow(line: DataLine, styles: CertificateStyles): LabelledRow {
  const indent = indentOf(line.level)
  const key: Paragraph = {
    spans: [{ text: line.key, style: styles.label }],
    leading: LEADING.body,
    indent,
    hanging: 100,
  }
  return [[key], [paragraph([{ text: line.value ?? '', style: styles.value }], LEADING.body)]]
}

function eventTable(content: CertificateContent, width: number, styles: CertificateStyles): Block {
  const isNarrow = width < NARROW
  const columns = isNarrow ? narrowColumns(width) : wideColumns(width)
  const titles = isNarrow ? ['Event, time (UTC)', 'Details'] : ['Time (UTC)', 'Event', 'Details', 'Digest']
  const rows = content.events.map((event) => {
    const time = paragraph([{ text: formatTimestamp(event.timestamp), style: styles.cell }], LEADING.cell)
    const type = paragraph([{ text: event.type, style: styles.cellStrong }], LEADING.cell)
    const short = event.digest.slice(0, SHORT_DIGEST)
    const digest = paragraph([{ text: short, style: styles.cellDigest, breakEvery: 8 }], LEADING.cell)
    const details = flattenData(event.data).map((line) => detailParagraph(line, styles))
    return isNarrow ? [[type, time, digest], details] : [[time], [type], details, [digest]]
  })
  return {
    kind: 'table',
    columns,
    header: titles.map((title) => [paragraph([{ text: title, style: styles.columnTitle }], LEADING.cell)]),
    rows,
    padding: 64,
    rule: HAIRLINE,
    headerRule: HAIRLINE,
    spaceBefore: 20,
  }
}

function wideColumns(width: number): Column[] {
  const gap = 240
  const time = 1980
  const digest = 1360
  const type = Math.round(Math.min(2000, 0.14 * width))
  return [
    { width: time, gap },
    { width: type, gap },
    { width: width - time - type - digest - 3 * gap, gap },
    { width: digest, gap: 0 },
  ]
}

function narrowColumns(width: number): Column[] {
  const gap = 200
  const first = Math.round(0.42 * width)
  return [
    { width: first, gap },
    { width: width - first - gap, gap: 0 },
  ]
}

/** `key: value`, the key in grey; lines after the first are set in. */
function detailParagraph(line: DataLine, styles: CertificateStyles): Paragraph {
  const spans: Span[] = [{ text: line.value === undefined ? `${line.key}:` : `${line.key}: `, style: styles.cellLabel }]
  if (line.value !== undefined) spans.push({ text: line.value, style: styles.cell })
  return { spans, leading: LEADING.cell, indent: indentOf(line.level), hanging: 160 }
}

/** Deep levels are not set in further: the column must stay wide enough for text. */
function indentOf(level: number): number {
  return 160 * Math.min(level, 4)
}

function paragraph(spans: readonly Span[], leading: number): Paragraph {
  return { spans, leading }
}

function scaled(style: TextStyle, factor: number): TextStyle {
  return factor === 1 ? style : { ...style, size: Math.round(style.size * factor) }
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

function paintRunningHead(list: DisplayList, styles: CertificateStyles, x: number, y: number, width: number): void {
  const head = LineStack.of([paragraph([{ text: TITLE, style: styles.running }], LEADING.running)], width)
  head.paint(list, x, y, 0, 1)
  list.push({ kind: 'rule', x, y: y + 280, width, ...HAIRLINE })
}

/** The event id, in two lines at most (it stands in full in the text), and the page number. */
function paintRunningFoot(
  list: DisplayList,
  styles: CertificateStyles,
  eventId: string,
  pageNumber: string,
  x: number,
  y: number,
  width: number,
): void {
  const numberWidth = 1400
  const room = width - numberWidth - 200
  const left = (text: string) => LineStack.of([paragraph([{ text, style: styles.running }], LEADING.running)], room)
  let label = left(`Event ${eventId}`)
  if (label.lineCount > 2) label = left(`Event ${eventId.slice(0, 24)} \u2026`)
  label.paint(list, x, y, 0, Math.min(2, label.lineCount))
  const number: Paragraph = {
    spans: [{ text: pageNumber, style: styles.running }],
    leading: LEADING.running,
    align: 'right',
  }
  LineStack.of([number], numberWidth).paint(list, x + width - numberWidth, y, 0, 1)
}
