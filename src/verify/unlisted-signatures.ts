/**
 * What is said about signatures that stand in the file and in no form: nothing of them is confirmed, and the document is not
 * "not signed" either.
 *
 * @module
 */
import type { PdfDocument } from '../pdf/document.js'
import { findUnlistedSignatures } from '../pdf/forms.js'
import { PdfRef } from '../pdf/objects.js'
import type { Finding } from './report.js'
import type { OpenFile } from './signed-file.js'

/** Findings about signatures that the form does not list, and about the form where it cannot be read. */
export function describeUnlisted({ document, fields }: OpenFile): Finding[] {
  const found = findUnlistedSignatures(document, new Set(fields.map(({ signature }) => signature)))
  // One that was removed and left behind says nothing about a form that lists another.
  const counted = fields.length === 0 ? found : found.filter(({ isReached }) => isReached)
  const [first] = counted
  if (first === undefined) return []
  const message =
    counted.length === 1
      ? `A signature (object ${first.num}) stands in the file, but no form field holds it: it cannot be confirmed.`
      : `${counted.length} signatures stand in the file (the first is object ${first.num}), but no form field holds them: they cannot be confirmed.`
  return [...describeForm(document), { code: 'signature_unconfirmed', message }]
}

/** The form where its syntax is broken, so that fields of it may be lost. */
function describeForm(document: PdfDocument): Finding[] {
  const form = document.catalog.get('AcroForm')
  const fields = document.lookupDict(document.catalog, 'AcroForm')?.get('Fields')
  const broken = [form, fields].find((part) => part instanceof PdfRef && document.isGarbled(part.num))
  if (!(broken instanceof PdfRef)) return []
  const message = `The form (object ${broken.num}) cannot be read: its syntax is broken, so fields of it may be lost.`
  return [{ code: 'form_unreadable', message }]
}
