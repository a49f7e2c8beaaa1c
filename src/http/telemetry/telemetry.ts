/**
 * What the API reports about its work, and to whom.
 *
 * @module
 */

import type { AdmissionWaits } from '../../admission/admission.js'
import { tell } from '../../tell.js'
import type { ApiRequest } from '../api-request.js'
import type { LedgerTotals } from '../fairness/owner-ledger.js'
import type { PartState } from '../readiness-result.js'

/** What is known of a request once it was answered. Times are in milliseconds. */
export interface RequestFacts {
  /** `_OTHER` for methods that HTTP does not have: there can be any number of those. */
  readonly method: string
  /** The path as the routes have it, such as `/v1/keys/{id}`; undefined where there is none. */
  readonly route: string | undefined
  readonly status: number
  /** The stable code of the problem, where it is one. */
  readonly code: string | undefined
  readonly durationMs: number
  /** Time that jobs waited for a worker, and that they took. */
  readonly queueMs: number
  readonly workMs: number
  readonly bytesIn: number
  readonly bytesOut: number
  /** Whether a key was seen. */
  readonly isAnonymous: boolean
}

/** Figures that can be read at any time. */
export interface ServiceState {
  /** Requests in progress. */
  readonly active: number
  /** Jobs that have a worker, and that wait for one. */
  readonly running: number
  readonly waiting: number
  /** Bytes of documents that requests hold. */
  readonly leasedBytes: number
  /** Requests that wait for memory, and for their turn to fetch a document. */
  readonly requestsWaiting: AdmissionWaits
  /** Days until the certificate that signs expires, where it is known. */
  readonly certificateExpiryDays: number | undefined
  /** What is stored and queued for all owners together, as far as it was heard: by all processes that share the stores. */
  readonly stored: LedgerTotals | undefined
  /** What `/v1/ready` found when it was asked last, by the name of the check. */
  readonly checks: Readonly<Record<string, PartState>>
}

/** The parts that a request is made of. */
export type RequestStep = 'body' | 'fetch' | 'queue' | 'work'

/** One request, as telemetry follows it. */
export interface RequestTelemetry {
  /** Runs what belongs to the request; what it calls then knows that it does. */
  run<T>(work: () => T): T
  /** A step begins; the result ends it. */
  startStep(step: RequestStep): () => void
  end(facts: RequestFacts): void
}

/** Receives what the API reports. What it throws is ignored. */
export interface Telemetry {
  startRequest(request: Pick<ApiRequest, 'method' | 'headers'>): RequestTelemetry
  /** Called once, with a way to look at the service. The result ends that, when the API is closed. */
  observe?(read: () => ServiceState): () => void
}

const SILENT: RequestTelemetry = { run: (work) => work(), startStep: () => () => undefined, end: () => undefined }

/** Several telemetries as one; errors in any of them are contained. */
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

/** Does the work exactly once, whatever the wrapping telemetry does. */
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
