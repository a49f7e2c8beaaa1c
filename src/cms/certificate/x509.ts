/**
 * Reads X.509 certificates (RFC 5280) leniently. Whether a certificate is acceptable is judged elsewhere.
 *
 * @module
 */

import { CRYPTO_LIMITS } from '../../limits.js'
import { hash } from '../../platform/hashes.js'
import { type PublicKeyInfo, readPublicKeyInfo } from '../algorithm/public-key.js'
import { RecentCache } from '../algorithm/recent-cache.js'
import { type AlgorithmIdentifier, readAlgorithm } from '../asn1/algorithm-identifier.js'
import {
  asn1Error,
  contextTag,
  DerReader,
  type DerValue,
  encodingOf,
  equalBytes,
  onlyChildOf,
  primitiveContextTag,
  readBitString,
  readDer,
  readOctetString,
  TAG,
} from '../asn1/der.js'
import { readBoolean, readInteger, readOid, readSmallInteger, readTime } from '../asn1/der-values.js'
import { type DistinguishedName, readName } from './distinguished-name.js'

/** An extension; `value` is the encoding inside its OCTET STRING. */
export interface CertificateExtension {
  readonly oid: string
  readonly critical: boolean
  readonly value: Uint8Array
}

/** A certificate. All byte fields are views on `der`. */
export interface Certificate {
  readonly der: Uint8Array
  /** TBSCertificate, the bytes that the issuer signed. */
  readonly tbs: Uint8Array
  /** Version: 1, 2 or 3. */
  readonly version: number
  /** Contents octets of the serial number INTEGER. */
  readonly serialNumber: Uint8Array
  readonly issuer: DistinguishedName
  readonly subject: DistinguishedName
  readonly notBefore: Date
  readonly notAfter: Date
  readonly publicKey: PublicKeyInfo
  readonly extensions: readonly CertificateExtension[]
  readonly signatureAlgorithm: AlgorithmIdentifier
  /** True when the algorithm next to the signature is the signed one (RFC 5280, 4.1.1.2). */
  readonly namesOneAlgorithm: boolean
  readonly signature: Uint8Array
}

const recent = new RecentCache<Certificate>(64)

const digests = new WeakMap<Certificate, Uint8Array>()

/** The SHA-256 of a certificate, which identifies it; computed once for each. */
export function certificateDigest(certificate: Certificate): Uint8Array {
  let digest = digests.get(certificate)
  if (digest === undefined) {
    digest = new Uint8Array(hash('sha256', certificate.der, 'buffer'))
    digests.set(certificate, digest)
  }
  return digest
}

/**
 * Parses one certificate, which must fill `der` exactly. Recently seen certificates are not parsed again. Copies are kept, so
 * that no file stays in memory because of a certificate in it.
 *
 * @throws SealwrightError `invalid_asn1` when the bytes are not a certificate.
 */
export function parseCertificate(der: Uint8Array): Certificate {
  return recent.get(der, () => {
    if (der[0] !== TAG.sequence) throw asn1Error('It does not begin like a certificate.')
    const value = readDer(new Uint8Array(der))
    if (value.end !== der.length) throw asn1Error('There are bytes after the end of a certificate.')
    return readCertificate(value)
  })
}

/** Reads a Certificate value (RFC 5280, 4.1). */
function readCertificate(value: DerValue): Certificate {
  const outer = new DerReader(value, TAG.sequence)
  const tbsValue = outer.read(TAG.sequence, 'the signed part of a certificate')
  const outerAlgorithm = outer.read(TAG.sequence, 'the signature algorithm of a certificate')
  const signature = readBitString(outer.read(TAG.bitString, 'the signature of a certificate')).bytes
  outer.assertDone()

  const tbs = new DerReader(tbsValue)
  const versionField = tbs.readOptional(contextTag(0))
  const version = versionField === undefined ? 1 : readSmallInteger(onlyChildOf(versionField)) + 1
  const serialNumber = readInteger(tbs.read(TAG.integer, 'a serial number'))
  const innerAlgorithm = tbs.read(TAG.sequence, 'the signature algorithm of a certificate')
  readAlgorithm(innerAlgorithm)
  const issuer = readName(tbs.read(TAG.sequence, 'the issuer of a certificate'))
  const { notBefore, notAfter } = readValidity(tbs.read(TAG.sequence, 'the validity of a certificate'))
  const subject = readName(tbs.read(TAG.sequence, 'the subject of a certificate'))
  const publicKey = readPublicKeyInfo(tbs.read(TAG.sequence, 'a public key'))
  // The unique identifiers are not used.
  tbs.readOptional(primitiveContextTag(1))
  tbs.readOptional(primitiveContextTag(2))
  const extensionsField = tbs.readOptional(contextTag(3))
  tbs.assertDone()
  return {
    der: encodingOf(value),
    tbs: encodingOf(tbsValue),
    version,
    serialNumber,
    issuer,
    subject,
    notBefore,
    notAfter,
    publicKey,
    extensions: extensionsField === undefined ? [] : readExtensions(onlyChildOf(extensionsField)),
    signatureAlgorithm: readAlgorithm(outerAlgorithm),
    namesOneAlgorithm: equalBytes(encodingOf(outerAlgorithm), encodingOf(innerAlgorithm)),
    signature,
  }
}

function readValidity(value: DerValue): Pick<Certificate, 'notBefore' | 'notAfter'> {
  const validity = new DerReader(value)
  const notBefore = readTime(validity.readAny('the start of the validity'))
  const notAfter = readTime(validity.readAny('the end of the validity'))
  validity.assertDone()
  return { notBefore, notAfter }
}

/** Reads Extensions, a type that CRLs and OCSP responses have too. */
export function readExtensions(value: DerValue): CertificateExtension[] {
  const list = new DerReader(value, TAG.sequence)
  const extensions: CertificateExtension[] = []
  while (list.nextTag !== undefined) {
    if (extensions.length >= CRYPTO_LIMITS.maxAttributes) throw asn1Error('There are too many extensions.')
    const reader = new DerReader(list.readAny('an extension'), TAG.sequence)
    const oid = readOid(reader.readAny('the type of an extension'))
    const criticalField = reader.readOptional(TAG.boolean)
    const value = readOctetString(reader.readAny('the value of an extension'))
    reader.assertDone()
    extensions.push({ oid, critical: criticalField !== undefined && readBoolean(criticalField), value })
  }
  return extensions
}
