/**
 * Options for the worker threads.
 *
 * @module
 */

/** How jobs are spread over threads. */
export interface WorkerOptions {
  /**
   * Most threads at once. From three on, one in four (at least one) is for small jobs alone; from four on, as many are
   * for API keys that have no work going on while all others are taken. Default: one more than there are processors, at
   * least 4.
   */
  readonly threads?: number
  /** JavaScript heap of one thread, in MB. Default 1024. */
  readonly maxHeapMb?: number
  /**
   * What all jobs together may add to the resident memory of the process, in MB. Past it, the job that took most is
   * ended with `document_too_complex`. Default: 160 for each thread, at least 640, at most half of the memory there is.
   */
  readonly maxMemoryMb?: number
  /**
   * Jobs that may wait for a thread, with a key and without one; half of them for one key or client. More are refused with
   * `overloaded`. Default: 16 for each thread.
   */
  readonly maxQueue?: number
  /** Time without work after which a thread ends, in milliseconds. Default 30 s. */
  readonly idleMs?: number
  /**
   * The worker's module, for hosts that put it elsewhere: the place that they copied `sealwright/worker` to, as a `file:`
   * URL. It is one file that needs no other. Default: `worker.mjs` beside this module.
   */
  readonly url?: URL
}
