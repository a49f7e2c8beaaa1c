/**
 * Keys for which anybody can sign, and certificates that name two algorithms. OpenSSL is the judge of the RSA forgery: it
 * is none if OpenSSL does not take it for a signature.
 *
 * @module
 */

import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { checkSignature } from '../../src/cms/algorithm/check-signature.js'
import { digestByName } from '../../src/cms/algorithm/digest-algorithm.js'
import { judgeDsaKey, readPublicKeyInfo } from '../../src/cms/algorithm/public-key.js'
import { childrenOf, readDer } from '../../src/cms/asn1/der.js'
import { readInteger } from '../../src/cms/asn1/der-values.js'
import { derInteger, derNull, derOid, derSequence, encodeDer } from '../../src/cms/asn1/der-writer.js'
import { OID } from '../../src/cms/asn1/oids.js'
import { isIssuedBy } from '../../src/cms/certificate/certificate-signature.js'
import { parseCertificate } from '../../src/cms/certificate/x509.js'
import { makeCredential, pemToDer } from './openssl-keys.js'

const MESSAGE = new TextEncoder().encode('a contract that nobody signed')

const keyInfo = (algorithm: Uint8Array, key: Uint8Array) =>
  derSequence(algorithm, encodeDer(0x03, Uint8Array.of(0), key))

function modulus(): Uint8Array {
  const { n = '' } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' })
  return Uint8Array.from([0, ...Buffer.from(n, 'base64url')])
}

const rsaKey = (exponent: number) =>
  keyInfo(
    derSequence(derOid(OID.rsaEncryption), derNull()),
    derSequence(encodeDer(0x02, modulus()), derInteger(exponent)),
  )

/** EMSA-PKCS1-v1_5 (RFC 8017, 9.2) of the message: what an exponent of 1 makes of itself. */
function paddedDigest(): Uint8Array {
  const prefix = Buffer.from('3031300d060960864801650304020105000420', 'hex')
  const info = Buffer.concat([prefix, createHash('sha256').update(MESSAGE).digest()])
  return Buffer.concat([Buffer.of(0, 1), Buffer.alloc(256 - 3 - info.length, 0xff), Buffer.of(0), info])
}

/** An INTEGER of any size, not negative, in its shortest form. */
function bigInteger(value: bigint): Uint8Array {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return encodeDer(0x02, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.of(0), bytes]))
}

const SHA256 = digestByName('sha256')
const opensslKey = (spki: Uint8Array) => createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' })

function sha256() {
  if (SHA256 === undefined) throw new Error('SHA-256 is unknown.')
  return SHA256
}

