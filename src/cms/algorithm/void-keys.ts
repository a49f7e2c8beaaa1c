/**
 * Public keys for which anybody can make signatures: what they "signed" proves nothing, whoever certified them.
 *
 * With an RSA exponent of 1, the padded digest is its own signature, and an even one has no private counterpart (RFC 8017,
 * 3.1). For a point of small order on an Edwards curve, the multiple by the digest is one of a few points, so that a
 * signature can be found by trying; RFC 8032 leaves it open whether to check for this, and OpenSSL 3.0 does not. With a DSA
 * key or generator of 1, the equation of the signature holds for numbers that anybody can choose (FIPS 186-4, 4.7).
 *
 * @module
 */

/** Leading zero octets before a number. */
function withoutZeros(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0)
  return start < 0 ? new Uint8Array(0) : bytes.subarray(start)
}

/** True for a public exponent that protects nothing. */
export function isVoidExponent(exponent: Uint8Array): boolean {
  const number = withoutZeros(exponent)
  const last = number.at(-1) ?? 0
  return last % 2 === 0 || (number.length === 1 && last === 1)
}

const P25519 = 2n ** 255n - 19n
const P448 = 2n ** 448n - 2n ** 224n - 1n

/** The y of two of the four points of order 8 on edwards25519, a root of d y^4 + 2 y^2 - 1; that of the others is its negative. */
const ORDER_8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022n

/** The y of all points of small order: 1 of the neutral element, -1 of order 2, 0 of order 4; without the sign of x. */
const SMALL_ORDERS = {
  ed25519: { prime: P25519, bits: 255n, values: new Set([0n, 1n, P25519 - 1n, ORDER_8, P25519 - ORDER_8]) },
  ed448: { prime: P448, bits: 448n, values: new Set([0n, 1n, P448 - 1n]) },
} as const

/** Numbers of a DSA key: the modulus p, the order q of the subgroup, its generator g, and the key y. */
export type DsaNumbers = Readonly<Record<'p' | 'q' | 'g' | 'y', bigint>>

/** Largest modulus of FIPS 186-4 (4.2): larger ones cost a multiple of the time, and were never in use. */
const MAX_DSA_MODULUS = 1n << 3072n

/** Whether a modulus is longer than those that are computed with. */
export function isLongDsaModulus({ p }: DsaNumbers): boolean {
  return p >= MAX_DSA_MODULUS
}

/** Largest subgroup of FIPS 186-4, and that OpenSSL takes: every bit more would cost two squarings of the modulus. */
const MAX_DSA_ORDER = 1n << 256n

/** True for a DSA key whose generator or key is not an element of order q, the neutral element included. */
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

/** True for a key of RFC 8032 that is a point of small order, in whatever spelling. */
export function isSmallOrderPoint(curve: 'ed25519' | 'ed448', keyBytes: Uint8Array): boolean {
  const { prime, bits, values } = SMALL_ORDERS[curve]
  let y = 0n
  for (let i = keyBytes.length - 1; i >= 0; i--) y = (y << 8n) | BigInt(keyBytes[i] ?? 0)
  return values.has((y & ((1n << bits) - 1n)) % prime)
}
