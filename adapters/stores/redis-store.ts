/**
 * API keys and codes in Redis or Valkey, through the client that the host brings: ioredis or node-redis.
 *
 * @example
 * ```ts
 * import { createClient } from 'redis'
 * import { redisRateLimiter, redisStore } from 'sealwright/stores/redis'
 *
 * const client = await createClient({ url, disableOfflineQueue: true }).on('error', (error) => log.warn(error)).connect()
 * const keys = new KeyIssuer({ store: redisStore(client), rateLimiter: redisRateLimiter(client), mailer, secret })
 * ```
 *
 * @module
 */

import type { KeyStore, StoredKey } from '../../src/index.js'
import { checkOptions, TEXT } from '../../src/input/check-options.js'
import { jsonText } from '../../src/input/json-text.js'
import {
  assertRedisClient,
  DEFAULT_KEY_PREFIX,
  type RedisClient,
  type RedisScript,
  runRedisScript,
  sendRedisCommand,
} from './redis-command.js'

export { redisConcurrencyLimiter } from './redis-concurrency-limiter.js'
export { type RedisAnswerOptions, redisIdempotencyStore } from './redis-idempotency-store.js'
export { redisRateLimiter } from './redis-rate-limiter.js'
export { type RedisRevocationStoreOptions, redisRevocationStore } from './redis-revocation-store.js'
export { type RedisTrustListStoreOptions, redisTrustListStore } from './redis-trust-list-store.js'
export type { RedisClient }

const FIELDS = [
  'id',
  'hash',
  'hint',
  'email',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'lastUsedAt',
  'replacedBy',
  'name',
  'scopes',
  'quotas',
] as const

const HASH = FIELDS.indexOf('hash')
const SCOPES = FIELDS.indexOf('scopes')

/** Lua function that tells whether a key is active. `record` has the fields of an existing key, without those that are null. */
const IS_ACTIVE = `local function isActive(record, now)
  local state = redis.call('HMGET', record, 'id', 'revokedAt', 'replacedBy', 'expiresAt')
  return state[1] and not state[2] and not state[3] and (not state[4] or tonumber(state[4]) > now)
end
`

/**
 * Lua function that adds a key. ARGV[1] is the common prefix, ARGV[2] to ARGV[7] are id, hash, hint, email, createdAt and
 * expiresAt or '', the last three name, scopes and quotas.
 */
const ADD_KEY = `local function addKey()
  local record = ARGV[1] .. 'key:' .. ARGV[3]
  redis.call('HSET', record, 'id', ARGV[2], 'hash', ARGV[3], 'hint', ARGV[4], 'email', ARGV[5], 'createdAt', ARGV[6])
  redis.call('HSET', record, 'name', ARGV[#ARGV - 2], 'scopes', ARGV[#ARGV - 1], 'quotas', ARGV[#ARGV])
  redis.call('SET', ARGV[1] .. 'id:' .. ARGV[2], ARGV[3])
  redis.call('ZADD', ARGV[1] .. 'owner:' .. ARGV[5], ARGV[6], ARGV[3])
  if ARGV[7] ~= '' then
    redis.call('HSET', record, 'expiresAt', ARGV[7])
    redis.call('ZADD', ARGV[1] .. 'ended', ARGV[7], ARGV[3])
  end
end
`

/**
 * Lua function that completes successors. Versions before scopes rotate a key without passing on what they do not know, so a
 * successor without grants gets those of the key before it.
 */
const INHERIT = `local function inherit(prefix, hash)
  local old = redis.call('HMGET', prefix .. 'key:' .. hash, 'replacedBy', 'name', 'scopes', 'quotas')
  local successor = old[1] and redis.call('GET', prefix .. 'id:' .. old[1])
  if not successor then return end
  for i, field in ipairs({ 'name', 'scopes', 'quotas' }) do
    if old[i + 1] then redis.call('HSETNX', prefix .. 'key:' .. successor, field, old[i + 1]) end
  end
end
`

/**
 * Completes a record that an older version wrote. Keys of an owner are visited in the order in which they were made, so grants
 * pass down a chain of successors.
 */
const SETTLE_KEY: RedisScript = {
  text: `${INHERIT}local owner = redis.call('HGET', KEYS[1], 'email')
if not owner then return false end
for _, hash in ipairs(redis.call('ZRANGE', ARGV[1] .. 'owner:' .. owner, 0, -1)) do inherit(ARGV[1], hash) end
redis.call('HSETNX', KEYS[1], 'scopes', 'null')
redis.call('HSETNX', KEYS[1], 'quotas', 'null')
return redis.call('HMGET', KEYS[1], unpack(ARGV, 2))`,
}

