/**
 * The CMS that identities make.
 *
 * @module
 */

import { createHash, createPrivateKey, sign as cryptoSign } from 'node:crypto'
import { P12Signer } from '@signpdf/signer-p12'
import { beforeAll, describe, expect, it } from 'vitest'
import { OID } from '../../src/cms/asn1/oids.js'
import { parseSignedData, singleAttributeValue } from '../../src/cms/message/signed-data.js'
import { developmentIdentity } from '../../src/sign/identity/development-identity.js'
import type { CmsIdentity, SignatureAlgorithm, SigningIdentity } from '../../src/sign/identity/identity.js'
import { identityFromPem } from '../../src/sign/identity/pem-identity.js'
import { signerOfIdentity } from '../../src/sign/identity/signer-of-identity.js'
import { identityFromSignpdf } from '../../src/sign/identity/signpdf-identity.js'
import { KEY_KINDS, makeCredential, makePkcs12, opensslWithFiles, type TestCredential } from '../cms/openssl-keys.js'
import { bouncyCastleVerify, opensslCmsVerify } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'

const failure = (code: string) => expect.objectContaining({ name: 'SealwrightError', code })
const CONTENT = new Uint8Array(Buffer.from('The bytes of a document.'))

async function signContent(identity: SigningIdentity | CmsIdentity, now = new Date()): Promise<Uint8Array> {
  const signer = signerOfIdentity(identity)
  const digest = createHash(signer.digestAlgorithm).update(CONTENT).digest()
  return signer.createCms(digest, () => CONTENT, { now })
}

const HASHES = ['SHA-256', 'SHA-384', 'SHA-512'] as const
const ALGORITHMS: SignatureAlgorithm[] = [
  ...HASHES.flatMap((hash) => (['RSASSA-PKCS1-v1_5', 'RSASSA-PSS', 'ECDSA'] as const).map((name) => ({ name, hash }))),
  { name: 'Ed25519' },
]

describe('the CMS of a development identity', () => {
  it.skipIf(!hasTool('openssl'))(
    'is valid for OpenSSL with every algorithm it can judge, with the CAdES attribute',
    async () => {
      for (const algorithm of ALGORITHMS.filter(({ name }) => name !== 'Ed25519')) {
        const cms = await signContent(await developmentIdentity({ algorithm }))
        const { valid, message } = await opensslCmsVerify(cms, CONTENT, { cades: true })
        expect([algorithm, valid, message]).toEqual([algorithm, true, expect.stringContaining('successful')])
        expect((await opensslCmsVerify(cms, Buffer.from('other'), { cades: true })).valid).toBe(false)
      }
    },
  )

  it.skipIf(!hasTool('bouncycastle'))('is valid for Bouncy Castle with every algorithm', async () => {
    const identities = await Promise.all(ALGORITHMS.map((algorithm) => developmentIdentity({ algorithm })))
    const signatures = await Promise.all(
      identities.map(async (identity) => ({ cms: await signContent(identity), content: CONTENT })),
    )
    const verdicts = await bouncyCastleVerify([
      ...signatures,
      ...signatures.map(({ cms }) => ({ cms, content: Buffer.from('x') })),
    ])
    expect(verdicts.map(({ valid }) => valid)).toEqual([...ALGORITHMS.map(() => true), ...ALGORITHMS.map(() => false)])
  })

  it('has the attributes of a PAdES baseline signature and no others', async () => {
    const [signer] = parseSignedData(await signContent(await developmentIdentity())).signerInfos
    expect(new Set(signer?.signedAttrs.map(({ oid }) => oid))).toEqual(
      new Set([OID.contentType, OID.messageDigest, OID.signingCertificateV2]),
    )
    expect(signer?.unsignedAttrs).toEqual([])
  })

  it('says that it is for development only, and is valid for 30 days', async () => {
    const now = new Date('2030-05-01T10:20:30.500Z')
    const identity = await developmentIdentity({ name: 'Ada', now })
    const signer = signerOfIdentity(identity)
    expect(signer.commonName).toBe('Ada (development only, not trusted)')
    await expect(signer.measure(now)).resolves.toMatchObject({
      subFilters: ['ETSI.CAdES.detached', 'adbe.pkcs7.detached'],
    })
    const day = 24 * 60 * 60 * 1000
    for (const [time, code] of [
      [now.getTime() - day, 'certificate_not_yet_valid'],
      [now.getTime() + 31 * day, 'certificate_expired'],
    ] as const) {
      await expect(signer.measure(new Date(time))).rejects.toThrow(failure(code))
      await expect(signContent(identity, new Date(time))).rejects.toThrow(failure(code))
    }
    await expect(developmentIdentity({ now: new Date(Number.NaN) })).rejects.toThrow(failure('invalid_request'))
  })

  it('cuts long names to what a certificate may hold', async () => {
    const identity = await developmentIdentity({ name: '名'.repeat(500) })
    expect(signerOfIdentity(identity).commonName).toHaveLength(64)
  })
})

