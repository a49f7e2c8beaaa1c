/**
 * Data of batches: requests for work on many documents, and reports of their progress.
 *
 * @module
 */

import type { ErrorCode } from '../errors.js'

/** Steps that can be done with a document, in the only order in which they can follow each other. `verify` may stand anywhere. */
export const STEP_KINDS = ['convert', 'sign', 'extend', 'verify'] as const

export type StepKind = (typeof STEP_KINDS)[number]

/** Media type of most results. It is not stored with them. */
export const PDF_TYPE = 'application/pdf'

/** Members of the body of `POST /v1/sign`, `/v1/convert` or `/v1/extend`, without its document. */
export type StepMembers = Readonly<Record<string, unknown>>

/** Options of steps, by kind of step. Verifying has no options. */
export interface StepOptions {
  readonly convert?: StepMembers | undefined
  readonly sign?: StepMembers | undefined
  readonly extend?: StepMembers | undefined
}

/**
 * What is done with every document of a batch.
 *
 * The result is the document that the last step made. Where all steps verify, the result is the report in JSON. Where others
 * follow or precede, a document that is not valid fails (`verification_failed`).
 */
export interface BatchRequest extends StepOptions {
  /** The steps in their order: `['sign']`, or `['convert', 'sign', 'verify']`. */
  readonly steps: readonly StepKind[]
  /** URL that is told when the batch has ended: https, on the public internet. */
  readonly webhook?: { readonly url: string } | undefined
  /**
   * Whether each entry has a result of its own, in a folder of this batch alone. The same document under two names then has two
   * results. The results belong to the batch: they count against the `allowance` of its tenant and are removed after `keepMs`.
   * Batches over HTTP always work this way. Default false: equal work is done once for all batches of a tenant.
   */
  readonly ownResults?: boolean | undefined
}

/** One document of a batch, as a list or a manifest names it. */
export interface BatchEntry extends StepOptions {
  /** Name of the document in the store of inputs, or its URL. */
  readonly input: string | { readonly url: string }
  /** Name of the result without its extension; folders are kept. Default: the name of the input. */
  readonly output?: string | undefined
}

/** An entry that was not taken, and why. */
export interface RejectedEntry {
  /** Position of the entry: its number in a list, counted from 1, or its line in a manifest. */
  readonly position: number
  readonly input?: string
  readonly code: ErrorCode
  readonly message: string
}

/** States of a batch. `filling` lasts until the last entry was taken; jobs run meanwhile. */
export type BatchState = 'filling' | 'running' | 'paused' | 'cancelled' | 'finished'

/** The progress of a batch. */
export interface BatchStatus {
  readonly id: string
  readonly name: string
  readonly tenant: string
  readonly steps: readonly StepKind[]
  readonly state: BatchState
  /** Documents that were taken. The number grows while the batch is being filled. */
  readonly total: number
  readonly done: number
  /** Documents on the dead-letter list. */
  readonly failed: number
  /** Entries that were not taken. */
  readonly rejected: number
  readonly waiting: number
  /** Documents that are being worked on. */
  readonly active: number
  /** Documents that wait for another attempt. */
  readonly retrying: number
  /** Documents per second over the last minute; null when there were none. */
  readonly rate: number | null
  /** Seconds until the end at this rate; null when unknown. */
  readonly secondsLeft: number | null
  readonly createdAt: string
  readonly finishedAt: string | null
}

/** The outcome of work on a document. */
export interface BatchResult {
  readonly job: string
  readonly input: string
  /** Name of the result in the store of results. */
  readonly output: string
  readonly size: number
  readonly sha256: string
  readonly contentType: string
  readonly finishedAt: string
  /** What the result does not show as its source does: the warnings of converting and signing. */
  readonly warnings: readonly string[]
  /** Outcome of verifying, where that is a step. */
  readonly verdict?: { readonly valid: boolean; readonly indication: string; readonly reason: string }
}

/** A document that will not be worked on any more, and the reason. */
export interface BatchFailure {
  readonly job: string | null
  readonly input: string
  readonly code: ErrorCode
  readonly message: string
  /** How often the work was tried; 0 for an entry that was not taken. */
  readonly attempts: number
  readonly failedAt: string | null
  /** Position of an entry that was not taken: its line or number. */
  readonly position?: number
}

/** A page of a list, and the cursor for the next page. */
export interface BatchPage<T> {
  readonly items: readonly T[]
  /** Null at the end. */
  readonly cursor: string | null
}
