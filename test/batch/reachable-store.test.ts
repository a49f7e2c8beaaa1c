/**
 * A store of documents that fails is told as one that cannot be used at the moment.
 *
 * @module
 */

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fileStore } from '../../adapters/batch/file-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import type { DocumentStore } from '../../src/batch/document-store.js'
import { reachableStore } from '../../src/batch/reachable-store.js'
import { type ApiKeys, createBatches, developmentIdentity, SealwrightError } from '../../src/index.js'
import { ask, makeApi, problemOf } from '../http/support/api.js'
import { makeFolder, makePdf, SIGNER, waitFor } from './support.js'

const FULL = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
const WRITE = { contentType: 'application/pdf', job: '1' }

/** A store all of whose methods fail in the same way. */
function failing(error: unknown): DocumentStore {
  const fail = () => Promise.reject(error)
  return {
    read: fail,
    stat: fail,
    write: fail,
    remove: fail,
    removeFolder: fail,
    tidy: fail,
    // biome-ignore lint/correctness/useYield: it fails before there is anything to give
    async *list() {
      throw error
    },
  }
}

const callsOf = (store: DocumentStore): (() => Promise<unknown>)[] => [
  () => store.read('a', { maxBytes: 1 }),
  () => store.stat('a'),
  () => store.write('a', new Uint8Array(1), WRITE),
  () => store.remove('a'),
  async () => store.removeFolder?.('a'),
  async () => store.tidy?.(),
  () => store.list('')[Symbol.asyncIterator]().next(),
]

describe('reachableStore', () => {
  it('says of every method that the store cannot be used, and why', async () => {
    for (const call of callsOf(reachableStore(failing(FULL))))
      await expect(call()).rejects.toMatchObject({ code: 'store_unavailable', cause: FULL })
  })

  it.each([
    ['errors with a code of their own', new SealwrightError('document_not_found', 'There is no such document.')],
    ['mistakes in its code', new TypeError('undefined is not a function')],
  ])('leaves %s as they are', async (_, error) => {
    for (const call of callsOf(reachableStore(failing(error)))) await expect(call()).rejects.toBe(error)
  })

  it('rejects with the reason of a signal', async () => {
    const signal = AbortSignal.abort(new Error('The client left.'))
    await expect(reachableStore(failing(FULL)).read('a', { maxBytes: 1, signal })).rejects.toBe(signal.reason)
  })

  it('has no methods that the store has not', async () => {
    const { removeFolder: _, tidy: __, ...store } = failing(FULL)
    expect(Object.keys(reachableStore(store)).sort()).toEqual(['list', 'read', 'remove', 'stat', 'write'])
  })
})

describe('/v1/batches while a store fails', () => {
  it('answers 503 to what cannot be taken or given, and goes on when there is room again', async () => {
    const folder = makeFolder()
    const state = { isFull: true, isAway: false }
    const [inputs, outputs] = ['in', 'out'].map((name) => fileStore(join(folder, name))) as [
      DocumentStore,
      DocumentStore,
    ]
    const batches = createBatches({
      engine: await sqliteEngine({ path: join(folder, 'batches.db') }),
      inputs: { ...inputs, write: (...call) => (state.isFull ? Promise.reject(FULL) : inputs.write(...call)) },
      outputs: { ...outputs, read: (...call) => (state.isAway ? Promise.reject(FULL) : outputs.read(...call)) },
      identity: await developmentIdentity(),
      workers: false,
    })
    const keys: ApiKeys = { authenticate: async () => ({ id: '1', email: 'ada@example.com', scopes: null }) }
    const api = await makeApi({ keys, batches, logger: { info() {}, warn() {}, error() {} } })
    try {
      const document = { base64: Buffer.from(await makePdf('One')).toString('base64') }
      const json = { steps: ['sign'], sign: { signer: SIGNER }, documents: [{ name: 'a.pdf', document }] }
      const refused = await ask(api, '/v1/batches', { json })
      expect(refused.status).toBe(503)
      expect(await problemOf(refused)).toMatchObject({ code: 'store_unavailable', retryable: true })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)

      state.isFull = false
      const taken = (await (await ask(api, '/v1/batches', { json })).json()) as { batch: { id: string } }
      await batches.work({ pollMs: 20 })
      await waitFor(batches, taken.batch.id, 'finished')
      const listed = await (await ask(api, `/v1/batches/${taken.batch.id}/results`)).json()
      const { url } = (listed as { results: { url: string }[] }).results[0] ?? { url: '' }
      state.isAway = true
      expect((await ask(api, url)).status).toBe(503)
      state.isAway = false
      expect((await ask(api, url)).status).toBe(200)
    } finally {
      await batches.close()
      await api.close()
    }
  })
})
