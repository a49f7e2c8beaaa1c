/**
 * The API with worker threads.
 *
 * @module
 */

import { createSign } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Api, ApiOptions } from '../../src/http/api-options.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import type { SigningIdentity } from '../../src/sign/identity/identity.js'
import { identityFromPem } from '../../src/sign/identity/pem-identity.js'
import type { VerificationReport } from '../../src/verify/report.js'
import { makeTestKey } from '../support/keys.js'
import { makeDocx, makeZip, paragraphXml } from '../support/make-docx.js'
import { hasTool } from '../support/tools.js'
import { ask, makeApi, problemOf } from './support/api.js'

const workerUrl = new URL('./support/worker.mjs', import.meta.url)
const apis: Api[] = []
afterAll(() => Promise.all(apis.map((api) => api.close())))

async function makeWorkerApi(options: Partial<ApiOptions> = {}, heapMb = 1024): Promise<Api> {
  const converters = new Map(
    (['md>pdf', 'html>pdf', 'docx>pdf'] as const).map((pair) => [pair, () => Promise.reject(new Error('not here'))]),
  )
  const workers = { url: workerUrl, threads: 1, maxHeapMb: heapMb, ...(options.workers || {}) }
  const api = await makeApi({ ...options, workers }, converters)
  apis.push(api)
  return api
}

/** The example, grown by a comment after its header. */
function largePdf(size: number): string {
  const small = atob(requestExamples().sign.minimal.value.document.base64)
  const comment = `%${'x'.repeat(size)}\n`
  const move = (offset: string) => String(Number(offset) + comment.length).padStart(offset.length, '0')
  const moved = small.replace(/\d{10}(?= 00000 n)/g, move).replace(/(?<=startxref\n)\d+/, move)
  return btoa(moved.replace('\n', `\n${comment}`))
}

const signRequest = (base64: string) => ({ ...requestExamples().sign.minimal.value, document: { base64 } })

const convert = (api: Api, from: string, content = 'abc', signal?: AbortSignal) => {
  const body = new FormData()
  body.append('file', new Blob([content]), 'file')
  return ask(api, `/v1/convert?from=${from}`, { body, ...(signal === undefined ? {} : { signal }) })
}