const PUT_CODE: RedisScript = {
  text: `local live = redis.call('HGET', KEYS[1], 'createdAt')
if live and math.abs(tonumber(ARGV[3]) - tonumber(live)) < tonumber(ARGV[5]) then return 0 end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'id', ARGV[1], 'digest', ARGV[2], 'createdAt', ARGV[3], 'expiresAt', ARGV[4], 'attempts', 0)
redis.call('PEXPIRE', KEYS[1], ARGV[6])
return 1`,
}

const TAKE_ATTEMPT: RedisScript = {
  text: `local code = redis.call('HMGET', KEYS[1], 'id', 'digest', 'createdAt', 'expiresAt', 'attempts')
if not code[1] or tonumber(code[4]) <= tonumber(ARGV[2]) or tonumber(code[5]) >= tonumber(ARGV[1]) then return false end
return { code[1], code[2], code[3], redis.call('HINCRBY', KEYS[1], 'attempts', 1) }`,
}

const CONSUME_CODE: RedisScript = {
  text: `if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`,
}

const INSERT_KEY: RedisScript = {
  text: `${IS_ACTIVE}${ADD_KEY}local active = 0
for _, hash in ipairs(redis.call('ZRANGE', ARGV[1] .. 'owner:' .. ARGV[5], 0, -1)) do
  if isActive(ARGV[1] .. 'key:' .. hash, tonumber(ARGV[6])) then active = active + 1 end
end
if active >= tonumber(ARGV[8]) then return 0 end
addKey()
return 1`,
}

const FIND_BY_ID: RedisScript = {
  text: `local hash = redis.call('GET', KEYS[1])
if not hash then return false end
return redis.call('HMGET', ARGV[1] .. 'key:' .. hash, unpack(ARGV, 2))`,
}

const LIST_KEYS: RedisScript = {
  text: `local keys = {}
for _, hash in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  keys[#keys + 1] = redis.call('HMGET', ARGV[1] .. 'key:' .. hash, unpack(ARGV, 2))
end
return keys`,
}

const REVOKE_KEY: RedisScript = {
  text: `local hash = redis.call('GET', KEYS[1])
if not hash then return 0 end
if redis.call('HSETNX', ARGV[1] .. 'key:' .. hash, 'revokedAt', ARGV[2]) == 1 then
  redis.call('ZADD', ARGV[1] .. 'ended', ARGV[2], hash)
end
return 1`,
}

const REPLACE_KEY: RedisScript = {
  text: `${IS_ACTIVE}${ADD_KEY}local hash = redis.call('GET', KEYS[1])
if not hash then return 0 end
local old = ARGV[1] .. 'key:' .. hash
if not isActive(old, tonumber(ARGV[6])) then return 0 end
local ending = redis.call('HGET', old, 'expiresAt')
if not ending or tonumber(ending) > tonumber(ARGV[8]) then ending = ARGV[8] end
redis.call('HSET', old, 'replacedBy', ARGV[2], 'expiresAt', ending)
redis.call('ZADD', ARGV[1] .. 'ended', ending, hash)
addKey()
return 1`,
}

/** Changes a key. ARGV: prefix, now, then names and values. An empty value of expiresAt removes it. */
const UPDATE_KEY: RedisScript = {
  text: `${IS_ACTIVE}local hash = redis.call('GET', KEYS[1])
if not hash then return 0 end
local record = ARGV[1] .. 'key:' .. hash
if not isActive(record, tonumber(ARGV[2])) then return 0 end
for i = 3, #ARGV, 2 do
  if ARGV[i] == 'expiresAt' and ARGV[i + 1] == '' then
    redis.call('HDEL', record, 'expiresAt')
    redis.call('ZREM', ARGV[1] .. 'ended', hash)
  else
    redis.call('HSET', record, ARGV[i], ARGV[i + 1])
    if ARGV[i] == 'expiresAt' then redis.call('ZADD', ARGV[1] .. 'ended', ARGV[i + 1], hash) end
  end
end
return 1`,
}

const TOUCH_KEY: RedisScript = {
  text: `local hash = redis.call('GET', KEYS[1])
if not hash then return 0 end
local record = ARGV[1] .. 'key:' .. hash
local last = redis.call('HGET', record, 'lastUsedAt')
if not last or tonumber(last) < tonumber(ARGV[2]) then redis.call('HSET', record, 'lastUsedAt', ARGV[2]) end
return 1`,
}

