import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSqliteTables, type OpenSqlite, openSqlite, sqliteStore } from '../../adapters/sqlite-store.js'
import { describeKeyStore } from '../contracts/key-store.js'

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

  describeKeyStore('sqliteStore', () => ({ connect: () => sqliteStore(database) }))

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
  describeKeyStore('sqliteStore', () => ({
    connect() {
      const database = databases[connections++ % databases.length]
      if (database === undefined) throw new Error('There is no database.')
      return sqliteStore(database)
    },
  }))
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
}
