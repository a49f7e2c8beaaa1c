/**
 * Recognises public keys for which anybody can make signatures: such a signature proves nothing, whoever certified the key.
 *
 * With an RSA exponent of 1, the padded digest is its own signature, and an even exponent has no private counterpart (RFC
 * 8017, 3.1). For a point of small order on an Edwards curve, the multiple by the digest is one of a few points, so a
 * signature can be found by trying. RFC 8032 does not require a check for this, and OpenSSL 3.0 has none. With a DSA key or
 * generator of 1, the equation of the signature holds for numbers that anybody can choose (FIPS 186-4, 4.7).
 *
 * @module
 */

/** The number without leading zero octets. */
function withoutZeros(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start < 0 ? new Uint8Array(0) : bytes.subarray(start)
}

/** True for a public exponent that provides no security. */
export function isVoidExponent(exponent: Uint8Array): boolean {
  const number = withoutZeros(exponent)
  const last = number.at(-1) ?? 0
  return last % 2 === 0 || (number.length === 1 && last === 1)
}

const P25519 = 2n ** 255n - 19n
const P448 = 2n ** 448n - 2n ** 224n - 1n

/** The y of two of the four points of order 8 on edwards25519, a root of d y^4 + 2 y^2 - 1. The others have its negative. */
const ORDER_8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022n

/** The y of all points of small order, without the sign of x: 1 for the neutral element, -1 for order 2, 0 for order 4. */
const SMALL_ORDERS = {
  ed25519: { prime: P25519, bits: 255n, values: new Set([0n, 1n, P25519 - 1n, ORDER_8, P25519 - ORDER_8]) },
  ed448: { prime: P448, bits: 448n, values: new Set([0n, 1n, P448 - 1n]) },
} as const

/** Numbers of a DSA key: modulus p, order q of the subgroup, its generator g, and public key y. */
export type DsaNumbers = Readonly<Record<'p' | 'q' | 'g' | 'y', bigint>>

/** Limit for the modulus by FIPS 186-4 (4.2). Larger ones were never in use, and cost a multiple of the time. */
const MAX_DSA_MODULUS = 1n << 3072n

/** True when a modulus is too long to compute with. */
export function isLongDsaModulus({ p }: DsaNumbers): boolean {
  return p >= MAX_DSA_MODULUS
}

/** Limit for the subgroup's order by FIPS 186-4 and in OpenSSL. Each further bit would cost two squarings of the modulus. */
const MAX_DSA_ORDER = 1n << 256n

/** True for a DSA key whose generator or public key is the neutral element, or not an element of order q. */
export function isVoidDsaKey({ p, q, g, y }: DsaNumbers): boolean {
  if (p <= 2n || q <= 1n || q >= MAX_DSA_ORDER) return true
  return ![g, y].every((element) => element > 1n && element < p && power(element, q, p) === 1n)
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

/** True for a key of RFC 8032 that is a point of small order, in any encoding. */
export function isSmallOrderPoint(curve: 'ed25519' | 'ed448', keyBytes: Uint8Array): boolean {
  const { prime, bits, values } = SMALL_ORDERS[curve]
  let y = 0n
  for (let i = keyBytes.length - 1; i >= 0; i--) y = (y << 8n) | BigInt(keyBytes[i] ?? 0)
  return values.has((y & ((1n << bits) - 1n)) % prime)
}
