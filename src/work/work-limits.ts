/**
 * Times and sizes of work in threads, and how much of it there may be.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits of work in threads, the host's own included. */
export const WORK_LIMITS = {
  /**
   * Up to this size, in bytes, a body to sign is dealt with in the thread of the host: it takes a dozen milliseconds at
   * most.
   */
  maxInlineBytes: 2 * MB,
  /** Up to so many members and items, JSON is parsed in the thread of the host: a hundred take up to half a millisecond to check. */
  maxInlineValues: 2000,
  /** Time for signing or verifying one document, in milliseconds. */
  signTimeoutMs: 30_000,
  /** Time for converting one document, in milliseconds. */
  convertTimeoutMs: 60_000,
  /** Documents that are signed in the thread of the host at once: in total, and for one key. */
  maxInlineJobs: 64,
  maxInlineJobsPerOwner: 16,
  /**
   * JavaScript heap of one worker, in MB. A document of 900 pages takes 190. Above the next limit, which is to act first: some
   * versions of Node end the whole process when a heap grows too fast at its limit.
   */
  maxWorkerHeapMb: 1024,
  /**
   * What all jobs may add to the resident memory of the process, in MB: past it, the largest is ended. So much for each thread, and
   * this much in any case; no more than half of the machine's memory.
   */
  workMemoryMbPerThread: 160,
  minWorkMemoryMb: 640,
  /** How often resident memory is looked at while jobs run, in milliseconds. */
  memoryCheckMs: 50,
  /** Workers in addition to those for long jobs: one for small jobs, one for owners that have none. */
  extraWorkers: 2,
  /** Up to this size, in bytes, a job is taken for a small one. */
  maxSmallJobBytes: 256 * 1024,
  /** Time after which a job is no longer taken for a small one, in milliseconds. */
  maxSmallJobMs: 1000,
  /** How long a job counts as one that has only just begun, in milliseconds: most small ones are done by then. */
  freshJobMs: 20,
  /** How long the jobs of an owner count as long, once a small one was not, in milliseconds. */
  slowOwnerMs: 60_000,
  /** Time that a job may go on after its client has left, in milliseconds. */
  abandonedJobMs: 1000,
  /**
   * What the heaps of all workers without work may take together, in MB: so much for each thread, and this much in any case. One
   * takes 40 after small jobs, hundreds after large ones.
   */
  idleHeapMbPerThread: 40,
  minIdleHeapMb: 160,
  /** Time without work after which that holds, in milliseconds: the next job of a queue comes sooner. */
  workerTrimMs: 200,
  /** Time without work after which a worker ends, in milliseconds. */
  workerIdleMs: 30_000,
  /** Jobs that wait for a worker, with a key and without one, for each worker. */
  maxQueuedPerWorker: 16,
} as const
