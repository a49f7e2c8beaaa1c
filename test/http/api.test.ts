/**
 * Paths, methods, request ids, keys and logs of the API.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import type { ApiKeys } from '../../src/http/api-options.js'
import { createApi } from '../../src/http/create-api.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { developmentIdentity } from '../../src/sign/identity/development-identity.js'
import { settle } from '../support/wait.js'
import { ask, deferred, makeApi, oneKey, problemOf, streamOf } from './support/api.js'

const signer = { name: 'Ada', email: 'ada@example.com' }
const auditTrail = [{ timestamp: '2025-03-04T10:15:30Z', type: 'submit' }]

describe('paths and methods', () => {
  it('answers 404 with problem details for other paths', async () => {
    const response = await ask(await makeApi(), '/v1/nothing?code=123456')
    const problem = await problemOf(response)
    expect(response.status).toBe(404)
    expect(problem).toEqual({
      type: 'urn:sealwright:problem:not_found',
      title: 'There is nothing at this path',
      status: 404,
      detail: 'There is nothing at this path.',
      code: 'not_found',
      requestId: response.headers.get('x-request-id'),
      retryable: false,
    })
  })

  it('answers 405 with Allow for other methods', async () => {
    const response = await ask(await makeApi(), '/v1/sign')
    expect((await problemOf(response)).code).toBe('method_not_allowed')
    expect(response.headers.get('allow')).toBe('POST')
    const health = await ask(await makeApi(), '/v1/health', { method: 'DELETE' })
    expect(health.headers.get('allow')).toBe('GET, HEAD')
  })

  it('can be mounted below another path', async () => {
    const api = await makeApi()
    const context = { basePath: '/api/' }
    expect((await ask(api, '/api/v1/health', { context })).status).toBe(200)
    expect((await ask(api, '/apiv1/health', { context })).status).toBe(404)
  })

  it('answers health, and HEAD like GET without a body', async () => {
    const api = await makeApi()
    expect(await (await ask(api, '/v1/health', { key: null })).json()).toEqual({ status: 'ok', version: '0.1.0' })
    const head = await ask(api, '/v1/health', { method: 'HEAD', key: null })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})

describe('the first request', () => {
  it('is answered when it came before the service began to drain, and others are not', async () => {
    const api = createApi({ identity: await developmentIdentity(), keys: oneKey, workers: false })
    const first = ask(api, '/v1/openapi.json')
    const drained = api.drain()
    const second = ask(api, '/v1/openapi.json')
    expect((await first).status).toBe(200)
    expect(await drained).toEqual({ aborted: 0 })
    expect((await second).status).toBe(503)
  })
})

describe('request ids', () => {
  it('keeps a harmless one and replaces others', async () => {
    const api = await makeApi()
    const idFor = async (id: string) =>
      (await ask(api, '/v1/health', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect(await idFor('trace-0123')).toBe('trace-0123')
    expect(await idFor('a b"<script>')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idFor('short')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idFor('x'.repeat(65))).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('API keys', () => {
  it('tells a missing key from one that is not valid', async () => {
    const api = await makeApi()
    const missing = await ask(api, '/v1/sign', { json: {}, key: null })
    expect((await problemOf(missing)).code).toBe('missing_api_key')
    expect(missing.headers.get('www-authenticate')).toBe('Bearer')
    expect((await problemOf(await ask(api, '/v1/sign', { json: {}, key: 'sw_bad' }))).code).toBe('invalid_api_key')
    const basic = await ask(api, '/v1/sign', { json: {}, key: null, headers: { authorization: 'Basic eDp5' } })
    expect((await problemOf(basic)).code).toBe('missing_api_key')
  })

  it('may come in X-Api-Key, but not two at once', async () => {
    const api = await makeApi()
    const alone = await ask(api, '/v1/convert', { body: 'x', key: null, headers: { 'x-api-key': 'sw_good' } })
    expect(alone.status).toBe(415)
    const two = await ask(api, '/v1/convert', { body: 'x', headers: { 'x-api-key': 'sw_other' } })
    expect((await problemOf(two)).code).toBe('invalid_request')
  })

  it('are not taken from the query', async () => {
    const response = await ask(await makeApi(), '/v1/sign?apiKey=sw_good', { json: {}, key: null })
    expect((await problemOf(response)).errors?.[0]?.code).toBe('unknown_parameter')
  })

  it('are checked before the body is read', async () => {
    let pulled = 0
    const body = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 })
    await ask(await makeApi(), '/v1/sign', { method: 'POST', body, key: 'sw_bad' })
    expect(pulled).toBe(0)
  })

  it('are asked for by verify only where the host wants it', async () => {
    const json = { document: { base64: 'JVBERi0xLjcKc3RhcnR4cmVmCg==' } }
    expect((await ask(await makeApi(), '/v1/verify', { json, key: null })).status).toBe(200)
    const strict = await makeApi({ verifyNeedsKey: true })
    expect((await problemOf(await ask(strict, '/v1/verify', { json, key: null }))).code).toBe('missing_api_key')
  })
})

describe('JSON bodies', () => {
  it('must be declared as JSON', async () => {
    const api = await makeApi()
    const response = await ask(api, '/v1/verify', { body: '{}', headers: { 'content-type': 'text/plain' } })
    expect((await problemOf(response)).code).toBe('unsupported_media_type')
  })

  it.each([
    ['{', 'cut off'],
    ['', 'empty'],
    ['{"a":1}x', 'with a tail'],
  ])('must be JSON: %j (%s)', async (body) => {
    const headers = { 'content-type': 'application/json' }
    const problem = await problemOf(await ask(await makeApi(), '/v1/verify', { method: 'POST', body, headers }))
    expect(problem.code).toBe('invalid_json')
  })

  it('must be UTF-8', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = Uint8Array.of(0x22, 0xff, 0x22)
    expect((await problemOf(await ask(await makeApi(), '/v1/verify', { body, headers }))).code).toBe('invalid_json')
  })

  it('report all faults of the document and of the request together', async () => {
    const json = { document: { base64: 'AAAA', url: 'https://x.example' }, signer: { name: 'Ada' }, extra: 1 }
    const problem = await problemOf(await ask(await makeApi(), '/v1/sign', { json }))
    expect(problem.code).toBe('invalid_request')
    expect(problem.errors?.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/auditTrail required',
      '/document exactly_one',
      '/extra unknown_field',
      '/signer/email required',
    ])
  })

  it.each([
    [{}, '/document required'],
    [{ document: {} }, '/document exactly_one'],
    [{ document: 'x' }, '/document invalid_type'],
    [{ document: { base64: 1 } }, '/document/base64 invalid_type'],
    [{ document: { base64: 'J V B' } }, '/document/base64 invalid_base64'],
    [{ document: { base64: 'data:application/pdf;base64,AAAA' } }, '/document/base64 invalid_base64'],
    [{ document: { base64: 'AAAA', name: 'x' } }, '/document/name unknown_field'],
    [{ document: { base64: 'AAAA', contentType: 'text/plain' } }, '/document/contentType invalid'],
    [{ document: { base64: 'AAAA' }, extra: 1 }, '/extra unknown_field'],
    [[], ' invalid_type'],
    [null, ' invalid_type'],
    ['text', ' invalid_type'],
  ])('of verify: %j', async (json, expected) => {
    const problem = await problemOf(await ask(await makeApi(), '/v1/verify', { json }))
    expect(problem.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toContain(expected)
  })

  it('of verify may be what sign answered', async () => {
    const api = await makeApi()
    const signed = await (await ask(api, '/v1/sign', { json: requestExamples().sign.minimal.value })).json()
    expect(await (await ask(api, '/v1/verify', { json: signed })).json()).toMatchObject({ valid: true })
  })

  it('may have been parsed by the host', async () => {
    const api = await makeApi()
    const context = { parsedBody: { document: { base64: 'JVBERi0xLjcKc3RhcnR4cmVmCg==' } } }
    const response = await ask(api, '/v1/verify', { method: 'POST', context })
    expect(((await response.json()) as { valid: boolean }).valid).toBe(false)
  })

  it('that someone read before get an answer that says so', async () => {
    const request = new Request('https://api.example/v1/verify', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    await request.text()
    expect((await problemOf(await (await makeApi()).fetch(request))).code).toBe('body_already_consumed')
  })

  it('must go on arriving', async () => {
    const api = await makeApi({ bodyIdleMs: 50 })
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) })
    const headers = { 'content-type': 'application/json' }
    const response = await ask(api, '/v1/verify', { method: 'POST', body, headers })
    expect(response.status).toBe(408)
    expect((await problemOf(response)).code).toBe('request_timeout')
  })
})

describe('sizes', () => {
  const limit = 3000
  const documentOf = (size: number) => `%PDF-1.7\nstartxref\n${'x'.repeat(size - 19)}`
  const bodyOf = (size: number) => ({ document: { base64: btoa(documentOf(size)) } })

  it('takes a document of exactly the limit, and not a byte more', async () => {
    const api = await makeApi({ maxDocumentBytes: limit })
    expect((await ask(api, '/v1/verify', { json: bodyOf(limit) })).status).toBe(200)
    const response = await ask(api, '/v1/verify', { json: bodyOf(limit + 1) })
    expect([response.status, (await problemOf(response)).code]).toEqual([413, 'file_too_large'])
  })

  it('refuses a body by its declared length, and by its true one', async () => {
    const api = await makeApi({ maxDocumentBytes: limit })
    const headers = { 'content-type': 'application/json', 'content-length': '99999999' }
    const declared = await ask(api, '/v1/verify', { method: 'POST', body: '{}', headers })
    expect((await problemOf(declared)).code).toBe('file_too_large')
    const piece = ' '.repeat(64 * 1024)
    const body = streamOf(new Array(64).fill(piece))
    const chunked = await ask(api, '/v1/verify', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'content-length': '2' },
    })
    expect((await problemOf(chunked)).code).toBe('file_too_large')
  })

  it('lets bodies wait unread while there is no room for them', async () => {
    const api = await makeApi({ maxBytesInFlight: 3_000_000, maxDocumentBytes: 100_000 })
    const read = deferred()
    const stall = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(4000)),
      pull: () => read.resolve(),
    })
    const headers = { 'content-type': 'application/json', 'content-length': '2000000' }
    const controller = new AbortController()
    const first = ask(api, '/v1/verify', { method: 'POST', body: stall, headers, signal: controller.signal })
    await read.promise
    let pulled = 0
    const json = new TextEncoder().encode(JSON.stringify(bodyOf(1000)))
    const waiting = new ReadableStream(
      {
        pull(stream) {
          pulled++
          stream.enqueue(json)
          stream.close()
        },
      },
      { highWaterMark: 0 },
    )
    const second = ask(api, '/v1/verify', { method: 'POST', body: waiting, headers })
    await settle()
    expect(pulled).toBe(0)
    controller.abort()
    expect((await first).status).toBe(499)
    expect((await second).status).toBe(200)
  })

  it('refuses what never fits', async () => {
    const api = await makeApi({ maxBytesInFlight: 5000 })
    const headers = { 'content-type': 'application/json', 'content-length': '6000' }
    const refused = await ask(api, '/v1/verify', { method: 'POST', body: ' '.repeat(6000), headers })
    expect([refused.status, (await problemOf(refused)).code]).toEqual([503, 'overloaded'])
    expect(refused.headers.get('retry-after')).toBe('2')
  })
})

describe('failures inside', () => {
  const broken = (error: unknown): ApiKeys => ({
    authenticate: () => Promise.reject(error),
  })

  it('tell the client nothing and the log everything', async () => {
    const logged: unknown[] = []
    const logger = { info: () => undefined, warn: () => undefined, error: (entry: unknown) => void logged.push(entry) }
    const api = await makeApi({ keys: broken(new Error('connect postgres://user:secret@db')), logger })
    const response = await ask(api, '/v1/sign', { json: {} })
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(JSON.parse(text)).toMatchObject({ code: 'internal_error', detail: 'An unexpected error happened.' })
    expect(text).not.toMatch(/secret|\.ts|node_modules/)
    expect(JSON.stringify(logged)).toContain('postgres://')
  })

  it('of the store are answered with 503 and Retry-After', async () => {
    const error = new SealwrightError('store_unavailable', 'The key store cannot be reached.', { retryAfterSeconds: 7 })
    const response = await ask(await makeApi({ keys: broken(error) }), '/v1/sign', { json: {} })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('7')
    expect((await problemOf(response)).retryable).toBe(true)
  })

  it('of the host to sign are no fault of the client', async () => {
    const identity = await developmentIdentity({ now: new Date('2020-01-01') })
    const logged: unknown[] = []
    const logger = { info: () => undefined, warn: () => undefined, error: (entry: unknown) => void logged.push(entry) }
    const { requestExamples } = await import('../../src/http/description/openapi-examples.js')
    const api = await makeApi({ identity, logger })
    const response = await ask(api, '/v1/sign', { json: requestExamples().sign.minimal.value })
    expect([response.status, (await problemOf(response)).code]).toEqual([500, 'internal_error'])
    expect(JSON.stringify(logged)).toContain('certificate_expired')
  })

  it('of the logger do not matter', async () => {
    const fail = () => {
      throw new Error('disk full')
    }
    const api = await makeApi({ logger: { info: fail, warn: fail, error: fail } })
    expect((await ask(api, '/v1/health')).status).toBe(200)
  })
})

describe('the log', () => {
  it('has one entry for each request, without key, address, code or document', async () => {
    const entries: Record<string, unknown>[] = []
    const note = (entry: Readonly<Record<string, unknown>>) => void entries.push({ ...entry })
    const keys: ApiKeys = { ...oneKey, requestCode: async () => undefined }
    const api = await makeApi({ keys, logger: { info: note, warn: note, error: note } })
    await ask(api, '/v1/auth/register?email=ada@example.com', { headers: { 'x-request-id': 'request-1' } })
    await ask(api, '/v1/sign', { json: { document: { base64: 'AAAA' }, signer, auditTrail } })
    expect(entries).toHaveLength(2)
    expect(entries[0]).toEqual({
      requestId: 'request-1',
      method: 'GET',
      route: '/v1/auth/register',
      status: 202,
      durationMs: expect.any(Number),
    })
    expect(entries[1]).toMatchObject({ route: '/v1/sign', status: 422, code: 'invalid_document', keyId: 'key_1' })
    expect(JSON.stringify(entries)).not.toMatch(/sw_good|example\.com|AAAA/)
  })
})

describe('createApi', () => {
  it('refuses options that make no sense', async () => {
    const identity = await developmentIdentity()
    expect(() => createApi({ identity, keys: oneKey, sign: { certify: 7 as 1 } })).toThrow(SealwrightError)
  })
})
