/**
 * Parsing CMS SignedData (RFC 5652, 5), in DER or BER, and checking the signature of one SignerInfo.
 *
 * @module
 */

import { isAllZero } from '../../bytes.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import { type AlgorithmIdentifier, readAlgorithm } from '../asn1/algorithm-identifier.js'
import {
  asn1Error,
  contextTag,
  DerReader,
  type DerValue,
  encodingOf,
  equalBytes,
  isDistinguished,
  isStringTag,
  listOf,
  octetsOf,
  onlyChildOf,
  primitiveContextTag,
  readDer,
  readOctetString,
  TAG,
  toDer,
} from '../asn1/der.js'
import { readInteger, readOid, readSmallInteger } from '../asn1/der-values.js'
import { OID } from '../asn1/oids.js'
import { equalNames, readName } from '../certificate/distinguished-name.js'
import type { Certificate } from '../certificate/x509.js'

const { maxAttributes, maxPoolCertificates, maxRevocationItems, maxSigners } = CRYPTO_LIMITS

/** An attribute with the encodings of its values. */
export interface CmsAttribute {
  readonly oid: string
  readonly values: readonly Uint8Array[]
}

/** Identification of a certificate in SignerInfo. */
type SignerIdentifier =
  | { readonly type: 'issuerAndSerialNumber'; readonly issuer: Uint8Array; readonly serialNumber: Uint8Array }
  | { readonly type: 'subjectKeyIdentifier'; readonly keyIdentifier: Uint8Array }

/** SignerInfo (RFC 5652, 5.3). */
export interface SignerInfo {
  readonly version: number
  readonly sid: SignerIdentifier
  readonly digestAlgorithm: AlgorithmIdentifier
  /** The signed attributes in the form that was signed: a DER SET OF; `undefined` when there are none. */
  readonly signedAttrsDer: Uint8Array | undefined
  /** True when they were written in BER, whatever their order. */
  readonly isSignedAttrsBer: boolean
  readonly signedAttrs: readonly CmsAttribute[]
  readonly signatureAlgorithm: AlgorithmIdentifier
  readonly signature: Uint8Array
  readonly unsignedAttrs: readonly CmsAttribute[]
}

/** A parsed SignedData with the ContentInfo around it. */
export interface SignedData {
  /** The ContentInfo without the bytes after it. */
  readonly der: Uint8Array
  /** Number of bytes after the ContentInfo. */
  readonly trailingBytes: number
  /** True when all of these bytes are zero, like the padding of a PDF's /Contents, and when there are none. */
  readonly isTrailingZero: boolean
  readonly version: number
  readonly digestAlgorithms: readonly AlgorithmIdentifier[]
  readonly contentType: string
  /** The encapsulated content; undefined when the signature is detached. */
  readonly content: Uint8Array | undefined
  /** Encodings of the X.509 certificates, in file order. Certificates of other kinds are left out. */
  readonly certificates: readonly Uint8Array[]
  /** Encodings of the CRLs. */
  readonly crls: readonly Uint8Array[]
  /** Encodings of OtherRevocationInfoFormat values (RFC 5940 puts OCSP responses there), still with their tag `[1]`. */
  readonly otherRevocationInfos: readonly Uint8Array[]
  readonly signerInfos: readonly SignerInfo[]
}

/**
 * Parses the ContentInfo at the beginning of `bytes`, which must hold SignedData. Bytes after it are reported and not judged.
 *
 * @throws SealwrightError `invalid_asn1` when it is malformed or of another content type.
 */
export function parseSignedData(bytes: Uint8Array): SignedData {
  const contentInfo = readDer(bytes)
  const outer = new DerReader(contentInfo, TAG.sequence)
  if (readOid(outer.read(TAG.oid, 'a content type')) !== OID.signedData) {
    throw asn1Error('The CMS structure is not SignedData.')
  }
  const signedData = onlyChildOf(outer.read(contextTag(0), 'SignedData'))
  outer.assertDone()

  const reader = new DerReader(signedData, TAG.sequence)
  const version = readSmallInteger(reader.read(TAG.integer, 'the version of SignedData'))
  const digestAlgorithms = listOf(reader.read(TAG.set, 'digest algorithms'), maxAttributes).map(readAlgorithm)
  const encapsulated = new DerReader(reader.read(TAG.sequence, 'the encapsulated content'), TAG.sequence)
  const contentType = readOid(encapsulated.read(TAG.oid, 'a content type'))
  const contentField = encapsulated.readOptional(contextTag(0))
  encapsulated.assertDone()
  const certificatesField = reader.readOptional(contextTag(0))
  const crlsField = reader.readOptional(contextTag(1))
  const signerInfos = listOf(reader.read(TAG.set, 'the signers'), maxSigners).map(readSignerInfo)
  reader.assertDone()

  const revocation = crlsField === undefined ? [] : listOf(crlsField, maxRevocationItems)
  const trailing = bytes.subarray(contentInfo.end)
  return {
    der: encodingOf(contentInfo),
    trailingBytes: trailing.length,
    isTrailingZero: isAllZero(trailing),
    version,
    digestAlgorithms,
    contentType,
    content: contentField === undefined ? undefined : readContent(contentField),
    certificates:
      certificatesField === undefined ? [] : encodingsWithTag(listCertificates(certificatesField), TAG.sequence),
    crls: encodingsWithTag(revocation, TAG.sequence),
    otherRevocationInfos: encodingsWithTag(revocation, contextTag(1)),
    signerInfos,
  }
}

