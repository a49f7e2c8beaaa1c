/**
 * The loop of a process that works: jobs of all running batches, tenants in turn.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import type { BatchEngine, ClaimedJob, EngineWorker, JobData, StoredBatch } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'
import { describeStatus } from '../status.js'
import {
  deliverWebhook,
  finishedWebhook,
  WEBHOOK_RETRIES,
  WEBHOOKS,
  type WebhookSender,
} from '../webhooks/deliver-webhook.js'
import { doDocumentJob, type WorkPlace } from './document-work.js'
import { chooseRemedy, type RetryRules } from './failures.js'
import { FairTurns, type RunningBatch } from './fair-turns.js'

/** How a process works. */
export interface WorkerSettings {
  readonly concurrency: number
  readonly pollMs: number
  readonly leaseMs: number
  readonly retries: RetryRules
  readonly onError: (error: unknown) => void
}

/** A process that works. */
export interface BatchWorker {
  /** Jobs in work. */
  readonly active: number
  /**
   * Begins nothing more, and waits for what goes on; what still goes on after `graceMs` (default 30 s) is given back for
   * others to do.
   */
  close(options?: { readonly graceMs?: number }): Promise<void>
}

/** Starts working. */
export async function startWorker(
  engine: BatchEngine,
  place: WorkPlace,
  webhooks: WebhookSender | undefined,
  settings: WorkerSettings,
): Promise<BatchWorker> {
  const { leaseMs, onError } = settings
  const maxAbandonments = BATCH_LIMITS.maxAbandonments
  const worker = await engine.openWorker({ leaseMs, maxAbandonments, onError })
  const loop = new WorkLoop(engine, worker, place, webhooks, settings)
  loop.start()
  return loop
}

/** A job in work, and whose it is. */
interface BatchClaim {
  readonly batch: StoredBatch
  readonly claim: ClaimedJob
}

class WorkLoop implements BatchWorker {
  readonly #turns = new FairTurns()
  readonly #batches = new Map<string, StoredBatch>()
  readonly #claims = new Set<ClaimedJob>()
  readonly #closing = new AbortController()
  readonly #giveUp = new AbortController()
  #tick: Promise<void> = Promise.resolve()
  #wake: () => void = () => undefined
  #running: Promise<unknown> = Promise.resolve()

  constructor(
    readonly engine: BatchEngine,
    readonly worker: EngineWorker,
    readonly place: WorkPlace,
    readonly webhooks: WebhookSender | undefined,
    readonly settings: WorkerSettings,
  ) {}

  get active(): number {
    return this.#claims.size
  }

  start(): void {
    this.#nextTick()
    const slots = Array.from({ length: this.settings.concurrency }, () => this.#slot())
    this.#running = Promise.all([this.#poll(), ...slots])
  }

  async close({ graceMs = BATCH_LIMITS.closeGraceMs }: { readonly graceMs?: number } = {}): Promise<void> {
    this.#closing.abort()
    this.#wake()
    const timer = setTimeout(
      () => this.#giveUp.abort(new SealwrightError('overloaded', 'The worker is closing.')),
      graceMs,
    )
    try {
      await this.#running
    } finally {
      clearTimeout(timer)
    }
    await this.worker.close()
  }

  get #isOpen(): boolean {
    return !this.#closing.signal.aborted
  }

