/**
 * createBatches: many documents, on this machine or on many.
 *
 * @module
 */

import { availableParallelism } from 'node:os'
import { SealwrightError } from '../errors.js'
import { jobKinds } from '../http/jobs/job-kinds.js'
import { MAX_DOCUMENT_BYTES } from '../limits.js'
import { tell } from '../tell.js'
import type { Executor } from '../work/executor.js'
import { createInlineExecutor } from '../work/inline-executor.js'
import { createWorkerPool } from '../work/worker-pool.js'
import type { BatchFailure, BatchPage, BatchResult, BatchStatus } from './batch.js'
import type { BatchEngine, PageRequest, StoredBatch } from './batch-engine.js'
import { BATCH_LIMITS } from './batch-limits.js'
import {
  assertBatchOptions,
  assertEnqueueOptions,
  assertWorkOptions,
  type BatchOptions,
  type EnqueueOptions,
  type WorkOptions,
} from './batch-options.js'
import type { DocumentStore } from './document-store.js'
import type { EnqueueReport } from './enqueue.js'
import { batchId } from './jobs/job-id.js'
import { tenantFolder } from './jobs/output-name.js'
import type { StepRunner } from './jobs/step-runner.js'
import type { EntrySource } from './sources/entry-sources.js'
import { describeDeadLetter, describeResult, describeStatus } from './status.js'
import { tenantSecret } from './webhooks/sign-webhook.js'
import type { BatchWorker } from './work/batch-worker.js'
import { JOB_RETRIES } from './work/failures.js'

/** The tenant that the batch must belong to; any, if left out. */
export interface BatchAccess {
  readonly tenant?: string | undefined
}

/** Batches. Each method that names one rejects with `batch_not_found` where there is none, or where it is another tenant's. */
export interface Batches {
  /**
   * Takes entries; work begins with the first ones. Called again with the same name, after whatever ended it, it takes what is
   * missing: no document is done twice.
   *
   * @throws SealwrightError `invalid_request`, `batch_name_taken`, `batch_ended` for one that was cancelled
   */
  enqueue(source: EntrySource, options: EnqueueOptions): Promise<EnqueueReport>
  /** @param id the batch's id. See {@link Batches.idOf} for the one of a name. */
  status(id: string, access?: BatchAccess): Promise<BatchStatus>
  list(tenant: string | null, page?: Partial<PageRequest>): Promise<BatchPage<BatchStatus>>
  results(id: string, page?: Partial<PageRequest>, access?: BatchAccess): Promise<BatchPage<BatchResult>>
  /** Entries that were not taken, then documents that will not be done. */
  failures(id: string, page?: Partial<PageRequest>, access?: BatchAccess): Promise<BatchPage<BatchFailure>>
  readResult(id: string, job: string, access?: BatchAccess): Promise<BatchResult & { readonly bytes: Uint8Array }>
  /** What is in work comes to its end. */
  pause(id: string, access?: BatchAccess): Promise<void>
  resume(id: string, access?: BatchAccess): Promise<void>
  /** For good. What is done stays. */
  cancel(id: string, access?: BatchAccess): Promise<void>
  /** Puts what is on the dead-letter list back; gives how much that was. */
  retry(id: string, access?: BatchAccess): Promise<number>
  /** Forgets a batch that has ended. Its results stay. */
  remove(id: string, access?: BatchAccess): Promise<void>
  /** Works in this process, on batches of all tenants. */
  work(options?: WorkOptions): Promise<BatchWorker>
  idOf(name: string, tenant?: string): string
  /** The secret that a tenant checks webhooks with; undefined where there are no webhooks. */
  webhookSecret(tenant: string): string | undefined
  readonly inputs: DocumentStore
  close(): Promise<void>
}

const DEFAULT_TENANT = 'default'
const DEFAULT_LIMIT = 100
/** Entries in one answer; there is a cursor for the rest. */
const MAX_LIMIT = 1000

/**
 * Makes batches over an engine and two stores. Nothing runs before `work` is called, here or in another process.
 *
 * @throws SealwrightError `invalid_request` for options that make no sense
 *
 * @example
 * ```ts
 * const engine = bullmqEngine({ redis: new Redis(url, { maxRetriesPerRequest: null }) })
 * const batches = createBatches({ engine, inputs: fileStore('contracts'), outputs: fileStore('signed'), identity })
 * await batches.enqueue(fromFolder(batches.inputs, ''), { name: 'contracts of May', request: { steps: ['sign'], sign: { signer } } })
 * const worker = await batches.work()      // in as many processes, on as many hosts as you like
 * ```
 */
export function createBatches(options: BatchOptions): Batches {
  return new BatchService(options)
}

class BatchService implements Batches {
  readonly #options: BatchOptions
  readonly #engine: BatchEngine
  readonly #executors: { readonly pool: Executor; readonly inline: Executor }
  #runner: Promise<StepRunner> | undefined
  readonly #maxDocumentBytes: number
  readonly #workers = new Set<BatchWorker>()

