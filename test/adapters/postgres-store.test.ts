import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPostgresTables, type PostgresClient, postgresStore } from '../../adapters/postgres-store.js'
import { describeKeyStore } from '../contracts/key-store.js'
import { hasPostgres, startPostgres } from '../support/postgres.js'
import type { TestServer } from '../support/redis.js'

describe.skipIf(!hasPostgres())('postgresStore', () => {
  let server: TestServer
  let pools: pg.Pool[] = []
  let sql: ReturnType<typeof postgres>

  beforeAll(async () => {
    server = await startPostgres()
    pools = [1, 2].map(() => new pg.Pool({ connectionString: server.url, max: 25 }))
    sql = postgres(server.url, { max: 10 })
  }, 60_000)

  afterAll(async () => {
    await Promise.all([...pools.map((pool) => pool.end()), sql.end()])
    await server.stop()
  })

  it('creates its tables from many hosts at once, and again', async () => {
    const clients = Array.from({ length: 8 }, () => new pg.Client({ connectionString: server.url }))
    await Promise.all(clients.map((client) => client.connect()))
    await Promise.all(clients.map((client) => createPostgresTables(client)))
    await createPostgresTables(pools[0] as PostgresClient)
    await Promise.all(clients.map((client) => client.end()))
    const { rows } = await (pools[0] as PostgresClient).query(
      `SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'sealwright%' ORDER BY 1`,
    )
    expect(rows).toEqual([{ table_name: 'sealwright_code' }, { table_name: 'sealwright_key' }])
  })

  let connections = 0
  describeKeyStore('pg', () => ({ connect: () => postgresStore(pools[connections++ % 2] as PostgresClient) }))

  describeKeyStore('postgres.js', () => ({
    connect: () =>
      postgresStore({ query: async (text, values) => ({ rows: await sql.unsafe<object[]>(text, values ?? []) }) }),
  }))
})
