/**
 * Keys, answers and counters in Redis, with the clients that hosts use.
 *
 * @module
 */

import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type RedisClient,
  redisConcurrencyLimiter,
  redisIdempotencyStore,
  redisRateLimiter,
  redisStore,
} from '../../adapters/stores/redis-store.js'
import {
  concurrencyLimiterContract,
  idempotencyStoreContract,
  keyStoreContract,
  rateLimiterContract,
} from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'
import { startRedis, type TestServer } from '../support/redis.js'
import { hasTool } from '../support/tools.js'

function sendTo(client: Redis | undefined, command: string, args: readonly string[]): Promise<unknown> {
  return client === undefined ? Promise.reject(new Error('There is no client.')) : client.call(command, ...args)
}

describe.skipIf(!hasTool('redis-server'))('Redis', () => {
  let server: TestServer
  let ioredis: Redis[]
  let nodeRedis: Awaited<ReturnType<typeof connectNodeRedis>>[]

  beforeAll(async () => {
    server = await startRedis()
    ioredis = [1, 2].map(() => new Redis(server.port, '127.0.0.1'))
    nodeRedis = await Promise.all([1, 2].map(() => connectNodeRedis(server.url)))
  }, 60_000)

  afterAll(async () => {
    await Promise.all([...ioredis.map((client) => client.quit()), ...nodeRedis.map((client) => client.close())])
    await server.stop()
  })

  let connections = 0
  const next = (clients: readonly unknown[]) => clients[connections++ % clients.length] as RedisClient
  describeContract(
    'redisStore with ioredis',
    keyStoreContract(() => redisStore(next(ioredis))),
  )
  describeContract(
    'redisStore with node-redis',
    keyStoreContract(() => redisStore(next(nodeRedis), { keyPrefix: '{other}:' })),
  )

  describeContract(
    'with ioredis',
    idempotencyStoreContract(
      () => redisIdempotencyStore(next(ioredis)),
      (limits) => redisIdempotencyStore(next(ioredis), { ...limits, keyPrefix: `{bounded${connections}}:` }),
    ),
  )
  describeContract(
    'with node-redis',
    idempotencyStoreContract(
      () => redisIdempotencyStore(next(nodeRedis), { keyPrefix: '{other}:' }),
      (limits) => redisIdempotencyStore(next(nodeRedis), { ...limits, keyPrefix: `{narrow${connections}}:` }),
    ),
  )
  const wrapped = { call: (command: string, ...args: string[]) => sendTo(ioredis[0], command, args) }
  describeContract(
    'with a client that carries strings alone',
    idempotencyStoreContract(() => redisIdempotencyStore(wrapped, { keyPrefix: '{text}:' })),
  )

  it('keeps answers as bytes, and reads those that were kept in base64', async () => {
    const client = ioredis[0] as Redis
    const store = redisIdempotencyStore(next(ioredis), { keyPrefix: '{bytes}:' })
    const now = Date.now()
    const record = { owner: 'ab', token: 't', fingerprint: 'f', now, leaseUntil: now + 9, expiresAt: now + 60_000 }
    const answer = Uint8Array.from({ length: 3000 }, (_, i) => i % 256)
    await store.claim({ id: 'aa', ...record })
    await store.finish('aa', 't', answer, now + 60_000)
    expect(await client.hstrlen('{bytes}:idempotency:aa', 'bytes')).toBe(3000)
    await client.hset('{bytes}:idempotency:bb', {
      fingerprint: 'f',
      expiresAt: now + 60_000,
      answer: Buffer.from(answer).toString('base64'),
    })
    expect(await store.claim({ id: 'bb', ...record, token: 'u' })).toEqual({ fingerprint: 'f', size: 3000 })
    expect(await store.read('bb')).toEqual(answer)
  })

  it('lets the server forget codes by itself', async () => {
    const client = next(ioredis)
    const now = Date.now()
    const code = { id: 'code_1', email: 'ttl@example.com', digest: 'aa', createdAt: now, expiresAt: now + 600_000 }
    await redisStore(client).putCode(code, 60_000)
    const life = await ioredis[0]?.pttl('{sealwright}:code:ttl@example.com')
    expect(life).toBeGreaterThan(500_000)
    expect(life).toBeLessThanOrEqual(600_000)
  })

  it('hands on what a key permits when a program of before scopes rotated it', async () => {
    const redis = ioredis[0] as Redis
    const store = redisStore(redis)
    const now = Date.now()
    const makeKey = (id: string) => ({ ...BARE_KEY, id, hash: `hash-${id}`, createdAt: now })
    const grants = { name: 'Büro 3', scopes: ['sign'], quotas: { sign: { concurrent: 2 } } } as const
    await store.insertKey({ ...makeKey('old_1'), ...grants }, 9)
    // As version 1 rotated: twice, before anyone looked.
    for (const [from, to, at] of [
      ['old_1', 'old_2', now + 1],
      ['old_2', 'old_3', now + 2],
    ] as const) {
      await redis.hset(`{sealwright}:key:hash-${from}`, 'replacedBy', to, 'expiresAt', now + 60_000)
      const { name: _, scopes: __, quotas: ___, ...bare } = makeKey(to)
      const fields = Object.entries({ ...bare, createdAt: at }).filter(([, value]) => value !== null)
      await redis.hset(`{sealwright}:key:hash-${to}`, new Map(fields.map(([name, value]) => [name, String(value)])))
      await redis.set(`{sealwright}:id:${to}`, `hash-${to}`)
      await redis.zadd(`{sealwright}:owner:${BARE_KEY.email}`, at, `hash-${to}`)
    }
    expect(await store.findKey('hash-old_3')).toMatchObject(grants)
    expect(await store.findKeyById('old_2')).toMatchObject(grants)
    expect((await store.listKeys(BARE_KEY.email)).map(({ scopes }) => scopes)).toEqual([['sign'], ['sign'], ['sign']])
    // What was issued without scopes has none, and what is purged has handed on before.
    await redis.hdel('{sealwright}:key:hash-old_3', 'scopes', 'quotas', 'name')
    await redis.zadd('{sealwright}:ended', 1, 'hash-old_2')
    await store.purge?.(now, now)
    expect(await store.findKey('hash-old_2')).toBeNull()
    expect(await store.findKey('hash-old_3')).toMatchObject(grants)
    await redis.hdel('{sealwright}:key:hash-old_1', 'scopes', 'replacedBy')
    expect((await store.findKey('hash-old_1'))?.scopes).toBeNull()
  })

  it('works again after the server forgot its scripts', async () => {
    const store = redisStore(next(ioredis))
    await ioredis[0]?.script('FLUSH')
    expect(await store.revokeKey('key_none', 1)).toBe(false)
  })

  describeContract(
    'redisRateLimiter with ioredis',
    rateLimiterContract(() => redisRateLimiter(next(ioredis), { fallback: false })),
  )
  describeContract(
    'redisRateLimiter with node-redis',
    rateLimiterContract(() => redisRateLimiter(next(nodeRedis), { fallback: false })),
  )
  describeContract(
    'redisConcurrencyLimiter with ioredis',
    concurrencyLimiterContract(() => redisConcurrencyLimiter(next(ioredis))),
  )
  describeContract(
    'redisConcurrencyLimiter with node-redis',
    concurrencyLimiterContract(() => redisConcurrencyLimiter(next(nodeRedis), { keyPrefix: '{other}:' })),
  )
})

const BARE_KEY = {
  hint: 'sw_…abcd',
  email: 'older@example.com',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  replacedBy: null,
  name: null,
  scopes: null,
  quotas: null,
}

function connectNodeRedis(url: string) {
  return createClient({ url }).connect()
}
