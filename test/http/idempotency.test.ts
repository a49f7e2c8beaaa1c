/**
 * Requests that carry an Idempotency-Key.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { ConverterTable } from '../../src/convert/conversion.js'
import { SealwrightError } from '../../src/errors.js'
import type { Api, ApiKeys } from '../../src/http/api-options.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import type { IdempotencyStore } from '../../src/http/idempotency/idempotency-store.js'
import { memoryIdempotencyStore } from '../../src/http/idempotency/memory-idempotency-store.js'
import { ask, deferred, makeApi, problemOf } from './support/api.js'

const { document, ...members } = requestExamples().sign.minimal.value
const pdf = new Uint8Array(Buffer.from(document.base64, 'base64'))
const silent = { info() {}, warn() {}, error() {} }

interface Facts {
  readonly eventId: string
  readonly outputSha256: string
}

async function sign(api: Api, key: string, json: object = {}): Promise<Facts & { replayed: boolean }> {
  const response = await ask(api, '/v1/sign', {
    json: { document, ...members, ...json },
    headers: { 'idempotency-key': key },
  })
  if (response.status !== 200) throw new Error(await response.text())
  return { ...((await response.json()) as Facts), replayed: response.headers.get('idempotency-replayed') === 'true' }
}

async function refusal(api: Api, key: string, json: object = {}) {
  const request = { json: { document, ...members, ...json }, headers: { 'idempotency-key': key } }
  return problemOf(await ask(api, '/v1/sign', request))
}

/** Two keys. */
const twoKeys: ApiKeys = {
  async authenticate(apiKey) {
    return { id: `key_${apiKey}` }
  },
}

describe('a request with an Idempotency-Key', () => {
  it('is answered alike however often it is sent', async () => {
    const api = await makeApi()
    const first = await sign(api, '8e03978e-40d5-43dd-bc93-6894a57f9324')
    expect(first.replayed).toBe(false)
    const second = await sign(api, '"8e03978e-40d5-43dd-bc93-6894a57f9324"')
    expect(second).toEqual({ ...first, replayed: true })
    const other = await sign(api, 'another')
    expect(other.eventId).not.toBe(first.eventId)
  })

  it('is another for another key holder, and without a key', async () => {
    const api = await makeApi({ keys: twoKeys })
    const send = async (key: string, headers: Record<string, string>) =>
      ((await (await ask(api, '/v1/sign', { json: { document, ...members }, headers, key })).json()) as Facts).eventId
    const ids = [
      await send('a', { 'idempotency-key': 'k' }),
      await send('b', { 'idempotency-key': 'k' }),
      await send('a', {}),
      await send('a', {}),
    ]
    expect(new Set(ids).size).toBe(4)
    expect(await send('b', { 'idempotency-key': 'k' })).toBe(ids[1])
  })

  it('may not be another request', async () => {
    const api = await makeApi()
    await sign(api, 'k')
    expect(await refusal(api, 'k', { reason: 'x' })).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    const asFile = { accept: 'application/pdf', 'idempotency-key': 'k' }
    const file = await ask(api, '/v1/sign', { json: { document, ...members }, headers: asFile })
    expect((await problemOf(file)).code).toBe('idempotency_key_reused')
    const body = new TextEncoder().encode('Hello')
    const headers = { 'content-type': 'text/markdown', 'idempotency-key': 'k' }
    expect((await problemOf(await ask(api, '/v1/convert', { body, headers }))).code).toBe('idempotency_key_reused')
  })

  it('may be a form, whose boundary is another every time', async () => {
    const api = await makeApi()
    const form = (name: string) => {
      const data = new FormData()
      data.append('file', new Blob([pdf]), name)
      data.append('request', JSON.stringify(members))
      return data
    }
    const headers = { 'idempotency-key': 'form', accept: 'application/pdf' }
    const send = (name: string) => ask(api, '/v1/sign', { body: form(name), headers })
    const [first, second] = [await send('a.pdf'), await send('a.pdf')]
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.headers.get('sealwright-event-id')).toBe(first.headers.get('sealwright-event-id'))
    expect(second.headers.get('content-disposition')).toBe(first.headers.get('content-disposition'))
    expect(Buffer.from(await second.arrayBuffer()).equals(Buffer.from(await first.arrayBuffer()))).toBe(true)
    expect((await problemOf(await send('b.pdf'))).code).toBe('idempotency_key_reused')
  })

  it('is refused while it is being worked on, and told so at once', async () => {
    const [begun, go] = [deferred(), deferred()]
    let works = 0
    const converters: ConverterTable = new Map([
      [
        'md>pdf',
        async () => {
          works++
          begun.resolve()
          await go.promise
          return { bytes: Uint8Array.of(works), warnings: ['w'] }
        },
      ],
    ])
    const api = await makeApi({}, converters)
    const send = () =>
      ask(api, '/v1/convert?from=md', {
        body: new TextEncoder().encode('x'),
        headers: { 'content-type': 'text/markdown', 'idempotency-key': 'k' },
      })
    const first = send()
    await begun.promise
    const meanwhile = await send()
    expect(meanwhile.status).toBe(409)
    expect(meanwhile.headers.get('retry-after')).toBe('2')
    expect(await problemOf(meanwhile)).toMatchObject({ code: 'idempotency_in_progress', retryable: true })
    go.resolve()
    const answers = [await first, await send(), await send()]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('sealwright-warnings')).toBe('["w"]')
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(Uint8Array.of(1))
    }
    expect(works).toBe(1)
  })

  it('is done once however many come together', async () => {
    const api = await makeApi()
    const request = { json: { document, ...members }, headers: { 'idempotency-key': 'together' } }
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(api, '/v1/sign', request)))
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThanOrEqual(1)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const ids = await Promise.all(done.map(async (answer) => ((await answer.json()) as Facts).eventId))
    expect(new Set(ids).size).toBe(1)
  })

  it('may be mended after it was refused, and tried again after a failure', async () => {
    let fails = true
    const converters: ConverterTable = new Map([
      [
        'md>pdf',
        async () => {
          if (fails) throw new SealwrightError('processing_timeout', 'Too slow.')
          return { bytes: Uint8Array.of(1), warnings: [] }
        },
      ],
    ])
    const api = await makeApi({ logger: silent }, converters)
    expect((await refusal(api, 'k', { signer: {} })).code).toBe('invalid_request')
    expect((await sign(api, 'k')).replayed).toBe(false)
    const send = () =>
      ask(api, '/v1/convert?from=md', {
        body: new TextEncoder().encode('x'),
        headers: { 'content-type': 'text/markdown', 'idempotency-key': 'c' },
      })
    expect((await send()).status).toBe(504)
    fails = false
    expect((await send()).status).toBe(200)
  })

  it.each(['', 'x'.repeat(256), 'a b', '"a', 'ä', '"a"b"'])('must have a key that is one: %j', async (key) => {
    const request = new Request('https://api.example/v1/sign', {
      method: 'POST',
      body: JSON.stringify({ document, ...members }),
      headers: { 'content-type': 'application/json', authorization: 'Bearer sw_good', 'idempotency-key': key },
    })
    expect((await problemOf(await (await makeApi()).fetch(request))).code).toBe('invalid_request')
  })

  it('is not looked at where the host says so', async () => {
    const api = await makeApi({ idempotency: false })
    expect((await sign(api, 'k')).eventId).not.toBe((await sign(api, 'k')).eventId)
    await expect(makeApi({ idempotency: { ttlMs: 0 } })).rejects.toThrow('from 1000')
  })
})

