/**
 * Authorities that fail while a document is signed.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signDocument } from '../../../src/sign/sign-document.js'
import type { SignOptions } from '../../../src/sign/sign-options.js'
import { timestampAuthority } from '../../../src/trust/timestamping/timestamp-authority.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'
import { buildOcspAnswer, readOcspRequest } from '../../support/build-ocsp.js'
import { type LongTermPki, openLongTermPki } from '../../support/long-term-pki.js'
import { hasTool } from '../../support/tools.js'
import { until } from '../../support/wait.js'
import { codeOf, requestWith } from '../signing.js'

const DAY = 86_400_000
const PDF = makePdf(ONE_PAGE)

let pki: LongTermPki

beforeAll(async () => {
  pki = await openLongTermPki({ kinds: ['p256'], isFast: true })
}, 60_000)

afterAll(() => pki.close())

async function sign(changes: Partial<SignOptions> = {}) {
  return signDocument(PDF, requestWith(), {
    identity: await pki.identity(),
    level: 'B-LTA',
    timestampAuthorities: [timestampAuthority(pki.tsa, { timeoutMs: 1500 })],
    trustAnchors: pki.anchors,
    revocation: pki.revocation({ timeoutMs: 1500 }),
    ...changes,
  })
}

/** What our verifier says, now and when the signer has ended but not the authorities. */
async function verdicts(bytes: Uint8Array) {
  return Promise.all(
    [0, 400].map(async (days) => {
      const now = () => new Date(Date.now() + days * DAY + 60_000)
      const [signer] = (await verifyDocument(bytes, { trustAnchors: pki.anchors, now })).signers
      return { padesLevel: signer?.padesLevel, indication: signer?.indication }
    }),
  )
}

/** Lies of a responder: each must not be embedded. */
const lieAboutOcsp = () =>
  pki.pki.serve('/ocsp', async (body) => {
    const { certId } = readOcspRequest(body)
    return { body: buildOcspAnswer({ certId, responder: pki.authority, thisUpdate: new Date() }) }
  })

const OUTAGES: readonly (readonly [string, () => (() => void)[], string, string])[] = [
  ['the authority is down', () => [pki.pki.stop('/tsa')], 'timestamp_unreachable', 'B-B'],
  ['the authority is slow', () => [pki.pki.stall('/tsa')], 'timestamp_timeout', 'B-B'],
  [
    'the responder and the CRL server are down',
    () => [pki.pki.stop('/ocsp'), pki.pki.stop('/issuing.crl')],
    'validation_data_unavailable',
    'B-T',
  ],
  ['the CRL server of the root is slow', () => [pki.pki.stall('/root.crl')], 'validation_data_unavailable', 'B-T'],
  [
    'the responder lies and the CRL server is down',
    () => {
      const undo = [pki.pki.stop('/ocsp'), pki.pki.stop('/issuing.crl')]
      lieAboutOcsp()
      return undo
    },
    'validation_data_unavailable',
    'B-T',
  ],
]

