/**
 * Describes signatures in the file that no form lists. None of them is confirmed, but the document is not "not signed"
 * either.
 *
 * @module
 */
import type { PdfDocument } from '../pdf/document.js'
import { findUnlistedSignatures } from '../pdf/forms.js'
import { PdfRef } from '../pdf/objects.js'
import type { Finding } from './report.js'
import type { OpenFile } from './signed-file.js'

/** Findings about signatures that the form does not list, and about an unreadable form. */
export function describeUnlisted({ document, fields }: OpenFile): Finding[] {
  const found = findUnlistedSignatures(document, new Set(fields.map(({ signature }) => signature)))
  // A removed signature that is still in the file says nothing about a form that lists another.
  const counted = fields.length === 0 ? found : found.filter(({ isReached }) => isReached)
  const [first] = counted
  if (first === undefined) return []
  const message =
    counted.length === 1
      ? `A signature (object ${first.num}) stands in the file, but no form field holds it: it cannot be confirmed.`
      : `${counted.length} signatures stand in the file (the first is object ${first.num}), but no form field holds them: they cannot be confirmed.`
  return [...describeForm(document), { code: 'signature_unconfirmed', message }]
}

/** A finding about a form with broken syntax, in which fields may be lost. */
function describeForm(document: PdfDocument): Finding[] {
  const form = document.catalog.get('AcroForm')
  const fields = document.lookupDict(document.catalog, 'AcroForm')?.get('Fields')
  const broken = [form, fields].find((part) => part instanceof PdfRef && document.isGarbled(part.num))
  if (!(broken instanceof PdfRef)) return []
  const message = `The form (object ${broken.num}) cannot be read: its syntax is broken, so fields of it may be lost.`
  return [{ code: 'form_unreadable', message }]
}
