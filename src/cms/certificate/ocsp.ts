/**
 * OCSP responses (RFC 6960, 4.2).
 *
 * @module
 */

import { toHex } from '../../bytes.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import { hash } from '../../platform/hashes.js'
import { digestOf, readDigestAlgorithm } from '../algorithm/digest-algorithm.js'
import { type AlgorithmIdentifier, readAlgorithm } from '../asn1/algorithm-identifier.js'
import {
  asn1Error,
  contextTag,
  DerReader,
  type DerValue,
  encodingOf,
  equalBytes,
  isStringTag,
  listOf,
  onlyChildOf,
  primitiveContextTag,
  readBitString,
  readDer,
  readOctetString,
  TAG,
} from '../asn1/der.js'
import { readInteger, readOid, readTime } from '../asn1/der-values.js'
import { type Revocation, readEntryExtensions, readEnumerated } from './crl.js'
import { type DistinguishedName, readName } from './distinguished-name.js'
import { type Certificate, type CertificateExtension, readExtensions } from './x509.js'

/** Identifies the certificate that an answer is about. */
interface OcspCertificateId {
  readonly hashAlgorithm: AlgorithmIdentifier
  readonly issuerNameHash: Uint8Array
  readonly issuerKeyHash: Uint8Array
  readonly serialNumber: Uint8Array
}

/** The answer about one certificate. */
export interface OcspSingleResponse {
  readonly certificateId: OcspCertificateId
  readonly status: 'good' | 'revoked' | 'unknown'
  readonly revocation: Revocation | undefined
  readonly thisUpdate: Date
  readonly nextUpdate: Date | undefined
  readonly extensions: readonly CertificateExtension[]
}

/** A BasicOCSPResponse. */
export interface OcspResponse {
  /** The encoding that was parsed. */
  readonly der: Uint8Array
  /** ResponseData, the bytes that the responder signed. */
  readonly tbs: Uint8Array
  /** The responder, by its name or by the SHA-1 of its public key. */
  readonly responder: { readonly name: DistinguishedName } | { readonly keyHash: Uint8Array }
  readonly producedAt: Date
  readonly responses: readonly OcspSingleResponse[]
  readonly extensions: readonly CertificateExtension[]
  readonly signatureAlgorithm: AlgorithmIdentifier
  readonly signature: Uint8Array
  /** Encodings of the certificates in the response. */
  readonly certificates: readonly Uint8Array[]
}

const BASIC_RESPONSE = '1.3.6.1.5.5.7.48.1.1'

/**
 * Parses an OCSPResponse, or a BasicOCSPResponse, which some signers embed by itself.
 *
 * @throws SealwrightError `invalid_asn1` when it is malformed or says that the request failed.
 */
export function parseOcspResponse(der: Uint8Array): OcspResponse {
  const value = readDer(der)
  const reader = new DerReader(value, TAG.sequence)
  if (reader.nextTag !== TAG.enumerated) return readBasicResponse(value, der)
  if (readEnumerated(reader.readAny('a status')) !== 0) throw asn1Error('The OCSP responder did not answer.')
  const bytes = new DerReader(onlyChildOf(reader.read(contextTag(0), 'an OCSP answer')), TAG.sequence)
  reader.assertDone()
  if (readOid(bytes.read(TAG.oid, 'an OCSP answer')) !== BASIC_RESPONSE) {
    throw asn1Error('The OCSP answer is of an unknown type.')
  }
  const basic = readDer(readOctetString(bytes.readAny('an OCSP answer')))
  bytes.assertDone()
  return readBasicResponse(basic, der)
}

function readBasicResponse(value: DerValue, der: Uint8Array): OcspResponse {
  const outer = new DerReader(value, TAG.sequence)
  const tbsValue = outer.read(TAG.sequence, 'an OCSP answer')
  const signatureAlgorithm = readAlgorithm(outer.read(TAG.sequence, 'an OCSP answer'))
  const signature = readBitString(outer.read(TAG.bitString, 'an OCSP answer')).bytes
  const certificatesField = outer.readOptional(contextTag(0))
  outer.assertDone()
  const tbs = new DerReader(tbsValue)
  tbs.readOptional(contextTag(0))
  const responder = readResponder(tbs.readAny('an OCSP answer'))
  const producedAt = readTime(tbs.read(TAG.generalizedTime, 'an OCSP answer'))
  const responses = listOf(tbs.read(TAG.sequence, 'an OCSP answer'), CRYPTO_LIMITS.maxOcspAnswers).map(
    readSingleResponse,
  )
  const extensions = readExtensionsField(tbs.readOptional(contextTag(1)))
  tbs.assertDone()
  return {
    der,
    tbs: encodingOf(tbsValue),
    responder,
    producedAt,
    responses,
    extensions,
    signatureAlgorithm,
    signature,
    certificates:
      certificatesField === undefined
        ? []
        : listOf(onlyChildOf(certificatesField), CRYPTO_LIMITS.maxPoolCertificates).map(encodingOf),
  }
}

