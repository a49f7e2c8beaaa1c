/**
 * PKCS#12 files and encrypted keys, as several programs write them.
 *
 * @module
 */

import { createPrivateKey, createPublicKey } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodeAlgorithm } from '../../src/cms/asn1/algorithm-identifier.js'
import { derInteger, derOctetString, derSequence } from '../../src/cms/asn1/der-writer.js'
import { OID } from '../../src/cms/asn1/oids.js'
import { decryptPkcs8, openPkcs12 } from '../../src/cms/pkcs12.js'
import { SealwrightError } from '../../src/errors.js'
import { createRandom, mutate } from '../support/mutate.js'
import { hasTool } from '../support/tools.js'
import { makeCredential, makePkcs12, pemToDer, type TestCredential } from './openssl-keys.js'
import { RFC9879_A2 } from './rfc9879-vector.js'
import { toBer } from './to-ber.js'

const failure = (code: string) => expect.objectContaining({ name: 'SealwrightError', code })

/** Replaces the last occurrence of a byte sequence by one of the same length. */
function replaceLast(bytes: Uint8Array, from: string, to: string): Uint8Array {
  const copy = Buffer.from(bytes)
  copy.set(Buffer.from(to, 'hex'), copy.lastIndexOf(Buffer.from(from, 'hex')))
  return new Uint8Array(copy)
}

describe('PBMAC1', () => {
  const vector = new Uint8Array(Buffer.from(RFC9879_A2, 'base64'))

  it('opens the example of RFC 9879, A.2', async () => {
    const { keys, certificates } = await openPkcs12(vector, '1234')
    expect([keys.length, certificates.length]).toEqual([1, 1])
    expect(createPrivateKey({ key: Buffer.from(keys[0] ?? []), format: 'der', type: 'pkcs8' }).type).toBe('private')
  })

  it('refuses another passphrase', async () => {
    await expect(openPkcs12(vector, '1235')).rejects.toThrow(failure('wrong_passphrase'))
  })

  it.each([
    ['iteration count', '14af6c8ffbf0c1ae02020800', '14af6c8ffbf0c1ae02020801'],
    ['salt', '14af6c8ffbf0c1ae', '14af6c8ffbf0c1af'],
  ])('tells that the %s of the MAC was changed', async (_, from, to) => {
    await expect(openPkcs12(replaceLast(vector, from, to), '1234')).rejects.toThrow(failure('invalid_identity'))
  })

  it('refuses a derivation without a key length (RFC 9879, A.6)', async () => {
    // The INTEGER with the length becomes an OCTET STRING.
    const without = replaceLast(vector, '020120300c', '040120300c')
    await expect(openPkcs12(without, '1234')).rejects.toThrow(failure('invalid_identity'))
  })
})

