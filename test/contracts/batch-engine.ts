/**
 * What every BatchEngine must do. `describeBatchEngine` runs it against one.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { BatchEngine, ClaimedJob, EngineWorker, StoredBatch } from '../../src/batch/batch-engine.js'

const LEASE_MS = 600

/** @param open an engine over a database that other engines of the same call share, as other processes would */
export function describeBatchEngine(name: string, open: () => BatchEngine): void {
  const workers: EngineWorker[] = []

  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.close()))
  })

  async function openWorker(leaseMs = 60_000, maxAbandonments = 3): Promise<EngineWorker> {
    const worker = await open().openWorker({ leaseMs, maxAbandonments, onError: () => undefined })
    workers.push(worker)
    return worker
  }

  function makeBatch(changes: Partial<StoredBatch> = {}): StoredBatch {
    return {
      id: randomUUID().replaceAll('-', ''),
      tenant: randomUUID(),
      name: 'Verträge',
      kind: 'documents',
      request: { steps: ['sign'], sign: { reason: 'Gesehen' } },
      state: 'running',
      isFilled: false,
      createdAt: Date.now(),
      finishedAt: null,
      round: 0,
      ...changes,
    }
  }

  async function fill(count: number, changes: Partial<StoredBatch> = {}): Promise<StoredBatch> {
    const batch = await open().createBatch(makeBatch(changes))
    await open().addJobs(batch.id, makeJobs(count))
    return batch
  }

  const makeJobs = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ id: `job-${i}`, data: { i: `${i}.pdf` } }))
  const counts = (id: string, since = 0) => open().countJobs(id, since)
  const failure = { code: 'invalid_document', message: 'Kaputt: ganz\nund gar' }

  async function claim(worker: EngineWorker, id: string): Promise<ClaimedJob> {
    const claimed = await worker.claim(id)
    if (claimed === undefined) throw new Error('There was no job.')
    return claimed
  }

  /** Claims as soon as there is one, at most some seconds. */
  async function claimSoon(worker: EngineWorker, id: string): Promise<ClaimedJob> {
    for (let tries = 0; tries < 100; tries++) {
      const claimed = await worker.claim(id)
      if (claimed !== undefined) return claimed
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    throw new Error('There was no job in time.')
  }

  describe(`${name}: batches`, () => {
    it('keeps a batch as it was made, and the first one of an id', async () => {
      const batch = makeBatch()
      expect(await open().createBatch(batch)).toEqual(batch)
      expect(await open().createBatch({ ...batch, name: 'another' })).toEqual(batch)
      expect(await open().findBatch(batch.id)).toEqual(batch)
      expect(await open().findBatch('nothing')).toBeNull()
    })

    it('changes a batch that is in the state that was meant, and no other', async () => {
      const { id } = await open().createBatch(makeBatch())
      expect(await open().changeBatch(id, ['paused'], { state: 'running' })).toBe(false)
      expect(
        await open().changeBatch(id, ['running'], { state: 'finished', finishedAt: 17, isFilled: true, round: 2 }),
      ).toBe(true)
      expect(await open().findBatch(id)).toMatchObject({ state: 'finished', finishedAt: 17, isFilled: true, round: 2 })
      expect(await open().changeBatch(id, ['finished'], { state: 'running', finishedAt: null })).toBe(true)
      expect(await open().findBatch(id)).toMatchObject({ state: 'running', finishedAt: null })
      expect(await open().changeBatch('nothing', ['running'], { state: 'paused' })).toBe(false)
    })

    it('lists what is running, the oldest first', async () => {
      const ids: string[] = []
      for (const createdAt of [1000, 2000, 3000]) ids.push((await open().createBatch(makeBatch({ createdAt }))).id)
      await open().changeBatch(ids[1] ?? '', ['running'], { state: 'paused' })
      const running = (await open().runningBatches()).map(({ id }) => id).filter((id) => ids.includes(id))
      expect(running).toEqual([ids[0], ids[2]])
    })

    it('lists the batches of a tenant page by page, the newest first, and nobody else’s', async () => {
      const tenant = randomUUID()
      const ids: string[] = []
      for (const createdAt of [1000, 2000, 3000])
        ids.unshift((await open().createBatch(makeBatch({ tenant, createdAt }))).id)
      await open().createBatch(makeBatch())
      const first = await open().listBatches(tenant, { limit: 2 })
      const second = await open().listBatches(tenant, { limit: 2, cursor: first.cursor ?? '' })
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
      expect(second.cursor).toBeNull()
    })

    it('takes a batch away with all that belongs to it', async () => {
      const { id } = await fill(3)
      await open().addRejections(id, [{ position: 1, code: 'invalid_request', message: 'x' }])
      await open().removeBatch(id)
      expect(await open().findBatch(id)).toBeNull()
      expect(await counts(id)).toMatchObject({ waiting: 0, rejected: 0 })
      expect((await open().runningBatches()).map((batch) => batch.id)).not.toContain(id)
    })

    it('keeps rejections by position', async () => {
      const { id } = await fill(0)
      const entries = [5, 2, 900].map(
        (position) => ({ position, code: 'invalid_request', message: `Zeile ${position}` }) as const,
      )
      await open().addRejections(id, entries)
      await open().addRejections(id, [{ position: 2, code: 'document_not_found', message: 'anders' }])
      const first = await open().listRejections(id, { limit: 2 })
      const second = await open().listRejections(id, { limit: 2, cursor: first.cursor ?? '' })
      expect([...first.items, ...second.items].map(({ position, message }) => [position, message])).toEqual([
        [2, 'anders'],
        [5, 'Zeile 5'],
        [900, 'Zeile 900'],
      ])
      expect(await counts(id)).toMatchObject({ rejected: 3 })
    })
  })

  describe(`${name}: jobs`, () => {
    it('gives each job to one worker, in the order of their adding', async () => {
      const { id } = await fill(3)
      const [one, other] = [await openWorker(), await openWorker()]
      const claims = [await one.claim(id), await other.claim(id), await one.claim(id), await other.claim(id)]
      expect(claims.map((claimed) => claimed?.id)).toEqual(['job-0', 'job-1', 'job-2', undefined])
      expect(claims[0]).toMatchObject({ data: { i: '0.pdf' }, attempt: 1, wasAbandoned: false, note: null })
      expect(await counts(id)).toMatchObject({ waiting: 0, active: 3, done: 0 })
    })

    it('gives no job to two of many who ask at once', async () => {
      const { id } = await fill(40)
      const several = await Promise.all(Array.from({ length: 4 }, () => openWorker()))
      const claims = await Promise.all(Array.from({ length: 60 }, (_, i) => several[i % 4]?.claim(id)))
      const ids = claims.flatMap((claimed) => claimed?.id ?? [])
      expect(ids).toHaveLength(40)
      expect(new Set(ids).size).toBe(40)
    })

    it('leaves a job that is there as it is, in whatever state', async () => {
      const { id } = await fill(3)
      const worker = await openWorker()
      await (await claim(worker, id)).done({ o: 'x' })
      await claim(worker, id)
      await open().addJobs(id, makeJobs(3))
      expect(await counts(id)).toMatchObject({ waiting: 1, active: 1, done: 1 })
    })

    it('keeps what came of a job', async () => {
      const { id } = await fill(1)
      const before = Date.now()
      const claimed = await claim(await openWorker(), id)
      expect(await claimed.done({ o: 'ä.pdf', n: 12, w: ['Ω'] })).toBe(true)
      expect(await claimed.done({ o: 'anders' })).toBe(false)
      const { items, cursor } = await open().listJobs(id, 'done', { limit: 10 })
      expect(cursor).toBeNull()
      expect(items).toEqual([
        {
          id: 'job-0',
          data: { i: '0.pdf' },
          result: { o: 'ä.pdf', n: 12, w: ['Ω'] },
          failure: null,
          attempts: 1,
          endedAt: expect.any(Number),
        },
      ])
      expect(items[0]?.endedAt).toBeGreaterThanOrEqual(before)
      expect(await open().findJob(id, 'job-0')).toEqual(items[0])
      expect(await open().findJob(id, 'job-9')).toBeNull()
      expect(await counts(id, before - 1)).toMatchObject({ done: 1, doneSince: 1 })
      expect(await counts(id, Date.now() + 1000)).toMatchObject({ done: 1, doneSince: 0 })
    })

    it('lists page by page', async () => {
      const { id } = await fill(25)
      const worker = await openWorker()
      for (let i = 0; i < 25; i++) await (await claim(worker, id)).done({ n: i })
      const found: unknown[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await open().listJobs(id, 'done', { limit: 10, ...(cursor === undefined ? {} : { cursor }) })
        found.push(...page.items.map((job) => job.id))
        cursor = page.cursor
      }
      expect(new Set(found).size).toBe(25)
    })

    it('gives a job again after a delay, and counts the tries', async () => {
      const { id } = await fill(1)
      const worker = await openWorker()
      expect(await (await claim(worker, id)).retry(failure, 300)).toBe(true)
      expect(await counts(id)).toMatchObject({ waiting: 0, retrying: 1 })
      expect(await worker.claim(id)).toBeUndefined()
      const again = await claimSoon(worker, id)
      expect(again).toMatchObject({ attempt: 2, wasAbandoned: false })
      expect(await again.retry(failure, 0)).toBe(true)
      expect((await claimSoon(worker, id)).attempt).toBe(3)
    })

    it('puts a job on the dead-letter list with the reason, and back with all its tries', async () => {
      const { id } = await fill(2)
      const worker = await openWorker()
      expect(await (await claim(worker, id)).fail(failure)).toBe(true)
      const [item] = (await open().listJobs(id, 'failed', { limit: 10 })).items
      expect(item).toMatchObject({ id: 'job-0', failure, result: null, attempts: 1 })
      expect(await open().retryFailed(id)).toBe(1)
      expect(await open().retryFailed(id)).toBe(0)
      expect(await counts(id)).toMatchObject({ waiting: 2, failed: 0 })
      const claims = [await claim(worker, id), await claim(worker, id)]
      expect(claims.map(({ attempt }) => attempt)).toEqual([1, 1])
    })

    it('takes a job back as if it had not been tried', async () => {
      const { id } = await fill(1)
      const worker = await openWorker()
      expect(await (await claim(worker, id)).release()).toBe(true)
      expect(await claim(worker, id)).toMatchObject({ id: 'job-0', attempt: 1 })
    })

    it('keeps a note for whoever gets the job next', async () => {
      const { id } = await fill(1)
      const worker = await openWorker()
      const first = await claim(worker, id)
      await first.keepNote({ w: ['ä'] })
      await first.retry(failure, 0)
      expect((await claimSoon(worker, id)).note).toEqual({ w: ['ä'] })
    })

    it('gives the job of a worker that ended to another one, and takes nothing more from the first', async () => {
      const { id } = await fill(1)
      const dead = await openWorker(LEASE_MS)
      const lost = await claim(dead, id)
      await dead.close()
      const heir = await openWorker(LEASE_MS)
      const again = await claimSoon(heir, id)
      expect(again).toMatchObject({ id: 'job-0', attempt: 1, wasAbandoned: true })
      expect(await lost.done({ o: 'too late' })).toBe(false)
      expect(await again.done({ o: 'in time' })).toBe(true)
      expect(await lost.fail(failure)).toBe(false)
      expect(await counts(id)).toMatchObject({ active: 0, done: 1, failed: 0 })
      expect((await open().findJob(id, 'job-0'))?.result).toEqual({ o: 'in time' })
    })

    it('leaves the job of a worker that lives with it, however long it takes', async () => {
      const { id } = await fill(1)
      const claimed = await claim(await openWorker(LEASE_MS), id)
      const other = await openWorker(LEASE_MS)
      await new Promise((resolve) => setTimeout(resolve, LEASE_MS * 4))
      expect(await other.claim(id)).toBeUndefined()
      expect(claimed.signal.aborted).toBe(false)
      expect(await claimed.done({ o: 'x' })).toBe(true)
    })

    it('puts a job aside at which worker after worker ends', async () => {
      const { id } = await fill(1)
      for (let i = 0; i < 2; i++) {
        const victim = await openWorker(LEASE_MS, 1)
        await claimSoon(victim, id)
        await victim.close()
      }
      const last = await openWorker(LEASE_MS, 1)
      for (let tries = 0; tries < 100 && (await counts(id)).failed === 0; tries++) {
        expect(await last.claim(id)).toBeUndefined()
        await new Promise((resolve) => setTimeout(resolve, 60))
      }
      const [item] = (await open().listJobs(id, 'failed', { limit: 1 })).items
      expect(item?.failure?.code).toBe('job_abandoned')
    })
  })
}
