/**
 * Context of the cases about batch engines.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { BatchEngine, ClaimedJob, EngineWorker, JobCounts, NewJob, StoredBatch } from '../../batch/batch-engine.js'

/** Lease of workers in cases that wait for it to end, in milliseconds. */
export const LEASE_MS = 600
export const FAILURE = { code: 'invalid_document', message: 'Kaputt: ganz\nund gar' } as const

export interface BatchContext {
  connect(): BatchEngine
  /** Opens a worker that is closed when the case ends. */
  openWorker(leaseMs?: number, maxAbandonments?: number): Promise<EngineWorker>
  /** Makes a batch with the given number of jobs. */
  fill(count: number, changes?: Partial<StoredBatch>): Promise<StoredBatch>
  counts(id: string, since?: number): Promise<JobCounts>
  close(): Promise<void>
}

export function openBatchContext(connect: () => BatchEngine): BatchContext {
  const workers: EngineWorker[] = []
  return {
    connect,
    async openWorker(leaseMs = 60_000, maxAbandonments = 3) {
      const worker = await connect().openWorker({ leaseMs, maxAbandonments, onError: () => undefined })
      workers.push(worker)
      return worker
    },
    async fill(count, changes = {}) {
      const batch = await connect().createBatch(makeBatch(changes))
      await connect().addJobs(batch.id, makeJobs(count))
      return batch
    },
    counts: (id, since = 0) => connect().countJobs(id, since),
    async close() {
      await Promise.all(workers.map((worker) => worker.close()))
    },
  }
}

export function makeBatch(changes: Partial<StoredBatch> = {}): StoredBatch {
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

export function makeJobs(count: number): NewJob[] {
  return Array.from({ length: count }, (_, i) => ({ id: `job-${i}`, data: { i: `${i}.pdf` } }))
}

export async function claim(worker: EngineWorker, id: string): Promise<ClaimedJob> {
  const claimed = await worker.claim(id)
  if (claimed === undefined) throw new Error('There was no job.')
  return claimed
}

/** Claims a job as soon as there is one. Waits for a few seconds at most. */
export async function claimSoon(worker: EngineWorker, id: string): Promise<ClaimedJob> {
  for (let tries = 0; tries < 100; tries++) {
    const claimed = await worker.claim(id)
    if (claimed !== undefined) return claimed
    await setTimeout(60)
  }
  throw new Error('There was no job in time.')
}
