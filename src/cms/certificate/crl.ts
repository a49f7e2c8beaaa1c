/**
 * Reads certificate revocation lists (RFC 5280, 5). The list of revoked certificates is searched and not decoded: it may hold
 * hundreds of thousands of entries, of which only one is needed.
 *
 * @module
 */

import { toHex } from '../../bytes.js'
import { type AlgorithmIdentifier, readAlgorithm } from '../asn1/algorithm-identifier.js'
import {
  asn1Error,
  childrenOf,
  contentOf,
  contextTag,
  DerReader,
  type DerValue,
  encodingOf,
  equalBytes,
  onlyChildOf,
  readBitString,
  readDer,
  TAG,
} from '../asn1/der.js'
import { readInteger, readSmallInteger, readTime } from '../asn1/der-values.js'
import { type DistinguishedName, equalNames, readName } from './distinguished-name.js'
import { directoryNameOf } from './distribution-points.js'
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

/** Reason and time of a revocation (RFC 5280, 5.3). */
export interface Revocation {
  readonly date: Date
  /** CRLReason; `undefined` when absent. */
  readonly reason: number | undefined
  /** Time when the key was probably compromised; `undefined` when unknown. */
  readonly invalidityDate: Date | undefined
}

export const REASON = {
  keyCompromise: 1,
  cACompromise: 2,
  certificateHold: 6,
  removeFromCRL: 8,
  aACompromise: 10,
} as const

const CRL_NUMBER = '2.5.29.20'
const REASON_CODE = '2.5.29.21'
const INVALIDITY_DATE = '2.5.29.24'
export const DELTA_CRL_INDICATOR = '2.5.29.27'
const CERTIFICATE_ISSUER = '2.5.29.29'

/**
 * Parses a CertificateList.
 *
 * @throws SealwrightError `invalid_asn1` when it is malformed.
 */
export function parseCrl(der: Uint8Array): CertificateList {
  const value = readDer(der)
  const outer = new DerReader(value, TAG.sequence)
  const tbsValue = outer.read(TAG.sequence, 'a CRL')
  const algorithm = outer.read(TAG.sequence, 'a CRL')
  const signature = readBitString(outer.read(TAG.bitString, 'a CRL')).bytes
  outer.assertDone()
  const tbs = new DerReader(tbsValue)
  tbs.readOptional(TAG.integer)
  // The algorithm next to the signature must be the signed one (RFC 5280, 5.1.1.2).
  if (!equalBytes(encodingOf(tbs.read(TAG.sequence, 'a CRL')), encodingOf(algorithm))) {
    throw asn1Error('A CRL names two signature algorithms.')
  }
  const issuer = readName(tbs.read(TAG.sequence, 'a CRL'))
  const thisUpdate = readTime(tbs.readAny('a CRL'))
  const hasNextUpdate = tbs.nextTag === TAG.utcTime || tbs.nextTag === TAG.generalizedTime
  const nextUpdate = hasNextUpdate ? readTime(tbs.readAny('a CRL')) : undefined
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

/** The certificate that is searched for in a CRL. */
interface CrlSubject {
  /** Contents octets of the serial number INTEGER. */
  readonly serialNumber: Uint8Array
  readonly issuer: DistinguishedName
}

/**
 * The entry for a certificate; undefined when the CRL does not list it. If it lists a certificate twice, which it must not,
 * the more serious entry counts.
 *
 * @param isIndirect whether the CRL may have entries of several issuers (RFC 5280, 5.2.5)
 * @throws SealwrightError `invalid_asn1` when the list is malformed, or any entry has an unknown critical extension. Without
 *   `isIndirect`, the extension of indirect CRLs is unknown. Such a CRL must not be used for any certificate (RFC 5280, 5.3).
 */
export function findRevocation(crl: CertificateList, subject: CrlSubject, isIndirect = false): Revocation | undefined {
  const { revokedCertificates } = crl
  if (revokedCertificates === undefined) return undefined
  const isEachRead = isIndirect || mayHaveCritical(revokedCertificates)
  // An entry without the extension has the issuer of the entry before; the first one has that of the CRL (5.3.3).
  let issuer = crl.issuer
  let found: Revocation | undefined
  for (const entry of childrenOf(revokedCertificates)) {
    const reader = new DerReader(entry, TAG.sequence)
    const serialNumber = readInteger(reader.read(TAG.integer, 'a serial number'))
    const isNumber = equalBytes(serialNumber, subject.serialNumber)
    if (!isEachRead && !isNumber) continue
    const dateField = reader.readAny('a CRL')
    const extensions = readEntryExtensionsField(reader)
    assertKnown(extensions, isIndirect)
    if (isIndirect) issuer = certificateIssuerOf(extensions) ?? issuer
    if (!isNumber || (isIndirect && !equalNames(issuer, subject.issuer))) continue
    const own = extensions.filter(({ oid }) => oid !== CERTIFICATE_ISSUER)
    const revocation = { date: readTime(dateField), ...readEntryExtensions(own) }
    if (found === undefined || seriousness(revocation) > seriousness(found)) found = revocation
  }
  return found
}

/** How certain an entry is about the end of a certificate. */
function seriousness({ reason }: Revocation): number {
  return reason === REASON.removeFromCRL ? 0 : reason === REASON.certificateHold ? 1 : 2
}

/** Encoding of `critical TRUE`. */
const DER_TRUE = Buffer.from('0101ff', 'hex')

/**
 * False for a list in which no extension is critical, as in nearly all. It is found without reading the entries, of which
 * there may be hundreds of thousands.
 */
function mayHaveCritical(revokedCertificates: DerValue): boolean {
  const contents = contentOf(revokedCertificates)
  return Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength).includes(DER_TRUE)
}

