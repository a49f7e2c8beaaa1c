/**
 * How many jobs a worker takes at once: as many as make half a second of work, so that what each costs beside its own
 * work is shared, and none waits long for its neighbours.
 *
 * @module
 */

import { BATCH_LIMITS } from '../batch-limits.js'

interface Pace {
  /** Time of one job, as a mean in which the latest count most, in milliseconds. */
  readonly jobMs: number
  readonly size: number
}

/** The paces of batches, each learnt from its own jobs. */
export class BundleSizes {
  readonly #paces = new Map<string, Pace>()

  /**
   * Jobs to take. The first bundle has one; each may have twice as many as the one before, so small batches spread over workers.
   *
   * @param tenants how many take turns: each waits for the bundles of all others
   */
  sizeFor(batchId: string, tenants: number): number {
    const pace = this.#paces.get(batchId)
    if (pace === undefined) return 1
    const bundleMs = BATCH_LIMITS.bundleMs / Math.max(1, tenants)
    const fitting = Math.floor(bundleMs / Math.max(pace.jobMs, SHORTEST_MS))
    return Math.max(1, Math.min(fitting, pace.size * 2, BATCH_LIMITS.maxBundleJobs))
  }

  /** What a bundle took. */
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

/** Clocks tell 0 for what is done in no time. */
const SHORTEST_MS = 0.1
/** What one bundle counts against all before it. */
const WEIGHT = 0.3
