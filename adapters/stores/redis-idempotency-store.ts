/**
 * Answers of repeatable requests in Redis or Valkey, which deletes expired ones by itself.
 *
 * @module
 */

import type { AnswerLimits, IdempotencyStore } from '../../src/index.js'
import { BYTE_LIMIT, checkOptions, type OptionTable, TEXT } from '../../src/input/check-options.js'
import { OWNER_SHARE } from './answer-limits.js'
import {
  assertRedisClient,
  carriesBytes,
  DEFAULT_KEY_PREFIX,
  type RedisClient,
  type RedisScript,
  runRedisScript,
  sendBinaryCommand,
  sendRedisCommand,
} from './redis-command.js'

/** Default size of the answers of all owners, in bytes. They take memory of the server. */
const DEFAULT_BYTES = 256 * 1024 * 1024

/** Longest time that a request can be worked on, in milliseconds. */
const LONGEST_WORK_MS = 3_600_000

/**
 * Lua functions for an index of the answers, by which they are counted and the oldest is found. KEYS[2] has all answers sorted
 * by expiry, as `owner:size:id`. KEYS[3] has the bytes and the number of answers of each owner, and of all under `all`. The
 * answers of an owner are also in a set of their own. Each script first removes answers that the server has let expire.
 */
const INDEX = `local prefix, all, sums = ARGV[1], KEYS[2], KEYS[3]
local function count(owner, bytes, answers)
  for _, name in ipairs({ owner, 'all' }) do
    local left = redis.call('HINCRBY', sums, name .. ':answers', answers)
    redis.call('HINCRBY', sums, name .. ':bytes', bytes)
    if left == 0 then redis.call('HDEL', sums, name .. ':answers', name .. ':bytes') end
  end
end
local function forget(member)
  local owner, size, id = string.match(member, '^(%x*):(%d+):(%x+)$')
  local expiresAt = redis.call('ZSCORE', all, member)
  if not expiresAt then return end
  redis.call('ZREM', all, member)
  redis.call('ZREM', prefix .. 'of:' .. owner, member)
  -- The id may have gone to another request since.
  if tonumber(redis.call('HGET', prefix .. id, 'expiresAt') or -1) == tonumber(expiresAt) then redis.call('DEL', prefix .. id) end
  count(owner, 0 - tonumber(size), -1)
end
local function forgetExpired(now)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', all, '-inf', now, 'LIMIT', 0, 100)) do forget(member) end
end
local function bytesOf(name) return tonumber(redis.call('HGET', sums, name .. ':bytes') or 0) end
local function evict(list, name, limit, kept)
  while bytesOf(name) > limit do
    local oldest = redis.call('ZRANGE', list, 0, 1)
    local member = oldest[1]
    if member == kept then member = oldest[2] end
    if not member then return end
    forget(member)
  end
end
`

/**
 * Claims an id. ARGV: prefix, id, owner, token, fingerprint, now, leaseUntil, expiresAt, life in milliseconds. The answer itself
 * is not returned.
 */
const CLAIM: RedisScript = {
  text: `${INDEX}forgetExpired(ARGV[6])
local kept = redis.call('HMGET', KEYS[1], 'fingerprint', 'size', 'leaseUntil', 'expiresAt')
local size = kept[2]
-- As programs before kept it: in base64.
if kept[1] and not size then
  local length = redis.call('HSTRLEN', KEYS[1], 'answer')
  if length > 0 then size = math.floor(length * 3 / 4) end
end
local isLeft = kept[1] == ARGV[5] and not size and tonumber(kept[3] or 0) <= tonumber(ARGV[6])
if kept[1] and tonumber(kept[4]) > tonumber(ARGV[6]) and not isLeft then return { kept[1], tostring(size or '') } end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'owner', ARGV[3], 'token', ARGV[4], 'fingerprint', ARGV[5], 'leaseUntil', ARGV[7], 'expiresAt', ARGV[8], 'claimedAt', ARGV[6])
redis.call('PEXPIRE', KEYS[1], ARGV[9])
return 1`,
}

