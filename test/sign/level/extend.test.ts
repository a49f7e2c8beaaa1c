/**
 * Extending documents from each level to each.
 *
 * @module
 */

import { P12Signer, PDF } from '@libpdf/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { extendDocument } from '../../../src/sign/extend-document.js'
import type { ExtendOptions } from '../../../src/sign/level/extend-options.js'
import { signDocument } from '../../../src/sign/sign-document.js'
import type { SignOptions } from '../../../src/sign/sign-options.js'
import { timestampAuthority } from '../../../src/trust/timestamping/timestamp-authority.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { makeTestKey } from '../../support/keys.js'
import { type LongTermPki, openLongTermPki } from '../../support/long-term-pki.js'
import { makeSamplePdfs, type SamplePdf } from '../../support/sample-pdfs.js'
import { hasTool } from '../../support/tools.js'
import { codeOf, judge, requestWith } from '../signing.js'

const DAY = 86_400_000

let pki: LongTermPki
let samples: readonly SamplePdf[]

beforeAll(async () => {
  pki = await openLongTermPki({ isFast: true, signerTo: 300, authorityTo: 600, otherAuthorityTo: 1500 })
  samples = await makeSamplePdfs()
}, 60_000)

beforeEach(() => {
  pki.clock.days = 0
  pki.revoked.length = 0
})

afterAll(() => pki.close())

const sample = (name = 'table') => samples.find((each) => each.name === name)?.bytes ?? new Uint8Array(0)

const evidence = (tsa = pki.tsa) => ({
  timestampAuthorities: [timestampAuthority(tsa)],
  trustAnchors: pki.anchors,
  revocation: pki.revocation(),
  now: pki.now,
})

async function sign(level: SignOptions['level'], changes: Partial<SignOptions> = {}, input = sample()) {
  const identity = await pki.identity()
  const options = { identity, level: level ?? 'B-B', ...evidence(), ...changes }
  return (await signDocument(input, requestWith(), options)).bytes
}

const extend = (bytes: Uint8Array, options: Partial<ExtendOptions> = {}) =>
  extendDocument(bytes, { ...evidence(), ...options })

/** What our verifier says as of some days from now. */
async function verify(bytes: Uint8Array, days = pki.clock.days) {
  const now = () => new Date(Date.now() + days * DAY + 60_000)
  const report = await verifyDocument(bytes, { trustAnchors: pki.anchors, now })
  return report.signers.map(({ status, padesLevel, indication, changes }) => ({
    status,
    padesLevel,
    indication,
    changes: changes.status,
  }))
}

/** Below B-LT nothing in the file says that nobody was revoked. */
const passed = (padesLevel: string | null) => ({
  status: 'valid',
  padesLevel,
  indication: padesLevel === 'B-B' || padesLevel === 'B-T' ? 'INDETERMINATE' : 'TOTAL-PASSED',
  changes: 'valid',
})

const revisionsOf = async (bytes: Uint8Array) => (await verifyDocument(bytes)).document.revisions

