/**
 * Types of requests that are being answered, and of the routes that answer them.
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

/** State that all requests share. */
export interface ApiState {
  readonly options: ApiOptions
  readonly maxDocumentBytes: number
  readonly admission: Admission
  /** Store of answers. Without a store, a request is carried out as often as it is sent. */
  readonly idempotency: {
    readonly store: IdempotencyStore | undefined
    readonly ttlMs: number
    readonly leaseMs: number
  }
  readonly ledger: OwnerLedger
  readonly executor: Executor
  /** Runs short jobs in this thread. */
  readonly inline: Executor
  readonly converters: ConverterTable
  readonly telemetry: Telemetry
  readonly logger: ApiLogger
  readonly readiness: Readiness
}

/** A request while it is being answered. */
export interface Exchange {
  readonly state: ApiState
  readonly request: ApiRequest
  readonly url: URL
  readonly context: RequestContext
  readonly requestId: string
  /** Values of the path's segments in braces. */
  readonly params: Readonly<Record<string, string>>
  /** Aborted when the client disconnects or the API closes. */
  readonly signal: AbortSignal
  /** Owner that the request is counted for. It is the client until a key was checked. */
  owner: Owner
  /** Account that stored data belongs to, whichever key was used: the address of the key's owner, if there is one. */
  account: string
  /** The owner's own limits. */
  quotas: WorkQuotas
  /** Memory of the request, which is given back when the answer was sent. */
  readonly lease: ByteLease
  readonly telemetry: RequestTelemetry
  /** Time that the request's jobs waited and took, in milliseconds. */
  readonly times: { queueMs: number; workMs: number }
  /** Facts for the log entry, which are added while the request is answered. */
  readonly log: Record<string, unknown>
}

/** The methods that routes have. */
export type Method = 'GET' | 'POST' | 'DELETE'

/** Answers requests of one method at one path. */
export type Handler = (exchange: Exchange) => Promise<ApiAnswer> | ApiAnswer

/** A path with its handlers by method. */
export interface Route {
  /** Path. Segments in braces match any text, which the handler finds in `params`. */
  readonly path: string
  readonly methods: Readonly<Partial<Record<Method, Handler>>>
  /** Whether GET changes nothing, so that HEAD may be answered as well. */
  readonly isSafe?: boolean
  /** Names of permitted query parameters. Default: none; where GET changes nothing, unknown ones are ignored. */
  readonly query?: readonly string[]
  /** Whether the route is answered even while the API is shutting down. */
  readonly isProbe?: boolean
}
