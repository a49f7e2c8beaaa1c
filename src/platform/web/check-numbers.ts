/**
 * The equations of ECDSA, DSA and Ed25519 (FIPS 186-4 and 186-5), with signatures read as OpenSSL reads them.
 *
 * @module
 */

import {
  contentOf,
  derInteger,
  derOctetString,
  derSequence,
  encodeAlgorithm,
  encodingOf,
  listOf,
  readDer,
  TAG,
} from '../../cms/asn1.js'
import { createHash } from './hashes.js'
import { LatePart } from './late-parts.js'
import type { DsaKeyNumbers, EcKey } from './parse-key.js'
import { powerModulo, toNumber } from './rsa-numbers.js'

/** Loaded by the first document that needs them. */
export const edwards = new LatePart(() => import('./edwards-curves.js'))

interface SignatureNumbers {
  readonly r: bigint
  readonly s: bigint
}

/** ECDSA over a digest; `isPlain` for r and s side by side. */
export function verifyEcdsa(
  { curve, point }: EcKey,
  digest: Uint8Array,
  signature: Uint8Array,
  isPlain: boolean,
): boolean {
  const { Point } = curve
  const { n } = Point.CURVE()
  const bits = n.toString(2).length
  const numbers = isPlain ? readPlain(signature, Math.ceil(bits / 8)) : readDerNumbers(signature)
  if (numbers === undefined || !isInRange(numbers, n)) return false
  const { r, s } = numbers
  const inverse = invert(s, n)
  const u1 = (leftmostBits(digest, bits) * inverse) % n
  const u2 = (r * inverse) % n
  const sum = Point.BASE.mulAddUnsafe(u1, point, u2)
  return !sum.is0() && sum.toAffine().x % n === r
}

/** Sizes of the subgroup that OpenSSL takes, in bits (FIPS 186-4, 4.2). */
const DSA_ORDER_BITS: ReadonlySet<number> = new Set([160, 224, 256])

/** DSA over a digest. */
export function verifyDsa({ p, q, g, y }: DsaKeyNumbers, digest: Uint8Array, signature: Uint8Array): boolean {
  const bits = q.toString(2).length
  if (!DSA_ORDER_BITS.has(bits)) return false
  const numbers = readDerNumbers(signature)
  if (numbers === undefined || !isInRange(numbers, q)) return false
  const { r, s } = numbers
  const inverse = invert(s, q)
  const first = powerModulo(g, (leftmostBits(digest, bits) * inverse) % q, p)
  const second = powerModulo(y, (r * inverse) % q, p)
  return ((first * second) % p) % q === r
}

/** As many bits as the order has, from the left (FIPS 186-4, 4.6; 6.4). */
function leftmostBits(digest: Uint8Array, bits: number): bigint {
  const excess = 8 * digest.length - bits
  const value = toNumber(digest)
  return excess > 0 ? value >> BigInt(excess) : value
}

function isInRange({ r, s }: SignatureNumbers, order: bigint): boolean {
  return r > 0n && s > 0n && r < order && s < order
}

function readPlain(signature: Uint8Array, length: number): SignatureNumbers | undefined {
  if (signature.length !== 2 * length) return undefined
  return { r: toNumber(signature.subarray(0, length)), s: toNumber(signature.subarray(length)) }
}

/** A SEQUENCE of two INTEGERs. OpenSSL encodes what it has read, and insists on the same bytes: DER, and nothing behind it. */
function readDerNumbers(signature: Uint8Array): SignatureNumbers | undefined {
  const value = readDer(signature)
  if (value.tag !== TAG.sequence) return undefined
  const [first, second, ...more] = listOf(value, 3)
  if (first?.tag !== TAG.integer || second?.tag !== TAG.integer || more.length > 0) return undefined
  const [r, s] = [contentOf(first), contentOf(second)]
  // Negative numbers are in no range.
  if (((r[0] ?? 0x80) | (s[0] ?? 0x80)) & 0x80) return undefined
  const encoded = derSequence(derInteger(withoutZeros(r)), derInteger(withoutZeros(s)))
  if (!Buffer.from(encoded).equals(signature) || encodingOf(value).length !== signature.length) return undefined
  return { r: toNumber(r), s: toNumber(s) }
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start < 0 ? new Uint8Array(1) : bytes.subarray(start)
}

/** The inverse modulo a prime, by Euclid's algorithm. */
function invert(value: bigint, modulus: bigint): bigint {
  let [a, b, x, u] = [value % modulus, modulus, 1n, 0n]
  while (a > 1n) {
    if (b === 0n) throw new RangeError('The number has no inverse.')
    const quotient = a / b
    ;[a, b] = [b, a % b]
    ;[x, u] = [u, x - quotient * u]
  }
  return ((x % modulus) + modulus) % modulus
}

/**
 * Ed25519 without the cofactor, and R compared as it is encoded: RFC 8032, 5.1.7 leaves open what OpenSSL does so. The two
 * ways only differ for keys and signatures that were made to show it.
 */
export function verifyEd25519(key: Uint8Array, data: Uint8Array, signature: Uint8Array): boolean {
  const { Point } = edwards.get().ed25519
  const order = Point.Fn.ORDER
  if (signature.length !== 64) return false
  const s = toNumber(signature.slice(32).reverse())
  if (s >= order) return false
  const encodedR = signature.slice(0, 32)
  const k = toNumber(createHash('sha512').update(encodedR).update(key).update(data).digest().reverse()) % order
  try {
    const product = Point.fromBytes(Uint8Array.from(key), true).multiplyUnsafe(k)
    return Buffer.from(Point.BASE.multiplyUnsafe(s).subtract(product).toBytes()).equals(encodedR)
  } catch {
    return false
  }
}

/** DigestInfo of RSASSA-PKCS1-v1_5 (RFC 8017, 9.2). */
export function digestInfo(oid: string, digest: Uint8Array): Uint8Array {
  return derSequence(encodeAlgorithm(oid, Uint8Array.of(TAG.null, 0)), derOctetString(digest))
}
