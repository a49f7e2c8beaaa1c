/**
 * Certificates for one signature each.
 *
 * @module
 */

import { createPrivateKey, hash, sign, X509Certificate } from 'node:crypto'
import { MessageChannel } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OID } from '../../src/cms/asn1/oids.js'
import { parseCertificate } from '../../src/cms/certificate/x509.js'
import { extendedKeyUsageOf, keyUsageOf, subjectAltEmailsOf } from '../../src/cms/certificate/x509-extensions.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import type { IdentityIssuer, IssuedIdentity, SignatureAlgorithm } from '../../src/sign/identity/identity.js'
import { isIssuer } from '../../src/sign/identity/identity-for.js'
import { type OneShotIssuerOptions, oneShotIssuer } from '../../src/sign/identity/one-shot-issuer.js'
import { identityFromPem } from '../../src/sign/identity/pem-identity.js'
import { signerOfIdentity } from '../../src/sign/identity/signer-of-identity.js'
import {
  assertTimestampInValidity,
  assertTimestampPlanned,
  needsTimestamp,
} from '../../src/sign/identity/timestamp-demand.js'
import { signDocument } from '../../src/sign/sign-document.js'
import type { SignOptions } from '../../src/sign/sign-options.js'
import { prepareSignature } from '../../src/sign/two-phase-signature.js'
import { timestampAuthority } from '../../src/trust/timestamping/timestamp-authority.js'
import { certifiedSubject } from '../../src/verify/certificate-report.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { attach, HostObjects } from '../../src/work/host-objects.js'
import { CA_EXTENSIONS, type IssuedCredential, TestCa } from '../cms/test-ca.js'
import { ask, makeApi, problemOf } from '../http/support/api.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { type LongTermPki, openLongTermPki } from '../support/long-term-pki.js'
import { bouncyCastleVerify, extractCms, opensslCmsVerify, pdftotext, withFiles } from '../support/oracles.js'
import { hasTool, runTool } from '../support/tools.js'
import { codeOf, identityOf, requestWith } from './signing.js'

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' }
const ca = new TestCa()
let root: IssuedCredential
let issuing: IssuedCredential

beforeAll(() => {
  root = ca.issue('root', { kind: 'rsa', extensions: CA_EXTENSIONS })
  issuing = ca.issue('issuing', {
    issuer: root,
    subject: '/C=GB/O=Analytical Engines/CN=Signers CA',
    extensions: [...CA_EXTENSIONS, 'authorityKeyIdentifier=keyid'],
  })
})
afterAll(() => ca.remove())

function issuerOf(credential: IssuedCredential = issuing, options: Partial<OneShotIssuerOptions> = {}) {
  const key = createPrivateKey(credential.key)
  return oneShotIssuer({
    certificate: credential.certificate,
    chain: root.certificate,
    sign: (data) => sign('sha256', data, key),
    ...options,
  })
}

const issue = (options: Partial<OneShotIssuerOptions> = {}, signer = ADA, now = new Date()) =>
  issuerOf(issuing, options).issueIdentity(signer, { now })

const leafOf = ({ certificates }: IssuedIdentity) => parseCertificate(certificates[0] ?? new Uint8Array())

const pem = (der: Uint8Array | undefined) => new X509Certificate(der ?? new Uint8Array()).toString()