/**
 * The signed content. eContent is an OCTET STRING; in PKCS#7 (RFC 2315, 7) it had any type, whose contents octets were
 * signed.
 */
function readContent(field: DerValue): Uint8Array {
  const content = onlyChildOf(field)
  return isStringTag(content.tag, TAG.octetString) ? readOctetString(content) : octetsOf(content)
}

/** The X.509 certificates among CertificateChoices (RFC 5652, 10.2.2), which are recognised by their tag. */
function listCertificates(field: DerValue): DerValue[] {
  const list = listOf(field, maxPoolCertificates)
  if (list.every(({ tag }) => CERTIFICATE_TAGS.has(tag))) return list
  throw asn1Error('Something else stands among the certificates of the CMS.')
}

const CERTIFICATE_TAGS: ReadonlySet<number> = new Set([TAG.sequence, ...[0, 1, 2, 3].map(contextTag)])

function encodingsWithTag(values: readonly DerValue[], tag: number): Uint8Array[] {
  return values.filter((value) => value.tag === tag).map(encodingOf)
}

function readSignerInfo(value: DerValue): SignerInfo {
  const reader = new DerReader(value, TAG.sequence)
  const version = readSmallInteger(reader.read(TAG.integer, 'the version of a signer'))
  const sid = readSignerIdentifier(reader.readAny('the identifier of a signer'))
  const digestAlgorithm = readAlgorithm(reader.read(TAG.sequence, 'a digest algorithm'))
  const signedField = reader.readOptional(contextTag(0))
  const signatureAlgorithm = readAlgorithm(reader.read(TAG.sequence, 'a signature algorithm'))
  const signature = readOctetString(reader.readAny('a signature'))
  const unsignedField = reader.readOptional(contextTag(1))
  reader.assertDone()
  return {
    version,
    sid,
    digestAlgorithm,
    signedAttrsDer: signedField === undefined ? undefined : encodeSignedAttrs(signedField),
    isSignedAttrsBer: signedField !== undefined && !isDistinguished(signedField),
    signedAttrs: readAttributes(signedField),
    signatureAlgorithm,
    signature,
    unsignedAttrs: readAttributes(unsignedField),
  }
}

function readSignerIdentifier(value: DerValue): SignerIdentifier {
  if (isStringTag(value.tag, primitiveContextTag(0))) {
    return { type: 'subjectKeyIdentifier', keyIdentifier: octetsOf(value) }
  }
  const reader = new DerReader(value, TAG.sequence)
  const issuer = encodingOf(reader.read(TAG.sequence, 'the issuer of the certificate'))
  const serialNumber = readInteger(reader.read(TAG.integer, 'the serial number of the certificate'))
  reader.assertDone()
  return { type: 'issuerAndSerialNumber', issuer, serialNumber }
}

/**
 * The signed attributes as they were signed: in DER, with the tag of SET OF instead of the implicit `[0]` (RFC 5652, 5.4).
 */
function encodeSignedAttrs(field: DerValue): Uint8Array {
  const der = new Uint8Array(toDer(field))
  der[0] = TAG.set
  return der
}

function readAttributes(field: DerValue | undefined): CmsAttribute[] {
  if (field === undefined) return []
  return listOf(field, maxAttributes).map((value) => {
    const reader = new DerReader(value, TAG.sequence)
    const oid = readOid(reader.read(TAG.oid, 'the type of an attribute'))
    const values = listOf(reader.read(TAG.set, 'the values of an attribute'), maxAttributes).map(encodingOf)
    reader.assertDone()
    return { oid, values }
  })
}

/**
 * The value of an attribute that may occur only once and with one value (RFC 5652, 11). Undefined when it is absent, and when
 * it occurs more than once, since then no value is reliable.
 */
export function singleAttributeValue(attributes: readonly CmsAttribute[], oid: string): Uint8Array | undefined {
  const found = attributes.filter((attribute) => attribute.oid === oid)
  return found.length === 1 && found[0]?.values.length === 1 ? found[0].values[0] : undefined
}

/** The messageDigest attribute, if there is exactly one. */
export function messageDigestOf(signer: SignerInfo): Uint8Array | undefined {
  const value = singleAttributeValue(signer.signedAttrs, OID.messageDigest)
  return value === undefined ? undefined : readOctetString(readDer(value))
}

/**
 * True when `sid` identifies this certificate. `subjectKeyIdentifier` is the certificate's, if it has one.
 *
 * @throws SealwrightError `invalid_asn1` when the issuer in `sid` is malformed.
 */
export function isSignerCertificate(
  sid: SignerIdentifier,
  certificate: Certificate,
  subjectKeyIdentifier: Uint8Array | undefined,
): boolean {
  if (sid.type === 'subjectKeyIdentifier') {
    return subjectKeyIdentifier !== undefined && equalBytes(sid.keyIdentifier, subjectKeyIdentifier)
  }
  if (!equalBytes(sid.serialNumber, certificate.serialNumber)) return false
  // Some signers encode the name again, with other string types than the certificate.
  return equalBytes(sid.issuer, certificate.issuer.der) || equalNames(readName(readDer(sid.issuer)), certificate.issuer)
}
