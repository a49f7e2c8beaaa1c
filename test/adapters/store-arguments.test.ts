/**
 * What stores are given is looked at when it is given, and not at the first call.
 *
 * @module
 */

import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fileStore } from '../../adapters/batch/file-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import { postgresIdempotencyStore, postgresStore } from '../../adapters/stores/postgres-store.js'
import {
  redisConcurrencyLimiter,
  redisIdempotencyStore,
  redisRateLimiter,
  redisRevocationStore,
  redisStore,
} from '../../adapters/stores/redis-store.js'
import {
  createSqliteTables,
  openSqlite,
  sqliteIdempotencyStore,
  sqliteStore,
} from '../../adapters/stores/sqlite-store.js'
import { memoryStore } from '../../src/index.js'

describe.each([
  ['sqliteStore', sqliteStore, 'openSqlite'],
  ['sqliteIdempotencyStore', sqliteIdempotencyStore, 'openSqlite'],
  ['createSqliteTables', createSqliteTables, 'openSqlite'],
  ['postgresStore', postgresStore, 'pg.Pool'],
  ['postgresIdempotencyStore', postgresIdempotencyStore, 'pg.Pool'],
  ['redisStore', redisStore, 'createClient'],
  ['redisIdempotencyStore', redisIdempotencyStore, 'createClient'],
  ['redisRateLimiter', redisRateLimiter, 'createClient'],
  ['redisConcurrencyLimiter', redisConcurrencyLimiter, 'createClient'],
  ['redisRevocationStore', redisRevocationStore, 'createClient'],
])('%s', (_name, make, advice) => {
  const given = make as (value: unknown) => unknown

  it.each([
    ['an address', 'localhost'],
    ['nothing', undefined],
    ['null', null],
    ['a promise', Promise.resolve({})],
  ])('refuses %s, and says what it needs', (_what, value) => {
    expect(() => given(value)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    expect(() => given(value)).toThrow(advice)
  })
})

it('takes a connection', async () => {
  const database = await openSqlite(':memory:')
  createSqliteTables(database)
  expect(await sqliteStore(database).findKey('none')).toBeNull()
})

describe('a host replaces one method with `{ ...store, method }`, and the others work, of', () => {
  it.each([
    ['memoryStore', () => memoryStore()],
    ['postgresStore', () => postgresStore({ query: async () => ({ rows: [] }) })],
    ['redisStore', () => redisStore({ call: async () => null })],
    [
      'sqliteStore',
      async () => {
        const database = await openSqlite(':memory:')
        createSqliteTables(database)
        return sqliteStore(database)
      },
    ],
  ])('%s', async (_name, make) => {
    const store = { ...(await make()), touchKey: async () => undefined }
    expect(await store.findKey('none')).toBeNull()
    expect(await store.takeAttempt('ada@example.com', 3, 0)).toBeNull()
  })

  it('fileStore', async () => {
    const store = { ...fileStore('nowhere'), list: async function* () {} }
    expect(await store.stat('none.pdf')).toBeNull()
  })

  it('sqliteEngine', async () => {
    const engine = { ...(await sqliteEngine({ path: ':memory:' })), ping: async () => undefined }
    expect(await engine.findBatch('none')).toBeNull()
    await engine.close()
  })
})

it('opens databases in memory, each of which is another, and leaves no file', async () => {
  const [one, other] = [await openSqlite(':memory:'), await openSqlite(':memory:')]
  one.prepare('CREATE TABLE papers (name TEXT)').run()
  expect(() => other.prepare('SELECT name FROM papers').all()).toThrow('no such table')
  one.close()
  other.close()
  expect(readdirSync('.').filter((name) => name.includes(':memory:'))).toEqual([])
})