describe('a one-shot certificate', () => {
  it('follows its profile', async () => {
    const now = new Date()
    const leaf = leafOf(await issue({ policies: ['1.3.6.1.4.1.99999.1'] }, ADA, now))
    expect([...(keyUsageOf(leaf) ?? [])]).toEqual(['nonRepudiation'])
    expect(extendedKeyUsageOf(leaf)).toEqual(['1.3.6.1.5.5.7.3.36'])
    expect(subjectAltEmailsOf(leaf)).toEqual(['ada@example.com'])
    expect(leaf.notAfter.getTime() - leaf.notBefore.getTime()).toBe(600_000)
    expect(Math.abs(leaf.notBefore.getTime() + 60_000 - now.getTime())).toBeLessThan(1000)
    const oids = leaf.extensions.map(({ oid }) => oid)
    expect(oids).toContain(OID.noRevAvail)
    expect(oids).toContain(OID.validityAssuredShortTerm)
    // No CRL distribution points, no authority information access.
    expect(oids).not.toContain('2.5.29.31')
    expect(oids).not.toContain('1.3.6.1.5.5.7.1.1')
    expect(leaf.extensions.filter(({ critical }) => critical).map(({ oid }) => oid)).toEqual([
      OID.basicConstraints,
      OID.keyUsage,
    ])
  })

  it('is new for each document, with a new key and a positive serial number', async () => {
    const leaves = await Promise.all([issue(), issue(), issue()].map(async (identity) => leafOf(await identity)))
    expect(new Set(leaves.map(({ publicKey }) => hash('sha256', publicKey.der))).size).toBe(3)
    expect(new Set(leaves.map(({ serialNumber }) => hash('sha256', serialNumber))).size).toBe(3)
    for (const { serialNumber } of leaves) expect((serialNumber[0] ?? 0xff) & 0x80).toBe(0)
  })

  it('is accepted by OpenSSL, strictly, with what the text says', async () => {
    const identity = await issue({ policies: ['1.3.6.1.4.1.99999.1'] })
    await withFiles(
      { leaf: pem(identity.certificates[0]), ca: issuing.certificate, root: root.certificate },
      async (path) => {
        const chain = ['-CAfile', path('root'), '-untrusted', path('ca'), path('leaf')]
        const { stdout } = await runTool('openssl', ['verify', '-x509_strict', '-check_ss_sig', ...chain])
        expect(stdout).toContain(': OK')
        const { stdout: text } = await runTool('openssl', ['x509', '-in', path('leaf'), '-noout', '-text'])
        expect(text).toMatch(/X509v3 Key Usage: critical\s+Non Repudiation\n/)
        expect(text).toMatch(/Extended Key Usage:\s+1\.3\.6\.1\.5\.5\.7\.3\.36/)
        expect(text).toMatch(/Issuer: C ?= ?GB, O ?= ?Analytical Engines, CN ?= ?Signers CA/)
        expect(text).toMatch(/Subject: CN ?= ?Ada Lovelace/)
        expect(text).toContain('email:ada@example.com')
        expect(text).toMatch(/(?:2\.5\.29\.56|No Revocation Available)[^\n]*\n\s+(?:\.\.|NULL)/)
        expect(text).toContain('Policy: 1.3.6.1.4.1.99999.1')
      },
    )
    const late = ['-attime', String(Math.floor(Date.now() / 1000) + 3600)]
    await withFiles(
      { leaf: pem(identity.certificates[0]), ca: issuing.certificate, root: root.certificate },
      async (path) => {
        const { stderr } = await runTool('openssl', [
          ...['verify', ...late, '-CAfile', path('root'), '-untrusted', path('ca'), path('leaf')],
        ])
        expect(stderr).toContain('certificate has expired')
      },
    )
  })

  it.each<SignatureAlgorithm>([
    { name: 'ECDSA', hash: 'SHA-384' },
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    { name: 'RSASSA-PSS', hash: 'SHA-512' },
    { name: 'Ed25519' },
  ])('signs with a key for $name', async (keyAlgorithm) => {
    const identity = await issue({ keyAlgorithm })
    const content = new TextEncoder().encode('signed')
    const signer = signerOfIdentity(identity)
    const digest = hash(signer.digestAlgorithm, content, 'buffer')
    const cms = await signer.createCms(digest, () => content, { now: new Date() })
    if (keyAlgorithm.name !== 'Ed25519') {
      // OpenSSL 3.0 does not verify Ed25519 in CMS.
      const anchors = `${root.certificate}`
      expect(await opensslCmsVerify(cms, content, { cades: true, anchors })).toMatchObject({ valid: true })
    }
    if (hasTool('bouncycastle'))
      expect(await bouncyCastleVerify([{ cms, content }])).toEqual([{ valid: true, message: '' }])
  })

  it('holds names and addresses of every kind', async () => {
    const long = `Dr ${'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim()}`
    const cases = [
      [{ name: '张伟', email: 'wei@例え.jp' }, '张伟', 'wei@xn--r8jz45g.jp'],
      [{ name: 'Zoë “Z” O’Neil, Jr.', email: 'zoë@example.com' }, 'Zoë “Z” O’Neil, Jr.', 'zoë@example.com'],
      [{ name: long, email: 'w@example.com' }, long, 'w@example.com'],
    ] as const
    for (const [signer, name, email] of cases) {
      const identity = await issue({}, signer)
      const { names, emails } = certifiedSubject(leafOf(identity))
      expect([names[0], emails]).toEqual([name, [email]])
      expect(leafOf(identity).subject.commonName?.length).toBeLessThanOrEqual(64)
      await withFiles({ leaf: pem(identity.certificates[0]) }, async (path) => {
        const { code, stdout } = await runTool('openssl', [
          'x509',
          '-in',
          path('leaf'),
          '-noout',
          '-ext',
          'subjectAltName',
        ])
        expect(code).toBe(0)
        expect(stdout).toContain(/^[\x21-\x7e]+$/.test(email) ? email : 'othername: SmtpUTF8Mailbox:')
      })
    }
  })
})

