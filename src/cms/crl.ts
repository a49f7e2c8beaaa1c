/**
 * Certificate revocation lists (RFC 5280, 5). The list of revoked certificates is not decoded but searched: it may hold
 * hundreds of thousands of entries, of which only one is wanted.
 *
 * @module
 */

import { type AlgorithmIdentifier, readAlgorithm } from './algorithm-identifier.js'
import {
  asn1Error,
  childrenOf,
  contextTag,
  DerReader,
  type DerValue,
  encodingOf,
  equalBytes,
  isStringTag,
  octetsOf,
  onlyChildOf,
  primitiveContextTag,
  readBitString,
  readDer,
  TAG,
} from './der.js'
import { readInteger, readSmallInteger, readTime } from './der-values.js'
import { type DistinguishedName, readName } from './distinguished-name.js'
import { type CertificateExtension, readExtensions } from './x509.js'

/** A CRL. */
export interface CertificateList {
  readonly der: Uint8Array
  /** TBSCertList, the bytes that the issuer signed. */
  readonly tbs: Uint8Array
  readonly issuer: DistinguishedName
  readonly thisUpdate: Date
  readonly nextUpdate: Date | undefined
  readonly revokedCertificates: DerValue | undefined
  readonly extensions: readonly CertificateExtension[]
  readonly signatureAlgorithm: AlgorithmIdentifier
  readonly signature: Uint8Array
}

/** Why and when a certificate was revoked (RFC 5280, 5.3). */
export interface Revocation {
  readonly date: Date
  /** CRLReason; undefined when none is given. */
  readonly reason: number | undefined
  /** When the key is thought to have been compromised. */
  readonly invalidityDate: Date | undefined
}

/** IssuingDistributionPoint (RFC 5280, 5.2.5): what a CRL covers. */
export interface CrlScope {
  /** Encodings of the GeneralNames; undefined without a distribution point, empty for one that is relative to a name. */
  readonly distributionPoint: readonly Uint8Array[] | undefined
  readonly onlyUserCertificates: boolean
  readonly onlyCaCertificates: boolean
  readonly onlySomeReasons: boolean
  readonly isIndirect: boolean
  readonly onlyAttributeCertificates: boolean
}

export const REASON = {
  keyCompromise: 1,
  cACompromise: 2,
  certificateHold: 6,
  removeFromCRL: 8,
  aACompromise: 10,
} as const

const REASON_CODE = '2.5.29.21'
const INVALIDITY_DATE = '2.5.29.24'

/**
 * Parses a CertificateList.
 *
 * @throws SealwrightError `invalid_asn1` when it is malformed.
 */
export function parseCrl(der: Uint8Array): CertificateList {
  const value = readDer(der)
  const outer = new DerReader(value, TAG.sequence)
  const tbsValue = outer.read(TAG.sequence, 'the signed part of a CRL')
  const algorithm = outer.read(TAG.sequence, 'the signature algorithm of a CRL')
  const signature = readBitString(outer.read(TAG.bitString, 'the signature of a CRL')).bytes
  outer.assertDone()
  const tbs = new DerReader(tbsValue)
  tbs.readOptional(TAG.integer)
  // RFC 5280, 5.1.1.2: the algorithm beside the signature is the one that is signed.
  if (!equalBytes(encodingOf(tbs.read(TAG.sequence, 'the signature algorithm of a CRL')), encodingOf(algorithm))) {
    throw asn1Error('A CRL names two signature algorithms.')
  }
  const issuer = readName(tbs.read(TAG.sequence, 'the issuer of a CRL'))
  const thisUpdate = readTime(tbs.readAny('the time of a CRL'))
  const hasNextUpdate = tbs.nextTag === TAG.utcTime || tbs.nextTag === TAG.generalizedTime
  const nextUpdate = hasNextUpdate ? readTime(tbs.readAny('the time of the next CRL')) : undefined
  const revokedCertificates = tbs.readOptional(TAG.sequence)
  const extensionsField = tbs.readOptional(contextTag(0))
  tbs.assertDone()
  return {
    der: encodingOf(value),
    tbs: encodingOf(tbsValue),
    issuer,
    thisUpdate,
    nextUpdate,
    revokedCertificates,
    extensions: extensionsField === undefined ? [] : readExtensions(onlyChildOf(extensionsField)),
    signatureAlgorithm: readAlgorithm(algorithm),
    signature,
  }
}