/** Deletes ended keys, a limited number at a time, since a script blocks all other clients. */
const PURGE_KEYS: RedisScript = {
  text: `${INHERIT}local hashes = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[2], 'LIMIT', 0, 500)
for _, hash in ipairs(hashes) do
  local key = redis.call('HMGET', ARGV[1] .. 'key:' .. hash, 'id', 'email')
  inherit(ARGV[1], hash)
  redis.call('DEL', ARGV[1] .. 'key:' .. hash)
  redis.call('ZREM', KEYS[1], hash)
  if key[1] then
    redis.call('DEL', ARGV[1] .. 'id:' .. key[1])
    redis.call('ZREM', ARGV[1] .. 'owner:' .. key[2], hash)
  end
end
return #hashes`,
}

/**
 * Keeps keys and codes in Redis. Every method is one command or one script, which Redis runs atomically.
 *
 * Durability depends on the server's settings: with `appendonly yes` and `appendfsync always`, a key that was acknowledged
 * survives a crash; with `everysec`, the last second may be lost; without a file, all of them. Memory must not be reclaimed from
 * them (`maxmemory-policy noeviction`).
 *
 * Switch the client's offline queue off (`disableOfflineQueue: true` of node-redis, `enableOfflineQueue: false` of ioredis):
 * with it, commands sent during an outage are carried out afterwards, although their callers were told that they failed.
 *
 * @param options.keyPrefix prefix of all keys. Default `{sealwright}:`; on a cluster it must have braces.
 */
export function redisStore(client: RedisClient, options: { readonly keyPrefix?: string } = {}): KeyStore {
  assertRedisClient(client)
  checkOptions(options, { keyPrefix: TEXT })
  return new RedisStore(client, options.keyPrefix ?? DEFAULT_KEY_PREFIX)
}

/** Methods are properties of the store itself, so that hosts can replace some: `{ ...redisStore(client), findKey }`. */
class RedisStore implements KeyStore {
  readonly #client: RedisClient
  readonly #prefix: string

  constructor(client: RedisClient, prefix: string) {
    this.#client = client
    this.#prefix = prefix
  }

