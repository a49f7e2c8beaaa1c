/**
 * Signing in two steps, with a key elsewhere.
 *
 * @module
 */

import { createHmac, createPrivateKey, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeSignature, prepareSignature } from '../../src/sign/two-phase-signature.js'
import { timestampAuthority } from '../../src/trust/timestamping/timestamp-authority.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { type LongTermPki, openLongTermPki, type SignerKind } from '../support/long-term-pki.js'
import { extractCms, opensslCmsVerify } from '../support/oracles.js'
import { makeSamplePdfs, type SamplePdf } from '../support/sample-pdfs.js'
import { hasTool } from '../support/tools.js'
import { codeOf, judge, requestWith, soundVerdict, WITH_PAGE } from './signing.js'

const SECRET = 'a secret of at least thirty-two bytes'
const KINDS = ['rsa', 'rsaPss', 'p256', 'ed25519'] as const

let pki: LongTermPki
let samples: readonly SamplePdf[]

beforeAll(async () => {
  pki = await openLongTermPki({ kinds: KINDS, isFast: true })
  samples = await makeSamplePdfs()
}, 60_000)

afterAll(() => pki.close())

const sample = (name = 'table') => samples.find((each) => each.name === name)?.bytes ?? new Uint8Array(0)

/** Signs bytes with OpenSSL's key, as a service elsewhere would. */
function signElsewhere(kind: SignerKind, toBeSigned: Uint8Array): Uint8Array {
  const key = createPrivateKey(pki.signer(kind).key)
  const input = kind === 'rsaPss' ? { key, padding: 6, saltLength: 32 } : key
  return new Uint8Array(sign(kind === 'ed25519' ? null : 'sha256', toBeSigned, input))
}

async function prepare(kind: SignerKind = 'rsa', changes: Partial<Parameters<typeof prepareSignature>[2]> = {}) {
  const { certificates, algorithm } = await pki.identity(kind)
  const options = { identity: { certificates, algorithm }, secret: SECRET, ...changes }
  return prepareSignature(sample(), requestWith(), options)
}

const evidence = () => ({
  timestampAuthorities: [timestampAuthority(pki.tsa)],
  trustAnchors: pki.anchors,
  revocation: pki.revocation(),
})

