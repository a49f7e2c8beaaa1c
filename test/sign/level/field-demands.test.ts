/**
 * Levels that signature fields require by their seed values (ISO 32000-2, table 237), and content time stamps.
 *
 * @module
 */

import { createPrivateKey, sign as signBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict } from '../../../src/pdf/objects.js'
import { identityFromSignpdf } from '../../../src/sign/identity/signpdf-identity.js'
import { signDocument } from '../../../src/sign/sign-document.js'
import type { SignOptions } from '../../../src/sign/sign-options.js'
import { completeSignature, prepareSignature } from '../../../src/sign/two-phase-signature.js'
import { timestampAuthority } from '../../../src/trust/timestamping/timestamp-authority.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE, plain } from '../../pdf/make-pdf.js'
import { type LongTermPki, openLongTermPki } from '../../support/long-term-pki.js'
import { extractCms, opensslCmsVerify } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'
import { codeOf, judge, requestWith, soundVerdict } from '../signing.js'

const SECRET = 'a secret of at least thirty-two bytes'

let pki: LongTermPki

beforeAll(async () => {
  pki = await openLongTermPki({ kinds: ['p256'], isFast: true })
}, 60_000)

afterAll(() => pki.close())

function withSeed(seed: string): Uint8Array {
  return makePdf({
    ...ONE_PAGE,
    1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [4 0 R]>>>>',
    3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [4 0 R]>>',
    4: '<</Type /Annot /Subtype /Widget /FT /Sig /T (here) /Rect [50 600 250 650] /P 3 0 R /SV 5 0 R>>',
    5: `<</Type /SV ${seed}>>`,
  })
}

const services = () => ({
  timestampAuthorities: [timestampAuthority(pki.tsa), timestampAuthority(pki.otherTsa)],
  trustAnchors: pki.anchors,
  revocation: pki.revocation(),
})

async function sign(seed: string | undefined, options: Partial<SignOptions> = {}) {
  const field = seed === undefined ? {} : { field: 'here' }
  const identity = await pki.identity()
  return signDocument(withSeed(seed ?? ''), requestWith(), { identity, ...services(), ...field, ...options })
}

async function report(bytes: Uint8Array) {
  const [signer] = (await verifyDocument(bytes, { trustAnchors: pki.anchors })).signers
  if (signer === undefined) throw new Error('There is no signature.')
  return signer
}

const TIMESTAMP = '/TimeStamp <</URL (http://tsa.example/) /Ff 1>>'
const named = (url: string) => `/TimeStamp <</URL (${url}) /Ff 1>>`

