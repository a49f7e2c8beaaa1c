/**
 * Times and sizes of requests to the HTTP API.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits of the HTTP API. */
export const HTTP_LIMITS = {
  /** What a JSON body may take on top of a document in base64, in bytes. */
  maxJsonOverheadBytes: 2 * MB,
  /** What a multipart body may take on top of its file, in bytes. */
  maxMultipartOverheadBytes: 64 * 1024,
  /** Header fields of one part, in bytes. */
  maxPartHeaderBytes: 8 * 1024,
  /** Parts of one multipart body. */
  maxParts: 5,
  /** A JSON body without a document, in bytes. */
  maxSmallBodyBytes: 16 * 1024,
  /** Time without a single byte of the body, in milliseconds. */
  bodyIdleMs: 15_000,
  /** Time for the whole body, in milliseconds. */
  bodyTotalMs: 300_000,
  /** Time after which a body must have come at `minBodyBytesPerSecond` on average, in milliseconds. */
  bodyGraceMs: 10_000,
  /** A modem's rate: whoever sends more slowly keeps memory from others to no purpose. */
  minBodyBytesPerSecond: 8 * 1024,
  /** How much of a refused body is still read, in bytes and in milliseconds. */
  maxDiscardedBytes: 64 * MB,
  discardMs: 2000,
  /** Size of the first buffer for a body of unknown length, in bytes. */
  firstBodyBytes: 64 * 1024,
  /** Bytes of all bodies together in one turn of the event loop: some three milliseconds of it. */
  maxTurnBytes: 1 * MB,
  /** Time that one check of readiness may take, in milliseconds. */
  readinessTimeoutMs: 2000,
  /** Time in which the last result of a check holds, in milliseconds: checks call the store. Mail servers want a login each time. */
  readinessCacheMs: 1000,
  mailCheckMs: 60_000,
  /** Time that looking an API key up may take, in milliseconds: stores of this package give up sooner. */
  authenticateTimeoutMs: 10_000,
  /** How long the answer to a request with an `Idempotency-Key` is given again, in milliseconds. */
  idempotencyTtlMs: 24 * 60 * 60_000,
  /** Time without a sign of life after which a request is considered lost with its process, in milliseconds. */
  idempotencyLeaseMs: 20_000,
  /** Time that counting what is stored may take, in milliseconds. */
  usageTimeoutMs: 5000,
  /** Window in which requests of an owner are counted, where no quota says, in milliseconds. */
  requestWindowMs: 60 * 60_000,
  /** Length of an `Idempotency-Key`, in characters. */
  maxIdempotencyKeyLength: 255,
  /** Answers that are kept in the memory of a process, in bytes and in number. */
  maxIdempotentBytes: 128 * MB,
  maxIdempotentEntries: 100_000,
  /** Warnings in the header of an answer, in bytes: clients take 16 KB of all headers together. */
  maxWarningHeaderBytes: 4096,
  /** After how many seconds clients are told to try again, unless the error says. */
  defaultRetrySeconds: 10,
} as const
