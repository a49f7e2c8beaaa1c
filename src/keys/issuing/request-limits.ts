/**
 * Limits on how often codes are asked for and tried, and keys are managed.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { clientNetwork, clientSite } from '../client-network.js'
import type { KeyIssuerOptions, KeyRateLimits, KeyRequestContext } from '../key-issuer-options.js'
import { KEY_RATE_LIMITS } from '../key-limits.js'
import { memoryRateLimiter } from '../memory-rate-limiter.js'
import type { RateLimiter, RateLimitResult } from '../rate-limiter.js'
import { pseudonym, type Secrets } from './verification-code.js'

type LimitName = keyof KeyRateLimits

/** What this module needs of the issuer. */
interface RequestLimitsHost {
  readonly secrets: Secrets
  /** Runs a call of the limiter within its deadline. */
  readonly callShared: <T>(call: () => Promise<T>, context: KeyRequestContext) => Promise<T>
  readonly onLimited: (name: LimitName, context: KeyRequestContext) => void
}

/** Counts requests against all their limits. Every method rejects with `rate_limited` or `store_unavailable`. */
export class RequestLimits {
  readonly #limits: KeyRateLimits
  readonly #limiter: RateLimiter | false
  readonly #host: RequestLimitsHost

  constructor(
    { rateLimits, rateLimiter }: Pick<KeyIssuerOptions, 'rateLimits' | 'rateLimiter'>,
    host: RequestLimitsHost,
  ) {
    this.#limits = { ...KEY_RATE_LIMITS, ...rateLimits }
    this.#limiter = rateLimiter ?? memoryRateLimiter()
    this.#host = host
  }

  /** Counts a client that asks for a code, before anything else is done for it. */
  async countClient(context: KeyRequestContext): Promise<void> {
    const { clientAddress } = context
    await this.count('requestsPerClient', clientAddress && clientNetwork(clientAddress), context)
  }

  /** Counts a code for a mailbox before it is sent. */
  async countRequest(mailbox: string, context: KeyRequestContext): Promise<void> {
    const { clientAddress } = context
    await this.count('requestsPerEmailAndClient', mailboxAndClient(mailbox, context), context)
    await this.count('requestsPerEmailPerHour', mailbox, context)
    await this.count('requestsPerEmailPerDay', mailbox, context)
    const total = await this.#take('requestsInTotal', 'all', context)
    // Each site keeps a few codes, however many others ask, so that nobody can use up the codes of all.
    if (total.allowed) return
    if (clientAddress === undefined) throw this.#tooMany('requestsInTotal', total, context)
    await this.count('requestsPerSiteWhenBusy', clientSite(clientAddress), context)
  }

  /** Gives the points back when no code was sent after all. */
  async refundRequest(mailbox: string, context: KeyRequestContext): Promise<void> {
    const limiter = this.#limiter
    if (limiter === false || limiter.refund === undefined) return
    const subjects: [LimitName, string | undefined][] = [
      ['requestsPerEmailAndClient', mailboxAndClient(mailbox, context)],
      ['requestsPerEmailPerHour', mailbox],
      ['requestsPerEmailPerDay', mailbox],
      ['requestsInTotal', 'all'],
    ]
    const refunds = subjects.map(async ([name, value]) => {
      if (value !== undefined) await limiter.refund?.(this.#counter(name, value), this.#limits[name])
    })
    // A point that cannot be given back is free again when its window ends.
    await this.#host.callShared(() => Promise.allSettled(refunds), context).catch(() => undefined)
  }

  /** Takes one point of a limit. Does nothing when the value is not known. */
  async count(name: LimitName, value: string | undefined, context: KeyRequestContext): Promise<void> {
    if (value === undefined) return
    const result = await this.#take(name, value, context)
    if (!result.allowed) throw this.#tooMany(name, result, context)
  }

  async #take(
    name: LimitName,
    value: string,
    context: KeyRequestContext,
  ): Promise<Pick<RateLimitResult, 'allowed' | 'resetMs'>> {
    const limiter = this.#limiter
    if (limiter === false) return { allowed: true, resetMs: 0 }
    return this.#host.callShared(() => limiter.consume(this.#counter(name, value), this.#limits[name]), context)
  }

  #counter(name: LimitName, value: string): string {
    return `${name}:${pseudonym(this.#host.secrets, name, value)}`
  }

  #tooMany(
    name: LimitName,
    { resetMs }: Pick<RateLimitResult, 'resetMs'>,
    context: KeyRequestContext,
  ): SealwrightError {
    this.#host.onLimited(name, context)
    return new SealwrightError('rate_limited', 'Too many requests: try again later.', {
      retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
    })
  }
}

function mailboxAndClient(mailbox: string, { clientAddress }: KeyRequestContext): string | undefined {
  return clientAddress === undefined ? undefined : `${clientNetwork(clientAddress)} ${mailbox}`
}