describe('a key for which anybody can sign', () => {
  it('has an RSA exponent of 1', () => {
    const spki = rsaKey(1)
    expect(verify('sha256', MESSAGE, opensslKey(spki), paddedDigest())).toBe(true)
    const info = readPublicKeyInfo(readDer(spki))
    expect(checkSignature({ type: 'rsa', digest: sha256() }, info, [MESSAGE], paddedDigest())).toBe('mismatch')
  })

  it.each([
    [1, 'void'],
    [2, 'void'],
    [65_536, 'void'],
    [3, 'rsa'],
    [257, 'rsa'],
    [65_537, 'rsa'],
  ])('is told by the exponent %i', (exponent, type) => {
    expect(readPublicKeyInfo(readDer(rsaKey(exponent))).kind.type).toBe(type)
  })

  it('is the neutral element of Ed25519', () => {
    const neutral = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 1 : 0))
    const signature = Buffer.concat([neutral, new Uint8Array(32)])
    const spki = keyInfo(derSequence(derOid(OID.ed25519)), neutral)
    // OpenSSL 3.0, which Node 20 has, takes this for a signature; 3.5.8, which Nodes 22 and 24 have, does not.
    const info = readPublicKeyInfo(readDer(spki))
    expect(checkSignature({ type: 'ed25519', digest: undefined }, info, [MESSAGE], signature)).toBe('mismatch')
  })

  // Points of the orders 1, 2, 4, 4, 8 and 8, and two of them with p added to their y or with the sign of no x.
  it.each([
    `01${'00'.repeat(31)}`,
    `ec${'ff'.repeat(30)}7f`,
    '00'.repeat(32),
    `${'00'.repeat(31)}80`,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    `ee${'ff'.repeat(30)}7f`,
    `01${'00'.repeat(30)}80`,
  ])('is the point %s', (point) => {
    const spki = keyInfo(derSequence(derOid(OID.ed25519)), Buffer.from(point, 'hex'))
    expect(readPublicKeyInfo(readDer(spki)).kind.type).toBe('void')
  })

  describe('of DSA', () => {
    const { publicKey } = generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 })
    const der = publicKey.export({ type: 'spki', format: 'der' })
    const { algorithm, keyBytes } = readPublicKeyInfo(readDer(der))
    const keyOf = (y: Uint8Array) => keyInfo(derSequence(derOid(OID.dsa), algorithm.parameters ?? derNull()), y)

    it('is 1, with a signature that OpenSSL accepts', () => {
      const spki = keyOf(derInteger(1))
      // v = g^(H/s) mod p mod q equals r for s = H and r = g mod q, whatever the message is.
      const numbers = [...childrenOf(readDer(algorithm.parameters ?? derNull()))].map((value) => readInteger(value))
      const [, q, g] = numbers.map((bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)) as [
        bigint,
        bigint,
        bigint,
      ]
      const digest = BigInt(`0x${createHash('sha256').update(MESSAGE).digest('hex')}`)
      const signature = derSequence(bigInteger(g % q), bigInteger(digest % q))
      expect(verify('sha256', MESSAGE, opensslKey(spki), signature)).toBe(true)
      const info = readPublicKeyInfo(readDer(spki))
      expect(judgeDsaKey(info)).toBe('void')
      expect(checkSignature({ type: 'dsa', digest: sha256() }, info, [MESSAGE], signature)).toBe('mismatch')
    })

    it('is none that OpenSSL makes', () => {
      expect(judgeDsaKey(readPublicKeyInfo(readDer(der)))).toBe('sound')
      expect(judgeDsaKey(readPublicKeyInfo(readDer(keyOf(keyBytes))))).toBe('sound')
    })

    it('costs nothing before a signature is checked, and little then', () => {
      // The powers of numbers of 10,000 bits would take 30 ms for each certificate of a file.
      const long = encodeDer(0x02, Buffer.alloc(1250, 0x2f))
      const parameters = derSequence(long, encodeDer(0x02, Buffer.alloc(32, 0x7f)), long)
      const info = readPublicKeyInfo(readDer(keyInfo(derSequence(derOid(OID.dsa), parameters), long)))
      expect(info.kind.type).toBe('unknown')
      expect(judgeDsaKey(info)).toBe('unsupported')
    })

    it.each(['00', '02', '03'])('is %s, which is not in the subgroup', (y) => {
      expect(judgeDsaKey(readPublicKeyInfo(readDer(keyOf(encodeDer(0x02, Buffer.from(y, 'hex'))))))).toBe('void')
    })
  })

  it('is none that OpenSSL makes', () => {
    for (const [name, type] of [
      ['ed25519', 'ed25519'],
      ['ed448', 'ed448'],
    ] as const) {
      const { publicKey } = name === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ed448')
      expect(readPublicKeyInfo(readDer(publicKey.export({ type: 'spki', format: 'der' }))).kind.type).toBe(type)
    }
  })
})

describe('a certificate', () => {
  it('is issued with the algorithm that is signed with it', () => {
    const der = pemToDer(makeCredential({ kind: 'rsa' }).certificate)
    const certificate = parseCertificate(der)
    expect(isIssuedBy(certificate, certificate)).toBe(true)
    const algorithm = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
    const forged = Buffer.from(der)
    // The last octet of the NULL beside the signature becomes a part of another type; the signed one stays.
    forged[forged.lastIndexOf(algorithm) + algorithm.length - 2] = 0x04
    const other = parseCertificate(forged)
    expect(other.tbs).toEqual(certificate.tbs)
    expect(isIssuedBy(other, certificate)).toBe(false)
  })
})
