/**
 * What a host hands in, such as limiters, stores and loggers, may fail in any way.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConcurrencyLimiter } from '../../src/admission/concurrency-limiter.js'
import { SealwrightError } from '../../src/errors.js'
import type { ApiKeys, ApiOptions } from '../../src/http/api-options.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { memoryIdempotencyStore } from '../../src/http/idempotency/memory-idempotency-store.js'
import { schedulePurge } from '../../src/keys/issuing/schedule-purge.js'
import { settle } from '../support/wait.js'
import { ask, makeApi, problemOf } from './support/api.js'

const json = requestExamples().sign.minimal.value

const sign = async (options: Partial<ApiOptions>) => ask(await makeApi(options), '/v1/sign', { json })

/** As hosts without TypeScript give them. */
const keysThatGive = (found: unknown): ApiKeys => ({ authenticate: async () => found as { id: string } })
const limiterThatGives = (place: unknown): ConcurrencyLimiter => ({ acquire: () => place as unknown as null })

const unhandled: unknown[] = []
const onUnhandled = (error: unknown) => void unhandled.push(error)
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const rejects = async () => {
  throw new Error('the log is full')
}
const throws = () => {
  throw new Error('the log is full')
}

beforeAll(() => void process.on('unhandledRejection', onUnhandled))
afterAll(() => void process.off('unhandledRejection', onUnhandled))

describe('what a host is told', () => {
  it.each([
    ['a logger', { logger: { info: rejects, warn: rejects, error: rejects } }],
    [
      'telemetry',
      {
        logger: silent,
        telemetry: {
          startRequest: () => ({ run: <T>(work: () => T) => work(), startStep: () => rejects, end: rejects }),
          observe: () => rejects,
        },
      },
    ],
  ])('ends no process where %s rejects instead of throwing', async (_, options) => {
    const api = await makeApi(options)
    expect((await ask(api, '/v1/sign', { json })).status).toBe(200)
    expect((await ask(api, '/v1/sign', { json: {} })).status).toBe(400)
    const failing = await makeApi({ ...options, keys: { authenticate: throws } })
    expect((await ask(failing, '/v1/sign', { json })).status).toBe(500)
    await api.drain({ graceMs: 10 })
    await settle()
    expect(unhandled).toEqual([])
  })

  it('keeps no store from being purged after one that failed', async () => {
    const purged: string[] = []
    const targets = [
      { purge: rejects },
      {
        purge: async () => {
          purged.push('second')
          return 1
        },
      },
    ]
    const stop = schedulePurge(targets, { onError: throws, onPurged: throws })
    await stop()
    expect(purged).toEqual(['second'])
  })
})

describe('keys that a host looks up', () => {
  it.each([
    ['false', false],
    ['true', true],
    ['nothing', undefined],
    ['null', null],
    ['an empty record', {}],
    ['text', 'key_1'],
    ['an empty id', { id: '' }],
    ['an id that is a number', { id: 5 }],
    ['an empty address', { id: 'key_1', email: '' }],
    ['an address that is an object', { id: 'key_1', email: { address: 'ada@example.com' } }],
    ['scopes in one text', { id: 'key_1', scopes: 'assign' }],
    ['quotas that are text', { id: 'key_1', quotas: 'many' }],
    ['a quota that is no number', { id: 'key_1', quotas: { sign: { concurrent: Number.NaN } } }],
  ])('are none where the lookup gives %s', async (_, found) => {
    const answer = await sign({ keys: keysThatGive(found), logger: silent })
    expect(await problemOf(answer)).toMatchObject({ status: 500, code: 'internal_error' })
  })

  it('may have no scopes and quotas of their own', async () => {
    expect((await sign({ keys: keysThatGive({ id: 'key_1', email: null, scopes: null, quotas: null }) })).status).toBe(
      200,
    )
  })

  it('are refused with a code of another release as well, and the request ends', async () => {
    const foreign = Object.assign(new SealwrightError('invalid_api_key', 'No.'), { code: 'key_on_holiday' })
    const api = await makeApi({ keys: { authenticate: () => Promise.reject(foreign) }, logger: silent })
    expect(await problemOf(await ask(api, '/v1/sign', { json }))).toMatchObject({ status: 500, code: 'internal_error' })
    expect(await api.drain({ graceMs: 10 })).toEqual({ aborted: 0 })
  })
})

describe('a limiter that cannot take its places back', () => {
  it.each([
    ['throws', throws],
    ['rejects', rejects],
    ['never answers', () => new Promise<void>(() => undefined)],
  ])('loses no answer where it %s', async (_, release) => {
    expect((await sign({ concurrency: limiterThatGives({ remaining: 1, release }) })).status).toBe(200)
  })

  it.each([
    ['undefined', undefined],
    ['a number', 5],
    ['an object without release', {}],
  ])('lets nobody in where its place is %s', async (_, place) => {
    expect((await sign({ concurrency: limiterThatGives(place), logger: silent })).status).toBe(500)
    const later = { acquire: async () => place as unknown as null }
    expect((await sign({ concurrency: later, logger: silent })).status).toBe(500)
  })

  it.each([Number.NaN, -3, 2.5, '1\r\nx: y'])('writes whole numbers alone where %s are left', async (remaining) => {
    const answer = await sign({ concurrency: limiterThatGives({ remaining, release: () => undefined }) })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('ratelimit')).toMatch(/^"concurrency";r=\d+$/)
  })
})

describe('an idempotency store that answers nonsense', () => {
  it.each([undefined, 5, {}, { fingerprint: 'x', answer: 'text' }])('is one that is down: %j', async (record) => {
    const store = { ...memoryIdempotencyStore(), claim: async () => record as unknown as null }
    const api = await makeApi({ idempotency: { store }, logger: silent })
    const answer = await ask(api, '/v1/sign', { json, headers: { 'idempotency-key': 'a' } })
    expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'store_unavailable' })
  })
})
