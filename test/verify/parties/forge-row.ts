/**
 * A party that signs its row with a program of its own: as it should be unless told otherwise.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { addAuditAttachment } from '../../../src/audit/attachment.js'
import { findAuditRecord } from '../../../src/audit/find-record.js'
import type { AuditParties, AuditPartyRow } from '../../../src/audit/parties.js'
import { type PartyRowLine, signedRowLines } from '../../../src/audit/party-row.js'
import {
  type AuditRecord,
  type AuditRecordInput,
  createAuditRecord,
  serializeAuditRecord,
} from '../../../src/audit/record.js'
import { readBox } from '../../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { readFields, signedFields } from '../../../src/pdf/form/acro-form.js'
import { type ObjectSink, PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { drawSignedRow, type RowSize } from '../../../src/sign/parties/row-drawing.js'
import { sizeOf } from '../../../src/sign/parties/row-fields.js'
import { fieldNamed, type Revision } from '../support/revise.js'
import { type HandSigning, signByHand } from '../support/sign.js'

/** What the forger has to draw with. */
export interface RowCanvas {
  readonly revision: Revision
  readonly lines: readonly PartyRowLine[]
  readonly size: RowSize
  /** Draws lines as an honest row does. */
  draw(lines: readonly PartyRowLine[], sink?: ObjectSink): PdfRef
}

/** How a row is signed. */
export interface RowForgery {
  /** The row, counted from 1. Default: 2. */
  readonly row?: number
  /** The field that is signed. Default: that of the row. */
  readonly field?: string
  readonly signer?: AuditRecord['signer']
  readonly record?: (input: AuditRecordInput, party: AuditPartyRow) => AuditRecordInput
  /** Without an audit record. */
  readonly isUnrecorded?: boolean
  /** The lines that are drawn. Default: those of the record. */
  readonly lines?: (lines: PartyRowLine[], record: AuditRecord) => PartyRowLine[]
  /** What is drawn instead; undefined leaves the widget as it is. */
  readonly appearance?: (canvas: RowCanvas) => PdfObject | undefined
  /** Entries of the widget. */
  readonly widget?: (revision: Revision) => Record<string, PdfObject>
  readonly change?: (revision: Revision, widget: PdfRef) => void
  /** What signs. Default: a PAdES signature of the test identity. */
  readonly by?: Pick<HandSigning, 'type' | 'subFilter' | 'cms'>
}

/** The record that lists the parties of a document. */
export function certificateOf(bytes: Uint8Array): AuditRecord & { readonly parties: AuditParties } {
  const document = PdfDocument.open(bytes)
  for (const { signature, ref } of signedFields(document, readFields(document))) {
    const record = findAuditRecord(document, signature, ref)?.record
    if (record?.parties !== undefined) return { ...record, parties: record.parties }
  }
  throw new Error('No signature lists parties.')
}

/** Signs a row by hand. Without any changes the result is as good as that of signDocument. */
export async function signRow(bytes: Uint8Array, forgery: RowForgery = {}): Promise<Uint8Array> {
  const { row = 2 } = forgery
  const certificate = certificateOf(bytes)
  const { parties } = certificate
  const party = parties.rows[row - 1]
  const document = PdfDocument.open(bytes)
  const field = fieldNamed(document, forgery.field ?? party?.field ?? '')
  const { name, email } = party ?? { name: 'Nobody', email: 'nobody@example.com' }
  const place: AuditPartyRow = { row, certificate: certificate.digest }
  const input: AuditRecordInput = {
    eventId: `event-${row}`,
    sealedAt: new Date('2026-11-20T09:00:00Z'),
    document: { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length },
    signer: forgery.signer ?? { name, email, ip: '192.0.2.99' },
    metadata: {},
    party: place,
    auditTrail: [
      { timestamp: '2026-11-20T08:59:00.000Z', type: 'consent', data: {} },
      { timestamp: '2026-11-20T09:00:00.000Z', type: 'submit', data: {} },
    ],
    softwareVersion: '1.0.0',
  }
  const record = createAuditRecord(forgery.record?.(input, place) ?? input)
  const size = sizeOf(readBox(document, field.dict.get('Rect')) ?? [0, 0, 0, 0])
  const honest = signedRowLines(record, parties)
  let appearance: PdfObject | undefined
  return signByHand(bytes, {
    ...forgery.by,
    field: field.ref,
    dictionary: (text, revision) => {
      const draw = (lines: readonly PartyRowLine[], sink: ObjectSink = revision.increment) =>
        drawSignedRow(sink, lines, size, { parties, cidSets: false })
      const lines = forgery.lines?.([...honest], record) ?? honest
      appearance = forgery.appearance === undefined ? draw(lines) : forgery.appearance({ revision, lines, size, draw })
      if (forgery.isUnrecorded === true) return text
      const attached = addAuditAttachment(
        revision.increment,
        serializeAuditRecord(record),
        'audit-trail-2.json',
        new Date('2026-11-20T09:00:00Z'),
      )
      const { signer } = record
      return text.replace(
        '/M (',
        `/Name (${signer.name}) /ContactInfo (${signer.email}) /AF [${attached.num} 0 R] /M (`,
      )
    },
    widget: (revision) => ({
      ...(appearance === undefined
        ? {}
        : { AP: appearance instanceof PdfRef ? new PdfDict({ N: appearance }) : appearance }),
      ...forgery.widget?.(revision),
    }),
    change: (revision, _, widget) => forgery.change?.(revision, widget),
  })
}

/** The line of a kind with another value. */
export function changeLine(kind: PartyRowLine['kind'], change: (value: string) => string) {
  return (lines: PartyRowLine[]): PartyRowLine[] =>
    lines.map((line) => (line.kind === kind ? { ...line, value: change(line.value) } : line))
}
