/**
 * How many requests there may be at once, what they may hold, and how long they wait.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits of admission. */
export const ADMISSION_LIMITS = {
  /** Bytes of all bodies and fetched documents that are processed at once. */
  maxBytesInFlight: 256 * MB,
  /** Time that a request waits for bytes to become free, in milliseconds. */
  maxWaitForBytesMs: 10_000,
  /** Requests that wait for bytes, in each of the two lanes: with a key and without one. */
  maxWaitingForBytes: 1000,
  /** Requests of one owner that wait for bytes. */
  maxWaitingForBytesPerOwner: 100,
  /** Documents that are fetched at once. */
  maxFetches: 24,
  /** Documents that are fetched at once for one key or client. */
  maxFetchesPerOwner: 8,
  /** Documents that are fetched at once for all clients without a key together. */
  maxAnonymousFetches: 12,
  /** Documents that are fetched at once from one host. */
  maxFetchesPerHost: 8,
  /** Time that a fetch waits for its turn, in milliseconds. */
  maxWaitForFetchMs: 10_000,
  /** Conversions that run at once for one API key. */
  maxConcurrentPerKey: 10,
  /** Documents that are signed at once for one API key. */
  maxConcurrentSigns: 32,
  /** Documents that are verified at once for one API key. */
  maxConcurrentVerifications: 32,
  /** Results of batches that are read at once for one API key. */
  maxConcurrentResults: 16,
  /** Requests of one client without a key that run at once. A whole office behind one address may be one client. */
  maxConcurrentPerClient: 16,
  /** Time that counting a request may take before the request is refused, in milliseconds. */
  quotaTimeoutMs: 800,
} as const
