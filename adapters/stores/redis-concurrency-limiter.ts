/**
 * Counts in Redis how many requests of one API key are running, for all hosts together.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import { type ConcurrencyLimiter, type ConcurrencyPlace, memoryConcurrencyLimiter } from '../../src/index.js'
import { checkOptions, must, numberFrom, TEXT } from '../../src/input/check-options.js'
import {
  assertRedisClient,
  type RedisClient,
  type RedisScript,
  runRedisScript,
  sendRedisCommand,
} from './redis-command.js'
import { DEFAULT_TIMEOUT_MS, SharedCounts } from './shared-or-alone.js'

/** Time that a place counts as taken after its holder last renewed it, in milliseconds. */
const LEASE_MS = 90_000
const RENEWAL_MS = 30_000

/** Takes a place. Times are the server's own, so that the clocks of hosts need not agree. */
const ACQUIRE: RedisScript = {
  text: `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local held = redis.call('ZCARD', KEYS[1])
if held >= tonumber(ARGV[2]) then return -1 end
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[3]), ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return tonumber(ARGV[2]) - held - 1`,
}

const RENEW: RedisScript = {
  text: `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[1], 'XX', now + tonumber(ARGV[2]), ARGV[1])
return redis.call('PEXPIRE', KEYS[1], ARGV[2])`,
}

const RELEASE: RedisScript = { text: `return redis.call('ZREM', KEYS[1], ARGV[1])` }

const FALLBACK = must('a concurrency limiter, or false', (value) => value === false || 'acquire' in Object(value))

/**
 * A limiter that counts in Redis how many requests of one API key are running, on all hosts together. The places of a host that
 * died are free again within 90 seconds. Give it to `createApi`.
 *
 * @param options.keyPrefix prefix of all keys. Default `{sealwright}:busy:`.
 * @param options.fallback counts while Redis does not answer. Default: each host for itself. False: requests are then refused.
 * @param options.timeoutMs time that Redis may take, in milliseconds. Default 500.
 */
export function redisConcurrencyLimiter(
  client: RedisClient,
  options: {
    readonly keyPrefix?: string
    readonly fallback?: ConcurrencyLimiter | false
    readonly timeoutMs?: number
  } = {},
): ConcurrencyLimiter & { acquire(key: string, limit: number): Promise<ConcurrencyPlace | null> } {
  assertRedisClient(client)
  checkOptions(options, { keyPrefix: TEXT, fallback: FALLBACK, timeoutMs: numberFrom(1) })
  const { keyPrefix = '{sealwright}:busy:', timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const fallback = options.fallback ?? memoryConcurrencyLimiter()
  const counts = new SharedCounts(timeoutMs, () => sendRedisCommand(client, 'PING'))
  return {
    acquire(key, limit) {
      let isLate = false
      const shared = async () => {
        const place = await takePlace(client, keyPrefix + key, limit)
        // The server answered after the caller had stopped waiting.
        if (isLate) await place?.release()
        return place
      }
      const alone = () => {
        isLate = true
        return fallback === false ? null : fallback.acquire(key, limit)
      }
      if (fallback !== false) return counts.ask(shared, alone)
      return counts.ask(shared, undefined).catch((error: unknown) => {
        isLate = true
        throw error
      })
    },
    check: () => counts.check(fallback !== false),
  }
}

async function takePlace(client: RedisClient, name: string, limit: number): Promise<ConcurrencyPlace | null> {
  const holder = randomUUID()
  const remaining = Number(await runRedisScript(client, ACQUIRE, [name], [holder, limit, LEASE_MS]))
  if (remaining < 0) return null
  const timer = setInterval(() => {
    // After a failed renewal there are two more before the lease ends.
    runRedisScript(client, RENEW, [name], [holder, LEASE_MS]).catch(() => undefined)
  }, RENEWAL_MS)
  timer.unref()
  return {
    remaining,
    async release() {
      clearInterval(timer)
      // A place that cannot be given back now becomes free when the lease ends.
      await runRedisScript(client, RELEASE, [name], [holder]).catch(() => undefined)
    },
  }
}
