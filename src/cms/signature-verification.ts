/**
 * Checking signatures that others made: every algorithm that node:crypto can compute, and RSASSA-PSS with two hashes,
 * which it cannot.
 *
 * @module
 */

import { constants, createPublicKey, createVerify, type KeyObject, publicDecrypt, verify } from 'node:crypto'
import { type AlgorithmIdentifier, encodeAlgorithm } from './algorithm-identifier.js'
import { concatBytes, equalBytes } from './der.js'
import { derOctetString, derSequence } from './der-writer.js'
import { type DigestAlgorithm, digestByName, digestOf, digestOidOf, readDigestAlgorithm } from './digest-algorithm.js'
import { OID } from './oids.js'
import { importPublicKey, type PublicKeyInfo } from './public-key.js'
import { readSignatureScheme } from './signature-algorithm.js'
import type { SignerInfo } from './signed-data.js'

/** What an AlgorithmIdentifier means to a verifier. */
export type VerificationScheme =
  | { readonly type: 'rsa'; readonly digest: DigestAlgorithm }
  | {
      readonly type: 'rsa-pss'
      readonly digest: DigestAlgorithm
      readonly mgfDigest: DigestAlgorithm
      readonly saltLength: number
    }
  | { readonly type: 'ecdsa'; readonly digest: DigestAlgorithm; readonly plain: boolean }
  | { readonly type: 'dsa'; readonly digest: DigestAlgorithm }
  | { readonly type: 'ed25519' | 'ed448'; readonly digest: undefined }

/** `unsupported`: the key or the algorithm is one that cannot be computed here, so nothing is proved either way. */
export type SignatureCheck = 'match' | 'mismatch' | 'unsupported'

/** Algorithms that we never sign with, by identifier. */
const FOREIGN: ReadonlyMap<string, { readonly type: 'rsa' | 'ecdsa' | 'dsa'; readonly hash: string }> = new Map([
  ['1.2.840.113549.1.1.4', { type: 'rsa', hash: 'md5' }],
  ['1.3.36.3.3.1.2', { type: 'rsa', hash: 'ripemd160' }],
  ['1.2.840.113549.1.1.15', { type: 'rsa', hash: 'sha512-224' }],
  ['1.2.840.113549.1.1.16', { type: 'rsa', hash: 'sha512-256' }],
  ['2.16.840.1.101.3.4.3.13', { type: 'rsa', hash: 'sha3-224' }],
  ['2.16.840.1.101.3.4.3.9', { type: 'ecdsa', hash: 'sha3-224' }],
  ['1.2.840.10040.4.3', { type: 'dsa', hash: 'sha1' }],
  ['1.3.14.3.2.27', { type: 'dsa', hash: 'sha1' }],
  ['2.16.840.1.101.3.4.3.1', { type: 'dsa', hash: 'sha224' }],
  ['2.16.840.1.101.3.4.3.2', { type: 'dsa', hash: 'sha256' }],
  ['2.16.840.1.101.3.4.3.3', { type: 'dsa', hash: 'sha384' }],
  ['2.16.840.1.101.3.4.3.4', { type: 'dsa', hash: 'sha512' }],
])

const ID_DSA = '1.2.840.10040.4.1'

/** The algorithms of a signer; each is undefined when it is not known. */
export interface SignerAlgorithms {
  readonly digest: DigestAlgorithm | undefined
  readonly scheme: VerificationScheme | undefined
  /** Whether a signature algorithm stands where the digest algorithm belongs. */
  readonly isDigestImplied: boolean
}

/**
 * What the two algorithms of a SignerInfo mean (RFC 5652, 5.3). Some signers write a signature algorithm such as
 * sha256WithRSAEncryption where the digest algorithm belongs: the digest that it implies is meant.
 */
export function readSignerAlgorithms({
  digestAlgorithm,
  signatureAlgorithm,
}: Pick<SignerInfo, 'digestAlgorithm' | 'signatureAlgorithm'>): SignerAlgorithms {
  const named = readDigestAlgorithm(digestAlgorithm)
  const digest = named ?? readVerificationScheme(digestAlgorithm)?.digest
  const scheme = readVerificationScheme(signatureAlgorithm, digest)
  return { digest, scheme, isDigestImplied: named === undefined && digest !== undefined }
}

/**
 * What a signature algorithm means; undefined when it is not known or its parameters are malformed.
 *
 * @param digest the digest algorithm beside it in a SignerInfo, for identifiers that name a kind of key and no hash
 */
