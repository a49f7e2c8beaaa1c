/**
 * The meaning of signature algorithms in CMS and X.509, in one table for our own signatures and those of others, including
 * outdated algorithms.
 *
 * @module
 */

import { type AlgorithmIdentifier, hasNoParameters } from '../asn1/algorithm-identifier.js'
import { TAG } from '../asn1/der.js'
import { OID } from '../asn1/oids.js'
import type { SignerInfo } from '../message/signed-data.js'
import { type DigestAlgorithm, digestByName, readDigestAlgorithm } from './digest-algorithm.js'
import { type MlDsaSet, mlDsaSetOf } from './ml-dsa.js'
import { readPssParameters } from './pss-parameters.js'

/** Meaning of an AlgorithmIdentifier. */
export type SignatureScheme =
  | { readonly type: 'rsa'; readonly digest: DigestAlgorithm }
  | {
      readonly type: 'rsa-pss'
      readonly digest: DigestAlgorithm
      readonly mgfDigest: DigestAlgorithm
      readonly saltLength: number
    }
  /**
   * `plain`: r and s are concatenated (BSI TR-03111, 5.2.1) instead of a DER SEQUENCE. `curve`: parameters that name the
   * curve, which must be that of the key.
   */
  | {
      readonly type: 'ecdsa'
      readonly digest: DigestAlgorithm
      readonly plain: boolean
      readonly curve?: Uint8Array | undefined
    }
  | { readonly type: 'dsa'; readonly digest: DigestAlgorithm }
  | { readonly type: 'ed25519' | 'ed448'; readonly digest: undefined }
  | { readonly type: 'ml-dsa'; readonly set: MlDsaSet; readonly digest: undefined }

type HashedType = 'rsa' | 'ecdsa' | 'plain-ecdsa' | 'dsa'

/** Identifiers for a kind of key and a hash, given by its name in node:crypto. */
const SCHEMES: ReadonlyMap<string, readonly [type: HashedType, hash: string]> = new Map([
  ['1.2.840.113549.1.1.4', ['rsa', 'md5']],
  ['1.3.36.3.3.1.2', ['rsa', 'ripemd160']],
  ['1.2.840.113549.1.1.5', ['rsa', 'sha1']],
  ['1.3.14.3.2.29', ['rsa', 'sha1']],
  ['1.2.840.113549.1.1.14', ['rsa', 'sha224']],
  [OID.sha256WithRsa, ['rsa', 'sha256']],
  [OID.sha384WithRsa, ['rsa', 'sha384']],
  [OID.sha512WithRsa, ['rsa', 'sha512']],
  ['1.2.840.113549.1.1.15', ['rsa', 'sha512-224']],
  ['1.2.840.113549.1.1.16', ['rsa', 'sha512-256']],
  ['2.16.840.1.101.3.4.3.13', ['rsa', 'sha3-224']],
  ['2.16.840.1.101.3.4.3.14', ['rsa', 'sha3-256']],
  ['2.16.840.1.101.3.4.3.15', ['rsa', 'sha3-384']],
  ['2.16.840.1.101.3.4.3.16', ['rsa', 'sha3-512']],
  ['1.2.840.10045.4.1', ['ecdsa', 'sha1']],
  ['1.2.840.10045.4.3.1', ['ecdsa', 'sha224']],
  [OID.ecdsaWithSha256, ['ecdsa', 'sha256']],
  [OID.ecdsaWithSha384, ['ecdsa', 'sha384']],
  [OID.ecdsaWithSha512, ['ecdsa', 'sha512']],
  ['2.16.840.1.101.3.4.3.9', ['ecdsa', 'sha3-224']],
  ['2.16.840.1.101.3.4.3.10', ['ecdsa', 'sha3-256']],
  ['2.16.840.1.101.3.4.3.11', ['ecdsa', 'sha3-384']],
  ['2.16.840.1.101.3.4.3.12', ['ecdsa', 'sha3-512']],
  ['0.4.0.127.0.7.1.1.4.1.1', ['plain-ecdsa', 'sha1']],
  ['0.4.0.127.0.7.1.1.4.1.2', ['plain-ecdsa', 'sha224']],
  ['0.4.0.127.0.7.1.1.4.1.3', ['plain-ecdsa', 'sha256']],
  ['0.4.0.127.0.7.1.1.4.1.4', ['plain-ecdsa', 'sha384']],
  ['0.4.0.127.0.7.1.1.4.1.5', ['plain-ecdsa', 'sha512']],
  ['1.2.840.10040.4.3', ['dsa', 'sha1']],
  ['1.3.14.3.2.27', ['dsa', 'sha1']],
  ['2.16.840.1.101.3.4.3.1', ['dsa', 'sha224']],
  ['2.16.840.1.101.3.4.3.2', ['dsa', 'sha256']],
  ['2.16.840.1.101.3.4.3.3', ['dsa', 'sha384']],
  ['2.16.840.1.101.3.4.3.4', ['dsa', 'sha512']],
])

