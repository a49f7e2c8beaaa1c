/**
 * Limits on the time and size of work in threads, and on how much of it there may be.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits of work in threads, the host's own thread included. */
export const WORK_LIMITS = {
  /** Largest body to sign that is handled in the host's thread, in bytes. It takes a dozen milliseconds at most. */
  maxInlineBytes: 2 * MB,
  /**
   * Most members and items of a JSON text that is parsed in the host's thread. A hundred take up to half a millisecond to check.
   */
  maxInlineValues: 2000,
  /** Time for signing or verifying one document, in milliseconds. */
  signTimeoutMs: 30_000,
  /** Time for converting one document, in milliseconds. */
  convertTimeoutMs: 60_000,
  /** Documents that are signed in the host's thread at once. */
  maxInlineJobs: 64,
  /** Documents that are signed in the host's thread at once for one key. */
  maxInlineJobsPerOwner: 16,
  /**
   * JavaScript heap of one worker, in MB. A document of 900 pages takes 190 MB. This limit is above the limit on memory, which
   * is to act first: some versions of Node.js end the whole process when a heap grows too fast at its limit.
   */
  maxWorkerHeapMb: 1024,
  /**
   * Resident memory that all jobs may add to the process, in MB for each thread. Past the limit, the largest job is ended. The
   * limit is at most half of the machine's memory.
   */
  workMemoryMbPerThread: 160,
  /** Least value of that limit, in MB, however few threads there are. */
  minWorkMemoryMb: 640,
  /** Time between two measurements of resident memory while jobs run, in milliseconds. */
  memoryCheckMs: 50,
  /** Workers in addition to those for long jobs: one for small jobs, one for owners without a running job. */
  extraWorkers: 2,
  /** Largest input of a small job, in bytes. */
  maxSmallJobBytes: 256 * 1024,
  /** Time after which a job no longer counts as small, in milliseconds. */
  maxSmallJobMs: 1000,
  /** How long a job counts as only just begun, in milliseconds. Most small jobs are done by then. */
  freshJobMs: 20,
  /** How long all jobs of an owner count as long after one of its small jobs took long, in milliseconds. */
  slowOwnerMs: 60_000,
  /** Time that a job may go on after its client has disconnected, in milliseconds. */
  abandonedJobMs: 1000,
  /**
   * Heap that all workers without work may keep together, in MB for each thread. A worker has 40 MB after small jobs, and
   * hundreds after large ones.
   */
  idleHeapMbPerThread: 40,
  /** Least value of that limit, in MB, however few threads there are. */
  minIdleHeapMb: 160,
  /**
   * Time without work after which a worker's heap counts against that limit, in milliseconds. The next job of a queue comes
   * sooner.
   */
  workerTrimMs: 200,
  /** Time without work after which a worker ends, in milliseconds. */
  workerIdleMs: 30_000,
  /** Jobs that wait for a worker, in each of the two lanes (with a key and without one), for each worker. */
  maxQueuedPerWorker: 16,
} as const
