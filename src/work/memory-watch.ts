/**
 * Watching the resident memory of the process while jobs run. The heap limit of a worker does not cover memory outside of the
 * heap: bytes of files, decoded pictures, WebAssembly, and the parsers inside Node.js.
 *
 * @module
 */

/** A running job that can be ended. */
interface WatchedJob {
  /** Ends the job because it took too much memory. */
  end(): void
}

/** Watches the memory as long as jobs run. */
export interface MemoryWatch {
  /** Whether there is memory for another job in addition to those that run. Small jobs may start at a higher use than others. */
  hasRoom(isSmall?: boolean): boolean
  /** Watches a job. The returned function stops watching it. */
  add(job: WatchedJob): () => void
}

/**
 * Longest age of a measurement when a new job is to start, in milliseconds. Asking the system for each of many small jobs would
 * cost more than the jobs.
 */
const MAX_AGE_MS = 5

/** Share of the limit up to which a further job may begin. The rest is left for memory that running jobs have yet to take. */
const ROOM_FOR_ANY = 1 / 2
/**
 * Share of the limit up to which a further small job may begin. Small jobs take little as a rule, so they need not wait for long
 * ones.
 */
const ROOM_FOR_SMALL = 7 / 8

/**
 * Least share of the limit that a job must have taken to be ended, or less if there are so many jobs that they would take half
 * of the limit together. If no job has taken as much, the memory belongs to jobs that have ended and has not been freed yet;
 * ending another job would not help.
 */
const LEAST_SHARE = 1 / 16

/** Time after a job was ended until its memory is free again, in milliseconds. */
const RECOVERY_MS = 1000

/** Where a watch measures, and its limits. */
interface MemoryWatchOptions {
  /** Measures the resident bytes that do not belong to the main thread's JavaScript. */
  readonly measure?: () => number
  /** Of the measured bytes, those that earlier jobs have left in threads for later ones. They count against the limit. */
  readonly kept?: () => number
  /** Bytes that one job may take. Default: the limit of all jobs. */
  readonly maxJobBytes?: number
}

/**
 * Makes a watch.
 *
 * Threads share one resident size, so its growth is attributed to the jobs running at the time, in equal parts; past the
 * limit, the job with the largest sum is ended.
 *
 * @param limitBytes What all jobs may take together beyond what the process takes without them.
 */
export function createMemoryWatch(
  limitBytes: number,
  intervalMs: number,
  { measure = measureWork, kept = () => 0, maxJobBytes = Number.POSITIVE_INFINITY }: MemoryWatchOptions = {},
): MemoryWatch {
  const shares = new Map<WatchedJob, number>()
  let timer: NodeJS.Timeout | undefined
  let base = 0
  let last = 0
  let recoveredAt = Number.NEGATIVE_INFINITY
  let measuredAt = Number.NEGATIVE_INFINITY
  let measured = 0

  const measureNow = () => {
    measuredAt = performance.now()
    measured = measure()
    return measured
  }
  const recent = () => (performance.now() - measuredAt < MAX_AGE_MS ? measured : measureNow())

  const check = () => {
    const now = measureNow()
    const growth = Math.max(0, now - last) / Math.max(1, shares.size)
    last = now
    for (const [job, share] of shares) shares.set(job, share + growth)
    const [largest, share = 0] = [...shares].sort(([, a], [, b]) => b - a)[0] ?? []
    if (performance.now() < recoveredAt || (now - base <= limitBytes && share <= maxJobBytes)) return
    if (largest === undefined || share < limitBytes * Math.min(LEAST_SHARE, 1 / (2 * shares.size))) return
    recoveredAt = performance.now() + RECOVERY_MS
    largest.end()
  }

  return {
    hasRoom: (isSmall = false) => recent() - base < limitBytes * (isSmall ? ROOM_FOR_SMALL : ROOM_FOR_ANY),
    add(job) {
      if (shares.size === 0) {
        last = recent()
        base = last - kept()
      }
      shares.set(job, 0)
      timer ??= setInterval(check, intervalMs).unref()
      return () => {
        shares.delete(job)
        if (shares.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

function measureWork(): number {
  const { rss, heapTotal, external } = process.memoryUsage()
  return rss - heapTotal - external
}
