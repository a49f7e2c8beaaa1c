/**
 * Runs a request's work within the quota of its owner.
 *
 * @module
 */

import { ADMISSION_LIMITS } from '../admission/admission-limits.js'
import { type CountedRequest, countRequest, type QuotaKind } from '../admission/quotas.js'
import type { ApiAnswer } from './answers.js'
import type { Exchange } from './route.js'

/** Counts the request, runs its work, and adds header fields about the rest of the quota. */
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

/** Gives a place back without delaying the answer. If that fails, the limiter frees the place by itself in time. */
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
    // A failure is ignored, as described above.
  } finally {
    clearTimeout(timer)
  }
}
