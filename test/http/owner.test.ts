/**
 * What is stored and queued for an owner over HTTP: counted, bounded, told, and removed.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bullmqEngine } from '../../adapters/batch/bullmq-engine.js'
import { fileStore } from '../../adapters/batch/file-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import type { BatchCharge, BatchEngine } from '../../src/batch/batch-engine.js'
import type { OwnerUsage } from '../../src/http/fairness/owner-ledger.js'
import {
  type Api,
  type ApiKeys,
  type ApiOptions,
  type Batches,
  type BatchOptions,
  createBatches,
  type DocumentStore,
  developmentIdentity,
  KeyIssuer,
  memoryStore,
  SealwrightError,
  type SigningIdentity,
} from '../../src/index.js'
import { listFiles, makeFolder, makePdf, SIGNER, waitFor } from '../batch/support.js'
import { startRedis } from '../support/redis.js'
import { hasTool } from '../support/tools.js'
import { ask, makeApi, problemOf } from './support/api.js'

type Json = Record<string, unknown>

const keys: ApiKeys = {
  async authenticate(apiKey) {
    const known = { ada: 'ada@example.com', ada2: 'ada@example.com', eve: 'eve@example.com', reader: 'ada@example.com' }
    const email = known[apiKey as keyof typeof known]
    if (email === undefined) throw new SealwrightError('invalid_api_key', 'The API key is not valid.')
    return { id: apiKey, email, scopes: apiKey === 'reader' ? ['verify'] : null }
  },
}

let identity: SigningIdentity
beforeAll(async () => {
  identity = await developmentIdentity()
})

interface Service {
  readonly api: Api
  readonly batches: Batches
  readonly engine: BatchEngine
  readonly folder: string
  post(documents: readonly Json[], changes?: Json, key?: string): Promise<Response>
  get(path: string, key?: string): Promise<Json>
}

const opened: (() => Promise<unknown>)[] = []
afterAll(async () => {
  // Some were closed by their tests.
  for (const close of opened.reverse()) await close().catch(() => undefined)
})

async function open(options: Partial<BatchOptions> = {}, api: Partial<ApiOptions> = {}): Promise<Service> {
  const folder = makeFolder()
  const engine = await sqliteEngine({ path: join(folder, 'batches.db') })
  const batches = createBatches({
    engine,
    inputs: fileStore(join(folder, 'in')),
    outputs: fileStore(join(folder, 'out')),
    identity,
    workers: false,
    ...options,
  })
  const made = await makeApi({ keys, batches, ...api })
  opened.push(
    () => batches.close(),
    () => made.close(),
  )
  return {
    api: made,
    batches,
    engine,
    folder,
    post: (documents, changes = {}, key = 'ada') =>
      ask(made, '/v1/batches', { key, json: { steps: ['sign'], sign: { signer: SIGNER }, ...changes, documents } }),
    get: async (path, key = 'ada') => (await (await ask(made, path, { key })).json()) as Json,
  }
}

/** The files below the two stores. */
const stored = ({ folder }: Service) => listFiles(folder).filter((name) => /^(in|out)\//.test(name))
const idOf = async (response: Response) => {
  expect(response.status).toBe(202)
  return String((((await response.json()) as Json)['batch'] as Json)['id'])
}
const usageOf = async (service: Service, key = 'ada') => (await service.get('/v1/usage', key)) as unknown as OwnerUsage

async function file(title: string, name = `${title}.pdf`): Promise<Json> {
  return { name, document: { base64: Buffer.from(await makePdf(title)).toString('base64') } }
}

const TRAIL = [{ timestamp: '2026-11-21T09:04:10Z', type: 'submit' }]
const NOTHING: BatchCharge = { documents: 0, urls: 0, bytes: 0 }

describe('GET /v1/usage', () => {
  it('tells what is stored and queued, what may be, and when it goes; and nothing of others', async () => {
    const service = await open({ keepMs: 60_000, allowance: { documents: 10, bytes: 1_000_000 } })
    const documents = [await file('One'), await file('Two'), { document: { url: 'https://example.com/a.pdf' } }]
    await idOf(await service.post(documents))
    const sent = documents.slice(0, 2).map((each) => (each['document'] as { base64: string }).base64)
    const bytes = sent.reduce((sum, base64) => sum + Buffer.from(base64, 'base64').length, 0)
    expect(await usageOf(service)).toEqual({
      requests: { used: 2, limit: null, goesAfterSeconds: 3600 },
      bytesInFlight: { used: 0, limit: 192 * 1024 * 1024, goesAfterSeconds: null },
      storedBytes: { used: bytes, limit: 1_000_000, goesAfterSeconds: 60 },
      keptAnswerBytes: { used: 0, limit: 32 * 1024 * 1024, goesAfterSeconds: 86_400 },
      queuedDocuments: { used: 3, limit: 10, goesAfterSeconds: 60 },
      queuedUrls: { used: 1, limit: 20_000, goesAfterSeconds: 60 },
    })
    // Another key of the same owner sees the same, another owner nothing.
    expect((await usageOf(service, 'ada2')).storedBytes.used).toBe(bytes)
    expect((await usageOf(service, 'eve')).storedBytes.used).toBe(0)
  })

  it('is the same for a user of the host with that address, however the host writes it', async () => {
    const service = await open()
    await idOf(await service.post([await file('One')]))
    const usedBy = async (email: string) => {
      const context = { owner: { id: 'u_1', email } }
      const answer = await ask(service.api, '/v1/usage', { key: null, context })
      return ((await answer.json()) as OwnerUsage).queuedDocuments.used
    }
    for (const email of ['ada@example.com', ' Ada@Example.COM ']) expect(await usedBy(email), email).toBe(1)
    // Addresses that no key can have belong to their users alone.
    for (const email of ['ada', 'ada@intranet', 'ada+1@example.com']) expect(await usedBy(email), email).toBe(0)
  })

  it('counts results, and what is queued until the batch has ended', async () => {
    const service = await open()
    const id = await idOf(await service.post([await file('One'), await file('Two')]))
    const before = (await usageOf(service)).storedBytes.used
    await service.batches.work({ pollMs: 20 })
    await waitFor(service.batches, id, 'finished')
    const results = (await service.batches.results(id)).items.reduce((sum, { size }) => sum + size, 0)
    const { storedBytes, queuedDocuments } = await usageOf(service)
    expect(storedBytes.used).toBe(before + results)
    await expect.poll(async () => (await usageOf(service)).queuedDocuments.used).toBe(0)
    expect(queuedDocuments.limit).toBe(100_000)
  })

  it('is in the metrics as sums over all owners', async () => {
    const service = await open({}, { metrics: true })
    await idOf(await service.post([await file('One')]))
    await idOf(await service.post([await file('Two')], {}, 'eve'))
    const text = await (await ask(service.api, '/v1/metrics')).text()
    expect(text).toMatch(/^sealwright_queued_documents 2$/m)
    const { bytes } = (await service.batches.usage(null)).used
    expect(text).toContain(`\nsealwright_stored_bytes ${bytes}\n`)
    expect(text).toContain('\nsealwright_kept_answer_bytes 0\n')
  })

  it('counts answers that are kept, for all keys of an owner together', async () => {
    const service = await open()
    const { document } = await file('One')
    const json = { document, signer: SIGNER, auditTrail: TRAIL }
    for (const key of ['ada', 'ada2']) {
      const answer = await ask(service.api, '/v1/sign', { key, json, headers: { 'idempotency-key': 'k' } })
      expect(answer.status).toBe(200)
    }
    expect((await usageOf(service)).keptAnswerBytes.used).toBeGreaterThan(2000)
    expect((await usageOf(service, 'eve')).keptAnswerBytes.used).toBe(0)
  })

  it('refuses more requests than a quota of requests has, for all keys of an owner together', async () => {
    const service = await open({}, { quotas: { requests: { points: 3, windowMs: 60_000 } } })
    for (const key of ['ada', 'ada2', 'ada']) expect((await ask(service.api, '/v1/usage', { key })).status).toBe(200)
    expect((await problemOf(await ask(service.api, '/v1/usage', { key: 'ada2' }))).code).toBe('rate_limited')
    expect((await usageOf(service, 'eve')).requests).toEqual({ used: 1, limit: 3, goesAfterSeconds: 60 })
  })
})

describe('what an owner may have', () => {
  it('is never exceeded in bytes, however many requests come at once, and nothing of a refused one stays', async () => {
    const size = 50_000
    const limit = 5 * size
    const service = await open({ allowance: { bytes: limit } })
    const random = (i: number) => ({ name: `${i}.bin`, document: { base64: Buffer.alloc(size, i).toString('base64') } })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => service.post([random(i)])))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 202)).toHaveLength(5)
    const refused = answers.find(({ status }) => status === 403)
    expect(refused === undefined ? '' : (await problemOf(refused)).code).toBe('quota_exceeded')
    expect((await usageOf(service)).storedBytes.used).toBe(limit)
    expect(stored(service)).toHaveLength(5)
    // Others have their own.
    expect((await service.post([random(77)], {}, 'eve')).status).toBe(202)
  })

  it('holds for documents in the queue, and for those that are named by URL', async () => {
    const service = await open({ allowance: { documents: 5, urls: 2 } })
    const url = (i: number) => ({ document: { url: `https://example.com/${i}.pdf` } })
    expect((await problemOf(await service.post([url(1), url(2), url(3)]))).detail).toContain('at most 2 documents that')
    const id = await idOf(await service.post([url(1), url(2)]))
    expect((await problemOf(await service.post([url(3)]))).code).toBe('quota_exceeded')
    const files = await Promise.all(['a', 'b', 'c', 'd'].map((title) => file(title)))
    expect((await problemOf(await service.post(files))).detail).toContain('at most 5 documents in')
    await ask(service.api, `/v1/batches/${id}/cancel`, { method: 'POST', key: 'ada' })
    await idOf(await service.post(files))
    expect((await usageOf(service)).queuedDocuments.used).toBe(4)
  })

  it('is not charged twice when a request is sent again', async () => {
    const service = await open()
    const documents = [await file('One'), await file('Two')]
    const first = await idOf(await service.post(documents))
    const before = await usageOf(service)
    expect(await idOf(await service.post(documents))).toBe(first)
    expect({ ...(await usageOf(service)), requests: 0 }).toEqual({ ...before, requests: 0 })
    const named = await idOf(await service.post(documents, { name: 'May' }))
    const more = await usageOf(service)
    expect(await idOf(await service.post(documents, { name: 'May' }))).toBe(named)
    expect({ ...(await usageOf(service)), requests: 0 }).toEqual({ ...more, requests: 0 })
  })

  it('holds for results: what does not fit fails, and is made when there is room', async () => {
    const one = await file('One')
    const two = await file('Two')
    const service = await open({ allowance: { bytes: 45_000 } })
    const id = await idOf(await service.post([one, two]))
    await service.batches.work({ pollMs: 20 })
    const status = await waitFor(service.batches, id, 'finished')
    const size = (await service.batches.results(id)).items[0]?.size ?? 0
    expect(size).toBeGreaterThan(22_500)
    expect(status).toMatchObject({ done: 1, failed: 1 })
    expect((await service.batches.failures(id)).items).toMatchObject([{ code: 'quota_exceeded' }])
    expect((await usageOf(service)).storedBytes.used).toBeLessThanOrEqual(45_000)
  })
})

