/**
 * The stores for revocation and trusted lists in Redis, held against their contracts.
 *
 * @module
 */

import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe } from 'vitest'
import { type RedisClient, redisRevocationStore, redisTrustListStore } from '../../adapters/stores/redis-store.js'
import { revocationStoreContract, trustListStoreContract } from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'
import { startRedis, type TestServer } from '../support/redis.js'
import { hasTool } from '../support/tools.js'

describe.skipIf(!hasTool('redis-server'))('Redis', () => {
  let server: TestServer
  let ioredis: Redis
  let nodeRedis: { sendCommand(args: string[]): Promise<unknown>; close(): Promise<unknown> }

  beforeAll(async () => {
    server = await startRedis()
    ioredis = new Redis(server.port, '127.0.0.1')
    nodeRedis = await createClient({ url: server.url }).connect()
  }, 60_000)

  afterAll(async () => {
    await Promise.all([ioredis.quit(), nodeRedis.close()])
    await server.stop()
  })

  describeContract(
    'redisRevocationStore with ioredis',
    revocationStoreContract(() => redisRevocationStore(ioredis as RedisClient)),
  )
  describeContract(
    'redisTrustListStore with ioredis',
    trustListStoreContract(() => redisTrustListStore(ioredis as RedisClient)),
  )
  describeContract(
    'redisTrustListStore with node-redis',
    trustListStoreContract(() => redisTrustListStore(nodeRedis, { keyPrefix: '{other}:lists:' })),
  )
  describeContract(
    'redisRevocationStore with node-redis',
    revocationStoreContract(() => redisRevocationStore(nodeRedis, { keyPrefix: '{other}:' })),
  )
})
