/**
 * Everything that is counted for an owner: what they hold, have stored and queued, and how many requests they made.
 *
 * The counts are kept where the counted things are: memory in the byte budget, files and queues in the batch engine, answers in
 * their store. The ledger asks these places, so that no count can differ from what it counts.
 *
 * @module
 */

import type { ByteBudget } from '../../admission/byte-budget.js'
import type { Batches, BatchUsage } from '../../batch/batches.js'
import { callWithDeadline } from '../../keys/call-with-deadline.js'
import type { RateLimit } from '../../keys/rate-limiter.js'
import { HTTP_LIMITS } from '../http-limits.js'
import type { IdempotencyStore, KeptAnswers } from '../idempotency/idempotency-store.js'
import { ownerDigest } from '../idempotency/sealed-answer.js'

/** The places where things are counted. */
interface LedgerSources {
  readonly budget: ByteBudget
  readonly answers: { readonly store: IdempotencyStore | undefined; readonly ttlMs: number }
  readonly batches: Batches | undefined
  /** Limit on the requests of any kind that an owner makes. */
  readonly requests: RateLimit | undefined
}

/** An amount that is counted, with its limit. */
interface Used {
  readonly used: number
  /** Null where there is no limit, or where the limit is not known here. */
  readonly limit: number | null
  /** Seconds after which the amount is freed by itself; null for what is freed with the request. */
  readonly goesAfterSeconds: number | null
}

/** The body of an answer of `GET /v1/usage`. */
export interface OwnerUsage {
  readonly requests: Used
  readonly bytesInFlight: Used
  readonly storedBytes: Used
  readonly keptAnswerBytes: Used
  readonly queuedDocuments: Used
  readonly queuedUrls: Used
}

/** Sums over all owners. */
export interface LedgerTotals {
  readonly storedBytes: number
  readonly keptAnswerBytes: number
  readonly queuedDocuments: number
  readonly queuedUrls: number
}

/** Numbers of things that were removed for an owner. */
interface ErasedThings {
  readonly batches: number
  readonly answers: number
}

const NO_BATCHES: BatchUsage = {
  used: { documents: 0, urls: 0, bytes: 0 },
  allowed: { documents: 0, urls: 0, bytes: 0 },
  keepMs: 0,
}
const NO_ANSWERS: KeptAnswers = { answers: 0, bytes: 0 }

export class OwnerLedger {
  readonly #sources: LedgerSources
  readonly #requests: RequestCounts
  #totals: LedgerTotals | undefined

  constructor(sources: LedgerSources) {
    this.#sources = sources
    this.#requests = new RequestCounts(sources.requests?.windowMs ?? HTTP_LIMITS.requestWindowMs)
  }

  /** Counts a request for its owner. */
  noteRequest(account: string): void {
    this.#requests.add(account, Date.now())
  }

  /** @param ownerId id under which requests of this key or user are counted */
  async usage(account: string, ownerId: string, signal: AbortSignal): Promise<OwnerUsage> {
    const { budget, answers, requests } = this.#sources
    const [batches, kept] = await this.#ask(account, signal)
    const { used, allowed, keepMs } = batches
    const stored = (count: number, limit: number) => describe(count, limit, keepMs)
    return {
      requests: describe(this.#requests.count(account, Date.now()), requests?.points, this.#requests.windowMs),
      bytesInFlight: describe(budget.heldBy(ownerId), budget.keyShare, undefined),
      storedBytes: stored(used.bytes, allowed.bytes),
      keptAnswerBytes: describe(kept.bytes, answers.store?.maxBytesPerOwner, answers.ttlMs),
      queuedDocuments: stored(used.documents, allowed.documents),
      queuedUrls: stored(used.urls, allowed.urls),
    }
  }

  /** Totals of all owners as of the last answer. Asks for new totals, which the next call returns. */
  get totals(): LedgerTotals | undefined {
    this.refreshTotals().catch(() => undefined)
    return this.#totals
  }

  /** @throws SealwrightError `store_unavailable` */
  async refreshTotals(): Promise<void> {
    const [{ used }, kept] = await this.#ask(null, undefined)
    this.#totals = {
      storedBytes: used.bytes,
      keptAnswerBytes: kept.bytes,
      queuedDocuments: used.documents,
      queuedUrls: used.urls,
    }
  }

  #ask(account: string | null, signal: AbortSignal | undefined): Promise<[BatchUsage, KeptAnswers]> {
    const { answers, batches } = this.#sources
    const owner = account === null ? null : ownerDigest(account)
    return callWithDeadline(
      () => Promise.all([batches?.usage(account) ?? NO_BATCHES, answers.store?.usage(owner) ?? NO_ANSWERS]),
      {
        timeoutMs: HTTP_LIMITS.usageTimeoutMs,
        code: 'store_unavailable',
        message: 'What is stored cannot be counted at the moment.',
        signal,
      },
    )
  }

  /** Removes everything that is stored for an owner: batches with their files and results, and kept answers. */
  async erase(account: string): Promise<ErasedThings> {
    const { answers, batches } = this.#sources
    const erased = await batches?.erase(account)
    const count = await answers.store?.erase(ownerDigest(account))
    return { batches: erased?.batches ?? 0, answers: count ?? 0 }
  }
}

function describe(used: number, limit: number | undefined, ageMs: number | undefined): Used {
  return {
    used,
    limit: limit !== undefined && Number.isFinite(limit) ? Math.floor(limit) : null,
    goesAfterSeconds: ageMs === undefined ? null : Math.ceil(ageMs / 1000),
  }
}

/** Maximum number of owners that are counted at once. Beyond it, the count of the owner known longest begins at zero again. */
const MAX_OWNERS = 10_000

interface Count {
  readonly startsAt: number
  requests: number
}

/** Counts in windows that begin with an owner's first request. */
class RequestCounts {
  readonly #counts = new Map<string, Count>()

  constructor(readonly windowMs: number) {}

  add(account: string, now: number): void {
    const known = this.#known(account, now)
    if (known !== undefined) {
      known.requests++
      return
    }
    this.#counts.delete(account)
    this.#counts.set(account, { startsAt: now, requests: 1 })
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > MAX_OWNERS && oldest !== undefined) this.#counts.delete(oldest)
  }

  count(account: string, now: number): number {
    return this.#known(account, now)?.requests ?? 0
  }

  #known(account: string, now: number): Count | undefined {
    const count = this.#counts.get(account)
    return count === undefined || now - count.startsAt >= this.windowMs ? undefined : count
  }
}
