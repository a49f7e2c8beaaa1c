/**
 * Checks signatures by every algorithm that node:crypto can compute, and by RSASSA-PSS with two different hashes, which it
 * cannot.
 *
 * @module
 */

import { concatBytes } from '../../bytes.js'
import { verifyMlDsa } from '../../platform/post-quantum.js'
import {
  constants,
  createPublicKey,
  createVerify,
  HAS_NATIVE_PSS,
  type KeyObject,
  publicDecrypt,
  verify,
} from '../../platform/public-keys.js'
import { encodeAlgorithm } from '../asn1/algorithm-identifier.js'
import { equalBytes } from '../asn1/der.js'
import { derOctetString, derSequence } from '../asn1/der-writer.js'
import { OID } from '../asn1/oids.js'
import type { SignerInfo } from '../message/signed-data.js'
import { type DigestAlgorithm, digestOf, digestOidOf } from './digest-algorithm.js'
import { hasCurve, importPublicKey, judgeDsaKey, type PublicKeyInfo } from './public-key.js'
import { readSignerAlgorithms, type SignatureScheme } from './signature-scheme.js'

/** Result of a check. `unsupported`: the key or the algorithm cannot be computed here, so nothing is proved either way. */
export type SignatureCheck = 'match' | 'mismatch' | 'unsupported'

/**
 * Whether `signature` is a signature by this key over the concatenated parts.
 *
 * @example
 * ```ts
 * const scheme = readSignatureScheme(certificate.signatureAlgorithm)
 * if (scheme && checkSignature(scheme, issuer.publicKey, [certificate.tbs], certificate.signature) === 'match') ...
 * ```
 */
export function checkSignature(
  scheme: SignatureScheme,
  publicKey: PublicKeyInfo,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): SignatureCheck {
  // A signature that anybody could make proves nothing.
  if (publicKey.kind.type === 'void') return 'mismatch'
  if (scheme.type === 'ml-dsa' || publicKey.kind.type === 'ml-dsa') {
    return isMlDsaSignature(scheme, publicKey, parts, signature) ? 'match' : 'mismatch'
  }
  const key = loadKey(publicKey)
  if (key === undefined) return 'unsupported'
  // A key of another kind than the algorithm needs cannot have made the signature.
  if (!fitsKey(scheme, key)) return 'mismatch'
  if (!isCurveOfKey(scheme, publicKey)) return 'mismatch'
  const dsa = scheme.type === 'dsa' ? judgeDsaKey(publicKey) : 'sound'
  if (dsa !== 'sound') return dsa === 'void' ? 'mismatch' : 'unsupported'
  try {
    return isSignatureOf(scheme, publicKey, key, parts, signature) ? 'match' : 'mismatch'
  } catch {
    return 'mismatch'
  }
}

/** False also for a key of another kind or parameter set than the algorithm, since it cannot have made the signature. */
function isMlDsaSignature(
  scheme: SignatureScheme,
  { kind, der, keyBytes }: PublicKeyInfo,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): boolean {
  if (scheme.type !== 'ml-dsa' || kind.type !== 'ml-dsa' || scheme.set !== kind.set) return false
  if (signature.length !== scheme.set.signatureBytes) return false
  const [only] = parts
  const data = only !== undefined && parts.length === 1 ? only : concatBytes(parts)
  try {
    return verifyMlDsa(scheme.set.name, { spki: der, raw: keyBytes }, data, signature)
  } catch {
    return false
  }
}

/**
 * True when a signer's signature was made by a key: over the signed attributes if there are any, else over `content`. Whether
 * the messageDigest attribute is right is a separate question, see `messageDigestOf`.
 *
 * @returns false for a wrong signature, and for an algorithm or key that is unknown or malformed
 */
export function verifySignerInfo(signer: SignerInfo, publicKey: PublicKeyInfo, content?: Uint8Array): boolean {
  const signed = signer.signedAttrsDer ?? content
  const { scheme } = readSignerAlgorithms(signer)
  if (signed === undefined || scheme === undefined) return false
  return checkSignature(scheme, publicKey, [signed], signer.signature) === 'match'
}

/**
 * The key as node:crypto uses it; `undefined` for keys that it does not accept, and for curves without a name (RFC 5480,
 * 2.1.1).
 */
function loadKey(publicKey: PublicKeyInfo): KeyObject | undefined {
  if (publicKey.algorithm.oid === OID.ecPublicKey && publicKey.kind.type !== 'ec') return undefined
  try {
    return importPublicKey(publicKey)
  } catch {
    return undefined
  }
}

function fitsKey(scheme: SignatureScheme, key: KeyObject): boolean {
  const type = key.asymmetricKeyType
  if (scheme.type === 'ecdsa') return type === 'ec'
  return type === scheme.type || (scheme.type === 'rsa-pss' && type === 'rsa')
}

/** True unless an algorithm names another curve than that of the key. */
export function isCurveOfKey(scheme: SignatureScheme, publicKey: PublicKeyInfo): boolean {
  const curve = scheme.type === 'ecdsa' ? scheme.curve : undefined
  return curve === undefined || hasCurve(publicKey, curve)
}