  readonly putCode: KeyStore['putCode'] = async ({ email, id, digest, createdAt, expiresAt }, cooldownMs) => {
    // The lifetime holds by the server's clock, and must last as long as this host needs the code by its own.
    const lifeMs = Math.max(expiresAt - createdAt, cooldownMs, 1)
    return (await this.#run(PUT_CODE, this.#codeKey(email), id, digest, createdAt, expiresAt, cooldownMs, lifeMs)) === 1
  }

  readonly takeAttempt: KeyStore['takeAttempt'] = async (email, maxAttempts, now) => {
    const reply = await this.#run(TAKE_ATTEMPT, this.#codeKey(email), maxAttempts, now)
    if (!Array.isArray(reply)) return null
    const [id, digest, createdAt, attempts] = reply as unknown[]
    return { id: String(id), digest: String(digest), createdAt: Number(createdAt), attempts: Number(attempts) }
  }

  readonly consumeCode: KeyStore['consumeCode'] = async (email, codeId) => {
    return (await this.#run(CONSUME_CODE, this.#codeKey(email), codeId)) === 1
  }

  readonly insertKey: KeyStore['insertKey'] = async (key, maxActive) => {
    return (
      (await this.#run(
        INSERT_KEY,
        `${this.#prefix}key:${key.hash}`,
        ...this.#newKey(key),
        maxActive,
        ...grantValues(key),
      )) === 1
    )
  }

  readonly findKey: KeyStore['findKey'] = async (hash) => {
    return this.#read(await sendRedisCommand(this.#client, 'HMGET', `${this.#prefix}key:${hash}`, ...FIELDS))
  }

  readonly findKeyById: KeyStore['findKeyById'] = async (id) => {
    return this.#read(await this.#run(FIND_BY_ID, `${this.#prefix}id:${id}`, this.#prefix, ...FIELDS))
  }

  readonly listKeys: KeyStore['listKeys'] = async (email) => {
    const reply = await this.#run(LIST_KEYS, `${this.#prefix}owner:${email}`, this.#prefix, ...FIELDS)
    return this.#readAll(Array.isArray(reply) ? reply : [])
  }

  readonly revokeKey: KeyStore['revokeKey'] = async (id, now) => {
    return (await this.#run(REVOKE_KEY, `${this.#prefix}id:${id}`, this.#prefix, now)) === 1
  }

  readonly replaceKey: KeyStore['replaceKey'] = async (id, successor, oldExpiresAt) => {
    return (
      (await this.#run(
        REPLACE_KEY,
        `${this.#prefix}id:${id}`,
        ...this.#newKey(successor),
        oldExpiresAt,
        ...grantValues(successor),
      )) === 1
    )
  }

  readonly updateKey: KeyStore['updateKey'] = async (id, changes, now) => {
    const { name, scopes, quotas, expiresAt } = changes
    const values: [string, string | undefined][] = [
      ['name', name === undefined ? undefined : (name ?? '')],
      ['scopes', jsonText(scopes)],
      ['quotas', jsonText(quotas)],
      ['expiresAt', expiresAt === undefined ? undefined : String(expiresAt ?? '')],
    ]
    const given = values.flatMap(([field, value]) => (value === undefined ? [] : [field, value]))
    return (await this.#run(UPDATE_KEY, `${this.#prefix}id:${id}`, this.#prefix, now, ...given)) === 1
  }

  readonly scanKeys: KeyStore['scanKeys'] = async (cursor, limit) => {
    const pattern = `${this.#prefix.replace(/[*?[\]\\^]/g, '\\$&')}key:*`
    const reply = await sendRedisCommand(this.#client, 'SCAN', cursor ?? '0', 'MATCH', pattern, 'COUNT', String(limit))
    const [next, names] = reply as [unknown, string[]]
    const records = names.map((record) => sendRedisCommand(this.#client, 'HMGET', record, ...FIELDS))
    const keys = await this.#readAll(await Promise.all(records))
    return { keys, cursor: String(next) === '0' ? null : String(next) }
  }

  readonly touchKey: KeyStore['touchKey'] = async (id, now) => {
    await this.#run(TOUCH_KEY, `${this.#prefix}id:${id}`, this.#prefix, now)
  }

  readonly readTime = async () => {
    const [seconds, micros] = (await sendRedisCommand(this.#client, 'TIME')) as [unknown, unknown]
    return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
  }

  readonly purge = async (_now: number, before: number) => {
    let total = 0
    for (;;) {
      const count = Number(await this.#run(PURGE_KEYS, `${this.#prefix}ended`, this.#prefix, before))
      if (count === 0) return total
      total += count
    }
  }

  #codeKey(email: string): string {
    return `${this.#prefix}code:${email}`
  }

  #run(script: RedisScript, key: string, ...args: (string | number)[]): Promise<unknown> {
    return runRedisScript(this.#client, script, [key], args)
  }

  /** What {@link ADD_KEY} takes first. */
  #newKey({ id, hash, hint, email, createdAt, expiresAt }: StoredKey): (string | number)[] {
    return [this.#prefix, id, hash, hint, email, createdAt, expiresAt ?? '']
  }

  async #read(record: unknown): Promise<StoredKey | null> {
    if (!Array.isArray(record) || typeof record[HASH] !== 'string' || typeof record[SCOPES] === 'string') {
      return toKey(record)
    }
    return toKey(await this.#run(SETTLE_KEY, `${this.#prefix}key:${record[HASH]}`, this.#prefix, ...FIELDS))
  }

  async #readAll(records: readonly unknown[]): Promise<StoredKey[]> {
    return (await Promise.all(records.map((record) => this.#read(record)))).filter((key) => key !== null)
  }
}

/** What {@link ADD_KEY} takes last. */
function grantValues({ name, scopes, quotas }: StoredKey): [string, string, string] {
  return [name ?? '', jsonText(scopes), jsonText(quotas)]
}

function toKey(record: unknown): StoredKey | null {
  if (!Array.isArray(record) || typeof record[0] !== 'string') return null
  const [id, hash, hint, email, createdAt, expiresAt, revokedAt, lastUsedAt, replacedBy, name, scopes, quotas] =
    record as unknown[]
  return {
    id: String(id),
    hash: String(hash),
    hint: String(hint),
    email: String(email),
    createdAt: Number(createdAt),
    expiresAt: toTime(expiresAt),
    revokedAt: toTime(revokedAt),
    lastUsedAt: toTime(lastUsedAt),
    replacedBy: typeof replacedBy === 'string' ? replacedBy : null,
    name: typeof name === 'string' && name !== '' ? name : null,
    scopes: typeof scopes === 'string' ? JSON.parse(scopes) : null,
    quotas: typeof quotas === 'string' ? JSON.parse(quotas) : null,
  }
}

function toTime(value: unknown): number | null {
  return typeof value === 'string' ? Number(value) : null
}
