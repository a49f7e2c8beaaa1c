/**
 * The key store in SQLite, with both of its drivers.
 *
 * @module
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createSqliteTables,
  type OpenSqlite,
  openSqlite,
  sqliteIdempotencyStore,
  sqliteStore,
  sqliteTrustListStore,
} from '../../adapters/stores/sqlite-store.js'
import type { AnswerLimits } from '../../src/index.js'
import { idempotencyStoreContract, keyStoreContract, trustListStoreContract } from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'
import { SQLITE_TABLES_V1 } from './tables-of-version-1.js'

const opened: OpenSqlite[] = []
afterAll(() => {
  for (const database of opened) database.close()
})
const folder = mkdtempSync(join(tmpdir(), 'sealwright-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const hasNodeSqlite = process.getBuiltinModule?.('node:sqlite') !== undefined

describe('with node-sqlite3-wasm', () => {
  let database: OpenSqlite
  beforeAll(async () => {
    database = await openSqlite(join(folder, 'wasm.db'), { driver: 'node-sqlite3-wasm' })
    createSqliteTables(database)
  })
  afterAll(() => database.close())

  describeContract(
    'sqliteStore',
    keyStoreContract(() => sqliteStore(database)),
  )
  describeContract(
    'sqliteIdempotencyStore',
    idempotencyStoreContract(() => sqliteIdempotencyStore(database), boundedStore('node-sqlite3-wasm')),
  )
  describeContract(
    'sqliteTrustListStore',
    trustListStoreContract(() => sqliteTrustListStore(database)),
  )

  it('makes room for an answer where the disk has none, and refuses what finds none', async () => {
    let room = 5000
    const own = await openEmpty('node-sqlite3-wasm')
    const store = sqliteIdempotencyStore(own, { hasRoom: (bytes) => bytes <= room })
    const keep = async (id: string, size: number) => {
      await store.claim({ id, owner: 'o', token: 't', fingerprint: 'f', now: 1, leaseUntil: 2, expiresAt: Number(id) })
      return store.finish(id, 't', new Uint8Array(size), Number(id))
    }
    expect(await keep('10', 3000)).toBe(true)
    expect(await keep('11', 3000)).toBe(true)
    room = 0
    expect(await keep('12', 2000)).toBe(true)
    expect(await Promise.all(['10', '11', '12'].map(async (id) => (await store.read(id))?.length))).toEqual([
      undefined,
      3000,
      2000,
    ])
    await expect(keep('13', 6000)).rejects.toMatchObject({ code: 'store_unavailable' })
    expect((await store.usage('o')).bytes).toBe(5000)
  })

  it('brings tables of version 1 up to date, and keeps what is in them', async () => {
    const old = await openSqlite(join(folder, 'old.db'), { driver: 'node-sqlite3-wasm' })
    for (const statement of SQLITE_TABLES_V1) old.prepare(statement).run()
    const insert =
      "INSERT INTO sealwright_key (id, hash, hint, email, created_at) VALUES ('key_1', 'h1', 'sw_', 'a@b.c', 1)"
    old.prepare(insert).run()
    createSqliteTables(old)
    const store = sqliteStore(old)
    expect(await store.findKey('h1')).toMatchObject({ id: 'key_1', name: null, scopes: null, quotas: null })
    expect(await store.updateKey('key_1', { scopes: ['sign'] }, 2)).toBe(true)
    // A program of version 1 goes on, and what it puts in the place of a key permits no more than that did.
    for (const statement of SQLITE_TABLES_V1) old.prepare(statement).run()
    old.prepare("UPDATE sealwright_key SET replaced_by = 'key_2', expires_at = 9 WHERE id = 'key_1'").run()
    old.prepare(insert.replace('key_1', 'key_2').replace('h1', 'h2')).run()
    expect((await store.findKey('h2'))?.scopes).toEqual(['sign'])
    createSqliteTables(old)
    old.prepare('INSERT INTO sealwright_schema (version, works_from) VALUES (9, 9)').run()
    expect(() => createSqliteTables(old)).toThrow('later version')
    old.close()
  })

  it('may create its tables again', () => {
    createSqliteTables(database)
    expect(database.driver).toBe('node-sqlite3-wasm')
  })

  it('refuses a second connection to the same file', async () => {
    await expect(openSqlite(join(folder, 'wasm.db'), { driver: 'node-sqlite3-wasm' })).rejects.toMatchObject({
      code: 'store_unavailable',
    })
  })

  it('finds everything again after it was closed', async () => {
    const path = join(folder, 'again.db')
    const first = await openSqlite(path, { driver: 'node-sqlite3-wasm' })
    createSqliteTables(first)
    await sqliteStore(first).insertKey(KEY, 1)
    first.close()
    const second = await openSqlite(path, { driver: 'node-sqlite3-wasm' })
    createSqliteTables(second)
    expect(await sqliteStore(second).findKey(KEY.hash)).toEqual(KEY)
    second.close()
  })

  it('undoes a rotation that fails half-way', async () => {
    const store = sqliteStore(database)
    await store.insertKey(KEY, 1)
    await expect(store.replaceKey(KEY.id, { ...KEY, id: 'key_2' }, 1)).rejects.toThrow(/UNIQUE/)
    expect(await store.findKey(KEY.hash)).toEqual(KEY)
    await store.revokeKey(KEY.id, 5)
    expect((await store.findKey(KEY.hash))?.revokedAt).toBe(5)
  })
})

describe.skipIf(!hasNodeSqlite)('with node:sqlite', () => {
  const databases: OpenSqlite[] = []
  beforeAll(async () => {
    for (let count = 0; count < 2; count++) {
      const database = await openSqlite(join(folder, 'native.db'), { driver: 'node:sqlite' })
      createSqliteTables(database)
      databases.push(database)
    }
  })
  afterAll(() => {
    for (const database of databases) database.close()
  })

  let connections = 0
  describeContract(
    'sqliteStore',
    keyStoreContract(() => {
      const database = databases[connections++ % databases.length]
      if (database === undefined) throw new Error('There is no database.')
      return sqliteStore(database)
    }),
  )
  describeContract(
    'sqliteIdempotencyStore',
    idempotencyStoreContract(() => {
      const database = databases[connections++ % databases.length]
      if (database === undefined) throw new Error('There is no database.')
      return sqliteIdempotencyStore(database)
    }),
  )
})

describe('opening a file', () => {
  it('says what is missing without node:sqlite', async () => {
    if (hasNodeSqlite) return expect((await openSqlite(join(folder, 'any.db'))).driver).toBe('node:sqlite')
    await expect(openSqlite(join(folder, 'any.db'), { driver: 'node:sqlite' })).rejects.toMatchObject({
      code: 'missing_dependency',
    })
  })

  it('reports a folder that does not exist', async () => {
    const opening = openSqlite(join(folder, 'no', 'such.db'), { driver: 'node-sqlite3-wasm' })
    await expect(opening).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})

/** An empty database with its tables, closed after the tests of the file. */
async function openEmpty(driver: OpenSqlite['driver']): Promise<OpenSqlite> {
  const database = await openSqlite(':memory:', { driver })
  createSqliteTables(database)
  opened.push(database)
  return database
}

function boundedStore(driver: OpenSqlite['driver']) {
  return async (limits: Required<AnswerLimits>) => sqliteIdempotencyStore(await openEmpty(driver), limits)
}

const KEY = {
  id: 'key_1',
  hash: 'aa'.repeat(32),
  hint: 'sw_abcd',
  email: 'ada@example.com',
  createdAt: 1,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  replacedBy: null,
  name: null,
  scopes: null,
  quotas: null,
}
