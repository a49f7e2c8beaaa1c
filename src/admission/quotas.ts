/**
 * How much of each kind of work one key, or one client without a key, may ask for.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { WorkKind } from '../jobs/members/work-kind.js'
import { callWithDeadline } from '../keys/call-with-deadline.js'
import type { RateLimit, RateLimiter } from '../keys/rate-limiter.js'
import type { Owner } from '../work/owner.js'
import { ADMISSION_LIMITS } from './admission-limits.js'
import type { ConcurrencyLimiter, ConcurrencyPlace } from './concurrency-limiter.js'
import { Refusal } from './refusal.js'

/** Limits on one kind of work. */
export interface WorkQuota {
  /** Requests at once. */
  readonly concurrent?: number | undefined
  /** Requests in a window of time. Default: any number. */
  readonly rate?: RateLimit | undefined
}

/** Limits for each API key by kind of work, and for each client without a key. */
export interface WorkQuotas {
  /** Default: 32 at once. */
  readonly sign?: WorkQuota | undefined
  /** Default: 32 at once. */
  readonly verify?: WorkQuota | undefined
  /** Default: as `maxConcurrentPerKey` says, 10 at once. */
  readonly convert?: WorkQuota | undefined
  /** Reading results of batches. Default: 16 at once. */
  readonly results?: WorkQuota | undefined
  /** Requests of any kind with a key, of all keys of one owner together. Default: any number. */
  readonly requests?: RateLimit | undefined
  /** For a client without a key, as far as its address is known. Default: 16 at once. */
  readonly anonymous?: WorkQuota | undefined
}

/** Kinds of requests with a count of their own. */
export type QuotaKind = WorkKind | 'results'

/** The quotas, and the limiters that count against them. */
export interface QuotaCounters {
  readonly quotas: WorkQuotas
  readonly concurrency: ConcurrencyLimiter
  readonly rateLimiter: RateLimiter
}

/** A request that was counted. */
export interface CountedRequest {
  /** What its answer says about the quota (draft-ietf-httpapi-ratelimit-headers-10). */
  readonly headers: Readonly<Record<string, string>>
  /** Gives its place back. */
  release(): void | Promise<void>
}

const UNLIMITED: CountedRequest = { headers: {}, release: () => undefined }

/**
 * Counts a request against its quota: the quota of its key if the key has its own, otherwise the host's.
 *
 * @throws SealwrightError `rate_limited`, `too_many_concurrent_requests`; `store_unavailable` when the count cannot be
 * reached; the signal's reason when aborted
 */
export async function countRequest(
  counters: QuotaCounters,
  kind: QuotaKind,
  owner: Owner,
  { quotas, signal }: { readonly quotas?: WorkQuotas; readonly signal: AbortSignal },
): Promise<CountedRequest> {
  const quota = owner.isAnonymous ? counters.quotas.anonymous : { ...counters.quotas[kind], ...quotas?.[kind] }
  if (quota === undefined || owner.id === 'client unknown') return UNLIMITED
  const name = owner.isAnonymous ? owner.id : counterName(owner, kind)
  const rate = quota.rate === undefined ? undefined : await takeRate(counters, name, quota.rate, signal)
  if (quota.concurrent === undefined) return { ...UNLIMITED, headers: describeQuota([rate]) }
  const place = await takePlace(counters, name, quota.concurrent, signal)
  const concurrency = {
    policy: concurrencyPolicy(quota.concurrent),
    state: `"concurrency";r=${wholeNumber(place?.remaining)}`,
  }
  const headers = describeQuota([concurrency, rate])
  if (place !== null) return { headers, release: () => place.release() }
  const message = `${owner.isAnonymous ? 'A client without an API key' : 'An API key'} may have at most ${quota.concurrent} requests of this kind in progress at once.`
  throw new Refusal('too_many_concurrent_requests', message, { headers })
}

/**
 * Counts a request of any kind against the limit of its owner.
 *
 * @throws SealwrightError as {@link countRequest}
 */
export async function countForOwner(counters: QuotaCounters, account: string, signal: AbortSignal): Promise<void> {
  const { requests } = counters.quotas
  if (requests !== undefined) await takeRate(counters, `owner ${account}`, requests, signal)
}

/**
 * Name of a counter. Conversions are counted by the bare id of their key, as they always were, so that hosts of different
 * versions count together.
 */
function counterName({ id }: Owner, kind: QuotaKind): string {
  const keyId = id.slice('key '.length)
  return kind === 'convert' ? keyId : `${keyId} ${kind}`
}

