/**
 * Signatures of each level, before every judge.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseSignedData, singleAttributeValue } from '../../../src/cms/message/signed-data.js'
import { identityFromPem } from '../../../src/sign/identity/pem-identity.js'
import { signDocument } from '../../../src/sign/sign-document.js'
import type { SignOptions } from '../../../src/sign/sign-options.js'
import { timestampAuthority } from '../../../src/trust/timestamping/timestamp-authority.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import type { VerifyOptions } from '../../../src/verify/verify-options.js'
import { CA_EXTENSIONS, type IssuedCredential } from '../../cms/test-ca.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { type LongTermPki, openLongTermPki, type SignerKind } from '../../support/long-term-pki.js'
import { bouncyCastleVerify, extractCms, opensslCmsVerify } from '../../support/oracles.js'
import { makeSamplePdfs, type SamplePdf } from '../../support/sample-pdfs.js'
import { hasTool, runTool } from '../../support/tools.js'
import { codeOf, judge, requestWith, WITH_PAGE } from '../signing.js'

const DAY = 86_400_000
/** Many programs are asked, one after the other. */
const PATIENCE = { timeout: 120_000 }
const KINDS = ['rsa', 'rsaPss', 'p256', 'ed25519'] as const

let pki: LongTermPki
let samples: readonly SamplePdf[]

beforeAll(async () => {
  pki = await openLongTermPki({ kinds: KINDS, responder: 'nocheck' })
  samples = await makeSamplePdfs()
}, 60_000)

beforeEach(() => {
  pki.revoked.length = 0
})

afterAll(() => pki.close())

const sample = (name = 'table') => samples.find((each) => each.name === name)?.bytes ?? new Uint8Array(0)

async function sign(level: SignOptions['level'], kind: SignerKind, changes: Partial<SignOptions> = {}) {
  return signDocument(sample(), requestWith(), {
    identity: await pki.identity(kind),
    level: level ?? 'B-B',
    timestampAuthorities: [timestampAuthority(pki.tsa)],
    trustAnchors: pki.anchors,
    revocation: pki.revocation(),
    ...changes,
  })
}

/** What our verifier says of the first signature as of some days from now. */
async function verdictIn(days: number, bytes: Uint8Array, options: VerifyOptions = {}) {
  const now = () => new Date(Date.now() + days * DAY)
  const [signer] = (await verifyDocument(bytes, { trustAnchors: pki.anchors, now, ...options })).signers
  const { status, indication, subIndication, padesLevel } = signer ?? {}
  return { status, indication, subIndication, padesLevel }
}

/** The signature time stamp, and whether OpenSSL accepts it for the signature value. */
async function opensslAcceptsStamp(cms: Uint8Array): Promise<string> {
  const [signer] = parseSignedData(cms).signerInfos
  const token = singleAttributeValue(signer?.unsignedAttrs ?? [], '1.2.840.113549.1.9.16.2.14')
  if (signer === undefined || token === undefined) return 'there is no time stamp'
  return opensslAcceptsToken(token, createHash('sha256').update(signer.signature).digest())
}

async function opensslAcceptsToken(token: Uint8Array, digest: Uint8Array): Promise<string> {
  const { ca } = pki.pki
  const untrusted = ca.write('untrusted.pem', pki.issuing.certificate)
  const { code, stderr } = await runTool('openssl', [
    ...[
      'ts',
      '-verify',
      '-digest',
      Buffer.from(digest).toString('hex'),
      '-token_in',
      '-in',
      ca.write('own.token', token),
    ],
    ...['-CAfile', ca.path('root.pem'), '-untrusted', untrusted],
  ])
  return code === 0 ? 'accepted' : stderr
}

const TOOLS = ['openssl', 'qpdf', 'pdfsig', 'mutool', 'bouncycastle']

