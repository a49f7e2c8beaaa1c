/**
 * The engine over BullMQ, held against its contract.
 *
 * @module
 */

import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe } from 'vitest'
import { bullmqEngine } from '../../adapters/batch/bullmq-engine.js'
import type { BatchEngine } from '../../src/index.js'
import { batchEngineContract } from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'
import { startRedis, type TestServer } from '../support/redis.js'
import { hasTool } from '../support/tools.js'
import { itKeepsNames } from './support.js'

describe.skipIf(!hasTool('redis-server'))('Redis', () => {
  let server: TestServer
  const clients: Redis[] = []
  let engines: readonly BatchEngine[] = []
  let turn = 0

  beforeAll(async () => {
    server = await startRedis()
    for (let i = 0; i < 2; i++) clients.push(new Redis(server.url, { maxRetriesPerRequest: null }))
    engines = clients.map((redis) => bullmqEngine({ redis }))
  }, 60_000)

  afterAll(async () => {
    await Promise.all(engines.map((engine) => engine.close()))
    for (const client of clients) client.disconnect()
    await server?.stop()
  })

  /** Two connections by turns, as of two processes. */
  function open(): BatchEngine {
    const engine = engines[turn++ % engines.length]
    if (engine === undefined) throw new Error('There is no engine.')
    return engine
  }

  describeContract('bullmqEngine', batchEngineContract(open))
  itKeepsNames(open)
})
