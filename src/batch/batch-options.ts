/**
 * Options of createBatches, and of the batches that it makes.
 *
 * @module
 */

import {
  checkOptions,
  FUNCTION,
  having,
  listOf,
  members,
  must,
  numberFrom,
  OBJECT,
  type OptionTable,
  oneOf,
  required,
  SIGNAL,
  SWITCH,
  TEXT,
  wholeNumberFrom,
} from '../input/check-options.js'
import { WORK_SETTINGS, WORKER_SETTINGS } from '../jobs/settings.js'
import type { AddressRules } from '../net/guarded-lookup.js'
import { PADES_LEVELS } from '../trust/trust-report.js'
import type { WorkerOptions } from '../work/worker-options.js'
import type { BatchRequest, RejectedEntry } from './batch.js'
import type { BatchCharge, BatchEngine } from './batch-engine.js'
import type { DocumentStore } from './document-store.js'
import type { StepSettings } from './jobs/step-runner.js'
import type { RetryRules } from './work/failures.js'

export interface BatchOptions extends Omit<StepSettings, 'maxDocumentBytes'> {
  /** Stores the batches and their jobs: `bullmqEngine` or `sqliteEngine`. */
  readonly engine: BatchEngine
  /** Where documents come from. */
  readonly inputs: DocumentStore
  readonly outputs: DocumentStore
  /** Largest document, in bytes. Default 25 MB. */
  readonly maxDocumentBytes?: number | undefined
  /**
   * Options of worker threads. False: the work is done in this thread, where limits of time and memory cannot always be
   * enforced.
   */
  readonly workers?: WorkerOptions | false | undefined
  /**
   * Whether this process does nothing else. Small PDFs are then signed in its own thread, and it waits for the file system where
   * that is quicker than giving the work to another thread. Default false.
   */
  readonly dedicated?: boolean | undefined
  /**
   * Folder for the results of a tenant; `''` for none. Default: the tenant's name, or a hash of the name where it cannot be a
   * folder's.
   */
  readonly folderOf?: ((tenant: string) => string) | undefined
  /**
   * Settings of webhooks. The secrets of tenants are derived from `secret`: `whsec_` and 24 to 64 bytes in base64. Give several
   * secrets, newest first, while you change it: webhooks are then signed with each. Without this option there are no webhooks.
   */
  readonly webhooks?: (AddressRules & { readonly secret: string | readonly string[] }) | undefined
  /** Rules for documents that are named by URL. */
  readonly addresses?: (AddressRules & { readonly timeoutMs?: number }) | undefined
  /**
   * How failures that may be temporary are retried. Default: 8 attempts, the second after 1 s, each further one after twice the
   * time, 10 minutes at most.
   */
  readonly retries?: Partial<RetryRules> | undefined
  /**
   * Allowance of one owner over HTTP: `documents` in batches that have not ended (default 100,000), `urls` among them (20,000),
   * and `bytes` of stored files and results (1 GB).
   */
  readonly allowance?: Partial<BatchCharge> | undefined
  /**
   * How long a batch that came over HTTP is kept after it was made, with its files and results, in milliseconds.
   * Default 30 days.
   */
  readonly keepMs?: number | undefined
  /** Called with errors of work in the background, and with errors of jobs that have no code. Default: they are ignored. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** How entries are taken. */
export interface EnqueueOptions {
  readonly request: BatchRequest
  /** Name of the batch. Tenant and name identify a batch; the same name again continues it. */
  readonly name: string
  /** Tenant of the batch. Tenants take turns, and do not see each other's batches. Default `default`. */
  readonly tenant?: string | undefined
  /** Called with each entry that is not taken. */
  readonly onRejected?: ((entry: RejectedEntry) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export interface WorkOptions {
  /** Jobs that run at once. Default 4. */
  readonly concurrency?: number | undefined
  /** Time between two searches for work while there is none, in milliseconds. Default 500. */
  readonly pollMs?: number | undefined
  /** Time without a sign of life after which a worker's jobs go to other workers, in milliseconds. Default 30 s. */
  readonly leaseMs?: number | undefined
}

const ADDRESSES: OptionTable<AddressRules> = { allowLoopback: SWITCH, resolve: FUNCTION }
const SECRETS = must('a secret, or a list of secrets', (value) => typeof value === 'string' || Array.isArray(value))
const STORE = required(having('read', 'stat', 'write', 'list', 'remove'))

const BATCHES: OptionTable<BatchOptions> = {
  ...WORK_SETTINGS,
  identity: OBJECT,
  levels: listOf(oneOf(PADES_LEVELS), 'levels'),
  engine: required(having('createBatch', 'addJobs', 'openWorker', 'close')),
  inputs: STORE,
  outputs: STORE,
  maxDocumentBytes: numberFrom(1),
  workers: WORKER_SETTINGS,
  dedicated: SWITCH,
  folderOf: FUNCTION,
  webhooks: members<AddressRules & { secret: string | readonly string[] }>({ ...ADDRESSES, secret: required(SECRETS) }),
  addresses: members<AddressRules & { timeoutMs: number }>({ ...ADDRESSES, timeoutMs: numberFrom(1) }),
  retries: members<RetryRules>({
    maxAttempts: wholeNumberFrom(1),
    delayMs: numberFrom(0),
    maxDelayMs: numberFrom(0),
  }),
  allowance: members<BatchCharge>({ documents: numberFrom(0), urls: numberFrom(0), bytes: numberFrom(0) }),
  keepMs: numberFrom(1000),
  onError: FUNCTION,
}

const ENQUEUE: OptionTable<EnqueueOptions> = {
  request: required(OBJECT),
  name: required(TEXT),
  tenant: TEXT,
  onRejected: FUNCTION,
  signal: SIGNAL,
}

const WORK: OptionTable<WorkOptions> = {
  concurrency: wholeNumberFrom(1),
  pollMs: numberFrom(1),
  leaseMs: numberFrom(1),
}

/** Throws `invalid_request` for invalid options. */
export function assertBatchOptions(options: BatchOptions): void {
  checkOptions(options, BATCHES)
}

/** Throws `invalid_request` for options of `enqueue` that make no sense. */
export function assertEnqueueOptions(options: EnqueueOptions): void {
  checkOptions(options, ENQUEUE)
}

/** Throws `invalid_request` for options of `work` that make no sense. */
export function assertWorkOptions(options: WorkOptions): void {
  checkOptions(options, WORK)
}
