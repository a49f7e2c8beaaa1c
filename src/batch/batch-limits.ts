/**
 * Limits on the times and sizes of batches.
 *
 * @module
 */

/** Limits and times of batches. */
export const BATCH_LIMITS = {
  /** Length of a batch's name, in characters. */
  maxNameLength: 200,
  /** Length of a tenant's name, in characters. */
  maxTenantLength: 200,
  /** Length of a document's name, in bytes of UTF-8. */
  maxDocumentNameBytes: 1024,
  /** Length of one part of a document's name (between two slashes), in bytes of UTF-8. */
  maxDocumentNamePartBytes: 255,
  /** Length of the part of a result's name that comes from its input's name, in bytes of UTF-8. */
  maxStemBytes: 150,
  /** Length of one line of a manifest, in characters. */
  maxManifestLineLength: 1024 * 1024,
  /** Rejected entries of a batch that are stored with their reasons. Further ones are only counted. */
  maxKeptRejections: 100_000,
  /** Entries that are given to the engine at once. */
  entriesPerWrite: 500,
  /** Documents that are looked up in the store at once while entries are taken. */
  maxLookUps: 16,
  /** Documents of one request over HTTP. */
  maxDocumentsPerRequest: 10_000,
  /** Documents that one owner may have over HTTP in batches that have not ended. */
  maxQueuedDocuments: 100_000,
  /** How many of these documents may be named by URL. */
  maxQueuedUrls: 20_000,
  /** Bytes of uploaded files and of results that may be stored for one owner. */
  maxStoredBytes: 1024 ** 3,
  /** How long a batch that came over HTTP is kept after it was made, with its files and results, in milliseconds. */
  keepMs: 30 * 24 * 60 * 60_000,
  /** Time between two searches of a worker for old batches to remove, in milliseconds. */
  tidyMs: 60 * 60_000,
  /** Batches or jobs that are removed at once. */
  removalsAtOnce: 100,
  /** Time in which a request over HTTP takes entries itself, in milliseconds. Workers take the rest. */
  intakeMs: 500,
  /** Files of one request that are written to the store at once, between two checks of the time. */
  maxFilesKeptAtOnce: 16,
  /** Entries of a request that a worker takes between two checks of its batch. */
  entriesPerLook: 64,
  /** Jobs that run at once in one process. */
  concurrency: 4,
  /** Work that a worker claims at once, in milliseconds. */
  bundleMs: 500,
  /** Maximum number of jobs that a worker claims at once. */
  maxBundleJobs: 8,
  /**
   * Time after which claimed jobs that have not begun are given back, in milliseconds: a job before them takes longer than
   * expected.
   */
  maxBundleMs: 2000,
  /** Results that are held in memory until they are written together, in bytes. */
  maxBundleBytes: 4 * 1024 * 1024,
  /**
   * How often workers may end while they have a job before it is run without other jobs beside it, since it may be what ends
   * them.
   */
  maxSharedAbandonments: 1,
  /** Attempts of a job whose failures may be temporary. */
  maxAttempts: 8,
  /** How often a job goes back because its worker ended, before the job is taken for the cause. */
  maxAbandonments: 5,
  /** Delay before the second attempt, in milliseconds. It doubles with each further attempt. */
  retryDelayMs: 1000,
  /** Largest delay before another attempt, in milliseconds. */
  maxRetryDelayMs: 10 * 60_000,
  /** Time without a sign of life after which a worker's job goes to another one, in milliseconds. */
  leaseMs: 30_000,
  /** Time between two searches of an idle worker for jobs, in milliseconds. */
  pollMs: 500,
  /** Time that a worker has to finish what it has begun when it is told to end, in milliseconds. */
  closeGraceMs: 30_000,
  /** Window over which the rate in a status is measured, in milliseconds. */
  rateWindowMs: 60_000,
  /** Attempts to send one webhook, over about three days. */
  maxWebhookAttempts: 14,
  webhookDelayMs: 5000,
  maxWebhookDelayMs: 12 * 3_600_000,
  webhookTimeoutMs: 15_000,
} as const
