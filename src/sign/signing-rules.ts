/**
 * Rules on whether a document may be signed (once more), and what its existing signatures exclude.
 *
 * @module
 */
import { SealwrightError } from '../errors.js'
import type { PdfDocument } from '../pdf/document.js'
import {
  certificationPermission,
  docMdpPermission,
  type FormField,
  fieldLocks,
  findUnlistedSignatures,
  type IndirectField,
  locksField,
  readFieldLock,
  type SignedField,
} from '../pdf/forms.js'
import { PdfDict, PdfString } from '../pdf/objects.js'

/** What the caller intends to do to the document besides signing it. */
interface SigningIntent {
  /** Fully qualified name of the field that takes the signature. */
  readonly fieldName: string
  /** True when that field does not exist yet. */
  readonly newField: boolean
  readonly visible: boolean
  readonly certify: boolean
  readonly certificatePage: boolean
}

/**
 * Throws when signing as intended is not permitted or would break an earlier signature.
 *
 * @throws SealwrightError `document_locked`, `already_signed`, `would_invalidate_signatures` or `unsupported_document`.
 */
export function assertMaySign(document: PdfDocument, signed: readonly SignedField[], intent: SigningIntent): void {
  assertNoMac(document)
  assertAccess(document, intent)
  const certification = certificationPermission(document)
  if (certification === 1) {
    throw locked('The document is certified, and its certification permits no change at all (DocMDP P=1).')
  }
  for (const field of signed) assertFieldLeavesRoom(document, field, intent.fieldName)
  if (signed.length === 0 && certification === undefined) return

  if (intent.certify) {
    throw new SealwrightError(
      'already_signed',
      'Only the first signature of a document can certify it, and this document is signed already.',
    )
  }
  if (intent.certificatePage) {
    throw new SealwrightError(
      'would_invalidate_signatures',
      'The document is signed already, and adding the certificate page would break that signature: counter-sign it without the page (certificate.enabled = false; on the command line --no-page).',
    )
  }
  if (intent.newField && intent.visible && certification === 2) {
    throw new SealwrightError(
      'would_invalidate_signatures',
      'The certification of the document permits signing but no new visible field: leave the appearance out, or name an existing field.',
    )
  }
}

/**
 * Throws when the document has a signature that its form does not list. Viewers show it anyway, and it is unknown what it
 * permits.
 *
 * @throws SealwrightError `would_invalidate_signatures`
 */
export function assertSignaturesListed(document: PdfDocument, signed: readonly SignedField[]): void {
  const unlisted = findUnlistedSignatures(document, new Set(signed.map(({ signature }) => signature)))
  const first = unlisted.find(({ isReached }) => isReached)
  if (first === undefined) return
  throw new SealwrightError(
    'would_invalidate_signatures',
    `The document holds a signature (object ${first.num}) that its form does not list, so it cannot be told what signing would do to it: sign the document as it was before that signature.`,
  )
}

/**
 * Throws when nothing may be added to a document, not even data that keeps its signatures provable.
 *
 * @throws SealwrightError `document_locked`, `unsupported_document`
 */
export function assertMayExtend(document: PdfDocument): void {
  assertNoMac(document)
  if (document.access.addFields) return
  throw locked("The permissions of the encrypted document do not allow new fields: give its owner's password.")
}

/**
 * Refuses a MAC over the whole file (ISO/TS 32004), which would have to be recomputed: every reader that checks it would
 * report a forgery.
 */
function assertNoMac(document: PdfDocument): void {
  if (!document.sections.some(({ trailer }) => trailer.has('AuthCode'))) return
  throw new SealwrightError(
    'unsupported_document',
    'The document carries a message authentication code over the whole file (ISO/TS 32004, /AuthCode), which a signature would break.',
  )
}

/** Applies the permissions of an encrypted document (7.6.4.2), which bind everyone except its owner. */
function assertAccess({ access }: PdfDocument, { newField, certificatePage }: SigningIntent): void {
  const refused = (what: string, instead: string) =>
    locked(`The permissions of the encrypted document do not allow ${what}: give its owner's password${instead}.`)
  if (newField && !access.addFields) {
    throw refused('new fields', access.fillForm ? ', or name an existing signature field' : '')
  }
  if (!newField && !access.fillForm) throw refused('signing', '')
  if (certificatePage && !access.addPages)
    throw refused(
      'new pages',
      ', or sign without the page (certificate.enabled = false; on the command line --no-page)',
    )
}

function assertFieldLeavesRoom(document: PdfDocument, field: SignedField, fieldName: string): void {
  const lock = document.lookupDict(field.dict, 'Lock')
  const permission = lock === undefined ? null : document.lookup(lock, 'P')
  if (permission === 1 || docMdpPermission(document, field.signature) === 1) {
    throw locked(`The signature in field "${field.name}" locked the document against any change.`)
  }
  const locks = fieldLocks(document, field.signature)
  const declared = lock === undefined ? undefined : readFieldLock(document, lock)
  if (declared !== undefined) locks.push(declared)
  if (locks.some((item) => locksField(item, fieldName))) {
    throw locked(`The signature in field "${field.name}" locked the field "${fieldName}".`)
  }
}

function locked(message: string): SealwrightError {
  return new SealwrightError('document_locked', message)
}

/**
 * The empty signature field with a name.
 *
 * @throws SealwrightError `field_unavailable` when there is none, it has another type, or it is already signed.
 */
export function requireEmptyField(document: PdfDocument, fields: readonly FormField[], name: string): IndirectField {
  const field = fields.find((candidate) => candidate.name === name)
  if (field === undefined) {
    throw new SealwrightError('field_unavailable', `The document has no form field "${name}".`)
  }
  const { ref } = field
  if (field.type !== 'Sig' || ref === undefined) {
    throw new SealwrightError('field_unavailable', `The form field "${name}" is not a signature field.`)
  }
  if (isPlaceholder(document, field)) {
    const message = `The signature field "${name}" holds a placeholder that was never signed: fill it with the program that made it, or give another field.`
    throw new SealwrightError('field_unavailable', message)
  }
  if (field.value !== undefined) {
    throw new SealwrightError('field_unavailable', `The signature field "${name}" is signed already.`)
  }
  return { ...field, ref }
}

/** True for a signature dictionary whose /Contents only reserves space for a signature. */
function isPlaceholder(document: PdfDocument, { value }: FormField): boolean {
  const contents = value instanceof PdfDict ? document.lookup(value, 'Contents') : null
  return contents instanceof PdfString && contents.bytes.every((byte) => byte === 0)
}
