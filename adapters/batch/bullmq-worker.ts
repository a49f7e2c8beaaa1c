/**
 * A process that works on batches in Redis. It fetches jobs one by one, so that tenants take turns, and renews their locks
 * itself. BullMQ's own check gives jobs of dead processes to others.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import type { Job, Worker } from 'bullmq'
import type { ClaimedJob, EngineWorker, EngineWorkerOptions, JobData, JobFailure } from '../../src/index.js'
import { codeOf } from '../../src/input/foreign-values.js'
import { type Bullmq, type BullmqClient, openBackend, runSafely } from './load-bullmq.js'

/** A job as Redis stores it. */
type StoredJob = Parameters<typeof Job.fromJSON>[1]

interface HeldJob {
  readonly worker: Worker
  readonly token: string
  readonly controller: AbortController
}

export class BullmqWorker implements EngineWorker {
  readonly #workers = new Map<string, Worker>()
  readonly #held = new Map<Job, HeldJob>()
  readonly #timer: NodeJS.Timeout
  readonly #id = randomUUID()
  #tokens = 0

  constructor(
    readonly bullmq: Bullmq,
    readonly redis: BullmqClient,
    readonly prefix: string,
    readonly options: EngineWorkerOptions,
  ) {
    this.#timer = setInterval(() => void this.#renew(), Math.max(1, Math.floor(options.leaseMs / 3)))
    this.#timer.unref()
  }

  #worker(batchId: string): Worker {
    const known = this.#workers.get(batchId)
    if (known !== undefined) return known
    const { leaseMs, maxAbandonments, onError } = this.options
    const options = {
      connection: this.redis as never,
      prefix: this.prefix,
      autorun: false,
      lockDuration: leaseMs,
      stalledInterval: Math.max(1, Math.floor(leaseMs / 2)),
      maxStalledCount: maxAbandonments,
      skipVersionCheck: true,
    }
    const worker = new this.bullmq.Worker(batchId, null, options, openBackend(this.bullmq))
    worker.on('error', onError)
    void worker.startStalledCheckTimer()
    this.#workers.set(batchId, worker)
    return worker
  }

  async claim(batchId: string): Promise<ClaimedJob | undefined> {
    const worker = this.#worker(batchId)
    const token = `${this.#id}:${this.#tokens++}`
    const job = (await runSafely(() => worker.getNextJob(token, { block: false }))) as Job | undefined
    return job === undefined ? undefined : this.#take(worker, job, token)
  }

  /** Registers a job that was given to this worker. */
  async #take(worker: Worker, job: Job, token: string): Promise<ClaimedJob | undefined> {
    const controller = new AbortController()
    this.#held.set(job, { worker, token, controller })
    if (job.deferredFailure === undefined) return this.#describe(worker, job, token, controller.signal)
    // BullMQ leaves it to the next worker to fail a job whose workers died too often.
    await this.#settle(job, () => job.moveToFailed(this.#error(ABANDONED), token, false))
    return this.claim(worker.name)
  }

  #describe(worker: Worker, job: Job, token: string, signal: AbortSignal): ClaimedJob {
    const note = typeof job.progress === 'object' && job.progress !== null ? (job.progress as JobData) : null
    return {
      id: job.id ?? '',
      data: job.data as JobData,
      attempt: job.attemptsMade + 1,
      abandonments: job.stalledCounter,
      signal,
      note,
      keepNote: (value) => runSafely(() => job.updateProgress(value)),
      done: (result) => this.#settle(job, () => job.moveToCompleted(result, token, false)),
      doneAndClaim: (result) => this.#doneAndClaim(worker, job, token, result),
      retry: (failure, delayMs) => {
        // The caller decides whether to retry, so BullMQ gets settings that lead to the same decision.
        job.opts.attempts = job.attemptsMade + 2
        job.opts.backoff = { type: 'fixed', delay: delayMs }
        return this.#settle(job, () => job.moveToFailed(plainError(failure), token, false))
      },
      fail: (failure) => this.#settle(job, () => job.moveToFailed(this.#error(failure), token, false)),
      release: () => this.#settle(job, () => job.moveToWait(token)),
    }
  }

  /**
   * Finishes a job and claims the next one in one command, which Redis writes to its disk once. The next job gets the token of
   * this one.
   */
  async #doneAndClaim(worker: Worker, job: Job, token: string, result: JobData): Promise<ClaimedJob | undefined> {
    let reply: unknown
    await this.#settle(job, async () => {
      reply = await job.moveToCompleted(result, token, true)
    })
    const [data, id] = (Array.isArray(reply) ? reply : []) as [data?: StoredJob | null, id?: string]
    if (data === undefined || data === null || id === undefined) return undefined
    return this.#take(worker, this.bullmq.Job.fromJSON(worker, data, id), token)
  }

  /** An error that tells BullMQ not to retry. */
  #error(failure: JobFailure): Error {
    const { message } = plainError(failure)
    return withoutStack(new this.bullmq.UnrecoverableError(message))
  }

  async #settle(job: Job, move: () => Promise<unknown>): Promise<boolean> {
    try {
      await runSafely(move)
      return true
    } catch (error) {
      // BullMQ's error codes for a job, a lock or an active entry that does not exist. The job was given to another worker.
      const code = codeOf(error)
      if (typeof code === 'number' && code < 0) return false
      throw error
    } finally {
      this.#held.delete(job)
    }
  }

  /** Reports that this process is alive. */
  async #renew(): Promise<void> {
    const byWorker = new Map<Worker, [Job, HeldJob][]>()
    for (const entry of this.#held) {
      const list = byWorker.get(entry[1].worker) ?? []
      byWorker.set(entry[1].worker, [...list, entry])
    }
    for (const [worker, entries] of byWorker) {
      const ids = entries.map(([job]) => job.id ?? '')
      const tokens = entries.map(([, { token }]) => token)
      try {
        const lost = await worker.extendJobLocks(ids, tokens, this.options.leaseMs)
        for (const [job, { controller }] of entries) {
          if (!lost.includes(job.id ?? '') || !this.#held.delete(job)) continue
          controller.abort(new Error('The job has gone to another worker.'))
        }
      } catch (error) {
        this.options.onError(error)
      }
    }
  }

  async keepOnly(batchIds: ReadonlySet<string>): Promise<void> {
    const busy = new Set([...this.#held.values()].map(({ worker }) => worker))
    for (const [id, worker] of this.#workers) {
      if (batchIds.has(id) || busy.has(worker)) continue
      this.#workers.delete(id)
      await worker.close(true)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all([...this.#workers.values()].map((worker) => worker.close(true)))
    this.#workers.clear()
  }
}

const ABANDONED: JobFailure = { code: 'job_abandoned', message: 'Its workers ended while working on it.' }

function plainError({ code, message }: JobFailure): Error {
  return withoutStack(new Error(`${code}: ${message}`))
}

/** Removes the stack trace of an error. BullMQ would store a kilobyte of it with each job. */
function withoutStack(error: Error): Error {
  error.stack = ''
  return error
}