/**
 * The entry for a serial number (contents octets of the INTEGER); undefined when the CRL does not list it.
 *
 * @throws SealwrightError `invalid_asn1` when the list is malformed, or the entry has a critical extension that is
 *   not known here, as those of indirect CRLs do: such a CRL must not be used (RFC 5280, 5.3).
 */
export function findRevocation(crl: CertificateList, serialNumber: Uint8Array): Revocation | undefined {
  const { revokedCertificates } = crl
  if (revokedCertificates === undefined) return undefined
  for (const entry of childrenOf(revokedCertificates)) {
    const reader = new DerReader(entry, TAG.sequence)
    if (equalBytes(readInteger(reader.read(TAG.integer, 'a serial number')), serialNumber)) return readEntry(reader)
  }
  return undefined
}

function readEntry(reader: DerReader): Revocation {
  const date = readTime(reader.readAny('the time of a revocation'))
  const extensionsField = reader.readOptional(TAG.sequence)
  reader.assertDone()
  const extensions = extensionsField === undefined ? [] : readExtensions(extensionsField)
  return { date, ...readEntryExtensions(extensions) }
}

/** Reason and invalidity date among the extensions of a CRL entry; OCSP responses have them too. */
export function readEntryExtensions(extensions: readonly CertificateExtension[]): Omit<Revocation, 'date'> {
  let reason: number | undefined
  let invalidityDate: Date | undefined
  for (const extension of extensions) {
    if (extension.oid === REASON_CODE) reason = readEnumerated(readDer(extension.value))
    else if (extension.oid === INVALIDITY_DATE) invalidityDate = readTime(readDer(extension.value))
    else if (extension.critical) throw asn1Error('An entry of a CRL has an unknown critical extension.')
  }
  return { reason, invalidityDate }
}

/** An ENUMERATED of one octet. */
export function readEnumerated(value: DerValue): number {
  if (value.tag !== TAG.enumerated) throw asn1Error('An ASN.1 value should be ENUMERATED.')
  return readSmallInteger({ ...value, tag: TAG.integer })
}

/**
 * Decodes the contents of the issuingDistributionPoint extension.
 *
 * @throws SealwrightError `invalid_asn1` when it is malformed.
 */
export function readCrlScope(value: Uint8Array): CrlScope {
  const reader = new DerReader(readDer(value), TAG.sequence)
  const pointField = reader.readOptional(contextTag(0))
  const flag = (number: number) => {
    const field = reader.readOptional(primitiveContextTag(number))
    return field !== undefined && octetsOf(field)[0] !== 0
  }
  const onlyUserCertificates = flag(1)
  const onlyCaCertificates = flag(2)
  const onlySomeReasons = isStringTag(reader.nextTag, primitiveContextTag(3))
  if (onlySomeReasons) reader.readAny('reasons')
  const isIndirect = flag(4)
  const onlyAttributeCertificates = flag(5)
  reader.assertDone()
  return {
    distributionPoint: pointField === undefined ? undefined : readPointNames(pointField),
    onlyUserCertificates,
    onlyCaCertificates,
    onlySomeReasons,
    isIndirect,
    onlyAttributeCertificates,
  }
}

/** The fullName of a DistributionPointName, as encodings. */
function readPointNames(field: DerValue): Uint8Array[] {
  const [name] = childrenOf(field)
  return name?.tag === contextTag(0) ? Array.from(childrenOf(name), encodingOf) : []
}

/**
 * The names of all distribution points in a cRLDistributionPoints extension (RFC 5280, 4.2.1.13), as encodings of
 * GeneralNames. Points that are only for some reasons or served by another issuer are left out.
 */
export function readDistributionPoints(value: Uint8Array): Uint8Array[] {
  return Array.from(childrenOf(readDer(value))).flatMap((point) => {
    const fields = [...childrenOf(point)]
    const pointField = fields.find((field) => field.tag === contextTag(0))
    return pointField === undefined || fields.length > 1 ? [] : readPointNames(pointField)
  })
}
