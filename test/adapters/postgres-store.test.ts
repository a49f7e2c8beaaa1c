/**
 * The key store in PostgreSQL: its contract, its tables and their older versions.
 *
 * @module
 */

import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createPostgresTables,
  type PostgresClient,
  postgresIdempotencyStore,
  postgresStore,
  postgresTrustListStore,
} from '../../adapters/stores/postgres-store.js'
import { idempotencyStoreContract, keyStoreContract, trustListStoreContract } from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'
import { hasPostgres, openPool, startPostgres } from '../support/postgres.js'
import type { TestServer } from '../support/redis.js'
import { POSTGRES_REPLACE_V1, POSTGRES_TABLES_V1 } from './tables-of-version-1.js'

describe.skipIf(!hasPostgres())('postgresStore', () => {
  let server: TestServer
  let pools: pg.Pool[] = []
  let sql: ReturnType<typeof postgres>

  beforeAll(async () => {
    server = await startPostgres()
    pools = [1, 2].map(() => openPool(server.url, 25))
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
    expect(rows.map((row) => (row as { table_name: string }).table_name)).toEqual([
      'sealwright_code',
      'sealwright_idempotency',
      'sealwright_key',
      'sealwright_schema',
      'sealwright_trust_list',
    ])
  })

  it('brings tables of version 1 up to date, and works side by side with their programs', async () => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query('CREATE SCHEMA old; SET search_path TO old')
    await client.query(POSTGRES_TABLES_V1)
    const insert = `INSERT INTO sealwright_key (id, hash, hint, email, created_at, slot) VALUES ('key_1', 'h1', 'sw_', 'a@b.c', 1, 1)`
    await client.query(insert)
    await createPostgresTables(client)
    await createPostgresTables(client)
    await client.query(POSTGRES_TABLES_V1)
    const store = postgresStore(client)
    expect(await store.findKey('h1')).toMatchObject({ id: 'key_1', name: null, scopes: null, quotas: null })
    expect(await store.updateKey('key_1', { scopes: ['sign'] }, 2)).toBe(true)
    // What the older program puts in the place of a key permits no more than that did.
    await client.query(POSTGRES_REPLACE_V1, ['key_2', 'h2', 'sw_', 'a@b.c', 3, null, 'key_1', 9])
    expect((await store.findKey('h2'))?.scopes).toEqual(['sign'])
    await client.query('INSERT INTO sealwright_schema (version, works_from) VALUES (9, 9)')
    await expect(createPostgresTables(client)).rejects.toMatchObject({ code: 'store_unavailable' })
    await client.end()
  })

  const clients: pg.Client[] = []
  afterAll(() => Promise.all(clients.map((client) => client.end())))

  /** A connection to tables of its own. */
  async function connectToEmpty(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    clients.push(client)
    await client.query(`CREATE SCHEMA bounded${clients.length}; SET search_path TO bounded${clients.length}`)
    await createPostgresTables(client)
    return client
  }

  let connections = 0
  describeContract(
    'pg',
    keyStoreContract(() => postgresStore(pools[connections++ % 2] as PostgresClient)),
  )

  const throughPostgresJs: PostgresClient = {
    query: async (text, values) => ({ rows: await sql.unsafe<object[]>(text, values ?? []) }),
  }
  describeContract(
    'postgres.js',
    keyStoreContract(() => postgresStore(throughPostgresJs)),
  )

  describeContract(
    'pg',
    idempotencyStoreContract(
      () => postgresIdempotencyStore(pools[connections++ % 2] as PostgresClient),
      async (limits) => postgresIdempotencyStore(await connectToEmpty(), limits),
    ),
  )
  describeContract(
    'postgres.js',
    idempotencyStoreContract(() => postgresIdempotencyStore(throughPostgresJs)),
  )

  describeContract(
    'postgresTrustListStore with pg',
    trustListStoreContract(() => postgresTrustListStore(pools[connections++ % 2] as PostgresClient)),
  )
  describeContract(
    'postgresTrustListStore with postgres.js',
    trustListStoreContract(() => postgresTrustListStore(throughPostgresJs)),
  )
})
