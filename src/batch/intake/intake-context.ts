/**
 * What taking in a request needs, here and in workers, and the batch that keeps what is still to be taken.
 *
 * @module
 */

import type { BatchEngine, StoredBatch } from '../batch-engine.js'
import type { EnqueueContext } from '../enqueue.js'
import type { BatchLedger } from '../ledger.js'
import { standingBatch } from '../standing-batch.js'

/** Where entries go, and who is charged for them. */
export interface IntakeContext extends EnqueueContext {
  readonly ledger: BatchLedger
}

/** The batch that keeps requests of all tenants whose entries are still to be taken. */
export const INTAKES = standingBatch('intakes')

/** Changes a batch that goes on, or lets one that has finished go on in another round. */
export async function reopenBatch(
  engine: BatchEngine,
  { id, round }: StoredBatch,
  changes: { readonly isFilled?: boolean },
): Promise<void> {
  if (await engine.changeBatch(id, ['running', 'paused'], changes)) return
  const again = { state: 'running', finishedAt: null, round: round + 1 } as const
  await engine.changeBatch(id, ['finished'], { ...changes, ...again })
}
