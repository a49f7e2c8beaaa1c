/**
 * Running jobs in the caller's thread.
 *
 * @module
 */

import { setImmediate } from 'node:timers/promises'
import { allBusy, type Executor, type RunJobOptions, workTimedOut } from './executor.js'
import { Gate } from './gate.js'
import { type Job, type JobKinds, type JobResult, jobKindOf } from './job.js'
import { WORK_LIMITS } from './work-limits.js'

/** Jobs that may wait for their turn. */
const MAX_WAITING = 1000

/** Runs jobs in this thread. The time limit only holds where the work checks its signal. */
export function createInlineExecutor(kinds: JobKinds): Executor {
  const { maxInlineJobs: total, maxInlineJobsPerOwner: perOwner } = WORK_LIMITS
  const waiting = { maxWaiting: MAX_WAITING, maxWaitingPerOwner: MAX_WAITING / 4 }
  const gate = new Gate({ total, perOwner, anonymous: perOwner, perPlace: total, ...waiting })
  return {
    async run<J extends Job>(job: J, { owner, signal, timeoutMs, onBegin }: RunJobOptions): Promise<JobResult<J>> {
      const refusal = { onTimeout: allBusy, onCrowded: allBusy }
      const leave = await gate.enter(owner, 'thread', { signal, maxWaitMs: timeoutMs, ...refusal })
      onBegin?.()
      // Other requests of the host get a turn between two jobs.
      await setImmediate()
      const controller = new AbortController()
      const abort = () => controller.abort(signal.reason)
      const timer = setTimeout(() => controller.abort(workTimedOut(timeoutMs)), timeoutMs)
      signal.addEventListener('abort', abort)
      // The caller may have aborted during that turn.
      if (signal.aborted) abort()
      try {
        return (await jobKindOf(kinds, job).run(job, { signal: controller.signal })) as JobResult<J>
      } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : error
      } finally {
        leave()
        clearTimeout(timer)
        signal.removeEventListener('abort', abort)
      }
    },
    counts: () => gate.counts(),
    close: () => Promise.resolve(),
  }
}