function isSignatureOf(
  scheme: SignatureScheme,
  publicKey: PublicKeyInfo,
  key: KeyObject,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): boolean {
  switch (scheme.type) {
    case 'rsa':
      return isRsaSignature(scheme.digest, key, parts, signature)
    case 'rsa-pss': {
      const isNative = HAS_NATIVE_PSS && scheme.mgfDigest.name === scheme.digest.name
      if (!isNative) return isPssSignature(scheme, publicKey, parts, signature)
      const padding = constants.RSA_PKCS1_PSS_PADDING
      const { saltLength } = scheme
      return feedVerify(scheme.digest.name, parts).verify({ key, padding, saltLength }, signature)
    }
    case 'ecdsa': {
      const dsaEncoding = scheme.plain ? 'ieee-p1363' : 'der'
      return feedVerify(scheme.digest.name, parts).verify({ key, dsaEncoding }, signature)
    }
    case 'dsa':
      return feedVerify(scheme.digest.name, parts).verify(key, signature)
    default:
      return verify(null, parts.length === 1 && parts[0] !== undefined ? parts[0] : concatBytes(parts), key, signature)
  }
}

function feedVerify(hash: string, parts: readonly Uint8Array[]) {
  const verifier = createVerify(hash)
  for (const part of parts) verifier.update(part)
  return verifier
}

/**
 * Checks RSASSA-PKCS1-v1_5. The NULL in DigestInfo may be missing (RFC 8017, 9.2, note 1), although OpenSSL insists on it.
 */
function isRsaSignature(
  digest: DigestAlgorithm,
  key: KeyObject,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): boolean {
  if (digest.name !== 'shake256' && isRsaSignatureForOpenssl(digest.name, key, parts, signature)) return true
  const oid = digestOidOf(digest.name)
  if (oid === undefined) return false
  const info = recoverDigestInfo(key, signature)
  // Most wrong signatures are rejected here: a second digest is only computed for a DigestInfo of exactly this length.
  const prefix = derSequence(encodeAlgorithm(oid), derOctetString(new Uint8Array(digest.bytes)))
  if (info === undefined || info.length !== prefix.length) return false
  return equalBytes(info, derSequence(encodeAlgorithm(oid), derOctetString(digestOf(digest, ...parts))))
}

function isRsaSignatureForOpenssl(
  hash: string,
  key: KeyObject,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): boolean {
  const [only] = parts
  // A single call leaves no object for the garbage collector to finalize.
  if (only !== undefined && parts.length === 1) return verify(hash, only, key, signature)
  return feedVerify(hash, parts).verify(key, signature)
}

/** The contents of an RSASSA-PKCS1-v1_5 signature without its padding; `undefined` when the padding is wrong. */
export function recoverDigestInfo(key: KeyObject, signature: Uint8Array): Uint8Array | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature)
  } catch {
    return undefined
  }
}

/** EMSA-PSS-VERIFY (RFC 8017, 9.1.2) for a mask that is made with another hash. */
function isPssSignature(
  scheme: SignatureScheme & { type: 'rsa-pss' },
  publicKey: PublicKeyInfo,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): boolean {
  const { digest, mgfDigest, saltLength } = scheme
  const { kind } = publicKey
  if (kind.type !== 'rsa' && kind.type !== 'rsa-pss') return false
  // The parameters of the key apply to its signatures (RFC 4055, 3.3).
  const bound = kind.type === 'rsa-pss' ? kind.parameters : undefined
  if (bound && (bound.hash !== digest.name || bound.mgfHash !== mgfDigest.name || saltLength < bound.saltLength)) {
    return false
  }
  const emBits = kind.modulusBits - 1
  const emLength = Math.ceil(emBits / 8)
  const maskLength = emLength - digest.bytes - 1
  if (signature.length !== Math.ceil(kind.modulusBits / 8) || maskLength < saltLength + 1) return false
  const key = createPublicKey({ key: Buffer.from(publicKey.keyBytes), format: 'der', type: 'pkcs1' })
  const raw: Uint8Array = publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, signature)
  const leading = raw.length - emLength
  if (raw.subarray(0, leading).some((byte) => byte !== 0) || raw[raw.length - 1] !== 0xbc) return false
  const masked = raw.subarray(leading, leading + maskLength)
  const expected = raw.subarray(leading + maskLength, raw.length - 1)
  const spareBits = 8 * emLength - emBits
  if (((masked[0] ?? 0) & (0xff00 >> spareBits) & 0xff) !== 0) return false
  const db = maskMgf1(mgfDigest, expected, masked)
  db[0] = (db[0] ?? 0) & (0xff >> spareBits)
  const saltStart = maskLength - saltLength
  for (let i = 0; i < saltStart - 1; i++) if (db[i] !== 0) return false
  if (db[saltStart - 1] !== 1) return false
  const salted = digestOf(digest, new Uint8Array(8), digestOf(digest, ...parts), db.subarray(saltStart))
  return equalBytes(salted, expected)
}

/** `data` combined with the mask of MGF1 (RFC 8017, B.2.1). */
function maskMgf1(digest: DigestAlgorithm, seed: Uint8Array, data: Uint8Array): Uint8Array {
  const out = data.slice()
  for (let at = 0, counter = 0; at < out.length; counter++) {
    const block = digestOf(digest, seed, Uint8Array.of(counter >>> 24, counter >>> 16, counter >>> 8, counter))
    for (let i = 0; i < block.length && at < out.length; i++, at++) out[at] = (out[at] ?? 0) ^ (block[i] ?? 0)
  }
  return out
}
