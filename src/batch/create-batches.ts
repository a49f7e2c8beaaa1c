/**
 * createBatches: work on many documents, on one host or on many.
 *
 * @module
 */

import { availableParallelism } from 'node:os'
import { SealwrightError } from '../errors.js'
import { jobKinds } from '../jobs/job-kinds.js'
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
import type { BatchAccess, Batches, BatchUsage, Submission } from './batches.js'
import type { DocumentStore } from './document-store.js'
import type { EnqueueReport } from './enqueue.js'
import { type Erased, forgetBatch, forgetOld, forgetTenant, type Keeping, removeLate } from './forget.js'
import { type IntakeContext, reopenBatch } from './intake/intake-context.js'
import { batchId } from './jobs/job-id.js'
import { tenantFolder } from './jobs/output-name.js'
import type { StepRunner } from './jobs/step-runner.js'
import { BatchLedger } from './ledger.js'
import { reachableStore } from './reachable-store.js'
import type { EntrySource } from './sources/entry-sources.js'
import { describeResult, describeStatus, listFailures, readPage } from './status.js'
import { tenantSecrets } from './webhooks/sign-webhook.js'
import type { BatchWorker } from './work/batch-worker.js'
import { JOB_RETRIES } from './work/failures.js'

const DEFAULT_TENANT = 'default'
/** A name that no batch and no document has, for readiness checks: only whether an answer comes counts. */
const NO_NAME = 'readiness'

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

interface NewBatch extends Pick<StoredBatch, 'tenant' | 'name' | 'request'> {
  readonly now: number
}

class BatchService implements Batches {
  readonly #options: BatchOptions
  readonly #engine: BatchEngine
  readonly #stores: { readonly inputs: DocumentStore; readonly outputs: DocumentStore }
  readonly #executors: { readonly pool: Executor; readonly inline: Executor }
  #runner: Promise<StepRunner> | undefined
  readonly #maxDocumentBytes: number
  readonly #ledger: BatchLedger
  readonly #keepMs: number
  readonly #workers = new Set<BatchWorker>()
  #purging: NodeJS.Timeout | undefined
  #purged: Promise<void> = Promise.resolve()

  constructor(options: BatchOptions) {
    assertBatchOptions(options)
    this.#options = options
    this.#engine = options.engine
    this.#stores = { inputs: reachableStore(options.inputs), outputs: reachableStore(options.outputs) }
    this.#maxDocumentBytes = options.maxDocumentBytes ?? MAX_DOCUMENT_BYTES
    this.#ledger = new BatchLedger(options.engine, options.allowance)
    this.#keepMs = options.keepMs ?? BATCH_LIMITS.keepMs
    if (options.webhooks !== undefined) tenantSecrets(options.webhooks.secret, DEFAULT_TENANT)
    const inline = createInlineExecutor(jobKinds())
    const threads = Math.max(1, availableParallelism())
    const pool = options.workers === false ? inline : createWorkerPool(jobKinds(), { threads, ...options.workers })
    this.#executors = { pool, inline }
  }

