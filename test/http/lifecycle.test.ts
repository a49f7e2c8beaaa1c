/**
 * Draining, readiness, and answers that nobody reads.
 *
 * @module
 */

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ConverterTable } from '../../src/convert/conversion.js'
import type { ReadinessReport } from '../../src/http/routes/ready-route.js'
import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import { settle } from '../support/wait.js'
import { ask, deferred, makeApi, oneKey, problemOf } from './support/api.js'

const form = () => {
  const body = new FormData()
  body.append('file', new Blob(['x']), 'a.md')
  return body
}

/** An API whose conversions end when the gate opens, or when they are aborted. */
async function makeGatedApi() {
  const gate = deferred()
  const started = deferred()
  const converters: ConverterTable = new Map([
    [
      'md>pdf',
      (_, { signal }) => {
        started.resolve()
        return Promise.race([
          gate.promise.then(() => ({ bytes: new Uint8Array(1), warnings: [] })),
          new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
        ])
      },
    ],
  ])
  return { gate, started: started.promise, api: await makeApi({}, converters) }
}

describe('an answer that nobody reads', () => {
  it('is counted among the bytes that its requester holds', async () => {
    const converters: ConverterTable = new Map([
      ['md>pdf', async () => ({ bytes: new Uint8Array(123_456), warnings: [] })],
    ])
    const api = await makeApi({ metrics: true }, converters)
    const sent = deferred()
    const leased = async () => /^sealwright_leased_bytes (\d+)/m.exec(await (await ask(api, '/v1/metrics')).text())?.[1]
    expect((await ask(api, '/v1/convert', { body: form(), context: { finished: sent.promise } })).status).toBe(200)
    expect(await leased()).toBe('123456')
    sent.resolve()
    await sent.promise
    expect(await leased()).toBe('0')
  })
})

const readiness = async (response: Response) => (await response.json()) as ReadinessReport

describe('draining', () => {
  it('ends for everyone who asks for it as soon as nothing goes on', async () => {
    const { api, gate, started } = await makeGatedApi()
    const asked = ask(api, '/v1/convert', { body: form() })
    await started
    const start = performance.now()
    const drained = Promise.all([api.drain({ graceMs: 120_000 }), api.drain({ graceMs: 120_000 })])
    gate.resolve()
    expect((await asked).status).toBe(200)
    expect(await drained).toEqual([{ aborted: 0 }, { aborted: 0 }])
    expect(performance.now() - start).toBeLessThan(60_000)
  })

  it('turns not ready, refuses what is new, and finishes what goes on', async () => {
    const { api, gate, started } = await makeGatedApi()
    const running = ask(api, '/v1/convert', { body: form() })
    await started
    expect((await ask(api, '/v1/ready', { key: null })).status).toBe(200)
    const drained = api.drain({ graceMs: 10_000 })
    const ready = await ask(api, '/v1/ready', { key: null })
    expect([ready.status, (await readiness(ready)).checks['service']]).toEqual([503, 'failed'])
    const refused = await ask(api, '/v1/convert', { body: form() })
    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close'])
    expect((await problemOf(refused)).code).toBe('overloaded')
    expect((await ask(api, '/v1/health', { key: null })).status).toBe(200)
    gate.resolve()
    expect((await running).status).toBe(200)
    expect(await drained).toEqual({ aborted: 0 })
  })

  it('goes on to take requests for as long as a load balancer needs to notice', async () => {
    const { api, gate } = await makeGatedApi()
    gate.resolve()
    const drained = api.drain({ noticeMs: 100 })
    expect((await ask(api, '/v1/ready', { key: null })).status).toBe(503)
    expect((await ask(api, '/v1/convert', { body: form() })).status).toBe(200)
    await drained
    expect((await ask(api, '/v1/convert', { body: form() })).status).toBe(503)
  })

  it('aborts what is left when the time is over', async () => {
    const { api, started } = await makeGatedApi()
    const running = ask(api, '/v1/convert', { body: form() })
    await started
    expect(await api.drain({ graceMs: 50 })).toEqual({ aborted: 1 })
    expect((await problemOf(await running)).code).toBe('overloaded')
  })

  it('waits until answers were sent, where the adapter says when', async () => {
    const api = await makeApi()
    const sent = deferred()
    await ask(api, '/v1/health', { context: { finished: sent.promise } })
    let isDrained = false
    const drained = api.drain().then(() => {
      isDrained = true
    })
    await settle()
    expect(isDrained).toBe(false)
    sent.resolve()
    await drained
  })
})

describe('readiness', () => {
  const secret = 'a secret of at least thirty-two bytes'
  const mailer = { send: async () => undefined, check: () => Promise.reject(new Error('no mail')) }

  it('looks at the store, the certificate and the mailer', async () => {
    const keys = new KeyIssuer({ store: memoryStore(), mailer, secret })
    const plain = await ask(await makeApi({ keys }), '/v1/ready', { key: null })
    expect((await readiness(plain)).checks).toEqual({
      service: 'ok',
      store: 'ok',
      mailer: 'degraded',
      identity: 'ok',
    })
    const strict = await ask(await makeApi({ keys, readiness: { mailer: true } }), '/v1/ready', { key: null })
    expect([strict.status, (await readiness(strict)).checks['mailer']]).toEqual([503, 'failed'])
  })

  it('says which part fails, and nothing else', async () => {
    const store = { ...memoryStore(), findKeyById: () => Promise.reject(new Error('password wrong for db.internal')) }
    const keys = new KeyIssuer({ store, mailer, secret })
    const response = await ask(await makeApi({ keys }), '/v1/ready', { key: null })
    const text = await response.text()
    expect([response.status, JSON.parse(text).checks.store]).toEqual([503, 'failed'])
    expect(text).not.toContain('db.internal')
  })

  it('has checks of the host, and makes them no more than once a second', async () => {
    let count = 0
    const queue = async () => {
      count++
      throw new Error('down')
    }
    const api = await makeApi({ readiness: { checks: { queue } } })
    for (let i = 0; i < 5; i++) expect((await ask(api, '/v1/ready', { key: null })).status).toBe(503)
    expect(count).toBe(1)
  })
})

describe('without a logger', () => {
  afterEach(() => void vi.restoreAllMocks())

  it('what goes wrong inside is seen on the console', async () => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const keys = { ...oneKey, authenticate: () => Promise.reject(new Error('a bug')) }
    const response = await ask(await makeApi({ keys }), '/v1/sign', { json: {} })
    expect(response.status).toBe(500)
    expect(JSON.stringify(shown.mock.calls)).toContain('a bug')
  })
})
