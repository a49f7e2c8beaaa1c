/**
 * Counts what each owner of batches has stored and queued, and enforces the allowance.
 *
 * Only batches with results of their own are charged, as all batches over HTTP are. A host bounds what it enqueues itself, in
 * its own folders.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { BatchCharge, BatchEngine, StoredBatch } from './batch-engine.js'
import { BATCH_LIMITS } from './batch-limits.js'

/** The allowance where the host sets none. */
const DEFAULT_ALLOWANCE: BatchCharge = {
  documents: BATCH_LIMITS.maxQueuedDocuments,
  urls: BATCH_LIMITS.maxQueuedUrls,
  bytes: BATCH_LIMITS.maxStoredBytes,
}

/** Charges batches within the allowance of their owners. */
export class BatchLedger {
  readonly #engine: BatchEngine
  readonly allowance: BatchCharge

  constructor(engine: BatchEngine, allowance: Partial<BatchCharge> = {}) {
    this.#engine = engine
    this.allowance = { ...DEFAULT_ALLOWANCE, ...allowance }
  }

  /** @throws SealwrightError `quota_exceeded`; `batch_not_found` when the batch was removed meanwhile */
  async charge({ id, request }: StoredBatch, amounts: Partial<BatchCharge>): Promise<void> {
    if (request.ownResults !== true) return
    const outcome = await this.#engine.charge(id, amounts, this.allowance)
    if (outcome === 'charged') return
    if (outcome === 'gone') throw new SealwrightError('batch_not_found', 'The batch was removed.')
    throw new SealwrightError('quota_exceeded', describeExcess(outcome, this.allowance[outcome]))
  }

  /** Charges files that are stored already, whatever the limits. */
  async note({ id, request }: StoredBatch, amounts: Partial<BatchCharge>): Promise<void> {
    if (request.ownResults === true) await this.#engine.charge(id, amounts, {})
  }

  /** Gives back charges for something that was not done. */
  async giveBack({ id, request }: StoredBatch, amounts: Partial<BatchCharge>): Promise<void> {
    if (request.ownResults !== true) return
    const negative = Object.entries(amounts).map(([name, amount]) => [name, -amount])
    await this.#engine.charge(id, Object.fromEntries(negative), {})
  }

  /** Settles a batch that has ended: it has no documents in the queue. */
  async settleEnded({ id, request }: StoredBatch): Promise<void> {
    if (request.ownResults === true) await this.#engine.settle(id, { documents: 0, urls: 0 })
  }

  /**
   * Settles a batch after all entries were taken: entries that were in it before were charged twice, and rejected entries were
   * charged needlessly.
   */
  async settleFilled({ id, request }: StoredBatch): Promise<void> {
    if (request.ownResults !== true) return
    const { waiting, active, retrying } = await this.#engine.countJobs(id, Date.now())
    await this.#engine.settle(id, { documents: waiting + active + retrying })
  }

  usage(tenant: string | null): Promise<BatchCharge> {
    return this.#engine.usage(tenant)
  }
}

function describeExcess(what: keyof BatchCharge, limit: number): string {
  if (what === 'bytes') {
    return `You may have at most ${limit} bytes of uploads and results stored: remove batches that you do not need any more.`
  }
  const named = what === 'urls' ? 'documents that are named by URL' : 'documents'
  return `You may have at most ${limit} ${named} in batches that have not ended: wait for some to end, or cancel them.`
}
