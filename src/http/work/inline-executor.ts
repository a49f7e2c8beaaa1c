/**
 * Running jobs in the thread that asks.
 *
 * @module
 */

import { setImmediate } from 'node:timers/promises'
import type { ConverterTable } from '../../convert/conversion.js'
import { CONVERTERS } from '../../convert/converters.js'
import { Gate } from '../fairness/gate.js'
import { allBusy, type Executor, type RunJobOptions, workTimedOut } from './executor.js'
import type { Job, JobResult } from './job.js'
import { WORK_LIMITS } from './work-limits.js'

/** Jobs that may wait for their turn. */
const MAX_WAITING = 1000

/** Loaded by the first job, and cached: a dynamic import takes as long as parsing a small request. */
let loaded: Promise<typeof import('./run-job.js')> | undefined

/** Runs jobs in this thread. The time limit then only holds where the work looks at its signal. */
export function createInlineExecutor(converters: ConverterTable = CONVERTERS): Executor {
  const { maxInlineJobs: total, maxInlineJobsPerOwner: perOwner } = WORK_LIMITS
  const waiting = { maxWaiting: MAX_WAITING, maxWaitingPerOwner: MAX_WAITING / 4 }
  const gate = new Gate({ total, perOwner, anonymous: perOwner, perPlace: total, ...waiting })
  return {
    async run<J extends Job>(
      job: J,
      { owner, signal, timeoutMs, identity, onBegin }: RunJobOptions,
    ): Promise<JobResult<J>> {
      const refusal = { onTimeout: allBusy, onCrowded: allBusy }
      const leave = await gate.enter(owner, 'thread', { signal, maxWaitMs: timeoutMs, ...refusal })
      onBegin?.()
      // Other requests of the host get a turn between two jobs.
      await setImmediate()
      const controller = new AbortController()
      const abort = () => controller.abort(signal.reason)
      const timer = setTimeout(() => controller.abort(workTimedOut(timeoutMs)), timeoutMs)
      signal.addEventListener('abort', abort)
      // The caller may have left while others had their turn.
      if (signal.aborted) abort()
      try {
        loaded ??= import('./run-job.js')
        const { runJob } = await loaded
        const context = { signal: controller.signal, ...(identity === undefined ? {} : { identity }) }
        return (await runJob(job, context, converters)) as JobResult<J>
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
