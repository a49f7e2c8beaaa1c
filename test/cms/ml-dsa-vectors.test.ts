/**
 * ML-DSA held against published vectors: NIST's ACVP (keyGen and sigVer, FIPS 204, version 42), and Wycheproof (C2SP,
 * `mldsa_*_standard_*_test.json`). Most keys and signatures are made here, and held against the vectors by their
 * SHA-256. All vectors were run once, as OpenSSL 3.5 ships them in `test/recipes/30-test_evp_data`; those here have
 * every parameter set and every kind of refusal. Further signatures are wrong for one reason each, by the encodings of
 * FIPS 204.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { readPublicKeyInfo } from '../../src/cms/algorithm/public-key.js'
import { encodeAlgorithm } from '../../src/cms/asn1/algorithm-identifier.js'
import { readDer } from '../../src/cms/asn1/der.js'
import { derBitString, derSequence } from '../../src/cms/asn1/der-writer.js'
import { verifyMlDsa } from '../../src/platform/post-quantum.js'
import { loadLateParts } from '../../src/platform/web/late-parts.js'
import { verifyMlDsa as verifyOnTheWeb } from '../../src/platform/web/post-quantum.js'
import { ACVP_ML_DSA_44 } from './acvp-vector.js'

beforeAll(loadLateParts)

/**
 * A vector of Wycheproof: the seed of the key is 32 times 2a, the message "Hello world". Sizes are those of FIPS 204,
 * table 1, in bytes.
 */
interface Vector {
  readonly maker: typeof ml_dsa44
  readonly oid: string
  /** SHA-256 of the public key, and of the signature. */
  readonly key: string
  readonly signature: string
  /** ACVP keyGen, case 1 of the set: the seed, and the SHA-256 of both keys. */
  readonly generated: readonly [seed: string, publicKey: string, secretKey: string]
  /** Beginnings of the SHA-256 of signatures that are to be refused, by what was done to a right one. */
  readonly refused: Readonly<Record<Change, string>> & { readonly z: readonly string[] }
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
    key: 'd87f8ca136ac1aa55e2d6c4521680efb3a378cbb9bc0bfb446e9c60893931ea3',
    signature: '8cd6fc03daa72e87210a4e721523e84c14f27733789075e65736744d4787fdd5',
    generated: [
      '4be7a01a99a5e5bcfe3c06785d8e4ec664082227d86704e9e44862623a05c8b3',
      'a140495fe1cbeb25d30ecf194ee2823dde1b76bbcbdea8cac50c6365f6803060',
      '832d372e1c52dc6fe6f9d8ccb34cf3f184f16a6aa5bbebc1369d52b364034eaa',
    ],
    refused: {
      short: '8641a652fda3de30',
      long: '5ee56d1bfd6d5085',
      commitment: '01d3fedf4de15410',
      z: ['958d21e8070269f7', 'b1982f3ca810b549', '6c966c11e9a7d1fb', 'f120dd5f276788de'],
      hint: 'e09e77a946a27841',
      end: '9bc9aa4762c01c6a',
      reversed: '0f0c1edf697cd89f',
      tooMany: 'c171e41572286299',
      padding: 'e7b9ce81b49752fd',
      repeated: 'df4286e3b15cac7c',
    },
    commitment: 32,
    coefficient: 18,
    omega: 80,
    k: 4,
  },
  'ML-DSA-65': {
    maker: ml_dsa65,
    oid: '2.16.840.1.101.3.4.3.18',
    key: 'b7acce2ddb11f8cc1aa46e2bafac6eacfa2b732ef192bd636ad8d3a56d649c66',
    signature: '39fbbb0d97a52c79844213b325af823a7f16a174e00a5b3daeb3e6e6d1c89681',
    generated: [
      '8ab6448bf58f897d528a8de9f8e59329ac929a9cde7edf3e27e01bc9ef128a67',
      'b0cc1d6464e1528a478108d4be94be4aca4c7ae69d9595b1e6b752713442022a',
      '75c9d40f0afce322f8f9ba20b7544039c04af1b7a047a8c8b7c429c71d5fc15f',
    ],
    refused: {
      short: '5ee37f9764f3070e',
      long: '7fabc8e8f92a80b6',
      commitment: 'ea44f66bf99c0b1c',
      z: ['3b6adf97116200f3', 'd1215510def34feb', '909fd6a342071095', '35a022409fba82d7', '1a9ec85532a95e37'],
      hint: '3a18a7014c8203ec',
      end: 'cf818e7f8de98962',
      reversed: 'adeffdc2578d21e8',
      tooMany: '5c214a5e2642785a',
      padding: 'ba0cde0cb0a77975',
      repeated: 'e0dcc588bdc3c909',
    },
    commitment: 48,
    coefficient: 20,
    omega: 55,
    k: 6,
  },
  'ML-DSA-87': {
    maker: ml_dsa87,
    oid: '2.16.840.1.101.3.4.3.19',
    key: 'd43128fa8a8c785c1d44c9e7db538dbf9dd88fe6c8ad911a344bcec1017c6d54',
    signature: '1ad45bd0419e694375bd38ec11d8e0c228ab9ffac2fce4adbe6218d9c949e293',
    generated: [
      '5ac4d695186486c11d21f0300dbda6f38b8d1fa07a254549b64422d44b1aac42',
      'f3181985231f1541993e4a5e676636e76ca97a2d551bff73d832e9ed80217b31',
      '8f53b3e2aeb6545df71c749d0e7fc8e674b64e1e3381b882888462dbbaeb0b95',
    ],
    refused: {
      short: '9adcc5f7e36ea007',
      long: '532755add3af1031',
      commitment: 'd8ac51fcc775c0b3',
      z: [
        'e913618e4f15327c',
        'f72af09e6e4c5f5a',
        '619d221cbe6bd788',
        'b4c1d451ce75ec4d',
        '42b2cd86058bf8f2',
        '3f80ccd444b14a66',
        '17361ae7817036f0',
      ],
      hint: '84a20011cd445cf7',
      end: '3a9942435b77abd6',
      reversed: '481c13cc59b55952',
      tooMany: '0c6e25c654e06e60',
      padding: '7d2f957eac64e349',
      repeated: 'f1bc330fcc39ec70',
    },
    commitment: 64,
    coefficient: 20,
    omega: 75,
    k: 8,
  },
}

