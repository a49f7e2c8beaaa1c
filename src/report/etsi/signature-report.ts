/**
 * The report on one signature in the form of ETSI TS 119 102-2, 4.3.
 *
 * @module
 */

import type { AlgorithmReport, Finding, SignerReport, TimestampReport, TrustReport } from '../../verify/report.js'
import type {
  PathObjectReport,
  SignatureObjectReport,
  TimestampObjectReport,
} from '../../verify/validation-objects-report.js'
import { VERSION } from '../../version.js'
import { blocksOfSignature, blocksOfTimestamp, openFindings } from '../validation/building-blocks.js'
import { signatureId, timestampId } from '../validation/identifiers.js'
import { ownTimestamps } from '../validation/simple-report.js'
import {
  associatedData,
  chainElements,
  constraintsElement,
  messagesElement,
  pathIds,
  revocationParts,
  statusElement,
  timesElement,
} from './report-parts.js'
import { attributesElement } from './signature-attributes.js'
import { DOCUMENT_ID, fieldReference, provisioning, type ValidationObjects } from './validation-objects.js'
import {
  algorithmUri,
  digestUri,
  LONG_TERM_PROCESS,
  qualificationUri,
  timestampQualificationUri,
} from './vocabulary.js'
import { element, elementWith, type ReportElement, textElement } from './xml-tree.js'
import { digestElement, isBase64, referenceElement, xmlTime } from './xml-values.js'

/** Values that all parts of one report share. */
export interface ReportContext {
  readonly objects: ValidationObjects
  /** Time of the validation, as xs:dateTime. */
  readonly validationTime: string
}

/** The report on a signature. Its time stamps and certificates are added to the objects. */
export function signatureElement(signer: SignerReport, index: number, context: ReportContext): ReportElement {
  const { objects, validationTime } = context
  const id = signatureId(signer, index)
  const certificate = signer.certificate === null ? undefined : objects.addCertificate(signer.certificate)
  const own = objects.ofSignature(index)
  addTimestamps(signer, index, own, context)
  const blocks = blocksOfSignature(signer)
  const chain = pathIds(signer.trust, certificate, own?.path, objects)
  const findings = { errors: openFindings(blocks), warnings: signer.warnings }
  const data = statusData({ trust: signer.trust, chain, path: own?.path }, findings, objects, {
    id,
    algorithm: signer.algorithm,
  })
  return element(
    'vr:SignatureValidationReport',
    identifierElement(id, signer, own),
    constraintsElement(blocks),
    timesElement(validationTime, signer.proofs, objects),
    element('vr:SignersDocument', referenceElement('vr:SignersDocumentRepresentation', DOCUMENT_ID)),
    attributesElement(signer, index, objects),
    signerElement(signer, certificate),
    qualityElement(signer.qualification && qualificationUri(signer.qualification)),
    processElement(),
    statusElement(signer, ...data),
  )
}

function addTimestamps(
  signer: SignerReport,
  index: number,
  own: SignatureObjectReport | undefined,
  context: ReportContext,
): void {
  const counts = { signature: 0, content: 0, document: 0 }
  ownTimestamps(signer).forEach((timestamp, at) => {
    const { kind } = timestamp
    const tokens = kind === 'content' ? own?.contentTimestamps : own?.timestamps
    const token = tokens?.[counts[kind]++]
    addTimestamp(timestampId(kind, index, at), timestamp, { token, signer }, context)
  })
}

interface Judged {
  readonly trust: TrustReport
  /** Identifiers of the certificates of the path. */
  readonly chain: readonly string[]
  readonly path: readonly PathObjectReport[] | undefined
}

interface Findings {
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
}

/** The data of a status (4.3.4), and further data for each further certificate that was revoked. */
function statusData(
  { trust, chain, path = [] }: Judged,
  { errors, warnings }: Findings,
  objects: ValidationObjects,
  signed?: { readonly id: string; readonly algorithm: AlgorithmReport | null },
): (ReportElement | undefined)[] {
  const { related, revoked } = revocationParts(path, chain, objects)
  const [first, ...others] = revoked
  const crypto = signed && cryptoElement(signed.id, signed.algorithm)
  const parts = [...chainElements(trust, chain), ...related, first, crypto]
  return [
    associatedData(parts, messagesElement(errors, warnings)),
    ...others.map((each) => associatedData([each], undefined)),
  ]
}

