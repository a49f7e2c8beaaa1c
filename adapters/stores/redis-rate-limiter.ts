/**
 * How often clients may call, counted in Redis for all hosts together, with a fallback for when Redis is silent.
 *
 * @module
 */

import { startDeadline } from '../../src/deadline.js'
import { flexibleRateLimiter, memoryRateLimiter, type RateLimiter } from '../../src/index.js'
import { checkOptions, must, numberFrom, TEXT } from '../../src/input/check-options.js'
import { assertRedisClient, type RedisClient, sendRedisCommand } from './redis-command.js'

const DEFAULT_TIMEOUT_MS = 1000
const FALLBACK = must('a rate limiter, or false', (value) => value === false || 'consume' in Object(value))

/**
 * Counts in Redis, for many hosts together, by rate-limiter-flexible.
 *
 * @param options.keyPrefix what all names in the database begin with. Default `{sealwright}:limit`.
 * @param options.fallback counts while Redis does not answer. Default: each host for itself. False: requests are then refused.
 * @param options.timeoutMs time that Redis may take, in milliseconds. Default 1 second.
 */
export function redisRateLimiter(
  client: RedisClient,
  options: { readonly keyPrefix?: string; readonly fallback?: RateLimiter | false; readonly timeoutMs?: number } = {},
): RateLimiter {
  assertRedisClient(client)
  checkOptions(options, { keyPrefix: TEXT, fallback: FALLBACK, timeoutMs: numberFrom(1) })
  const { keyPrefix = '{sealwright}:limit', timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const fallback = options.fallback ?? memoryRateLimiter()
  // The library speaks to each client in its own way; given this one, it needs to know neither.
  const storeClient = {
    eval: (script: string, { keys, arguments: args }: { keys: string[]; arguments: string[] }) =>
      withTimeout(sendRedisCommand(client, 'EVAL', script, String(keys.length), ...keys, ...args), timeoutMs),
  }
  const shared = flexibleRateLimiter(async ({ points, windowMs }) => {
    const { RateLimiterRedis } = await import('./redis-limiter-library.js')
    const duration = Math.ceil(windowMs / 1000)
    return new RateLimiterRedis({ storeClient, useRedisPackage: true, keyPrefix, points, duration })
  })
  return {
    async consume(key, limit) {
      try {
        return await shared.consume(key, limit)
      } catch (error) {
        if (fallback === false) throw error
        return fallback.consume(key, limit)
      }
    },
    refund: async (key, limit) => shared.refund?.(key, limit),
  }
}

/** A client without a connection may hold commands back until it has one again. */
async function withTimeout<T>(pending: Promise<T>, timeoutMs: number): Promise<T> {
  let stopDeadline: () => void = () => undefined
  const late = new Promise<never>((_resolve, reject) => {
    stopDeadline = startDeadline(timeoutMs, () => reject(new Error(`No answer from Redis within ${timeoutMs} ms.`)))
  })
  try {
    return await Promise.race([pending, late])
  } finally {
    stopDeadline()
  }
}
