/**
 * Times and sizes of requests to the HTTP API, and how many there may be.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits of the HTTP API. */
export const HTTP_LIMITS = {
  /** What a JSON body may take on top of a document in base64, in bytes. */
  maxJsonOverheadBytes: 2 * MB,
  /** Size of the picture in a signature that comes with a request, in bytes; it counts with the request, not the document. */
  maxSignatureImageBytes: MB,
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
  /** Of all bodies together, in one turn of the event loop: some three milliseconds of it. */
  maxTurnBytes: 1 * MB,
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
  /** Requests of one client without a key at once: a network of an office may be one client. */
  maxConcurrentPerClient: 16,
  /** Time that one check of readiness may take, in milliseconds. */
  readinessTimeoutMs: 2000,
  /** Time that looking an API key up may take, in milliseconds: stores of this package give up sooner. */
  authenticateTimeoutMs: 10_000,
  /** Time that counting a request may take, in milliseconds. */
  quotaTimeoutMs: 800,
  /** How long the answer to a request with an `Idempotency-Key` is given again, in milliseconds. */
  idempotencyTtlMs: 24 * 60 * 60_000,
  /** Time without a sign of life after which a request is considered lost with its process, in milliseconds. */
  idempotencyLeaseMs: 20_000,
  /** Length of an `Idempotency-Key`, in characters. */
  maxIdempotencyKeyLength: 255,
  /** Answers that are kept in the memory of a process, in bytes and in number. */
  maxIdempotentBytes: 128 * MB,
  maxIdempotentEntries: 100_000,
  /** Files of one request for a batch that are written to the store at once. */
  maxFilesKeptAtOnce: 16,
  /** Length of a query parameter, in characters. */
  maxQueryValueLength: 320,
  /** Length of the name of a file, in characters. */
  maxFileNameLength: 255,
  /** Title of a converted document, in characters. */
  maxTitleLength: 500,
  /** Warnings in the header of an answer, in bytes: clients take 16 KB of all headers together. */
  maxWarningHeaderBytes: 4096,
  /** After how many seconds clients are told to try again, unless the error says. */
  defaultRetrySeconds: 10,
} as const
