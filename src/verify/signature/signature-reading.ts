/**
 * Reads a signature before anything is hashed: its field, its place in the file, and its claims.
 *
 * @module
 */

import { type FoundRecord, findAuditRecord } from '../../audit/find-record.js'
import { SealwrightError } from '../../errors.js'
import type { PdfDocument } from '../../pdf/document.js'
import { docMdpPermission } from '../../pdf/forms.js'
import { nameOf, type PdfObject, PdfString } from '../../pdf/objects.js'
import { readTextEntry } from '../../pdf/text.js'
import { toIsoDate } from '../document-facts.js'
import type { CoverageReport } from '../report.js'
import type { RevisionChain } from '../revision-views.js'
import { readSignatureStructure, type SignatureField, type SignatureStructure } from './signature-structure.js'

/** A signature in the form in which the file holds it. */
export interface SignatureReading {
  readonly field: SignatureField
  readonly structure: SignatureStructure
  readonly subFilter: string | undefined
  readonly isTimestamp: boolean
  readonly claims: SignatureClaims
  readonly audit: FoundRecord | undefined
}

/** Statements of a signature dictionary, without proof. */
interface SignatureClaims {
  readonly name: string | null
  /** /ContactInfo, if it is an e-mail address. */
  readonly email: string | null
  readonly contactInfo: string | null
  readonly filter: string | null
  readonly reason: string | null
  readonly location: string | null
  /** /M in ISO 8601. */
  readonly time: string | null
  readonly docMdp: number | undefined
  /** /Cert, for signatures that are not CMS. */
  readonly cert: Uint8Array | readonly Uint8Array[] | undefined
}

const NO_CLAIMS: SignatureClaims = {
  name: null,
  email: null,
  contactInfo: null,
  filter: null,
  reason: null,
  location: null,
  time: null,
  docMdp: undefined,
  cert: undefined,
}

/** Reads a signature; what cannot be read becomes a finding. */
export function readSignature(document: PdfDocument, chain: RevisionChain, field: SignatureField): SignatureReading {
  const { signature } = field
  try {
    const subFilter = nameOf(document.lookup(signature, 'SubFilter'))
    const structure = readSignatureStructure(document, chain, field)
    const isTimestamp = nameOf(document.lookup(signature, 'Type')) === 'DocTimeStamp' || subFilter === 'ETSI.RFC3161'
    return {
      field,
      structure,
      subFilter,
      isTimestamp,
      claims: readClaims(document, field),
      // An authority stamps whatever it is sent, so a record beside a time stamp is nobody's word.
      audit: isTimestamp ? undefined : findAuditRecord(structure.view?.document ?? document, signature, field.ref),
    }
  } catch (error) {
    if (!(error instanceof SealwrightError)) throw error
    return unreadable(field, error)
  }
}

function readClaims(document: PdfDocument, { signature }: SignatureField): SignatureClaims {
  const contact = readTextEntry(document, signature, 'ContactInfo')
  return {
    name: readTextEntry(document, signature, 'Name'),
    contactInfo: contact,
    filter: nameOf(document.lookup(signature, 'Filter')) ?? null,
    email: contact !== null && /^[^\s@]+@[^\s@]+$/.test(contact) ? contact : null,
    reason: readTextEntry(document, signature, 'Reason'),
    location: readTextEntry(document, signature, 'Location'),
    time: toIsoDate(readTextEntry(document, signature, 'M')),
    docMdp: docMdpPermission(document, signature),
    cert: readCert(document, signature.get('Cert')),
  }
}

function readCert(document: PdfDocument, object: PdfObject | undefined): SignatureClaims['cert'] {
  const value = document.resolve(object)
  if (value instanceof PdfString) return value.bytes
  if (!Array.isArray(value)) return undefined
  return value.flatMap((item) => {
    const bytes = document.resolve(item)
    return bytes instanceof PdfString ? [bytes.bytes] : []
  })
}

function unreadable(field: SignatureField, { message }: SealwrightError): SignatureReading {
  const coverage: CoverageReport = {
    status: 'indeterminate',
    findings: [{ code: 'signature_unreadable', message }],
    byteRange: null,
    revision: null,
    coversWholeFile: false,
  }
  const structure = { coverage, contents: new Uint8Array(0), ranges: undefined, view: undefined }
  return { field, structure, subFilter: undefined, isTimestamp: false, claims: NO_CLAIMS, audit: undefined }
}
