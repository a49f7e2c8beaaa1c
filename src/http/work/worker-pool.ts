/**
 * Running jobs in worker threads, with limits of time and memory that hold whatever the job does.
 *
 * @module
 */

import { availableParallelism } from 'node:os'
import type { Executor, RunJobOptions } from './executor.js'
import { type Job, type JobResult, jobBytes } from './job.js'
import { createMemoryWatch } from './memory-watch.js'
import { createScheduler, divideThreads } from './scheduler.js'
import type { ThreadPool } from './thread-pool.js'
import { WORK_LIMITS } from './work-limits.js'
import type { WorkerOptions } from './worker-options.js'

const MB = 1024 * 1024

/** Starts no thread before the first job. */
export function createWorkerPool(options: WorkerOptions = {}): Executor {
  const processors = availableParallelism()
  const threads = options.threads ?? Math.max(2, processors - 1) + WORK_LIMITS.extraWorkers
  const maxQueue = options.maxQueue ?? WORK_LIMITS.maxQueuedPerWorker * threads
  const memory = createMemoryWatch((options.maxMemoryMb ?? WORK_LIMITS.maxWorkMemoryMb) * MB, WORK_LIMITS.memoryCheckMs)
  const scheduler = createScheduler(divideThreads(threads), {
    maxQueue,
    // One processor is for the thread of the host.
    maxFresh: Math.max(1, processors - 1),
    hasRoom: memory.hasRoom,
  })
  let threadPool: ThreadPool | undefined
  return {
    async run<J extends Job>(job: J, runOptions: RunJobOptions): Promise<JobResult<J>> {
      const { owner, signal, timeoutMs } = runOptions
      const bytes = jobBytes(job)?.length ?? 0
      // The time limit holds for waiting, and then anew for the work.
      const giveBack = await scheduler.takeTurn({ owner, bytes, signal, maxWaitMs: timeoutMs })
      runOptions.onBegin?.()
      try {
        const { openPool, runInPool } = await import('./run-in-pool.js')
        threadPool ??= openPool(options)
        return (await runInPool(threadPool, memory, job, runOptions)) as JobResult<J>
      } finally {
        giveBack()
      }
    },
    counts: () => scheduler.counts(),
    async close() {
      const opened = threadPool
      threadPool = undefined
      await opened?.close()
    },
  }
}
