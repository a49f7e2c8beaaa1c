import { crc32 } from 'node:zlib'
import type { RateLimiterMemory } from 'rate-limiter-flexible'
import type { RateLimit, RateLimiter, RateLimitResult } from './rate-limiter.js'

/**
 * Counters of one limit. A flood of made-up clients then costs a bounded amount of memory, at the price that two honest
 * ones share a counter now and then.
 */
const MAX_COUNTERS = 1 << 18

/** Counts within this process, by rate-limiter-flexible, which is loaded on first use. */
export function memoryRateLimiter(): RateLimiter {
  const limiters = new Map<string, Promise<RateLimiterMemory>>()

  async function create({ points, windowMs }: RateLimit): Promise<RateLimiterMemory> {
    const { RateLimiterMemory } = await import('rate-limiter-flexible')
    return new RateLimiterMemory({ points, duration: windowMs / 1000 })
  }

  return {
    async consume(key, limit) {
      const name = `${limit.points}/${limit.windowMs}`
      const pending = limiters.get(name) ?? create(limit)
      limiters.set(name, pending)
      const limiter = await pending
      return takePoint(() => limiter.consume(crc32(key) & (MAX_COUNTERS - 1)))
    },
  }
}

/** rate-limiter-flexible rejects with its result, not with an Error, when no point is left. */
async function takePoint(
  consume: () => Promise<{ remainingPoints: number; msBeforeNext: number }>,
): Promise<RateLimitResult> {
  try {
    const { remainingPoints, msBeforeNext } = await consume()
    return { allowed: true, remaining: remainingPoints, resetMs: msBeforeNext }
  } catch (rejection) {
    if (rejection instanceof Error || !isResult(rejection)) throw rejection
    return { allowed: false, remaining: 0, resetMs: rejection.msBeforeNext }
  }
}

function isResult(value: unknown): value is { msBeforeNext: number } {
  return (
    typeof value === 'object' && value !== null && 'msBeforeNext' in value && typeof value.msBeforeNext === 'number'
  )
}
