/**
 * Identities from PEM and PKCS#12 files.
 *
 * @module
 */

import { createPublicKey, verify } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseCertificate } from '../../src/cms/certificate/x509.js'
import type { SigningIdentity } from '../../src/sign/identity/identity.js'
import { identityFromPem } from '../../src/sign/identity/pem-identity.js'
import { identityFromPkcs12 } from '../../src/sign/identity/pkcs12-identity.js'
import { makeCredential, makePkcs12, opensslWithFiles, pemToDer, type TestCredential } from '../cms/openssl-keys.js'
import { hasTool } from '../support/tools.js'

const failure = (code: string) => expect.objectContaining({ name: 'SealwrightError', code })
const CA = ['basicConstraints=critical,CA:TRUE', 'keyUsage=keyCertSign', 'subjectKeyIdentifier=hash']

function commonNames(identity: SigningIdentity): (string | undefined)[] {
  return identity.certificates.map((der) => parseCertificate(der).subject.commonName)
}

describe.skipIf(!hasTool('openssl'))('identities from files', () => {
  let root: TestCredential
  let intermediate: TestCredential
  let leaf: TestCredential
  let stranger: TestCredential

  beforeAll(() => {
    root = makeCredential({ kind: 'p256', subject: '/CN=Root', extensions: CA })
    intermediate = makeCredential({ kind: 'p256', subject: '/CN=Intermediate', extensions: CA, issuer: root })
    leaf = makeCredential({ subject: '/CN=Leaf', issuer: intermediate })
    stranger = makeCredential({ kind: 'p256', subject: '/CN=Stranger' })
  })

  describe('PKCS#12', () => {
    it('puts the chain in order, whatever the order in the file, and leaves strangers out', async () => {
      const orders = [
        [root, intermediate, stranger],
        [stranger, intermediate, root],
      ]
      for (const order of orders) {
        const more = order.map((credential) => credential.certificate).join('')
        const identity = await identityFromPkcs12(makePkcs12(leaf, 'x', [], more), 'x')
        expect(commonNames(identity)).toEqual(['Leaf', 'Intermediate', 'Root'])
      }
    })

    it.each([
      ['rsa', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }],
      ['rsaPss', { name: 'RSASSA-PSS', hash: 'SHA-256' }],
      ['rsaPss384', { name: 'RSASSA-PSS', hash: 'SHA-384' }],
      ['p256', { name: 'ECDSA', hash: 'SHA-256' }],
      ['p384', { name: 'ECDSA', hash: 'SHA-384' }],
      ['p521', { name: 'ECDSA', hash: 'SHA-512' }],
      ['brainpool', { name: 'ECDSA', hash: 'SHA-256' }],
      ['ed25519', { name: 'Ed25519' }],
    ] as const)('takes keys of kind %s with the algorithm that suits them', async (kind, algorithm) => {
      const identity = await identityFromPkcs12(makePkcs12(makeCredential({ kind }), 'x'), 'x')
      expect(identity.algorithm).toEqual(algorithm)
    })

    it('takes another algorithm on request, if the key can', async () => {
      const algorithm = { name: 'RSASSA-PSS', hash: 'SHA-512' } as const
      const file = makePkcs12(leaf, 'x')
      expect((await identityFromPkcs12(file, 'x', { algorithm })).algorithm).toEqual(algorithm)
      const ecdsa = { name: 'ECDSA', hash: 'SHA-256' } as const
      await expect(identityFromPkcs12(file, 'x', { algorithm: ecdsa })).rejects.toThrow(failure('invalid_identity'))
      const restricted = makePkcs12(makeCredential({ kind: 'rsaPss384' }), 'x')
      await expect(identityFromPkcs12(restricted, 'x', { algorithm })).rejects.toThrow(failure('invalid_identity'))
    })

    it('tells what is wrong', async () => {
      const file = makePkcs12(leaf, 'x')
      await expect(identityFromPkcs12(file, 'y')).rejects.toThrow(failure('wrong_passphrase'))
      await expect(identityFromPkcs12(file.subarray(1), 'x')).rejects.toThrow(failure('invalid_identity'))
      const encipherment = makeCredential({ extensions: ['keyUsage=keyEncipherment'] })
      await expect(identityFromPkcs12(makePkcs12(encipherment, 'x'), 'x')).rejects.toThrow(failure('invalid_identity'))
      const ed448 = makePkcs12(makeCredential({ kind: 'ed448' }), 'x')
      await expect(identityFromPkcs12(ed448, 'x')).rejects.toThrow(failure('invalid_identity'))
      const certificateOnly = opensslWithFiles(
        { certificate: leaf.certificate },
        ...['pkcs12', '-export', '-nokeys', '-in', '@certificate', '-passout', 'pass:x', '-out', '@out'],
      )
      await expect(identityFromPkcs12(certificateOnly, 'x')).rejects.toThrow(failure('invalid_identity'))
      await expect(identityFromPkcs12(file, 'x', { signal: AbortSignal.abort('no') })).rejects.toBe('no')
    })
  })

  describe('PEM', () => {
    const convert = (key: string, ...args: string[]) =>
      Buffer.from(opensslWithFiles({ key }, ...args, '-in', '@key', '-out', '@out')).toString()

    async function expectSigns(key: string | Uint8Array, passphrase?: string): Promise<void> {
      const input = { key, certificate: leaf.certificate }
      const identity = await identityFromPem(passphrase === undefined ? input : { ...input, passphrase })
      const data = Buffer.from('data')
      expect(verify('sha256', data, createPublicKey(leaf.key), await identity.sign(data))).toBe(true)
    }

    it('reads PKCS#8, PKCS#1 and SEC1 keys, as text, bytes and DER', async () => {
      await expectSigns(leaf.key)
      await expectSigns(Buffer.from(`Bag Attributes: none\r\n${leaf.key.replaceAll('\n', '\r\n')}`))
      await expectSigns(pemToDer(leaf.key))
      await expectSigns(convert(leaf.key, 'rsa', '-traditional'))
      const sec1 = convert(stranger.key, 'ec')
      expect(sec1).toContain('BEGIN EC PRIVATE KEY')
      const identity = await identityFromPem({ key: sec1, certificate: pemToDer(stranger.certificate) })
      expect(commonNames(identity)).toEqual(['Stranger'])
    })

    it.each([
      ['AES-256 and PBKDF2', ['pkcs8', '-topk8', '-v2', 'aes-256-cbc']],
      ['HMAC-SHA-512', ['pkcs8', '-topk8', '-v2', 'aes-128-cbc', '-v2prf', 'hmacWithSHA512']],
      ['scrypt', ['pkcs8', '-topk8', '-scrypt']],
      [
        'triple DES of PKCS#12',
        ['pkcs8', '-topk8', '-v1', 'PBE-SHA1-3DES', '-provider', 'legacy', '-provider', 'default'],
      ],
      ['the headers of OpenSSL', ['rsa', '-traditional', '-aes128']],
    ])('opens keys encrypted with %s, and tells a wrong or missing passphrase', async (_, args) => {
      const key = convert(leaf.key, ...args, '-passout', 'pass:secret')
      expect(key).toContain('ENCRYPTED')
      await expectSigns(key, 'secret')
      const input = { key, certificate: leaf.certificate }
      await expect(identityFromPem({ ...input, passphrase: 'Secret' })).rejects.toThrow(failure('wrong_passphrase'))
      await expect(identityFromPem(input)).rejects.toThrow(failure('wrong_passphrase'))
    })

    it('finds the certificate of the key among several, in any order and place', async () => {
      const certificate = root.certificate + leaf.certificate
      const chain = [pemToDer(stranger.certificate), intermediate.certificate]
      const identity = await identityFromPem({ key: leaf.key, certificate, chain })
      expect(commonNames(identity)).toEqual(['Leaf', 'Intermediate', 'Root'])
    })

    it('says what to give instead of the name of a file', async () => {
      const { key, certificate } = leaf
      const advice = 'it seems to be the name of a file, whose content has to be given.'
      await expect(identityFromPem({ key, certificate: '/etc/keys/signer.crt' })).rejects.toThrow(advice)
      await expect(identityFromPem({ key: 'keys/signer.pem', certificate })).rejects.toThrow(advice)
      await expect(identityFromPem({ key: 'no key at all', certificate })).rejects.toThrow('in the PEM text.')
    })

    it('tells what is wrong', async () => {
      const { key, certificate } = leaf
      await expect(identityFromPem({ key: stranger.key, certificate })).rejects.toThrow(failure('key_mismatch'))
      const broken = certificate.replace(/\n.{20}/, '\n')
      const inputs = [
        { key, certificate: '' },
        { key, certificate: broken },
        { key: '', certificate },
        { key: certificate, certificate },
        { key: key.replace(/\n.{20}/, '\n'), certificate },
        { key: createPublicKey(key).export({ type: 'spki', format: 'pem' }), certificate },
        { key: '-----BEGIN '.repeat(20_000), certificate },
        { key: 'x'.repeat(5_000_000), certificate },
        { key, certificate: certificate.repeat(300) },
      ]
      for (const input of inputs) await expect(identityFromPem(input)).rejects.toThrow(failure('invalid_identity'))
    })
  })
})
