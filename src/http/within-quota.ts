/**
 * Doing a request's work within the quota of its owner.
 *
 * @module
 */

import { ADMISSION_LIMITS } from '../admission/admission-limits.js'
import { type CountedRequest, countRequest, type QuotaKind } from '../admission/quotas.js'
import type { ApiAnswer } from './answers.js'
import type { Exchange } from './route.js'

/** Counts the request, does its work, and says in the answer what is left of the quota. */
export async function withinQuota(
  { state, owner, quotas, signal }: Exchange,
  kind: QuotaKind,
  work: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const counted = await countRequest(state.admission.counters, kind, owner, { quotas, signal })
  try {
    const answer = await work()
    for (const [name, value] of Object.entries(counted.headers)) answer.headers.set(name, value)
    return answer
  } finally {
    await giveBack(counted)
  }
}

/** The answer is sent even if its place cannot be given back, or not soon: the limiter frees it by itself in time. */
async function giveBack({ release }: CountedRequest): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  try {
    const released = release()
    if (released === undefined) return
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ADMISSION_LIMITS.quotaTimeoutMs)
    })
    await Promise.race([released, late])
  } catch {
    // As above.
  } finally {
    clearTimeout(timer)
  }
}
