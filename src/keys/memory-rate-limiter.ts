/**
 * The rate limiter for a single process.
 *
 * @module
 */

import { crc32 } from 'node:zlib'
import type { RateLimiter } from './rate-limiter.js'
import { flexibleRateLimiter } from './rates/flexible-rate-limiter.js'

/**
 * Number of counters of one limit. Clients are hashed to counters, so that a flood of made-up clients costs a bounded amount of
 * memory. Two honest clients may now and then share a counter.
 */
const MAX_COUNTERS = 1 << 18

/** A rate limiter within this process. It counts with rate-limiter-flexible, which is loaded on first use. */
export function memoryRateLimiter(): RateLimiter {
  const limiter = flexibleRateLimiter(async ({ points, windowMs }) => {
    const { RateLimiterMemory } = await import('./rates/limiter-library.js')
    return new RateLimiterMemory({ points, duration: windowMs / 1000 })
  })
  const counterOf = (key: string) => `${key.split(':', 1)[0]}:${crc32(key) & (MAX_COUNTERS - 1)}`
  return {
    consume: (key, limit) => limiter.consume(counterOf(key), limit),
    refund: async (key, limit) => limiter.refund?.(counterOf(key), limit),
  }
}
