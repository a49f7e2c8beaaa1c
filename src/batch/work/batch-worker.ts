/**
 * The main loop of a worker process: it runs jobs of all running batches, and tenants take turns.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { append } from '../../lists.js'
import type { BatchEngine, ClaimedJob, EngineWorker, JobData, StoredBatch } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'
import { removeFolder } from '../forget.js'
import { resultFolder } from '../jobs/output-name.js'
import { describeStatus } from '../status.js'
import { deliverWebhook, type WebhookSender } from '../webhooks/deliver-webhook.js'
import { finishedWebhook, WEBHOOK_RETRIES, WEBHOOKS } from '../webhooks/webhook-jobs.js'
import { Bundle, type BundleHost, type MadeResult } from './bundle.js'
import { BundleSizes } from './bundle-sizes.js'
import { makeDocument, type WorkPlace } from './document-work.js'
import { chooseRemedy, type RetryRules } from './failures.js'
import { FairTurns, type RunningBatch } from './fair-turns.js'
import { Places } from './places.js'
import { Solitude } from './solitude.js'

/** Settings of a worker process. */
export interface WorkerSettings {
  readonly concurrency: number
  readonly pollMs: number
  readonly leaseMs: number
  readonly retries: RetryRules
  readonly onError: (error: unknown) => void
}

/** A worker process. */
export interface BatchWorker {
  /** Jobs that this process has claimed and not settled. */
  readonly active: number
  /**
   * Begins no further jobs and waits for those that run. Jobs that still run after `graceMs` (default 30 s) are given back for
   * other workers.
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

/** Jobs that were claimed together, with their batch. */
interface Taken {
  readonly batch: StoredBatch
  readonly claims: readonly ClaimedJob[]
}

class WorkLoop implements BatchWorker {
  readonly #turns = new FairTurns()
  readonly #batches = new Map<string, StoredBatch>()
  readonly #claims = new Set<ClaimedJob>()
  readonly #sizes = new BundleSizes()
  readonly #solitude = new Solitude()
  /** Places for bundles that make results. */
  readonly #places: Places
  /** Batches that were running when the engine was last asked. */
  #runningIds: ReadonlySet<string> = new Set()
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
  ) {
    this.#places = new Places(settings.concurrency)
  }

  get active(): number {
    return this.#claims.size
  }

