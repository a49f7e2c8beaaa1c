/**
 * ML-DSA in certificates and CMS (RFC 9881, RFC 9882): identifiers and sizes of the three parameter sets.
 *
 * @module
 */

import type { MlDsaName } from '../../platform/post-quantum.js'
import type { AlgorithmIdentifier } from '../asn1/algorithm-identifier.js'
import type { DigestAlgorithm } from './digest-algorithm.js'

/** One parameter set. */
export interface MlDsaSet {
  readonly name: MlDsaName
  readonly oid: string
  /** Lengths in bytes of a public key and of a signature (FIPS 204, table 2). */
  readonly keyBytes: number
  readonly signatureBytes: number
  /** Bits of collision strength that the digest of the content must have (RFC 9882, 3.3). */
  readonly strength: 128 | 192 | 256
}

const SETS: readonly MlDsaSet[] = [
  { name: 'ML-DSA-44', oid: '2.16.840.1.101.3.4.3.17', keyBytes: 1312, signatureBytes: 2420, strength: 128 },
  { name: 'ML-DSA-65', oid: '2.16.840.1.101.3.4.3.18', keyBytes: 1952, signatureBytes: 3309, strength: 192 },
  { name: 'ML-DSA-87', oid: '2.16.840.1.101.3.4.3.19', keyBytes: 2592, signatureBytes: 4627, strength: 256 },
]

/** The set that an algorithm names. Parameters must be absent, not even NULL (RFC 9881, 2). */
export function mlDsaSetOf({ oid, parameters }: AlgorithmIdentifier): MlDsaSet | undefined {
  return parameters === undefined ? SETS.find((set) => set.oid === oid) : undefined
}

/** True when a digest is as strong as the signature over it (RFC 9882, 3.3). Its collision strength is half of its bits. */
export function isStrongEnough(set: MlDsaSet, digest: DigestAlgorithm): boolean {
  return digest.bytes * 4 >= set.strength
}
