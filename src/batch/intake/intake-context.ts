/**
 * Context for taking in a request, here and in workers, and the batch that stores requests whose entries are still to be taken.
 *
 * @module
 */

import type { BatchEngine, StoredBatch } from '../batch-engine.js'
import type { EnqueueContext } from '../enqueue.js'
import type { BatchLedger } from '../ledger.js'
import { standingBatch } from '../standing-batch.js'

/** Where entries are put, and who is charged for them. */
export interface IntakeContext extends EnqueueContext {
  readonly ledger: BatchLedger
}

/** The batch that stores requests of all tenants whose entries are still to be taken. */
export const INTAKES = standingBatch('intakes')

/** Changes a running batch, or reopens a finished batch for another round. */
export async function reopenBatch(
  engine: BatchEngine,
  { id, round }: StoredBatch,
  changes: { readonly isFilled?: boolean },
): Promise<void> {
  if (await engine.changeBatch(id, ['running', 'paused'], changes)) return
  const again = { state: 'running', finishedAt: null, round: round + 1 } as const
  await engine.changeBatch(id, ['finished'], { ...changes, ...again })
}