/** @throws SealwrightError `invalid_asn1` for a critical extension that cannot be processed */
function assertKnown(extensions: readonly CertificateExtension[], isIndirect: boolean): void {
  const isKnown = (oid: string) =>
    oid === REASON_CODE || oid === INVALIDITY_DATE || (isIndirect && oid === CERTIFICATE_ISSUER)
  if (extensions.some(({ oid, critical }) => critical && !isKnown(oid))) {
    throw asn1Error('An entry of a CRL has an unknown critical extension.')
  }
}

function readEntryExtensionsField(reader: DerReader): readonly CertificateExtension[] {
  const field = reader.readOptional(TAG.sequence)
  reader.assertDone()
  return field === undefined ? [] : readExtensions(field)
}

/** @throws SealwrightError `invalid_asn1` when it is not a directory name, so that the entries' issuer is unknown */
function certificateIssuerOf(extensions: readonly CertificateExtension[]): DistinguishedName | undefined {
  const extension = extensions.find(({ oid }) => oid === CERTIFICATE_ISSUER)
  if (extension === undefined) return undefined
  const [name] = Array.from(childrenOf(readDer(extension.value)), encodingOf)
  const issuer = name === undefined ? undefined : directoryNameOf(name)
  if (issuer === undefined) throw asn1Error('An entry of a CRL names its issuer in an unknown form.')
  return issuer
}

/** Reason and invalidity date in the extensions of a CRL entry, which OCSP responses have too. */
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
 * The number of a CRL (RFC 5280, 5.2.3), or the lowest number of those to which a delta CRL applies (5.2.4); `undefined` when
 * it has none. One that is too long or negative, which it must not be, does not make the list unusable.
 */
export function crlNumberOf(
  { extensions }: CertificateList,
  wanted: typeof CRL_NUMBER | typeof DELTA_CRL_INDICATOR = CRL_NUMBER,
): bigint | undefined {
  const extension = extensions.find(({ oid }) => oid === wanted)
  return extension && BigInt(`0x${toHex(readInteger(readDer(extension.value)))}`)
}
