/**
 * What batches are charged with, and their tenants.
 *
 * @module
 */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { same } from '../assertions.js'
import type { CaseTable } from '../contract-case.js'
import { type BatchContext, makeBatch } from './batch-context.js'

const NOTHING = { documents: 0, urls: 0, bytes: 0 }

export const CHARGE_CASES: CaseTable<BatchContext> = {
  async 'adds up over the batches of a tenant, and counts nobody else’s'({ connect }) {
    const [tenant, other] = [randomUUID(), randomUUID()]
    const before = await connect().usage(null)
    const [one, two] = await Promise.all([1, 2].map(() => connect().createBatch(makeBatch({ tenant }))))
    const third = await connect().createBatch(makeBatch({ tenant: other }))
    assert.equal(await connect().charge(one?.id ?? '', { documents: 3, bytes: 1000 }, {}), 'charged')
    assert.equal(await connect().charge(two?.id ?? '', { documents: 2, urls: 2 }, {}), 'charged')
    assert.equal(await connect().charge(third.id, { bytes: 7 }, {}), 'charged')
    same(await connect().usage(tenant), { documents: 5, urls: 2, bytes: 1000 })
    same(await connect().usage(other), { ...NOTHING, bytes: 7 })
    const all = await connect().usage(null)
    same(all.bytes - before.bytes, 1007)
    same(await connect().usage(randomUUID()), NOTHING)
    assert.equal(await connect().charge('nothing', { bytes: 1 }, {}), 'gone')
  },

  async 'charges all or nothing, up to the limit and not beyond, however many ask at once'({ connect }) {
    const tenant = randomUUID()
    const ids = await Promise.all([1, 2].map(async () => (await connect().createBatch(makeBatch({ tenant }))).id))
    const limits = { documents: 10, bytes: 1_000_000 }
    const charge = (i: number) => connect().charge(ids[i % 2] ?? '', { documents: 3, urls: 1, bytes: 5 }, limits)
    const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => charge(i)))
    assert.equal(replies.filter((reply) => reply === 'charged').length, 3)
    assert.equal(replies.filter((reply) => reply === 'documents').length, 9)
    same(await connect().usage(tenant), { documents: 9, urls: 3, bytes: 15 })
    assert.equal(await connect().charge(ids[0] ?? '', { documents: 1 }, limits), 'charged')
    assert.equal(await connect().charge(ids[0] ?? '', { bytes: 1_000_000 }, limits), 'bytes')
  },

  async 'takes what is given back, even where a limit was lowered, and never more than there was'({ connect }) {
    const { id, tenant } = await connect().createBatch(makeBatch())
    await connect().charge(id, { documents: 5, bytes: 500 }, {})
    assert.equal(await connect().charge(id, { documents: -2, bytes: -100 }, { documents: 1, bytes: 1 }), 'charged')
    same(await connect().usage(tenant), { documents: 3, urls: 0, bytes: 400 })
    await connect().charge(id, { documents: -9 }, {})
    same(await connect().usage(tenant), { documents: 0, urls: 0, bytes: 400 })
  },

  async 'settles what a batch has, and forgets it with the batch'({ connect }) {
    const tenant = randomUUID()
    const [one, two] = await Promise.all([1, 2].map(async () => connect().createBatch(makeBatch({ tenant }))))
    for (const batch of [one, two]) await connect().charge(batch?.id ?? '', { documents: 4, urls: 4, bytes: 10 }, {})
    await connect().settle(one?.id ?? '', { documents: 1, urls: 0 })
    same(await connect().usage(tenant), { documents: 5, urls: 4, bytes: 20 })
    await connect().settle('nothing', { documents: 1 })
    await connect().removeBatch(one?.id ?? '')
    same(await connect().usage(tenant), { documents: 4, urls: 4, bytes: 10 })
    await connect().removeBatch(two?.id ?? '')
    same(await connect().usage(tenant), NOTHING)
  },
}
