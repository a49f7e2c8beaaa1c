/**
 * Reads SubjectPublicKeyInfo (RFC 5280, 4.1.2.7) and the kind of its key.
 *
 * @module
 */

import { createPublicKey, type KeyObject } from '../../platform/public-keys.js'
import { type AlgorithmIdentifier, encodeAlgorithm, readAlgorithm } from '../asn1/algorithm-identifier.js'
import { asn1Error, DerReader, type DerValue, equalBytes, readBitString, readDer, TAG, toDer } from '../asn1/der.js'
import { readInteger, readOid } from '../asn1/der-values.js'
import { derBitString, derSequence } from '../asn1/der-writer.js'
import { CURVES, OID } from '../asn1/oids.js'
import { type MlDsaSet, mlDsaSetOf } from './ml-dsa.js'
import { type PssParameters, readPssParameters } from './pss-parameters.js'
import { RecentCache } from './recent-cache.js'
import { type DsaNumbers, isLongDsaModulus, isSmallOrderPoint, isVoidDsaKey, isVoidExponent } from './void-keys.js'

/** The kind of a public key, with its size. */
export type PublicKeyKind =
  | { readonly type: 'rsa'; readonly modulusBits: number }
  /**
   * id-RSASSA-PSS; `parameters`, when present, bind every signature: hashes exactly, salt length as a minimum (RFC
   * 4055, 3.3).
   */
  | { readonly type: 'rsa-pss'; readonly modulusBits: number; readonly parameters: PssParameters | undefined }
  /** `curve` is a name like P-256, or the identifier of a curve that has no name here (`bits` is then undefined). */
  | { readonly type: 'ec'; readonly curve: string; readonly bits: number | undefined }
  | { readonly type: 'ed25519' }
  | { readonly type: 'ed448' }
  | { readonly type: 'ml-dsa'; readonly set: MlDsaSet }
  /** A key for which anybody can make signatures. */
  | { readonly type: 'void' }
  | { readonly type: 'unknown' }

/** A public key in the form that a certificate holds. */
export interface PublicKeyInfo {
  readonly der: Uint8Array
  readonly algorithm: AlgorithmIdentifier
  /** Contents of the subjectPublicKey BIT STRING. */
  readonly keyBytes: Uint8Array
  readonly kind: PublicKeyKind
}

/** Reads SubjectPublicKeyInfo. A key of an unknown or malformed kind is read as `unknown`. */
export function readPublicKeyInfo(value: DerValue): PublicKeyInfo {
  const reader = new DerReader(value, TAG.sequence)
  const algorithm = readAlgorithm(reader.readAny('a public key algorithm'))
  const { bytes } = readBitString(reader.read(TAG.bitString, 'a public key'))
  reader.assertDone()
  return { der: toDer(value), algorithm, keyBytes: bytes, kind: readKind(algorithm, bytes) }
}

function readKind(algorithm: AlgorithmIdentifier, keyBytes: Uint8Array): PublicKeyKind {
  const { oid, parameters } = algorithm
  try {
    switch (oid) {
      case OID.rsaEncryption: {
        const { modulusBits, isVoid } = readRsaKey(keyBytes)
        return isVoid ? { type: 'void' } : { type: 'rsa', modulusBits }
      }
      case OID.rsassaPss: {
        const { modulusBits, isVoid } = readRsaKey(keyBytes)
        if (isVoid) return { type: 'void' }
        const isRestricted = parameters !== undefined && parameters[0] === TAG.sequence
        return {
          type: 'rsa-pss',
          modulusBits,
          parameters: isRestricted ? readPssParameters(parameters) : undefined,
        }
      }
      case OID.ecPublicKey: {
        if (parameters?.[0] !== TAG.oid) return { type: 'unknown' }
        const curveOid = readOid(readDer(parameters))
        const curve = CURVES.get(curveOid)
        return { type: 'ec', curve: curve?.name ?? curveOid, bits: curve?.bits }
      }
      case OID.ed25519:
        return isSmallOrderPoint('ed25519', keyBytes) ? { type: 'void' } : { type: 'ed25519' }
      case OID.ed448:
        return isSmallOrderPoint('ed448', keyBytes) ? { type: 'void' } : { type: 'ed448' }
      default: {
        const set = mlDsaSetOf(algorithm)
        return set?.keyBytes === keyBytes.length ? { type: 'ml-dsa', set } : { type: 'unknown' }
      }
    }
  } catch {
    return { type: 'unknown' }
  }
}

function readRsaKey(keyBytes: Uint8Array): { readonly modulusBits: number; readonly isVoid: boolean } {
  const reader = new DerReader(readDer(keyBytes), TAG.sequence)
  const modulus = readInteger(reader.read(TAG.integer, 'an RSA modulus'))
  const exponent = readInteger(reader.read(TAG.integer, 'an RSA exponent'))
  const start = modulus[0] === 0 ? 1 : 0
  const modulusBits = (modulus.length - start) * 8 - Math.clz32((modulus[start] ?? 0) << 24)
  return { modulusBits, isVoid: isVoidExponent(exponent) }
}