describe('the key of a one-shot certificate', () => {
  it('is forgotten', async () => {
    const identity = await issue()
    expect(await identity.sign(new Uint8Array(3))).toBeInstanceOf(Uint8Array)
    identity.forget()
    expect(() => identity.sign(new Uint8Array(3))).toThrow(expect.objectContaining({ code: 'signing_failed' }))
  })

  it('is forgotten when signing fails, too', async () => {
    const issued: IssuedIdentity[] = []
    const issuer = issuerOf()
    const watched = {
      ...issuer,
      async issueIdentity(...args: Parameters<typeof issuer.issueIdentity>) {
        const identity = await issuer.issueIdentity(...args)
        issued.push(identity)
        return identity
      },
    }
    expect(await codeOf(signDocument(makePdf(ONE_PAGE), requestWith(), { identity: watched }))).toBe(
      'timestamp_required',
    )
    expect(issued.length).toBe(1)
    expect(() => issued[0]?.sign(new Uint8Array(3))).toThrow(expect.objectContaining({ code: 'signing_failed' }))
  })
})

describe('what a one-shot certificate demands', () => {
  it('is a time stamp', async () => {
    const leaf = leafOf(await issue())
    expect(needsTimestamp(leaf)).toBe(true)
    expect(needsTimestamp(parseCertificate((await identityOf()).certificates[0] ?? new Uint8Array()))).toBe(false)
    for (const level of [undefined, 'B-B']) {
      expect(() => assertTimestampPlanned(leaf, level)).toThrow(expect.objectContaining({ code: 'timestamp_required' }))
    }
    for (const level of ['B-T', 'B-LT', 'B-LTA']) assertTimestampPlanned(leaf, level)
  })

  it('is one from inside its validity', async () => {
    const leaf = leafOf(await issue())
    const at = (offset: number) => new Date(leaf.notAfter.getTime() + offset)
    assertTimestampInValidity(leaf, leaf.notBefore)
    assertTimestampInValidity(leaf, at(999))
    const outside = [undefined, at(1000), new Date(leaf.notBefore.getTime() - 1)]
    for (const time of outside) {
      expect(() => assertTimestampInValidity(leaf, time)).toThrow(
        expect.objectContaining({ code: 'timestamp_required' }),
      )
    }
  })
})

