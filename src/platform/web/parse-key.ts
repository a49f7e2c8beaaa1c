/**
 * Reads public keys in DER: SubjectPublicKeyInfo (RFC 5280, 4.1.2.7) and RSAPublicKey (RFC 8017, A.1.1), as leniently as
 * OpenSSL does.
 *
 * @module
 */

import type { WeierstrassPoint } from '@noble/curves/abstract/weierstrass.js'
import {
  childrenOf,
  contentOf,
  type DerValue,
  encodingOf,
  listOf,
  OID,
  readBitString,
  readDer,
  readOid,
  TAG,
} from '../../cms/asn1.js'
import { curveByNumbers, curveByOid, type NamedCurve } from './curves.js'
import { type RsaNumbers, toNumber } from './rsa-numbers.js'

/** The numbers of a DSA key. */
export type DsaKeyNumbers = Readonly<Record<'p' | 'q' | 'g' | 'y', bigint>>

/** A key in the form in which it is used for computing. */
export type ParsedKey = { readonly spki: Uint8Array } & (
  | { readonly type: 'rsa' | 'rsa-pss'; readonly rsa: RsaNumbers }
  | EcKey
  | { readonly type: 'dsa'; readonly dsa: DsaKeyNumbers }
  | { readonly type: 'ed25519' | 'ed448'; readonly raw: Uint8Array }
)

/** A point on a curve. */
export interface EcKey {
  readonly type: 'ec'
  readonly curve: NamedCurve
  readonly point: WeierstrassPoint<bigint>
}

const EDWARDS = { [OID.ed25519]: ['ed25519', 32], [OID.ed448]: ['ed448', 57] } as const

/**
 * Reads a SubjectPublicKeyInfo.
 *
 * @throws for anything but a key of a known kind
 */
export function parseSpki(der: Uint8Array): ParsedKey {
  const spki = readDer(der)
  const [algorithm, bits] = take(spki, TAG.sequence, TAG.bitString)
  const [identifier, parameters] = listOf(algorithm, 2)
  const oid = readOid(present(identifier))
  const keyBytes = readBitString(bits).bytes
  return { spki: encodingOf(spki), ...parseKind(oid, parameters, keyBytes) }
}

function parseKind(oid: string, parameters: DerValue | undefined, keyBytes: Uint8Array) {
  switch (oid) {
    case OID.rsaEncryption:
      return { type: 'rsa', rsa: readRsa(keyBytes) } as const
    case OID.rsassaPss:
      return { type: 'rsa-pss', rsa: readRsa(keyBytes) } as const
    case OID.ecPublicKey:
      return readPoint(present(parameters), keyBytes)
    case OID.dsa:
      return { type: 'dsa', dsa: readDsa(present(parameters), keyBytes) } as const
    case OID.ed25519:
    case OID.ed448: {
      const [type, length] = EDWARDS[oid]
      if (parameters !== undefined || keyBytes.length !== length) throw new Error('The key is malformed.')
      return { type, raw: Uint8Array.from(keyBytes) } as const
    }
    default:
      throw new Error(`Keys of the kind ${oid} are not supported.`)
  }
}

/**
 * Reads an RSAPublicKey.
 *
 * @throws for anything but an RSA key
 */
export function parsePkcs1(der: Uint8Array): ParsedKey {
  return { type: 'rsa', rsa: readRsa(der), spki: der }
}

function readRsa(keyBytes: Uint8Array): RsaNumbers {
  const [modulus, exponent] = take(readDer(keyBytes), TAG.integer, TAG.integer)
  const n = unsigned(modulus)
  const bits = n.toString(2).length
  return { n, e: unsigned(exponent), bits, bytes: Math.ceil(bits / 8) }
}

/** An INTEGER without its sign, since OpenSSL ignores the sign of the numbers of keys. */
function unsigned(value: DerValue): bigint {
  return toNumber(contentOf(value))
}

function readDsa(parameters: DerValue, keyBytes: Uint8Array): DsaKeyNumbers {
  const [p, q, g] = take(parameters, TAG.integer, TAG.integer, TAG.integer).map(unsigned) as [bigint, bigint, bigint]
  return { p, q, g, y: unsigned(readDer(keyBytes)) }
}

function readPoint(parameters: DerValue, keyBytes: Uint8Array): EcKey {
  const isNamed = parameters.tag === TAG.oid
  const curve = isNamed ? curveByOid(readOid(parameters)) : describedCurve(parameters)
  if (curve === undefined) throw new Error('The elliptic curve is not known.')
  return { type: 'ec', curve, point: curve.Point.fromBytes(plainForm(keyBytes)) }
}

/** The uncompressed form of a point. The hybrid form of X9.62 has y and also states whether y is odd, which must agree. */
function plainForm(encoded: Uint8Array): Uint8Array {
  const [form = 0] = encoded
  const bytes = Uint8Array.from(encoded)
  if (form !== 6 && form !== 7) return bytes
  if (((bytes.at(-1) ?? 0) & 1) !== (form & 1)) throw new Error('The point is malformed.')
  bytes[0] = 4
  return bytes
}

/** The curve of ECParameters with the numbers of a curve over a prime field (RFC 3279, 2.3.5). */
function describedCurve(parameters: DerValue): NamedCurve | undefined {
  const [, field, curve, base, order] = listOf(parameters, 6)
  const [, prime] = [...childrenOf(present(field))]
  const [a, b] = [...childrenOf(present(curve))]
  const length = contentOf(present(a)).length
  const point = contentOf(present(base))
  if (point[0] !== 4) return undefined
  return curveByNumbers({
    p: unsigned(present(prime)),
    a: unsigned(present(a)),
    b: unsigned(present(b)),
    Gx: toNumber(point.subarray(1, 1 + length)),
    Gy: toNumber(point.subarray(1 + length)),
    n: unsigned(present(order)),
  })
}

/** The first values of a sequence, which must have these tags. */
function take<T extends readonly number[]>(sequence: DerValue, ...tags: T): { [K in keyof T]: DerValue } {
  const values = listOf(sequence, 16)
  return tags.map((tag, index) => {
    const value = present(values[index])
    if (value.tag !== tag) throw new Error('The key is malformed.')
    return value
  }) as { [K in keyof T]: DerValue }
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The key is malformed.')
  return value
}

/** True for equal keys. */
export function equalKeys(a: ParsedKey, b: ParsedKey): boolean {
  if (a.type === 'ec' && b.type === 'ec') return a.curve === b.curve && a.point.equals(b.point)
  if ('rsa' in a && 'rsa' in b) return a.type === b.type && a.rsa.n === b.rsa.n && a.rsa.e === b.rsa.e
  if ('raw' in a && 'raw' in b) return a.type === b.type && Buffer.from(a.raw).equals(b.raw)
  return 'dsa' in a && 'dsa' in b && (['p', 'q', 'g', 'y'] as const).every((name) => a.dsa[name] === b.dsa[name])
}
