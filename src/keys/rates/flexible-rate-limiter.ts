/**
 * A rate limiter that counts with `rate-limiter-flexible`.
 *
 * @module
 */

import { checkOptions, FUNCTION, required } from '../../input/check-options.js'
import type { RateLimit, RateLimiter, RateLimitResult } from '../rate-limiter.js'

/** What this package uses of a limiter of rate-limiter-flexible. All of the library's limiters have it. */
export interface FlexibleLimiter {
  consume(key: string): Promise<{ readonly remainingPoints: number; readonly msBeforeNext: number }>
  reward?(key: string): Promise<unknown>
}

/**
 * A rate limiter that counts with rate-limiter-flexible, in any place that library supports: Redis, Valkey, PostgreSQL and more.
 *
 * @param create makes the limiter of one limit. Called once for each limit, on its first use.
 *
 * @example
 * ```ts
 * const rateLimiter = flexibleRateLimiter(async ({ points, windowMs }) => {
 *   return new RateLimiterValkey({ storeClient: valkey, points, duration: windowMs / 1000 })
 * })
 * ```
 */
export function flexibleRateLimiter(create: (limit: RateLimit) => Promise<FlexibleLimiter>): RateLimiter {
  checkOptions({ create }, { create: required(FUNCTION) })
  const limiters = new Map<string, Promise<FlexibleLimiter>>()
  const limiterOf = (limit: RateLimit) => {
    const name = `${limit.points}/${limit.windowMs}`
    let pending = limiters.get(name)
    if (pending === undefined) {
      pending = create(limit)
      limiters.set(name, pending)
      // A failure is not cached, so that the next call tries again.
      pending.catch(() => limiters.delete(name))
    }
    return pending
  }
  return {
    consume: async (key, limit) => consumePoint(await limiterOf(limit), key),
    async refund(key, limit) {
      await (await limiterOf(limit)).reward?.(key)
    },
  }
}

async function consumePoint(limiter: FlexibleLimiter, key: string): Promise<RateLimitResult> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key)
    return { allowed: true, remaining: remainingPoints, resetMs: msBeforeNext }
  } catch (rejection) {
    // When no point is left, the library rejects with its result, which is not an Error.
    if (rejection instanceof Error || !hasWait(rejection)) throw rejection
    return { allowed: false, remaining: 0, resetMs: rejection.msBeforeNext }
  }
}

function hasWait(value: unknown): value is { readonly msBeforeNext: number } {
  return (
    typeof value === 'object' && value !== null && 'msBeforeNext' in value && typeof value.msBeforeNext === 'number'
  )
}
