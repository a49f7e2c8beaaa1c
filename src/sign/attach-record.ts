/**
 * Creates the audit record of a signature, and its file in the document.
 *
 * @module
 */

import { addAuditAttachment, chooseAttachmentName, listInCatalog } from '../audit/attachment.js'
import { type AuditCertificate, type AuditRecord, createAuditRecord, serializeAuditRecord } from '../audit/record.js'
import { addPrivateRecord, privateRecordEntries } from '../audit/write-private-record.js'
import { toHex } from '../bytes.js'
import { formatName } from '../cms/names.js'
import type { PdfDocument } from '../pdf/document.js'
import { PdfDict, type PdfObject, type PdfRef, PdfStream, PdfString } from '../pdf/objects.js'
import { decodeTextString } from '../pdf/text.js'
import type { IncrementWriter } from '../pdf/writing.js'
import { hash } from '../platform/hashes.js'
import { VERSION } from '../version.js'
import type { ConformanceNeeds } from './conformance.js'
import type { PartyPlan } from './parties/choose-row.js'
import type { SigningJob } from './signing-job.js'

/** A record in the increment. */
export interface PlacedRecord {
  /** Entries with which a dictionary of the increment refers to the record. */
  readonly mark: Record<string, PdfObject>
  /** Reference to the record: its file specification, or its stream in the private data. */
  readonly ref: PdfRef
  /** Entries of the catalog that change. */
  readonly changes: Record<string, PdfObject>
}

/** The record of what is signed, by whom and when. */
export function createRecord(job: SigningJob, document: PdfDocument, plan?: PartyPlan): AuditRecord {
  const { source, request, options, now } = job
  const name = options.documentName ?? readTitle(document)
  const { original, pdf, pdfSha256 } = source
  const facts = { sha256: pdfSha256, bytes: pdf.length }
  const input = original === undefined ? facts : { ...original, converted: facts }
  return createAuditRecord({
    eventId: request.eventId,
    sealedAt: now,
    document: { ...input, ...(name === undefined ? {} : { name }) },
    signer: request.signer,
    metadata: request.metadata,
    ...certificateOf(job),
    ...partiesOf(plan),
    auditTrail: request.auditTrail,
    softwareVersion: VERSION,
  })
}

/** The parties if this record lists them, and the row that its signature fills in. */
function partiesOf(plan: PartyPlan | undefined): Pick<AuditRecord, 'parties' | 'party'> {
  if (plan === undefined) return {}
  const { parties, certificate, row } = plan
  return {
    ...(certificate === undefined ? { parties } : {}),
    ...(row === undefined ? {} : { party: { row: row.number, ...(certificate === undefined ? {} : { certificate }) } }),
  }
}

/** Facts about a certificate that was made for this signature only, which nobody could look up later. */
function certificateOf({ isIssued, signer }: SigningJob): { certificate?: AuditCertificate } {
  const [leaf, issuer] = signer.certificates
  if (!isIssued || leaf === undefined || issuer === undefined) return {}
  const certificate = {
    subject: formatName(leaf.subject),
    serialNumber: toHex(leaf.serialNumber),
    sha256: hash('sha256', leaf.der),
    notBefore: leaf.notBefore.toISOString(),
    notAfter: leaf.notAfter.toISOString(),
    issuer: { subject: formatName(issuer.subject), sha256: hash('sha256', issuer.der) },
  }
  return { certificate }
}

/** Options of adding a record to a document. */
interface RecordPlace {
  readonly now: Date
  readonly kind: ConformanceNeeds['record']
  /** True when viewers also list it among the attachments of the document. */
  readonly listed: boolean
}

/** Adds the record to the increment. */
export function placeRecord(
  document: PdfDocument,
  increment: IncrementWriter,
  record: AuditRecord,
  { now, kind, listed }: RecordPlace,
): PlacedRecord {
  if (kind === 'private') {
    const stream = addPrivateRecord(increment, serializeAuditRecord(record))
    return { ref: stream, mark: privateRecordEntries(stream, now), changes: {} }
  }
  const fileName = chooseAttachmentName(document)
  const fileSpec = addAuditAttachment(increment, serializeAuditRecord(record), fileName, now)
  const changes = listed ? listInCatalog(document, increment, fileName, fileSpec) : {}
  return { ref: fileSpec, mark: { AF: [fileSpec] }, changes }
}

/**
 * The file identifier. The chain's digest depends on the input, the event and the time, so no other file has it (ISO 32000-2,
 * 14.4).
 */
export function fileIdentifier(record: AuditRecord): Uint8Array {
  return new Uint8Array(Buffer.from(record.digest.slice(0, 32), 'hex'))
}

/** Longest title that becomes a part of the record, in characters. Anything longer is not a title. */
const MAX_TITLE_LENGTH = 500

function readTitle(document: PdfDocument): string | undefined {
  const info = document.lookupDict(document.trailer, 'Info')
  const title = info === undefined ? null : document.lookup(info, 'Title')
  const text = title instanceof PdfString ? decodeTextString(title.bytes).trim() : ''
  return text === '' ? undefined : text.slice(0, MAX_TITLE_LENGTH).replace(/\p{Cs}/gu, '\ufffd')
}

/** Adds a reference to the record to a page or a form XObject of the increment (ISO 32000-2, 14.13 and 14.5). */
export function markWithRecord(increment: IncrementWriter, ref: PdfRef, entry: PlacedRecord['mark']): void {
  const object = increment.resolve(ref)
  if (object instanceof PdfDict) increment.put(ref, object.with(entry))
  else if (object instanceof PdfStream) increment.put(ref, new PdfStream(object.dict.with(entry), object.data))
}