  constructor(options: BatchOptions) {
    assertBatchOptions(options)
    this.#options = options
    this.#engine = options.engine
    this.#maxDocumentBytes = options.maxDocumentBytes ?? MAX_DOCUMENT_BYTES
    if (options.webhooks !== undefined) tenantSecret(options.webhooks.secret, DEFAULT_TENANT)
    const inline = createInlineExecutor(jobKinds())
    const threads = Math.max(1, availableParallelism())
    const pool = options.workers === false ? inline : createWorkerPool(jobKinds(), { threads, ...options.workers })
    this.#executors = { pool, inline }
  }

  /** What does the steps is loaded by the first entry or worker: most processes that look at batches have neither. */
  #openRunner(): Promise<StepRunner> {
    this.#runner ??= import('./jobs/step-runner.js').then(({ StepRunner }) => {
      const settings = { ...this.#options, maxDocumentBytes: this.#maxDocumentBytes }
      return new StepRunner(settings, { ...this.#executors, isDedicated: this.#options.dedicated ?? false })
    })
    return this.#runner
  }

  get inputs(): DocumentStore {
    return this.#options.inputs
  }

  idOf(name: string, tenant = DEFAULT_TENANT): string {
    return batchId(tenant, name)
  }

  webhookSecret(tenant: string): string | undefined {
    const { webhooks } = this.#options
    return webhooks === undefined ? undefined : tenantSecret(webhooks.secret, tenant)
  }