describe.skipIf(!hasTool('openssl') || !hasTool('qpdf') || !hasTool('pdfsig'))(
  'extending a document',
  { timeout: 120_000 },
  () => {
    it.each([
      ['B-B', 'B-T', 'B-T'],
      ['B-B', 'B-LT', 'B-LTA'],
      ['B-B', 'B-LTA', 'B-LTA'],
      ['B-T', 'B-LT', 'B-LT'],
      ['B-T', 'B-LTA', 'B-LTA'],
      ['B-LT', 'B-LTA', 'B-LTA'],
      ['B-LTA', 'B-LTA', 'B-LTA'],
    ] as const)('of level %s to %s takes one revision, and our verifier agrees', async (from, to, reached) => {
      const before = await sign(from)
      const { bytes, level, warnings, renewBefore } = await extend(before, { level: to })
      expect({ level, warnings }).toEqual({ level: reached, warnings: [] })
      expect(await revisionsOf(bytes)).toBe((await revisionsOf(before)) + 1)
      expect((await verify(bytes))[0]).toEqual(passed(reached))
      expect(renewBefore?.getTime()).toBeGreaterThan(Date.now())
      const { signatures, qpdf } = await judge(bytes)
      expect(signatures[0]).toMatchObject({ field: 'Signature1', valid: true })
      expect(qpdf).toEqual([])
    })

    it.each(['B-T', 'B-LT'] as const)('that has level %s already keeps it', async (level) => {
      const before = await sign(level)
      const { bytes } = await extend(before, { level })
      if (level === 'B-T') expect(Buffer.from(bytes).equals(before)).toBe(true)
      expect((await verify(bytes))[0]).toEqual(passed(level))
    })

    it.each(['stream', 'linearized', 'encrypted table', 'encrypted stream'])(
      'works on a file with the structure: %s',
      async (name) => {
        const password = name.startsWith('encrypted') ? { password: 'owner' } : {}
        const before = await sign('B-LTA', password, sample(name))
        const { bytes, level } = await extend(before, password)
        expect(level).toBe('B-LTA')
        expect((await verify(bytes))[0]).toEqual(passed('B-LTA'))
        expect((await judge(bytes)).qpdf).toEqual([])
      },
    )

    it('renews an archive three times, past the ends of signer and authorities, without any key', async () => {
      let bytes = await sign('B-LTA')
      for (const days of [500, 900, 1400]) {
        pki.clock.days = days
        const renewed = await extend(bytes, evidence(pki.otherTsa))
        expect(renewed.level).toBe('B-LTA')
        bytes = renewed.bytes
        expect((await verify(bytes, days))[0]).toEqual(passed('B-LTA'))
      }
      expect((await verify(bytes, 1490))[0]).toEqual(passed('B-LTA'))
    })

    it('says when to renew: before the path of the newest stamp ends', async () => {
      const { renewBefore } = await extend(await sign('B-T'))
      const end = pki.authority.parsed.notAfter.getTime() - 30 * DAY
      expect(Math.abs((renewBefore?.getTime() ?? 0) - end)).toBeLessThan(DAY)
    })

    it('goes on when the signer is unknown, with a warning and no more than a time', async () => {
      const { pkcs12, passphrase } = makeTestKey('rsa', 'Stranger')
      const signer = await P12Signer.create(pkcs12, passphrase)
      const foreign = (await (await PDF.load(sample())).sign({ signer, reason: 'First' })).bytes
      const { bytes, level, warnings } = await extend(foreign)
      expect(level).toBe('B-T')
      expect(warnings.join(' ')).toContain('chain_not_found')
      const report = await verifyDocument(bytes, { trustAnchors: pki.anchors })
      expect(report.signers[0]?.changes.status).toBe('valid')
      expect(report.signers[0]?.integrity.status).toBe('valid')
      expect(report.signers[1]).toMatchObject({ status: 'valid', indication: 'TOTAL-PASSED' })
    })

    it('goes on when the signer has expired, with a warning', async () => {
      const before = await sign('B-T')
      pki.clock.days = 400
      const { warnings, level } = await extend(before)
      expect(level).toBe('B-T')
      expect(warnings.join(' ')).toContain('Signature1')
    })

    it('takes no stranger’s time stamp for one', async () => {
      const before = await sign('B-T')
      const { certificate: stranger } = makeTestKey('rsa', 'Stranger')
      // Whoever trusts other authorities has no proof of the time, and would get none by the same authority.
      expect(await codeOf(extend(before, { level: 'B-T', timestampAnchors: [stranger] }))).toBe('timestamp_untrusted')
      expect(Buffer.from((await extend(before, { level: 'B-T' })).bytes).equals(before)).toBe(true)
    })

    it('keeps what a counter-signature covers valid, and covers it too', async () => {
      const first = await sign('B-LTA')
      const second = await sign('B-LTA', {}, first)
      expect(await verify(second)).toEqual([passed('B-LTA'), passed(null), passed('B-LTA'), passed(null)])
      const { bytes, level } = await extend(second)
      expect(level).toBe('B-LTA')
      expect((await verify(bytes)).every(({ status }) => status === 'valid')).toBe(true)
      const { signatures, qpdf } = await judge(bytes)
      expect(signatures.filter(({ field }) => field.startsWith('Signature')).every(({ valid }) => valid)).toBe(true)
      expect(qpdf).toEqual([])
    })

    it('extends what certifies with P=1, with a warning; signing so is refused unless it is wanted', async () => {
      const certified = await sign('B-LT', { certify: 1 })
      expect((await verify(certified))[0]).toEqual(passed('B-LT'))
      const { bytes, warnings } = await extend(certified)
      expect(warnings.join(' ')).toContain('P=1')
      expect((await verify(bytes))[0]).toEqual(passed('B-LTA'))
      expect(await codeOf(sign('B-LTA', { certify: 1 }))).toBe('invalid_request')
      const wanted = await sign('B-LTA', { certify: 1, allowIncompatible: true })
      expect((await verify(wanted))[0]).toEqual(passed('B-LTA'))
    })

    it('is refused for a document without a signature, and for what is none', async () => {
      expect(await codeOf(extend(sample()))).toBe('unsupported_document')
      expect(await codeOf(extend(new Uint8Array(10)))).toBe('invalid_document')
      expect(await codeOf(extendDocument(sample(), { level: 'B-B' } as unknown as ExtendOptions))).toBe(
        'invalid_request',
      )
    })

    it('fails, or goes as far as it can, when a service is down', async () => {
      const before = await sign('B-T')
      for (const [path, code, reached] of [
        ['/tsa', 'timestamp_unreachable', 'B-LT'],
        ['/root.crl', 'validation_data_unavailable', 'B-T'],
      ] as const) {
        const restart = pki.pki.stop(path)
        try {
          expect(await codeOf(extend(before))).toBe(code)
          const { level, warnings, bytes } = await extend(before, { onUnavailable: 'degrade' })
          expect(level).toBe(reached)
          expect(warnings.join(' ')).toContain(code)
          expect((await verify(bytes))[0]).toEqual(passed(reached))
        } finally {
          restart()
        }
      }
    })
  },
)
