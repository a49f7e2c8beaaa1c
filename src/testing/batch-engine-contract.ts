/**
 * What every BatchEngine must do.
 *
 * @module
 */

import type { BatchEngine } from '../batch/batch-engine.js'
import { openBatchContext } from './batch-engine/batch-context.js'
import { BATCH_CASES } from './batch-engine/batches.js'
import { CHARGE_CASES } from './batch-engine/charges.js'
import { JOB_CASES } from './batch-engine/jobs.js'
import { type ContractCase, casesOf, topic } from './contract-case.js'

/**
 * What a {@link BatchEngine} must do: give each job to one worker, take it back from one that ended, lose none and
 * repeat none. Some cases wait for leases to end; the slowest takes some seconds.
 *
 * @param connect gives an engine over one database that all its engines share, as those of several processes do
 */
export function batchEngineContract(connect: () => BatchEngine): readonly ContractCase[] {
  const table = { ...topic('batches', BATCH_CASES), ...topic('jobs', JOB_CASES), ...topic('charges', CHARGE_CASES) }
  return casesOf(
    table,
    () => openBatchContext(connect),
    (context) => context.close(),
  )
}
