/**
 * Validation data in Redis or Valkey, shared by many hosts.
 *
 * @module
 */

import type { RevocationStore } from '../../src/index.js'
import { BYTE_LIMIT, checkOptions, TEXT } from '../../src/input/check-options.js'
import { assertRedisClient, type RedisClient, sendRedisCommand } from './redis-command.js'

/** Options of redisRevocationStore. */
export interface RedisRevocationStoreOptions {
  /** Prefix of all keys. Default `{sealwright}:revocation:`. */
  readonly keyPrefix?: string
  /** Largest value that is stored, in bytes. Default 2 MB. */
  readonly maxValueBytes?: number
}

/** Default size limit. Larger CRLs are fetched again rather than stored in a database that others use. */
const MAX_VALUE_BYTES = 2 * 1024 * 1024

/**
 * A store for `onlineRevocation`. Redis deletes each answer by itself when it has to be renewed.
 *
 * @example
 * ```ts
 * const revocation = onlineRevocation({ store: redisRevocationStore(client) })
 * ```
 */
export function redisRevocationStore(client: RedisClient, options: RedisRevocationStoreOptions = {}): RevocationStore {
  assertRedisClient(client)
  checkOptions(options, { keyPrefix: TEXT, maxValueBytes: BYTE_LIMIT })
  const { keyPrefix = '{sealwright}:revocation:', maxValueBytes = MAX_VALUE_BYTES } = options
  return {
    async get(key) {
      const value = await sendRedisCommand(client, 'GET', keyPrefix + key)
      return typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : undefined
    },
    async set(key, value, expiresAt) {
      const life = expiresAt.getTime() - Date.now()
      // A newer answer that is not stored must not leave an older one behind.
      if (value.length > maxValueBytes || life < 1) await sendRedisCommand(client, 'DEL', keyPrefix + key)
      else {
        // Values are stored as text, since clients decode replies as UTF-8.
        const text = Buffer.from(value).toString('base64')
        await sendRedisCommand(client, 'SET', keyPrefix + key, text, 'PX', String(Math.ceil(life)))
      }
    },
  }
}