/** Adds a document time stamp as an object, with the report on it. */
export function addDocumentTimestamp(signer: SignerReport, index: number, context: ReportContext): void {
  const { objects, validationTime } = context
  const id = signatureId(signer, index)
  const certificate = signer.certificate === null ? undefined : objects.addCertificate(signer.certificate)
  const own = objects.ofSignature(index)
  const blocks = blocksOfSignature(signer)
  const qualification = signer.timestamp?.qualification
  const chain = pathIds(signer.trust, certificate, own?.path, objects)
  const findings = { errors: openFindings(blocks), warnings: signer.warnings }
  const data = statusData({ trust: signer.trust, chain, path: own?.path }, findings, objects, {
    id,
    algorithm: signer.algorithm,
  })
  const older = signer.proofs.filter(({ name }) => name !== signer.fieldName)
  const report = element(
    'vr:ValidationReport',
    constraintsElement(blocks),
    timesElement(validationTime, older, objects),
    signerElement(signer, certificate),
    qualityElement(qualification && timestampQualificationUri(qualification)),
    statusElement(signer, ...data),
  )
  const existence = older[0] && objects.proof('vr:POE', older[0])
  const proves = objects.provision(signer.timestamp?.time ?? null, signer.fieldName)
  const token = own?.timestamps[0]
  objects.addTimestamp(id, fieldReference(signer.fieldName), [existence, proves, report], token)
}

/** The token of a time stamp, if the report has it, and the signature to which the time stamp belongs. */
interface StampOf {
  readonly token: TimestampObjectReport | undefined
  readonly signer: SignerReport
}

function addTimestamp(
  id: string,
  timestamp: TimestampReport,
  { token, signer }: StampOf,
  { objects, validationTime }: ReportContext,
): void {
  const { trust, proofs, qualification, authority, serialNumber, policy } = timestamp
  const blocks = blocksOfTimestamp(timestamp)
  const named = token?.path.length || authority === null ? undefined : objects.addNamedCertificate(authority)
  const chain = pathIds(trust, named, token?.path, objects)
  const [certificate] = chain
  const findings = { errors: openFindings(blocks), warnings: [] }
  const data = statusData({ trust, chain, path: token?.path }, findings, objects)
  const report = element(
    'vr:ValidationReport',
    constraintsElement(blocks),
    timesElement(validationTime, proofs, objects),
    certificate === undefined
      ? undefined
      : element('vr:SignerInformation', referenceElement('vr:SignerCertificate', certificate)),
    qualityElement(qualification && timestampQualificationUri(qualification)),
    statusElement(timestamp, ...data),
  )
  const facts = { authority, serialNumber, policy, time: timestamp.time }
  const known = Object.entries(facts).filter(([, value]) => value !== null)
  const text = known.map(([name, value]) => `${name}: ${value}`).join('; ')
  const existence = proofs[0] && objects.proof('vr:POE', proofs[0])
  const isProof = timestamp.kind === 'signature' && timestamp.indication === 'TOTAL-PASSED'
  const proves = isProof ? provisioning(timestamp.time, [], [signer]) : undefined
  objects.addTimestamp(id, text, [existence, proves, report], token)
}

/**
 * The identifier of a signature (4.2.1): its field, and the digest of the signed data and the signature value if the report
 * has them.
 */
function identifierElement(
  id: string,
  { fieldName }: SignerReport,
  own: SignatureObjectReport | undefined,
): ReportElement {
  const { digest = null, value = null } = own ?? {}
  const algorithm = digest === null ? undefined : digestUri(digest.algorithm)
  const isDigest = digest !== null && algorithm !== undefined && isBase64(digest.base64)
  return elementWith(
    'vr:SignatureIdentifier',
    { id },
    isDigest ? digestElement(algorithm, digest.base64) : undefined,
    value !== null && isBase64(value) ? element('ds:SignatureValue', value) : undefined,
    element('vr:HashOnly', 'false'),
    element('vr:DocHashOnly', 'false'),
    element('vr:OtherInformation', fieldReference(fieldName)),
  )
}

function signerElement({ name }: SignerReport, certificate: string | undefined): ReportElement | undefined {
  if (certificate === undefined) return undefined
  return element(
    'vr:SignerInformation',
    referenceElement('vr:SignerCertificate', certificate),
    textElement('vr:Signer', name),
  )
}

function qualityElement(uri: string | undefined): ReportElement | undefined {
  return uri === undefined ? undefined : element('vr:SignatureQuality', element('vr:SignatureQualityInformation', uri))
}

function processElement(): ReportElement {
  return element(
    'vr:SignatureValidationProcess',
    element('vr:SignatureValidationProcessID', LONG_TERM_PROCESS),
    element('vr:OtherInformation', `sealwright ${VERSION}`),
  )
}

/** The algorithm of a signature (4.3.4.4). */
function cryptoElement(id: string, algorithm: AlgorithmReport | null): ReportElement | undefined {
  if (algorithm === null) return undefined
  const since = algorithm.dated.map((each) => xmlTime(each.since)).filter((time) => time !== undefined)
  return element(
    'vr:CryptoInformation',
    referenceElement('vr:ValidationObjectId', id),
    element('vr:Algorithm', algorithmUri(algorithm)),
    element('vr:SecureAlgorithm', String(algorithm.dated.length === 0)),
    textElement('vr:NotAfter', since.toSorted()[0]),
  )
}