function readResponder(value: DerValue): OcspResponse['responder'] {
  if (value.tag === contextTag(1)) return { name: readName(onlyChildOf(value)) }
  if (value.tag === contextTag(2)) return { keyHash: readOctetString(onlyChildOf(value)) }
  throw asn1Error('The OCSP responder is not named.')
}

function readSingleResponse(value: DerValue): OcspSingleResponse {
  const reader = new DerReader(value, TAG.sequence)
  const id = new DerReader(reader.read(TAG.sequence, 'an OCSP answer'))
  const certificateId: OcspCertificateId = {
    hashAlgorithm: readAlgorithm(id.read(TAG.sequence, 'an OCSP answer')),
    issuerNameHash: readOctetString(id.readAny('an OCSP answer')),
    issuerKeyHash: readOctetString(id.readAny('an OCSP answer')),
    serialNumber: readInteger(id.read(TAG.integer, 'an OCSP answer')),
  }
  id.assertDone()
  const statusField = reader.readAny('an OCSP answer')
  const thisUpdate = readTime(reader.read(TAG.generalizedTime, 'an OCSP answer'))
  const nextField = reader.readOptional(contextTag(0))
  const extensions = readExtensionsField(reader.readOptional(contextTag(1)))
  reader.assertDone()
  const isRevoked = statusField.tag === contextTag(1)
  return {
    certificateId,
    status: isRevoked ? 'revoked' : isStringTag(statusField.tag, primitiveContextTag(0)) ? 'good' : 'unknown',
    revocation: isRevoked ? readRevokedInfo(statusField, extensions) : undefined,
    thisUpdate,
    nextUpdate: nextField === undefined ? undefined : readTime(onlyChildOf(nextField)),
    extensions,
  }
}

function readRevokedInfo(field: DerValue, extensions: readonly CertificateExtension[]): Revocation {
  const reader = new DerReader(field)
  const date = readTime(reader.read(TAG.generalizedTime, 'an OCSP answer'))
  const reasonField = reader.readOptional(contextTag(0))
  // An answer may have the extensions of CRL entries (RFC 6960, 4.4.5).
  const { reason, invalidityDate } = readEntryExtensions(extensions.map((each) => ({ ...each, critical: false })))
  return {
    date,
    reason: reasonField === undefined ? reason : readEnumerated(onlyChildOf(reasonField)),
    invalidityDate,
  }
}

function readExtensionsField(field: DerValue | undefined): CertificateExtension[] {
  return field === undefined ? [] : readExtensions(onlyChildOf(field))
}

/** The certificate that an answer is about: an algorithm, and its digest (Common PKI, part 4, 3.1.2). */
const CERT_HASH = '1.3.36.8.3.13'

function endsInDigest(encoded: Uint8Array, { der }: Certificate): boolean {
  return ['sha1', 'sha256', 'sha384', 'sha512'].some((name) => toHex(encoded).endsWith(hash(name, der, 'hex')))
}

/** True when an answer is about this certificate of this issuer (RFC 6960, 4.1.1). */
export function isAnswerFor(
  { certificateId: id, extensions }: OcspSingleResponse,
  certificate: Certificate,
  issuer: Certificate,
): boolean {
  if (!equalBytes(id.serialNumber, certificate.serialNumber)) return false
  const digest = readDigestAlgorithm(id.hashAlgorithm)
  return (
    digest !== undefined &&
    extensions.every(({ oid, value }) => oid !== CERT_HASH || endsInDigest(value, certificate)) &&
    equalBytes(id.issuerKeyHash, digestOf(digest, issuer.publicKey.keyBytes)) &&
    (equalBytes(id.issuerNameHash, digestOf(digest, certificate.issuer.der)) ||
      equalBytes(id.issuerNameHash, digestOf(digest, issuer.subject.der)))
  )
}
