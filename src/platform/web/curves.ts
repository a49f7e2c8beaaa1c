/**
 * Elliptic curves over prime fields that keys in certificates use.
 *
 * @module
 */

import { type WeierstrassPointCons, weierstrass } from '@noble/curves/abstract/weierstrass.js'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/** A curve, with its name in OpenSSL. */
export interface NamedCurve {
  readonly name: string
  readonly Point: WeierstrassPointCons<bigint>
}

/** Common curves by object identifier (RFC 5480, RFC 5639, SEC 2). */
const KNOWN: Readonly<Record<string, NamedCurve>> = {
  '1.2.840.10045.3.1.7': { name: 'prime256v1', Point: p256.Point },
  '1.3.132.0.34': { name: 'secp384r1', Point: p384.Point },
  '1.3.132.0.35': { name: 'secp521r1', Point: p521.Point },
  '1.3.132.0.10': { name: 'secp256k1', Point: secp256k1.Point },
}

/**
 * Curves that few certificates use: p, a, b, x and y of the base point, and its order n, in hexadecimal digits. The cofactor
 * is 1. The package has some of them only together with curves of another kind.
 */
const RARE: Readonly<Record<string, readonly [name: string, numbers: string]>> = {
  '1.2.840.10045.3.1.1': [
    'prime192v1',
    `fffffffffffffffffffffffffffffffeffffffffffffffff fffffffffffffffffffffffffffffffefffffffffffffffc
    64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1
    188da80eb03090f67cbf20eb43a18800f4ff0afd82ff1012 7192b95ffc8da78631011ed6b24cdd573f977a11e794811
    ffffffffffffffffffffffff99def836146bc9b1b4d22831`,
  ],
  '1.3.132.0.33': [
    'secp224r1',
    `ffffffffffffffffffffffffffffffff000000000000000000000001 fffffffffffffffffffffffffffffffefffffffffffffffffffffffe
    b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4
    b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21 bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34
    ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d`,
  ],
  '1.3.36.3.3.2.8.1.1.1': [
    'brainpoolP160r1',
    `e95e4a5f737059dc60dfc7ad95b3d8139515620f 340e7be2a280eb74e2be61bada745d97e8f7c300
    1e589a8595423412134faa2dbdec95c8d8675e58
    bed5af16ea3f6a4f62938c4631eb5af7bdbcdbc3 1667cb477a1a8ec338f94741669c976316da6321
    e95e4a5f737059dc60df5991d45029409e60fc09`,
  ],
  '1.3.36.3.3.2.8.1.1.3': [
    'brainpoolP192r1',
    `c302f41d932a36cda7a3463093d18db78fce476de1a86297 6a91174076b1e0e19c39c031fe8685c1cae040e5c69a28ef
    469a28ef7c28cca3dc721d044f4496bcca7ef4146fbf25c9
    c0a0647eaab6a48753b033c56cb0f0900a2f5c4853375fd6 14b690866abd5bb88b5f4828c1490002e6773fa2fa299b8f
    c302f41d932a36cda7a3462f9e9e916b5be8f1029ac4acc1`,
  ],
  '1.3.36.3.3.2.8.1.1.5': [
    'brainpoolP224r1',
    `d7c134aa264366862a18302575d1d787b09f075797da89f57ec8c0ff 68a5e62ca9ce6c1c299803a6c1530b514e182ad8b0042a59cad29f43
    2580f63ccfe44138870713b1a92369e33e2135d266dbb372386c400b
    d9029ad2c7e5cf4340823b2a87dc68c9e4ce3174c1e6efdee12c07d 58aa56f772c0726f24c6b89e4ecdac24354b9e99caa3f6d3761402cd
    d7c134aa264366862a18302575d0fb98d116bc4b6ddebca3a5a7939f`,
  ],
  '1.3.36.3.3.2.8.1.1.9': [
    'brainpoolP320r1',
    `d35e472036bc4fb7e13c785ed201e065f98fcfa6f6f40def4f92b9ec7893ec28fcd412b1f1b32e27 3ee30b568fbab0f883ccebd46d3f3bb8a2a73513f5eb79da66190eb085ffa9f492f375a97d860eb4
    520883949dfdbc42d3ad198640688a6fe13f41349554b49acc31dccd884539816f5eb4ac8fb1f1a6
    43bd7e9afb53d8b85289bcc48ee5bfe6f20137d10a087eb6e7871e2a10a599c710af8d0d39e20611 14fdd05545ec1cc8ab4093247f77275e0743ffed117182eaa9c77877aaac6ac7d35245d1692e8ee1
    d35e472036bc4fb7e13c785ed201e065f98fcfa5b68f12a32d482ec7ee8658e98691555b44c59311`,
  ],
  '1.3.36.3.3.2.8.1.1.8': [
    'brainpoolP256t1',
    `a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377 a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5374
    662c61c430d84ea4fe66a7733d0b76b7bf93ebc4af2f49256ae58101fee92b04
    a3e8eb3cc1cfe7b7732213b23a656149afa142c47aafbc2b79a191562e1305f4 2d996c823439c56d7f7b22e14644417e69bcb6de39d027001dabe8f35b25c9be
    a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7`,
  ],
  '1.3.36.3.3.2.8.1.1.10': [
    'brainpoolP320t1',
    `d35e472036bc4fb7e13c785ed201e065f98fcfa6f6f40def4f92b9ec7893ec28fcd412b1f1b32e27 d35e472036bc4fb7e13c785ed201e065f98fcfa6f6f40def4f92b9ec7893ec28fcd412b1f1b32e24
    a7f561e038eb1ed560b3d147db782013064c19f27ed27c6780aaf77fb8a547ceb5b4fef422340353
    925be9fb01afc6fb4d3e7d4990010f813408ab106c4f09cb7ee07868cc136fff3357f624a21bed52 63ba3a7a27483ebf6671dbef7abb30ebee084e58a0b077ad42a5a0989d1ee71b1b9bc0455fb0d2c3
    d35e472036bc4fb7e13c785ed201e065f98fcfa5b68f12a32d482ec7ee8658e98691555b44c59311`,
  ],
  '1.3.36.3.3.2.8.1.1.12': [
    'brainpoolP384t1',
    `8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53 8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec50
    7f519eada7bda81bd826dba647910f8c4b9346ed8ccdc64e4b1abd11756dce1d2074aa263b88805ced70355a33b471ee
    18de98b02db9a306f2afcd7235f72a819b80ab12ebd653172476fecd462aabffc4ff191b946a5f54d8d0aa2f418808cc 25ab056962d30651a114afd2755ad336747f93475b7a1fca3b88f2b6a208ccfe469408584dc2b2912675bf5b9e582928
    8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565`,
  ],
  '1.3.36.3.3.2.8.1.1.14': [
    'brainpoolP512t1',
    `aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3 aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f0
    7cbbbcf9441cfab76e1890e46884eae321f70c0bcb4981527897504bec3e36a62bcdfa2304976540f6450085f2dae145c22553b465763689180ea2571867423e
    640ece5c12788717b9c1ba06cbc2a6feba85842458c56dde9db1758d39c0313d82ba51735cdb3ea499aa77a7d6943a64f7a3f25fe26f06b51baa2696fa9035da 5b534bd595f5af0fa2c892376c84ace1bb4e3019b71634c01131159cae03cee9d9932184beef216bd71df2dadf86a627306ecff96dbb8bace198b61e00f8b332
    aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069`,
  ],
  '1.3.36.3.3.2.8.1.1.7': [
    'brainpoolP256r1',
    `a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377 7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9
    26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6
    8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262 547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997
    a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7`,
  ],
  '1.3.36.3.3.2.8.1.1.11': [
    'brainpoolP384r1',
    `8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729901d1a71874700133107ec53 7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a503ad4eb04a8c7dd22ce2826
    04a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb4390295dbc9943ab78696fa504c11
    1d1c64f068cf45ffa2a63a81b7c13f6b8847a3e77ef14fe3db7fcafe0cbd10e8e826e03436d646aaef87b2e247d4af1e 8abe1d7520f9c2a45cb1eb8e95cfd55262b70b29feec5864e19c054ff99129280e4646217791811142820341263c5315
    8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b31f166e6cac0425a7cf3ab6af6b7fc3103b883202e9046565`,
  ],
  '1.3.36.3.3.2.8.1.1.13': [
    'brainpoolP512r1',
    `aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b009bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3 7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca
    3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94cadc083e67984050b75ebae5dd2809bd638016f723
    81aee4bdd82ed9645a21322e9c4c6a9385ed9f70b5d916c1b43b62eef4d0098eff3b1f78e2d0d48d50d1687b93b97d5f7c6d5047406a5e688b352209bcb9f822 7dde385d566332ecc0eabfa9cf7822fdf209f70024a57b1aa000c55b881f8111b2dcde494a5f485e5bca4bd88a2763aed1ca2b2fa8f0540678cd1e0f3ad80892
    aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca70330870553e5c414ca92619418661197fac10471db1d381085ddaddb58796829ca90069`,
  ],
}

const made = new Map<string, NamedCurve>()

/** The curve with an object identifier; undefined for an unknown one. */
export function curveByOid(oid: string): NamedCurve | undefined {
  if (Object.hasOwn(KNOWN, oid)) return KNOWN[oid]
  const rare = Object.hasOwn(RARE, oid) ? RARE[oid] : undefined
  if (rare === undefined) return undefined
  const curve = made.get(oid) ?? makeCurve(rare)
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
  for (const oid of [...Object.keys(KNOWN), ...Object.keys(RARE)]) {
    const curve = curveByOid(oid)
    const own = curve?.Point.CURVE()
    if (own !== undefined && NUMBERS.every((name) => own[name] === numbers[name])) return curve
  }
  return undefined
}

const NUMBERS = ['p', 'a', 'b', 'Gx', 'Gy', 'n'] as const
