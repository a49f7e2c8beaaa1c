/**
 * Options of worker threads.
 *
 * @module
 */

/** How jobs are spread over threads. */
export interface WorkerOptions {
  /**
   * Most threads at once. From three on, one in four (at least one) is for small jobs alone; from four on, as many are for API
   * keys that have no work running while all other threads are taken. Default: one more than there are processors, at least 4.
   */
  readonly threads?: number | undefined
  /** JavaScript heap of one thread, in MB. Default 1024. */
  readonly maxHeapMb?: number | undefined
  /**
   * What all jobs together may add to the resident memory of the process, in MB. Past it, the job that took most is ended with
   * `document_too_complex`. Default: 160 for each thread, at least 640, at most half of the machine's memory.
   */
  readonly maxMemoryMb?: number | undefined
  /**
   * Jobs that may wait for a thread, in each of two lanes: with a key and without one. One key or client may have half of them.
   * More jobs are refused with `overloaded`. Default: 16 for each thread.
   */
  readonly maxQueue?: number | undefined
  /** Time without work after which a thread ends, in milliseconds. Default 30 s. */
  readonly idleMs?: number | undefined
  /**
   * The worker's module, for hosts that copied `sealwright/worker` elsewhere: its new place, as a `file:` URL. The module is one
   * file that needs no other. Default: `worker.mjs` beside this module.
   */
  readonly url?: URL | undefined
}
