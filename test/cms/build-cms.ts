/**
 * Builds SignedData piece by piece, so that tests can put a wrong piece in.
 *
 * @module
 */

import { createHash, createPrivateKey, sign } from 'node:crypto'
import { concatBytes } from '../../src/bytes.js'
import {
  derExplicit,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  encodeDer,
} from '../../src/cms/asn1/der-writer.js'
import { parseCertificate } from '../../src/cms/certificate/x509.js'
import { pemToDer, type TestCredential } from './openssl-keys.js'

export const DATA_OID = '1.2.840.113549.1.7.1'
export const CONTENT_TYPE_OID = '1.2.840.113549.1.9.3'
export const MESSAGE_DIGEST_OID = '1.2.840.113549.1.9.4'

export interface CmsParts {
  readonly credential: TestCredential
  readonly content: Uint8Array
  readonly digest?: { readonly oid: string; readonly name: string; readonly bytes?: number }
  /** The AlgorithmIdentifier of the signature. */
  readonly signatureAlgorithm?: Uint8Array
  /** What node:crypto hashes with for the signature; null for EdDSA. */
  readonly signatureHash?: string | null
  /** Attributes beside or instead of contentType and messageDigest, encoded. */
  readonly attributes?: readonly Uint8Array[]
  /** Replaces contentType and messageDigest. */
  readonly baseAttributes?: readonly Uint8Array[]
  /** Whether the attributes are written in reverse order after having been signed in DER's. */
  readonly isUnsorted?: boolean
  /** Whether they are signed in the reverse order as well. */
  readonly isSignedUnsorted?: boolean
  /** Of an RSA signature, as node:crypto numbers it. */
  readonly padding?: number
  /** Whether an ECDSA signature is r and s side by side. */
  readonly isPlain?: boolean
  readonly certificates?: readonly Uint8Array[]
  /** Type of the content that is not inside. Default id-data. */
  readonly contentType?: string
}

/** An encoded attribute. */
export function attribute(oid: string, ...values: Uint8Array[]): Uint8Array {
  return derSequence(derOid(oid), derSetOf(values))
}

/** contentType id-data. */
export function contentTypeAttribute(): Uint8Array {
  return attribute(CONTENT_TYPE_OID, derOid(DATA_OID))
}

/** messageDigest with this digest. */
export function messageDigestAttribute(digest: Uint8Array): Uint8Array {
  return attribute(MESSAGE_DIGEST_OID, derOctetString(digest))
}

/** A detached SignedData. */
export function buildCms(parts: CmsParts): Uint8Array {
  const { credential, content, digest = { oid: '2.16.840.1.101.3.4.2.1', name: 'sha256' } } = parts
  const { signatureAlgorithm = derSequence(derOid('1.2.840.10045.4.3.2')), signatureHash = 'sha256' } = parts
  const leaf = parseCertificate(pemToDer(credential.certificate))
  const hashOptions = digest.bytes === undefined ? {} : { outputLength: digest.bytes }
  const messageDigest = createHash(digest.name, hashOptions).update(content).digest()
  const base = parts.baseAttributes ?? [contentTypeAttribute(), messageDigestAttribute(messageDigest)]
  const attributes = [...base, ...(parts.attributes ?? [])]
  const reversed = [...attributes].sort(Buffer.compare).reverse()
  const signedAttrs = parts.isSignedUnsorted ? encodeDer(0x31, ...reversed) : derSetOf(attributes)
  const key = {
    key: createPrivateKey(credential.key),
    ...(parts.padding === undefined ? {} : { padding: parts.padding }),
    ...(parts.isPlain === true ? { dsaEncoding: 'ieee-p1363' as const } : {}),
  }
  const signature = sign(signatureHash, signedAttrs, key)
  const written = parts.isUnsorted
    ? encodeDer(0xa0, ...reversed)
    : concatBytes([Uint8Array.of(0xa0), signedAttrs.subarray(1)])
  const digestAlgorithm = derSequence(derOid(digest.oid))
  const signer = derSequence(
    derInteger(1),
    derSequence(leaf.issuer.der, encodeDer(0x02, leaf.serialNumber)),
    digestAlgorithm,
    written,
    signatureAlgorithm,
    derOctetString(signature),
  )
  const signedData = derSequence(
    derInteger(1),
    derSetOf([digestAlgorithm]),
    derSequence(derOid(parts.contentType ?? DATA_OID)),
    encodeDer(0xa0, ...(parts.certificates ?? [leaf.der])),
    derSetOf([signer]),
  )
  return derSequence(derOid('1.2.840.113549.1.7.2'), derExplicit(0, signedData))
}
