/**
 * ML-DSA held against published vectors (Wycheproof, `mldsa_*_sign_seed_test.json`, C2SP), and against signatures that are wrong
 * for one reason each, by the encodings of FIPS 204. Of keys and signatures the beginnings and ends are held: all of their bytes
 * hang on the hash that they begin with.
 *
 * @module
 */

import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { readPublicKeyInfo } from '../../src/cms/algorithm/public-key.js'
import { encodeAlgorithm } from '../../src/cms/asn1/algorithm-identifier.js'
import { readDer } from '../../src/cms/asn1/der.js'
import { derBitString, derSequence } from '../../src/cms/asn1/der-writer.js'
import { verifyMlDsa } from '../../src/platform/post-quantum.js'
import { loadLateParts } from '../../src/platform/web/late-parts.js'
import { verifyMlDsa as verifyOnTheWeb } from '../../src/platform/web/post-quantum.js'

beforeAll(loadLateParts)

/** A vector: the seed of the key is 32 times 2a, the message "Hello world". Sizes are those of FIPS 204, table 1, in bytes. */
interface Vector {
  readonly maker: typeof ml_dsa44
  readonly oid: string
  readonly key: readonly [begins: string, ends: string]
  readonly signature: readonly [begins: string, ends: string]
  /** Length of the commitment hash, and of one coefficient of z in bits. */
  readonly commitment: number
  readonly coefficient: number
  /** Most ones in the hint, and its polynomials. */
  readonly omega: number
  readonly k: number
}

const VECTORS: Readonly<Record<'ML-DSA-44' | 'ML-DSA-65' | 'ML-DSA-87', Vector>> = {
  'ML-DSA-44': {
    maker: ml_dsa44,
    oid: '2.16.840.1.101.3.4.3.17',
    key: ['db9ac67708f2ba0fac1f92bd802f9be8', '41839b7b3357ab9d'],
    signature: ['1aa69cb5ed35204534f25f40a17eb0d7', '121f323e'],
    commitment: 32,
    coefficient: 18,
    omega: 80,
    k: 4,
  },
  'ML-DSA-65': {
    maker: ml_dsa65,
    oid: '2.16.840.1.101.3.4.3.18',
    key: ['f5408337d0fee65c28851226a5fa81b5', 'fb194f87173a18dc'],
    signature: ['69da5aec6d5f58fbf29439c520bd68b9', '05101318212b'],
    commitment: 48,
    coefficient: 20,
    omega: 55,
    k: 6,
  },
  'ML-DSA-87': {
    maker: ml_dsa87,
    oid: '2.16.840.1.101.3.4.3.19',
    key: ['17a508179b35057099111733da28fd1a', '7dea901a7e08e805'],
    // The end of it stands behind what was at hand of the file.
    signature: ['ba4275ff54c22d2d09ea1937a0667362', ''],
    commitment: 64,
    coefficient: 20,
    omega: 75,
    k: 8,
  },
}

const MESSAGE = Uint8Array.from(Buffer.from('Hello world'))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Signatures that are wrong for one reason each. `hint` is where the encoded hint begins. */
function wrongSignatures(good: Uint8Array, { commitment, coefficient, omega, k }: Vector): Record<string, Uint8Array> {
  const hint = good.length - omega - k
  const counts = hint + omega
  const changed = (change: (bytes: Uint8Array) => void) => {
    const bytes = Uint8Array.from(good)
    change(bytes)
    return bytes
  }
  const at = (index: number) => good[index] ?? 0
  const flip = (index: number) =>
    changed((bytes) => {
      bytes[index] = at(index) ^ 1
    })
  return {
    'another commitment': flip(0),
    'the end of the commitment': flip(commitment - 1),
    'another z': flip(commitment),
    'the end of z': flip(hint - 1),
    // The coefficient that is encoded as 0 is gamma1, which is too large (algorithm 8, step 13).
    'z beyond its bound': changed((bytes) => bytes.fill(0, commitment, commitment + Math.ceil(coefficient / 8) + 1)),
    'a hint at another place': changed((bytes) => {
      bytes[hint] = at(hint) === 0 ? 1 : at(hint) - 1
    }),
    'hints out of order': changed((bytes) => {
      bytes[hint] = at(hint + 1)
      bytes[hint + 1] = at(hint)
    }),
    'a hint twice': changed((bytes) => {
      bytes[hint + 1] = at(hint)
    }),
    'more hints than there may be': changed((bytes) => {
      bytes[counts + k - 1] = omega + 1
    }),
    'counts that become smaller': changed((bytes) => {
      bytes[counts] = at(counts + 1) + 1
    }),
    'something in unused hints': changed((bytes) => {
      bytes[counts - 1] = 1
    }),
    'a byte too few': good.subarray(0, good.length - 1),
    'a byte too many': Uint8Array.from([...good, 0]),
    nothing: new Uint8Array(0),
    zeros: new Uint8Array(good.length),
  }
}

describe.each(Object.entries(VECTORS) as ['ML-DSA-44', Vector][])('%s', (name, vector) => {
  const { maker } = vector
  const { publicKey, secretKey } = maker.keygen(new Uint8Array(32).fill(0x2a))
  const good = maker.sign(MESSAGE, secretKey, { extraEntropy: false })
  const spki = derSequence(encodeAlgorithm(vector.oid), derBitString(publicKey))
  const info = readPublicKeyInfo(readDer(spki))
  const answers = (signature: Uint8Array, message: Uint8Array = MESSAGE) => [
    verifyMlDsa(name, { spki, raw: info.keyBytes }, message, signature),
    verifyOnTheWeb(name, { raw: info.keyBytes }, message, signature),
  ]

  it('makes the key and the signature of the vector, which is right', () => {
    expect([hex(publicKey).slice(0, 32), hex(publicKey).slice(-16)]).toEqual(vector.key)
    const [begins, ends] = vector.signature
    expect(hex(good).startsWith(begins)).toBe(true)
    expect(hex(good).endsWith(ends)).toBe(true)
    expect(answers(good)).toEqual([true, true])
  })

  it('is wrong with a context, and where the message was not framed (FIPS 204, 5.2)', () => {
    const context = Uint8Array.from(Buffer.from('Context'))
    const inContext = maker.sign(MESSAGE, secretKey, { extraEntropy: false, context })
    expect(maker.verify(inContext, MESSAGE, publicKey, { context })).toBe(true)
    expect(answers(inContext)).toEqual([false, false])
    if (name === 'ML-DSA-44') expect(hex(inContext).startsWith('e11d24772c24efc107ae3abb01498174')).toBe(true)
    const unframed = maker.internal.sign(MESSAGE, secretKey, { extraEntropy: false })
    expect(answers(unframed)).toEqual([false, false])
  })

  it.each(Object.entries(wrongSignatures(good, vector)))('is wrong with %s', (_, signature) => {
    expect(hex(signature)).not.toBe(hex(good))
    expect(answers(signature)).toEqual([false, false])
  })

  it('is wrong for another message', () => {
    expect(answers(good, MESSAGE.subarray(1))).toEqual([false, false])
    expect(answers(good, new Uint8Array(0))).toEqual([false, false])
  })
})
