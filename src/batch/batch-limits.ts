/**
 * Times and sizes of batches.
 *
 * @module
 */

/** Limits and times of batches. */
export const BATCH_LIMITS = {
  /** Length of the name of a batch. */
  maxNameLength: 200,
  /** Length of a tenant. */
  maxTenantLength: 200,
  /** Length of the name of a document, in bytes of UTF-8, and of one of its parts. */
  maxDocumentNameBytes: 1024,
  maxDocumentNamePartBytes: 255,
  /** Length of what a result's name takes over from its input's, in bytes of UTF-8. */
  maxStemBytes: 150,
  /** One line of a manifest, in characters. */
  maxManifestLineLength: 1024 * 1024,
  /** Rejected entries of a batch that are kept with their reasons; more are counted. */
  maxKeptRejections: 100_000,
  /** Entries that are handed to the engine at once. */
  entriesPerWrite: 500,
  /** Documents that are looked up at once while entries are taken. */
  maxLookUps: 16,
  /** Documents of one request over HTTP. */
  maxDocumentsPerRequest: 10_000,
  /** What one owner may have over HTTP: documents in batches that have not ended, and those of them that are named by URL. */
  maxQueuedDocuments: 100_000,
  maxQueuedUrls: 20_000,
  /** Bytes of files that one owner sent along, and of results. */
  maxStoredBytes: 1024 ** 3,
  /** How long a batch that came over HTTP is kept after it was made, with its files and results, in milliseconds. */
  keepMs: 30 * 24 * 60 * 60_000,
  /** How often workers look for what is to go because of its age, in milliseconds. */
  tidyMs: 60 * 60_000,
  /** Batches, or jobs, that are taken away at once. */
  removalsAtOnce: 100,
  /** Time that a request over HTTP takes for its entries, in milliseconds: the others are taken by workers. */
  intakeMs: 500,
  /** Files of one request that are written to the store at once, between two looks at the time. */
  maxFilesKeptAtOnce: 16,
  /** Entries of a request that a worker takes between two looks at its batch. */
  entriesPerLook: 64,
  /** Jobs in work at once in one process. */
  concurrency: 4,
  /** Work that a worker takes at once, in milliseconds, and how many jobs that may be. */
  bundleMs: 500,
  maxBundleJobs: 8,
  /** Time after which jobs that were taken and have not begun are given back: one before them takes longer than was thought. */
  maxBundleMs: 2000,
  /** Results that are held in memory until they are written together, in bytes. */
  maxBundleBytes: 4 * 1024 * 1024,
  /** How often workers may end with a job before it is done with no other one beside it, since it may be what ends them. */
  maxSharedAbandonments: 1,
  /** How often a job is tried that fails of what may pass. */
  maxAttempts: 8,
  /** How often a job goes back because its worker ended, until it is taken for the reason. */
  maxAbandonments: 5,
  /** Time until the second try, which doubles with each further one, and its end, in milliseconds. */
  retryDelayMs: 1000,
  maxRetryDelayMs: 10 * 60_000,
  /** Time without a sign of life after which a worker's job goes to another one, in milliseconds. */
  leaseMs: 30_000,
  /** How often a worker without work looks for some, in milliseconds. */
  pollMs: 500,
  /** Time that a worker that is told to end has for what it has begun, in milliseconds. */
  closeGraceMs: 30_000,
  /** Window of the rate that a status tells, in milliseconds. */
  rateWindowMs: 60_000,
  /** Tries of one webhook, over about three days. */
  maxWebhookAttempts: 14,
  webhookDelayMs: 5000,
  maxWebhookDelayMs: 12 * 3_600_000,
  webhookTimeoutMs: 15_000,
} as const
