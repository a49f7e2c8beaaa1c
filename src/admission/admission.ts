/**
 * How a request gets in. Each step counts something against a limit. Some steps refuse at once when they are full; others put
 * the request in a queue that takes turns between owners. The order is:
 *
 * | step | limit | full: |
 * |---|---|---|
 * | lifecycle | the service takes requests at all | `overloaded` |
 * | requests | requests of all keys of an owner, in a window of time | `rate_limited` |
 * | quota | requests of this kind by a key or client, in a window of time and at once | `rate_limited`, `too_many_concurrent_requests` |
 * | bytes | memory for bodies and answers, with shares for owners | waits, then `overloaded` |
 * | fetch | documents fetched by URL at once, for an owner and from one host | waits, then `overloaded` |
 * | worker | threads, with shares for owners; see `work/scheduler.ts` | waits, then `overloaded` |
 *
 * A request holds its bytes and its place in the quota until its answer was sent, and its place at a fetch until the document
 * arrived. {@link Admission.waits} counts the requests that wait, by step.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { memoryRateLimiter } from '../keys/memory-rate-limiter.js'
import type { RateLimiter } from '../keys/rate-limiter.js'
import { Gate } from '../work/gate.js'
import type { Owner } from '../work/owner.js'
import { ADMISSION_LIMITS } from './admission-limits.js'
import { ByteBudget } from './byte-budget.js'
import { type ConcurrencyLimiter, memoryConcurrencyLimiter } from './concurrency-limiter.js'
import { Lifecycle } from './lifecycle.js'
import { fillQuotas, type QuotaCounters, type WorkQuotas } from './quotas.js'

/** Settings of admission that the host may make; see `ApiOptions`. */
interface AdmissionOptions {
  readonly maxBytesInFlight?: number | undefined
  readonly maxConcurrentPerKey?: number | undefined
  readonly quotas?: WorkQuotas | undefined
  readonly concurrency?: ConcurrencyLimiter | undefined
  readonly rateLimiter?: RateLimiter | undefined
}

/** How many requests wait at each step of this process. Those that wait for workers are counted by the workers. */
export interface AdmissionWaits {
  readonly bytes: number
  readonly fetch: number
}

/** The steps between the arrival of a request and its work, except the workers. */
export class Admission {
  readonly lifecycle = new Lifecycle()
  readonly budget: ByteBudget
  readonly counters: QuotaCounters
  readonly #fetches = new Gate({
    total: ADMISSION_LIMITS.maxFetches,
    perOwner: ADMISSION_LIMITS.maxFetchesPerOwner,
    anonymous: ADMISSION_LIMITS.maxAnonymousFetches,
    perPlace: ADMISSION_LIMITS.maxFetchesPerHost,
    maxWaiting: ADMISSION_LIMITS.maxWaitingForBytes,
    maxWaitingPerOwner: ADMISSION_LIMITS.maxWaitingForBytesPerOwner,
  })

  /**
   * @param largest most bytes that one request may hold; no owner's share of the memory is smaller
   * @throws SealwrightError `invalid_request` for quotas that are not whole numbers from 1 on
   */
  constructor(options: AdmissionOptions, largest: number) {
    this.budget = new ByteBudget({ total: options.maxBytesInFlight ?? ADMISSION_LIMITS.maxBytesInFlight, largest })
    this.counters = {
      quotas: fillQuotas(options.quotas, options.maxConcurrentPerKey ?? ADMISSION_LIMITS.maxConcurrentPerKey),
      concurrency: options.concurrency ?? memoryConcurrencyLimiter(),
      rateLimiter: options.rateLimiter ?? memoryRateLimiter(),
    }
  }

  /** How many requests wait at this moment, by step. */
  waits(): AdmissionWaits {
    return { bytes: this.budget.waiting, fetch: this.#fetches.counts().waiting }
  }

  /**
   * Waits for the turn to fetch a document.
   *
   * @param host name of the host, with its port, as `URL` writes it
   * @returns a function that gives the place back
   * @throws SealwrightError `overloaded` when it takes too long or too many wait; the signal's reason when aborted
   */
  enterFetch(owner: Owner, host: string, signal: AbortSignal): Promise<() => void> {
    return this.#fetches.enter(owner, host, {
      signal,
      maxWaitMs: ADMISSION_LIMITS.maxWaitForFetchMs,
      onTimeout: tooManyFetches,
      onCrowded: tooManyFetches,
    })
  }
}

function tooManyFetches(): SealwrightError {
  return new SealwrightError('overloaded', 'The service fetches as many documents as it can; try again shortly.')
}
