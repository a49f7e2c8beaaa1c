/**
 * Chooses how many jobs a worker claims at once: as many as half a second of work, so that the overhead of claiming is shared,
 * and no job waits long for the others.
 *
 * @module
 */

import { BATCH_LIMITS } from '../batch-limits.js'

interface Pace {
  /** Time of one job in milliseconds, as a mean that gives the latest jobs the most weight. */
  readonly jobMs: number
  readonly size: number
}

/** Mean times of jobs, learnt for each batch from its own jobs. */
export class BundleSizes {
  readonly #paces = new Map<string, Pace>()

  /**
   * Number of jobs to claim. The first bundle has one job, and each further one has at most twice as many as the one before, so
   * that small batches spread over workers.
   *
   * @param tenants number of tenants that take turns: each waits for a bundle of all others
   */
  sizeFor(batchId: string, tenants: number): number {
    const pace = this.#paces.get(batchId)
    if (pace === undefined) return 1
    const bundleMs = BATCH_LIMITS.bundleMs / Math.max(1, tenants)
    const fitting = Math.floor(bundleMs / Math.max(pace.jobMs, SHORTEST_MS))
    return Math.max(1, Math.min(fitting, pace.size * 2, BATCH_LIMITS.maxBundleJobs))
  }

  /** Records how long a bundle took. */
  note(batchId: string, jobs: number, tookMs: number): void {
    if (jobs === 0) return
    const jobMs = tookMs / jobs
    const known = this.#paces.get(batchId)
    const mean = known === undefined ? jobMs : known.jobMs * (1 - WEIGHT) + jobMs * WEIGHT
    this.#paces.set(batchId, { jobMs: mean, size: jobs })
  }

  keepOnly(batchIds: ReadonlySet<string>): void {
    for (const id of this.#paces.keys()) if (!batchIds.has(id)) this.#paces.delete(id)
  }
}

/** Least time of a job, in milliseconds. Clocks may measure 0 for very quick ones. */
const SHORTEST_MS = 0.1
/** Weight of the latest bundle in the mean. */
const WEIGHT = 0.3
