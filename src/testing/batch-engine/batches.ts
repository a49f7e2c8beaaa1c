/**
 * Batches: what they are, their states, lists and rejections.
 *
 * @module
 */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { matches, same } from '../assertions.js'
import type { CaseTable } from '../contract-case.js'
import { type BatchContext, makeBatch } from './batch-context.js'

export const BATCH_CASES: CaseTable<BatchContext> = {
  async 'keeps a batch as it was made, and the first one of an id'({ connect }) {
    const batch = makeBatch()
    same(await connect().createBatch(batch), batch)
    same(await connect().createBatch({ ...batch, name: 'another' }), batch)
    same(await connect().findBatch(batch.id), batch)
    assert.equal(await connect().findBatch('nothing'), null)
  },

  async 'changes a batch that is in the state that was meant, and no other'({ connect }) {
    const { id } = await connect().createBatch(makeBatch())
    assert.equal(await connect().changeBatch(id, ['paused'], { state: 'running' }), false)
    assert.equal(
      await connect().changeBatch(id, ['running'], { state: 'finished', finishedAt: 17, isFilled: true, round: 2 }),
      true,
    )
    matches(await connect().findBatch(id), { state: 'finished', finishedAt: 17, isFilled: true, round: 2 })
    assert.equal(await connect().changeBatch(id, ['finished'], { state: 'running', finishedAt: null }), true)
    matches(await connect().findBatch(id), { state: 'running', finishedAt: null })
    assert.equal(await connect().changeBatch('nothing', ['running'], { state: 'paused' }), false)
  },

  async 'lists what is running, the oldest first'({ connect }) {
    const ids: string[] = []
    for (const createdAt of [1000, 2000, 3000]) ids.push((await connect().createBatch(makeBatch({ createdAt }))).id)
    await connect().changeBatch(ids[1] ?? '', ['running'], { state: 'paused' })
    const running = (await connect().runningBatches()).map(({ id }) => id).filter((id) => ids.includes(id))
    same(running, [ids[0], ids[2]])
  },

  async 'lists the batches of a tenant page by page, the newest first, and nobody else’s'({ connect }) {
    const tenant = randomUUID()
    const ids: string[] = []
    for (const createdAt of [1000, 2000, 3000])
      ids.unshift((await connect().createBatch(makeBatch({ tenant, createdAt }))).id)
    await connect().createBatch(makeBatch())
    const first = await connect().listBatches(tenant, { limit: 2 })
    const second = await connect().listBatches(tenant, { limit: 2, cursor: first.cursor ?? '' })
    same(
      [...first.items, ...second.items].map(({ id }) => id),
      ids,
    )
    assert.equal(second.cursor, null)
  },

  async 'takes a batch away with all that belongs to it'({ connect, fill, counts }) {
    const { id } = await fill(3)
    await connect().addRejections(id, [{ position: 1, code: 'invalid_request', message: 'x' }])
    await connect().removeBatch(id)
    assert.equal(await connect().findBatch(id), null)
    matches(await counts(id), { waiting: 0, rejected: 0 })
    assert.equal((await connect().runningBatches()).map((batch) => batch.id).includes(id), false)
  },

  async 'keeps rejections by position'({ connect, fill, counts }) {
    const { id } = await fill(0)
    const entries = [5, 2, 900].map(
      (position) => ({ position, code: 'invalid_request', message: `Zeile ${position}` }) as const,
    )
    await connect().addRejections(id, entries)
    await connect().addRejections(id, [{ position: 2, code: 'document_not_found', message: 'anders' }])
    const first = await connect().listRejections(id, { limit: 2 })
    const second = await connect().listRejections(id, { limit: 2, cursor: first.cursor ?? '' })
    same(
      [...first.items, ...second.items].map(({ position, message }) => [position, message]),
      [
        [2, 'anders'],
        [5, 'Zeile 5'],
        [900, 'Zeile 900'],
      ],
    )
    matches(await counts(id), { rejected: 3 })
  },

  async 'lists old batches, the oldest first'({ connect }) {
    const tenant = randomUUID()
    const ids: string[] = []
    for (const createdAt of [20, 10, 30]) ids.push((await connect().createBatch(makeBatch({ tenant, createdAt }))).id)
    const old = (await connect().oldBatches(30, { skip: 0, limit: 1000 })).filter((batch) => batch.tenant === tenant)
    same(
      old.map(({ id }) => id),
      [ids[1], ids[0]],
    )
    const [first] = await connect().oldBatches(30, { skip: 0, limit: 1 })
    const [second] = await connect().oldBatches(30, { skip: 1, limit: 1 })
    assert.notEqual(first?.id, second?.id)
  },

  async 'takes jobs away, whatever became of them'({ connect, fill, counts, openWorker }) {
    const { id } = await fill(4)
    const worker = await openWorker()
    await (await worker.claim(id))?.done({})
    await connect().removeJobs(id, ['job-0', 'job-2', 'nothing'])
    matches(await counts(id), { waiting: 2, active: 0, done: 0 })
    assert.equal(await connect().findJob(id, 'job-0'), null)
  },
}
