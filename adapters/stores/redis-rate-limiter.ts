/**
 * Limits how often clients may call, counted in Redis for all hosts together, with a fallback while Redis does not answer.
 *
 * @module
 */

import { flexibleRateLimiter, memoryRateLimiter, type RateLimiter } from '../../src/index.js'
import { checkOptions, must, numberFrom, TEXT } from '../../src/input/check-options.js'
import { assertRedisClient, type RedisClient, sendRedisCommand } from './redis-command.js'
import { DEFAULT_TIMEOUT_MS, SharedCounts } from './shared-or-alone.js'

const FALLBACK = must('a rate limiter, or false', (value) => value === false || 'consume' in Object(value))

/**
 * Counts in Redis, for many hosts together, by rate-limiter-flexible.
 *
 * @param options.keyPrefix prefix of all keys. Default `{sealwright}:limit`.
 * @param options.fallback counts while Redis does not answer. Default: each host for itself. False: requests are then refused.
 * @param options.timeoutMs time that Redis may take, in milliseconds. Default 500.
 */
export function redisRateLimiter(
  client: RedisClient,
  options: { readonly keyPrefix?: string; readonly fallback?: RateLimiter | false; readonly timeoutMs?: number } = {},
): RateLimiter {
  assertRedisClient(client)
  checkOptions(options, { keyPrefix: TEXT, fallback: FALLBACK, timeoutMs: numberFrom(1) })
  const { keyPrefix = '{sealwright}:limit', timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const fallback = options.fallback ?? memoryRateLimiter()
  const counts = new SharedCounts(timeoutMs, () => sendRedisCommand(client, 'PING'))
  // The library has different code for each client. This object works with one variant of it.
  const storeClient = {
    eval: (script: string, { keys, arguments: args }: { keys: string[]; arguments: string[] }) =>
      sendRedisCommand(client, 'EVAL', script, String(keys.length), ...keys, ...args),
  }
  const shared = flexibleRateLimiter(async ({ points, windowMs }) => {
    const { RateLimiterRedis } = await import('./redis-limiter-library.js')
    const duration = Math.ceil(windowMs / 1000)
    return new RateLimiterRedis({ storeClient, useRedisPackage: true, keyPrefix, points, duration })
  })
  return {
    consume: (key, limit) =>
      counts.ask(() => shared.consume(key, limit), fallback === false ? undefined : () => fallback.consume(key, limit)),
    refund: (key, limit) =>
      counts.ask(
        async () => shared.refund?.(key, limit),
        fallback === false ? undefined : () => fallback.refund?.(key, limit),
      ),
    check: () => counts.check(fallback !== false),
  }
}
