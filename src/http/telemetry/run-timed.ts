/**
 * Runs a request's job, and records how long it waited and took.
 *
 * @module
 */

import type { Executor, RunJobOptions } from '../../work/executor.js'
import type { Job, JobResult } from '../../work/job.js'
import type { Exchange } from '../route.js'

/** Runs a job as `executor.run` does, and adds its times to those of the request. */
export async function runTimed<J extends Job>(
  { telemetry, times }: Exchange,
  executor: Executor,
  job: J,
  options: RunJobOptions,
): Promise<JobResult<J>> {
  const start = performance.now()
  let begin: number | undefined
  let endStep = telemetry.startStep('queue')
  const onBegin = () => {
    begin = performance.now()
    endStep()
    endStep = telemetry.startStep('work')
  }
  try {
    return await executor.run(job, { ...options, onBegin })
  } finally {
    endStep()
    const end = performance.now()
    times.queueMs += (begin ?? end) - start
    times.workMs += end - (begin ?? end)
  }
}
