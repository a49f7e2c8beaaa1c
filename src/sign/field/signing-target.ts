/**
 * Chooses the field that takes the signature, and checks that it may.
 *
 * @module
 */

import { isSameAddress } from '../../audit/parties.js'
import { SealwrightError } from '../../errors.js'
import { invalidOption } from '../../input/check-options.js'
import { getPage, type PdfPage, readBox, requirePage } from '../../pdf/catalog.js'
import type { PdfDocument } from '../../pdf/document.js'
import {
  certificationPermission,
  type FormField,
  type IndirectField,
  readFields,
  signedFields,
} from '../../pdf/forms.js'
import { type PdfDict, type PdfObject, PdfRef } from '../../pdf/objects.js'
import { damaged } from '../../pdf/reading.js'
import type { CmsMeasure } from '../identity/cms-signer.js'
import { type PartyPlan, planNewRows, planRow } from '../parties/choose-row.js'
import { type DocumentRows, findRows } from '../parties/find-rows.js'
import type { SignOptions } from '../sign-options.js'
import type { SigningJob } from '../signing-job.js'
import { assertMaySign, assertSignaturesListed, requireEmptyField } from '../signing-rules.js'
import { obeySeedValues, type SeededSignature } from './obey-seed-values.js'
import { readSeedValues } from './seed-values.js'
import { chooseFieldName } from './signature-field.js'

/** The target of a signature. */
export interface SigningTarget {
  /** Fully qualified name of the field. */
  readonly fieldName: string
  /** The field, if it exists. */
  readonly existing: IndirectField | undefined
  /** True when the document has no signature, and nothing certifies it. */
  readonly isFirst: boolean
  readonly firstPage: PdfPage
  /** The lock of an existing field (12.7.5.5, table 236). */
  readonly lock: PdfDict | undefined
  /** The signature after applying the seed values of an existing field. */
  readonly seeded: SeededSignature
  /** The parties of the document; undefined when it has none, or the signature is outside of their rows. */
  readonly parties: PartyPlan | undefined
  /** True when pages are appended. */
  readonly addsPage: boolean
  /** Warnings about the choice, in plain English. */
  readonly warnings: readonly string[]
}

/**
 * Chooses the field.
 *
 * @throws SealwrightError `invalid_document` when the form or the first page cannot be read, `seed_value_not_met` when the
 * field wants another signature, and the codes of signing-rules.ts when the document must not be signed as intended.
 */
export function chooseTarget(job: SigningJob, document: PdfDocument, measure: CmsMeasure): SigningTarget {
  const { options, request } = job
  const fields = readFields(document)
  const signed = signedFields(document, fields)
  assertSignaturesListed(document, signed)
  const rows = signed.length === 0 ? undefined : findRows(document, fields, signed)
  const parties = planParties(job, fields, rows)
  const place = choosePlace(job, document, fields, parties)
  const { existing, fieldName } = place
  const lock = existing === undefined ? undefined : document.lookupDict(existing.dict, 'Lock')
  const seeded = obeySeeds(job, document, measure, existing, lock)
  const addsPage = request.certificate.enabled && rows === undefined
  assertMaySign(document, signed, {
    fieldName,
    newField: existing === undefined,
    visible: options.appearance?.rectangle !== undefined,
    certify: seeded.certify !== undefined,
    certificatePage: addsPage,
  })
  assertOthersMaySign(parties, seeded.docMdp)
  if (rows !== undefined) assertBesideRows(document, rows, options)
  const firstPage = getPage(document, 0)
  if (firstPage === undefined) throw damaged('it has no page')
  const isFirst = signed.length === 0 && certificationPermission(document) === undefined
  const warnings = warningsAbout(job, rows, parties)
  return { fieldName, existing, isFirst, firstPage, lock, seeded, parties, addsPage, warnings }
}

