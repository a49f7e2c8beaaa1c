/**
 * Builds without Node.js judge signatures as OpenSSL does: keys and signatures of every kind, sound ones, changed ones, and
 * those that two programs could see differently.
 *
 * @module
 */

import * as native from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { loadLateParts } from '../../src/platform/web/late-parts.js'
import * as web from '../../src/platform/web/public-keys.js'

beforeAll(loadLateParts)

type Encoding = 'der' | 'ieee-p1363'

const data = Buffer.from('I agree to the terms of the contract.')

const webKey = (key: native.KeyObject) =>
  web.createPublicKey({ key: key.export({ type: 'spki', format: 'der' }), format: 'der', type: 'spki' })

/** What a check says; what it throws counts as a wrong signature, as `checkSignature` has it. */
function verdict(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

interface Case {
  readonly key: native.KeyObject
  readonly hash: string
  readonly signature: Uint8Array
  readonly encoding?: Encoding
}

function expectSameVerdict({ key, hash, signature, encoding = 'der' }: Case): boolean {
  const expected = verdict(() =>
    native.createVerify(hash).update(data).verify({ key, dsaEncoding: encoding }, signature),
  )
  const own = verdict(() =>
    web
      .createVerify(hash)
      .update(data)
      .verify({ key: webKey(key), dsaEncoding: encoding }, signature),
  )
  expect({ hash, encoding, signature: Buffer.from(signature).toString('hex'), own }).toMatchObject({ own: expected })
  return own
}

/** The signature itself, one with each kind of change, and some of other lengths. */
function* variantsOf(signature: Uint8Array): Generator<Uint8Array> {
  for (const at of [0, 1, 2, 3, 4, 5, signature.length >> 1, signature.length - 1]) {
    const changed = Uint8Array.from(signature)
    changed[at] = (changed[at] ?? 0) ^ 1
    yield changed
  }
  yield new Uint8Array(0)
  yield new Uint8Array(signature.length)
  yield signature.subarray(1)
  yield signature.subarray(0, -1)
  yield Buffer.concat([signature, Uint8Array.of(0)])
  yield Buffer.concat([Uint8Array.of(0), signature])
}

const CURVES = [
  ...['P-256', 'P-384', 'P-521', 'secp256k1', 'secp224r1', 'prime192v1'],
  ...['brainpoolP160r1', 'brainpoolP192r1', 'brainpoolP224r1', 'brainpoolP256r1', 'brainpoolP320r1'],
  ...['brainpoolP384r1', 'brainpoolP512r1', 'brainpoolP256t1', 'brainpoolP320t1', 'brainpoolP384t1', 'brainpoolP512t1'],
]

it.each(CURVES)('ECDSA on %s', (namedCurve) => {
  const { publicKey: key, privateKey } = native.generateKeyPairSync('ec', { namedCurve })
  for (const hash of ['sha1', 'sha256', 'sha512', 'sha3-384']) {
    for (const encoding of ['der', 'ieee-p1363'] as const) {
      const signature = native.createSign(hash).update(data).sign({ key: privateKey, dsaEncoding: encoding })
      expect(expectSameVerdict({ key, hash, signature, encoding })).toBe(true)
      if (hash === 'sha256')
        for (const changed of variantsOf(signature)) expectSameVerdict({ key, hash, signature: changed, encoding })
    }
  }
  expect(webKey(key).asymmetricKeyDetails.namedCurve).toBe(key.asymmetricKeyDetails?.namedCurve)
  expect(webKey(key).equals(webKey(key))).toBe(true)
  expect(webKey(key).equals(webKey(native.generateKeyPairSync('ec', { namedCurve }).publicKey))).toBe(false)
})

it('points in each form, and curves that are spelled out', () => {
  const { publicKey } = native.generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const own = webKey(publicKey)
  for (const form of ['compressed', 'hybrid'] as const) {
    const raw = native.ECDH.convertKey(der.subarray(-65), 'prime256v1', undefined, undefined, form) as Buffer
    const header = Buffer.from(der.subarray(0, -65))
    header[1] = (header[1] ?? 0) - 65 + raw.length
    header[header.length - 2] = raw.length + 1
    const spki = { key: Buffer.concat([header, raw]), format: 'der', type: 'spki' } as const
    expect(web.createPublicKey(spki).equals(own)).toBe(true)
    expect(native.createPublicKey(spki).equals(publicKey)).toBe(true)
  }
  const offCurve = Buffer.from(der)
  offCurve[der.length - 1] = (offCurve[der.length - 1] ?? 0) ^ 1
  expect(() => native.createPublicKey({ key: offCurve, format: 'der', type: 'spki' })).toThrow()
  expect(() => web.createPublicKey({ key: offCurve, format: 'der', type: 'spki' })).toThrow()
  const explicit = native
    .generateKeyPairSync('ec', { namedCurve: 'P-384', paramEncoding: 'explicit' })
    .publicKey.export({ type: 'spki', format: 'der' })
  const described = web.createPublicKey({ key: explicit, format: 'der', type: 'spki' })
  expect(described.asymmetricKeyDetails.namedCurve).toBe('secp384r1')
})

it.each([512, 1024, 1031, 2048, 3072])('RSA with %i bits', (modulusLength) => {
  const { publicKey: key, privateKey } = native.generateKeyPairSync('rsa', { modulusLength })
  for (const hash of ['md5', 'sha1', 'ripemd160', 'sha224', 'sha256', 'sha512', 'sha512-256', 'sha3-256']) {
    if (modulusLength === 512 && hash === 'sha512') continue
    const signature = native.createSign(hash).update(data).sign(privateKey)
    expect(expectSameVerdict({ key, hash, signature })).toBe(true)
    if (hash === 'sha256')
      for (const changed of variantsOf(signature)) expectSameVerdict({ key, hash, signature: changed })
  }
  const { RSA_PKCS1_PADDING, RSA_NO_PADDING } = native.constants
  const signature = native.createSign('sha256').update(data).sign(privateKey)
  for (const padding of [RSA_PKCS1_PADDING, RSA_NO_PADDING]) {
    for (const each of [signature, ...variantsOf(signature)]) {
      const expected = recover(() => native.publicDecrypt({ key, padding }, each))
      expect(recover(() => web.publicDecrypt({ key: webKey(key), padding }, each))).toBe(expected)
    }
  }
  expect(webKey(key).asymmetricKeyDetails.modulusLength).toBe(modulusLength)
})

function recover(decrypt: () => Uint8Array): string {
  try {
    return Buffer.from(decrypt()).toString('hex')
  } catch {
    return 'nothing'
  }
}

it('DSA', () => {
  for (const [modulusLength, divisorLength] of [
    [1024, 160],
    [2048, 256],
  ] as const) {
    const { publicKey: key, privateKey } = native.generateKeyPairSync('dsa', { modulusLength, divisorLength })
    for (const hash of ['sha1', 'sha256', 'sha512']) {
      const signature = native.createSign(hash).update(data).sign(privateKey)
      expect(expectSameVerdict({ key, hash, signature })).toBe(true)
      for (const changed of variantsOf(signature)) expectSameVerdict({ key, hash, signature: changed })
    }
    expect(webKey(key).asymmetricKeyDetails.modulusLength).toBe(modulusLength)
  }
})

it.each(['ed25519', 'ed448'] as const)('%s', (type) => {
  const { publicKey, privateKey } =
    type === 'ed25519' ? native.generateKeyPairSync('ed25519') : native.generateKeyPairSync('ed448')
  const signature = native.sign(null, data, privateKey)
  const own = webKey(publicKey)
  expect(web.verify(null, data, own, signature)).toBe(true)
  for (const changed of variantsOf(signature)) {
    const expected = verdict(() => native.verify(null, data, publicKey, changed))
    expect(verdict(() => web.verify(null, data, own, changed))).toBe(expected)
  }
})

it('Ed25519: an R that is not reduced, and an s above the order, are wrong everywhere', () => {
  // Encodings of the neutral element: y = 1, and y = p + 1.
  const neutral = Buffer.from(`01${'00'.repeat(31)}`, 'hex')
  const unreduced = Buffer.from(`ee${'ff'.repeat(30)}7f`, 'hex')
  const { publicKey } = native.generateKeyPairSync('ed25519')
  for (const r of [neutral, unreduced]) {
    for (const s of [Buffer.alloc(32), Buffer.alloc(32, 0xff)]) {
      const signature = Buffer.concat([r, s])
      const expected = verdict(() => native.verify(null, data, publicKey, signature))
      expect(verdict(() => web.verify(null, data, webKey(publicKey), signature))).toBe(expected)
    }
  }
})

it('keys that are cut short or of an unknown kind are refused', () => {
  const der = native
    .generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .publicKey.export({ type: 'spki', format: 'der' })
  for (const length of [0, 5, 30, der.length - 1]) {
    const key = der.subarray(0, length)
    expect(() => web.createPublicKey({ key, format: 'der', type: 'spki' })).toThrow()
  }
  const x25519 = native.generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'der' })
  expect(() => web.createPublicKey({ key: x25519, format: 'der', type: 'spki' })).toThrow('1.3.101.110')
})
