/**
 * Whatever owners do in whatever order, what they are charged with is what is there.
 *
 * @module
 */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { fileStore } from '../../adapters/batch/file-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import { tenantFolder } from '../../src/batch/jobs/output-name.js'
import { type ApiKeys, createBatches, developmentIdentity } from '../../src/index.js'
import { listFiles, makeFolder, makePdf, SIGNER } from '../batch/support.js'
import { createRandom } from '../support/mutate.js'
import { ask, makeApi } from './support/api.js'

const OWNERS = ['ada@example.com', 'bob@example.com', 'eve@example.com'] as const
const keys: ApiKeys = { authenticate: async (key) => ({ id: key, email: key }) }
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

it.each([1, 2, 3])(
  'charges are what is stored, after a hundred random steps (%d)',
  async (seed) => {
    const random = createRandom(seed)
    const folder = makeFolder()
    const limit = 400_000
    const batches = createBatches({
      engine: await sqliteEngine({ path: join(folder, 'batches.db') }),
      inputs: fileStore(join(folder, 'in')),
      outputs: fileStore(join(folder, 'out')),
      identity: await developmentIdentity(),
      workers: false,
      allowance: { bytes: limit, documents: 12, urls: 3 },
    })
    const api = await makeApi({ keys, batches })
    ends.push(() => api.close())
    const files = await Promise.all(
      Array.from({ length: 6 }, async (_, i) => (i === 5 ? Buffer.from('no PDF') : Buffer.from(await makePdf(`${i}`)))),
    )
    const storedBytes = (owner: string) =>
      listFiles(folder)
        .filter((name) => name.includes(`/${tenantFolder(owner)}/`) && !name.includes('intake-'))
        .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    const known = new Map<string, string[]>(OWNERS.map((owner) => [owner, []]))
    const anyOf = <T>(list: readonly T[]) => list[random(list.length)]

    async function post(key: string): Promise<number> {
      const documents = Array.from({ length: 1 + random(4) }, () => {
        if (random(8) === 0) return { document: { url: `https://example.com/${random(4)}.pdf` } }
        const base64 = anyOf(files)?.toString('base64')
        return { name: `${random(3)}.pdf`, document: { base64 } }
      })
      const name = random(2) === 0 ? {} : { name: `batch ${random(3)}` }
      const json = { steps: ['sign'], sign: { signer: SIGNER }, documents, ...name }
      const answer = await ask(api, '/v1/batches', { key, json })
      if (answer.status === 202) known.get(key)?.push(((await answer.json()) as { batch: { id: string } }).batch.id)
      return answer.status
    }

    async function step(): Promise<number> {
      const key = anyOf(OWNERS) ?? ''
      const path = `/v1/batches/${anyOf(known.get(key) ?? []) ?? 'none'}`
      const action = random(12)
      if (action < 6) return post(key)
      if (action < 9) {
        const verb = anyOf(['cancel', 'retry', 'pause', 'resume'])
        return (await ask(api, `${path}/${verb}`, { method: 'POST', key })).status
      }
      if (action < 11) return (await ask(api, path, { method: 'DELETE', key })).status
      return (await ask(api, '/v1/owner', { method: 'DELETE', key })).status
    }

    const statuses = new Set<number>()
    for (let round = 0; round < 5; round++) {
      const worker = await batches.work({ pollMs: 10 })
      // Several at once, so that they meet.
      for (let i = 0; i < 7; i++) for (const status of await Promise.all([step(), step(), step()])) statuses.add(status)
      await worker.close()
      for (const owner of OWNERS) {
        const { bytes } = (await batches.usage(owner)).used
        expect(bytes, `${owner} in round ${round}`).toBe(storedBytes(owner))
        expect(bytes).toBeLessThanOrEqual(limit)
      }
    }
    for (const status of [200, 202, 403]) expect([...statuses]).toContain(status)
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
    for (const owner of OWNERS) await batches.erase(owner)
    await batches.close()
    expect(listFiles(folder).filter((name) => !name.startsWith('batches.db'))).toEqual([])
  },
  120_000,
)
