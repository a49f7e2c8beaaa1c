/**
 * Batches in Redis, over BullMQ: a queue for each batch, any number of processes on any number of hosts.
 *
 * @module
 */

import type { Job, Queue } from 'bullmq'
import {
  type BatchEngine,
  type EndedJob,
  type EngineWorker,
  type JobData,
  type NewJob,
  SealwrightError,
} from '../../src/index.js'
import { checkOptions, FUNCTION, OBJECT, type OptionTable, required, TEXT } from '../../src/input/check-options.js'
import { tell } from '../../src/tell.js'
import { BatchRegistry } from './bullmq-registry.js'
import { BullmqWorker } from './bullmq-worker.js'
import { type BullmqClient, loadBullmq, openBackend, runSafely } from './load-bullmq.js'

export interface BullmqEngineOptions {
  /**
   * A connected client of ioredis, with `maxRetriesPerRequest: null`: commands then wait while the server is down. The client
   * belongs to the host: `close` does not end it.
   */
  readonly redis: BullmqClient
  /** Prefix of all keys. Default `{sealwright}`; on a cluster it must have braces. */
  readonly prefix?: string | undefined
  /** Called with errors of work in the background. Default: they are ignored. */
  readonly onError?: ((error: unknown) => void) | undefined
}

const OPTIONS: OptionTable<BullmqEngineOptions> = { redis: required(OBJECT), prefix: TEXT, onError: FUNCTION }

/** Delivered webhooks that are kept for inspection. Requests whose entries were taken are not kept. */
const KEPT_JOBS: Readonly<Record<string, number>> = { webhooks: 1000, intakes: 0 }
const JOB_NAME = 'd'
/** Queues that are kept open, for batches that are used again. */
const MAX_QUEUES = 64

/**
 * Keeps batches in Redis. The server needs `maxmemory-policy noeviction`, and `appendonly yes` so that acknowledged data
 * survives a restart. With `appendfsync everysec`, a loss of power may lose the last second; call `enqueue` again to restore it.
 * Workers find existing results, so no document is done twice even then.
 *
 * @throws SealwrightError `missing_dependency` from the first call, where bullmq is not installed
 *
 * @example
 * ```ts
 * const engine = bullmqEngine({ redis: new Redis('redis://127.0.0.1:6379', { maxRetriesPerRequest: null }) })
 * ```
 */
export function bullmqEngine(options: BullmqEngineOptions): BatchEngine {
  checkOptions(options, OPTIONS)
  const { redis, prefix = '{sealwright}', onError = () => undefined } = options
  return new BullmqEngine(redis, prefix, (error) => tell(() => onError(error), undefined))
}

class BullmqEngine extends BatchRegistry implements BatchEngine {
  readonly #queues = new Map<string, Promise<Queue>>()

  constructor(
    readonly redis: BullmqClient,
    readonly prefix: string,
    readonly onError: (error: unknown) => void,
  ) {
    super(redis, prefix)
  }

