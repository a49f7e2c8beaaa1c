/**
 * Plans what a signature adds to a document: one increment with space for the signature.
 *
 * @module
 */

import type { AuditRecord } from '../audit/record.js'
import { SealwrightError } from '../errors.js'
import type { PdfDocument } from '../pdf/document.js'
import { readFieldLock } from '../pdf/forms.js'
import { PdfDict, PdfRef } from '../pdf/objects.js'
import { textString } from '../pdf/text.js'
import { addDss, type DssMaterial, IncrementWriter, StructureAddition } from '../pdf/writing.js'
import { fontPackageFor } from '../typeset/fonts.js'
import { createRecord, fileIdentifier, markWithRecord, type PlacedRecord, placeRecord } from './attach-record.js'
import { type AppendedCertificate, appendCertificate } from './certificate/append-certificate.js'
import { type ConformanceNeeds, conformanceNeeds } from './conformance.js'
import { extensionEntries } from './developer-extensions.js'
import { warningsFor } from './document-warnings.js'
import { signField } from './field/sign-field.js'
import { chooseTarget, type SigningTarget } from './field/signing-target.js'
import type { CmsMeasure } from './identity/cms-signer.js'
import type { PartyPlan } from './parties/choose-row.js'
import { addRowFields } from './parties/row-fields.js'
import type { ParsedSignRequest } from './request/request.js'
import { createSignaturePlaceholder, type SignatureFacts, type SignaturePlaceholder } from './signature-dictionary.js'
import type { SigningJob } from './signing-job.js'

/** An increment that is complete except for its signature. */
export interface IncrementPlan {
  readonly document: PdfDocument
  /** The audit record in the increment. */
  readonly record: AuditRecord
  readonly increment: Uint8Array
  readonly placeholder: SignaturePlaceholder
  readonly signatureRef: PdfRef
  /** True when the document was signed before. */
  readonly isSigned: boolean
  /** The parties of the document, and the row of the signer. */
  readonly parties: PartyPlan | undefined
  /** Reference to the record in the file. */
  readonly recordRef: PdfRef
  /** Warnings in plain English: text that is not shown as given, and what verifying will object to. */
  readonly warnings: readonly string[]
}

/**
 * Plans the increment.
 *
 * @throws SealwrightError `invalid_document` when the document cannot be read well enough, and the codes of
 *   signing-rules.ts when it must not be signed.
 */
export async function planIncrement(
  job: SigningJob,
  document: PdfDocument,
  measure: CmsMeasure,
  material?: DssMaterial,
): Promise<IncrementPlan> {
  const target = chooseTarget(job, document, measure)
  const { isFirst, firstPage, seeded, parties: plan } = target
  const needs = conformanceNeeds(document, job.options)
  assertCompatible(job, seeded.docMdp)
  const record = createRecord(job, document, plan)
  // Signed content must keep its meaning, and in a truncated file references lead to missing objects.
  const increment = new IncrementWriter(document, { searchAll: !isFirst || document.rebuilt })
  // After an earlier signature, or with permissions for filling in only, the catalog's list of attachments stays unchanged.
  const listed = isFirst && document.access.modify
  const placed = placeRecord(document, increment, record, { now: job.now, kind: needs.record, listed })
  const { mark, changes } = placed
  const structure = structureOf(document, increment, needs, isFirst)
  const unshown = new Set<string>()
  const page = { record, mark, firstPage, needs, structure, unshown, plan }
  const appended = target.addsPage ? await appendCertificate(job, document, increment, page) : undefined
  Object.assign(changes, appended?.changes)
  const placeholder = createSignaturePlaceholder(describeSignature(job, document, target, mark), measure.maxBytes)
  const signatureRef = increment.add(placeholder.dict)
  const ownMark = listed && needs.record === 'attached' ? undefined : mark
  const rows = reserveRows(increment, appended, plan, { record, signatureRef, ownMark, structure })
  const content = { signatureRef, mark: ownMark, needs, structure, unshown, record, rows }
  Object.assign(changes, await signField(job, document, increment, target, content))
  structure?.finish()
  const uses = { leaf: job.signer.certificates[0], hasStore: material !== undefined }
  if (isFirst) Object.assign(changes, extensionEntries(document, uses))
  Object.assign(changes, certificationEntries(job, document, seeded.certify, signatureRef))
  if (material !== undefined) Object.assign(changes, addDss(document, increment, material))
  if (Object.keys(changes).length > 0) increment.put(document.catalogRef, document.catalog.with(changes))
  const told = tellUnshown(unshown, job.options)
  const warnings = [...told, ...target.warnings, ...(await warningsFor(job, document, target))]
  const facts = { document, record, recordRef: placed.ref, parties: plan, isSigned: !isFirst, warnings }
  return { ...facts, increment: increment.finish(fileIdentifier(record)), placeholder, signatureRef }
}

