/**
 * The audit record that a signature carries, and whether it fits the file it is in.
 *
 * @module
 */
import type { AuditRecord } from '../audit/record.js'
import { parseAuditRecord, verifyAuditRecord } from '../audit/verify-record.js'
import { SealwrightError } from '../errors.js'
import { AUDIT_LIMITS } from '../limits.js'
import type { PdfDocument } from '../pdf/document.js'
import { PdfDict, PdfStream } from '../pdf/objects.js'
import { readText } from './document-facts.js'
import type { CheckResult, Finding } from './report.js'

/** A record that was found in a signature dictionary, read but not yet held against the file. */
export interface FoundRecord {
  readonly record: AuditRecord | undefined
  readonly findings: readonly Finding[]
}

/** Reads the record that a signature dictionary names; `undefined` when it names none. */
export function findAuditRecord(document: PdfDocument, signature: PdfDict): FoundRecord | undefined {
  for (const item of document.lookupArray(signature, 'AF') ?? []) {
    const spec = document.resolve(item)
    if (!(spec instanceof PdfDict)) continue
    const files = document.lookupDict(spec, 'EF')
    const file = files === undefined ? null : document.lookup(files, 'F')
    const isOurs = readText(document, spec, 'F')?.startsWith('audit-trail') === true
    if (isOurs && file instanceof PdfStream) return readRecord(document, file)
  }
  return undefined
}

function readRecord(document: PdfDocument, file: PdfStream): FoundRecord {
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

/**
 * Holds a record against the file: the document it names must be what stood before the revision that was signed, and
 * the signer it names must be the one that the signature dictionary names.
 *
 * @param previousEnd Where the revision before the signed one ends: the input of signing was at least that long.
 * @param signedEnd Where the signed revision ends.
 * @param sha256OfBeginning Gives the SHA-256 of so many bytes from the start of the file, in hexadecimal.
 */
export function checkAuditRecord(
  document: PdfDocument,
  signature: PdfDict,
  found: FoundRecord,
  { previousEnd, signedEnd }: { previousEnd: number; signedEnd: number },
  sha256OfBeginning: (length: number) => string | undefined,
): CheckResult & { readonly record: AuditRecord | null } {
  const { record } = found
  const findings = [...found.findings]
  if (record !== undefined) {
    const { bytes, sha256 } = record.document
    if (bytes < previousEnd || bytes >= signedEnd) {
      findings.push({
        code: 'audit_input_mismatch',
        message: 'The audit record is about a document of another size than the one that was signed.',
      })
    } else if (sha256OfBeginning(bytes) !== sha256) {
      findings.push({
        code: 'audit_input_mismatch',
        message:
          'The audit record is about another document: its SHA-256 is not that of the bytes before the signature.',
      })
    }
    const name = readText(document, signature, 'Name')
    const email = readText(document, signature, 'ContactInfo')
    if (name !== record.signer.name || email !== record.signer.email) {
      findings.push({
        code: 'audit_signer_mismatch',
        message: 'The audit record names another signer than the signature does.',
      })
    }
  }
  return { status: findings.length === 0 ? 'valid' : 'invalid', findings, record: record ?? null }
}
