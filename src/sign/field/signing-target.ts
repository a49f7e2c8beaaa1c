/**
 * Which field takes the signature, and whether it may.
 *
 * @module
 */
import { certificationPermission, type IndirectField, readFields, signedFields } from '../../pdf/acro-form.js'
import type { PdfDocument } from '../../pdf/document.js'
import type { PdfDict, PdfObject } from '../../pdf/objects.js'
import { getPage, type PdfPage } from '../../pdf/page-tree.js'
import { damaged } from '../../pdf/xref-section.js'
import type { CmsMeasure } from '../identity/cms-signer.js'
import type { SigningJob } from '../signing-job.js'
import { assertMaySign, assertSignaturesListed, requireEmptyField } from '../signing-rules.js'
import { obeySeedValues, type SeededSignature } from './obey-seed-values.js'
import { readSeedValues } from './seed-values.js'
import { chooseFieldName } from './signature-field.js'

/** Where a signature goes. */
export interface SigningTarget {
  /** Fully qualified name of the field. */
  readonly fieldName: string
  /** The field, where it exists already. */
  readonly existing: IndirectField | undefined
  /** No signature stands in the document, and nothing certifies it. */
  readonly isFirst: boolean
  readonly firstPage: PdfPage
  /** The lock of an existing field (12.7.5.5, table 236). */
  readonly lock: PdfDict | undefined
  /** What the seed values of an existing field make of the signature. */
  readonly seeded: SeededSignature
}

/**
 * Chooses the field.
 *
 * @throws SealwrightError `invalid_document` when the form or the first page cannot be read, `seed_value_not_met` when the
 * field wants another signature, and the codes of signing-rules.ts when the document must not be signed as intended.
 */
export function chooseTarget(
  { options, request, signer }: SigningJob,
  document: PdfDocument,
  { subFilters, digestAlgorithm }: CmsMeasure,
): SigningTarget {
  const fields = readFields(document)
  const signed = signedFields(document, fields)
  assertSignaturesListed(document, signed)
  const existing = options.field === undefined ? undefined : requireEmptyField(document, fields, options.field)
  const fieldName = existing?.name ?? chooseFieldName(fields)
  const lock = existing === undefined ? undefined : document.lookupDict(existing.dict, 'Lock')
  const seed = existing === undefined ? undefined : readSeedValues(document, existing.dict)
  const { certificates } = signer
  const { reason, certify, legalAttestation, level = 'B-B' } = options
  const lockPermission = lock === undefined ? undefined : toPermission(document.lookup(lock, 'P'))
  const claims = { reason, certify, legalAttestation, level }
  const offer = { subFilters, digestAlgorithm, certificates, lockPermission, ...claims }
  const seeded = obeySeedValues(document, seed, offer)
  assertMaySign(document, signed, {
    fieldName,
    newField: existing === undefined,
    visible: options.appearance?.rectangle !== undefined,
    certify: seeded.certify !== undefined,
    certificatePage: request.certificate.enabled,
  })
  const firstPage = getPage(document, 0)
  if (firstPage === undefined) throw damaged('it has no page')
  const isFirst = signed.length === 0 && certificationPermission(document) === undefined
  return { fieldName, existing, isFirst, firstPage, lock, seeded }
}

function toPermission(value: PdfObject): 1 | 2 | 3 | undefined {
  return value === 1 || value === 2 || value === 3 ? value : undefined
}
