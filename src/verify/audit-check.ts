/**
 * The audit record that a signature carries, and whether it fits the file it is in.
 *
 * @module
 */
import { AUDIT_LIMITS } from '../audit/audit-limits.js'
import { findPrivateRecord } from '../audit/private-record.js'
import type { AuditRecord } from '../audit/record.js'
import { parseAuditRecord, verifyAuditRecord } from '../audit/verify-record.js'
import { toHex } from '../bytes.js'
import { type Certificate, certificateDigest } from '../cms/x509.js'
import { SealwrightError } from '../errors.js'
import type { PdfDocument } from '../pdf/document.js'
import { PdfDict, PdfRef, PdfStream } from '../pdf/objects.js'
import { checkCertificatePages } from './certificate-page-check.js'
import { readTextEntry } from './document-facts.js'
import type { AuditReport, Finding } from './report.js'

/** A record that was found in a signature dictionary, read but not yet compared with the file. */
export interface FoundRecord {
  readonly record: AuditRecord | undefined
  /** What stands for it in the file: its file specification, or its stream among the private data. */
  readonly ref: PdfRef | undefined
  readonly findings: readonly Finding[]
}

/** Where a record is named. */
interface NamedRecord {
  readonly file: PdfStream
  readonly ref: PdfRef | undefined
}

/**
 * Reads the record that a signature names; `undefined` when it names none. Signatures by this package name it in their
 * dictionary and, for verifiers that follow appearances alone, in the form that their field shows. A signature that names
 * several says nothing certain about its event.
 *
 * @param document the signed revision: what the signature names is what it covers
 * @param field the object of the signature's field
 */
export function findAuditRecord(document: PdfDocument, signature: PdfDict, field?: PdfRef): FoundRecord | undefined {
  const named = namedRecords(document, signature)
  const [found, ...others] = named.length > 0 ? named : recordsInLooks(document, field)
  if (found === undefined) return undefined
  if (others.length > 0) {
    const message = 'The signature names more than one audit record.'
    return { record: undefined, ref: undefined, findings: [{ code: 'audit_ambiguous', message }] }
  }
  return { ...readRecord(document, found.file), ref: found.ref }
}

/** Widgets of one signature field that are looked at: a field has one (12.7.5.5). */
const MAX_WIDGETS = 8

function recordsInLooks(document: PdfDocument, ref: PdfRef | undefined): NamedRecord[] {
  const field = document.resolve(ref)
  if (!(field instanceof PdfDict)) return []
  const kids = (document.lookupArray(field, 'Kids') ?? []).slice(0, MAX_WIDGETS).map((kid) => document.resolve(kid))
  const forms = [field, ...kids].map((widget) => {
    const looks = widget instanceof PdfDict ? document.lookupDict(widget, 'AP') : undefined
    return looks === undefined ? null : document.lookup(looks, 'N')
  })
  return forms.flatMap((form) => (form instanceof PdfStream ? namedRecords(document, form.dict) : []))
}

/** The records among the associated files, and the one among the private data (ISO 32000-2, 14.13 and 14.5). */
function namedRecords(document: PdfDocument, holder: PdfDict): NamedRecord[] {
  const records: NamedRecord[] = []
  for (const item of document.lookupArray(holder, 'AF') ?? []) {
    const spec = document.resolve(item)
    if (!(spec instanceof PdfDict)) continue
    const files = document.lookupDict(spec, 'EF')
    const file = files === undefined ? null : document.lookup(files, 'F')
    const isOurs = readTextEntry(document, spec, 'F')?.startsWith('audit-trail') === true
    if (isOurs && file instanceof PdfStream) records.push({ file, ref: item instanceof PdfRef ? item : undefined })
  }
  const ref = findPrivateRecord(document, holder)
  const stream = document.resolve(ref)
  if (ref !== undefined && stream instanceof PdfStream) records.push({ file: stream, ref })
  return records
}