describe('workers', () => {
  it('do conversions', async () => {
    const response = await convert(await makeWorkerApi(), 'docx')
    expect(await response.text()).toBe('cba')
  })

  it('verify, and give errors back as they are', async () => {
    const api = await makeWorkerApi()
    const good = await ask(api, '/v1/verify', { json: { document: { base64: largePdf(10) } } })
    expect(((await good.json()) as VerificationReport).reason).toBe('The document is not signed.')
    const bad = await ask(api, '/v1/verify', { json: { document: { base64: 'AAAA' } } })
    expect([bad.status, (await problemOf(bad)).code]).toEqual([422, 'invalid_document'])
  })

  it('sign a DOCX, whatever its size', async () => {
    const api = await makeWorkerApi()
    const docx = Buffer.from(makeDocx(paragraphXml('Dear reader'))).toString('base64')
    const response = await ask(api, '/v1/sign', { json: signRequest(docx) })
    const { document } = (await response.json()) as { document: { base64: string; contentType: string } }
    expect(document.contentType).toBe('application/pdf')
    const verified = await ask(api, '/v1/verify', { json: { document: { base64: document.base64 } } })
    expect(((await verified.json()) as VerificationReport).valid).toBe(true)
    const other = Buffer.from(makeZip({ mimetype: 'application/epub+zip' })).toString('base64')
    const refused = await ask(api, '/v1/sign', { json: signRequest(other) })
    expect([refused.status, (await problemOf(refused)).code]).toEqual([422, 'unsupported_document'])
  })

  it('take a large body as it is, and report its faults', async () => {
    const api = await makeWorkerApi()
    const headers = { 'content-type': 'application/json' }
    const broken = await ask(api, '/v1/sign', { body: `{"document":"${'x'.repeat(3_000_000)}"`, headers })
    expect((await problemOf(broken)).code).toBe('invalid_json')
    const base64 = 'A'.repeat(3_000_000)
    const json = { document: { base64 }, auditTrail: [] }
    const problem = await problemOf(await ask(api, '/v1/sign', { json }))
    expect(problem.errors?.map(({ pointer }) => pointer)).toContain('/signer')
  })

  it('free the host from a job that never ends, and go on', async () => {
    // Time enough for a thread to start on a machine that is busy with other tests.
    const api = await makeWorkerApi({ convertTimeoutMs: 12_000 })
    await convert(api, 'docx')
    const response = await convert(api, 'md')
    expect([response.status, (await problemOf(response)).code]).toEqual([504, 'processing_timeout'])
    expect(await (await convert(api, 'docx')).text()).toBe('cba')
  })

  it('end such a job in time when the clock is set back meanwhile', async () => {
    // Long enough for a thread to begin on a machine that is busy with other tests.
    const api = await makeWorkerApi({ convertTimeoutMs: 12_000 })
    await convert(api, 'docx')
    const response = convert(api, 'md')
    setTimeout(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 }), 500)
    try {
      expect((await problemOf(await response)).code).toBe('processing_timeout')
    } finally {
      vi.useRealTimers()
    }
  })

  it('end a job whose client went away', async () => {
    const api = await makeWorkerApi()
    await convert(api, 'docx')
    const controller = new AbortController()
    const response = convert(api, 'md', 'abc', controller.signal)
    setTimeout(() => controller.abort(), 100)
    expect((await response).status).toBe(499)
    expect(await (await convert(api, 'docx')).text()).toBe('cba')
  })

  it('keep their thread when a client leaves shortly before its job is done', async () => {
    const api = await makeWorkerApi()
    const thread = async () => (await convert(api, 'docx', 'which thread?')).text()
    const before = await thread()
    const controller = new AbortController()
    const response = convert(api, 'docx', 'wait', controller.signal)
    setTimeout(() => controller.abort(), 100)
    expect((await response).status).toBe(499)
    expect(await thread()).toBe(before)
  })

  it.each([
    ['of the heap', {}, 160],
    ['in all', { workers: { maxMemoryMb: 200 } }, 4096],
  ])('end a job that takes too much memory %s', async (_, options, heapMb) => {
    const api = await makeWorkerApi(options, heapMb)
    const response = await convert(api, 'html')
    expect([response.status, (await problemOf(response)).code]).toEqual([422, 'document_too_complex'])
    expect(await (await convert(api, 'docx')).text()).toBe('cba')
  })

  it('refuse more than they can queue', async () => {
    const api = await makeWorkerApi({ workers: { maxQueue: 1 }, convertTimeoutMs: 2000 })
    await convert(api, 'docx')
    const answers = await Promise.all([convert(api, 'md'), convert(api, 'md'), convert(api, 'md')])
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses[0]).toBe(503)
    expect(statuses).not.toContain(500)
  })

  it('that cannot be started are reported, and do not end the process', async () => {
    const logged: unknown[] = []
    const logger = { info: () => undefined, warn: () => undefined, error: (entry: unknown) => void logged.push(entry) }
    const url = new URL('./support/no-such-worker.mjs', import.meta.url)
    const api = await makeWorkerApi({ workers: { url }, logger })
    const answers = await Promise.all([convert(api, 'docx'), convert(api, 'docx')])
    for (const answer of answers) expect((await problemOf(answer)).code).toBe('missing_dependency')
    expect(JSON.stringify(logged)).toContain('no-such-worker')
  })

  it('are not started in Deno unless they are asked for', async () => {
    const scope = globalThis as { Deno?: object }
    scope.Deno = {}
    try {
      // Out of the sources, a thread could not be started: no loader there knows TypeScript.
      const api = await makeApi({ workers: undefined } as unknown as Partial<ApiOptions>)
      apis.push(api)
      expect((await convert(api, 'md', '# A contract')).status).toBe(200)
    } finally {
      delete scope.Deno
    }
  })

  it('stop their jobs when the API closes', async () => {
    const api = await makeWorkerApi()
    await convert(api, 'docx')
    const response = convert(api, 'md')
    await new Promise((resolve) => setTimeout(resolve, 100))
    await api.close()
    expect((await problemOf(await response)).code).toBe('overloaded')
  })

  it('keep the host free while a large document is signed', async () => {
    const api = await makeWorkerApi()
    const body = JSON.stringify(signRequest(largePdf(8_000_000)))
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const response = await ask(api, '/v1/sign', { body, headers: { 'content-type': 'application/json' } })
    clearInterval(timer)
    expect(response.status).toBe(200)
    expect(turns).toBeGreaterThan(5)
  })
})

describe.skipIf(!hasTool('openssl'))('signing in a worker', () => {
  it.each([100, 3_000_000])('calls an identity that stays outside, for %i bytes', async (size) => {
    const { key, certificate } = makeTestKey('rsa')
    const local = await identityFromPem({ key, certificate })
    let calls = 0
    const remote: SigningIdentity = {
      certificates: local.certificates,
      algorithm: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
      async sign(data) {
        calls++
        await new Promise((resolve) => setTimeout(resolve, 10))
        return createSign('RSA-SHA256').update(data).sign(key)
      },
    }
    const api = await makeWorkerApi({ identity: remote })
    const response = await ask(api, '/v1/sign', { json: signRequest(largePdf(size)) })
    const { document } = (await response.json()) as { document: { base64: string } }
    expect(calls).toBe(1)
    const report = await ask(api, '/v1/verify', { json: { document: { base64: document.base64 } } })
    expect(((await report.json()) as VerificationReport).valid).toBe(true)
  })

  it('logs why the identity failed, and tells the client that it did', async () => {
    const { key, certificate } = makeTestKey('rsa')
    const local = await identityFromPem({ key, certificate })
    const sign = () => Promise.reject(new Error('KMS says: throttled'))
    const entries: unknown[] = []
    const note = (entry: unknown) => void entries.push(entry)
    const api = await makeWorkerApi({ identity: { ...local, sign }, logger: { info: note, warn: note, error: note } })
    const response = await ask(api, '/v1/sign', { json: signRequest(largePdf(3_000_000)) })
    const text = await response.text()
    expect([response.status, JSON.parse(text).code]).toEqual([502, 'signing_failed'])
    expect(text).not.toContain('throttled')
    expect(JSON.stringify(entries)).toContain('throttled')
  })
})