  #nextTick(): void {
    this.#tick = new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  /** Looks for batches, and for batches that have ended. */
  async #poll(): Promise<void> {
    while (this.#isOpen) {
      try {
        const ended = this.#turns.empty
        const running = await this.engine.runningBatches()
        const ids = new Set(running.map(({ id }) => id))
        for (const id of this.#batches.keys()) if (!ids.has(id)) this.#batches.delete(id)
        await this.worker.keepOnly(ids)
        const own = running.filter(({ kind }) => kind === 'documents' || this.webhooks !== undefined)
        this.#turns.renew(own)
        this.#wake()
        this.#nextTick()
        for (const batch of ended) if (ids.has(batch.id)) await this.#finishIfDone(batch)
      } catch (error) {
        this.settings.onError(error)
      }
      await pause(this.settings.pollMs, this.#closing.signal)
    }
    this.#wake()
  }

  async #slot(): Promise<void> {
    let next: BatchClaim | undefined
    while (this.#isOpen || next !== undefined) {
      try {
        next ??= await this.#claimNext()
        if (next === undefined) {
          await this.#tick
          continue
        }
        const current = next
        next = undefined
        next = await this.#work(current)
      } catch (error) {
        this.settings.onError(error)
        await pause(this.settings.pollMs, this.#closing.signal)
      }
    }
  }

  async #claimNext(): Promise<BatchClaim | undefined> {
    for (;;) {
      const [first] = this.#turns.next()
      if (first === undefined || !this.#isOpen) return undefined
      const claim = await this.worker.claim(first.id)
      if (claim === undefined) {
        this.#turns.markEmpty(first.id)
        continue
      }
      const batch = this.#batches.get(first.id) ?? (await this.engine.findBatch(first.id))
      if (batch === null) {
        await claim.release()
        this.#turns.markEmpty(first.id)
        continue
      }
      this.#batches.set(first.id, batch)
      return { batch, claim }
    }
  }

  /** @returns the next job of the batch, where it came with the settling of this one */
  async #work({ batch, claim }: BatchClaim): Promise<BatchClaim | undefined> {
    this.#claims.add(claim)
    const isWebhook = batch.kind === 'webhooks'
    try {
      const signal = AbortSignal.any([claim.signal, this.#giveUp.signal])
      const result = await this.#do(batch, { ...claim, signal })
      return await this.#settle(batch, claim, result)
    } catch (error) {
      if (claim.signal.aborted) return undefined
      if (this.#giveUp.signal.aborted) {
        await claim.release()
        return undefined
      }
      const rules = isWebhook ? WEBHOOK_RETRIES : this.settings.retries
      const remedy = chooseRemedy(error, claim.attempt, rules)
      if (remedy.failure.code === 'internal_error') this.settings.onError(error)
      if (remedy.kind === 'retry') await claim.retry(remedy.failure, remedy.delayMs)
      else await claim.fail(remedy.failure)
      return undefined
    } finally {
      this.#claims.delete(claim)
    }
  }

  /** Takes the next job along where that is this batch's by right. */
  async #settle(batch: StoredBatch, claim: ClaimedJob, result: JobData): Promise<BatchClaim | undefined> {
    if (claim.doneAndClaim === undefined || !this.#isOpen || !this.#turns.isNext(batch.id)) {
      await claim.done(result)
      return undefined
    }
    this.#turns.next()
    const next = await claim.doneAndClaim(result)
    if (next === undefined || this.#isOpen) return next === undefined ? undefined : { batch, claim: next }
    await next.release()
    return undefined
  }

  #do(batch: StoredBatch, claim: ClaimedJob): Promise<JobData> {
    if (batch.kind === 'documents') return doDocumentJob(this.place, batch, claim)
    if (this.webhooks === undefined) throw new SealwrightError('internal_error', 'There is no secret for webhooks.')
    return deliverWebhook(claim, this.webhooks)
  }

  /** The webhook is kept first: if this process ends in between, the next one finds it there. */
  async #finishIfDone({ id, isFilled, kind }: RunningBatch): Promise<void> {
    if (!isFilled || kind !== 'documents') return
    const counts = await this.engine.countJobs(id, Date.now())
    if (counts.waiting + counts.active + counts.retrying > 0) return
    const batch = await this.engine.findBatch(id)
    if (batch === null || !batch.isFilled || batch.state !== 'running') return
    const ended: StoredBatch = { ...batch, state: 'finished', finishedAt: Date.now() }
    const url = batch.request.webhook?.url
    if (url !== undefined) {
      await this.engine.createBatch(WEBHOOKS)
      await this.engine.addJobs(WEBHOOKS.id, [finishedWebhook(ended, url, describeStatus(ended, counts))])
    }
    await this.place.outputs.tidy?.()
    await this.engine.changeBatch(id, ['running'], { state: 'finished', finishedAt: ended.finishedAt })
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