/** The message of signatures with changed hints. */
const NUMBER_ONE = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0))
type Change = 'short' | 'long' | 'commitment' | 'hint' | 'end' | 'reversed' | 'tooMany' | 'padding' | 'repeated'

/** The signatures of Wycheproof that are wrong, made of right ones: of "Hello world", and of the number one. */
function refusedSignatures(hello: Uint8Array, one: Uint8Array, { commitment, coefficient, omega, k, refused }: Vector) {
  const hint = hello.length - omega - k
  const flip = (at: number) => hello.map((byte, i) => (i === at ? byte ^ 1 : byte))
  const counts = [...one.subarray(hint + omega)]
  const hints = [...one.subarray(hint, hint + (counts.at(-1) ?? 0))]
  const withHints = (changed: readonly number[], ends: readonly number[] = counts, filler = 0) => {
    const padding = Array.from({ length: omega - changed.length }, () => filler)
    return Uint8Array.from([...one.subarray(0, hint), ...changed, ...padding, ...ends])
  }
  const ofPolynomials = counts.map((end, i) => hints.slice(counts[i - 1] ?? 0, end))
  const made: Readonly<Record<Change, Uint8Array>> = {
    short: hello.subarray(0, -1),
    long: Uint8Array.from([...hello, 0]),
    commitment: flip(0),
    hint: flip(hint),
    end: flip(hello.length - 1),
    reversed: withHints(ofPolynomials.flatMap((each) => each.toReversed())),
    tooMany: withHints(hints, [...counts.slice(0, -1), 255]),
    padding: withHints(hints, counts, 42),
    repeated: withHints(
      [hints[0] ?? 0, ...hints],
      counts.map((end) => end + 1),
    ),
  }
  const size = coefficient * 32
  return [
    ...Object.entries(made).map(([name, signature]) => [name, signature, refused[name as Change]] as const),
    ...refused.z.map((digest, i) => [`z[${i}]`, flip(commitment + i * size), digest] as const),
  ]
}

const MESSAGE = Uint8Array.from(Buffer.from('Hello world'))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

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
    expect([digest(publicKey), digest(good)]).toEqual([vector.key, vector.signature])
    expect(answers(good)).toEqual([true, true])
    const [from, ...digests] = vector.generated
    const generated = maker.keygen(Uint8Array.from(Buffer.from(from, 'hex')))
    expect([digest(generated.publicKey), digest(generated.secretKey)]).toEqual(digests)
  })

  const one = maker.sign(NUMBER_ONE, secretKey, { extraEntropy: false })
  const ofOne = new Set(['reversed', 'tooMany', 'padding', 'repeated'])
  it.each(refusedSignatures(good, one, vector))(
    'refuses the signature of the vectors with %s',
    (change, signature, expected) => {
      expect(digest(signature).startsWith(expected)).toBe(true)
      expect(answers(signature, ofOne.has(change) ? NUMBER_ONE : MESSAGE)).toEqual([false, false])
      expect(answers(one, NUMBER_ONE)).toEqual([true, true])
    },
  )

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

it('a case of NIST is right, and wrong with another bit anywhere', () => {
  const [key, message, signature] = (['key', 'message', 'signature'] as const).map((part) =>
    Uint8Array.from(Buffer.from(ACVP_ML_DSA_44[part], 'base64')),
  ) as [Uint8Array, Uint8Array, Uint8Array]
  const answers = (ofKey: Uint8Array, ofMessage: Uint8Array, ofSignature: Uint8Array) => {
    const spki = derSequence(encodeAlgorithm(VECTORS['ML-DSA-44'].oid), derBitString(ofKey))
    const raw = readPublicKeyInfo(readDer(spki)).keyBytes
    return [
      verifyMlDsa('ML-DSA-44', { spki, raw }, ofMessage, ofSignature),
      verifyOnTheWeb('ML-DSA-44', { raw }, ofMessage, ofSignature),
    ]
  }
  const flip = (bytes: Uint8Array) => bytes.map((byte, i) => (i === bytes.length >> 1 ? byte ^ 0x80 : byte))
  expect([key.length, message.length, signature.length]).toEqual([1312, 1050, 2420])
  expect(answers(key, message, signature)).toEqual([true, true])
  expect(answers(flip(key), message, signature)).toEqual([false, false])
  expect(answers(key, flip(message), signature)).toEqual([false, false])
  expect(answers(key, message, flip(signature))).toEqual([false, false])
})
