/**
 * How a request gets in. Each step is a count with a limit: some refuse at once, others let wait in a line that takes turns
 * between owners. In this order:
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
 * came. Who waits, and for what, is what {@link Admission.waits} tells.
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

/** What a host may set of it; see `ApiOptions`. */
interface AdmissionOptions {
  readonly maxBytesInFlight?: number
  readonly maxConcurrentPerKey?: number
  readonly quotas?: WorkQuotas
  readonly concurrency?: ConcurrencyLimiter
  readonly rateLimiter?: RateLimiter
}

/** How many requests wait at the steps of this process, by what they wait for. Workers tell theirs themselves. */
export interface AdmissionWaits {
  readonly bytes: number
  readonly fetch: number
}

/** The steps between the arrival of a request and its work, but for the workers. */
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
   * @param largest bytes that one request may hold: no share of the memory is smaller
   * @throws SealwrightError `invalid_request` for quotas that are no whole numbers from 1 on
   */
  constructor(options: AdmissionOptions, largest: number) {
    this.budget = new ByteBudget({ total: options.maxBytesInFlight ?? ADMISSION_LIMITS.maxBytesInFlight, largest })
    this.counters = {
      quotas: fillQuotas(options.quotas, options.maxConcurrentPerKey ?? ADMISSION_LIMITS.maxConcurrentPerKey),
      concurrency: options.concurrency ?? memoryConcurrencyLimiter(),
      rateLimiter: options.rateLimiter ?? memoryRateLimiter(),
    }
  }

  /** How many wait at this moment, and for what. */
  waits(): AdmissionWaits {
    return { bytes: this.budget.waiting, fetch: this.#fetches.counts().waiting }
  }

  /**
   * Waits for the turn to fetch a document.
   *
   * @param host name of the host, with its port, as `URL` writes it
   * @returns what gives the place back
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