describe.skipIf(!TOOLS.every(hasTool))('a signature of a level', PATIENCE, () => {
  it.each(KINDS)('by a key of kind %s is good for every judge', async (kind) => {
    const signed = await Promise.all((['B-T', 'B-LT', 'B-LTA'] as const).map((level) => sign(level, kind)))
    for (const [i, { bytes, level, warnings }] of signed.entries()) {
      expect({ level, warnings }).toEqual({ level: ['B-T', 'B-LT', 'B-LTA'][i], warnings: [] })
      const { signatures, qpdf } = await judge(bytes)
      expect(qpdf).toEqual([])
      const { cms, content } = extractCms(bytes, 0)
      expect(await opensslAcceptsStamp(cms)).toBe('accepted')
      // Poppler knows neither PSS nor Ed25519, OpenSSL 3.0 no Ed25519 in CMS with attributes: Bouncy Castle knows both.
      if (kind === 'rsa' || kind === 'p256') expect(signatures[0]).toMatchObject({ field: 'Signature1', valid: true })
      if (kind !== 'ed25519') {
        expect(await opensslCmsVerify(cms, content, { cades: true })).toEqual({
          valid: true,
          message: expect.any(String),
        })
      }
    }
    const cases = signed.map(({ bytes }) => extractCms(bytes, 0))
    expect((await bouncyCastleVerify(cases)).map(({ valid }) => valid)).toEqual([true, true, true])
    const archived = extractCms(signed[2]?.bytes ?? new Uint8Array(0), 1)
    expect(await opensslAcceptsToken(archived.cms, createHash('sha256').update(archived.content).digest())).toBe(
      'accepted',
    )
  })

  it('lasts as long as it says: B-T until the signer ends, B-LT until the stamp does, B-LTA likewise', async () => {
    const [t, lt, lta] = await Promise.all((['B-T', 'B-LT', 'B-LTA'] as const).map((level) => sign(level, 'rsa')))
    const bytesOf = (signed: typeof t) => signed?.bytes ?? new Uint8Array(0)
    expect(await verdictIn(1, bytesOf(t))).toMatchObject({ subIndication: 'TRY_LATER', padesLevel: 'B-T' })
    const accepted = await verdictIn(1, bytesOf(t), { unknownRevocation: 'accept' })
    expect(accepted).toMatchObject({ indication: 'TOTAL-PASSED', padesLevel: 'B-T' })
    expect((await verdictIn(400, bytesOf(t))).indication).not.toBe('TOTAL-PASSED')
    expect(await verdictIn(400, bytesOf(lt))).toMatchObject({ indication: 'TOTAL-PASSED', padesLevel: 'B-LT' })
    expect(await verdictIn(590, bytesOf(lta))).toMatchObject({ indication: 'TOTAL-PASSED', padesLevel: 'B-LTA' })
    expect((await verdictIn(700, bytesOf(lta))).indication).not.toBe('TOTAL-PASSED')
  })

  it('holds what a responder with a certificate of its own needs', async () => {
    const { bytes, level } = await sign('B-LTA', 'rsa')
    expect(level).toBe('B-LTA')
    expect(await verdictIn(550, bytes)).toMatchObject({ indication: 'TOTAL-PASSED', padesLevel: 'B-LTA' })
  })

  it('works with a page, on an encrypted file, in a named digest, and with /VRI', async () => {
    const identity = await pki.identity('rsa')
    const shared = { identity, trustAnchors: pki.anchors, revocation: pki.revocation() }
    for (const hash of ['sha384', 'sha512'] as const) {
      const timestampAuthorities = [timestampAuthority(pki.tsa, { hash })]
      const options = { ...shared, level: 'B-LTA', vri: true, timestampAuthorities } as const
      const { bytes, level } = await signDocument(sample('encrypted stream'), requestWith(), options)
      expect(level).toBe('B-LTA')
      const { signatures, qpdf } = await judge(bytes)
      expect(qpdf).toEqual([])
      expect(signatures[0]).toMatchObject({ field: 'Signature1', valid: true })
      const report = await verifyDocument(bytes, { trustAnchors: pki.anchors })
      expect(report.signers.map(({ status }) => status)).toEqual(['valid', 'valid'])
    }
    const options = { ...shared, level: 'B-LT', timestampAuthorities: [timestampAuthority(pki.tsa)] } as const
    const paged = await signDocument(sample('stream'), WITH_PAGE, options)
    expect((await judge(paged.bytes)).qpdf).toEqual([])
    expect(paged.level).toBe('B-LT')
    const named = await signDocument(sample(), requestWith(), { ...options, vri: true })
    const { cms, byteRange } = extractCms(named.bytes, 0)
    const padded = new Uint8Array((byteRange[2] - byteRange[1] - 2) / 2)
    padded.set(cms)
    const key = createHash('sha1').update(padded).digest('hex').toUpperCase()
    expect(Buffer.from(named.bytes).toString('latin1')).toContain(`/${key}`)
    expect((await verifyDocument(named.bytes, { trustAnchors: pki.anchors })).signers[0]?.status).toBe('valid')
  })

  it('B-LTA adds at most 25 kB to a file of 1 kB in two revisions, with two calls of the authority, three at first', async () => {
    const small = makePdf(ONE_PAGE)
    expect(small.length).toBeLessThan(2048)
    const identity = await pki.identity('rsa')
    const timestampAuthorities = [timestampAuthority(pki.tsa)]
    const options = { identity, timestampAuthorities, trustAnchors: pki.anchors, revocation: pki.revocation() }
    for (const calls of [3, 2]) {
      const before = pki.pki.count('/tsa')
      const { bytes } = await signDocument(small, requestWith(), { ...options, level: 'B-LTA' })
      expect(pki.pki.count('/tsa') - before).toBe(calls)
      expect(bytes.length - small.length).toBeLessThanOrEqual(25 * 1024)
      expect((await verifyDocument(bytes)).document.revisions).toBe(3)
    }
    const again = pki.pki.count('/ocsp') + pki.pki.count('/root.crl')
    await signDocument(small, requestWith(), { ...options, level: 'B-LTA' })
    expect(pki.pki.count('/ocsp') + pki.pki.count('/root.crl')).toBe(again)
  })

  it('is refused when the signer is revoked, and leaves a revoked authority out', async () => {
    pki.revoked.push({ credential: pki.signer('rsa'), date: new Date(Date.now() - DAY) })
    expect(await codeOf(sign('B-LT', 'rsa'))).toBe('certificate_revoked')
    expect(await codeOf(sign('B-LT', 'rsa', { onUnavailable: 'degrade' }))).toBe('certificate_revoked')
    pki.revoked.splice(0, 1, { credential: pki.authority, date: new Date(Date.now() - DAY), reason: 'keyCompromise' })
    expect(await codeOf(sign('B-LT', 'rsa'))).toBe('timestamp_untrusted')
    const two = [timestampAuthority(pki.tsa), timestampAuthority(pki.otherTsa)]
    const { level, warnings, bytes } = await sign('B-LT', 'rsa', { timestampAuthorities: two })
    expect(level).toBe('B-LT')
    expect(warnings.join(' ')).toContain('timestamp_untrusted')
    expect(await verdictIn(1, bytes)).toMatchObject({ indication: 'TOTAL-PASSED', padesLevel: 'B-LT' })
  })

  it('needs authorities, and refuses options that make no sense', async () => {
    expect(await codeOf(sign('B-T', 'rsa', { timestampAuthorities: [] }))).toBe('invalid_request')
    expect(await codeOf(sign('B-X' as 'B-T', 'rsa'))).toBe('invalid_request')
    expect(await codeOf(sign('B-T', 'rsa', { onUnavailable: 'never' as 'fail' }))).toBe('invalid_request')
  })
})

