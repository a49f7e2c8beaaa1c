/**
 * Checks the audit record that a signature carries: whether it fits the file that holds it.
 *
 * @module
 */
import type { FoundRecord } from '../audit/find-record.js'
import type { AuditRecord } from '../audit/record.js'
import { toHex } from '../bytes.js'
import { type Certificate, certificateDigest } from '../cms/certificates.js'
import type { Steps } from '../pace/turns.js'
import type { PdfDocument } from '../pdf/document.js'
import type { PdfDict } from '../pdf/objects.js'
import { readTextEntry } from '../pdf/text.js'
import { checkCertificatePages } from './certificate-page-check.js'
import type { AuditReport, Finding } from './report.js'

/** Extent of the signed revision: the input of signing had at least `previousEnd` bytes. */
interface SignedExtent {
  readonly previousEnd: number
  readonly signedEnd: number
  readonly signedRevision: PdfDocument
  /** The certificate by whose key the signature was checked. */
  readonly certificate: Certificate | undefined
}

/**
 * Compares a record with the file. The PDF that it names must be the bytes before the signed revision, the signer that it
 * names must be the one in the signature dictionary, and a certificate page must show the same facts.
 *
 * @param sha256OfBeginning Returns the SHA-256 of a number of bytes from the start of the file, in hexadecimal.
 */
export function* checkAuditRecord(
  document: PdfDocument,
  signature: PdfDict,
  found: FoundRecord,
  extent: SignedExtent,
  sha256OfBeginning: (length: number) => string | undefined,
): Steps<AuditReport> {
  const { record } = found
  if (record === undefined) return reportOf(undefined, found.findings, 'absent')
  const page = yield* checkCertificatePages(extent.signedRevision, found.ref, record)
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