  /** The module that runs steps. The first entry or worker loads it, since most processes that look at batches need neither. */
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
    return webhooks === undefined ? undefined : tenantSecrets(webhooks.secret, tenant)[0]
  }

  async enqueue(source: EntrySource, options: EnqueueOptions): Promise<EnqueueReport> {
    assertEnqueueOptions(options)
    const { request, name, tenant = DEFAULT_TENANT, onRejected, signal } = options
    const { assertBatchRequest, assertSameRequest } = await import('./request.js')
    assertBatchRequest(request, { name, tenant, webhooks: this.#options.webhooks })
    const batch = await this.#openBatch({ tenant, name, request, now: Date.now() })
    assertSameRequest(batch, request)
    await reopenBatch(this.#engine, batch, { isFilled: false })
    const { takeEntries } = await import('./enqueue.js')
    const report = await takeEntries({ ...(await this.#intake()), onRejected, signal }, batch, source)
    // The batch may have been taken for finished in between.
    await reopenBatch(this.#engine, (await this.#engine.findBatch(batch.id)) ?? batch, { isFilled: true })
    return report
  }

  async submit(submission: Submission): Promise<string> {
    const { tenant, name, request, isNamed, signal } = submission
    const { assertBatchRequest, assertSameRequest } = await import('./request.js')
    assertBatchRequest(request, { name, tenant, webhooks: this.#options.webhooks })
    const now = Date.now()
    const isKnown = (await this.#engine.findBatch(batchId(tenant, name))) !== null
    const batch = await this.#openBatch({ tenant, name, request, now })
    assertSameRequest(batch, request)
    // Another host may have made the batch in between.
    const isNew = !isKnown && batch.createdAt === now
    try {
      const { chargeOf, submitEntries } = await import('./intake/submit.js')
      const isCharged = isNew || isNamed
      if (isCharged) await this.#ledger.charge(batch, chargeOf(submission))
      await reopenBatch(this.#engine, batch, { isFilled: false })
      const isWhole = await submitEntries({ ...(await this.#intake()), signal }, batch, submission, isCharged)
      const after = await this.#engine.findBatch(batch.id)
      if (after === null) {
        await removeLate(this.#keeping, batch)
        throw new SealwrightError('batch_ended', 'The batch was removed while it was taken in.')
      }
      if (!isWhole) return batch.id
      await this.#ledger.settleFilled(batch)
      await reopenBatch(this.#engine, after, { isFilled: true })
    } catch (error) {
      // The client was told of no batch, so nothing of it is kept.
      if (isNew) await forgetBatch(this.#keeping, batch).catch(() => undefined)
      throw error
    }
    return batch.id
  }

  async #openBatch({ tenant, name, request, now }: NewBatch): Promise<StoredBatch> {
    const batch = await this.#engine.createBatch({
      id: batchId(tenant, name),
      tenant,
      name,
      kind: 'documents',
      request,
      state: 'running',
      isFilled: false,
      createdAt: now,
      finishedAt: null,
      round: 0,
    })
    if (batch.state === 'cancelled') throw new SealwrightError('batch_ended', 'The batch was cancelled.')
    return batch
  }

  async #intake(): Promise<IntakeContext> {
    const { inputs } = this.#stores
    return { engine: this.#engine, inputs, runner: await this.#openRunner(), ledger: this.#ledger }
  }

  get #keeping(): Keeping {
    const { engine, folderOf = tenantFolder } = this.#options
    return { engine, ...this.#stores, folderOf }
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
    return listFailures(this.#engine, id, readPage(page))
  }

  async findResult(id: string, job: string, access: BatchAccess = {}): Promise<BatchResult> {
    await this.#find(id, access)
    const ended = await this.#engine.findJob(id, job)
    if (ended?.result == null) throw new SealwrightError('document_not_found', 'There is no such result.')
    return describeResult(ended)
  }

  async readResult(
    id: string,
    job: string,
    { maxBytes = Number.POSITIVE_INFINITY, ...access }: BatchAccess & { readonly maxBytes?: number } = {},
  ): Promise<BatchResult & { readonly bytes: Uint8Array }> {
    const result = await this.findResult(id, job, access)
    const { bytes } = await this.#stores.outputs.read(result.output, { maxBytes })
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
    const batch = await this.#find(id, access)
    const changes = { state: 'cancelled', finishedAt: Date.now() } as const
    if (batch.state === 'cancelled') return
    if (!(await this.#engine.changeBatch(id, ['running', 'paused'], changes))) throw ended()
    await this.#ledger.settleEnded(batch)
  }

  async retry(id: string, access: BatchAccess = {}): Promise<number> {
    const batch = await this.#find(id, access)
    if (batch.state === 'cancelled') throw ended()
    // The documents that were in the queue until the batch ended are in it again.
    if (batch.state === 'finished') {
      const { failed } = await this.#engine.countJobs(id, Date.now())
      await this.#ledger.charge(batch, { documents: failed })
    }
    const count = await this.#engine.retryFailed(id)
    if (count > 0) await reopenBatch(this.#engine, batch, {})
    return count
  }

  async remove(
    id: string,
    { documents = false, ...access }: BatchAccess & { readonly documents?: boolean } = {},
  ): Promise<void> {
    const batch = await this.#find(id, access)
    if (batch.state !== 'finished' && batch.state !== 'cancelled') {
      throw new SealwrightError('invalid_request', 'The batch is still running: cancel it first.')
    }
    if (documents) await forgetBatch(this.#keeping, batch)
    else await this.#engine.removeBatch(id)
  }

  erase(tenant: string): Promise<Erased> {
    return forgetTenant(this.#keeping, tenant)
  }

  purge(now: number): Promise<number> {
    return forgetOld(this.#keeping, now - this.#keepMs)
  }

  async usage(tenant: string | null): Promise<BatchUsage> {
    return { used: await this.#ledger.usage(tenant), allowed: this.#ledger.allowance, keepMs: this.#keepMs }
  }

  async #find(id: string, { tenant }: BatchAccess): Promise<StoredBatch> {
    const batch = await this.#engine.findBatch(id)
    // A tenant must not learn that another tenant has such a batch.
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
      ledger: this.#ledger,
      maxDocumentBytes: this.#maxDocumentBytes,
      mayBlock: this.#options.dedicated ?? false,
      folderOf,
      addresses,
    }
    const sender =
      webhooks === undefined
        ? undefined
        : { secretsOf: (tenant: string) => tenantSecrets(webhooks.secret, tenant), rules: webhooks }
    await outputs.tidy?.()
    const quietly = (error: unknown) => tell(() => onError(error), undefined)
    const settings = { concurrency, pollMs, leaseMs, retries: { ...JOB_RETRIES, ...retries }, onError: quietly }
    const { startWorker } = await import('./work/batch-worker.js')
    const worker = await startWorker(this.#engine, place, sender, settings)
    this.#workers.add(worker)
    this.#beginPurging(quietly)
    return worker
  }

  async checkQueue(): Promise<void> {
    await this.#engine.findBatch(NO_NAME)
  }

  async checkDocuments(): Promise<void> {
    const { inputs, outputs } = this.#options
    await Promise.all([inputs.stat(NO_NAME), outputs.stat(NO_NAME)])
  }

  /** Purges at once and then at intervals, as long as this process works. */
  #beginPurging(onError: (error: unknown) => void): void {
    if (this.#purging !== undefined) return
    const purge = () => {
      this.#purged = this.#purged.then(async () => void (await this.purge(Date.now()))).catch(onError)
    }
    this.#purging = setInterval(purge, BATCH_LIMITS.tidyMs).unref()
    purge()
  }

  async close(): Promise<void> {
    clearInterval(this.#purging)
    await this.#purged
    await Promise.all([...this.#workers].map((worker) => worker.close()))
    this.#workers.clear()
    await Promise.all([this.#executors.pool.close(), this.#executors.inline.close()])
    await this.#engine.close()
  }
}

function ended(): SealwrightError {
  return new SealwrightError('batch_ended', 'The batch has ended.')
}
