/**
 * Batches that the service keeps for its own work.
 *
 * @module
 */

import type { StoredBatch } from './batch-engine.js'

/** Makes a batch for the service's own work, with jobs of all tenants. It never ends. */
export function standingBatch(kind: Exclude<StoredBatch['kind'], 'documents'>): StoredBatch {
  return {
    id: kind,
    tenant: '',
    name: kind,
    kind,
    request: { steps: [] },
    state: 'running',
    isFilled: false,
    createdAt: 0,
    finishedAt: null,
    round: 0,
  }
}
