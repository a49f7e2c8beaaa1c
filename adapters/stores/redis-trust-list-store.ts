/**
 * Trusted lists in Redis or Valkey.
 *
 * @module
 */

import { checkOptions, TEXT } from '../../src/input/check-options.js'
import type { TrustListStore } from '../../src/trust-lists/entry.js'
import {
  assertRedisClient,
  DEFAULT_KEY_PREFIX,
  type RedisClient,
  type RedisScript,
  runRedisScript,
  sendRedisCommand,
} from './redis-command.js'

/** Options of redisTrustListStore. */
export interface RedisTrustListStoreOptions {
  /** Prefix of all keys. Default `{sealwright}:trust-list:`. */
  readonly keyPrefix?: string
}

/**
 * Stores a list unless a newer one is stored. KEYS[1] is the list, ARGV[1] its version, ARGV[2] its value. Versions are compared
 * as numbers of at most 53 bits.
 */
const WRITE: RedisScript = {
  text: `local version = tonumber(redis.call('HGET', KEYS[1], 'version'))
if version and version > tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[1], 'value', ARGV[2])
return 1`,
}

/**
 * Keeps trusted lists in Redis, for many hosts. They do not expire, since the latest list protects against older ones. Do not
 * use a database that evicts keys when its memory is full.
 *
 * @example
 * ```ts
 * const lists = await loadEuTrustLists({ signers, store: redisTrustListStore(client) })
 * ```
 */
export function redisTrustListStore(client: RedisClient, options: RedisTrustListStoreOptions = {}): TrustListStore {
  assertRedisClient(client)
  checkOptions(options, { keyPrefix: TEXT })
  const { keyPrefix = `${DEFAULT_KEY_PREFIX}trust-list:` } = options
  return {
    async get(key) {
      const value = await sendRedisCommand(client, 'HGET', keyPrefix + key, 'value')
      return typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : undefined
    },
    async set(key, value, version) {
      // Values are stored as text, since clients decode replies as UTF-8.
      const base64 = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
      return Number(await runRedisScript(client, WRITE, [keyPrefix + key], [version, base64])) === 1
    },
  }
}
