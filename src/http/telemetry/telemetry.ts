/**
 * The interface through which the API reports about its work.
 *
 * @module
 */

import type { AdmissionWaits } from '../../admission/admission.js'
import { tell } from '../../tell.js'
import type { ApiRequest } from '../api-request.js'
import type { LedgerTotals } from '../fairness/owner-ledger.js'
import type { PartState } from '../readiness-result.js'

/** Facts about a request that was answered. Times are in milliseconds. */
export interface RequestFacts {
  /** The method. It is `_OTHER` for methods that HTTP does not define, since their number is unlimited. */
  readonly method: string
  /** The path of the route, such as `/v1/keys/{id}`; undefined where no route matched. */
  readonly route: string | undefined
  readonly status: number
  /** The stable code of the error; undefined for success. */
  readonly code: string | undefined
  readonly durationMs: number
  /** Time that the request's jobs waited for a worker. */
  readonly queueMs: number
  readonly workMs: number
  readonly bytesIn: number
  readonly bytesOut: number
  /** Whether the request had no key. */
  readonly isAnonymous: boolean
}

/** State of the service, which can be read at any time. */
export interface ServiceState {
  /** Requests in progress. */
  readonly active: number
  /** Jobs that have a worker. */
  readonly running: number
  readonly waiting: number
  /** Bytes of documents that requests hold. */
  readonly leasedBytes: number
  /** Requests that wait for memory, or for their turn to fetch a document. */
  readonly requestsWaiting: AdmissionWaits
  /** Days until the signing certificate expires, where that is known. */
  readonly certificateExpiryDays: number | undefined
  /** What is stored and queued for all owners together, in all processes that share the stores, as of the last count. */
  readonly stored: LedgerTotals | undefined
  /** The last results of `/v1/ready`, by the name of the check. */
  readonly checks: Readonly<Record<string, PartState>>
}

/** The steps of a request. */
export type RequestStep = 'body' | 'fetch' | 'queue' | 'work'

/** Telemetry of one request. */
export interface RequestTelemetry {
  /** Runs work of the request, so that its calls can be attributed to the request. */
  run<T>(work: () => T): T
  /** Begins a step; the returned function ends it. */
  startStep(step: RequestStep): () => void
  end(facts: RequestFacts): void
}

/** Receives what the API reports. Errors that it throws are ignored. */
export interface Telemetry {
  startRequest(request: Pick<ApiRequest, 'method' | 'headers'>): RequestTelemetry
  /** Called once with a function that reads the state of the service. The returned function is called when the API closes. */
  observe?(read: () => ServiceState): () => void
}

const SILENT: RequestTelemetry = { run: (work) => work(), startStep: () => () => undefined, end: () => undefined }

/** Combines several telemetries into one. Errors in any of them do not affect the others. */
export function combineTelemetry(all: readonly Telemetry[]): Telemetry {
  return {
    startRequest(request) {
      const parts = all.map((telemetry) => tell(() => telemetry.startRequest(request), SILENT))
      return {
        run: (work) => runWithin(parts, work),
        startStep(step) {
          const ends = parts.map((part) =>
            tell(
              () => part.startStep(step),
              () => undefined,
            ),
          )
          return () => {
            for (const end of ends) tell(end, undefined)
          }
        },
        end(facts) {
          for (const part of parts) tell(() => part.end(facts), undefined)
        },
      }
    },
    observe(read) {
      const ends = all.map((telemetry) => tell(() => telemetry.observe?.(read), undefined))
      return () => {
        for (const end of ends) tell(() => end?.(), undefined)
      }
    },
  }
}

/** Runs the work exactly once, whatever the telemetries do. */
function runWithin<T>(parts: readonly RequestTelemetry[], work: () => T): T {
  let done: { readonly result: T } | undefined
  const once = () => {
    done ??= { result: work() }
    return done.result
  }
  tell(() => parts.reduce<() => T>((inner, part) => () => part.run(inner), once)(), undefined)
  return once()
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']

/** The method, or `_OTHER`. */
export function knownMethod(method: string): string {
  return METHODS.includes(method) ? method : '_OTHER'
}
