/**
 * The objects of a validation report: the document, certificates, revocation data and time stamps. Each occurs once, with its
 * identifier.
 *
 * @module
 */

import type { CertificateReport, ProofReport, SignerReport, VerificationReport } from '../../verify/report.js'
import type {
  CertificateObjectReport,
  ObjectReport,
  PathObjectReport,
  RevocationObjectReport,
  SignatureObjectReport,
  StoredObjectsReport,
} from '../../verify/validation-objects-report.js'
import { signatureId } from '../validation/identifiers.js'
import { OBJECT_TYPES, PROOF_TYPES } from './vocabulary.js'
import { element, elementWith, type ReportElement, textElement, type XmlNode } from './xml-tree.js'
import { isBase64, referenceElement, sha256Element, xmlTime } from './xml-values.js'

/** Identifier of the document itself. */
export const DOCUMENT_ID = 'document'

/** A certificate or revocation data, with the proofs of its existence. */
type ProvedObject = CertificateObjectReport | RevocationObjectReport

/** Collects the objects to which a report refers. */
export class ValidationObjects {
  readonly #certificates = new Map<string, ReportElement>()
  readonly #revocations = new Map<string, ReportElement>()
  readonly #byName = new Map<string, string>()
  readonly #timestamps: ReportElement[] = []
  readonly #documentStamps: ReadonlyMap<string, string>
  readonly #report: VerificationReport
  readonly #validationTime: string
  /** Objects that the report describes beyond their names, by SHA-256. */
  readonly #known: ReadonlyMap<string, ProvedObject>

  /** `validationTime` is an xs:dateTime. */
  constructor(report: VerificationReport, validationTime: string) {
    this.#report = report
    this.#validationTime = validationTime
    const stamps = report.signers.flatMap((signer, index) =>
      signer.kind === 'document-timestamp' ? [[signer.fieldName, signatureId(signer, index)] as const] : [],
    )
    this.#documentStamps = new Map(stamps)
    const { certificates = [], revocations = [] } = report.validationObjects ?? {}
    this.#known = new Map<string, ProvedObject>([...certificates, ...revocations].map((each) => [each.sha256, each]))
  }

  /** The objects of a signature; undefined when the verification was not asked for them. */
  ofSignature(index: number): SignatureObjectReport | undefined {
    return this.#report.validationObjects?.signatures[index]
  }

