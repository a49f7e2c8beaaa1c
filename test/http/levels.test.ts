/**
 * Levels of signatures over HTTP.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiOptions } from '../../src/http/api-options.js'
import { timestampAuthority } from '../../src/trust/timestamping/timestamp-authority.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { type LongTermPki, openLongTermPki } from '../support/long-term-pki.js'
import { hasTool } from '../support/tools.js'
import { ask, makeApi, problemOf } from './support/api.js'

let pki: LongTermPki

beforeAll(async () => {
  pki = await openLongTermPki({ isFast: true })
}, 60_000)

afterAll(() => pki.close())

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
/** Large enough for a thread of its own. */
const LARGE = makePdf({ ...ONE_PAGE, 4: `<</Length 1500000>>\nstream\n${'%'.repeat(1_500_000)}\nendstream` })
const SIGN = {
  signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  auditTrail: [{ timestamp: '2026-01-31T12:00:00Z', type: 'submit' }],
  certificate: { enabled: false },
}

async function open(options: Partial<ApiOptions> = {}) {
  return makeApi({
    identity: await pki.identity(),
    levels: ['B-T', 'B-LT', 'B-LTA'],
    ...options,
    sign: {
      timestampAuthorities: [timestampAuthority(pki.tsa)],
      trustAnchors: pki.anchors,
      revocation: pki.revocation(),
      ...options.sign,
    },
  })
}

async function documentOf(response: Response) {
  const body = (await response.json()) as { document: { base64: string }; renewBefore: string }
  return { ...body, bytes: new Uint8Array(Buffer.from(body.document.base64, 'base64')) }
}

async function levelOf(bytes: Uint8Array) {
  const { signers } = await verifyDocument(bytes, { trustAnchors: pki.anchors })
  return signers[0]?.padesLevel
}

describe.skipIf(!hasTool('openssl'))('levels over HTTP', () => {
  it.each(['B-B', 'B-T', 'B-LT', 'B-LTA'] as const)('signs at %s when asked to', async (level) => {
    const api = await open()
    const json = { ...SIGN, document: { base64: encode(makePdf(ONE_PAGE)) }, level }
    const response = await ask(api, '/v1/sign', { json })
    expect(response.status).toBe(200)
    expect(await levelOf((await documentOf(response)).bytes)).toBe(level)
  })

  it('signs at the level of the host, and refuses what it does not offer', async () => {
    const api = await open({ levels: [], sign: { level: 'B-T' } })
    const json = { ...SIGN, document: { base64: encode(makePdf(ONE_PAGE)) } }
    expect(await levelOf((await documentOf(await ask(api, '/v1/sign', { json }))).bytes)).toBe('B-T')
    const refused = await problemOf(await ask(api, '/v1/sign', { json: { ...json, level: 'B-LTA' } }))
    expect(refused).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/level', code: 'level_not_offered' }],
    })
  })

  it('extends a document, and says how far', async () => {
    const api = await open()
    const json = { ...SIGN, document: { base64: encode(makePdf(ONE_PAGE)) }, level: 'B-B' }
    const { document } = await documentOf(await ask(api, '/v1/sign', { json }))
    const extended = await documentOf(await ask(api, '/v1/extend', { json: { document } }))
    expect(extended).toMatchObject({ level: 'B-LTA', warnings: [] })
    expect(new Date(extended.renewBefore).getTime()).toBeGreaterThan(Date.now())
    expect(await levelOf(extended.bytes)).toBe('B-LTA')
    expect((await ask(api, '/v1/extend', { json: { document }, key: null })).status).toBe(401)
    const unknown = await ask(api, '/v1/extend', { json: { document, lvl: 'B-T' } })
    expect((await problemOf(unknown)).code).toBe('invalid_request')
    const unsigned = { document: { base64: encode(makePdf(ONE_PAGE)) } }
    expect((await problemOf(await ask(api, '/v1/extend', { json: unsigned }))).code).toBe('unsupported_document')
  })

  it('has no such route without someone who stamps', async () => {
    const api = await makeApi()
    expect((await ask(api, '/v1/extend', { json: {} })).status).toBe(404)
    const { paths } = (await (await ask(api, '/v1/openapi.json')).json()) as { paths: object }
    expect(Object.keys(paths)).not.toContain('/v1/extend')
    const described = await (await ask(await open(), '/v1/openapi.json')).json()
    expect(JSON.stringify(described)).toContain('ExtendRequest')
  })

  it('tells the client when the authority fails', async () => {
    const restart = pki.pki.stop('/tsa')
    try {
      const json = { ...SIGN, document: { base64: encode(makePdf(ONE_PAGE)) }, level: 'B-T' }
      const response = await ask(await open(), '/v1/sign', { json })
      expect(response.status).toBe(502)
      expect((await problemOf(response)).code).toBe('timestamp_unreachable')
    } finally {
      restart()
    }
  })

  it('does the work in another thread, with the authorities and stores of this one', async () => {
    const api = await open({ workers: { threads: 1, url: new URL('./support/worker.mjs', import.meta.url) } })
    try {
      const calls = pki.pki.count('/tsa')
      const asked = pki.pki.count('/ocsp')
      for (let i = 0; i < 2; i++) {
        const json = { ...SIGN, document: { base64: encode(LARGE) }, level: 'B-LTA' }
        const response = await ask(api, '/v1/sign', { json })
        expect(response.status).toBe(200)
        expect(await levelOf((await documentOf(response)).bytes)).toBe('B-LTA')
      }
      // Three at first, then two: the thread remembers what the tokens of an authority are like.
      expect(pki.pki.count('/tsa') - calls).toBe(5)
      expect(pki.pki.count('/ocsp') - asked).toBe(2)
    } finally {
      await api.close()
    }
  }, 60_000)

  it('refuses options that make no sense', async () => {
    const identity = await pki.identity()
    await expect(makeApi({ identity, levels: ['B-T'] })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(open({ levels: ['B-X' as 'B-T'] })).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
