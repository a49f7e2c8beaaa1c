/**
 * One request on its way to its answer, and what answers it.
 *
 * @module
 */

import type { Admission } from '../admission/admission.js'
import type { ByteLease } from '../admission/byte-budget.js'
import type { WorkQuotas } from '../admission/quotas.js'
import type { ConverterTable } from '../convert/conversion.js'
import type { Executor } from '../work/executor.js'
import type { Owner } from '../work/owner.js'
import type { ApiAnswer } from './answers.js'
import type { ApiLogger, ApiOptions } from './api-options.js'
import type { ApiRequest, RequestContext } from './api-request.js'
import type { OwnerLedger } from './fairness/owner-ledger.js'
import type { IdempotencyStore } from './idempotency/idempotency-store.js'
import type { Readiness } from './readiness.js'
import type { RequestTelemetry, Telemetry } from './telemetry/telemetry.js'

/** What all requests share. */
export interface ApiState {
  readonly options: ApiOptions
  readonly maxDocumentBytes: number
  readonly admission: Admission
  /** Without a store, requests are done as often as they are sent. */
  readonly idempotency: {
    readonly store: IdempotencyStore | undefined
    readonly ttlMs: number
    readonly leaseMs: number
  }
  readonly ledger: OwnerLedger
  readonly executor: Executor
  /** For short jobs: runs them in this thread. */
  readonly inline: Executor
  readonly converters: ConverterTable
  readonly telemetry: Telemetry
  readonly logger: ApiLogger
  readonly readiness: Readiness
}

/** One request on its way through a route. */
export interface Exchange {
  readonly state: ApiState
  readonly request: ApiRequest
  readonly url: URL
  readonly context: RequestContext
  readonly requestId: string
  /** The values of the path's segments in braces. */
  readonly params: Readonly<Record<string, string>>
  /** Aborted when the client goes away or the API closes. */
  readonly signal: AbortSignal
  /** Whom the request is counted for: a client until a key was seen. */
  owner: Owner
  /** For whom things are kept, with whichever of their keys they were made: the address of a key's owner, where it has one. */
  account: string
  /** The key's own limits. */
  quotas: WorkQuotas
  /** Given back when the answer was sent. */
  readonly lease: ByteLease
  readonly telemetry: RequestTelemetry
  /** Time that its jobs took, in milliseconds. */
  readonly times: { queueMs: number; workMs: number }
  /** Facts for the log entry, added on the way. */
  readonly log: Record<string, unknown>
}

/** The methods that routes have. */
export type Method = 'GET' | 'POST' | 'DELETE'

/** Answers requests of one method at one path. */
export type Handler = (exchange: Exchange) => Promise<ApiAnswer> | ApiAnswer

/** Handlers by method, and whether answers may be stored and HEAD may stand for GET. */
export interface Route {
  /** Segments in braces stand for any text, which the handler finds in `params`. */
  readonly path: string
  readonly methods: Readonly<Partial<Record<Method, Handler>>>
  /** GET changes nothing, so HEAD may be answered as well. */
  readonly isSafe?: boolean
  /** Names of query parameters. Default: none; where GET changes nothing, others do not matter. */
  readonly query?: readonly string[]
  /** Answered even while the API is shutting down. */
  readonly isProbe?: boolean
}