describe.skipIf(!TOOLS.every(hasTool))('a chain of five certificates of 4,096 bits', PATIENCE, () => {
  it('fits, whatever its signature and its stamps take', async () => {
    const { ca } = pki.pki
    const big = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:4096']
    const keys = Array.from({ length: 6 }, (_, i) => {
      ca.openssl('genpkey', ...big, '-out', ca.path(`big${i}.key`))
      return ca.read(`big${i}.key`)
    })
    const chain: IssuedCredential[] = []
    for (let i = 0; i < 5; i++) {
      const issuer = chain.at(-1)
      const key = { key: Buffer.from(keys[i] ?? []).toString() } as IssuedCredential
      const extensions =
        i < 4
          ? [...CA_EXTENSIONS, ...(i === 0 ? [] : [`crlDistributionPoints=URI:${pki.pki.url(`/big${i - 1}.crl`)}`])]
          : ['keyUsage=critical,digitalSignature', `crlDistributionPoints=URI:${pki.pki.url('/big3.crl')}`]
      const made = ca.issue(`bigger${i}`, { key, extensions, ...(issuer === undefined ? {} : { issuer }) })
      chain.push(made)
      pki.pki.serveBytes(`/big${i}.crl`, () => ca.makeCrl(made, []))
    }
    const stamping = [
      'keyUsage=critical,digitalSignature',
      'extendedKeyUsage=critical,timeStamping',
      `crlDistributionPoints=URI:${pki.pki.url('/big3.crl')}`,
    ]
    const issuer = chain[3]
    const key = { key: Buffer.from(keys[5] ?? []).toString() } as IssuedCredential
    const tsa = ca.issue('bigger-tsa', { key, extensions: stamping, ...(issuer === undefined ? {} : { issuer }) })
    pki.pki.serveTimestamps('/big-tsa', tsa, chain.slice(0, 4).reverse())
    const leaf = chain[4]
    const pem = chain
      .slice(0, 4)
      .map(({ certificate }) => certificate)
      .join('')
    const identity = await identityFromPem({ key: leaf?.key ?? '', certificate: leaf?.certificate ?? '', chain: pem })
    const { level, bytes } = await signDocument(sample(), requestWith(), {
      identity,
      level: 'B-LTA',
      timestampAuthorities: [timestampAuthority(pki.pki.url('/big-tsa'))],
      trustAnchors: [chain[0]?.certificate ?? ''],
      revocation: pki.revocation(),
    })
    expect(level).toBe('B-LTA')
    expect((await judge(bytes)).signatures[0]).toMatchObject({ field: 'Signature1', valid: true })
  })
})
