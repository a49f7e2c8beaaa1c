/**
 * Jobs of one batch that a worker took at once: done one after the other, published together, settled one by one.
 *
 * @module
 */

import type { ClaimedJob, JobData } from '../batch-engine.js'
import { BATCH_LIMITS } from '../batch-limits.js'

/** What came of a job before anybody can see it. */
export interface MadeResult {
  /** Held in memory until it is published, in bytes. */
  readonly size: number
  /** Gives what the engine keeps of it. */
  publish(): Promise<JobData>
}

/** What a bundle needs of the process it is in. */
export interface BundleHost {
  /** Whether what has not begun is still to be done here. */
  mayBegin(): boolean
  make(claim: ClaimedJob): Promise<MadeResult>
  /**
   * Settles a job that has a result.
   *
   * @param isThrough whether no other one of the bundle is still to be made
   */
  done(claim: ClaimedJob, result: JobData, isThrough: boolean): Promise<void>
  /** Told when nothing is left but to publish what was made. */
  onMade(): void
  /** Settles a job that has none, or leaves it to whoever has it now. */
  failed(claim: ClaimedJob, error: unknown): Promise<void>
}

interface MadeJob extends MadeResult {
  readonly claim: ClaimedJob
}

/** One bundle on its way. Whatever becomes of one of its jobs is no matter of the others. */
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

  /** Jobs that were begun. */
  get begun(): number {
    return this.#begun
  }

  /** Rejects, when all jobs are through, with the first error of the engine that was met. */
  async run(): Promise<void> {
    // One that takes long lets the others go.
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
      // It may have gone to another worker while it waited here.
      claim.signal.throwIfAborted()
      this.#made.push({ claim, ...(await this.host.make(claim)) })
    } catch (error) {
      this.#settle(this.host.failed(claim, error))
    }
  }

  /** Publishes what is made, and gives back what has not begun. */
  #letGo(): void {
    this.#publish()
    for (const claim of this.#waiting.splice(0)) this.#settle(claim.release().then(() => undefined))
  }

  /** At the same time: a store shares among them what it takes until documents are on the disk. */
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

  /** Heard at the end, so that the failure of one job leaves none unheard meanwhile. */
  #settle(work: Promise<void>): void {
    work.catch(() => undefined)
    this.#settling.push(work)
  }
}