describe.skipIf(!hasTool('openssl') || !hasTool('qpdf') || !hasTool('pdfsig'))(
  'a signature in two steps',
  { timeout: 120_000 },
  () => {
    it.each(KINDS)('by a key elsewhere (%s) is as good as one in one step', async (kind) => {
      const { toBeSigned, hash, state, document } = await prepare(kind)
      expect(hash === null).toBe(kind === 'ed25519')
      // What survives a restart is bytes.
      const kept = { state: Buffer.from(state.slice()), document: Uint8Array.from(document) }
      const { bytes, level } = await completeSignature(new Uint8Array(kept.state), signElsewhere(kind, toBeSigned), {
        document: kept.document,
        secret: SECRET,
      })
      expect(level).toBe('B-B')
      const report = await verifyDocument(bytes, { trustAnchors: pki.anchors })
      expect(report.signers.map(({ status }) => status)).toEqual(['valid'])
      if (kind === 'rsa' || kind === 'p256') {
        expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
        const { cms, content } = extractCms(bytes)
        expect(await opensslCmsVerify(cms, content, { cades: true })).toMatchObject({ valid: true })
      }
    })

    it('refuses the state of another version, which lacks what this one needs', async () => {
      const { toBeSigned, state, document } = await prepare()
      const { signedAttributes: _, ...facts } = JSON.parse(Buffer.from(state.subarray(32)).toString())
      const reseal = (text: string) => {
        const mac = createHmac('sha256', SECRET).update('sealwright signing state 1\n').update(text).digest()
        return new Uint8Array(Buffer.concat([mac, Buffer.from(text)]))
      }
      const complete = (kept: Uint8Array) =>
        completeSignature(kept, signElsewhere('rsa', toBeSigned), { document, secret: SECRET })
      const versions = [1, 3, undefined].map((version) => JSON.stringify({ ...facts, version }))
      for (const text of [...versions, 'null', '[]', '2', 'no JSON at all', '{"version":2']) {
        await expect(complete(reseal(text))).rejects.toMatchObject({
          code: 'signing_state_invalid',
          message: expect.stringContaining('another version'),
        })
      }
      expect((await complete(reseal(Buffer.from(state.subarray(32)).toString()))).level).toBe('B-B')
    })

    it.each(['B-T', 'B-LT', 'B-LTA'] as const)('reaches %s', async (level) => {
      const shared = evidence()
      const { toBeSigned, state, document } = await prepare('rsa', { level, ...shared })
      const signed = await completeSignature(state, signElsewhere('rsa', toBeSigned), {
        document,
        secret: SECRET,
        ...shared,
      })
      expect(signed.level).toBe(level)
      expect(signed.warnings).toEqual([])
      const report = await verifyDocument(signed.bytes, { trustAnchors: pki.anchors })
      expect(report.signers[0]).toMatchObject({ status: 'valid', padesLevel: level })
    })

    it('appends validation data when another authority stamps than was expected', async () => {
      const shared = evidence()
      const { toBeSigned, state, document } = await prepare('rsa', { level: 'B-LT', ...shared })
      const others = { ...shared, timestampAuthorities: [timestampAuthority(pki.otherTsa)] }
      const signed = await completeSignature(state, signElsewhere('rsa', toBeSigned), {
        document,
        secret: SECRET,
        ...others,
      })
      expect(signed.level).toBe('B-LT')
      const report = await verifyDocument(signed.bytes, { trustAnchors: pki.anchors })
      expect(report.signers[0]).toMatchObject({ status: 'valid', padesLevel: 'B-LT' })
    })

    it('signs many documents with one authorisation of their hashes', async () => {
      const prepared = await Promise.all(
        ['table', 'stream', 'encrypted stream'].map(async (name) => {
          const { certificates, algorithm } = await pki.identity('rsa')
          const request = name === 'encrypted stream' ? requestWith() : WITH_PAGE
          return prepareSignature(sample(name), request, { identity: { certificates, algorithm }, secret: SECRET })
        }),
      )
      expect(prepared.map(({ hash }) => hash?.digest.length)).toEqual([32, 32, 32])
      const signatures = prepared.map(({ toBeSigned }) => signElsewhere('rsa', toBeSigned))
      for (const [i, { state, document }] of prepared.entries()) {
        const { bytes } = await completeSignature(state, signatures[i] as Uint8Array, { document, secret: SECRET })
        expect((await verifyDocument(bytes, { trustAnchors: pki.anchors })).valid).toBe(true)
      }
      // The signature of one document does not fit another.
      const [first] = prepared
      const wrong = completeSignature(first?.state as Uint8Array, signatures[1] as Uint8Array, {
        document: first?.document as Uint8Array,
        secret: SECRET,
      })
      expect(await codeOf(wrong)).toBe('signing_failed')
    })

    it('keeps a state of a few kilobytes', async () => {
      const { state } = await prepare('rsa', { level: 'B-LTA', ...evidence() })
      expect(state.length).toBeLessThan(4096)
    })
  },
)

describe.skipIf(!hasTool('openssl') || !hasTool('qpdf'))('a state that is not as it was', () => {
  it('is refused, whichever of its bytes was changed', async () => {
    const { toBeSigned, state, document } = await prepare()
    const signature = signElsewhere('rsa', toBeSigned)
    for (let at = 0; at < state.length; at += 97) {
      const changed = state.slice()
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(await codeOf(completeSignature(changed, signature, { document, secret: SECRET }))).toBe(
        'signing_state_invalid',
      )
    }
    for (const cut of [0, 31, 32, state.length - 1]) {
      const call = completeSignature(state.subarray(0, cut), signature, { document, secret: SECRET })
      expect(await codeOf(call)).toBe('signing_state_invalid')
    }
    const other = completeSignature(state, signature, { document, secret: `${SECRET}, but another` })
    expect(await codeOf(other)).toBe('signing_state_invalid')
  })

  it('is refused with another document', async () => {
    const { toBeSigned, state, document } = await prepare()
    const changed = document.slice()
    changed[100] = (changed[100] ?? 0) ^ 1
    const call = completeSignature(state, signElsewhere('rsa', toBeSigned), { document: changed, secret: SECRET })
    expect(await codeOf(call)).toBe('signing_state_invalid')
  })

  it('expires', async () => {
    const { toBeSigned, state, document, expiresAt } = await prepare('rsa', { lifetimeMs: 60_000 })
    const late = { document, secret: SECRET, now: () => new Date(expiresAt.getTime() + 1) }
    expect(await codeOf(completeSignature(state, signElsewhere('rsa', toBeSigned), late))).toBe('signing_state_expired')
  })

  it('needs a secret worth the name', async () => {
    expect(await codeOf(prepare('rsa', { secret: 'short' }))).toBe('invalid_request')
  })
})
