/**
 * The identifiers that a validation report uses: those of ETSI TS 119 102-2, or else those of EU DSS.
 *
 * @module
 */

import type { AlgorithmReport, Indication, QualificationReport, TimestampQualification } from '../../verify/report.js'
import type { BuildingBlock, BuildingBlockName } from '../validation/building-blocks.js'

const MAIN = 'urn:etsi:019102:mainindication:'

/** Main indications of signatures and time stamps (4.3.4). */
export const MAIN_INDICATIONS: Readonly<Record<Indication, string>> = {
  'TOTAL-PASSED': `${MAIN}total-passed`,
  'TOTAL-FAILED': `${MAIN}total-failed`,
  INDETERMINATE: `${MAIN}indeterminate`,
}

/** Main indications of building blocks. A block that did not run has none. */
export const BLOCK_INDICATIONS: Readonly<Record<Exclude<BuildingBlock['indication'], 'NOT_RUN'>, string>> = {
  PASSED: `${MAIN}passed`,
  FAILED: `${MAIN}failed`,
  INDETERMINATE: `${MAIN}indeterminate`,
}

/** Main indication for a document without a signature, since a report must have one. */
export const NO_SIGNATURE_FOUND = 'urn:cef:dss:mainindication:noSignatureFound'

/** The identifier of a sub-indication. */
export function subIndicationUri(subIndication: string): string {
  return `urn:etsi:019102:subindication:${encodeURIComponent(lawful(subIndication))}`
}

/** Identifiers of the validation constraints for the building blocks. */
export const BLOCK_URIS: Readonly<Record<BuildingBlockName, string>> = {
  'format-checking': 'urn:cef:dss:bbb:formatChecking',
  'identification-of-signing-certificate': 'urn:cef:dss:bbb:identificationOfTheSigningCertificate',
  'validation-context-initialization': 'urn:cef:dss:bbb:validationContextInitialization',
  'x509-certificate-validation': 'urn:cef:dss:bbb:x509CertificateValidation',
  'cryptographic-verification': 'urn:cef:dss:bbb:cryptographicVerification',
  'signature-acceptance-validation': 'urn:cef:dss:bbb:signatureAcceptanceValidation',
  'past-signature-validation': 'urn:cef:dss:bbb:pastSignatureValidation',
}

/** The status of a constraint: applied or not (4.3.5.4). */
export const CONSTRAINT_STATUS = {
  applied: 'urn:etsi:019102:constraintStatus:applied',
  disabled: 'urn:etsi:019102:constraintStatus:disabled',
} as const

/** Types of the messages in additional report data. */
export const MESSAGE_TYPES = { error: 'urn:cef:dss:message:error', warning: 'urn:cef:dss:message:warning' } as const

/** Who states that something existed (4.4.6): this validation, or its caller. */
export const PROOF_TYPES = {
  validation: 'urn:etsi:019102:poetype:validation',
  provided: 'urn:etsi:019102:poetype:provided',
} as const

/** Types of validation objects (4.4.4). */
export const OBJECT_TYPES = {
  certificate: 'urn:etsi:019102:validationObject:certificate',
  timestamp: 'urn:etsi:019102:validationObject:timestamp',
  document: 'urn:etsi:019102:validationObject:signedData',
  crl: 'urn:etsi:019102:validationObject:CRL',
  ocsp: 'urn:etsi:019102:validationObject:OCSPResponse',
} as const

/** Reasons of revocation for which the standard has identifiers. */
const REVOCATION_REASONS: ReadonlySet<string> = new Set([
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'certificateHold',
  'privilegeWithdrawn',
])

/** The identifier of a reason of revocation (4.3.4.3). */
export function revocationReasonUri(reason: string | null): string | undefined {
  return reason !== null && REVOCATION_REASONS.has(reason) ? `urn:etsi:019102:revocationReason:${reason}` : undefined
}

/** The validation process for signatures that provide long-term availability (EN 319 102-1, 5.6). */
export const LONG_TERM_PROCESS = 'urn:etsi:019102:validationprocess:LTA'

const QUALIFICATION = 'urn:cef:dss:signatureQualification:'
const NOT_APPLICABLE = 'notApplicable'
const QUALIFICATION_NAMES: ReadonlyMap<string, string> = new Map<QualificationReport['result'], string>([
  ['QESig', 'QESig'],
  ['QESeal', 'QESeal'],
  ['AdESig-QC', 'AdESigQC'],
  ['AdESeal-QC', 'AdESealQC'],
  ['AdESig', 'AdESig'],
  ['AdESeal', 'AdESeal'],
  ['not AdES', 'notAdES'],
])

