/**
 * Kinds of key files: what opens, and what the message says of the rest.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { parseCertificate } from '../../src/cms/certificate/x509.js'
import { identityFromPem } from '../../src/sign/identity/pem-identity.js'
import { identityFromPkcs12 } from '../../src/sign/identity/pkcs12-identity.js'
import { makeCredential, makePkcs12, type TestCredential } from '../cms/openssl-keys.js'
import { hasTool } from '../support/tools.js'

const failure = (code: string, message: string) =>
  expect.objectContaining({ name: 'SealwrightError', code, message: expect.stringContaining(message) })

describe.skipIf(!hasTool('openssl'))('kinds of key files', () => {
  let leaf: TestCredential

  beforeAll(() => {
    leaf = makeCredential({ kind: 'p256', subject: '/CN=Leaf' })
  })

  it.each(['PBE-SHA1-RC4-128', 'PBE-SHA1-RC4-40'])('open with %s, and not with another passphrase', async (scheme) => {
    for (const more of [[], ['-nomac']]) {
      const file = makePkcs12(leaf, 'x', ['-legacy', '-certpbe', scheme, '-keypbe', scheme, ...more])
      expect((await identityFromPkcs12(file, 'x')).certificates).toHaveLength(1)
      await expect(identityFromPkcs12(file, 'y')).rejects.toThrow(failure('wrong_passphrase', 'passphrase'))
    }
  })

  it.each([
    [['-legacy', '-keypbe', 'PBE-SHA1-DES'], 'pbeWithSHA1AndDES-CBC'],
    [['-keypbe', 'CAMELLIA-256-CBC'], 'Camellia-256-CBC'],
  ])('name the scheme %s and the command that converts', async (args, name) => {
    const opened = identityFromPkcs12(makePkcs12(leaf, 'x', args), 'x')
    await expect(opened).rejects.toThrow(failure('invalid_identity', name))
    await expect(opened).rejects.toThrow('openssl pkcs12')
  })

  it('open as base64, on one line or on several', async () => {
    const text = Buffer.from(makePkcs12(leaf, 'x')).toString('base64')
    const lines = text.replace(/.{64}/g, '$&\n')
    for (const each of [text, lines, `-----BEGIN PKCS12-----\n${lines}\n-----END PKCS12-----\n`]) {
      expect((await identityFromPkcs12(Buffer.from(each), 'x')).certificates).toHaveLength(1)
    }
  })

  it('open as PEM whose line breaks are written as two characters', async () => {
    const escaped = (text: string) => text.replaceAll('\n', '\\n')
    const identity = await identityFromPem({ key: escaped(leaf.key), certificate: escaped(leaf.certificate) })
    expect(parseCertificate(identity.certificates[0] ?? new Uint8Array(0)).subject.commonName).toBe('Leaf')
  })

  it.each([
    ['JKS', 'feedfeed00000002'],
    ['JCEKS', 'cececece00000002'],
  ])('name a %s keystore and the command that converts', async (name, hex) => {
    const bytes = Buffer.from(hex, 'hex')
    const expected = failure('invalid_identity', `Java keystore (${name})`)
    await expect(identityFromPkcs12(bytes, 'x')).rejects.toThrow(expected)
    await expect(identityFromPem({ key: bytes, certificate: leaf.certificate })).rejects.toThrow(expected)
    await expect(identityFromPkcs12(bytes, 'x')).rejects.toThrow('keytool -importkeystore')
  })

  it('say which function opens the other kind', async () => {
    const pkcs12 = makePkcs12(leaf, 'x')
    const pem = identityFromPem({ key: pkcs12, certificate: leaf.certificate })
    await expect(pem).rejects.toThrow(failure('invalid_identity', 'identityFromPkcs12'))
    await expect(identityFromPkcs12(Buffer.from(leaf.key))).rejects.toThrow('identityFromPem')
  })
})
