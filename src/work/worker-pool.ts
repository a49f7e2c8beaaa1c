/**
 * Runs jobs in worker threads, with limits on time and memory that hold whatever the job does.
 *
 * @module
 */

import { availableParallelism, totalmem } from 'node:os'
import type { Executor, RunJobOptions } from './executor.js'
import { type Job, type JobKinds, type JobResult, jobKindOf } from './job.js'
import { createMemoryWatch } from './memory-watch.js'
import { type Host, sizePool } from './pool-size.js'
import { createScheduler, divideThreads } from './scheduler.js'
import type { ThreadPool } from './thread-pool.js'
import { WORK_LIMITS } from './work-limits.js'
import type { WorkerOptions } from './worker-options.js'

const MB = 1024 * 1024

/** The module, loaded by the first job and kept: looking a module up again takes as long as handing over a small job. */
let loaded: Promise<typeof import('./run-in-pool.js')> | undefined

/** How a pool is used. */
interface PoolUse {
  /** Whether all threads are for all jobs. Default: some are reserved for small jobs and for owners without a running job. */
  readonly isPlain?: boolean
  /** Memory that one job may take, in MB. Default: the limit of all jobs together. */
  readonly maxJobMb?: number
  readonly host?: Host
}

/** Makes a pool. The first job starts the first thread. */
export function createWorkerPool(
  kinds: JobKinds,
  options: WorkerOptions = {},
  { isPlain = false, maxJobMb = Number.POSITIVE_INFINITY, host = thisHost() }: PoolUse = {},
): Executor {
  const { threads, maxQueue, maxMemoryMb, maxIdleHeapMb } = sizePool(options, host, isPlain)
  let threadPool: ThreadPool | undefined
  const kept = () => threadPool?.idleHeapBytes ?? 0
  const memory = createMemoryWatch(maxMemoryMb * MB, WORK_LIMITS.memoryCheckMs, { kept, maxJobBytes: maxJobMb * MB })
  const scheduler = createScheduler(isPlain ? { long: threads, small: 0, spare: 0 } : divideThreads(threads), {
    maxQueue,
    // One processor is left for the host's thread.
    maxFresh: isPlain ? threads : Math.max(1, host.processors - 1),
    hasRoom: memory.hasRoom,
  })
  return {
    async run<J extends Job>(job: J, runOptions: RunJobOptions): Promise<JobResult<J>> {
      const { owner, signal, timeoutMs, maxWaitMs = timeoutMs } = runOptions
      const bytes = jobKindOf(kinds, job).bytesOf(job)
      // The time limit holds for waiting, and then again for the work.
      const giveBack = await scheduler.takeTurn({ owner, bytes: bytes?.length ?? 0, signal, maxWaitMs })
      runOptions.onBegin?.()
      try {
        loaded ??= import('./run-in-pool.js')
        const { openPool, runInPool } = await loaded
        threadPool ??= openPool(options, maxIdleHeapMb)
        return (await runInPool(threadPool, memory, { job, bytes }, runOptions)) as JobResult<J>
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

function thisHost(): Host {
  // A container may have less memory than its machine. 0 means no limit.
  const limit = process.constrainedMemory?.() || Number.POSITIVE_INFINITY
  return { processors: availableParallelism(), memoryMb: Math.min(totalmem(), limit) / MB }
}