  start(): void {
    this.#nextTick()
    // Twice as many slots as places: while one half writes its results, the other half makes the next ones.
    const slots = Array.from({ length: 2 * this.settings.concurrency }, () => this.#slot())
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

  /** Looks for running batches, and for batches that have ended. */
  async #poll(): Promise<void> {
    while (this.#isOpen) {
      try {
        const ended = this.#turns.empty
        const running = await this.engine.runningBatches()
        const ids = new Set(running.map(({ id }) => id))
        this.#runningIds = ids
        for (const id of this.#batches.keys()) if (!ids.has(id)) this.#batches.delete(id)
        this.#sizes.keepOnly(ids)
        await this.worker.keepOnly(ids)
        const own = running.filter(({ kind }) => kind !== 'webhooks' || this.webhooks !== undefined)
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
    while (this.#isOpen) {
      try {
        const outcome = await this.#solitude.together(() => this.#workOn())
        if (outcome === 'nothing to do') await this.#tick
        else if (outcome !== undefined) await this.#solitude.alone(() => this.#workAlone(outcome))
      } catch (error) {
        this.settings.onError(error)
        await pause(this.settings.pollMs, this.#closing.signal)
      }
    }
  }

  /**
   * Claims jobs and runs them, until there are none, or a job has to be run alone.
   *
   * @returns the batch of a job that has to be run alone
   */
  async #workOn(): Promise<StoredBatch | 'nothing to do' | undefined> {
    let next: Taken | undefined
    for (;;) {
      const leave = await this.#places.enter()
      try {
        next = await this.#keepOrTake(next)
        if (next === undefined) return this.#solitude.isTaken ? undefined : 'nothing to do'
        if (next.claims.some(isSuspect)) {
          // The jobs are not held while others finish: if one of the others ends this process, that must not count against
          // these.
          await this.#release(next.claims)
          return next.batch
        }
        next = await this.#work(next, leave)
      } finally {
        leave()
      }
    }
  }

  /**
   * Jobs to be run now: those that were claimed along with others, unless this process may no longer begin them, or else the
   * next ones.
   */
  async #keepOrTake(taken: Taken | undefined): Promise<Taken | undefined> {
    if (taken !== undefined) {
      if (this.#mayBegin(taken.batch) && !this.#solitude.isTaken) return taken
      await this.#release(taken.claims)
    }
    return this.#solitude.isTaken ? undefined : this.#takeNext()
  }

  async #takeNext(): Promise<Taken | undefined> {
    for (;;) {
      const [first] = this.#turns.next()
      if (first === undefined || !this.#isOpen) return undefined
      // The batch is looked up before jobs are claimed: if this failed afterwards, the jobs would stay with this worker.
      const batch = this.#batches.get(first.id) ?? (await this.engine.findBatch(first.id))
      const claims = batch === null ? [] : await this.#claimSome(first.id, this.#sizeFor(first))
      if (batch === null || claims.length === 0) {
        this.#turns.markEmpty(first.id)
        continue
      }
      this.#batches.set(first.id, batch)
      return { batch, claims }
    }
  }

  #sizeFor({ id, kind }: Pick<StoredBatch, 'id' | 'kind'>): number {
    // A webhook waits for a foreign server, and a request may be long. Further jobs should not wait behind them.
    return kind !== 'documents' ? 1 : this.#sizes.sizeFor(id, this.#turns.tenants)
  }

  /** Claims several jobs at once, since engines over a network send simultaneous requests together. */
  async #claimSome(batchId: string, most: number): Promise<ClaimedJob[]> {
    const claims: ClaimedJob[] = []
    const claimOne = async () => this.#hold(await this.worker.claim(batchId), claims)
    const outcomes = await Promise.allSettled(Array.from({ length: most }, claimOne))
    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failure === undefined) return claims
    await this.#release(claims)
    throw failure.reason
  }

  #hold(claim: ClaimedJob | undefined, claims: ClaimedJob[]): void {
    if (claim === undefined) return
    claims.push(claim)
    this.#claims.add(claim)
  }

