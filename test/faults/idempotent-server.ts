/**
 * A server that signs, to be killed at any moment. Arguments: `wasm`, `postgres` or `redis`, and the file or URL. Says
 * its port once it listens.
 *
 * @module
 */

import { createServer } from 'node:http'
import { Redis } from 'ioredis'
import { nodeListener } from '../../adapters/node.js'
import { createPostgresTables, postgresIdempotencyStore } from '../../adapters/stores/postgres-store.js'
import { redisIdempotencyStore } from '../../adapters/stores/redis-store.js'
import { createSqliteTables, openSqlite, sqliteIdempotencyStore } from '../../adapters/stores/sqlite-store.js'
import { createApi, developmentIdentity } from '../../src/index.js'
import { openPool } from '../support/postgres.js'

const [kind, place = ''] = process.argv.slice(2)

async function openStore() {
  if (kind === 'postgres') {
    const pool = openPool(place)
    await createPostgresTables(pool)
    return postgresIdempotencyStore(pool)
  }
  if (kind === 'redis') return redisIdempotencyStore(new Redis(place))
  const database = await openSqlite(place, { driver: 'node-sqlite3-wasm' })
  createSqliteTables(database)
  return sqliteIdempotencyStore(database)
}

const keys = { authenticate: async () => ({ id: 'key_1' }) }
const idempotency = { store: await openStore(), leaseMs: 1000 }
const api = createApi({ identity: await developmentIdentity(), keys, idempotency, workers: false })
const server = createServer(nodeListener(api))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
