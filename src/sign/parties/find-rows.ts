/**
 * Finds the rows for the parties on the certificate page of a signed document.
 *
 * @module
 */
import { findAuditRecord } from '../../audit/find-record.js'
import type { AuditParties } from '../../audit/parties.js'
import type { PdfDocument } from '../../pdf/document.js'
import type { FormField, SignedField } from '../../pdf/forms.js'
import type { PdfRef } from '../../pdf/objects.js'

/** The rows of a document. */
export interface DocumentRows {
  readonly parties: AuditParties
  /** Last digest of the record that lists them. */
  readonly certificate: string
  /** Reference to that record in the file. */
  readonly ref: PdfRef | undefined
  /** Fields of the rows, in the same order; undefined when the form lacks one. */
  readonly fields: readonly (FormField | undefined)[]
}

/** Reads the rows from the audit record that lists them; undefined for a document without rows. */
export function findRows(
  document: PdfDocument,
  fields: readonly FormField[],
  signed: readonly SignedField[],
): DocumentRows | undefined {
  for (const { signature, ref } of signed) {
    const found = findAuditRecord(document, signature, ref)
    if (found?.record?.parties === undefined) continue
    const { parties, digest } = found.record
    const byName = new Map(fields.map((field) => [field.name, field]))
    return { parties, certificate: digest, ref: found.ref, fields: parties.rows.map(({ field }) => byName.get(field)) }
  }
  return undefined
}