describe.skipIf(!hasTool('openssl'))('PKCS#12 files made by OpenSSL', () => {
  let credential: TestCredential
  let spki: Buffer

  beforeAll(() => {
    credential = makeCredential()
    spki = createPublicKey(credential.key).export({ type: 'spki', format: 'der' })
  })

  async function expectOpen(file: Uint8Array, passphrase: string | undefined): Promise<void> {
    const { keys, certificates } = await openPkcs12(file, passphrase)
    const [key] = keys.map((der) => createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' }))
    expect(key && createPublicKey(key).export({ type: 'spki', format: 'der' })).toEqual(spki)
    expect(certificates).toEqual([pemToDer(credential.certificate)])
  }

  describe.each<[string, string[]]>([
    ['defaults of today', []],
    ['RC2-40 and triple DES', ['-legacy']],
    ['RC2-128', ['-legacy', '-certpbe', 'PBE-SHA1-RC2-128', '-keypbe', 'PBE-SHA1-RC2-128']],
    ['triple DES', ['-legacy', '-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES']],
    ['two-key triple DES', ['-legacy', '-keypbe', 'PBE-SHA1-2DES']],
    ['PBES2 with triple DES', ['-keypbe', 'DES-EDE3-CBC', '-certpbe', 'DES-EDE3-CBC']],
    ['PBES2 with AES-128 and AES-192', ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-192-CBC']],
    ['a SHA-1 MAC', ['-macalg', 'sha1']],
    ['a SHA-384 MAC', ['-macalg', 'sha384']],
    ['a SHA-512 MAC', ['-macalg', 'sha512']],
    ['one iteration', ['-noiter', '-nomaciter']],
    ['no MAC', ['-nomac']],
    ['no MAC, older kind', ['-nomac', '-legacy']],
    ['certificates in the clear', ['-certpbe', 'NONE']],
  ])('with %s', (_, args) => {
    it('open with their passphrase and not with another', async () => {
      const file = makePkcs12(credential, 'pass phrase', args)
      await expectOpen(file, 'pass phrase')
      await expect(openPkcs12(file, 'pass phrasf')).rejects.toThrow(failure('wrong_passphrase'))
      await expect(openPkcs12(file)).rejects.toThrow(failure('wrong_passphrase'))
    })

    it('open when the passphrase is empty', async () => {
      const file = makePkcs12(credential, '', args)
      await expectOpen(file, '')
      await expectOpen(file, undefined)
    })

    it('open when they are written in BER', async () => {
      await expectOpen(toBer(makePkcs12(credential, 'x', args)), 'x')
    })
  })

  it('open without any encryption', async () => {
    await expectOpen(makePkcs12(credential, '', ['-keypbe', 'NONE', '-certpbe', 'NONE', '-nomac']), undefined)
  })

  it('open with a passphrase beyond ASCII', async () => {
    for (const args of [[], ['-legacy']]) await expectOpen(makePkcs12(credential, 'пароль-ß🔑', args), 'пароль-ß🔑')
  })

  it('are called damaged, not wrongly opened, when bytes under the MAC were changed', async () => {
    const file = makePkcs12(credential, 'x', ['-certpbe', 'NONE'])
    const name = Buffer.from('Test Signer')
    const damaged = Buffer.from(file)
    damaged.set(Buffer.from('Test Sinner'), damaged.indexOf(name))
    await expect(openPkcs12(damaged, 'x')).rejects.toThrow(failure('invalid_identity'))
  })

  it('are refused when they are cut off or are something else', async () => {
    const file = makePkcs12(credential, 'x')
    const others = [file.subarray(0, 500), new Uint8Array(0), Buffer.from('%PDF-1.7'), pemToDer(credential.certificate)]
    for (const bytes of others) await expect(openPkcs12(bytes, 'x')).rejects.toThrow(failure('invalid_identity'))
    await expect(openPkcs12(new Uint8Array(5_000_000), 'x')).rejects.toThrow(failure('invalid_identity'))
  })

  it('stop being opened when the signal is aborted', async () => {
    const file = makePkcs12(credential, 'x', ['-legacy', '-iter', '200000', '-nomac'])
    const reason = new Error('enough')
    const controller = new AbortController()
    const opening = openPkcs12(file, 'x', controller.signal)
    setImmediate(() => controller.abort(reason))
    await expect(opening).rejects.toBe(reason)
  })

  it('survive damage with nothing but SealwrightError', async () => {
    const random = createRandom(3)
    const quick = ['-noiter', '-nomaciter']
    const files = [
      makePkcs12(credential, 'x', quick),
      makePkcs12(credential, 'x', [...quick, '-legacy']),
      makePkcs12(credential, 'x', [...quick, '-nomac', '-keypbe', 'NONE', '-certpbe', 'NONE']),
    ]
    let refused = 0
    for (let i = 0; i < 900; i++) {
      const [file = new Uint8Array(0)] = files.slice(i % 3)
      try {
        await openPkcs12(mutate(i % 2 === 0 ? file : toBer(file), random).bytes, 'x', AbortSignal.timeout(20_000))
      } catch (error) {
        if (!(error instanceof SealwrightError)) throw error
        refused++
      }
    }
    expect(refused).toBeGreaterThan(400)
  })
})

describe('encrypted PKCS#8 keys', () => {
  const protect = (algorithm: Uint8Array) => derSequence(algorithm, derOctetString(new Uint8Array(64)))

  it.each([
    ['PBKDF2', derInteger(0x7fffffff)],
    ['PBKDF2 without iterations', derInteger(0)],
  ])('are refused at once when %s would take too long or makes no sense', async (_, iterations) => {
    const kdf = encodeAlgorithm(OID.pbkdf2, derSequence(derOctetString(new Uint8Array(8)), iterations))
    const cipher = encodeAlgorithm('2.16.840.1.101.3.4.1.42', derOctetString(new Uint8Array(16)))
    const key = protect(encodeAlgorithm(OID.pbes2, derSequence(kdf, cipher)))
    await expect(decryptPkcs8(key, 'x')).rejects.toThrow(failure('invalid_identity'))
  })

  it('are refused at once when the PKCS#12 derivation would take too long', async () => {
    const parameters = derSequence(derOctetString(new Uint8Array(8)), derInteger(0x7fffffff))
    const key = protect(encodeAlgorithm(OID.pbeWithShaAnd3KeyTripleDes, parameters))
    await expect(decryptPkcs8(key, 'x')).rejects.toThrow(failure('invalid_identity'))
  })

  it.each([
    [2 ** 20, 1024, 1],
    [3, 8, 1],
    [0, 0, 0],
  ])('are refused with scrypt parameters %i, %i, %i', async (cost, blockSize, parallelization) => {
    const numbers = [cost, blockSize, parallelization].map((number) => derInteger(number))
    const kdf = encodeAlgorithm(OID.scrypt, derSequence(derOctetString(new Uint8Array(8)), ...numbers))
    const cipher = encodeAlgorithm('2.16.840.1.101.3.4.1.42', derOctetString(new Uint8Array(16)))
    const key = protect(encodeAlgorithm(OID.pbes2, derSequence(kdf, cipher)))
    await expect(decryptPkcs8(key, 'x')).rejects.toThrow(failure('invalid_identity'))
  })
})
