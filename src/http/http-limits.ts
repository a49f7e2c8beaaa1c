/**
 * Limits on times and sizes of requests to the HTTP API.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits of the HTTP API. */
export const HTTP_LIMITS = {
  /** Size that a JSON body may have in addition to a document in base64, in bytes. */
  maxJsonOverheadBytes: 2 * MB,
  /** Size that a multipart body may have in addition to its file, in bytes. */
  maxMultipartOverheadBytes: 64 * 1024,
  /** Size of the header fields of one part, in bytes. */
  maxPartHeaderBytes: 8 * 1024,
  /** Parts of one multipart body. */
  maxParts: 5,
  /** Size of a JSON body without a document, in bytes. */
  maxSmallBodyBytes: 16 * 1024,
  /** Time that may pass without a single byte of the body, in milliseconds. */
  bodyIdleMs: 15_000,
  /** Time for the whole body, in milliseconds. */
  bodyTotalMs: 300_000,
  /** Time after which `minBodyBytesPerSecond` is enforced, in milliseconds. */
  bodyGraceMs: 10_000,
  /** Least average rate of a body, in bytes per second: that of a modem. Slower clients would hold memory that others need. */
  minBodyBytesPerSecond: 8 * 1024,
  /** Bytes of a refused body that are still read. */
  maxDiscardedBytes: 64 * MB,
  /** Time for which a refused body is still read, in milliseconds. */
  discardMs: 2000,
  /** Size of the first buffer for a body of unknown length, in bytes. */
  firstBodyBytes: 64 * 1024,
  /** Bytes of all bodies together that are read in one turn of the event loop. They take about three milliseconds. */
  maxTurnBytes: 1 * MB,
  /** Time that one check of readiness may take, in milliseconds. */
  readinessTimeoutMs: 2000,
  /** Time for which the result of a readiness check is reused, in milliseconds, since checks call the store. */
  readinessCacheMs: 1000,
  /** Time for which the result of the mailer's check is reused, in milliseconds, since each check logs in to the mail server. */
  mailCheckMs: 60_000,
  /** Time that looking up an API key may take, in milliseconds. Stores of this package give up sooner. */
  authenticateTimeoutMs: 10_000,
  /** How long the answer to a request with an `Idempotency-Key` is repeated, in milliseconds. */
  idempotencyTtlMs: 24 * 60 * 60_000,
  /** Time without a sign of life after which a request counts as lost with its process, in milliseconds. */
  idempotencyLeaseMs: 20_000,
  /** Time that counting stored data may take, in milliseconds. */
  usageTimeoutMs: 5000,
  /** Window in which requests of an owner are counted where no quota has one, in milliseconds. */
  requestWindowMs: 60 * 60_000,
  /** Length of an `Idempotency-Key`, in characters. */
  maxIdempotencyKeyLength: 255,
  /** Answers that are kept in the memory of a process, in bytes. */
  maxIdempotentBytes: 128 * MB,
  /** Number of answers that are kept in the memory of a process. */
  maxIdempotentEntries: 100_000,
  /** Size of the warnings in the header of an answer, in bytes. Clients accept 16 KB for all header fields together. */
  maxWarningHeaderBytes: 4096,
  /** Seconds after which clients are told to try again, unless the error has its own number. */
  defaultRetrySeconds: 10,
} as const