/** The relation of the signature to the parties of the document. */
function planParties(
  { request, options }: SigningJob,
  fields: readonly FormField[],
  rows: DocumentRows | undefined,
): PartyPlan | undefined {
  if (rows === undefined) return planNewRows(request, options, fields)
  const { enabled } = request.certificate
  const namesRow = rows.parties.rows.some(({ field }) => field === options.field)
  return enabled || namesRow ? planRow(request, options, rows) : undefined
}

function choosePlace(
  { options }: SigningJob,
  document: PdfDocument,
  fields: readonly FormField[],
  parties: PartyPlan | undefined,
): Pick<SigningTarget, 'existing' | 'fieldName'> {
  const rowField = parties?.row?.party.field
  if (parties?.certificate === undefined && rowField !== undefined) return { existing: undefined, fieldName: rowField }
  const wanted = rowField ?? options.field
  const existing = wanted === undefined ? undefined : requireEmptyField(document, fields, wanted)
  return { existing, fieldName: existing?.name ?? chooseFieldName(fields) }
}

function obeySeeds(
  { options, signer: { certificates } }: SigningJob,
  document: PdfDocument,
  { subFilters, digestAlgorithm }: CmsMeasure,
  existing: IndirectField | undefined,
  lock: PdfDict | undefined,
): SeededSignature {
  const seed = existing === undefined ? undefined : readSeedValues(document, existing.dict)
  const { reason, certify, legalAttestation, level = 'B-B' } = options
  const lockPermission = lock === undefined ? undefined : toPermission(document.lookup(lock, 'P'))
  const claims = { reason, certify, legalAttestation, level }
  return obeySeedValues(document, seed, { subFilters, digestAlgorithm, certificates, lockPermission, ...claims })
}

/** Refuses a certification that permits no change while other parties still have to sign. */
function assertOthersMaySign(parties: PartyPlan | undefined, docMdp: 1 | 2 | 3 | undefined): void {
  if (docMdp !== 1 || parties === undefined || parties.certificate !== undefined) return
  if (parties.parties.rows.length === (parties.row === undefined ? 0 : 1)) return
  const message = 'certify: 1 permits no later change, so that the other parties could not sign: certify with 2.'
  throw invalidOption(['certify'], message)
}

/** Refuses a visible signature on a row, which would be taken for a part of it. */
function assertBesideRows(document: PdfDocument, { fields }: DocumentRows, { appearance }: SignOptions): void {
  if (appearance?.rectangle === undefined) return
  const [x1, y1, x2, y2] = appearance.rectangle
  const page = requirePage(document, (appearance.page ?? 1) - 1).ref
  for (const field of fields) {
    const place = field === undefined ? undefined : readBox(document, field.dict.get('Rect'))
    const on = field?.dict.get('P')
    if (place === undefined || !(on instanceof PdfRef) || on.num !== page.num) continue
    const isAcross = Math.min(x1, x2) < place[2] && place[0] < Math.max(x1, x2)
    if (!isAcross || Math.min(y1, y2) >= place[3] || place[1] >= Math.max(y1, y2)) continue
    const message =
      'The rectangle lies on a row of the certificate page, and the signature would be taken for a part of it.'
    throw new SealwrightError('would_invalidate_signatures', `${message} Choose a free place.`)
  }
}

function warningsAbout({ request }: SigningJob, rows: DocumentRows | undefined, parties: PartyPlan | undefined) {
  const { name, email } = request.signer
  if (parties === undefined) {
    const waits = rows?.parties.rows.some(
      (each, i) => isSameAddress(each.email, email) && rows.fields[i]?.value === undefined,
    )
    if (waits !== true) return []
    return [`The certificate page has a row for ${email}, which stays empty, since certificate.enabled is false.`]
  }
  const { row } = parties
  if (row === undefined || row.party.name === name) return []
  return [
    `Row ${row.number} of the certificate page is for ${row.party.name}, and the signer is ${name}: it shows both.`,
  ]
}

function toPermission(value: PdfObject): 1 | 2 | 3 | undefined {
  return value === 1 || value === 2 || value === 3 ? value : undefined
}
