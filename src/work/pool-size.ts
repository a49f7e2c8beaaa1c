/**
 * Size of a pool of workers: its threads, and their memory.
 *
 * @module
 */

import { WORK_LIMITS } from './work-limits.js'
import type { WorkerOptions } from './worker-options.js'

/** The machine, or the part of it that the process may use. */
export interface Host {
  readonly processors: number
  readonly memoryMb: number
}

/** Sizes of a pool. Memory is in MB. */
interface PoolSize {
  readonly threads: number
  readonly maxQueue: number
  readonly maxMemoryMb: number
  readonly maxIdleHeapMb: number
}

/**
 * Sizes a pool by the host's options. What they leave out is chosen by the machine.
 *
 * Memory grows with the number of threads, since each takes some of its own. With a fixed sum, most processors of a large
 * machine would be idle, and threads would be ended and started again all the time.
 *
 * @param isPlain whether the memory is for these threads alone. They may then keep more of it between jobs, since a conversion
 * in a new thread takes 50% longer
 */
export function sizePool(options: WorkerOptions, { processors, memoryMb }: Host, isPlain = false): PoolSize {
  const { extraWorkers, maxQueuedPerWorker, workMemoryMbPerThread, minWorkMemoryMb, idleHeapMbPerThread } = WORK_LIMITS
  const threads = options.threads ?? Math.max(2, processors - 1) + extraWorkers
  const affordable = Math.min(workMemoryMbPerThread * threads, memoryMb / 2)
  const maxMemoryMb = options.maxMemoryMb ?? Math.max(minWorkMemoryMb, Math.floor(affordable))
  return {
    threads,
    maxQueue: options.maxQueue ?? maxQueuedPerWorker * threads,
    maxMemoryMb,
    maxIdleHeapMb: Math.max(
      WORK_LIMITS.minIdleHeapMb,
      isPlain ? maxMemoryMb / 4 : Math.min(idleHeapMbPerThread * threads, maxMemoryMb / 4),
    ),
  }
}
