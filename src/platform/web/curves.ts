/**
 * Elliptic curves over prime fields that keys in certificates use.
 *
 * @module
 */

import { type WeierstrassPointCons, weierstrass } from '@noble/curves/abstract/weierstrass.js'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { LatePart } from './late-parts.js'

/** A curve, with its name in OpenSSL. */
export interface NamedCurve {
  readonly name: string
  readonly Point: WeierstrassPointCons<bigint>
}

/** Common curves by object identifier (RFC 5480, SEC 2). */
const KNOWN: Readonly<Record<string, NamedCurve>> = {
  '1.2.840.10045.3.1.7': { name: 'prime256v1', Point: p256.Point },
  '1.3.132.0.34': { name: 'secp384r1', Point: p384.Point },
  '1.3.132.0.35': { name: 'secp521r1', Point: p521.Point },
  '1.3.132.0.10': { name: 'secp256k1', Point: secp256k1.Point },
}

const rare = new LatePart(() => import('./rare-curves.js'))
const made = new Map<string, NamedCurve>()

/** The curve with an object identifier; undefined for an unknown one. */
export function curveByOid(oid: string): NamedCurve | undefined {
  if (Object.hasOwn(KNOWN, oid)) return KNOWN[oid]
  const { RARE_CURVES } = rare.get()
  const numbers = Object.hasOwn(RARE_CURVES, oid) ? RARE_CURVES[oid] : undefined
  if (numbers === undefined) return undefined
  const curve = made.get(oid) ?? makeCurve(numbers)
  made.set(oid, curve)
  return curve
}

function makeCurve([name, numbers]: readonly [string, string]): NamedCurve {
  const read = numbers.split(/\s+/).map((digits) => BigInt(`0x${digits}`))
  const [p, a, b, Gx, Gy, n] = read as [bigint, bigint, bigint, bigint, bigint, bigint]
  return { name, Point: weierstrass({ p, a, b, Gx, Gy, n, h: 1n }) }
}

/** The numbers of a curve, in the order of ECParameters (RFC 3279, 2.3.5). */
type CurveNumbers = Readonly<Record<'p' | 'a' | 'b' | 'Gx' | 'Gy' | 'n', bigint>>

/** The curve with these numbers; undefined when it is unknown. */
export function curveByNumbers(numbers: CurveNumbers): NamedCurve | undefined {
  const find = (oids: readonly string[]) => oids.map(curveByOid).find((curve) => hasNumbers(curve, numbers))
  return find(Object.keys(KNOWN)) ?? find(Object.keys(rare.get().RARE_CURVES))
}

function hasNumbers(curve: NamedCurve | undefined, numbers: CurveNumbers): boolean {
  const own = curve?.Point.CURVE()
  return own !== undefined && NUMBERS.every((name) => own[name] === numbers[name])
}

const NUMBERS = ['p', 'a', 'b', 'Gx', 'Gy', 'n'] as const
