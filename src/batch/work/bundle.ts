/**
 * Jobs of one batch that a worker claimed together: they run one after the other, are published together, and settled one by
 * one.
 *
 * @module
 */

import type { ClaimedJob, JobData } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'

/** The result of a job before it is published. */
export interface MadeResult {
  /** Bytes that the result holds in memory until it is published. */
  readonly size: number
  /** Publishes the result. Resolves to the data that the engine stores about it. */
  publish(): Promise<JobData>
}

/** What a bundle needs of its worker process. */
export interface BundleHost {
  /** Whether jobs that have not begun may still begin here. */
  mayBegin(): boolean
  make(claim: ClaimedJob): Promise<MadeResult>
  /**
   * Settles a job that has a result.
   *
   * @param isThrough whether no other job of the bundle has still to be run
   */
  done(claim: ClaimedJob, result: JobData, isThrough: boolean): Promise<void>
  /** Called when all results are made and only have to be published. */
  onMade(): void
  /** Settles a job that failed, or leaves it to the worker that has it now. */
  failed(claim: ClaimedJob, error: unknown): Promise<void>
}

interface MadeJob extends MadeResult {
  readonly claim: ClaimedJob
}

/** A bundle of jobs while it runs. A job's failure does not affect the others. */
export class Bundle {
  readonly #waiting: ClaimedJob[]
  #made: MadeJob[] = []
  readonly #settling: Promise<void>[] = []
  #begun = 0
  #isThrough = false

  constructor(
    claims: readonly ClaimedJob[],
    readonly host: BundleHost,
  ) {
    this.#waiting = [...claims]
  }

  /** Number of jobs that were begun. */
  get begun(): number {
    return this.#begun
  }

  /** Runs all jobs, then rejects with the first error of the engine, if there was one. */
  async run(): Promise<void> {
    // When one job takes long, the others are given back.
    const timer = setTimeout(() => this.#letGo(), BATCH_LIMITS.maxBundleMs)
    try {
      for (let claim = this.#next(); claim !== undefined; claim = this.#next()) {
        await this.#make(claim)
        if (this.#heldBytes < BATCH_LIMITS.maxBundleBytes) continue
        this.#publish()
        await Promise.allSettled(this.#settling)
      }
    } finally {
      clearTimeout(timer)
      this.#isThrough = true
      this.host.onMade()
      this.#letGo()
    }
    const outcomes = await Promise.allSettled(this.#settling)
    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failure !== undefined) throw failure.reason
  }

  get #heldBytes(): number {
    return this.#made.reduce((sum, { size }) => sum + size, 0)
  }

  #next(): ClaimedJob | undefined {
    if (this.#begun > 0 && !this.host.mayBegin()) this.#letGo()
    return this.#waiting.shift()
  }

  async #make(claim: ClaimedJob): Promise<void> {
    this.#begun++
    try {
      // The job may have gone to another worker while it waited here.
      claim.signal.throwIfAborted()
      this.#made.push({ claim, ...(await this.host.make(claim)) })
    } catch (error) {
      this.#settle(this.host.failed(claim, error))
    }
  }

  /** Publishes the results that are made, and gives back the jobs that have not begun. */
  #letGo(): void {
    this.#publish()
    for (const claim of this.#waiting.splice(0)) this.#settle(claim.release().then(() => undefined))
  }

  /** Publishes all made results at once: the store then waits for the disk once for all of them. */
  #publish(): void {
    for (const made of this.#made.splice(0)) this.#settle(this.#publishOne(made))
  }

  async #publishOne({ claim, publish }: MadeJob): Promise<void> {
    let result: JobData
    try {
      result = await publish()
    } catch (error) {
      return this.host.failed(claim, error)
    }
    await this.host.done(claim, result, this.#isThrough)
  }

  /** Errors are collected and thrown at the end, so that the failure of one job does not leave others unhandled. */
  #settle(work: Promise<void>): void {
    work.catch(() => undefined)
    this.#settling.push(work)
  }
}
