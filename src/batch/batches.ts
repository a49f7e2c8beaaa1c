/**
 * The interface to batches.
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

/** The tenant that the batch must belong to. Left out: any tenant. */
export interface BatchAccess {
  readonly tenant?: string | undefined
}

/**
 * Batches. Each method that names a batch rejects with `batch_not_found` where it does not exist, or belongs to another tenant.
 */
export interface Batches {
  /**
   * Takes entries into a batch; work begins with the first of them. When taking was interrupted for any reason, call it again
   * with the same name: it takes the missing entries, and no document is done twice.
   *
   * @throws SealwrightError `invalid_request`, `batch_name_taken`, `batch_ended` for a batch that was cancelled
   */
  enqueue(source: EntrySource, options: EnqueueOptions): Promise<EnqueueReport>
  /** @param id id of the batch; {@link Batches.idOf} computes it from a name */
  status(id: string, access?: BatchAccess): Promise<BatchStatus>
  list(tenant: string | null, page?: Partial<PageRequest>): Promise<BatchPage<BatchStatus>>
  results(id: string, page?: Partial<PageRequest>, access?: BatchAccess): Promise<BatchPage<BatchResult>>
  /** Entries that were not taken, followed by documents that will not be worked on any more. */
  failures(id: string, page?: Partial<PageRequest>, access?: BatchAccess): Promise<BatchPage<BatchFailure>>
  /** Facts about a result, including its size, so that memory can be reserved before it is read. */
  findResult(id: string, job: string, access?: BatchAccess): Promise<BatchResult>
  /** @param access.maxBytes largest result that is read; larger ones are refused (`file_too_large`). Default: any size. */
  readResult(
    id: string,
    job: string,
    access?: BatchAccess & { readonly maxBytes?: number },
  ): Promise<BatchResult & { readonly bytes: Uint8Array }>
  /** Pauses a batch. Jobs that have begun are finished. */
  pause(id: string, access?: BatchAccess): Promise<void>
  resume(id: string, access?: BatchAccess): Promise<void>
  /** Cancels a batch for good. Results that exist stay. */
  cancel(id: string, access?: BatchAccess): Promise<void>
  /** Puts the jobs of the dead-letter list back into the queue. Returns their number. */
  retry(id: string, access?: BatchAccess): Promise<number>
  /**
   * Removes a batch that has ended.
   *
   * @param access.documents whether the files that were sent along and the results are removed, too. Default false.
   */
  remove(id: string, access?: BatchAccess & { readonly documents?: boolean }): Promise<void>
  /** Removes all batches of a tenant, running ones included, with their files and results. */
  erase(tenant: string): Promise<Erased>
  /**
   * Removes batches that came over HTTP and are older than `keepMs`, with their files and results. Workers also do this by
   * themselves.
   *
   * @returns number of batches that were removed
   */
  purge(now: number): Promise<number>
  /** What a tenant has stored and queued over HTTP; with null, the sum over all tenants. */
  usage(tenant: string | null): Promise<BatchUsage>
  /**
   * Takes a request with its files. Entries that cannot be taken within half a second are stored, and workers take them later;
   * the batch is `filling` until then.
   *
   * @returns the id of the batch
   * @throws SealwrightError as `enqueue`, and `quota_exceeded`
   */
  submit(submission: Submission): Promise<string>
  /** Starts to work in this process, on batches of all tenants. */
  work(options?: WorkOptions): Promise<BatchWorker>
  idOf(name: string, tenant?: string): string
  /** The secret with which a tenant checks webhooks; undefined where there are no webhooks. */
  webhookSecret(tenant: string): string | undefined
  readonly inputs: DocumentStore
  /** Rejects while the engine cannot be reached, for `/v1/ready`. */
  checkQueue(): Promise<void>
  /** Rejects while a store of documents cannot be reached, for `/v1/ready`. */
  checkDocuments(): Promise<void>
  close(): Promise<void>
}

/** Usage of an owner, with the limits. */
export interface BatchUsage {
  readonly used: BatchCharge
  readonly allowed: BatchCharge
  /** How long a batch is kept after it was made, in milliseconds. */
  readonly keepMs: number
}

/** A request for a batch that came over HTTP. */
export interface Submission extends SentEntries {
  readonly tenant: string
  readonly name: string
  /** Whether the client gave the name. Otherwise the name stands for the request, and a repeated request cannot add entries. */
  readonly isNamed: boolean
  readonly request: BatchRequest
  readonly signal?: AbortSignal | undefined
}
