/**
 * The revocation store in Redis, held against its contract.
 *
 * @module
 */

import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe } from 'vitest'
import { type RedisClient, redisRevocationStore } from '../../adapters/stores/redis-store.js'
import { revocationStoreContract } from '../../src/testing/entry.js'
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
  }, 30_000)

  afterAll(async () => {
    await Promise.all([ioredis.quit(), nodeRedis.close()])
    await server.stop()
  })

  describeContract(
    'redisRevocationStore with ioredis',
    revocationStoreContract(() => redisRevocationStore(ioredis as RedisClient)),
  )
  describeContract(
    'redisRevocationStore with node-redis',
    revocationStoreContract(() => redisRevocationStore(nodeRedis, { keyPrefix: '{other}:' })),
  )
})
