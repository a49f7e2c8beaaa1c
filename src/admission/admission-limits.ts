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
  /** Time that a request waits for some of them, in milliseconds. */
  maxWaitForBytesMs: 10_000,
  /** Requests that wait for bytes, with a key and without one; and those of one owner. */
  maxWaitingForBytes: 1000,
  maxWaitingForBytesPerOwner: 100,
  /** Documents that are fetched at once: in total, for one key or client, for all clients without a key, and from one host. */
  maxFetches: 24,
  maxFetchesPerOwner: 8,
  maxAnonymousFetches: 12,
  maxFetchesPerHost: 8,
  /** Time that a fetch waits for its turn, in milliseconds. */
  maxWaitForFetchMs: 10_000,
  /** Conversions of one API key at once. */
  maxConcurrentPerKey: 10,
  /** Documents that one API key may have signed at once, and verified. */
  maxConcurrentSigns: 32,
  maxConcurrentVerifications: 32,
  /** Results of batches that one API key may have read at once. */
  maxConcurrentResults: 16,
  /** Requests of one client without a key at once: a network of an office may be one client. */
  maxConcurrentPerClient: 16,
  /** Time that counting a request may take, in milliseconds. */
  quotaTimeoutMs: 800,
} as const