export function readVerificationScheme(
  algorithm: AlgorithmIdentifier,
  digest?: DigestAlgorithm,
): VerificationScheme | undefined {
  if (digest !== undefined) {
    if (algorithm.oid === OID.rsaEncryption) return { type: 'rsa', digest }
    if (algorithm.oid === OID.ecPublicKey) return { type: 'ecdsa', digest, plain: false }
    if (algorithm.oid === ID_DSA) return { type: 'dsa', digest }
  }
  const foreign = FOREIGN.get(algorithm.oid)
  if (foreign !== undefined) {
    const named = digestByName(foreign.hash)
    if (named === undefined) return undefined
    return foreign.type === 'ecdsa'
      ? { type: 'ecdsa', digest: named, plain: false }
      : { type: foreign.type, digest: named }
  }
  try {
    const scheme = readSignatureScheme(algorithm)
    if (scheme === undefined) return undefined
    if (!('hash' in scheme)) return { type: scheme.type, digest: undefined }
    const named = digestByName(scheme.hash)
    if (named === undefined) return undefined
    switch (scheme.type) {
      case 'rsa':
        return { type: 'rsa', digest: named }
      case 'ecdsa':
        return { type: 'ecdsa', digest: named, plain: scheme.plain }
      case 'rsa-pss': {
        const mgfDigest = digestByName(scheme.mgfHash)
        return mgfDigest && { type: 'rsa-pss', digest: named, mgfDigest, saltLength: scheme.saltLength }
      }
    }
  } catch {
    return undefined
  }
}

/**
 * Whether `signature` is one by this key over the parts one after another.
 *
 * @example
 * ```ts
 * const scheme = readVerificationScheme(certificate.signatureAlgorithm)
 * if (scheme && checkSignature(scheme, issuer.publicKey, [certificate.tbs], certificate.signature) === 'match') ...
 * ```
 */
export function checkSignature(
  scheme: VerificationScheme,
  publicKey: PublicKeyInfo,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): SignatureCheck {
  const key = loadKey(publicKey)
  if (key === undefined) return 'unsupported'
  // A key of another kind than the algorithm needs cannot have made the signature.
  if (!fitsKey(scheme, key)) return 'mismatch'
  try {
    return isSignatureOf(scheme, publicKey, key, parts, signature) ? 'match' : 'mismatch'
  } catch {
    return 'mismatch'
  }
}

/** Undefined for keys that node:crypto does not take, and for curves that are not named (RFC 5480, 2.1.1). */
function loadKey(publicKey: PublicKeyInfo): KeyObject | undefined {
  if (publicKey.algorithm.oid === OID.ecPublicKey && publicKey.kind.type !== 'ec') return undefined
  try {
    return importPublicKey(publicKey)
  } catch {
    return undefined
  }
}

function fitsKey(scheme: VerificationScheme, key: KeyObject): boolean {
  const type = key.asymmetricKeyType
  if (scheme.type === 'ecdsa') return type === 'ec'
  return type === scheme.type || (scheme.type === 'rsa-pss' && type === 'rsa')
}

function isSignatureOf(
  scheme: VerificationScheme,
  publicKey: PublicKeyInfo,
  key: KeyObject,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): boolean {
  switch (scheme.type) {
    case 'rsa':
      return isRsaSignature(scheme.digest, key, parts, signature)
    case 'rsa-pss': {
      if (scheme.mgfDigest.name !== scheme.digest.name) return isPssSignature(scheme, publicKey, parts, signature)
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

/** RSASSA-PKCS1-v1_5. RFC 8017, 9.2, note 1: the NULL in DigestInfo may be missing; OpenSSL insists on it. */
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
  // Most wrong signatures end here: only a DigestInfo of just this length is worth another digest.
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
  // In one call where that is possible: it leaves nothing behind to be finalized.
  if (only !== undefined && parts.length === 1) return verify(hash, only, key, signature)
  return feedVerify(hash, parts).verify(key, signature)
}

/** What an RSASSA-PKCS1-v1_5 signature holds under its padding; undefined when the padding is wrong. */
export function recoverDigestInfo(key: KeyObject, signature: Uint8Array): Uint8Array | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature)
  } catch {
    return undefined
  }
}

/** EMSA-PSS-VERIFY (RFC 8017, 9.1.2) where the mask is made with another hash. */
function isPssSignature(
  scheme: VerificationScheme & { type: 'rsa-pss' },
  publicKey: PublicKeyInfo,
  parts: readonly Uint8Array[],
  signature: Uint8Array,
): boolean {
  const { digest, mgfDigest, saltLength } = scheme
  const { kind } = publicKey
  if (kind.type !== 'rsa' && kind.type !== 'rsa-pss') return false
  // RFC 4055, 3.3: the parameters of the key bind the signature.
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

/** `data` under the mask of MGF1 (RFC 8017, B.2.1). */
function maskMgf1(digest: DigestAlgorithm, seed: Uint8Array, data: Uint8Array): Uint8Array {
  const out = data.slice()
  for (let at = 0, counter = 0; at < out.length; counter++) {
    const block = digestOf(digest, seed, Uint8Array.of(counter >>> 24, counter >>> 16, counter >>> 8, counter))
    for (let i = 0; i < block.length && at < out.length; i++, at++) out[at] = (out[at] ?? 0) ^ (block[i] ?? 0)
  }
  return out
}