interface QuotaState {
  readonly policy: string
  readonly state: string
}

async function takeRate(
  { rateLimiter }: QuotaCounters,
  name: string,
  rate: RateLimit,
  signal: AbortSignal,
): Promise<QuotaState> {
  const count = await callWithDeadline(() => rateLimiter.consume(`work:${name}`, rate), deadline(signal))
  const seconds = Math.max(1, wholeNumber(count.resetMs / 1000))
  const policy = `"rate";q=${rate.points};w=${Math.ceil(rate.windowMs / 1000)}`
  const state = `"rate";r=${wholeNumber(count.remaining)};t=${seconds}`
  if (count.allowed === true) return { policy, state }
  throw new Refusal('rate_limited', 'Too many requests of this kind: try again later.', {
    headers: { 'retry-after': String(seconds), ...describeQuota([{ policy, state }]) },
  })
}

async function takePlace(
  { concurrency }: QuotaCounters,
  name: string,
  limit: number,
  signal: AbortSignal,
): Promise<ConcurrencyPlace | null> {
  signal.throwIfAborted()
  let isLate = false
  try {
    const asked = askForPlace(concurrency, name, limit, signal)
    // Limiters that count on this host alone answer without a promise.
    if (!isPromise(asked)) return checkPlace(asked)
    return await callWithDeadline(async () => {
      const place = checkPlace(await asked)
      // The request has given up, so the place would never be released.
      if (isLate) await place?.release()
      return place
    }, deadline(signal))
  } catch (error) {
    isLate = true
    throw error
  }
}

function askForPlace(
  concurrency: ConcurrencyLimiter,
  name: string,
  limit: number,
  signal: AbortSignal,
): ReturnType<ConcurrencyLimiter['acquire']> {
  try {
    return concurrency.acquire(name, limit, { signal })
  } catch (error) {
    return Promise.reject(error)
  }
}

/** @throws TypeError for an invalid answer of a limiter: if it counted as a place, every request would be admitted */
function checkPlace(place: ConcurrencyPlace | null): ConcurrencyPlace | null {
  if (place === null || typeof place?.release === 'function') return place
  throw new TypeError('The limiter answered neither with a place nor with null.')
}

/** A whole number for a header field. Limiters of the host may answer anything. */
function wholeNumber(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value < Number.MAX_SAFE_INTEGER ? Math.ceil(value) : 0
}

function isPromise<T>(value: Promise<T> | T): value is Promise<T> {
  return typeof (value as Promise<T> | null)?.then === 'function'
}

function deadline(signal: AbortSignal) {
  return {
    timeoutMs: ADMISSION_LIMITS.quotaTimeoutMs,
    code: 'store_unavailable',
    message: 'The requests of this key cannot be counted at the moment.',
    signal,
  } as const
}

function concurrencyPolicy(limit: number): string {
  return `"concurrency";q=${limit};qu="concurrent-requests"`
}

function describeQuota(states: readonly (QuotaState | undefined)[]): Record<string, string> {
  const known = states.filter((state) => state !== undefined)
  if (known.length === 0) return {}
  return {
    'ratelimit-policy': known.map(({ policy }) => policy).join(', '),
    ratelimit: known.map(({ state }) => state).join(', '),
  }
}

/** The quotas, with defaults for what is not given. */
export function fillQuotas(quotas: WorkQuotas = {}, maxConcurrentPerKey: number): WorkQuotas {
  const { maxConcurrentSigns, maxConcurrentVerifications, maxConcurrentResults, maxConcurrentPerClient } =
    ADMISSION_LIMITS
  const filled = {
    sign: { concurrent: maxConcurrentSigns, ...quotas.sign },
    verify: { concurrent: maxConcurrentVerifications, ...quotas.verify },
    convert: { concurrent: maxConcurrentPerKey, ...quotas.convert },
    results: { concurrent: maxConcurrentResults, ...quotas.results },
    anonymous: { concurrent: maxConcurrentPerClient, ...quotas.anonymous },
  }
  const { requests } = quotas
  const all = { ...filled, ...(requests === undefined ? {} : { requests: { rate: requests } }) }
  for (const [name, { concurrent, rate }] of Object.entries(all) as [string, WorkQuota][]) {
    const numbers = [concurrent, rate?.points, rate?.windowMs].filter((number) => number !== undefined)
    if (numbers.some((number) => !Number.isInteger(number) || number < 1)) {
      throw new SealwrightError('invalid_request', `The quota "${name}" must be of whole numbers from 1 on.`)
    }
  }
  return { ...filled, ...(requests === undefined ? {} : { requests }) }
}
