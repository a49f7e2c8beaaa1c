/**
 * RSA with public keys (RFC 8017), within the limits of OpenSSL.
 *
 * @module
 */

/** A public key: the modulus with its size, and the exponent. */
export interface RsaNumbers {
  readonly n: bigint
  readonly e: bigint
  readonly bits: number
  readonly bytes: number
}

/** The values of `padding` in OpenSSL. */
export const padding = { pkcs1: 1, none: 3 } as const

/** Largest modulus that OpenSSL accepts, in bits. */
const MAX_MODULUS_BITS = 16_384

/** Size of the modulus in bits above which OpenSSL limits the exponent to 64 bits, because of the cost. */
const SMALL_MODULUS_BITS = 3072

/** Smallest exponent that OpenSSL refuses for such a modulus. */
const MAX_EXPONENT = 1n << 64n

/** RSAVP1 (5.2.2). The result has as many bytes as the modulus. Throws for keys and values out of range. */
export function publicRsa({ n, e, bits, bytes }: RsaNumbers, data: Uint8Array): Uint8Array {
  const isTooCostly = bits > MAX_MODULUS_BITS || (bits > SMALL_MODULUS_BITS && e >= MAX_EXPONENT)
  if (isTooCostly || n <= e || n % 2n === 0n) throw new RangeError('The RSA key cannot be used.')
  if (data.length > bytes) throw new RangeError('The data are longer than the modulus.')
  const value = toNumber(data)
  if (value >= n) throw new RangeError('The data are larger than the modulus.')
  return toBytes(powerModulo(value, e, n), bytes)
}

/** Removes the padding of EMSA-PKCS1-v1_5 (9.2): `00 01 FF… 00`, with at least eight FF. */
export function withoutPkcs1Padding(encoded: Uint8Array): Uint8Array | undefined {
  if (encoded[0] !== 0 || encoded[1] !== 1) return undefined
  let at = 2
  while (encoded[at] === 0xff) at++
  return at >= 10 && encoded[at] === 0 ? encoded.subarray(at + 1) : undefined
}

/** An unsigned number from bytes, most significant byte first. */
export function toNumber(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n
  return BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`)
}

function toBytes(value: bigint, length: number): Uint8Array {
  return Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex')
}

/** `base` to the power of `exponent`, modulo `modulus`. */
export function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus
    if (rest > 1n) square = (square * square) % modulus
  }
  return result
}