describe.skipIf(!hasTool('openssl'))('a field that requires', { timeout: 60_000 }, () => {
  it('a time stamp gets one, from the authority that it names where that is ours', async () => {
    const first = await sign('/TimeStamp <</Ff 1>>')
    expect([first.level, first.warnings]).toEqual(['B-T', []])
    expect(await report(first.bytes)).toMatchObject({ padesLevel: 'B-T', signedAtSource: 'timestamp' })
    const other = await sign(named(pki.otherTsa))
    expect([other.level, other.warnings]).toEqual(['B-T', []])
    expect((await report(other.bytes)).timestamp?.authority).toContain('Other-TSA')
  })

  it('a time stamp of a stranger gets one of ours, which is told; nobody asks the stranger', async () => {
    const { level, warnings, bytes } = await sign(TIMESTAMP)
    expect([level, warnings]).toEqual(['B-T', [expect.stringContaining('tsa.example')]])
    expect((await report(bytes)).timestamp?.authority).toContain('Test-TSA')
  })

  it('a time stamp gets what the caller wants beyond that', async () => {
    expect((await sign(TIMESTAMP, { level: 'B-LT' })).level).toBe('B-LT')
  })

  it.each([
    ['the caller wants none', { level: 'B-B' } as const],
    ['there is nobody to ask', { timestampAuthorities: [] }],
  ])('a time stamp is left unsigned where %s', async (_, options) => {
    const failure = sign(TIMESTAMP, options)
    await expect(failure).rejects.toMatchObject({ code: 'seed_value_not_met', message: expect.stringContaining('B-T') })
  })

  it('a time stamp is left unsigned where none can be had, whatever may be degraded', async () => {
    const restarts = ['/tsa', '/other-tsa'].map((path) => pki.pki.stop(path))
    try {
      expect(await codeOf(sign(TIMESTAMP, { onUnavailable: 'degrade' }))).toBe('timestamp_unavailable')
      expect((await sign(undefined, { level: 'B-T', onUnavailable: 'degrade' })).level).toBe('B-B')
    } finally {
      for (const restart of restarts) restart()
    }
  })

  it('revocation information gets B-LT, and nothing below it', async () => {
    const { level, bytes } = await sign('/Ff 32 /AddRevInfo true')
    expect(level).toBe('B-LT')
    expect(await report(bytes)).toMatchObject({ padesLevel: 'B-LT', indication: 'TOTAL-PASSED' })
    expect(await codeOf(sign('/Ff 32 /AddRevInfo true', { level: 'B-T' }))).toBe('seed_value_not_met')
    expect(await codeOf(sign('/Ff 32 /AddRevInfo false', { level: 'B-LT' }))).toBe('seed_value_not_met')
    const restarts = ['/ocsp', '/issuing.crl'].map((path) => pki.pki.stop(path))
    try {
      expect(await codeOf(sign('/Ff 32 /AddRevInfo true', { onUnavailable: 'degrade' }))).toBe(
        'validation_data_unavailable',
      )
    } finally {
      for (const restart of restarts) restart()
    }
  })

  it('another encoding than that of PAdES gets no level that is one of PAdES', async () => {
    const required = '/Ff 2 /SubFilter [/adbe.pkcs7.detached]'
    expect(await codeOf(sign(required, { level: 'B-T' }))).toBe('seed_value_not_met')
    const { bytes } = await sign('/SubFilter [/adbe.pkcs7.detached]', { level: 'B-T' })
    expect(await report(bytes)).toMatchObject({ subFilter: 'ETSI.CAdES.detached', padesLevel: 'B-T' })
  })

  it('an attestation gets the words of the author, with a certification alone', async () => {
    const seed = '/Ff 16 /LegalAttestation [(Nothing hidden) (Scripts compute sums)]'
    const legalAttestation = 'Scripts compute sums'
    const { bytes } = await sign(seed, { legalAttestation, certify: 2 })
    const document = PdfDocument.open(bytes)
    expect(plain(document.lookup(document.catalog, 'Legal'))).toMatchObject({ Attestation: legalAttestation })
    expect((await report(bytes)).status).toBe('valid')
    expect(await codeOf(sign(seed, { certify: 2 }))).toBe('seed_value_not_met')
    expect(await codeOf(sign(seed, { legalAttestation }))).toBe('seed_value_not_met')
    expect(await codeOf(sign(seed, { legalAttestation: 'Other', certify: 2 }))).toBe('seed_value_not_met')
    expect(await codeOf(sign('/Ff 16', { legalAttestation, certify: 2 }))).toBe('seed_value_not_met')
    expect(await codeOf(sign(undefined, { legalAttestation }))).toBe('invalid_request')
  })
})

/** Signs in two steps with a key that is elsewhere. */
async function signApart(seed: string | undefined, options: Partial<SignOptions>) {
  const shared = { ...services(), ...options }
  const { certificates, algorithm } = await pki.identity()
  const identity = { certificates, algorithm }
  const field = seed === undefined ? {} : { field: 'here' }
  const prepared = await prepareSignature(withSeed(seed ?? ''), requestWith(), {
    ...shared,
    ...field,
    identity,
    secret: SECRET,
  })
  const signature = signBytes('sha256', prepared.toBeSigned, createPrivateKey(pki.signer().key))
  const { state, document } = prepared
  return completeSignature(state, new Uint8Array(signature), { ...services(), document, secret: SECRET })
}

