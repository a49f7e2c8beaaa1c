/**
 * What keeps batches and their jobs, and hands jobs to workers. Engines know nothing of documents.
 *
 * @module
 */

import type { BatchRequest, RejectedEntry } from './batch.js'

/** What a batch is kept as. */
export interface StoredBatch {
  readonly id: string
  readonly tenant: string
  readonly name: string
  /** Documents; or what keeps the webhooks of all tenants, or the requests whose entries are still to be taken. */
  readonly kind: 'documents' | 'webhooks' | 'intakes'
  readonly request: BatchRequest
  readonly state: 'running' | 'paused' | 'cancelled' | 'finished'
  /** Whether all entries were taken. */
  readonly isFilled: boolean
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly finishedAt: number | null
  /** How often it has finished: retrying failures begins the next round. */
  readonly round: number
}

/** Data of a job: JSON, as small as it can be, since a million of them are kept. */
export type JobData = Readonly<Record<string, unknown>>

/** A job to be done. */
export interface NewJob {
  /** The same work has the same id. */
  readonly id: string
  readonly data: JobData
}

/** Why a job is on the dead-letter list. */
export interface JobFailure {
  readonly code: string
  readonly message: string
}

/** A job that has ended. */
export interface EndedJob extends NewJob {
  readonly result: JobData | null
  readonly failure: JobFailure | null
  readonly attempts: number
  /** Milliseconds since 1970. */
  readonly endedAt: number
}

/** Jobs by state. */
export interface JobCounts {
  readonly waiting: number
  readonly active: number
  readonly retrying: number
  readonly done: number
  readonly failed: number
  readonly rejected: number
  /** Done since a point in time. */
  readonly doneSince: number
}

/** A job that a worker has, until it says what came of it or loses it. */
export interface ClaimedJob extends NewJob {
  /** 1 for the first try. */
  readonly attempt: number
  /** How often a worker had it and ended before it did. */
  readonly abandonments: number
  /** Aborted when the job has gone to another worker. */
  readonly signal: AbortSignal
  /** What was noted by whoever had the job before. */
  readonly note: JobData | null
  /** Keeps something for whoever gets the job after this worker. */
  keepNote(note: JobData): Promise<void>
  /** Each of these settles the job. False: it was not this worker's any more, and nothing has changed. */
  done(result: JobData): Promise<boolean>
  /**
   * For engines that can do both at once: what `done` does, and takes the next job of the batch. Undefined where there is none, and
   * where this job was not this worker's any more.
   */
  doneAndClaim?(result: JobData): Promise<ClaimedJob | undefined>
  retry(failure: JobFailure, delayMs: number): Promise<boolean>
  fail(failure: JobFailure): Promise<boolean>
  /** Puts it back as if it had not been tried. */
  release(): Promise<boolean>
}

/** One process that works. */
export interface EngineWorker {
  /** The next job of a batch that is due; undefined where there is none. Called several times at once to take several. */
  claim(batchId: string): Promise<ClaimedJob | undefined>
  /** Told which batches are worked on, so that what is kept for others can go. */
  keepOnly(batchIds: ReadonlySet<string>): Promise<void>
  close(): Promise<void>
}

export interface PageRequest {
  readonly cursor?: string | undefined
  readonly limit: number
}

export interface EnginePage<T> {
  readonly items: readonly T[]
  readonly cursor: string | null
}

/** What batches take of what their owner may have. */
export interface BatchCharge {
  /** Documents that are to be done: counted from when they are named until their batch has ended. */
  readonly documents: number
  /** Documents among them that are named by their addresses. */
  readonly urls: number
  /** Bytes of files that were sent along, and of results. */
  readonly bytes: number
}

/** Every method rejects when the engine's database cannot be reached: with SealwrightError `store_unavailable`, as a rule. */
export interface BatchEngine {
  /** Keeps a batch, unless there is one with its id. Gives the one that is then there. */
  createBatch(batch: StoredBatch): Promise<StoredBatch>
  findBatch(id: string): Promise<StoredBatch | null>
  /** Changes a batch that is in one of these states; gives whether it was. */
  changeBatch(
    id: string,
    from: readonly StoredBatch['state'][],
    changes: Partial<Pick<StoredBatch, 'state' | 'isFilled' | 'finishedAt' | 'round'>>,
  ): Promise<boolean>
  /** Newest first. */
  listBatches(tenant: string | null, page: PageRequest): Promise<EnginePage<StoredBatch>>
  /** Batches that are `running`, the oldest first. */
  runningBatches(): Promise<readonly Pick<StoredBatch, 'id' | 'tenant' | 'kind' | 'isFilled'>[]>
  /** Adds jobs; those that the batch has already stay as they are. */
  addJobs(batchId: string, jobs: readonly NewJob[]): Promise<void>
  /** By position: an entry that is rejected again takes the place of what was kept. */
  addRejections(batchId: string, rejections: readonly RejectedEntry[]): Promise<void>
  listRejections(batchId: string, page: PageRequest): Promise<EnginePage<RejectedEntry>>
  /** @param since milliseconds since 1970 */
  countJobs(batchId: string, since: number): Promise<JobCounts>
  findJob(batchId: string, jobId: string): Promise<EndedJob | null>
  listJobs(batchId: string, state: 'done' | 'failed', page: PageRequest): Promise<EnginePage<EndedJob>>
  /** Puts the jobs of the dead-letter list back; gives how many there were. */
  retryFailed(batchId: string): Promise<number>
  /** Takes a batch and its jobs away, and all that was charged for it. */
  removeBatch(id: string): Promise<void>
  /** Takes jobs of a batch away, in whatever state. Those that are not there are no error. */
  removeJobs(batchId: string, jobIds: readonly string[]): Promise<void>
  /**
   * Charges a batch, and with it its tenant: all of the amounts, or none where one of them is above 0 and the tenant would then
   * have more of it than its limit. One step, whoever else charges the tenant. What is below 0 is given back.
   *
   * @returns `charged`, `gone` where there is no such batch, or what there would be too much of.
   */
  charge(
    batchId: string,
    amounts: Partial<BatchCharge>,
    limits: Partial<BatchCharge>,
  ): Promise<'charged' | 'gone' | keyof BatchCharge>
  /** Sets what a batch is charged with, and changes what its tenant has by the difference. */
  settle(batchId: string, amounts: Partial<BatchCharge>): Promise<void>
  /** What the batches of a tenant are charged with; with null, those of all. */
  usage(tenant: string | null): Promise<BatchCharge>
  /** Batches of documents that were made before a time, the oldest first, after so many that are passed over. */
  oldBatches(before: number, page: { readonly skip: number; readonly limit: number }): Promise<readonly StoredBatch[]>
  openWorker(options: EngineWorkerOptions): Promise<EngineWorker>
  /** Rejects when the database cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface EngineWorkerOptions {
  /** Time without a sign of life after which jobs go to other workers, in milliseconds. */
  readonly leaseMs: number
  /** How often a job goes back because of that, until it is put on the dead-letter list as `job_abandoned`. */
  readonly maxAbandonments: number
  /** Told what fails in the background. */
  readonly onError: (error: unknown) => void
}
