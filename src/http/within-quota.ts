/**
 * Doing a request's work within the quota of its owner.
 *
 * @module
 */

import { countRequest, type WorkKind } from './fairness/quotas.js'
import type { Exchange } from './route.js'

/** Counts the request, does its work, and says in the answer what is left of the quota. */
export async function withinQuota(
  { state, owner, quotas, signal }: Exchange,
  kind: WorkKind,
  work: () => Promise<Response>,
): Promise<Response> {
  const counted = await countRequest(state.counters, kind, owner, { quotas, signal })
  try {
    const response = await work()
    for (const [name, value] of Object.entries(counted.headers)) response.headers.set(name, value)
    return response
  } finally {
    await counted.release()
  }
}
