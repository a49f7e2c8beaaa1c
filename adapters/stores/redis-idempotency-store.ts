/**
 * Answers of repeatable requests in Redis or Valkey, which forgets them by itself.
 *
 * @module
 */

import type { IdempotencyStore } from '../../src/index.js'
import { checkOptions, TEXT } from '../../src/input/check-options.js'
import {
  assertRedisClient,
  DEFAULT_KEY_PREFIX,
  type RedisClient,
  type RedisScript,
  runRedisScript,
} from './redis-command.js'

/** ARGV: token, fingerprint, now, leaseUntil, life in milliseconds. */
const CLAIM: RedisScript = {
  text: `local kept = redis.call('HMGET', KEYS[1], 'fingerprint', 'answer', 'leaseUntil', 'expiresAt')
local isLeft = kept[1] == ARGV[2] and not kept[2] and tonumber(kept[3] or 0) <= tonumber(ARGV[3])
if kept[1] and tonumber(kept[4]) > tonumber(ARGV[3]) and not isLeft then return { kept[1], kept[2] } end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'fingerprint', ARGV[2], 'leaseUntil', ARGV[4], 'expiresAt', ARGV[5])
redis.call('PEXPIRE', KEYS[1], ARGV[6])
return 1`,
}

const IS_HELD = `local held = redis.call('HMGET', KEYS[1], 'token', 'answer')
if held[1] ~= ARGV[1] or held[2] then return 0 end
`

const RENEW: RedisScript = { text: `${IS_HELD}redis.call('HSET', KEYS[1], 'leaseUntil', ARGV[2])\nreturn 1` }

const FINISH: RedisScript = {
  text: `${IS_HELD}redis.call('HSET', KEYS[1], 'answer', ARGV[2], 'expiresAt', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`,
}

const ABANDON: RedisScript = { text: `${IS_HELD}return redis.call('DEL', KEYS[1])` }

/**
 * Keeps answers in Redis. They are encrypted; see README. A server that loses its data, or evicts some of it, lets requests be done
 * twice: `maxmemory-policy noeviction`, and `appendonly yes` with `appendfsync always`, keep it from that.
 *
 * @param options.keyPrefix what all names in the database begin with. Default `{sealwright}:`.
 * @example
 * ```ts
 * const api = createApi({ identity, keys, idempotency: { store: redisIdempotencyStore(client) } })
 * ```
 */
export function redisIdempotencyStore(
  client: RedisClient,
  options: { readonly keyPrefix?: string } = {},
): IdempotencyStore {
  assertRedisClient(client)
  checkOptions(options, { keyPrefix: TEXT })
  const prefix = options.keyPrefix ?? DEFAULT_KEY_PREFIX
  const run = (script: RedisScript, id: string, ...args: (string | number)[]) =>
    runRedisScript(client, script, [`${prefix}idempotency:${id}`], args)

  return {
    async claim({ id, token, fingerprint, now, leaseUntil, expiresAt }) {
      const reply = await run(CLAIM, id, token, fingerprint, now, leaseUntil, expiresAt, lifeMs(expiresAt, now))
      if (!Array.isArray(reply)) return null
      // What is not there at the end of a list is left out of it.
      const [kept, answer] = reply as unknown[]
      return {
        fingerprint: String(kept),
        answer: typeof answer === 'string' ? new Uint8Array(Buffer.from(answer, 'base64')) : null,
      }
    },

    async renew(id, token, leaseUntil) {
      return (await run(RENEW, id, token, leaseUntil)) === 1
    },

    async finish(id, token, answer, expiresAt) {
      const base64 = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength).toString('base64')
      return (await run(FINISH, id, token, base64, expiresAt, lifeMs(expiresAt, Date.now()))) === 1
    },

    async abandon(id, token) {
      await run(ABANDON, id, token)
    },
  }
}

/** Kept by the server's own clock, for as long as this host's says. */
function lifeMs(expiresAt: number, now: number): number {
  return Math.max(1, Math.ceil(expiresAt - now))
}