describe('removing', () => {
  it('takes files, results and records of a batch with it', async () => {
    const service = await open()
    const before = stored(service)
    const id = await idOf(await service.post([await file('One'), await file('Two')]))
    const other = await idOf(await service.post([await file('One')]))
    await service.batches.work({ pollMs: 20 })
    await waitFor(service.batches, id, 'finished')
    await waitFor(service.batches, other, 'finished')
    expect(stored(service)).toHaveLength(6)
    expect((await ask(service.api, `/v1/batches/${id}`, { method: 'DELETE', key: 'ada' })).status).toBe(204)
    // The same document in another batch stays, with its result.
    expect(stored(service)).toHaveLength(2)
    const [result] = (await service.batches.results(other)).items
    expect((await service.batches.readResult(other, result?.job ?? '')).bytes.length).toBe(result?.size)
    await ask(service.api, `/v1/batches/${other}`, { method: 'DELETE', key: 'ada' })
    expect(stored(service)).toEqual(before)
    expect((await service.batches.usage('ada@example.com')).used).toEqual(NOTHING)
  })

  it('erases everything of an owner, also what runs, and nothing of others', async () => {
    const service = await open()
    const { document } = await file('Kept')
    const sign = (key: string) =>
      ask(service.api, '/v1/sign', {
        key,
        json: { document, signer: SIGNER, auditTrail: TRAIL },
        headers: { 'idempotency-key': 'k' },
      })
    await sign('eve')
    const others = await idOf(await service.post([await file('Eve')], {}, 'eve'))
    const before = stored(service)
    await idOf(await service.post([await file('One')]))
    const running = await idOf(await service.post([{ document: { url: 'https://example.com/a.pdf' } }]))
    const kept = await sign('ada')
    const event = (await kept.json()) as Json
    const answer = await ask(service.api, '/v1/owner', { method: 'DELETE', key: 'ada2' })
    expect(await answer.json()).toEqual({ erased: { batches: 2, answers: 1, keys: 0 } })
    expect(stored(service)).toEqual(before)
    expect((await ask(service.api, `/v1/batches/${running}`, { key: 'ada' })).status).toBe(404)
    expect((await ask(service.api, `/v1/batches/${others}`, { key: 'eve' })).status).toBe(200)
    const { requests: _, ...usage } = await usageOf(service)
    expect(Object.values(usage).map(({ used }) => used)).toEqual([0, 0, 0, 0, 0])
    // What was kept is gone: the same request is done anew.
    expect(((await (await sign('ada')).json()) as Json)['eventId']).not.toBe(event['eventId'])
    expect((await sign('eve')).headers.get('idempotency-replayed')).toBe('true')
  })

  it('is for those who may look after keys', async () => {
    const service = await open()
    const answer = await ask(service.api, '/v1/owner', { method: 'DELETE', key: 'reader' })
    expect((await problemOf(answer)).code).toBe('insufficient_scope')
    expect((await problemOf(await ask(service.api, '/v1/usage', { key: null }))).code).toBe('missing_api_key')
  })

  it('revokes the keys as well where that is asked for', async () => {
    const mailer = { send: async () => undefined }
    const issuer = new KeyIssuer({ store: memoryStore(), mailer, secret: 'x'.repeat(32) })
    const [one, two, other] = [
      await issuer.issueKey('ada@example.com'),
      await issuer.issueKey('ada@example.com'),
      await issuer.issueKey('eve@example.com'),
    ]
    const { api } = await open({}, { keys: issuer })
    const erase = (query: string, key: string) => ask(api, `/v1/owner${query}`, { method: 'DELETE', key })
    expect((await problemOf(await erase('?keys=all', one.apiKey))).code).toBe('invalid_request')
    expect(await (await erase('', one.apiKey)).json()).toEqual({ erased: { batches: 0, answers: 0, keys: 0 } })
    expect(await (await erase('?keys=revoke', one.apiKey)).json()).toEqual({
      erased: { batches: 0, answers: 0, keys: 2 },
    })
    for (const { apiKey } of [one, two]) expect((await erase('', apiKey)).status).toBe(401)
    expect((await erase('', other.apiKey)).status).toBe(200)
  })

  it('erases nothing where there are no keys to revoke', async () => {
    const service = await open()
    await idOf(await service.post([await file('One')]))
    const answer = await ask(service.api, '/v1/owner?keys=revoke', { method: 'DELETE', key: 'ada' })
    expect((await problemOf(answer)).code).toBe('invalid_request')
    expect(stored(service)).toHaveLength(1)
  })

  it('happens by itself to what is older than the host says', async () => {
    const service = await open({ keepMs: 5000 })
    const id = await idOf(await service.post([await file('One')]))
    expect(await service.batches.purge(Date.now())).toBe(0)
    expect(await service.batches.purge(Date.now() + 6000)).toBe(1)
    expect(stored(service)).toEqual([])
    await expect(service.batches.status(id)).rejects.toMatchObject({ code: 'batch_not_found' })
  })

  it('finds a result that was written while its batch was erased', async () => {
    let begun: () => void = () => undefined
    const writing = new Promise<void>((resolve) => {
      begun = resolve
    })
    let go: () => void = () => undefined
    const erased = new Promise<void>((resolve) => {
      go = resolve
    })
    const folder = makeFolder()
    const outputs = fileStore(join(folder, 'out'))
    const slow: DocumentStore = {
      ...outputs,
      async write(...given) {
        begun()
        await erased
        return outputs.write(...given)
      },
    }
    const service = await open({ outputs: slow })
    await idOf(await service.post([await file('One')]))
    const worker = await service.batches.work({ pollMs: 20 })
    await writing
    await service.batches.erase('ada@example.com')
    go()
    await worker.close()
    expect(listFiles(folder)).toEqual([])
  })
})

