/**
 * Digest algorithms that other programs' signatures may use, including outdated ones. This module computes digests; whether
 * an algorithm is still strong is decided elsewhere.
 *
 * @module
 */

import { createHash, type Hash, hash } from '../../platform/hashes.js'
import { type AlgorithmIdentifier, hasNoParameters } from '../asn1/algorithm-identifier.js'
import { readDer, TAG } from '../asn1/der.js'
import { readSmallInteger } from '../asn1/der-values.js'

/** A digest algorithm: its name in node:crypto, its usual spelling, and its output length in bytes. */
export interface DigestAlgorithm {
  readonly name: string
  readonly label: string
  readonly bytes: number
}

const SHAKE256_512: DigestAlgorithm = { name: 'shake256', label: 'SHAKE256', bytes: 64 }
const SHAKE256_LEN = '2.16.840.1.101.3.4.2.18'

const DIGESTS: ReadonlyMap<string, DigestAlgorithm> = new Map([
  ['1.2.840.113549.2.5', { name: 'md5', label: 'MD5', bytes: 16 }],
  ['1.3.36.3.2.1', { name: 'ripemd160', label: 'RIPEMD-160', bytes: 20 }],
  ['1.3.14.3.2.26', { name: 'sha1', label: 'SHA-1', bytes: 20 }],
  ['2.16.840.1.101.3.4.2.4', { name: 'sha224', label: 'SHA-224', bytes: 28 }],
  ['2.16.840.1.101.3.4.2.1', { name: 'sha256', label: 'SHA-256', bytes: 32 }],
  ['2.16.840.1.101.3.4.2.2', { name: 'sha384', label: 'SHA-384', bytes: 48 }],
  ['2.16.840.1.101.3.4.2.3', { name: 'sha512', label: 'SHA-512', bytes: 64 }],
  ['2.16.840.1.101.3.4.2.5', { name: 'sha512-224', label: 'SHA-512/224', bytes: 28 }],
  ['2.16.840.1.101.3.4.2.6', { name: 'sha512-256', label: 'SHA-512/256', bytes: 32 }],
  ['2.16.840.1.101.3.4.2.7', { name: 'sha3-224', label: 'SHA3-224', bytes: 28 }],
  ['2.16.840.1.101.3.4.2.8', { name: 'sha3-256', label: 'SHA3-256', bytes: 32 }],
  ['2.16.840.1.101.3.4.2.9', { name: 'sha3-384', label: 'SHA3-384', bytes: 48 }],
  ['2.16.840.1.101.3.4.2.10', { name: 'sha3-512', label: 'SHA3-512', bytes: 64 }],
  // id-shake256 means 512 bits of output (RFC 8419, 2.3).
  ['2.16.840.1.101.3.4.2.12', SHAKE256_512],
])

/** The digest algorithm of an identifier; `undefined` when it is unknown, or has parameters that it must not have. */
export function readDigestAlgorithm(algorithm: AlgorithmIdentifier): DigestAlgorithm | undefined {
  // RFC 5754, 2: parameters are absent; NULL is accepted.
  if (algorithm.oid !== SHAKE256_LEN) return hasNoParameters(algorithm) ? DIGESTS.get(algorithm.oid) : undefined
  const { parameters } = algorithm
  if (parameters === undefined || parameters[0] !== TAG.integer) return undefined
  try {
    const bits = readSmallInteger(readDer(parameters))
    return bits >= 256 && bits <= 4096 && bits % 8 === 0 ? { ...SHAKE256_512, bytes: bits / 8 } : undefined
  } catch {
    return undefined
  }
}

/** The digest algorithm with a name of node:crypto. */
export function digestByName(name: string): DigestAlgorithm | undefined {
  for (const digest of DIGESTS.values()) if (digest.name === name) return digest
  return undefined
}

/** The object identifier of a digest algorithm. */
export function digestOidOf(name: string): string | undefined {
  for (const [oid, digest] of DIGESTS) if (digest.name === name) return oid
  return undefined
}

/** Digest algorithms that are too weak to prove anything, and those that no signature algorithm is combined with. */
const UNSOUND: ReadonlySet<string> = new Set(['md5', 'ripemd160', 'sha3-224', 'shake256'])

/**
 * The name in node:crypto of an identifier's digest algorithm; `undefined` for unknown ones, and for weak ones such as MD5.
 */
export function soundHashOf(oid: string): string | undefined {
  const name = DIGESTS.get(oid)?.name
  return name === undefined || UNSOUND.has(name) ? undefined : name
}

/** A new hash object. */
export function startDigest(digest: DigestAlgorithm): Hash {
  return digest.name === 'shake256' ? createHash('shake256', { outputLength: digest.bytes }) : createHash(digest.name)
}

/** The digest of one or more parts, one after another. */
export function digestOf(digest: DigestAlgorithm, ...parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  // A single call leaves no object for the garbage collector to finalize.
  if (only !== undefined && parts.length === 1 && digest.name !== 'shake256') return hash(digest.name, only, 'buffer')
  const running = startDigest(digest)
  for (const part of parts) running.update(part)
  return running.digest()
}