const IS_HELD = `local held = redis.call('HMGET', KEYS[1], 'token', 'size', 'answer', 'owner', 'claimedAt')
if held[1] ~= ARGV[2] or held[2] or held[3] then return 0 end
`

/** Renews a claim. ARGV: unused, token, leaseUntil. */
const RENEW: RedisScript = {
  text: `${IS_HELD}redis.call('HSET', KEYS[1], 'leaseUntil', ARGV[3])
return 1`,
}

/**
 * Stores an answer. ARGV: prefix, token, id, name of the field, answer, size, expiresAt, life in milliseconds, limit of an
 * owner, limit of all, now. A program that looks for another field takes the record for a request that is being worked on until
 * it expires.
 */
const FINISH: RedisScript = {
  text: `${IS_HELD}${INDEX}forgetExpired(ARGV[11])
local owner = held[4] or ''
if tonumber(held[5] or 0) <= tonumber(redis.call('GET', prefix .. 'erased:' .. owner) or -1) then
  redis.call('DEL', KEYS[1])
  return 0
end
local member = owner .. ':' .. ARGV[6] .. ':' .. ARGV[3]
redis.call('HSET', KEYS[1], ARGV[4], ARGV[5], 'size', ARGV[6], 'expiresAt', ARGV[7], 'leaseUntil', ARGV[7])
redis.call('PEXPIRE', KEYS[1], ARGV[8])
redis.call('ZADD', all, ARGV[7], member)
redis.call('ZADD', prefix .. 'of:' .. owner, ARGV[7], member)
redis.call('PEXPIRE', prefix .. 'of:' .. owner, ARGV[8])
count(owner, tonumber(ARGV[6]), 1)
evict(prefix .. 'of:' .. owner, owner, tonumber(ARGV[9]), member)
evict(all, 'all', tonumber(ARGV[10]), member)
return 1`,
}

const ABANDON: RedisScript = { text: `${IS_HELD}return redis.call('DEL', KEYS[1])` }

/** Counts answers. ARGV: prefix, owner, now. Returns the number of answers and their bytes. */
const USAGE: RedisScript = {
  text: `${INDEX}forgetExpired(ARGV[3])
return { redis.call('HGET', sums, ARGV[2] .. ':answers') or '0', redis.call('HGET', sums, ARGV[2] .. ':bytes') or '0' }`,
}

/**
 * Erases the records of an owner, some at a time, until none is left. ARGV: prefix, owner, now, longest time of work. Requests
 * that are being worked on cannot be found by their owner. The time of erasing is therefore stored, and claims from before it
 * are refused.
 */
const ERASE: RedisScript = {
  text: `${INDEX}redis.call('SET', prefix .. 'erased:' .. ARGV[2], ARGV[3], 'PX', ARGV[4])
local members = redis.call('ZRANGE', prefix .. 'of:' .. ARGV[2], 0, 199)
for _, member in ipairs(members) do forget(member) end
return #members`,
}

export interface RedisAnswerOptions extends AnswerLimits {
  /** Prefix of all keys. Default `{sealwright}:`. */
  readonly keyPrefix?: string | undefined
}

const OPTIONS: OptionTable<RedisAnswerOptions> = {
  keyPrefix: TEXT,
  maxBytes: BYTE_LIMIT,
  maxBytesPerOwner: BYTE_LIMIT,
}

/**
 * Keeps answers in Redis. They are encrypted; see README. If the server loses or evicts data, requests may be carried out twice.
 * Set `maxmemory-policy noeviction`, and `appendonly yes` with `appendfsync always`, to prevent that. Answers are stored as
 * bytes by a client of ioredis or node-redis, and in base64 by a wrapper that only sends strings.
 *
 * @param options.keyPrefix prefix of all keys. Default `{sealwright}:`.
 * @param options.maxBytes size of all answers; beyond it, the oldest are deleted before they expire. Default 256 MB.
 * @param options.maxBytesPerOwner likewise for one owner. Default: a quarter of `maxBytes`.
 * @example
 * ```ts
 * const api = createApi({ identity, keys, idempotency: { store: redisIdempotencyStore(client) } })
 * ```
 */