/**
 * The identifier of the qualification of a signature. While the result is open, it is that of the qualification that the
 * certificate would give.
 */
export function qualificationUri({ result, ofCertificate }: QualificationReport): string {
  if (result !== 'indeterminate') return QUALIFICATION + (QUALIFICATION_NAMES.get(result) ?? NOT_APPLICABLE)
  const name = ofCertificate === 'not AdES' ? undefined : QUALIFICATION_NAMES.get(ofCertificate)
  return QUALIFICATION + (name === undefined ? NOT_APPLICABLE : `indeterminate${name}`)
}

const TIMESTAMP_QUALIFICATIONS: ReadonlyMap<string, string> = new Map([
  ['QTST', 'QTSA'],
  ['TST', 'TSA'],
])

/** The identifier of the qualification of a time stamp. */
export function timestampQualificationUri({ result }: TimestampQualification): string {
  return `urn:cef:dss:timestampQualification:${TIMESTAMP_QUALIFICATIONS.get(result) ?? NOT_APPLICABLE}`
}

const HASHES: ReadonlyMap<string, string> = new Map([
  ['MD5', 'md5'],
  ['SHA-1', 'sha1'],
  ['SHA-224', 'sha224'],
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
  ['SHA3-224', 'sha3-224'],
  ['SHA3-256', 'sha3-256'],
  ['SHA3-384', 'sha3-384'],
  ['SHA3-512', 'sha3-512'],
])

/** Identifiers of digest algorithms in XML (RFC 9231, 2.1). */
const DIGEST_URIS: ReadonlyMap<string, string> = new Map([
  ['MD5', 'http://www.w3.org/2001/04/xmldsig-more#md5'],
  ['RIPEMD-160', 'http://www.w3.org/2001/04/xmlenc#ripemd160'],
  ['SHA-1', 'http://www.w3.org/2000/09/xmldsig#sha1'],
  ['SHA-224', 'http://www.w3.org/2001/04/xmldsig-more#sha224'],
  ['SHA-256', 'http://www.w3.org/2001/04/xmlenc#sha256'],
  ['SHA-384', 'http://www.w3.org/2001/04/xmldsig-more#sha384'],
  ['SHA-512', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  ['SHA3-224', 'http://www.w3.org/2007/05/xmldsig-more#sha3-224'],
  ['SHA3-256', 'http://www.w3.org/2007/05/xmldsig-more#sha3-256'],
  ['SHA3-384', 'http://www.w3.org/2007/05/xmldsig-more#sha3-384'],
  ['SHA3-512', 'http://www.w3.org/2007/05/xmldsig-more#sha3-512'],
])

/** The identifier of a digest algorithm in XML; undefined for an algorithm without one. */
export function digestUri(name: string): string | undefined {
  return DIGEST_URIS.get(name)
}

/**
 * The identifier of a signature algorithm in XML (RFC 9231). For an algorithm without one it is made from the object
 * identifier or the names.
 */
export function algorithmUri({ digest, signature }: Pick<AlgorithmReport, 'digest' | 'signature'>): string {
  const known = xmlAlgorithm(signature, HASHES.get(digest))
  if (known !== undefined) return known
  if (/^\d+(?:\.\d+)+$/.test(signature)) return `urn:oid:${signature}`
  return `urn:sealwright:algorithm:${encodeURIComponent(lawful(`${signature}:${digest}`))}`
}

const FIRST = 'http://www.w3.org/2000/09/xmldsig#'
const MORE_2001 = 'http://www.w3.org/2001/04/xmldsig-more#'
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#'
const MORE_2021 = 'http://www.w3.org/2021/04/xmldsig-more#'

function xmlAlgorithm(signature: string, hash: string | undefined): string | undefined {
  if (signature === 'Ed25519' || signature === 'Ed448') return `${MORE_2021}eddsa-${signature.toLowerCase()}`
  if (hash === undefined) return undefined
  const isSha3 = hash.startsWith('sha3')
  switch (signature) {
    case 'RSASSA-PKCS1-v1_5':
      return isSha3 ? undefined : `${hash === 'sha1' ? FIRST : MORE_2001}rsa-${hash}`
    case 'RSASSA-PSS':
      return `${MORE_2007}${hash}-rsa-MGF1`
    case 'ECDSA':
      return hash === 'md5' ? undefined : `${isSha3 ? MORE_2021 : MORE_2001}ecdsa-${hash}`
    case 'DSA':
      return hash === 'sha1' ? `${FIRST}dsa-sha1` : undefined
    default:
      return undefined
  }
}

/** Replaces lone surrogates, which encodeURIComponent refuses. */
function lawful(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}
