/**
 * The equations of ECDSA, DSA and Ed25519 (FIPS 186-4 and 186-5). Signatures are read as OpenSSL reads them.
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

/** Curves that the first document with such a key loads. */
export const edwards = new LatePart(() => import('./edwards-curves.js'))

interface SignatureNumbers {
  readonly r: bigint
  readonly s: bigint
}

/** Checks an ECDSA signature over a digest. `isPlain` means that the signature is r followed by s. */
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

/** Sizes of the subgroup that OpenSSL accepts, in bits (FIPS 186-4, 4.2). */
const DSA_ORDER_BITS: ReadonlySet<number> = new Set([160, 224, 256])

/** Checks a DSA signature over a digest. */
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

/** The leftmost bits of a digest, as many as the order has (FIPS 186-4, 4.6; 6.4). */
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

/**
 * Reads a SEQUENCE of two INTEGERs. OpenSSL encodes the numbers again and requires equal bytes: strict DER without trailing
 * bytes.
 */
function readDerNumbers(signature: Uint8Array): SignatureNumbers | undefined {
  const value = readDer(signature)
  if (value.tag !== TAG.sequence) return undefined
  const [first, second, ...more] = listOf(value, 3)
  if (first?.tag !== TAG.integer || second?.tag !== TAG.integer || more.length > 0) return undefined
  const [r, s] = [contentOf(first), contentOf(second)]
  // Negative numbers are out of range.
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
 * Checks an Ed25519 signature without the cofactor, and compares R in its encoded form. RFC 8032, 5.1.7 permits both ways,
 * and OpenSSL does this. Only keys and signatures that were constructed for the purpose give another result with the
 * cofactor.
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