describe('after erasing', () => {
  it('the databases and the disk are as before, down to the bytes of the file', async () => {
    const folder = makeFolder()
    const path = join(folder, 'batches.db')
    const service = await open({ engine: await sqliteEngine({ path }) })
    const rowsOf = async () => {
      const { items } = await service.batches.list('ada@example.com')
      return [items.length, (await service.batches.usage(null)).used]
    }
    const before = [await rowsOf(), stored(service)]
    for (let i = 0; i < 3; i++)
      await idOf(await service.post([await file(`Quittung ${i}`), await file('Same', 'b.pdf')]))
    const [first] = (await service.batches.list('ada@example.com')).items
    await service.batches.work({ pollMs: 20 })
    await waitFor(service.batches, first?.id ?? '', 'finished')
    await service.batches.erase('ada@example.com')
    expect([await rowsOf(), stored(service)]).toEqual(before)
    await service.batches.close()
    const bytes = readFileSync(path)
    for (const trace of ['Quittung', 'ada@example.com', 'Lovelace']) expect(bytes.includes(trace), trace).toBe(false)
  })

  it.skipIf(!hasTool('redis-server'))('Redis has the keys that it had before', async () => {
    const server = await startRedis()
    const client = new Redis(server.url, { maxRetriesPerRequest: null })
    const reader = new Redis(server.url)
    const engine = bullmqEngine({ redis: client })
    const service = await open({ engine })
    const keysOf = async () => (await reader.keys('*')).sort()
    const others = await idOf(await service.post([await file('Eve')], {}, 'eve'))
    const before = await keysOf()
    for (let i = 0; i < 3; i++) await idOf(await service.post([await file(`Quittung ${i}`)]))
    await service.batches.erase('ada@example.com')
    expect(await keysOf()).toEqual(before)
    await service.batches.erase('eve@example.com')
    expect(await keysOf()).toEqual([])
    await expect(service.batches.status(others)).rejects.toMatchObject({ code: 'batch_not_found' })
    await service.batches.close()
    await Promise.all([client.quit(), reader.quit()])
    await server.stop()
  })
})