describe.skipIf(!hasTool('openssl'))('when', { timeout: 120_000 }, () => {
  it.each(OUTAGES)('%s: fails, or reaches what can be reached', async (_, breakIt, code, level) => {
    const undo = breakIt()
    try {
      expect(await codeOf(sign())).toBe(code)
      const degraded = await sign({ onUnavailable: 'degrade' })
      expect(degraded.level).toBe(level)
      expect(degraded.warnings).toEqual([expect.stringContaining(code)])
      const [now] = await verdicts(degraded.bytes)
      expect(now).toEqual({ padesLevel: level, indication: 'INDETERMINATE' })
    } finally {
      for (const restart of undo) restart()
    }
    expect((await sign()).level).toBe('B-LTA')
  })

  it('the responder lies but the CRL server does not: the CRL is taken', async () => {
    const restart = pki.pki.stop('/ocsp')
    lieAboutOcsp()
    try {
      const { bytes, level } = await sign()
      expect(level).toBe('B-LTA')
      const [, later] = await verdicts(bytes)
      expect(later).toEqual({ padesLevel: 'B-LTA', indication: 'TOTAL-PASSED' })
      expect(Buffer.from(bytes).toString('latin1')).not.toContain('/OCSPs')
    } finally {
      restart()
    }
  })

  it('the authority fails between its two stamps: the signature keeps what it has', async () => {
    let calls = 0
    const sound = timestampAuthority(pki.tsa)
    const failing = {
      timestamp: (...call: Parameters<typeof sound.timestamp>) =>
        ++calls > 2 ? Promise.reject(new Error('gone')) : sound.timestamp(...call),
    }
    const { level, bytes } = await sign({ timestampAuthorities: [failing], onUnavailable: 'degrade' })
    expect(level).toBe('B-LT')
    const [, later] = await verdicts(bytes)
    expect(later).toEqual({ padesLevel: 'B-LT', indication: 'TOTAL-PASSED' })
  })

  it('another authority answers than the one that was planned for: its data is gathered', async () => {
    const first = timestampAuthority(pki.tsa, { timeoutMs: 1500 })
    const second = timestampAuthority(pki.otherTsa)
    await sign({ timestampAuthorities: [first, second] })
    const restart = pki.pki.stop('/tsa')
    try {
      const { level, warnings, bytes } = await sign({ timestampAuthorities: [first, second] })
      expect(level).toBe('B-LTA')
      expect(warnings.join(' ')).toContain('timestamp_unreachable')
      const [, later] = await verdicts(bytes)
      expect(later).toEqual({ padesLevel: 'B-LTA', indication: 'TOTAL-PASSED' })
    } finally {
      restart()
    }
  })

  it.each([
    ['is dead', 'stop'],
    ['hangs', 'stall'],
  ] as const)('an authority that %s is left alone, and found again', async (_, how) => {
    const authority = timestampAuthority(pki.tsa, { timeoutMs: 400 })
    const next = () => sign({ level: 'B-T', timestampAuthorities: [authority], onUnavailable: 'degrade' })
    expect((await next()).level).toBe('B-T')
    const restart = pki.pki[how]('/tsa')
    const before = pki.pki.count('/tsa')
    try {
      expect((await next()).level).toBe('B-B')
      const asked = pki.pki.count('/tsa')
      expect(asked - before).toBe(2)
      const others = await Promise.all([next(), next(), next(), next(), next()])
      expect(others.map(({ level }) => level)).toEqual(['B-B', 'B-B', 'B-B', 'B-B', 'B-B'])
      for (const { warnings } of others)
        expect(warnings).toEqual([expect.stringContaining('will not be asked again for about')])
      expect(pki.pki.count('/tsa')).toBe(asked)
    } finally {
      restart()
    }
    const back = await until(async () => {
      const signed = await next()
      return signed.level === 'B-T' && signed
    }, 'a time stamp of the authority that is back')
    expect(back.warnings).toEqual([])
    const [now] = await verdicts(back.bytes)
    expect(now).toEqual({ padesLevel: 'B-T', indication: 'INDETERMINATE' })
  })

  it('responders and CRL servers that hang are left alone, and found again', async () => {
    const store = { get: async () => undefined, set: async () => {} }
    const revocation = pki.revocation({ timeoutMs: 200, store })
    const next = () => sign({ level: 'B-LT', revocation, onUnavailable: 'degrade' })
    expect((await next()).level).toBe('B-LT')
    const restarts = ['/ocsp', '/issuing.crl', '/root.crl'].map((path) => pki.pki.stall(path))
    try {
      expect((await next()).level).toBe('B-T')
      // A request that was given up with others says nothing of its server, so that one may be asked once more.
      const told = async () => (await next()).warnings.join(' ')
      await expect.poll(told, { timeout: 60_000, interval: 1 }).toContain('will not be asked again for about')
    } finally {
      for (const restart of restarts) restart()
    }
    await expect.poll(async () => (await next()).level, { timeout: 60_000, interval: 500 }).toBe('B-LT')
  })

  it('servers are killed and restarted during 200 signatures: each has the level that it states', async () => {
    const paths = ['/tsa', '/other-tsa', '/ocsp', '/issuing.crl', '/root.crl']
    const down = new Map<string, () => void>()
    // A generator of our own, so that a failure can be had again.
    let state = 20_261_122
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state / 2_147_483_648
    }
    const toggle = () => {
      const path = paths[Math.floor(random() * paths.length)] ?? '/tsa'
      const restart = down.get(path)
      if (restart === undefined) down.set(path, pki.pki.stop(path))
      else restart()
      if (restart !== undefined) down.delete(path)
    }
    const reached = new Map<string, number>()
    const wrong: string[] = []
    try {
      const next = async (): Promise<void> => {
        const timestampAuthorities = [pki.tsa, pki.otherTsa].map((url) => timestampAuthority(url))
        const revocation = pki.revocation()
        const { bytes, level } = await sign({ timestampAuthorities, revocation, onUnavailable: 'degrade' })
        // The other three are in the middle of their work.
        toggle()
        reached.set(level, (reached.get(level) ?? 0) + 1)
        const [now, later] = await verdicts(bytes)
        // Below B-LT a file need not hold what says that nobody was revoked.
        const lasts = level === 'B-LT' || level === 'B-LTA'
        if (now?.padesLevel !== level) wrong.push(`${level}: ${now?.padesLevel}`)
        if (lasts && now?.indication !== 'TOTAL-PASSED') wrong.push(`${level} now: ${now?.indication}`)
        if (lasts !== (later?.indication === 'TOTAL-PASSED')) wrong.push(`${level} later: ${later?.indication}`)
      }
      for (let i = 0; i < 50; i++) await Promise.all([next(), next(), next(), next()])
    } finally {
      for (const restart of down.values()) restart()
    }
    expect(wrong).toEqual([])
    // Servers that never failed, or always did, would prove nothing.
    expect(reached.size).toBeGreaterThanOrEqual(3)
    expect([...reached.values()].reduce((sum, count) => sum + count, 0)).toBe(200)
  }, 180_000)
})
