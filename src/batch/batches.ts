/**
 * What can be done with batches.
 *
 * @module
 */

import type { BatchFailure, BatchPage, BatchRequest, BatchResult, BatchStatus } from './batch.js'
import type { BatchCharge, PageRequest } from './batch-engine.js'
import type { EnqueueOptions, WorkOptions } from './batch-options.js'
import type { DocumentStore } from './document-store.js'
import type { EnqueueReport } from './enqueue.js'
import type { Erased } from './forget.js'
import type { SentEntries } from './intake/submit.js'
import type { EntrySource } from './sources/entry-sources.js'
import type { BatchWorker } from './work/batch-worker.js'

/** The tenant that the batch must belong to; any, if left out. */
export interface BatchAccess {
  readonly tenant?: string | undefined
}

/** Batches. Each method that names one rejects with `batch_not_found` where there is none, or where it is another tenant's. */
export interface Batches {
  /**
   * Takes entries; work begins with the first ones. Called again with the same name, after whatever ended it, it takes what is
   * missing: no document is done twice.
   *
   * @throws SealwrightError `invalid_request`, `batch_name_taken`, `batch_ended` for one that was cancelled
   */
  enqueue(source: EntrySource, options: EnqueueOptions): Promise<EnqueueReport>
  /** @param id the batch's id. See {@link Batches.idOf} for the one of a name. */
  status(id: string, access?: BatchAccess): Promise<BatchStatus>
  list(tenant: string | null, page?: Partial<PageRequest>): Promise<BatchPage<BatchStatus>>
  results(id: string, page?: Partial<PageRequest>, access?: BatchAccess): Promise<BatchPage<BatchResult>>
  /** Entries that were not taken, then documents that will not be done. */
  failures(id: string, page?: Partial<PageRequest>, access?: BatchAccess): Promise<BatchPage<BatchFailure>>
  /** What is known of a result, its size among it, so that memory can be set aside before it is read. */
  findResult(id: string, job: string, access?: BatchAccess): Promise<BatchResult>
  /** @param access.maxBytes a result that is larger is not read (`file_too_large`). Default: any size. */
  readResult(
    id: string,
    job: string,
    access?: BatchAccess & { readonly maxBytes?: number },
  ): Promise<BatchResult & { readonly bytes: Uint8Array }>
  /** What is in work comes to its end. */
  pause(id: string, access?: BatchAccess): Promise<void>
  resume(id: string, access?: BatchAccess): Promise<void>
  /** For good. What is done stays. */
  cancel(id: string, access?: BatchAccess): Promise<void>
  /** Puts what is on the dead-letter list back; gives how much that was. */
  retry(id: string, access?: BatchAccess): Promise<number>
  /**
   * Forgets a batch that has ended.
   *
   * @param access.documents whether the files that were sent along and the results are removed, too. Default false.
   */
  remove(id: string, access?: BatchAccess & { readonly documents?: boolean }): Promise<void>
  /** Removes all batches of a tenant, running ones as well, with their files and results. */
  erase(tenant: string): Promise<Erased>
  /**
   * Removes batches that came over HTTP and are older than `keepMs`, with their files and results. Workers do that by themselves.
   *
   * @returns how many went
   */
  purge(now: number): Promise<number>
  /** What a tenant has stored and queued over HTTP; with null, what all have. */
  usage(tenant: string | null): Promise<BatchUsage>
  /**
   * Takes a request with its files. What cannot be taken within a second is kept, and workers go on with it: the batch is `filling`
   * until then.
   *
   * @returns the id of the batch
   * @throws SealwrightError as `enqueue`, and `quota_exceeded`
   */
  submit(submission: Submission): Promise<string>
  /** Works in this process, on batches of all tenants. */
  work(options?: WorkOptions): Promise<BatchWorker>
  idOf(name: string, tenant?: string): string
  /** The secret that a tenant checks webhooks with; undefined where there are no webhooks. */
  webhookSecret(tenant: string): string | undefined
  readonly inputs: DocumentStore
  /** Rejects while the engine cannot be reached; for `/v1/ready`. */
  checkQueue(): Promise<void>
  /** Rejects while a store of documents cannot be reached; for `/v1/ready`. */
  checkDocuments(): Promise<void>
  close(): Promise<void>
}

/** What an owner has of what they may have. */
export interface BatchUsage {
  readonly used: BatchCharge
  readonly allowed: BatchCharge
  /** How long a batch is kept after it was made, in milliseconds. */
  readonly keepMs: number
}

/** A request for a batch, as it came over HTTP. */
export interface Submission extends SentEntries {
  readonly tenant: string
  readonly name: string
  /** Whether the name was given; one that stands for the request cannot bring anything new. */
  readonly isNamed: boolean
  readonly request: BatchRequest
  readonly signal?: AbortSignal
}
