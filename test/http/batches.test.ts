/**
 * Batches over HTTP, for their owners alone.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileStore } from '../../adapters/batch/file-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import {
  type Api,
  type ApiKeys,
  type Batches,
  createBatches,
  developmentIdentity,
  SealwrightError,
  verifyDocument,
} from '../../src/index.js'
import { WORK_LIMITS } from '../../src/work/work-limits.js'
import { makeFolder, makePdf, SIGNER, waitFor } from '../batch/support.js'
import { ask, makeApi, problemOf } from './support/api.js'

type Json = Record<string, unknown>

/** Two keys of one owner, one of another, and one that may only verify. */
const keys: ApiKeys = {
  async authenticate(apiKey) {
    const [id = '', email, scope] =
      {
        ada: ['1', 'ada@example.com'],
        ada2: ['2', 'ada@example.com'],
        eve: ['3', 'eve@example.com'],
        reader: ['4', 'ada@example.com', 'verify'],
      }[apiKey] ?? []
    if (email === undefined) throw new SealwrightError('invalid_api_key', 'The API key is not valid.')
    return { id, email, scopes: scope === undefined ? null : ['verify'] }
  },
}

let api: Api
let batches: Batches
let inputs: string

beforeAll(async () => {
  const folder = makeFolder()
  inputs = join(folder, 'in')
  batches = createBatches({
    engine: await sqliteEngine({ path: join(folder, 'batches.db') }),
    inputs: fileStore(inputs),
    outputs: fileStore(join(folder, 'out')),
    identity: await developmentIdentity(),
    workers: false,
    webhooks: { secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` },
  })
  await batches.work({ pollMs: 20 })
  api = await makeApi({ keys, batches })
})

afterAll(async () => {
  await batches.close()
  await api.close()
})

const post = (path: string, json: unknown, key = 'ada') =>
  ask(api, path, { key, ...(json === undefined ? { method: 'POST' } : { json }) })
const get = (path: string, key = 'ada') => ask(api, path, { key })
const read = async (response: Response) => (await response.json()) as Json

async function makeRequest(title: string, changes: Json = {}) {
  const base64 = Buffer.from(await makePdf(title)).toString('base64')
  return {
    steps: ['sign'],
    sign: { signer: SIGNER },
    documents: [{ name: 'Vertrag Ä.pdf', document: { base64 } }],
    ...changes,
  }
}

async function create(title: string, changes: Json = {}, key = 'ada'): Promise<string> {
  const response = await post('/v1/batches', await makeRequest(title, changes), key)
  expect(response.status).toBe(202)
  return String(((await read(response))['batch'] as Json)['id'])
}

describe('/v1/batches', () => {
  it('signs what was sent, and gives results by link', async () => {
    const id = await create('One')
    await waitFor(batches, id, 'finished')
    expect(await read(await get(`/v1/batches/${id}`))).toMatchObject({ id, state: 'finished', total: 1, done: 1 })
    const { results } = (await read(await get(`/v1/batches/${id}/results`))) as {
      results: { url: string; name: string }[]
    }
    expect(results).toMatchObject([{ name: 'Vertrag Ä.pdf', contentType: 'application/pdf', warnings: [] }])
    const file = await get(results[0]?.url ?? '')
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''Vertrag%20%C3%84.pdf")
    expect((await verifyDocument(new Uint8Array(await file.arrayBuffer()))).signers).toHaveLength(1)
  })

  it('takes the same request twice for one batch', async () => {
    const request = await makeRequest('Twice')
    const ids = [await read(await post('/v1/batches', request)), await read(await post('/v1/batches', request))]
    const [one, other] = ids.map(({ batch }) => Object(batch) as Json)
    expect(one?.['id']).toBe(other?.['id'])
  })

  it('gives a large document and a small one, each its own', async () => {
    const large = Buffer.concat([await makePdf('Large'), Buffer.alloc(3_000_000, '%')]).toString('base64')
    const small = Buffer.from(await makePdf('Small')).toString('base64')
    const documents = [small, large, small].map((base64, i) => ({ name: `${i}.pdf`, document: { base64 } }))
    const id = await create('', { documents, steps: ['verify'], sign: undefined })
    const status = await waitFor(batches, id, 'finished')
    // The same content under two names is two documents.
    expect(status).toMatchObject({ total: 3, done: 3, failed: 0 })
    const inputs = (await batches.results(id)).items.map(({ input }) => input)
    expect(inputs.sort()).toEqual(['0.pdf', '1.pdf', '2.pdf'])
  })

  it('takes large requests apart in another thread, to the same effect', async () => {
    const url = new URL('./support/worker.mjs', import.meta.url)
    const threaded = await makeApi({ keys, batches, workers: { threads: 1, url } })
    const post = async (to: Api, json: unknown, key = 'ada') => ask(to, '/v1/batches', { key, json })
    const files = await Promise.all(['A', 'B', 'C'].map(async (title) => Buffer.from(await makePdf(title))))
    const documents = Array.from({ length: WORK_LIMITS.maxInlineValues }, (_, i) => {
      const file = i % files.length
      return { name: `${file}.pdf`, document: { base64: files[file]?.toString('base64') } }
    })
    const request = { steps: ['verify'], documents }
    const ids = [await read(await post(api, request)), await read(await post(threaded, request))].map(
      ({ batch }) => Object(batch)['id'] as string,
    )
    expect(ids[0]).toBe(ids[1])
    const id = ids[0] ?? ''
    // The same content under the same name is the same document.
    const repeated = documents.length - files.length
    const counts = { total: files.length, done: files.length, rejected: repeated }
    expect(await waitFor(batches, id, 'finished')).toMatchObject(counts)
    const digests = (await batches.results(id)).items.map(async ({ job }) => {
      const { bytes } = await batches.readResult(id, job)
      return JSON.parse(Buffer.from(bytes).toString()).document.sha256 as string
    })
    const sent = files.map((file) => createHash('sha256').update(file).digest('hex'))
    expect((await Promise.all(digests)).sort()).toEqual(sent.sort())

    const bad = { ...request, documents: [...documents, { document: { base64: 'no base64' } }] }
    expect((await problemOf(await post(threaded, bad))).code).toBe('invalid_request')
    const misspelt = { ...request, documents: [...documents, { documnt: {} }] }
    expect((await problemOf(await post(threaded, misspelt))).errors?.[0]?.pointer).toBe(
      `/documents/${documents.length}/documnt`,
    )
    const forbidden = { ...request, steps: ['convert'] }
    expect((await problemOf(await post(threaded, forbidden, 'reader'))).code).toBe('insufficient_scope')
    await threaded.close()
  }, 60_000)

  it('parses in the thread of the host what is soon parsed, and nothing else', async () => {
    const logger = { info() {}, warn() {}, error() {} }
    const api = await makeApi({ keys, batches, workers: { url: new URL('file:///no/such/worker.mjs') }, logger })
    const send = async (json: unknown) => ask(api, '/v1/batches', { key: 'ada', json })
    const one = { input: 'missing.pdf', name: 'a.pdf' }
    expect((await send({ steps: ['verify'], documents: [one] })).status).toBe(202)
    const many = Array.from({ length: WORK_LIMITS.maxInlineValues }, () => one)
    expect((await problemOf(await send({ steps: ['verify'], documents: many }))).code).toBe('missing_dependency')
    await api.close()
  })

  it('takes what the host has parsed', async () => {
    const context = { parsedBody: await makeRequest('Parsed') }
    const response = await ask(api, '/v1/batches', { method: 'POST', key: 'ada', context })
    expect(response.status).toBe(202)
    const { id } = (await read(response))['batch'] as { id: string }
    expect(await waitFor(batches, id, 'finished')).toMatchObject({ done: 1 })
  })

  it('shows a key nothing of another owner’s, and another key of the same owner all', async () => {
    const id = await create('Mine', { name: 'same name' })
    await waitFor(batches, id, 'finished')
    const { results } = (await read(await get(`/v1/batches/${id}/results`))) as { results: { url: string }[] }
    const paths = ['', '/results', '/failures', results[0]?.url.slice(`/v1/batches/${id}`.length) ?? '']
    for (const path of paths) {
      expect((await problemOf(await get(`/v1/batches/${id}${path}`, 'eve'))).code).toBe('batch_not_found')
      expect((await get(`/v1/batches/${id}${path}`, 'ada2')).status).toBe(200)
      expect((await problemOf(await get(`/v1/batches/${id}${path}`, 'reader'))).code).toBe('insufficient_scope')
    }
    for (const action of ['pause', 'resume', 'cancel', 'retry']) {
      expect((await problemOf(await post(`/v1/batches/${id}/${action}`, undefined, 'eve'))).code).toBe(
        'batch_not_found',
      )
    }
    expect((await problemOf(await ask(api, `/v1/batches/${id}`, { method: 'DELETE', key: 'eve' }))).code).toBe(
      'batch_not_found',
    )
    expect(await read(await get('/v1/batches', 'eve'))).toEqual({ batches: [], cursor: null })
    // The same name is another batch for another owner.
    expect(await create('Hers', { name: 'same name' }, 'eve')).not.toBe(id)
  })

  it('reaches documents in the folder of the owner alone', async () => {
    mkdirSync(join(inputs, 'eve'), { recursive: true })
    writeFileSync(join(inputs, 'eve', 'secret.pdf'), await makePdf('Secret'))
    const names = ['../eve/secret.pdf', '/eve/secret.pdf', 'x/../../eve/secret.pdf', 'eve/secret.pdf']
    const response = await post('/v1/batches', { steps: ['verify'], documents: names.map((input) => ({ input })) })
    const { batch, rejected } = (await read(response)) as { batch: Json; rejected: { code: string }[] }
    expect(batch).toMatchObject({ total: 0, rejected: 4 })
    expect(rejected.map(({ code }) => code)).toEqual([
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'document_not_found',
    ])
  })

  it('says which documents were not taken and why, and does the others', async () => {
    const request = await makeRequest('Good')
    const documents = [
      ...request.documents,
      { input: 'missing.pdf' },
      { ...request.documents[0], sign: { signer: { name: '', email: 'x' } } },
    ]
    const response = await post('/v1/batches', { ...request, documents })
    const { batch, rejected } = (await read(response)) as { batch: { id: string }; rejected: Json[] }
    expect(rejected).toMatchObject([
      { position: 2, code: 'document_not_found' },
      { position: 3, code: 'invalid_request' },
    ])
    expect(await waitFor(batches, batch.id, 'finished')).toMatchObject({ done: 1, rejected: 2 })
  })

  it('refuses what a key does not permit, and what makes no sense', async () => {
    expect((await problemOf(await post('/v1/batches', await makeRequest('x'), 'reader'))).code).toBe(
      'insufficient_scope',
    )
    expect((await problemOf(await ask(api, '/v1/batches', { key: null }))).code).toBe('missing_api_key')
    for (const changes of [{ documents: [] }, { steps: ['shred'] }, { documents: [{}] }, { webhok: {} }]) {
      expect(
        (await problemOf(await post('/v1/batches', await makeRequest('x', changes)))).code,
        JSON.stringify(changes),
      ).toBe('invalid_request')
    }
    const webhook = (url: string) => makeRequest('x', { webhook: { url } })
    for (const url of [
      'http://example.com',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/latest',
      'https://user:x@example.com/',
      'https://example.com:22/',
      'https://example.com:25/',
      'https://localhost/',
      'https://a.localhost.:8443/',
    ]) {
      expect((await problemOf(await post('/v1/batches', await webhook(url)))).code, url).toBe('url_not_allowed')
    }
    expect((await problemOf(await get('/v1/batches?limit=0'))).code).toBe('invalid_request')
    expect((await problemOf(await get('/v1/batches?limit=x'))).code).toBe('invalid_request')
  })

  it('lists only what the key may read', async () => {
    const { batch } = (await read(await post('/v1/batches', await makeRequest('Signed here')))) as { batch: Json }
    const listed = async (key?: string) =>
      ((await read(await get('/v1/batches', key)))['batches'] as Json[]).map(({ id }) => id)
    expect(await listed()).toContain(batch['id'])
    expect(await listed('reader')).not.toContain(batch['id'])
  })

  it('takes other ports above 1023 for webhooks', async () => {
    const request = await makeRequest('Port', { webhook: { url: 'https://hooks.example:8443/' } })
    expect((await post('/v1/batches', request)).status).toBe(202)
  })

  it('gives whoever asks for webhooks what their signatures are checked with', async () => {
    const response = await post(
      '/v1/batches',
      await makeRequest('Hook', { webhook: { url: 'https://hooks.example/' } }),
    )
    expect((await read(response))['webhookSecret']).toBe(batches.webhookSecret('ada@example.com'))
  })

  it('pauses, cancels, retries and forgets', async () => {
    const bad = [{ name: 'a.pdf', document: { base64: Buffer.from('no PDF').toString('base64') } }]
    const id = await create('', { documents: bad })
    await waitFor(batches, id, 'finished')
    expect((await problemOf(await post(`/v1/batches/${id}/pause`, undefined))).code).toBe('batch_ended')
    expect(await read(await get(`/v1/batches/${id}/failures`))).toMatchObject({
      failures: [{ code: 'invalid_document' }],
      cursor: null,
    })
    expect(await read(await post(`/v1/batches/${id}/retry`, undefined))).toEqual({ retried: 1 })
    await waitFor(batches, id, 'finished')
    expect((await ask(api, `/v1/batches/${id}`, { method: 'DELETE', key: 'ada' })).status).toBe(204)
    expect((await get(`/v1/batches/${id}`)).status).toBe(404)
  })

  it('is described, and is not there without batches', async () => {
    const description = await read(await get('/v1/openapi.json'))
    expect(await new Validator().validate(structuredClone(description))).toEqual({ valid: true })
    const paths = Object.keys(description['paths'] as Json).filter((path) => path.startsWith('/v1/batches'))
    expect(paths).toHaveLength(9)
    const without = await makeApi({ keys })
    expect((await ask(without, '/v1/batches', { key: 'ada' })).status).toBe(404)
    const plain = await read(await ask(without, '/v1/openapi.json', { key: null }))
    expect(Object.keys(plain['paths'] as Json).filter((path) => path.startsWith('/v1/batches'))).toEqual([])
    await without.close()
  })
})
