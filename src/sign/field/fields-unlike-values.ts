/**
 * Warns about a form in which a field shows something else than its value. Programs that draw fields themselves show another
 * text than the signed one, and verifying refuses to have the value drawn afterwards.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'

/** Warnings in plain English. The verifier's rules are only loaded for documents with a form. */
export async function warnOfFields(document: PdfDocument): Promise<readonly string[]> {
  if (!document.catalog.has('AcroForm')) return []
  const { SignedFields } = await import('../../verify/changes/signed-fields.js')
  return new SignedFields().warningsOf({ document, index: 0 }).map(({ message }) => {
    return `${message} Have the form drawn from its values before you sign, or correct the values.`
  })
}