  /** Adds a certificate that the report describes, and returns its identifier. */
  addCertificate({ fingerprint, subject }: Pick<CertificateReport, 'fingerprint' | 'subject'>): string {
    const digest = sha256Element(fingerprint)
    if (digest === undefined) return this.addNamedCertificate(subject)
    const id = `certificate-${fingerprint.toLowerCase()}`
    if (this.#certificates.has(id)) return id
    const known = this.#known.get(fingerprint)
    const parts = [digest, base64Element(known), direct(subject)]
    this.#certificates.set(id, validationObject(id, OBJECT_TYPES.certificate, parts, [this.#existence(known)]))
    return id
  }

  /** Adds a certificate of which only the subject is known, and returns its identifier. */
  addNamedCertificate(subject: string): string {
    const known = this.#byName.get(subject)
    if (known !== undefined) return known
    const id = `certificate-by-name-${this.#byName.size + 1}`
    this.#byName.set(subject, id)
    this.#certificates.set(id, validationObject(id, OBJECT_TYPES.certificate, [direct(subject)]))
    return id
  }

  /**
   * Adds the certificates of a path and returns their identifiers, from the signer's certificate on; undefined when the
   * report does not have all of them.
   */
  addPath(path: readonly PathObjectReport[]): readonly string[] | undefined {
    const certificates = path.map(({ sha256 }) => this.#known.get(sha256))
    const found = certificates.filter((each) => each !== undefined && 'subject' in each)
    if (found.length === 0 || found.length < path.length) return undefined
    return found.map(({ sha256, subject }) => this.addCertificate({ fingerprint: sha256, subject }))
  }

  /** Adds a CRL or an OCSP response and returns its identifier; undefined when the report does not have it. */
  addRevocation(sha256: string): string | undefined {
    const known = this.#known.get(sha256)
    const digest = sha256Element(sha256)
    if (known === undefined || !('kind' in known) || digest === undefined) return undefined
    const id = `${known.kind === 'crl' ? 'crl' : 'ocsp'}-${sha256.toLowerCase()}`
    if (!this.#revocations.has(id)) {
      const type = known.kind === 'crl' ? OBJECT_TYPES.crl : OBJECT_TYPES.ocsp
      const parts = [digest, base64Element(known)]
      this.#revocations.set(id, validationObject(id, type, parts, [this.#existence(known)]))
    }
    return id
  }

  /** The objects of the document security store; null when there is none, or the verification was not asked for them. */
  get store(): StoredObjectsReport | null {
    return this.#report.validationObjects?.store ?? null
  }

  /** Adds certificates by their SHA-256 and returns their identifiers. */
  idsOf(digests: readonly string[]): readonly string[] {
    const known = digests.map((digest) => this.#known.get(digest))
    return known.flatMap((each) => (each !== undefined && 'subject' in each ? [this.#idOf(each)] : []))
  }

  /** Adds revocation data by its SHA-256 and returns its identifiers by the names of the lists in which they stand. */
  revocationIds(digests: readonly string[]): { readonly 'vr:CRLs': string[]; readonly 'vr:OCSPs': string[] } {
    const ids = { 'vr:CRLs': [] as string[], 'vr:OCSPs': [] as string[] }
    for (const digest of digests) {
      const id = this.addRevocation(digest)
      if (id !== undefined) ids[id.startsWith('crl-') ? 'vr:CRLs' : 'vr:OCSPs'].push(id)
    }
    return ids
  }

  /** Adds a time stamp with the report on it. `token` is undefined when the report does not have it. */
  addTimestamp(
    id: string,
    representation: XmlNode,
    further: readonly (ReportElement | undefined)[],
    token: ObjectReport | undefined,
  ): void {
    const digest = token && sha256Element(token.sha256)
    const parts = [digest, base64Element(token), element('vr:direct', representation)]
    this.#timestamps.push(validationObject(id, OBJECT_TYPES.timestamp, parts, further))
  }

  /** The element for a proof of existence, with a reference to the document time stamp that proves it. */
  proof(name: 'vr:POE' | 'vr:BestSignatureTime', { time, kind, name: source }: ProofReport): ReportElement | undefined {
    const text = xmlTime(time)
    if (text === undefined) return undefined
    const stamp = kind === 'document-timestamp' ? this.#documentStamps.get(source ?? '') : undefined
    return element(
      name,
      element('vr:POETime', text),
      element('vr:TypeOfProof', kind === 'host' ? PROOF_TYPES.provided : PROOF_TYPES.validation),
      stamp === undefined ? undefined : referenceElement('vr:POEObject', stamp),
    )
  }

  /** The identifier of a document time stamp in a field. */
  documentStamp(fieldName: string | null): string | undefined {
    return this.#documentStamps.get(fieldName ?? '')
  }

  /** The objects and the signatures, by their fields, whose existence a document time stamp proves (4.4.7). */
  provision(time: string | null, fieldName: string): ReportElement | undefined {
    const isBy = (proof: ProofReport) => proof.kind === 'document-timestamp' && proof.name === fieldName
    const objects = [...this.#known.values()]
      .filter(({ proofs }) => proofs.some(isBy))
      .flatMap((each) => ('kind' in each ? this.addRevocation(each.sha256) : this.#idOf(each)) ?? [])
    const signatures = this.#report.signers.filter(({ kind, proofs }) => kind === 'signature' && proofs.some(isBy))
    return provisioning(time, objects, signatures)
  }

  /** The element with all objects. */
  toElement(): ReportElement {
    const { sha256 } = this.#report.document
    const digest = sha256Element(sha256) ?? direct(sha256)
    const document = validationObject(DOCUMENT_ID, OBJECT_TYPES.document, [digest])
    const found = [this.#certificates, this.#revocations].flatMap((objects) => [...objects.values()])
    return element('vr:SignatureValidationObjects', document, ...found, ...this.#timestamps)
  }

  #idOf({ sha256, subject }: CertificateObjectReport): string {
    return this.addCertificate({ fingerprint: sha256, subject })
  }

  /** The earliest proof that an object existed. Without one, the object existed at the time of the validation. */
  #existence(known: ProvedObject | undefined): ReportElement | undefined {
    if (known === undefined) return undefined
    const [earliest] = known.proofs
    return (earliest && this.proof('vr:POE', earliest)) ?? element('vr:POE', ...this.provedNow())
  }

  /** The content of a proof that something exists at the time of the validation. */
  provedNow(): readonly ReportElement[] {
    return [element('vr:POETime', this.#validationTime), element('vr:TypeOfProof', PROOF_TYPES.validation)]
  }
}

function direct(text: string): ReportElement {
  return element('vr:direct', text)
}

function base64Element(known: Pick<ObjectReport, 'base64'> | undefined): ReportElement | undefined {
  const text = known?.base64 ?? ''
  return text === '' || !isBase64(text) ? undefined : element('vr:base64', text)
}

function validationObject(
  id: string,
  type: string,
  representation: readonly (ReportElement | undefined)[],
  further: readonly (ReportElement | undefined)[] = [],
): ReportElement {
  return elementWith(
    'vr:ValidationObject',
    { id },
    element('vr:ObjectType', type),
    element('vr:ValidationObjectRepresentation', ...representation),
    ...further,
  )
}

/** The element with what a time stamp proves to have existed; undefined when it proves nothing. */
export function provisioning(
  time: string | null,
  objects: readonly string[],
  signatures: readonly Pick<SignerReport, 'fieldName'>[],
): ReportElement | undefined {
  const text = xmlTime(time)
  if (text === undefined || objects.length + signatures.length === 0) return undefined
  return element(
    'vr:POEProvisioning',
    element('vr:POETime', text),
    ...objects.map((id) => referenceElement('vr:ValidationObject', id)),
    ...signatures.map(({ fieldName }) => fieldReference(fieldName)),
  )
}

/** A reference to the field of a signature (4.2.3). */
export function fieldReference(fieldName: string): ReportElement {
  return element('vr:SignatureReference', textElement('vr:PAdESFieldName', fieldName))
}