/** Reserves the fields of the parties in the document that lists them; the signer's own is signed. */
function reserveRows(
  increment: IncrementWriter,
  appended: AppendedCertificate | undefined,
  plan: PartyPlan | undefined,
  { record, signatureRef, ownMark, structure }: RowFacts,
): readonly PdfRef[] {
  if (appended?.rows === undefined || plan === undefined) return []
  const hold = (form: PdfRef) => (ownMark === undefined ? undefined : markWithRecord(increment, form, ownMark))
  return addRowFields(increment, { plan, record, ...appended.rows, signature: signatureRef, hold, structure })
}

interface RowFacts {
  readonly record: AuditRecord
  readonly signatureRef: PdfRef
  readonly ownMark: PlacedRecord['mark'] | undefined
  readonly structure: StructureAddition | undefined
}

/**
 * The structure tree that the additions join. In a signed document it stays unchanged unless a standard requires otherwise.
 */
function structureOf(
  document: PdfDocument,
  increment: IncrementWriter,
  { isTagged, mustTag }: ConformanceNeeds,
  isFirst: boolean,
): StructureAddition | undefined {
  const root = document.catalog.get('StructTreeRoot')
  if (!(root instanceof PdfRef) || !(isFirst ? isTagged : mustTag)) return undefined
  return StructureAddition.open(document, increment, root)
}

/** Refuses a document time stamp at P=1, which ISO 32000-2, 12.8.2.2 and 12.8.5.3 permit, but common viewers do not. */
function assertCompatible({ options }: SigningJob, docMdp: 1 | 2 | 3 | undefined): void {
  if (docMdp !== 1 || options.level !== 'B-LTA' || options.allowIncompatible === true) return
  const message =
    'Acrobat and others call a certification with certify: 1 broken by the time stamp of level B-LTA: certify with 2, sign at B-LT, or give allowIncompatible.'
  throw new SealwrightError('invalid_request', message)
}

function describeSignature(
  { options, request, now }: SigningJob,
  document: PdfDocument,
  { lock, seeded }: SigningTarget,
  record: PlacedRecord['mark'],
): SignatureFacts {
  return {
    subFilter: seeded.subFilter,
    name: request.signer.name,
    contactInfo: request.signer.email,
    reason: seeded.reason === undefined ? defaultReason(request) : (seeded.reason ?? undefined),
    location: options.location,
    date: now,
    docMdp: seeded.docMdp,
    lock: lock === undefined ? undefined : readFieldLock(document, lock),
    record,
  }
}

/** Catalog entries for a certification: which signature it is (ISO 32000-2, 12.8.6), and the author's attestation. */
function certificationEntries(
  job: SigningJob,
  document: PdfDocument,
  certify: 1 | 2 | 3 | undefined,
  signature: PdfRef,
): Record<string, PdfDict> {
  const entries: Record<string, PdfDict> = {}
  if (certify !== undefined) {
    const perms = document.lookupDict(document.catalog, 'Perms') ?? new PdfDict()
    entries['Perms'] = perms.with({ DocMDP: signature })
  }
  if (job.options.legalAttestation !== undefined) entries['Legal'] = attested(job, document, certify)
  return entries
}

/** The catalog's /Legal with the author's attestation (12.8.7, table 263). */
function attested({ options }: SigningJob, document: PdfDocument, certify: 1 | 2 | 3 | undefined): PdfDict {
  if (certify === undefined) {
    throw new SealwrightError('invalid_request', 'legalAttestation goes with a certification: give certify as well.')
  }
  const legal = document.lookupDict(document.catalog, 'Legal') ?? new PdfDict()
  return legal.with({ Attestation: textString(options.legalAttestation ?? '') })
}

function defaultReason({ signer, eventId }: ParsedSignRequest): string {
  return `Signed by ${signer.name} <${signer.email}>, event ${eventId}`
}

/** Most characters that a warning names; the others are counted. */
const MAX_NAMED = 20

/** Reports names and values with characters that no font has. */
function tellUnshown(unshown: ReadonlySet<string>, { unshowableText = 'warn' }: SigningJob['options']): string[] {
  if (unshown.size === 0) return []
  const named = [...unshown]
    .slice(0, MAX_NAMED)
    .map((each) => `U+${each.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`)
  const more = unshown.size > MAX_NAMED ? ` and ${unshown.size - MAX_NAMED} more` : ''
  const message = `No font has ${unshown.size === 1 ? 'the character' : 'the characters'} ${named.join(' ')}${more}`
  if (unshowableText === 'refuse') throw new SealwrightError('text_not_showable', `${message}.`)
  const packages = new Set([...unshown].map(fontPackageFor).filter((name) => name !== undefined))
  const hint =
    packages.size === 0 ? '' : ` Install ${[...packages].slice(0, MAX_NAMED).join(', ')}, or give a font that has them.`
  return [`${message}: what is drawn shows ${unshown.size === 1 ? 'it' : 'them'} by number.${hint}`]
}
