/**
 * Quotas of keys and clients.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { ConcurrencyLimiter } from '../../../src/admission/concurrency-limiter.js'
import { requestExamples } from '../../../src/http/description/openapi-examples.js'
import type { RateLimiter } from '../../../src/keys/rate-limiter.js'
import { ask, deferred, makeApi, problemOf } from '../support/api.js'

const sign = requestExamples().sign.minimal.value
const verify = { document: sign.document }

describe('quotas', () => {
  it('limit how often a key may have something done, by kind of work', async () => {
    const rate = { points: 2, windowMs: 3_600_000 }
    const api = await makeApi({ quotas: { sign: { rate } } })
    const first = await ask(api, '/v1/sign', { json: sign })
    expect(first.status).toBe(200)
    expect(first.headers.get('ratelimit-policy')).toBe('"concurrency";q=32;qu="concurrent-requests", "rate";q=2;w=3600')
    expect(first.headers.get('ratelimit')).toMatch(/^"concurrency";r=31, "rate";r=1;t=\d+$/)
    expect((await ask(api, '/v1/sign', { json: sign })).status).toBe(200)
    const third = await ask(api, '/v1/sign', { json: sign })
    expect([third.status, (await problemOf(third)).code]).toEqual([429, 'rate_limited'])
    expect(third.headers.get('ratelimit')).toMatch(/^"rate";r=0;t=\d+$/)
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect((await ask(api, '/v1/verify', { json: verify })).status).toBe(200)
  })

  it('count a key that verifies apart from clients without one', async () => {
    const rate = { points: 1, windowMs: 3_600_000 }
    const api = await makeApi({ quotas: { anonymous: { rate } } })
    const context = { clientAddress: '192.0.2.1' }
    const status = async (key?: null, address = context) =>
      (await ask(api, '/v1/verify', { json: verify, context: address, ...(key === null ? { key } : {}) })).status
    expect([await status(null), await status(null), await status(), await status()]).toEqual([200, 429, 200, 200])
    expect(await status(null, { clientAddress: '192.0.2.2' })).toBe(200)
    // A key that is no good is none.
    const bad = await ask(api, '/v1/verify', { json: verify, context: { clientAddress: '192.0.2.3' }, key: 'sw_bad' })
    expect(bad.status).toBe(200)
  })

  it('limit how much goes on at once', async () => {
    const api = await makeApi({ quotas: { verify: { concurrent: 1 } } })
    const controller = new AbortController()
    const read = deferred()
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new Uint8Array(1)),
      pull: () => read.resolve(),
    })
    const headers = { 'content-type': 'application/json' }
    const running = ask(api, '/v1/verify', { method: 'POST', body, headers, signal: controller.signal })
    await read.promise
    const second = await ask(api, '/v1/verify', { json: verify })
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1'])
    controller.abort()
    await running
    expect((await ask(api, '/v1/verify', { json: verify })).status).toBe(200)
  })

  it.each([0, -1, 1.5, Number.NaN])('are whole numbers: not %s', async (concurrent) => {
    await expect(makeApi({ quotas: { sign: { concurrent } } })).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('counters that cannot be reached', () => {
  const never = () => new Promise<never>(() => undefined)

  it.each<[string, ConcurrencyLimiter]>([
    ['fails', { acquire: () => Promise.reject(new Error('down')) }],
    ['does not answer', { acquire: never }],
  ])('give 503 within a second: a limiter that %s', async (_, concurrency) => {
    const api = await makeApi({ concurrency })
    const before = performance.now()
    const response = await ask(api, '/v1/sign', { json: sign })
    expect([response.status, (await problemOf(response)).code]).toEqual([503, 'store_unavailable'])
    expect(response.headers.get('retry-after')).toBe('5')
    // It gives up after 0.8 s; the rest is what a busy machine takes.
    expect(performance.now() - before).toBeLessThan(30_000)
  })

  it('give 503 for a limiter of rates too', async () => {
    const rateLimiter: RateLimiter = { consume: never }
    const api = await makeApi({ rateLimiter, quotas: { sign: { rate: { points: 1, windowMs: 1000 } } } })
    expect((await problemOf(await ask(api, '/v1/sign', { json: sign }))).code).toBe('store_unavailable')
  })

  it('do not keep the place that they give too late', async () => {
    const place = deferred<{ remaining: number; release: () => void }>()
    const released = deferred()
    const api = await makeApi({ concurrency: { acquire: () => place.promise } })
    expect((await ask(api, '/v1/sign', { json: sign })).status).toBe(503)
    place.resolve({ remaining: 1, release: () => released.resolve() })
    await released.promise
  })
})