/** Identifiers for a kind of key only. Some signers use them in the place of an algorithm. */
const KEY_TYPES: ReadonlyMap<string, HashedType> = new Map([
  [OID.rsaEncryption, 'rsa'],
  [OID.ecPublicKey, 'ecdsa'],
  [OID.dsa, 'dsa'],
])

/**
 * The meaning of a signature algorithm; `undefined` when it is unknown or its parameters are malformed.
 *
 * @param digest digest algorithm of the SignerInfo, for identifiers that name a kind of key and no hash
 */
export function readSignatureScheme(
  algorithm: AlgorithmIdentifier,
  digest?: DigestAlgorithm,
): SignatureScheme | undefined {
  const { oid, parameters } = algorithm
  const keyType = KEY_TYPES.get(oid)
  // Elliptic curve and DSA identifiers may have the parameters of the key, which the certificate has too.
  if (keyType !== undefined && (keyType !== 'rsa' || hasNoParameters(algorithm))) {
    return digest && hashedScheme(keyType, digest)
  }
  // The parameters are always present, even if all of their fields are absent (RFC 4055, 3.1).
  if (oid === OID.rsassaPss) return parameters && pssScheme(parameters)
  const [type, hash] = SCHEMES.get(oid) ?? []
  const named = hash === undefined ? undefined : digestByName(hash)
  // German qualified cards name the curve of the key in the parameters of plain signatures.
  if (type === 'plain-ecdsa' && named !== undefined && isCurve(parameters)) {
    return { type: 'ecdsa', digest: named, plain: true, curve: parameters }
  }
  // Parameters are absent or NULL (RFC 4055, 5; RFC 5754, 3.3; RFC 8419, 3). Signers write NULL for curves too.
  if (!hasNoParameters(algorithm)) return undefined
  const set = mlDsaSetOf(algorithm)
  if (set !== undefined) return { type: 'ml-dsa', set, digest: undefined }
  if (oid === OID.ed25519) return { type: 'ed25519', digest: undefined }
  if (oid === OID.ed448) return { type: 'ed448', digest: undefined }
  return type && named && hashedScheme(type, named)
}

function hashedScheme(type: HashedType, digest: DigestAlgorithm): SignatureScheme {
  if (type === 'ecdsa' || type === 'plain-ecdsa') return { type: 'ecdsa', digest, plain: type === 'plain-ecdsa' }
  return { type, digest }
}

/** True for ECParameters (RFC 3279, 2.3.5): the name of a curve, or all of its numbers. */
function isCurve(parameters: Uint8Array | undefined): boolean {
  return parameters?.[0] === TAG.oid || parameters?.[0] === TAG.sequence
}

function pssScheme(parameters: Uint8Array): SignatureScheme | undefined {
  try {
    const { hash, mgfHash, saltLength } = readPssParameters(parameters)
    const [digest, mgfDigest] = [digestByName(hash), digestByName(mgfHash)]
    return digest && mgfDigest && { type: 'rsa-pss', digest, mgfDigest, saltLength }
  } catch {
    return undefined
  }
}

/** The algorithms of a signer; each is `undefined` when unknown. */
interface SignerAlgorithms {
  readonly digest: DigestAlgorithm | undefined
  readonly scheme: SignatureScheme | undefined
  /** True when a signature algorithm is in the place of the digest algorithm. */
  readonly isDigestImplied: boolean
}

/**
 * Meaning of the two algorithms of a SignerInfo (RFC 5652, 5.3). Some signers put a signature algorithm such as
 * sha256WithRSAEncryption in the place of the digest algorithm; then the digest that it implies is meant.
 */
export function readSignerAlgorithms({
  digestAlgorithm,
  signatureAlgorithm,
}: Pick<SignerInfo, 'digestAlgorithm' | 'signatureAlgorithm'>): SignerAlgorithms {
  const named = readDigestAlgorithm(digestAlgorithm)
  const digest = named ?? readSignatureScheme(digestAlgorithm)?.digest
  const scheme = readSignatureScheme(signatureAlgorithm, digest)
  return { digest, scheme, isDigestImplied: named === undefined && digest !== undefined }
}
