/**
 * Jobs: one worker each, tries, results, workers that end.
 *
 * @module
 */

import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { append } from '../../lists.js'
import { matches, same } from '../assertions.js'
import type { CaseTable } from '../contract-case.js'
import { type BatchContext, claim, claimSoon, FAILURE, LEASE_MS, makeJobs } from './batch-context.js'

export const JOB_CASES: CaseTable<BatchContext> = {
  async 'gives each job to one worker, in the order of their adding'({ openWorker, fill, counts }) {
    const { id } = await fill(3)
    const [one, other] = [await openWorker(), await openWorker()]
    const claims = [await one.claim(id), await other.claim(id), await one.claim(id), await other.claim(id)]
    same(
      claims.map((claimed) => claimed?.id),
      ['job-0', 'job-1', 'job-2', undefined],
    )
    matches(claims[0], { data: { i: '0.pdf' }, attempt: 1, abandonments: 0, note: null })
    matches(await counts(id), { waiting: 0, active: 3, done: 0 })
  },

  async 'gives no job to two of many who ask at once'({ openWorker, fill }) {
    const { id } = await fill(40)
    const several = await Promise.all(Array.from({ length: 4 }, () => openWorker()))
    const claims = await Promise.all(Array.from({ length: 60 }, (_, i) => several[i % 4]?.claim(id)))
    const ids = claims.flatMap((claimed) => claimed?.id ?? [])
    assert.equal(ids.length, 40)
    assert.equal(new Set(ids).size, 40)
  },

  async 'leaves a job that is there as it is, in whatever state'({ connect, openWorker, fill, counts }) {
    const { id } = await fill(3)
    const worker = await openWorker()
    await (await claim(worker, id)).done({ o: 'x' })
    await claim(worker, id)
    await connect().addJobs(id, makeJobs(3))
    matches(await counts(id), { waiting: 1, active: 1, done: 1 })
  },

  async 'keeps what came of a job'({ connect, openWorker, fill, counts }) {
    const { id } = await fill(1)
    const before = Date.now()
    const claimed = await claim(await openWorker(), id)
    assert.equal(await claimed.done({ o: 'ä.pdf', n: 12, w: ['Ω'] }), true)
    assert.equal(await claimed.done({ o: 'anders' }), false)
    const { items, cursor } = await connect().listJobs(id, 'done', { limit: 10 })
    assert.equal(cursor, null)
    const [item] = items
    assert.ok(item !== undefined && items.length === 1)
    const { endedAt, ...rest } = item
    assert.ok(endedAt >= before)
    same(rest, {
      id: 'job-0',
      data: { i: '0.pdf' },
      result: { o: 'ä.pdf', n: 12, w: ['Ω'] },
      failure: null,
      attempts: 1,
    })
    same(await connect().findJob(id, 'job-0'), item)
    assert.equal(await connect().findJob(id, 'job-9'), null)
    matches(await counts(id, before - 1), { done: 1, doneSince: 1 })
    matches(await counts(id, Date.now() + 1000), { done: 1, doneSince: 0 })
  },

  async 'takes the next job along with what came of one, where it can do both at once'({ openWorker, fill, counts }) {
    const { id } = await fill(2)
    const worker = await openWorker(LEASE_MS)
    const first = await claim(worker, id)
    if (first.doneAndClaim === undefined) return
    const second = await first.doneAndClaim({ o: 'a' })
    matches(second, { id: 'job-1', data: { i: '1.pdf' }, attempt: 1, abandonments: 0, note: null })
    matches(await counts(id), { waiting: 0, active: 1, done: 1 })
    assert.equal(await first.done({ o: 'b' }), false)
    // The worker renews the claim after its lease, as for any other job.
    await setTimeout(LEASE_MS * 3)
    assert.equal(await (await openWorker(LEASE_MS)).claim(id), undefined)
    assert.equal(await second?.doneAndClaim?.({ o: 'c' }), undefined)
    assert.equal(await second?.doneAndClaim?.({ o: 'd' }), undefined)
    matches(await counts(id), { waiting: 0, active: 0, done: 2 })
  },

  async 'lists page by page'({ connect, openWorker, fill }) {
    const { id } = await fill(25)
    const worker = await openWorker()
    for (let i = 0; i < 25; i++) await (await claim(worker, id)).done({ n: i })
    const found: unknown[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await connect().listJobs(id, 'done', { limit: 10, ...(cursor === undefined ? {} : { cursor }) })
      append(
        found,
        page.items.map((job) => job.id),
      )
      cursor = page.cursor
    }
    assert.equal(new Set(found).size, 25)
  },

  async 'gives a job again after a delay, and counts the tries'({ openWorker, fill, counts }) {
    const { id } = await fill(1)
    const worker = await openWorker()
    assert.equal(await (await claim(worker, id)).retry(FAILURE, 300), true)
    matches(await counts(id), { waiting: 0, retrying: 1 })
    assert.equal(await worker.claim(id), undefined)
    const again = await claimSoon(worker, id)
    matches(again, { attempt: 2, abandonments: 0 })
    assert.equal(await again.retry(FAILURE, 0), true)
    assert.equal((await claimSoon(worker, id)).attempt, 3)
  },

  async 'puts a job on the dead-letter list with the reason, and back with all its tries'({
    connect,
    openWorker,
    fill,
    counts,
  }) {
    const { id } = await fill(2)
    const worker = await openWorker()
    assert.equal(await (await claim(worker, id)).fail(FAILURE), true)
    const [item] = (await connect().listJobs(id, 'failed', { limit: 10 })).items
    matches(item, { id: 'job-0', failure: FAILURE, result: null, attempts: 1 })
    assert.equal(await connect().retryFailed(id), 1)
    assert.equal(await connect().retryFailed(id), 0)
    matches(await counts(id), { waiting: 2, failed: 0 })
    const claims = [await claim(worker, id), await claim(worker, id)]
    same(
      claims.map(({ attempt }) => attempt),
      [1, 1],
    )
  },

  async 'takes a job back as if it had not been tried'({ openWorker, fill }) {
    const { id } = await fill(1)
    const worker = await openWorker()
    assert.equal(await (await claim(worker, id)).release(), true)
    matches(await claim(worker, id), { id: 'job-0', attempt: 1 })
  },

  async 'keeps a note for whoever gets the job next'({ openWorker, fill }) {
    const { id } = await fill(1)
    const worker = await openWorker()
    const first = await claim(worker, id)
    await first.keepNote({ w: ['ä'] })
    await first.retry(FAILURE, 0)
    same((await claimSoon(worker, id)).note, { w: ['ä'] })
  },

  async 'gives the job of a worker that ended to another one, and takes nothing more from the first'({
    connect,
    openWorker,
    fill,
    counts,
  }) {
    const { id } = await fill(1)
    const dead = await openWorker(LEASE_MS)
    const lost = await claim(dead, id)
    await dead.close()
    const heir = await openWorker(LEASE_MS)
    const again = await claimSoon(heir, id)
    matches(again, { id: 'job-0', attempt: 1, abandonments: 1 })
    assert.equal(await lost.done({ o: 'too late' }), false)
    assert.equal(await again.done({ o: 'in time' }), true)
    assert.equal(await lost.fail(FAILURE), false)
    matches(await counts(id), { active: 0, done: 1, failed: 0 })
    same((await connect().findJob(id, 'job-0'))?.result, { o: 'in time' })
  },

  async 'leaves all jobs of a worker that lives with it, however long they take'({ openWorker, fill, counts }) {
    const { id } = await fill(16)
    const worker = await openWorker(LEASE_MS)
    const claims = await Promise.all(Array.from({ length: 16 }, () => claim(worker, id)))
    const other = await openWorker(LEASE_MS)
    await setTimeout(LEASE_MS * 4)
    assert.equal(await other.claim(id), undefined)
    same(
      claims.filter(({ signal }) => signal.aborted),
      [],
    )
    same(new Set(await Promise.all(claims.map((each) => each.done({ o: each.id })))), new Set([true]))
    matches(await counts(id), { waiting: 0, active: 0, done: 16 })
  },

  async 'puts a job aside at which worker after worker ends'({ connect, openWorker, fill, counts }) {
    const { id } = await fill(1)
    for (let i = 0; i < 2; i++) {
      const victim = await openWorker(LEASE_MS, 1)
      await claimSoon(victim, id)
      await victim.close()
    }
    const last = await openWorker(LEASE_MS, 1)
    for (let tries = 0; tries < 100 && (await counts(id)).failed === 0; tries++) {
      assert.equal(await last.claim(id), undefined)
      await setTimeout(60)
    }
    const [item] = (await connect().listJobs(id, 'failed', { limit: 1 })).items
    assert.equal(item?.failure?.code, 'job_abandoned')
  },
}
