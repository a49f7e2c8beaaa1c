/**
 * How many threads a pool of workers has, and what they may take.
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

/** What a pool is made with. Memory is in MB. */
interface PoolSize {
  readonly threads: number
  readonly maxQueue: number
  readonly maxMemoryMb: number
  readonly maxIdleHeapMb: number
}

/**
 * What the host's options say, and for the rest what suits the machine.
 *
 * Every thread takes some memory of its own: with one sum for machines of all sizes, most processors of a large one would have
 * nothing to do, and threads would be ended and started anew all the time.
 *
 * @param isPlain whether the memory was granted for nothing but these threads: they may then keep more of it between jobs,
 * since a conversion in a thread that has to start takes half as long again
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
