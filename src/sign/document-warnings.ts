/**
 * Warnings while signing about what a verifier will find later: properties of the document, the field and the certificate
 * because of which a signature is not visible, accepted or shown alike everywhere.
 *
 * @module
 */

import { getPage, type PdfPage, requirePage } from '../pdf/catalog.js'
import type { PdfDocument } from '../pdf/document.js'
import { isDynamicXfa } from '../pdf/forms.js'
import { nameOf, numberOf, PdfDict, PdfRef, PdfString } from '../pdf/objects.js'
import { readConformanceClaims } from '../pdf/text.js'
import { describeUnfitness } from '../trust/paths.js'
import { findSigningDoubts } from '../verify/signing-doubts.js'
import { quote } from './field/quote.js'
import type { SigningTarget } from './field/signing-target.js'
import type { SignatureAppearance } from './sign-options.js'
import type { SigningJob } from './signing-job.js'

/** The warnings for one signature, in plain English. */
export async function warningsFor(
  { signer, options }: SigningJob,
  document: PdfDocument,
  target: SigningTarget,
): Promise<string[]> {
  const [leaf] = signer.certificates
  const { existing } = target
  const { appearance } = options
  return [
    leaf === undefined ? undefined : describeUnfitness(leaf),
    document.header > 0 ? describeStart(document.header) : undefined,
    isDynamicXfa(document) ? DYNAMIC : undefined,
    lacksLanguage(document) ? NO_LANGUAGE : undefined,
    ...describeDoubts(document),
    ...(existing === undefined ? [] : describeField(document, existing)),
    appearance?.rectangle === undefined ? undefined : describePlace(appearance, pageOf(document, appearance)),
    ...(await warnOfFields(document)),
  ].filter((warning) => warning !== undefined)
}

function describeDoubts(document: PdfDocument): string[] {
  return findSigningDoubts(document).map(({ code, message }) => {
    return `${message} Once anything is added to the signed document, verifying doubts its signatures (${code}). Save the document again with another program before you sign it.`
  })
}

const DYNAMIC =
  'The document is a dynamic XFA form: viewers that know XFA show its template, and not the pages that are signed. Print it to a PDF without XFA and sign that.'

const NO_LANGUAGE =
  'The document claims PDF/UA, but its catalog has no /Lang, which PDF/UA requires: signing does not add what the document lacks.'

function describeStart(header: number): string {
  const count = header === 1 ? 'One byte stands' : `${header} bytes stand`
  return `${count} before the header %PDF: some viewers, such as MuPDF, then count offsets in another way and do not accept the signature. Remove them before signing.`
}

function lacksLanguage(document: PdfDocument): boolean {
  if (readConformanceClaims(document).accessible === undefined) return false
  const language = document.lookup(document.catalog, 'Lang')
  return !(language instanceof PdfString) || language.bytes.length === 0
}

const HIDDEN_FLAGS = 2 | 32

/** Properties of an existing field because of which its signature may not be visible. */
function describeField(
  document: PdfDocument,
  { ref, dict, name }: { readonly ref: PdfRef; readonly dict: PdfDict; readonly name: string },
): string[] {
  const field = `The field ${quote(name)}`
  const isMerged = nameOf(document.lookup(dict, 'Subtype')) === 'Widget'
  const kids = isMerged ? [ref] : (document.lookupArray(dict, 'Kids') ?? [])
  const widgets = kids.map((kid) => ({ ref: kid, dict: document.resolve(kid) }))
  const first = widgets[0]
  if (first === undefined || !(first.dict instanceof PdfDict))
    return [`${field} has no place on a page: nobody will see its signature there.`]
  const warnings: string[] = []
  if (!isMerged) {
    warnings.push(
      `${field} and its place on the page are two objects, which the standard permits; poppler and MuPDF do not recognize its signature.`,
    )
  }
  if (widgets.length > 1) {
    warnings.push(`${field} has ${widgets.length} places, and the signature is drawn in the first one only.`)
  }
  const flags = numberOf(document.lookup(first.dict, 'F')) ?? 0
  if ((flags & HIDDEN_FLAGS) !== 0) warnings.push(`${field} is hidden: nobody will see its signature on the page.`)
  if (!isListed(document, first.ref, first.dict)) {
    warnings.push(`No page lists the field ${quote(name)}: nobody will see its signature.`)
  }
  return warnings
}

/** True when the page of a widget lists it. Without /P, the page is not searched. */
function isListed(document: PdfDocument, ref: unknown, widget: PdfDict): boolean {
  const page = document.lookupDict(widget, 'P')
  if (page === undefined) return isOnSomePage(document, ref)
  return listsWidget(document, page, ref)
}

function listsWidget(document: PdfDocument, page: PdfDict, ref: unknown): boolean {
  const annotations = document.lookupArray(page, 'Annots') ?? []
  return annotations.some((item) => item instanceof PdfRef && ref instanceof PdfRef && item.num === ref.num)
}

/** Most pages that are searched for a widget without /P. */
const MAX_PAGES = 200

function isOnSomePage(document: PdfDocument, ref: unknown): boolean {
  for (let index = 0; index < MAX_PAGES; index++) {
    const page = getPage(document, index)
    if (page === undefined) return false
    if (listsWidget(document, page.dict, ref)) return true
  }
  return true
}

function pageOf(document: PdfDocument, { page = 1 }: SignatureAppearance): PdfPage {
  return requirePage(document, page - 1)
}

/** How far a part may lie outside without a warning, in points. */
const TOLERANCE = 0.5

function describePlace({ page = 1, rectangle }: SignatureAppearance, { box }: PdfPage): string | undefined {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rectangle ?? []
  const outside = [
    box[0] - Math.min(x1, x2),
    box[1] - Math.min(y1, y2),
    Math.max(x1, x2) - box[2],
    Math.max(y1, y2) - box[3],
  ]
  if (outside.every((distance) => distance <= TOLERANCE)) return undefined
  return `appearance.rectangle lies partly outside page ${page}, of which viewers show (${box[0]}, ${box[1]}) to (${box[2]}, ${box[3]}): the signature is cut off there.`
}

/** Warnings in plain English. The rules of the verifier are loaded for documents with a form only. */
async function warnOfFields(document: PdfDocument): Promise<readonly string[]> {
  if (!document.catalog.has('AcroForm')) return []
  const { SignedFields } = await import('../verify/changes/signed-fields.js')
  return new SignedFields().warningsOf({ document, index: 0 }).map(({ code, message }) => {
    if (code === 'document_runs_scripts') return `${message} Print the document to a PDF without scripts and sign that.`
    return `${message} Have the form drawn from its values before you sign, or correct the values.`
  })
}