  /** Gives jobs back, the last one first, since engines put each at the head of the queue. */
  async #release(claims: readonly ClaimedJob[]): Promise<void> {
    await Promise.allSettled(claims.toReversed().map((claim) => claim.release()))
    for (const claim of claims) this.#claims.delete(claim)
  }

  /**
   * Runs the first jobs of a batch one by one, with nothing else running in this process, as long as they may be what ends
   * workers.
   */
  async #workAlone(batch: StoredBatch): Promise<void> {
    for (let left = this.#sizeFor(batch); left > 0 && this.#mayBegin(batch); left--) {
      const claims = await this.#claimSome(batch.id, 1)
      const done = (claim: ClaimedJob, result: JobData) => this.#done(batch, claim, result)
      await this.#run({ batch, claims }, { done, onMade: () => undefined })
      if (!claims.some(isSuspect)) return
    }
  }

  /**
   * @param onMade called when all results are made and only have to be written
   * @returns the next jobs of the batch, if they were claimed while these were settled
   */
  async #work(taken: Taken, onMade: () => void): Promise<Taken | undefined> {
    const { batch } = taken
    const next: ClaimedJob[] = []
    let wanted: number | undefined
    const start = performance.now()
    try {
      const done: BundleHost['done'] = async (claim, result, isThrough) => {
        // While another job of the bundle still runs, no jobs are claimed along: they would wait for it.
        if (claim.doneAndClaim === undefined || !isThrough) return this.#done(batch, claim, result)
        // The first job that is settled decides for all, since it takes the batch's turn.
        wanted ??= this.#takeTurn(batch)
        if (wanted <= 0) return this.#done(batch, claim, result)
        wanted--
        const following = await claim.doneAndClaim(result)
        this.#hold(following, next)
        if (following === undefined) await this.#removeOrphan(batch)
      }
      const begun = await this.#run(taken, { done, onMade })
      this.#sizes.note(batch.id, begun, performance.now() - start)
      // The next bundle may be larger than this one, and each settled job claimed only one job.
      if (next.length > 0 && wanted !== undefined && wanted > 0) append(next, await this.#claimSome(batch.id, wanted))
    } catch (error) {
      // Jobs that were claimed along would otherwise stay with this worker.
      await this.#release(next)
      throw error
    }
    return next.length === 0 ? undefined : { batch, claims: next }
  }

  async #done(batch: StoredBatch, claim: ClaimedJob, result: JobData): Promise<void> {
    if (!(await claim.done(result))) await this.#removeOrphan(batch)
  }

  /** Removes a result that was written while its batch was removed, with the batch's folder. */
  async #removeOrphan(batch: StoredBatch): Promise<void> {
    if (batch.request.ownResults !== true || (await this.engine.findBatch(batch.id)) !== null) return
    const { outputs, folderOf } = this.place
    await removeFolder(outputs, resultFolder(folderOf(batch.tenant), batch))
  }

  /** Number of jobs to claim while others are settled: 0 when it is not this batch's turn. */
  #takeTurn(batch: StoredBatch): number {
    if (!this.#mayBegin(batch) || this.#solitude.isTaken || !this.#turns.isNext(batch.id)) return 0
    this.#turns.next()
    return this.#sizeFor(batch)
  }

  #mayBegin({ id }: StoredBatch): boolean {
    return this.#isOpen && this.#runningIds.has(id)
  }

  /** @returns how many jobs were begun */
  async #run({ batch, claims }: Taken, host: Pick<BundleHost, 'done' | 'onMade'>): Promise<number> {
    const bundle = new Bundle(claims, {
      mayBegin: () => this.#mayBegin(batch),
      make: (claim) => this.#make(batch, claim),
      ...host,
      failed: (claim, error) => this.#settleFailure(batch, claim, error),
    })
    try {
      await bundle.run()
      return bundle.begun
    } finally {
      for (const claim of claims) this.#claims.delete(claim)
    }
  }

  async #make(batch: StoredBatch, claim: ClaimedJob): Promise<MadeResult> {
    const closing = this.#giveUp.signal
    if (batch.kind === 'documents') return makeDocument({ place: this.place, batch, claim, closing })
    if (batch.kind === 'intakes') {
      const signal = AbortSignal.any([claim.signal, closing])
      const { takeOver } = await import('../intake/take-over.js')
      await takeOver({ ...this.place, engine: this.engine }, { ...claim, signal })
      return { size: 0, publish: async () => ({}) }
    }
    if (this.webhooks === undefined) throw new SealwrightError('internal_error', 'There is no secret for webhooks.')
    const signal = AbortSignal.any([claim.signal, closing])
    const result = await deliverWebhook({ ...claim, signal }, this.webhooks)
    return { size: 0, publish: async () => result }
  }

  async #settleFailure({ kind }: StoredBatch, claim: ClaimedJob, error: unknown): Promise<void> {
    if (claim.signal.aborted) return
    if (this.#giveUp.signal.aborted) return void (await claim.release())
    const rules = kind === 'documents' ? this.settings.retries : WEBHOOK_RETRIES
    const remedy = chooseRemedy(error, claim.attempt, rules)
    if (remedy.failure.code === 'internal_error') this.settings.onError(error)
    if (remedy.kind === 'retry') await claim.retry(remedy.failure, remedy.delayMs)
    else await claim.fail(remedy.failure)
  }

  /** Ends a batch that has no open jobs. The webhook is stored first: if this process ends in between, the next one finds it. */
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
    await this.place.ledger.settleEnded(batch)
  }
}

/**
 * Whether a job may be what ends workers: more than one ended while it ran. Other jobs of those workers count as abandoned as
 * well.
 */
function isSuspect({ abandonments }: ClaimedJob): boolean {
  return abandonments > BATCH_LIMITS.maxSharedAbandonments
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
