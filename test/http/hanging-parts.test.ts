/**
 * Stores that never answer, clocks that jump, and other parts that hang.
 *
 * @module
 */

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ApiKeys } from '../../src/http/api-options.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import type { IdempotencyStore } from '../../src/http/idempotency/idempotency-store.js'
import { memoryIdempotencyStore } from '../../src/http/idempotency/memory-idempotency-store.js'
import { ask, deferred, makeApi, problemOf } from './support/api.js'

const json = requestExamples().sign.minimal.value

/** Never answers, and hears no signal. */
const deafKeys: ApiKeys = { authenticate: () => new Promise(() => undefined) }

afterEach(() => void vi.useRealTimers())

describe('keys that are never looked up to the end', () => {
  it('are given up after a while', async () => {
    vi.useFakeTimers()
    const api = await makeApi({ keys: deafKeys })
    const asked = ask(api, '/v1/sign', { json })
    await vi.advanceTimersByTimeAsync(11_000)
    expect(await problemOf(await asked)).toMatchObject({ status: 503, code: 'store_unavailable', retryable: true })
  })

  it('hold no request whose client has gone, nor the end of the service', async () => {
    const api = await makeApi({ keys: deafKeys })
    const client = new AbortController()
    const asked = ask(api, '/v1/sign', { json, signal: client.signal })
    client.abort()
    expect((await asked).status).toBe(499)
    const left = ask(api, '/v1/sign', { json })
    expect(await api.drain({ graceMs: 50 })).toEqual({ aborted: 1 })
    expect((await left).status).toBe(503)
  })
})

describe('a clock that is set anew', () => {
  it.each([86_400_000, -86_400_000])('by %i ms does not hurry a body, nor let it rest', async (jump) => {
    vi.useFakeTimers()
    const api = await makeApi()
    const upload = (stream: ReadableStream<Uint8Array>) =>
      ask(api, '/v1/verify', { body: stream, headers: { 'content-type': 'application/json' } })
    let push: (text: string) => void = () => undefined
    let end: () => void = () => undefined
    const source = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (text) => controller.enqueue(new TextEncoder().encode(text))
        end = () => controller.close()
      },
    })
    const [honest, silent] = [upload(source), upload(new ReadableStream())]
    push('{"docu')
    await vi.advanceTimersByTimeAsync(100)
    vi.setSystemTime(Date.now() + jump)
    await vi.advanceTimersByTimeAsync(5000)
    push('ment":{}}')
    end()
    await vi.advanceTimersByTimeAsync(12_000)
    expect((await problemOf(await silent)).code).toBe('request_timeout')
    // As a whole: it was read to its end.
    expect((await problemOf(await honest)).code).toBe('invalid_request')
  })
})

describe('a claim of an idempotency key', () => {
  /** Answers claims only when it is let. */
  function slowStore() {
    const store = memoryIdempotencyStore()
    const gate = deferred<void>()
    const claimed = deferred<void>()
    const abandoned = deferred<void>()
    const claim: IdempotencyStore['claim'] = async (record) => {
      const claim = await store.claim(record)
      claimed.resolve()
      await gate.promise
      return claim
    }
    const abandon: IdempotencyStore['abandon'] = async (id, token) => {
      await store.abandon(id, token)
      abandoned.resolve()
    }
    return { store: { ...store, claim, renew: store.renew, finish: store.finish, abandon }, gate, claimed, abandoned }
  }

  it.each(['the client leaves', 'the store is late'])('is given up when %s before it is told of it', async (reason) => {
    const { store, gate, claimed, abandoned } = slowStore()
    const api = await makeApi({ idempotency: { store } })
    const client = new AbortController()
    const headers = { 'idempotency-key': 'k' }
    const first = ask(api, '/v1/sign', { json, headers, signal: client.signal })
    await claimed.promise
    if (reason === 'the client leaves') client.abort()
    expect((await first).status).toBe(reason === 'the client leaves' ? 499 : 503)
    gate.resolve()
    await abandoned.promise
    // Not 409 until a lease of twenty seconds has ended.
    expect((await ask(api, '/v1/sign', { json, headers })).status).toBe(200)
  })

  it('is renewed by a store that throws at once without ending the process', async () => {
    const store = memoryIdempotencyStore()
    let renewals = 0
    const renew = () => {
      renewals++
      throw new Error('broken')
    }
    const keys: ApiKeys = { authenticate: async () => ({ id: 'key_1' }) }
    const gate = deferred<void>()
    const convert = async () => {
      await gate.promise
      return { bytes: new Uint8Array([1]), warnings: [] }
    }
    const converters = new Map([['docx>pdf', convert]] as const)
    const api = await makeApi({ keys, idempotency: { store: { ...store, renew }, leaseMs: 1000 } }, converters)
    const body = new TextEncoder().encode('PK')
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    const asked = ask(api, '/v1/convert', { body, headers: { 'content-type': type, 'idempotency-key': 'k' } })
    await vi.waitFor(() => expect(renewals).toBeGreaterThan(1), 60_000)
    gate.resolve()
    expect((await asked).status).toBe(200)
  })
})
