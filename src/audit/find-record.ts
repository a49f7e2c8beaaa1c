/**
 * Finds the audit record that a signature names, and reads it.
 *
 * @module
 */
import { SealwrightError } from '../errors.js'
import type { PdfDocument } from '../pdf/document.js'
import { PdfDict, PdfRef, PdfStream } from '../pdf/objects.js'
import { readTextEntry } from '../pdf/text.js'
import { AUDIT_LIMITS } from './audit-limits.js'
import { findPrivateRecord } from './private-record.js'
import type { AuditRecord } from './record.js'
import { parseAuditRecord, verifyAuditRecord } from './verify-record.js'

/** A record from a signature dictionary that was read, but not yet compared with the file. */
export interface FoundRecord {
  readonly record: AuditRecord | undefined
  /** The object of the record in the file: its file specification, or its stream in the private data. */
  readonly ref: PdfRef | undefined
  readonly findings: readonly { readonly code: string; readonly message: string }[]
}

/** The stream of a record, with the reference through which the file names it. */
interface NamedRecord {
  readonly file: PdfStream
  readonly ref: PdfRef | undefined
}

/**
 * Reads the record that a signature names; `undefined` when it names none. Signatures of this package name the record in
 * their dictionary, and also in the form that their field shows, for verifiers that only follow appearances. A signature that
 * names several records is ambiguous about its event.
 *
 * @param document the signed revision, so that the signature covers everything that it names
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

/** Most widgets of one signature field that are searched. A field should have one (12.7.5.5). */
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

/** The records in the associated files and in the private data (ISO 32000-2, 14.13 and 14.5). */
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