describe.skipIf(!hasTool('openssl') || !hasTool('pdfsig'))('in one step or two', { timeout: 60_000 }, () => {
  const ways = [
    ['one', sign],
    ['two', signApart],
  ] as const

  it.each(ways)('(%s) a required time stamp is there', async (_, signBy) => {
    const { level, bytes } = await signBy(named(pki.otherTsa), {})
    expect(level).toBe('B-T')
    expect((await report(bytes)).timestamp?.authority).toContain('Other-TSA')
  })

  it.each(ways)('(%s) /VRI names the signature and all that its revision holds', async (_, signBy) => {
    for (const level of ['B-LT', 'B-LTA'] as const) {
      const { bytes } = await signBy(undefined, { level, vri: true })
      expect((await report(bytes)).padesLevel).toBe(level)
      const document = PdfDocument.open(bytes)
      const dss = document.lookupDict(document.catalog, 'DSS') ?? new PdfDict()
      const vri = document.lookupDict(dss, 'VRI') ?? new PdfDict()
      expect([...vri.entries.keys()]).toEqual([expect.stringMatching(/^[0-9A-F]{40}$/)])
      const entry = document.lookupDict(vri, [...vri.entries.keys()][0] ?? '') ?? new PdfDict()
      const count = (key: string) => (document.lookupArray(entry, key) ?? []).length
      expect(count('Cert')).toBeGreaterThan(0)
      expect(count('OCSP') + count('CRL')).toBeGreaterThan(1)
      expect(await judge(bytes).then(({ qpdf }) => qpdf)).toEqual([])
    }
  })

  it.each(ways)('(%s) the content is stamped before it is signed', async (_, signBy) => {
    for (const level of ['B-B', 'B-LTA'] as const) {
      const { bytes, warnings } = await signBy(undefined, { level, contentTimestamp: true })
      expect(warnings).toEqual([])
      const signer = await report(bytes)
      // Without the data of a long level nothing says that nobody was revoked.
      const indication = level === 'B-B' ? 'INDETERMINATE' : 'TOTAL-PASSED'
      expect(signer).toMatchObject({ status: 'valid', padesLevel: level, indication })
      expect(signer.contentTimestamps).toMatchObject([{ kind: 'content', status: 'valid', indication }])
      expect(signer.signedAfter).toBe(signer.contentTimestamps[0]?.time)
      const { cms, content } = extractCms(bytes, 0)
      expect(await opensslCmsVerify(cms, content, { cades: true })).toMatchObject({ valid: true })
      if (level === 'B-B') expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
    }
  })
})

describe.skipIf(!hasTool('openssl'))('a content time stamp', { timeout: 60_000 }, () => {
  it('that cannot be had is an error, or a warning', async () => {
    const restarts = ['/tsa', '/other-tsa'].map((path) => pki.pki.stop(path))
    try {
      expect(await codeOf(sign(undefined, { contentTimestamp: true }))).toBe('timestamp_unavailable')
      const { level, warnings } = await sign(undefined, { contentTimestamp: true, onUnavailable: 'degrade' })
      expect([level, warnings]).toEqual(['B-B', [expect.stringContaining('no content time stamp')]])
    } finally {
      for (const restart of restarts) restart()
    }
  })

  it('of another authority than was planned for brings its own validation data', async () => {
    let calls = 0
    const [first, second] = [timestampAuthority(pki.tsa), timestampAuthority(pki.otherTsa)]
    const moody: typeof first = {
      timestamp: (...call) => (++calls === 2 ? Promise.reject(new Error('gone')) : first.timestamp(...call)),
    }
    const timestampAuthorities = [moody, second]
    const { level, bytes } = await sign(undefined, { contentTimestamp: true, level: 'B-LT', timestampAuthorities })
    expect([level, (await report(bytes)).padesLevel]).toEqual(['B-LT', 'B-LT'])
  })

  it.each([
    ['somebody to ask', { contentTimestamp: true, timestampAuthorities: [] }],
    ['a switch', { contentTimestamp: 'yes' as never }],
  ])('needs %s', async (_, options) => {
    expect(await codeOf(sign(undefined, options))).toBe('invalid_request')
  })

  it('and levels need an identity whose CMS is made here, or names its certificate', async () => {
    const { P12Signer } = await import('@signpdf/signer-p12')
    const { makeCredential, makePkcs12 } = await import('../../cms/openssl-keys.js')
    const identity = identityFromSignpdf(new P12Signer(makePkcs12(makeCredential(), 'x'), { passphrase: 'x' }))
    for (const options of [{ contentTimestamp: true }, { level: 'B-T' } as const]) {
      expect(await codeOf(sign(undefined, { identity, ...options }))).toBe('invalid_identity')
    }
  })
})
