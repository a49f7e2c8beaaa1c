/**
 * Signed attributes of SignedData, besides messageDigest, that a verifier uses (RFC 5652, 11; RFC 6211).
 *
 * @module
 */

import { CRYPTO_LIMITS } from '../../limits.js'
import { type AlgorithmIdentifier, readAlgorithm } from '../asn1/algorithm-identifier.js'
import {
  asn1Error,
  childrenOf,
  contextTag,
  DerReader,
  encodingOf,
  equalBytes,
  listOf,
  onlyChildOf,
  readDer,
  TAG,
} from '../asn1/der.js'
import { readOid, readTime } from '../asn1/der-values.js'
import { derSetOf } from '../asn1/der-writer.js'
import { OID } from '../asn1/oids.js'
import { type SignerInfo, singleAttributeValue } from './signed-data.js'

/** Adobe's revocation data attribute (ISO 32000-2, 12.8.3.3.2): encodings of CRLs and OCSP responses. */
export interface RevocationArchival {
  readonly crls: readonly Uint8Array[]
  readonly ocsps: readonly Uint8Array[]
}

const ADBE_REVOCATION_INFO_ARCHIVAL = '1.2.840.113583.1.1.8'

/** The content type in the signed attributes, if the attribute occurs exactly once. */
export function contentTypeOf(signer: SignerInfo): string | undefined {
  const value = singleAttributeValue(signer.signedAttrs, OID.contentType)
  return value === undefined ? undefined : readOid(readDer(value))
}

/**
 * The time at which the signer claims to have signed.
 *
 * @throws SealwrightError `invalid_asn1` when it is malformed, or there is more than one (RFC 5652, 11.3).
 */
export function signingTimeOf(signer: SignerInfo): Date | undefined {
  const value = singleAttributeValue(signer.signedAttrs, OID.signingTime)
  if (value !== undefined) return readTime(readDer(value))
  if (signer.signedAttrs.some(({ oid }) => oid === OID.signingTime)) throw asn1Error('A signer claims several times.')
  return undefined
}

/**
 * True when the algorithms are those in CMSAlgorithmProtection (RFC 6211), and without the attribute.
 *
 * @throws SealwrightError `invalid_asn1` when it is malformed.
 */
export function hasProtectedAlgorithms(signer: SignerInfo): boolean {
  if (!signer.signedAttrs.some((attribute) => attribute.oid === OID.algorithmProtection)) return true
  const value = singleAttributeValue(signer.signedAttrs, OID.algorithmProtection)
  if (value === undefined) return false
  const reader = new DerReader(readDer(value), TAG.sequence)
  const digest = readAlgorithm(reader.read(TAG.sequence, 'a digest algorithm'))
  const signatureField = reader.readOptional(contextTag(1))
  if (signatureField === undefined || !isSameAlgorithm(digest, signer.digestAlgorithm)) return false
  const encoded = encodingOf(signatureField).slice()
  encoded[0] = TAG.sequence
  return isSameAlgorithm(readAlgorithm(readDer(encoded)), signer.signatureAlgorithm)
}

/** True for equal algorithms. Absent parameters and NULL are equal (RFC 5754, 2). */
function isSameAlgorithm(a: AlgorithmIdentifier, b: AlgorithmIdentifier): boolean {
  return a.oid === b.oid && equalBytes(a.parameters ?? NULL, b.parameters ?? NULL)
}

const NULL = Uint8Array.of(TAG.null, 0)

/**
 * The revocation data in the signed attributes; undefined when there is none.
 *
 * @throws SealwrightError `invalid_asn1` when it is malformed.
 */
export function revocationArchivalOf(signer: SignerInfo): RevocationArchival | undefined {
  const value = singleAttributeValue(signer.signedAttrs, ADBE_REVOCATION_INFO_ARCHIVAL)
  if (value === undefined) return undefined
  const reader = new DerReader(readDer(value), TAG.sequence)
  const readList = (number: number) => {
    const field = reader.readOptional(contextTag(number))
    return field === undefined ? [] : listOf(onlyChildOf(field), CRYPTO_LIMITS.maxRevocationItems).map(encodingOf)
  }
  return { crls: readList(0), ocsps: readList(1) }
}

/**
 * The signed attributes in DER order (X.690, 11.6), for signers that signed them in this order and wrote them in another;
 * `undefined` when they are in this order already.
 */
export function sortSignedAttrs(signedAttrsDer: Uint8Array): Uint8Array | undefined {
  const sorted = derSetOf(Array.from(childrenOf(readDer(signedAttrsDer)), encodingOf))
  return equalBytes(sorted, signedAttrsDer) ? undefined : sorted
}
