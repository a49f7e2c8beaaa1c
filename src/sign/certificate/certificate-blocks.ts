import type { Block, Cell, Column } from '../../typeset/blocks.js'
import type { Paragraph } from '../../typeset/line-stack.js'
import type { Span, TextStyle } from '../../typeset/text-style.js'
import type { CertificateContent } from './certificate-content.js'
import { type DataLine, flattenData } from './certificate-data.js'
import { ACCENT_RULE, type CertificateStyles, HAIRLINE, LEADING } from './certificate-styles.js'

/** Also in the head of each page after the first. */
export const CERTIFICATE_TITLE = 'Certificate of signature'

/** Digits of an event's digest that the table shows; the chain digest is shown in full. */
const SHORT_DIGEST = 16

/** The certificate from top to bottom: title, document, signer, events, metadata, seal. `width` in twips. */
export function describeCertificate(content: CertificateContent, width: number, styles: CertificateStyles): Block[] {
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
      paragraph: paragraph(
        [{ text: CERTIFICATE_TITLE, style: scaled(styles.title, isNarrow ? 0.75 : 1) }],
        isNarrow ? 480 : 640,
      ),
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
    {
      ...rowsTable(width, styles, [
        ['Sealed', text(`${formatTimestamp(content.sealedAt.toISOString())} UTC`)],
        ['Service', text(`${service.name} ${service.version}`)],
        ...optionalRow('Certificate', content.certificateSubject, text),
        ...optionalRow('Algorithm', content.signatureAlgorithm, text),
        ['Chain digest', digest(content.chainDigest)],
      ]),
      keepWithNext: true,
    },
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