describe.skipIf(!hasTool('openssl'))('the CMS of a key from a file', () => {
  const kinds = (Object.keys(KEY_KINDS) as (keyof typeof KEY_KINDS)[]).filter((kind) => kind !== 'ed448')

  it.each(kinds)('never exceeds the measured size, and reaches it, with a key of kind %s', async (kind) => {
    const identity = await identityFromPem(makeCredential({ kind }))
    const { maxBytes } = await signerOfIdentity(identity).measure(new Date())
    const sizes = new Set<number>()
    for (let i = 0; i < (identity.algorithm.name === 'ECDSA' ? 60 : 3); i++) {
      sizes.add((await signContent(identity)).length)
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(maxBytes)
    expect(Math.max(...sizes)).toBeGreaterThanOrEqual(maxBytes - (identity.algorithm.name === 'ECDSA' ? 2 : 0))
  })

  it('respects the parameters that bind an RSASSA-PSS key', async () => {
    const identity = await identityFromPem(makeCredential({ kind: 'rsaPss384' }))
    const cms = await signContent(identity)
    expect(await opensslCmsVerify(cms, CONTENT, { cades: true })).toMatchObject({ valid: true })
  })

  it('knows name and address of the signer', async () => {
    const subject = '/CN=Ada Lovelace'
    const extensions = ['subjectAltName=email:ada@example.org']
    const signer = signerOfIdentity(await identityFromPem(makeCredential({ kind: 'p256', subject, extensions })))
    expect([signer.commonName, signer.email]).toEqual(['Ada Lovelace', 'ada@example.org'])
  })

  it('includes the whole chain, which OpenSSL builds to the root', async () => {
    const extensions = ['basicConstraints=critical,CA:TRUE', 'keyUsage=keyCertSign', 'subjectKeyIdentifier=hash']
    const root = makeCredential({ kind: 'p256', subject: '/CN=Root', extensions })
    const intermediate = makeCredential({ kind: 'p256', subject: '/CN=Intermediate', extensions, issuer: root })
    const leaf = makeCredential({ kind: 'p384', issuer: intermediate })
    const cms = await signContent(await identityFromPem({ ...leaf, chain: intermediate.certificate }))
    const verdict = await opensslCmsVerify(cms, CONTENT, { cades: true, anchors: root.certificate })
    expect(verdict).toMatchObject({ valid: true })
  })
})

describe.skipIf(!hasTool('openssl'))('an identity that signs elsewhere', () => {
  let credential: TestCredential
  let base: SigningIdentity

  beforeAll(async () => {
    credential = makeCredential({ kind: 'p256' })
    base = await identityFromPem(credential)
  })

  it('may give r and s side by side, and may take its time', async () => {
    const key = createPrivateKey(credential.key)
    const identity: SigningIdentity = {
      ...base,
      sign: async (data) => cryptoSign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
    }
    const verdict = await opensslCmsVerify(await signContent(identity), CONTENT, { cades: true })
    expect(verdict).toMatchObject({ valid: true })
  })

  it.each<[string, SigningIdentity['sign']]>([
    ['gives a wrong signature', () => new Uint8Array(64)],
    ['gives nothing', () => new Uint8Array(0)],
    ['gives no bytes', () => Promise.resolve('signature' as unknown as Uint8Array)],
    ['signs something else', () => base.sign(new Uint8Array(1))],
    [
      'throws',
      () => {
        throw new Error('HSM is on fire')
      },
    ],
    ['rejects', () => Promise.reject(new Error('KMS is away'))],
    ['changes the data', (data) => base.sign(data.fill(0))],
  ])('fails as such when it %s', async (_, sign) => {
    await expect(signContent({ ...base, sign })).rejects.toThrow(failure('signing_failed'))
  })

  it('is not waited for after an abort', async () => {
    const controller = new AbortController()
    const identity = { ...base, sign: () => new Promise<Uint8Array>(() => undefined) }
    const digest = createHash('sha256').update(CONTENT).digest()
    const signing = signerOfIdentity(identity).createCms(digest, () => CONTENT, {
      now: new Date(),
      signal: controller.signal,
    })
    controller.abort(new Error('enough'))
    await expect(signing).rejects.toThrow('enough')
  })

  it('is refused when its certificates or its algorithm make no sense', () => {
    const cases: Partial<SigningIdentity>[] = [
      { certificates: [] },
      { certificates: [new Uint8Array(5)] },
      { certificates: [...base.certificates, new Uint8Array(5)] },
      { algorithm: { name: 'RSASSA-PSS', hash: 'SHA-256' } },
      { algorithm: { name: 'Ed25519' } },
    ]
    for (const change of cases) {
      expect(() => signerOfIdentity({ ...base, ...change })).toThrow(failure('invalid_identity'))
    }
  })

  it('has one signer', () => {
    expect(signerOfIdentity(base)).toBe(signerOfIdentity(base))
  })
})

describe.skipIf(!hasTool('openssl'))('an identity that makes its own CMS', () => {
  let credential: TestCredential
  let pkcs12: Uint8Array

  beforeAll(() => {
    credential = makeCredential({ subject: '/CN=Grace Hopper/emailAddress=grace@example.org' })
    pkcs12 = makePkcs12(credential, 'x')
  })

  const signWithOpenssl = (content: Uint8Array, signer: TestCredential, ...args: string[]) =>
    opensslWithFiles(
      { key: signer.key, certificate: signer.certificate, content },
      ...['cms', '-sign', '-binary', '-in', '@content', '-signer', '@certificate', '-inkey', '@key'],
      ...['-outform', 'DER', '-out', '@out', ...args],
    )

  it('can be a signer of @signpdf', async () => {
    const identity = identityFromSignpdf(new P12Signer(pkcs12, { passphrase: 'x' }))
    const signer = signerOfIdentity(identity)
    expect(signer.commonName).toBeUndefined()
    const { maxBytes, subFilters } = await signer.measure(new Date())
    expect(subFilters).toEqual(['adbe.pkcs7.detached'])
    expect([signer.commonName, signer.email]).toEqual(['Grace Hopper', 'grace@example.org'])
    const now = new Date(Date.now() + 60_000)
    const cms = await signContent(identity, now)
    expect(cms.length).toBe(maxBytes)
    expect(singleAttributeValue(parseSignedData(cms).signerInfos[0]?.signedAttrs ?? [], OID.signingTime)).toBeDefined()
    expect(await opensslCmsVerify(cms, CONTENT)).toMatchObject({ valid: true })
    await expect(signContent(identity, new Date('2100-01-01'))).rejects.toThrow(failure('certificate_expired'))
  })

  it('is measured with room for ECDSA, and told apart by its ESS attribute', async () => {
    const ec = makeCredential({ kind: 'p256' })
    const identity: CmsIdentity = {
      signDetached: async (content) => signWithOpenssl(content, ec, '-cades', '-md', 'sha512'),
    }
    const { maxBytes, subFilters } = await signerOfIdentity(identity).measure(new Date())
    expect(subFilters[0]).toBe('ETSI.CAdES.detached')
    for (let i = 0; i < 10; i++) expect((await signContent(identity)).length).toBeLessThanOrEqual(maxBytes)
  })

  it('grows its measure when a CMS turns out larger', async () => {
    let calls = 0
    const identity: CmsIdentity = {
      signDetached: async (content) => signWithOpenssl(content, credential, ...(calls++ === 0 ? [] : ['-cades'])),
    }
    const signer = signerOfIdentity(identity)
    const before = await signer.measure(new Date())
    const cms = await signContent(identity)
    const after = await signer.measure(new Date())
    expect(cms.length).toBeGreaterThan(before.maxBytes)
    expect(after.maxBytes).toBe(cms.length)
  })

  it('may leave zeros after the CMS, which are cut off', async () => {
    const identity: CmsIdentity = {
      signDetached: async (content) => new Uint8Array([...signWithOpenssl(content, credential), 0, 0, 0]),
    }
    const cms = await signContent(identity)
    expect(parseSignedData(cms).trailingBytes).toBe(0)
  })

  it.each<[string, CmsIdentity['signDetached']]>([
    ['signs other content', async () => signWithOpenssl(Buffer.from('other'), credential)],
    ['puts the content inside', async (content) => signWithOpenssl(content, credential, '-nodetach')],
    ['leaves its certificate out', async (content) => signWithOpenssl(content, credential, '-nocerts')],
    ['gives no CMS', async () => new Uint8Array(100)],
    ['gives no bytes', async () => undefined as unknown as Uint8Array],
    [
      'gives a changed signature',
      async (content) => {
        const cms = signWithOpenssl(content, credential)
        cms[cms.length - 1] = (cms[cms.length - 1] ?? 0) ^ 1
        return cms
      },
    ],
    ['throws', () => Promise.reject(new Error('no'))],
  ])('fails as such when it %s', async (_, signDetached) => {
    await expect(signContent({ signDetached })).rejects.toThrow(failure('signing_failed'))
  })
})