  #queue(batchId: string): Promise<Queue> {
    let queue = this.#queues.get(batchId)
    this.#queues.delete(batchId)
    queue ??= this.#openQueue(batchId)
    this.#queues.set(batchId, queue)
    const [oldest] = this.#queues.keys()
    if (this.#queues.size > MAX_QUEUES && oldest !== undefined) {
      void this.#queues.get(oldest)?.then((old) => old.close(), this.onError)
      this.#queues.delete(oldest)
    }
    return queue
  }

  async #openQueue(batchId: string): Promise<Queue> {
    const bullmq = await loadBullmq()
    const options = {
      connection: this.redis as never,
      prefix: this.prefix,
      // Nobody listens to the events. BullMQ would keep 10,000 of them for each batch.
      streams: { events: { maxLen: 1 } },
      skipVersionCheck: true,
    }
    const queue = new bullmq.Queue(batchId, options, openBackend(bullmq))
    queue.on('error', this.onError)
    return queue
  }

  async addJobs(batchId: string, jobs: readonly NewJob[]): Promise<void> {
    const queue = await this.#queue(batchId)
    const kept = KEPT_JOBS[batchId] === undefined ? {} : { removeOnComplete: { count: KEPT_JOBS[batchId] } }
    const added = jobs.map(({ id, data }) => ({ name: JOB_NAME, data, opts: { jobId: id, ...kept } }))
    await runSafely(() => queue.addBulk(added))
  }

  async countJobs(batchId: string, since: number) {
    const queue = await this.#queue(batchId)
    return runSafely(async () => {
      const [counts, doneSince, rejected] = await Promise.all([
        queue.getJobCounts('wait', 'active', 'delayed', 'completed', 'failed', 'prioritized'),
        this.redis.zcount(queue.toKey('completed'), `(${since}`, '+inf'),
        this.countRejections(batchId),
      ])
      const count = (name: string) => counts[name] ?? 0
      return {
        waiting: count('wait') + count('prioritized'),
        active: count('active'),
        retrying: count('delayed'),
        done: count('completed'),
        failed: count('failed'),
        rejected,
        doneSince,
      }
    })
  }

  async findJob(batchId: string, jobId: string): Promise<EndedJob | null> {
    const queue = await this.#queue(batchId)
    const job = await runSafely(() => queue.getJob(jobId))
    return job?.finishedOn === undefined ? null : toEndedJob(job)
  }

  async listJobs(
    batchId: string,
    state: 'done' | 'failed',
    { cursor, limit }: { cursor?: string | undefined; limit: number },
  ) {
    const queue = await this.#queue(batchId)
    const first = Number(cursor ?? 0)
    const jobs = await runSafely(() =>
      queue.getJobs([state === 'done' ? 'completed' : 'failed'], first, first + limit, true),
    )
    const items = jobs.slice(0, limit).map(toEndedJob)
    return { items, cursor: jobs.length > limit ? String(first + limit) : null }
  }

  async retryFailed(batchId: string): Promise<number> {
    const queue = await this.#queue(batchId)
    let count = 0
    for (;;) {
      // Each job that is put back leaves the list, so the first jobs are new ones every time.
      const jobs = await runSafely(() => queue.getJobs(['failed'], 0, RETRIES_AT_ONCE - 1, true))
      if (jobs.length === 0) return count
      const retried = await Promise.all(jobs.map((job) => this.#retry(job)))
      if (!retried.includes(true)) return count
      count += retried.filter(Boolean).length
    }
  }

  async #retry(job: Job): Promise<boolean> {
    try {
      await runSafely(() => job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }))
      return true
    } catch (error) {
      if (error instanceof SealwrightError) throw error
      this.onError(error)
      return false
    }
  }

  async removeBatch(id: string): Promise<void> {
    const queue = await this.#queue(id)
    await runSafely(() => queue.obliterate({ force: true }))
    await this.forget(id)
  }

  async removeJobs(batchId: string, jobIds: readonly string[]): Promise<void> {
    const queue = await this.#queue(batchId)
    await runSafely(() => Promise.all(jobIds.map((id) => queue.remove(id))))
  }

  async openWorker(options: Parameters<BatchEngine['openWorker']>[0]): Promise<EngineWorker> {
    return new BullmqWorker(await loadBullmq(), this.redis, this.prefix, options)
  }

  async ping(): Promise<void> {
    await runSafely(() => this.redis.call('PING'))
  }

  async close(): Promise<void> {
    const queues = await Promise.all(this.#queues.values())
    this.#queues.clear()
    await Promise.all(queues.map((queue) => queue.close()))
  }
}

const RETRIES_AT_ONCE = 200

function toEndedJob(job: Job): EndedJob {
  const { failedReason, attemptsMade, finishedOn = 0 } = job
  const [, code = 'internal_error', message = failedReason] = /^(\w+): (.*)$/s.exec(failedReason ?? '') ?? []
  const hasFailed = failedReason !== undefined && (job.returnvalue === null || job.returnvalue === undefined)
  return {
    id: job.id ?? '',
    data: job.data as JobData,
    result: hasFailed ? null : ((job.returnvalue as JobData | undefined) ?? null),
    failure: hasFailed ? { code, message: message ?? '' } : null,
    attempts: attemptsMade,
    endedAt: finishedOn,
  }
}