const dsaKeys = new RecentCache<DsaKeyUse>(64)

/** `void`: anybody can make signatures for the key. `unsupported`: the key is longer than any that was in use. */
type DsaKeyUse = 'sound' | 'void' | 'unsupported'

/**
 * Classifies a DSA key. That takes milliseconds, so it happens when a signature is checked and not when a certificate is
 * read: a file may hold thousands of unused ones.
 */
export function judgeDsaKey({ der, algorithm, keyBytes }: PublicKeyInfo): DsaKeyUse {
  return dsaKeys.get(der, () => {
    try {
      const numbers = readDsaNumbers(algorithm.parameters, keyBytes)
      if (isLongDsaModulus(numbers)) return 'unsupported'
      return isVoidDsaKey(numbers) ? 'void' : 'sound'
    } catch {
      return 'unsupported'
    }
  })
}

/**
 * Numbers of a DSA key (RFC 3279, 2.3.2). Parameters may only be absent when the issuer's are meant, which is not supported.
 */
function readDsaNumbers(parameters: Uint8Array | undefined, keyBytes: Uint8Array): DsaNumbers {
  const reader = new DerReader(readDer(parameters ?? new Uint8Array(0)), TAG.sequence)
  const read = (value: DerValue) => BigInt(`0x${Buffer.from(readInteger(value)).toString('hex')}`)
  const [p, q, g] = [0, 1, 2].map(() => read(reader.read(TAG.integer, 'a DSA parameter'))) as [bigint, bigint, bigint]
  return { p, q, g, y: read(readDer(keyBytes)) }
}

/** True when a key is on the curve that ECParameters name or describe, so that with these parameters it is the same key. */
export function hasCurve(info: PublicKeyInfo, parameters: Uint8Array): boolean {
  const own = info.algorithm.parameters
  if (info.algorithm.oid !== OID.ecPublicKey || own === undefined) return false
  if (equalBytes(own, parameters)) return true
  // Another name means another curve, but a description may be that of the same curve.
  if (parameters[0] === TAG.oid) return false
  try {
    const der = derSequence(encodeAlgorithm(OID.ecPublicKey, parameters), derBitString(info.keyBytes))
    const described = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
    return described.asymmetricKeyType === 'ec' && described.equals(importPublicKey(info))
  } catch {
    return false
  }
}

const importedKeys = new RecentCache<KeyObject>(64)
/** Keys by object, for recently read certificates, so that their bytes need not be compared again. */
const keysOfKnown = new WeakMap<PublicKeyInfo, KeyObject>()

/**
 * The key as node:crypto uses it. Recently used keys are kept.
 *
 * @throws SealwrightError `invalid_asn1` when node:crypto does not know such a key.
 */
export function importPublicKey(info: PublicKeyInfo): KeyObject {
  const known = keysOfKnown.get(info)
  if (known !== undefined) return known
  try {
    const key = importedKeys.get(info.der, () =>
      // Decoding the bare RSA key takes a twentieth of the time that SubjectPublicKeyInfo does.
      info.kind.type === 'rsa'
        ? createPublicKey({ key: Buffer.from(info.keyBytes), format: 'der', type: 'pkcs1' })
        : createPublicKey({ key: Buffer.from(info.der), format: 'der', type: 'spki' }),
    )
    keysOfKnown.set(info, key)
    return key
  } catch (cause) {
    throw asn1Error('The public key in the certificate cannot be used.', cause)
  }
}

/** Whether a private or public key belongs to the public key in a certificate. */
export function isKeyFor(key: KeyObject, info: PublicKeyInfo): boolean {
  try {
    const own = key.type === 'private' ? createPublicKey(key) : key
    const encoded = readPublicKeyInfo(readDer(own.export({ type: 'spki', format: 'der' })))
    if (equalBytes(encoded.keyBytes, info.keyBytes)) return isSameFamily(encoded, info)
    // One of two equal elliptic curve keys may have a compressed point. `equals` is only called for this: for keys of
    // different types it leaves an error in OpenSSL's queue, which the next call then reports as its own.
    const isSameCurve = encoded.kind.type === 'ec' && info.kind.type === 'ec' && encoded.kind.curve === info.kind.curve
    return isSameCurve && own.equals(importPublicKey(info))
  } catch {
    return false
  }
}

/** True for keys of one family. An RSA key may be marked for PSS on one side only. */
function isSameFamily(a: PublicKeyInfo, b: PublicKeyInfo): boolean {
  if (a.kind.type === 'ec' && b.kind.type === 'ec') return a.kind.curve === b.kind.curve
  return a.kind.type === b.kind.type || (isRsa(a.kind) && isRsa(b.kind))
}

function isRsa(kind: PublicKeyKind): boolean {
  return kind.type === 'rsa' || kind.type === 'rsa-pss'
}