describe('an issuer', () => {
  it('refuses a certificate that is not one of an authority', async () => {
    const { key, certificate } = ca.issue('leaf')
    const options = { certificate, sign: (data: Uint8Array) => sign('sha256', data, key) }
    expect(() => oneShotIssuer(options)).toThrow(expect.objectContaining({ code: 'invalid_identity' }))
  })

  it.each([
    [{ validitySeconds: 59 }],
    [{ validitySeconds: Number.NaN }],
    [{ validitySeconds: 100_000 }],
    [{ backdateSeconds: 600 }],
    [{ backdateSeconds: -1 }],
    [{ policies: ['1.2.x'] }],
    [{ sign: undefined as never }],
  ])('refuses %o', (options) => {
    expect(() => issuerOf(issuing, options)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })

  it('refuses a damaged certificate and one for a key that cannot sign so', () => {
    const algorithm = { name: 'Ed25519' } as const
    for (const options of [
      { certificate: 'nothing' },
      { certificate: Uint8Array.of(0x30, 3, 2, 1, 0) },
      { algorithm },
    ]) {
      expect(() => issuerOf(issuing, options)).toThrow(expect.objectContaining({ code: 'invalid_identity' }))
    }
  })

  it('takes r and s side by side, and nothing that does not fit its certificate', async () => {
    const key = createPrivateKey(issuing.key)
    const plain = (data: Uint8Array) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' })
    expect((await issue({ sign: plain })).certificates.length).toBe(3)
    const foreign = createPrivateKey(root.key)
    expect(await codeOf(issue({ sign: (data) => sign('sha256', data, foreign) }))).toBe('signing_failed')
    expect(await codeOf(issue({ sign: () => Promise.reject(new Error('KMS down')) }))).toBe('signing_failed')
  })

  it('does not issue past its own end, nor before its beginning', async () => {
    const late = new Date(Date.now() + 366 * 86_400_000)
    const early = new Date(Date.now() - 366 * 86_400_000)
    expect(await codeOf(issue({}, ADA, late))).toBe('certificate_expired')
    expect(await codeOf(issue({}, ADA, early))).toBe('certificate_not_yet_valid')
  })

  it('keeps within its name constraints and its key usage', async () => {
    const constrained = ca.issue('constrained', {
      issuer: root,
      extensions: [...CA_EXTENSIONS, 'nameConstraints=critical,permitted;email:example.com'],
    })
    const issuer = issuerOf(constrained)
    await issuer.issueIdentity(ADA, { now: new Date() })
    const outside = issuer.issueIdentity({ ...ADA, email: 'ada@example.org' }, { now: new Date() })
    expect(await codeOf(outside)).toBe('invalid_identity')
    const mute = ca.issue('mute', { extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,cRLSign'] })
    expect(await codeOf(issuerOf(mute).issueIdentity(ADA, { now: new Date() }))).toBe('invalid_identity')
  })

  it('heeds the signal', async () => {
    const reason = new Error('enough')
    const pending = issuerOf(issuing, { sign: () => new Promise(() => undefined) }).issueIdentity(ADA, {
      now: new Date(),
      signal: AbortSignal.timeout(50),
    })
    await expect(pending).rejects.toThrow(/aborted due to timeout/)
    const aborted = issuerOf().issueIdentity(ADA, { now: new Date(), signal: AbortSignal.abort(reason) })
    await expect(aborted).rejects.toBe(reason)
  })

  it('heeds a signal that comes before the authority is asked', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const { signal } = controller
    const issuer = issuerOf(issuing, { sign: () => new Promise(() => undefined) })
    const pending = issuer.issueIdentity(ADA, { now: new Date(), signal })
    controller.abort(reason)
    await expect(pending).rejects.toBe(reason)
  })
})

describe('an issuer behind a port', () => {
  it('keeps its keys in its own thread', async () => {
    const { port1, port2 } = new MessageChannel()
    const issuer = issuerOf()
    const host = new HostObjects()
    const facts = structuredClone(host.detach(issuer))
    host.serve(port1, { signal: new AbortController().signal })
    const far = attach(facts, port2)
    try {
      if (!isIssuer(far)) throw new Error('It is no issuer.')
      const identity = await far.issueIdentity(ADA, { now: new Date() })
      const content = new TextEncoder().encode('signed')
      const digest = hash('sha256', content, 'buffer')
      const cms = await signerOfIdentity(identity).createCms(digest, () => content, { now: new Date() })
      expect(await opensslCmsVerify(cms, content, { cades: true, anchors: root.certificate })).toMatchObject({
        valid: true,
      })
      expect(certifiedSubject(leafOf(identity))).toEqual({ names: [ADA.name], emails: [ADA.email] })
    } finally {
      port2.close()
    }
  })
})

describe('the audit record of an issued certificate', () => {
  /** An issuer that gives a certificate which needs no time stamp. */
  async function lenient(): Promise<IdentityIssuer> {
    const leaf = ca.issue('lenient', { issuer: issuing, subject: '/CN=Ada Lovelace' })
    const identity = await identityFromPem({ ...leaf, chain: [issuing.certificate, root.certificate] })
    const forget = () => undefined
    return { issuerCertificates: [issuing.parsed.der], issueIdentity: async () => ({ ...identity, forget }) }
  }

  it('names the certificate and its issuer, and so does the page', async () => {
    const identity = await lenient()
    const request = requestWith({ certificate: { enabled: true } })
    const { bytes } = await signDocument(makePdf(ONE_PAGE), request, { identity })
    const report = await verifyDocument(bytes)
    const leaf = new X509Certificate(ca.read('lenient.pem'))
    expect(report).toMatchObject({ valid: true, signer: { audit: { status: 'valid', page: 'matches' } } })
    expect(report.signer?.audit?.record?.certificate).toEqual({
      subject: 'CN=Ada Lovelace',
      serialNumber: leaf.serialNumber.toLowerCase(),
      sha256: hash('sha256', leaf.raw),
      notBefore: new Date(leaf.validFrom).toISOString(),
      notAfter: new Date(leaf.validTo).toISOString(),
      issuer: { subject: 'CN=Signers CA,O=Analytical Engines,C=GB', sha256: hash('sha256', issuing.parsed.der) },
    })
    await withFiles({ 'signed.pdf': bytes }, async (path) => {
      const text = await pdftotext(path('signed.pdf'))
      expect(text).toContain('CN=Signers CA,O=Analytical Engines,C=GB')
      expect(text.toLowerCase()).toContain(leaf.serialNumber.toLowerCase())
    })
  })

  it('is held against the certificate that signed', async () => {
    const { bytes } = await signDocument(makePdf(ONE_PAGE), requestWith(), { identity: await lenient() })
    const other = ca.issue('other', { issuer: issuing, subject: '/CN=Ada Lovelace' })
    const { content, byteRange } = extractCms(bytes)
    const signer = signerOfIdentity(await identityFromPem({ ...other, chain: issuing.certificate }))
    const cms = await signer.createCms(hash('sha256', content, 'buffer'), () => content, { now: new Date() })
    const forged = Buffer.from(bytes)
    const room = byteRange[2] - byteRange[1] - 2
    forged.write(Buffer.from(cms).toString('hex').padEnd(room, '0'), byteRange[1] + 1, 'latin1')
    const report = await verifyDocument(forged)
    expect(report.valid).toBe(false)
    expect(report.signer?.integrity.status).toBe('valid')
    expect(report.signer?.audit?.findings.map(({ code }) => code)).toEqual(['audit_certificate_mismatch'])
  })
})

describe('the API', () => {
  it('takes an issuer, in its own thread and in workers', async () => {
    for (const workers of [
      false,
      { url: new URL('../http/support/worker.mjs', import.meta.url), threads: 1 },
    ] as const) {
      const api = await makeApi({ identity: issuerOf(), workers })
      try {
        const response = await ask(api, '/v1/sign', { json: requestExamples().sign.minimal.value })
        expect([response.status, (await problemOf(response)).code]).toEqual([422, 'timestamp_required'])
      } finally {
        await api.close()
      }
    }
  })
})

describe('a document signed with a one-shot certificate', () => {
  let pki: LongTermPki

  beforeAll(async () => {
    pki = await openLongTermPki({ isFast: true })
  })
  afterAll(() => pki.close())

  function identityOfPki(options: Partial<OneShotIssuerOptions> = {}) {
    return issuerOf(pki.issuing, { chain: pki.root.certificate, ...options })
  }

  function optionsOf(changes: Partial<SignOptions> = {}): SignOptions {
    const identity = identityOfPki()
    const timestampAuthorities = [timestampAuthority(pki.tsa)]
    const [revocation, trustAnchors] = [pki.revocation(), pki.anchors]
    return { identity, level: 'B-T', timestampAuthorities, revocation, trustAnchors, ...changes }
  }

  it.each(['B-T', 'B-LT', 'B-LTA'] as const)('at %s is the signer’s own', async (level) => {
    const { bytes, ...result } = await signDocument(makePdf(ONE_PAGE), requestWith(), optionsOf({ level }))
    expect(result.level).toBe(level)
    const report = await verifyDocument(bytes, { trustAnchors: pki.anchors })
    expect(report).toMatchObject({ valid: true, signers: expect.anything() })
    const signer = report.signers.find(({ kind }) => kind === 'signature')
    expect(signer).toMatchObject({ name: 'Ada Lovelace', email: 'ada@example.com', nameSource: 'certificate' })
    expect(signer?.audit?.record?.certificate?.subject).toBe('CN=Ada Lovelace')
    if (hasTool('bouncycastle')) {
      const extracted = extractCms(bytes, 0)
      expect(await bouncyCastleVerify([extracted])).toEqual([{ valid: true, message: '' }])
    }
  })

  it('is refused when no time stamp is asked for, or none can be had', async () => {
    const { level: _, ...plain } = optionsOf()
    for (const options of [plain, optionsOf({ level: 'B-B' })]) {
      expect(await codeOf(signDocument(makePdf(ONE_PAGE), requestWith(), options))).toBe('timestamp_required')
    }
    const timestampAuthorities = [timestampAuthority('http://127.0.0.1:1/')]
    const degrading = optionsOf({ timestampAuthorities, onUnavailable: 'degrade' })
    expect(await codeOf(signDocument(makePdf(ONE_PAGE), requestWith(), degrading))).toBe('timestamp_required')
  })

  it('is refused when the time stamp lies outside of the certificate', async () => {
    // Our clock is two minutes ahead of the authority's, which both sides would tolerate.
    const now = () => new Date(Date.now() + 120_000)
    const ahead = (backdateSeconds: number) =>
      signDocument(makePdf(ONE_PAGE), requestWith(), {
        ...optionsOf({ now }),
        identity: identityOfPki({ backdateSeconds }),
      })
    expect(await codeOf(ahead(0))).toBe('timestamp_required')
    expect((await ahead(180)).level).toBe('B-T')
  })

  it('cannot be prepared for a signature in two steps without a time stamp', async () => {
    const identity = await issue()
    const secret = 'a secret of more than thirty-two bytes'
    expect(await codeOf(prepareSignature(makePdf(ONE_PAGE), requestWith(), { identity, secret }))).toBe(
      'timestamp_required',
    )
  })
})
