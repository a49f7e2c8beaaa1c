/**
 * The interface of engines, which keep batches and their jobs and give jobs to workers. Engines know nothing of documents.
 *
 * @module
 */

import type { BatchRequest, RejectedEntry } from './batch.js'

/** A batch as an engine keeps it. */
export interface StoredBatch {
  readonly id: string
  readonly tenant: string
  readonly name: string
  /**
   * What the jobs are: documents; or, in the two batches that the service keeps for all tenants, webhooks and requests whose
   * entries are still to be taken.
   */
  readonly kind: 'documents' | 'webhooks' | 'intakes'
  readonly request: BatchRequest
  readonly state: 'running' | 'paused' | 'cancelled' | 'finished'
  /** Whether all entries were taken. */
  readonly isFilled: boolean
  /** When the batch was made, in milliseconds since 1970. */
  readonly createdAt: number
  readonly finishedAt: number | null
  /** How often the batch has finished. Retrying its failures begins the next round. */
  readonly round: number
}

/** Data of a job: JSON, as small as possible, since a million of them are kept. */
export type JobData = Readonly<Record<string, unknown>>

/** A job to be done. */
export interface NewJob {
  /** Id of the job. Equal work has an equal id. */
  readonly id: string
  readonly data: JobData
}

/** Why a job is on the dead-letter list. */
export interface JobFailure {
  readonly code: string
  readonly message: string
}

/** A job that is done or has failed. */
export interface EndedJob extends NewJob {
  readonly result: JobData | null
  readonly failure: JobFailure | null
  readonly attempts: number
  /** When the job ended, in milliseconds since 1970. */
  readonly endedAt: number
}

/** Numbers of jobs by state. */
export interface JobCounts {
  readonly waiting: number
  readonly active: number
  readonly retrying: number
  readonly done: number
  readonly failed: number
  readonly rejected: number
  /** Jobs that were done since a given time. */
  readonly doneSince: number
}

/** A job that a worker has claimed, until the worker settles it or loses it. */
export interface ClaimedJob extends NewJob {
  /** Number of this attempt: 1 for the first. */
  readonly attempt: number
  /** How often a worker ended while it had the job. */
  readonly abandonments: number
  /** Aborted when the job was given to another worker. */
  readonly signal: AbortSignal
  /** The note of the worker that had the job before, or null. */
  readonly note: JobData | null
  /** Keeps a note for the worker that gets the job after this one. */
  keepNote(note: JobData): Promise<void>
  /**
   * This method and the next ones settle the job. They resolve to false, and change nothing, when the job was no longer this
   * worker's.
   */
  done(result: JobData): Promise<boolean>
  /**
   * Does what `done` does, and claims the next job of the batch in the same step; for engines that can. Undefined where there is
   * no next job, and where this job was no longer this worker's.
   */
  doneAndClaim?(result: JobData): Promise<ClaimedJob | undefined>
  retry(failure: JobFailure, delayMs: number): Promise<boolean>
  fail(failure: JobFailure): Promise<boolean>
  /** Puts the job back as if it had not been tried. */
  release(): Promise<boolean>
}

/** A process that works on jobs. */
export interface EngineWorker {
  /**
   * Claims the next due job of a batch; undefined where there is none. It is called several times at once to claim several jobs.
   */
  claim(batchId: string): Promise<ClaimedJob | undefined>
  /** Tells the engine which batches are worked on, so that data about other batches can be freed. */
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

/** Amounts that count against the allowance of an owner. */
export interface BatchCharge {
  /** Documents that are still to be done. They count from when they are named until their batch has ended. */
  readonly documents: number
  /** Number of the documents that are named by URL. */
  readonly urls: number
  /** Bytes of uploaded files and of results. */
  readonly bytes: number
}

/**
 * Keeps batches and jobs. Every method rejects when the engine's database cannot be reached, as a rule with SealwrightError
 * `store_unavailable`.
 */
export interface BatchEngine {
  /** Stores a batch unless one with its id exists. Returns the batch that is stored then. */
  createBatch(batch: StoredBatch): Promise<StoredBatch>
  findBatch(id: string): Promise<StoredBatch | null>
  /** Changes a batch if it is in one of these states. Returns whether it was. */
  changeBatch(
    id: string,
    from: readonly StoredBatch['state'][],
    changes: Partial<Pick<StoredBatch, 'state' | 'isFilled' | 'finishedAt' | 'round'>>,
  ): Promise<boolean>
  /** Batches of a tenant (with null: of all), newest first. */
  listBatches(tenant: string | null, page: PageRequest): Promise<EnginePage<StoredBatch>>
  /** Batches in the state `running`, oldest first. */
  runningBatches(): Promise<readonly Pick<StoredBatch, 'id' | 'tenant' | 'kind' | 'isFilled'>[]>
  /** Adds jobs. Jobs that the batch has already stay unchanged. */
  addJobs(batchId: string, jobs: readonly NewJob[]): Promise<void>
  /** Stores rejected entries by position. An entry that is rejected again replaces the stored one. */
  addRejections(batchId: string, rejections: readonly RejectedEntry[]): Promise<void>
  listRejections(batchId: string, page: PageRequest): Promise<EnginePage<RejectedEntry>>
  /** @param since milliseconds since 1970 */
  countJobs(batchId: string, since: number): Promise<JobCounts>
  findJob(batchId: string, jobId: string): Promise<EndedJob | null>
  listJobs(batchId: string, state: 'done' | 'failed', page: PageRequest): Promise<EnginePage<EndedJob>>
  /** Puts the jobs of the dead-letter list back into the queue. Returns their number. */
  retryFailed(batchId: string): Promise<number>
  /** Removes a batch, its jobs, and everything that was charged for it. */
  removeBatch(id: string): Promise<void>
  /** Removes jobs of a batch in any state. Unknown ids are not an error. */
  removeJobs(batchId: string, jobIds: readonly string[]): Promise<void>
  /**
   * Charges a batch and its tenant with all of the amounts, in one atomic step. Charges nothing when the tenant would exceed its
   * limit of an amount that is above 0. Negative amounts are given back.
   *
   * @returns `charged`; `gone` when the batch does not exist; or the name of the amount that would exceed its limit
   */
  charge(
    batchId: string,
    amounts: Partial<BatchCharge>,
    limits: Partial<BatchCharge>,
  ): Promise<'charged' | 'gone' | keyof BatchCharge>
  /** Sets the charges of a batch, and changes those of its tenant by the difference. */
  settle(batchId: string, amounts: Partial<BatchCharge>): Promise<void>
  /** Sum of the charges of a tenant's batches; with null, of all batches. */
  usage(tenant: string | null): Promise<BatchCharge>
  /** Batches of documents that were made before a time, oldest first. The first `skip` of them are left out. */
  oldBatches(before: number, page: { readonly skip: number; readonly limit: number }): Promise<readonly StoredBatch[]>
  openWorker(options: EngineWorkerOptions): Promise<EngineWorker>
  /** Rejects when the database cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

export interface EngineWorkerOptions {
  /** Time without a sign of life after which a worker's jobs go to other workers, in milliseconds. */
  readonly leaseMs: number
  /** How often a job may go back because its worker ended, before it is put on the dead-letter list as `job_abandoned`. */
  readonly maxAbandonments: number
  /** Called with errors of work in the background. */
  readonly onError: (error: unknown) => void
}
