/**
 * Signature algorithms for a certificate's key, and the sizes of their signatures.
 *
 * @module
 */

import {
  type DigestAlgorithm,
  digestByName,
  type PublicKeyInfo,
  type PublicKeyKind,
  type SignatureScheme,
} from '../../cms/algorithms.js'
import { asn1Error, DerReader, derInteger, derSequence, readInteger, readWholeDer, TAG } from '../../cms/asn1.js'
import { hashLength, type SigningHash, type SigningScheme } from '../../cms/messages.js'
import { SealwrightError } from '../../errors.js'
import type { SignatureAlgorithm } from './identity.js'

const HASH_NAMES = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const

function algorithmNameOf(hash: string): 'SHA-256' | 'SHA-384' | 'SHA-512' {
  if (hash === 'sha256') return 'SHA-256'
  if (hash === 'sha384') return 'SHA-384'
  if (hash === 'sha512') return 'SHA-512'
  throw new SealwrightError(
    'invalid_identity',
    `The certificate binds its key to ${hash}, which is not supported for signing.`,
  )
}

/**
 * The algorithm for a key if the caller names none.
 *
 * @throws SealwrightError `invalid_identity` for a kind of key that cannot sign here.
 */
export function defaultAlgorithm({ kind }: PublicKeyInfo): SignatureAlgorithm {
  switch (kind.type) {
    case 'rsa':
      return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    case 'rsa-pss':
      return { name: 'RSASSA-PSS', hash: algorithmNameOf(kind.parameters?.hash ?? 'sha256') }
    case 'ec': {
      const bits = kind.bits ?? 0
      return { name: 'ECDSA', hash: bits > 384 ? 'SHA-512' : bits > 256 ? 'SHA-384' : 'SHA-256' }
    }
    case 'ed25519':
      return { name: 'Ed25519' }
    case 'ml-dsa':
      return { name: kind.set.name }
    default:
      throw unsupportedKey()
  }
}

function unsupportedKey(): SealwrightError {
  return new SealwrightError(
    'invalid_identity',
    'The certificate holds a kind of key that is not supported for signing.',
  )
}

/**
 * The exact scheme for an algorithm with a key.
 *
 * @throws SealwrightError `invalid_identity` when the key cannot serve the algorithm.
 */
export function resolveScheme(algorithm: SignatureAlgorithm, { kind }: PublicKeyInfo): SigningScheme {
  if (
    kind.type === 'unknown' ||
    kind.type === 'void' ||
    kind.type === 'ed448' ||
    (kind.type === 'ec' && kind.bits === undefined)
  ) {
    throw unsupportedKey()
  }
  const hash = 'hash' in algorithm ? HASH_NAMES[algorithm.hash] : undefined
  if (algorithm.name === 'Ed25519' && kind.type === 'ed25519') return { type: 'ed25519' }
  if (kind.type === 'ml-dsa' && algorithm.name === kind.set.name) return { type: 'ml-dsa', set: kind.set }
  if (hash !== undefined && algorithm.name === 'ECDSA' && kind.type === 'ec') return { type: 'ecdsa', hash }
  if (hash !== undefined && algorithm.name === 'RSASSA-PKCS1-v1_5' && kind.type === 'rsa') {
    // DigestInfo takes 19 bytes and the digest, and padding at least 11 bytes (RFC 8017, 9.2).
    assertModulusHolds(kind.modulusBits, hashLength(hash) + 19 + 11)
    return { type: 'rsa', hash }
  }
  if (hash !== undefined && algorithm.name === 'RSASSA-PSS' && (kind.type === 'rsa' || kind.type === 'rsa-pss')) {
    return resolvePss(hash, kind)
  }
  throw new SealwrightError('invalid_identity', `The certificate's key cannot sign with ${algorithm.name}.`)
}

function resolvePss(hash: SigningHash, kind: PublicKeyKind & { type: 'rsa' | 'rsa-pss' }): SigningScheme {
  const restriction = kind.type === 'rsa-pss' ? kind.parameters : undefined
  if (restriction !== undefined && (restriction.hash !== hash || restriction.mgfHash !== hash)) {
    throw new SealwrightError('invalid_identity', `The certificate does not let its key sign with ${hash}.`)
  }
  // A salt length in the certificate is a minimum (RFC 4055, 3.3).
  const saltLength = Math.max(hashLength(hash), restriction?.saltLength ?? 0)
  assertModulusHolds(kind.modulusBits - 1, hashLength(hash) + saltLength + 2)
  return { type: 'rsa-pss', hash, saltLength }
}

function assertModulusHolds(bits: number, bytes: number): void {
  if (Math.ceil(bits / 8) < bytes) {
    throw new SealwrightError('invalid_identity', 'The RSA key is too short for the signature algorithm.')
  }
}

/** The scheme in the form that the checking code uses. */
export function toSignatureScheme(scheme: SigningScheme): SignatureScheme {
  if (!('hash' in scheme)) return { ...scheme, digest: undefined }
  const digest = signingDigest(scheme.hash)
  switch (scheme.type) {
    case 'rsa-pss':
      return { type: 'rsa-pss', digest, mgfDigest: digest, saltLength: scheme.saltLength }
    case 'ecdsa':
      return { type: 'ecdsa', digest, plain: false }
    case 'rsa':
      return { type: 'rsa', digest }
  }
}

function signingDigest(hash: SigningHash): DigestAlgorithm {
  const digest = digestByName(hash)
  if (digest === undefined) throw new SealwrightError('internal_error', `The digest ${hash} is not known.`)
  return digest
}

/** Length in bytes of the longest signature by a key, in DER for ECDSA; `undefined` for unknown kinds of keys. */
export function maxSignatureLength(kind: PublicKeyKind): number | undefined {
  switch (kind.type) {
    case 'rsa':
    case 'rsa-pss':
      return Math.ceil(kind.modulusBits / 8)
    case 'ec': {
      if (kind.bits === undefined) return undefined
      const longest = new Uint8Array((kind.bits >> 3) + 1).fill(0x7f)
      return derSequence(derInteger(longest), derInteger(longest)).length
    }
    case 'ed25519':
      return 64
    case 'ed448':
      return 114
    case 'ml-dsa':
      return kind.set.signatureBytes
    default:
      return undefined
  }
}

/** An ECDSA signature as DER (RFC 3279, 2.2.3), given in DER or as concatenated r and s. */
export function normalizeEcdsaSignature(signature: Uint8Array, bits: number): Uint8Array {
  const half = (bits + 7) >> 3
  if (signature.length !== 2 * half || isEcdsaDer(signature)) return signature
  return derSequence(derInteger(signature.subarray(0, half)), derInteger(signature.subarray(half)))
}

function isEcdsaDer(signature: Uint8Array): boolean {
  try {
    const reader = new DerReader(readWholeDer(signature), TAG.sequence)
    for (const name of ['r', 's']) {
      const first = readInteger(reader.read(TAG.integer, name))[0]
      if (first === undefined || first & 0x80) throw asn1Error('An ECDSA signature is malformed.')
    }
    reader.assertDone()
    return true
  } catch {
    return false
  }
}
