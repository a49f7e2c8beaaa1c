/**
 * Doing a request's work within the quota of its owner.
 *
 * @module
 */

import type { ApiAnswer } from './answers.js'
import { countRequest, type WorkKind } from './fairness/quotas.js'
import type { Exchange } from './route.js'

/** Counts the request, does its work, and says in the answer what is left of the quota. */
export async function withinQuota(
  { state, owner, quotas, signal }: Exchange,
  kind: WorkKind,
  work: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const counted = await countRequest(state.counters, kind, owner, { quotas, signal })
  try {
    const answer = await work()
    for (const [name, value] of Object.entries(counted.headers)) answer.headers.set(name, value)
    return answer
  } finally {
    await counted.release()
  }
}