function readRecord(document: PdfDocument, file: PdfStream): Omit<FoundRecord, 'ref'> {
  try {
    const verification = verifyAuditRecord(
      parseAuditRecord(document.decode(file, { maxBytes: AUDIT_LIMITS.maxRecordBytes })),
    )
    if (verification.ok) return { record: verification.record, findings: [] }
    return {
      record: undefined,
      findings: verification.problems.map(({ code, message }) => ({ code: `audit_${code}`, message })),
    }
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return { record: undefined, findings: [{ code: 'audit_unreadable', message: error.message }] }
  }
}

/** Where the signed revision stands: the input of signing was at least `previousEnd` long. */
export interface SignedExtent {
  readonly previousEnd: number
  readonly signedEnd: number
  readonly signedRevision: PdfDocument
  /** The certificate that the signature was checked by. */
  readonly certificate: Certificate | undefined
}

/**
 * Compares a record with the file: the PDF it names must be what stood before the revision that was signed, and
 * the signer it names must be the one that the signature dictionary names, and a certificate page must show the same.
 *
 * @param sha256OfBeginning Gives the SHA-256 of so many bytes from the start of the file, in hexadecimal.
 */
export function checkAuditRecord(
  document: PdfDocument,
  signature: PdfDict,
  found: FoundRecord,
  extent: SignedExtent,
  sha256OfBeginning: (length: number) => string | undefined,
): AuditReport {
  const { record } = found
  if (record === undefined) return reportOf(undefined, found.findings, 'absent')
  const page = checkCertificatePages(extent.signedRevision, found.ref, record)
  const faults = [
    inputFault(record, extent, sha256OfBeginning),
    signerFault(record, document, signature),
    certificateFault(record, extent.certificate),
    page === 'mismatch' ? PAGE_MISMATCH : undefined,
  ]
  return reportOf(record, [...found.findings, ...faults.filter((fault) => fault !== undefined)], page)
}

const PAGE_MISMATCH: Finding = {
  code: 'audit_page_mismatch',
  message: 'The certificate page does not show what the audit record says.',
}

function reportOf(
  record: AuditRecord | undefined,
  findings: readonly Finding[],
  page: AuditReport['page'],
): AuditReport {
  return {
    status: findings.length === 0 ? 'valid' : 'invalid',
    findings,
    name: record?.signer.name ?? null,
    email: record?.signer.email ?? null,
    record: record ?? null,
    page,
  }
}

function inputFault(
  { document }: AuditRecord,
  { previousEnd, signedEnd }: SignedExtent,
  sha256OfBeginning: (length: number) => string | undefined,
): Finding | undefined {
  const { bytes, sha256 } = document.converted ?? document
  const code = 'audit_input_mismatch'
  if (bytes < previousEnd || bytes >= signedEnd) {
    return { code, message: 'The audit record is about a document of another size than the one that was signed.' }
  }
  if (sha256OfBeginning(bytes) === sha256) return undefined
  const message =
    'The audit record is about another document: its SHA-256 is not that of the bytes before the signature.'
  return { code, message }
}

function signerFault({ signer }: AuditRecord, document: PdfDocument, signature: PdfDict): Finding | undefined {
  const name = readTextEntry(document, signature, 'Name')
  const email = readTextEntry(document, signature, 'ContactInfo')
  if (name === signer.name && email === signer.email) return undefined
  return {
    code: 'audit_signer_mismatch',
    message: 'The audit record names another signer than the signature does.',
  }
}

function certificateFault(record: AuditRecord, certificate: Certificate | undefined): Finding | undefined {
  if (record.certificate === undefined || isCertificate(certificate, record.certificate.sha256)) return undefined
  return {
    code: 'audit_certificate_mismatch',
    message: 'The audit record names another certificate than the one that signed.',
  }
}

function isCertificate(certificate: Certificate | undefined, sha256: string): boolean {
  return certificate !== undefined && toHex(certificateDigest(certificate)) === sha256
}