  async enqueue(source: EntrySource, options: EnqueueOptions): Promise<EnqueueReport> {
    assertEnqueueOptions(options)
    const { request, name, tenant = DEFAULT_TENANT, onRejected, signal } = options
    const { assertBatchRequest, assertSameRequest } = await import('./request.js')
    assertBatchRequest(request, { name, tenant, webhooks: this.#options.webhooks })
    const id = batchId(tenant, name)
    const batch = await this.#engine.createBatch({
      id,
      tenant,
      name,
      kind: 'documents',
      request,
      state: 'running',
      isFilled: false,
      createdAt: Date.now(),
      finishedAt: null,
      round: 0,
    })
    if (batch.state === 'cancelled') throw new SealwrightError('batch_ended', 'The batch was cancelled.')
    assertSameRequest(batch, request)
    await this.#reopen(batch, { isFilled: false })
    const { takeEntries } = await import('./enqueue.js')
    const { inputs } = this.#options
    const context = { engine: this.#engine, inputs, runner: await this.#openRunner(), onRejected, signal }
    const report = await takeEntries(context, batch, source)
    // It may have been taken for finished in between.
    await this.#reopen((await this.#engine.findBatch(id)) ?? batch, { isFilled: true })
    return report
  }

  /** Changes a batch that goes on, or lets one that has finished go on in another round. */
  async #reopen({ id, round }: StoredBatch, changes: { readonly isFilled?: boolean }): Promise<void> {
    if (await this.#engine.changeBatch(id, ['running', 'paused'], changes)) return
    const again = { state: 'running', finishedAt: null, round: round + 1 } as const
    await this.#engine.changeBatch(id, ['finished'], { ...changes, ...again })
  }

  async status(id: string, access: BatchAccess = {}): Promise<BatchStatus> {
    return this.#describe(await this.#find(id, access))
  }

  async #describe(batch: StoredBatch): Promise<BatchStatus> {
    return describeStatus(batch, await this.#engine.countJobs(batch.id, Date.now() - BATCH_LIMITS.rateWindowMs))
  }

  async list(tenant: string | null, page: Partial<PageRequest> = {}): Promise<BatchPage<BatchStatus>> {
    const { items, cursor } = await this.#engine.listBatches(tenant, readPage(page))
    return { items: await Promise.all(items.map((batch) => this.#describe(batch))), cursor }
  }

  async results(
    id: string,
    page: Partial<PageRequest> = {},
    access: BatchAccess = {},
  ): Promise<BatchPage<BatchResult>> {
    await this.#find(id, access)
    const { items, cursor } = await this.#engine.listJobs(id, 'done', readPage(page))
    return { items: items.map(describeResult), cursor }
  }

  async failures(
    id: string,
    page: Partial<PageRequest> = {},
    access: BatchAccess = {},
  ): Promise<BatchPage<BatchFailure>> {
    await this.#find(id, access)
    const { cursor, limit } = readPage(page)
    // First one list, then the other: the cursor says which.
    if (cursor === undefined || cursor.startsWith('r')) {
      const rejected = await this.#engine.listRejections(id, { cursor: cursor?.slice(1), limit })
      const items = rejected.items.map(({ position, input = '', code, message }) => {
        return { job: null, input, code, message, attempts: 0, failedAt: null, position }
      })
      const isLast = rejected.cursor === null
      if (items.length > 0 || !isLast) return { items, cursor: isLast ? 'f' : `r${rejected.cursor}` }
    }
    const inner = cursor?.startsWith('f') === true && cursor.length > 1 ? cursor.slice(1) : undefined
    const failed = await this.#engine.listJobs(id, 'failed', { cursor: inner, limit })
    return { items: failed.items.map(describeDeadLetter), cursor: failed.cursor === null ? null : `f${failed.cursor}` }
  }

  async readResult(
    id: string,
    job: string,
    access: BatchAccess = {},
  ): Promise<BatchResult & { readonly bytes: Uint8Array }> {
    await this.#find(id, access)
    const ended = await this.#engine.findJob(id, job)
    if (ended?.result == null) throw new SealwrightError('document_not_found', 'There is no such result.')
    const result = describeResult(ended)
    const { bytes } = await this.#options.outputs.read(result.output, { maxBytes: Number.POSITIVE_INFINITY })
    return { ...result, bytes }
  }

  async pause(id: string, access: BatchAccess = {}): Promise<void> {
    const { state } = await this.#find(id, access)
    if (state === 'paused' || (await this.#engine.changeBatch(id, ['running'], { state: 'paused' }))) return
    throw ended()
  }

  async resume(id: string, access: BatchAccess = {}): Promise<void> {
    const { state } = await this.#find(id, access)
    if (state === 'running' || (await this.#engine.changeBatch(id, ['paused'], { state: 'running' }))) return
    throw ended()
  }

  async cancel(id: string, access: BatchAccess = {}): Promise<void> {
    const { state } = await this.#find(id, access)
    const changes = { state: 'cancelled', finishedAt: Date.now() } as const
    if (state === 'cancelled' || (await this.#engine.changeBatch(id, ['running', 'paused'], changes))) return
    throw ended()
  }

  async retry(id: string, access: BatchAccess = {}): Promise<number> {
    const batch = await this.#find(id, access)
    if (batch.state === 'cancelled') throw ended()
    const count = await this.#engine.retryFailed(id)
    if (count > 0) await this.#reopen(batch, {})
    return count
  }

  async remove(id: string, access: BatchAccess = {}): Promise<void> {
    const { state } = await this.#find(id, access)
    if (state !== 'finished' && state !== 'cancelled') {
      throw new SealwrightError('invalid_request', 'The batch is still running: cancel it first.')
    }
    await this.#engine.removeBatch(id)
  }

  async #find(id: string, { tenant }: BatchAccess): Promise<StoredBatch> {
    const batch = await this.#engine.findBatch(id)
    // That another tenant has such a batch is not disclosed.
    if (batch === null || batch.kind !== 'documents' || (tenant !== undefined && batch.tenant !== tenant)) {
      throw new SealwrightError('batch_not_found', 'There is no such batch.')
    }
    return batch
  }

  async work(options: WorkOptions = {}): Promise<BatchWorker> {
    assertWorkOptions(options)
    const {
      concurrency = BATCH_LIMITS.concurrency,
      pollMs = BATCH_LIMITS.pollMs,
      leaseMs = BATCH_LIMITS.leaseMs,
    } = options
    const {
      inputs,
      outputs,
      folderOf = tenantFolder,
      addresses = {},
      webhooks,
      retries,
      onError = () => undefined,
    } = this.#options
    const place = {
      inputs,
      outputs,
      runner: await this.#openRunner(),
      maxDocumentBytes: this.#maxDocumentBytes,
      mayBlock: this.#options.dedicated ?? false,
      folderOf,
      addresses,
    }
    const sender =
      webhooks === undefined
        ? undefined
        : { secretOf: (tenant: string) => tenantSecret(webhooks.secret, tenant), rules: webhooks }
    await outputs.tidy?.()
    const quietly = (error: unknown) => tell(() => onError(error), undefined)
    const settings = { concurrency, pollMs, leaseMs, retries: { ...JOB_RETRIES, ...retries }, onError: quietly }
    const { startWorker } = await import('./work/batch-worker.js')
    const worker = await startWorker(this.#engine, place, sender, settings)
    this.#workers.add(worker)
    return worker
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers].map((worker) => worker.close()))
    this.#workers.clear()
    await Promise.all([this.#executors.pool.close(), this.#executors.inline.close()])
    await this.#engine.close()
  }
}

function readPage({ cursor, limit = DEFAULT_LIMIT }: Partial<PageRequest>): PageRequest {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new SealwrightError('invalid_request', `limit is a number from 1 to ${MAX_LIMIT}.`)
  }
  if (cursor !== undefined && !/^[rf]?\d{0,15}$/.test(cursor)) {
    throw new SealwrightError('invalid_request', 'The cursor is not one that a page of results gave.')
  }
  return { limit, ...(cursor === undefined ? {} : { cursor }) }
}

function ended(): SealwrightError {
  return new SealwrightError('batch_ended', 'The batch has ended.')
}
