/**
 * What a batch is: one request for many documents, and what is reported about its progress.
 *
 * @module
 */

import type { ErrorCode } from '../errors.js'

/** What can be done with a document, in the order in which it can be done; `verify` may stand anywhere. */
export const STEP_KINDS = ['convert', 'sign', 'extend', 'verify'] as const

export type StepKind = (typeof STEP_KINDS)[number]

/** Media type of most results, which is not kept with them. */
export const PDF_TYPE = 'application/pdf'

/** Members of the body of `POST /v1/sign`, `/v1/convert` or `/v1/extend`, without its document. */
export type StepMembers = Readonly<Record<string, unknown>>

/** Options of steps by kind; verifying has none. */
export interface StepOptions {
  readonly convert?: StepMembers
  readonly sign?: StepMembers
  readonly extend?: StepMembers
}

/**
 * What is done with every document of a batch.
 *
 * The result is the document that the last step made. Where all steps verify, it is the report, in JSON; elsewhere a
 * document that is not valid goes no further (`verification_failed`).
 */
export interface BatchRequest extends StepOptions {
  /** One after the other: `['sign']`, or `['convert', 'sign', 'verify']`. */
  readonly steps: readonly StepKind[]
  /** Where to report that the batch has ended: https, on the public internet. */
  readonly webhook?: { readonly url: string }
  /**
   * Whether each entry has a result of its own, in a folder that belongs to this batch alone. The same document under two names
   * then has two results, and results go with the batch: it counts for the `allowance` of its tenant and goes after `keepMs`. So are
   * all batches that come over HTTP. Default false: the same work is done once for all batches of a tenant.
   */
  readonly ownResults?: boolean
}

/** One document of a batch, as a list or a manifest has it. */
export interface BatchEntry extends StepOptions {
  /** Its name in the store of inputs, or an address that it is fetched from. */
  readonly input: string | { readonly url: string }
  /** What the result is called, without its ending; folders are kept. Default: as the input. */
  readonly output?: string
}

/** An entry that was not taken, and why. */
export interface RejectedEntry {
  /** Where it stands: its number from 1 on in a list, its line in a manifest. */
  readonly position: number
  readonly input?: string
  readonly code: ErrorCode
  readonly message: string
}

/** `filling` until the last entry was taken: work goes on meanwhile. */
export type BatchState = 'filling' | 'running' | 'paused' | 'cancelled' | 'finished'

/** The progress of a batch. */
export interface BatchStatus {
  readonly id: string
  readonly name: string
  readonly tenant: string
  readonly steps: readonly StepKind[]
  readonly state: BatchState
  /** Documents that were taken; it grows while the batch is being filled. */
  readonly total: number
  readonly done: number
  /** On the dead-letter list. */
  readonly failed: number
  /** Entries that were not taken. */
  readonly rejected: number
  readonly waiting: number
  /** In work. */
  readonly active: number
  /** Waiting for another try. */
  readonly retrying: number
  /** Documents a second over the last minute; null when there were none. */
  readonly rate: number | null
  /** Seconds until the end at this rate; null when that cannot be told. */
  readonly secondsLeft: number | null
  readonly createdAt: string
  readonly finishedAt: string | null
}

/** What came of a document. */
export interface BatchResult {
  readonly job: string
  readonly input: string
  /** Its name in the store of results. */
  readonly output: string
  readonly size: number
  readonly sha256: string
  readonly contentType: string
  readonly finishedAt: string
  /** What the result does not show as its source does: the warnings of converting and signing. */
  readonly warnings: readonly string[]
  /** What verifying found, where that is a step. */
  readonly verdict?: { readonly valid: boolean; readonly indication: string; readonly reason: string }
}

/** A document that will not be done, and why. */
export interface BatchFailure {
  readonly job: string | null
  readonly input: string
  readonly code: ErrorCode
  readonly message: string
  /** How often it was tried; 0 when it was not taken. */
  readonly attempts: number
  readonly failedAt: string | null
  /** Line or number of an entry that was not taken. */
  readonly position?: number
}

/** Some of a list, and where the next ones begin. */
export interface BatchPage<T> {
  readonly items: readonly T[]
  /** Null at the end. */
  readonly cursor: string | null
}
