/**
 * What stores are given is looked at when it is given, and not at the first call.
 *
 * @module
 */

import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
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

it('opens databases in memory, each of which is another, and leaves no file', async () => {
  const [one, other] = [await openSqlite(':memory:'), await openSqlite(':memory:')]
  one.prepare('CREATE TABLE papers (name TEXT)').run()
  expect(() => other.prepare('SELECT name FROM papers').all()).toThrow('no such table')
  one.close()
  other.close()
  expect(readdirSync('.').filter((name) => name.includes(':memory:'))).toEqual([])
})