export function redisIdempotencyStore(client: RedisClient, options: RedisAnswerOptions = {}): IdempotencyStore {
  assertRedisClient(client)
  checkOptions(options, OPTIONS)
  const { keyPrefix = DEFAULT_KEY_PREFIX, maxBytes = DEFAULT_BYTES } = options
  const { maxBytesPerOwner = maxBytes * OWNER_SHARE } = options
  const prefix = `${keyPrefix}idempotency:`
  const keysOf = (id: string) => [`${prefix}${id}`, `${prefix}all`, `${prefix}sums`]
  const run: Run = (script, id, ...args) => runRedisScript(client, script, keysOf(id), [prefix, ...args])

  return { maxBytesPerOwner, ...claimsIn(run), ...answersIn({ client, prefix, maxBytes, maxBytesPerOwner }, run) }
}

type Run = (script: RedisScript, id: string, ...args: (string | number | Buffer)[]) => Promise<unknown>

interface AnswerPlace extends Readonly<Record<keyof AnswerLimits, number>> {
  readonly client: RedisClient
  readonly prefix: string
}

/** The methods for claims: which process works on which request. */
function claimsIn(run: Run): Pick<IdempotencyStore, 'claim' | 'renew' | 'abandon'> {
  return {
    async claim({ id, owner, token, fingerprint, now, leaseUntil, expiresAt }) {
      const life = lifeMs(expiresAt, now)
      const reply = await run(CLAIM, id, id, owner, token, fingerprint, now, leaseUntil, expiresAt, life)
      if (!Array.isArray(reply)) return null
      const [kept, size] = (reply as unknown[]).map(String)
      return { fingerprint: kept ?? '', size: size === undefined || size === '' ? null : Number(size) }
    },

    async renew(id, token, leaseUntil) {
      return Number(await run(RENEW, id, token, leaseUntil)) === 1
    },

    async abandon(id, token) {
      await run(ABANDON, id, token)
    },
  }
}

/** The methods for answers. */
function answersIn(
  { client, prefix, maxBytes, maxBytesPerOwner }: AnswerPlace,
  run: Run,
): Pick<IdempotencyStore, 'read' | 'finish' | 'usage' | 'erase'> {
  return {
    read: (id) => readAnswer(client, `${prefix}${id}`),

    async finish(id, token, answer, expiresAt) {
      const now = Date.now()
      const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
      const [field, value] = carriesBytes(client) ? ['bytes', bytes] : ['answer', bytes.toString('base64')]
      const limits = [Math.floor(maxBytesPerOwner), Math.floor(maxBytes)]
      const facts = [bytes.length, expiresAt, lifeMs(expiresAt, now), ...limits, now]
      return Number(await run(FINISH, id, token, id, field, value, ...facts)) === 1
    },

    async usage(owner) {
      const reply = (await run(USAGE, '', owner ?? 'all', Date.now())) as unknown[]
      const [answers = 0, bytes = 0] = reply.map((count) => Number(String(count)))
      return { answers, bytes }
    },

    async erase(owner) {
      for (let total = 0; ; ) {
        const count = Number(await run(ERASE, '', owner, Date.now(), LONGEST_WORK_MS))
        if (count === 0) return total
        total += count
      }
    },
  }
}

async function readAnswer(client: RedisClient, key: string): Promise<Uint8Array | null> {
  if (carriesBytes(client)) {
    const bytes = await sendBinaryCommand(client, 'HGET', key, 'bytes')
    if (bytes !== null) return ownCopy(bytes as Buffer)
  }
  const answer = await sendRedisCommand(client, 'HGET', key, 'answer')
  return typeof answer === 'string' ? new Uint8Array(Buffer.from(answer, 'base64')) : null
}

/** A copy of received bytes, since a client may return a view of a larger buffer. */
function ownCopy(bytes: Buffer): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

/** Lifetime in milliseconds, for the server's clock, computed from times of this host's clock. */
function lifeMs(expiresAt: number, now: number): number {
  return Math.max(1, Math.ceil(expiresAt - now))
}