describe('the store of answers', () => {
  it('sees no document, no name and no key', async () => {
    const seen: string[] = []
    const store = memoryIdempotencyStore()
    const spy: IdempotencyStore = {
      ...store,
      claim: (claim) => {
        seen.push(JSON.stringify(claim))
        return store.claim(claim)
      },
      finish: (id, token, answer, expiresAt) => {
        seen.push(Buffer.from(answer).toString('latin1'))
        return store.finish(id, token, answer, expiresAt)
      },
    }
    await sign(await makeApi({ idempotency: { store: spy } }), 'my-secret-key')
    expect(seen).toHaveLength(2)
    for (const text of seen) expect(text).not.toMatch(/my-secret-key|JVBERi|eventId|application\/pdf|key_1/)
  })

  it('that is down gives 503 within a second, before and after the work, and nothing is answered that is not kept', async () => {
    const store = memoryIdempotencyStore()
    const never = () => new Promise<never>(() => undefined)
    for (const broken of [
      { ...store, claim: never },
      { ...store, claim: () => Promise.reject(new Error('down')) },
      { ...store, finish: never },
      { ...store, finish: () => Promise.reject(new Error('down')) },
    ]) {
      const api = await makeApi({ idempotency: { store: broken }, logger: silent })
      const start = performance.now()
      expect(await refusal(api, `k${Math.random()}`)).toMatchObject({ status: 503, code: 'store_unavailable' })
      // It gives up after 0.8 s; the rest is what a busy machine takes.
      expect(performance.now() - start).toBeLessThan(30_000)
    }
  })

  it('that gave the key to another process meanwhile keeps this one from answering', async () => {
    const store = memoryIdempotencyStore()
    const api = await makeApi({ idempotency: { store: { ...store, finish: async () => false } } })
    expect((await refusal(api, 'k')).code).toBe('idempotency_in_progress')
  })

  it('is told that the work goes on, and of the end of work whose client went away', async () => {
    const store = memoryIdempotencyStore()
    const [begun, abandoned] = [deferred(), deferred()]
    let renewals = 0
    const spy: IdempotencyStore = {
      ...store,
      renew: (...args) => {
        renewals++
        return store.renew(...args)
      },
      abandon: async (...args) => {
        await store.abandon(...args)
        abandoned.resolve()
      },
    }
    const converters: ConverterTable = new Map([
      [
        'md>pdf',
        async (_bytes, { signal }) => {
          begun.resolve()
          await new Promise((resolve) => signal?.addEventListener('abort', resolve))
          throw signal?.reason
        },
      ],
    ])
    const api = await makeApi({ idempotency: { store: spy, leaseMs: 1000 } }, converters)
    const controller = new AbortController()
    const answer = ask(api, '/v1/convert?from=md', {
      body: new TextEncoder().encode('x'),
      headers: { 'content-type': 'text/markdown', 'idempotency-key': 'c' },
      signal: controller.signal,
    })
    await begun.promise
    await expect.poll(() => renewals, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
    controller.abort()
    expect((await answer).status).toBe(499)
    await abandoned.promise
  })
})
