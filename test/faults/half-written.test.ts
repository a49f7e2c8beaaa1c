/**
 * A process that dies in the middle of a transaction leaves the database sound.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { openSqlite } from '../../adapters/stores/sqlite-store.js'

const CHILD = fileURLToPath(new URL('./half-written-child.ts', import.meta.url))

describe('a process that dies in the middle of a transaction', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-half-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('leaves nothing of it in the file, and no lock that outlives it', async () => {
    const path = join(folder, 'half.db')
    const { signal, stderr } = spawnSync(process.execPath, ['--import', 'tsx', CHILD, path], { encoding: 'utf8' })
    expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' })
    expect(existsSync(`${path}.lock`)).toBe(true)
    const database = await openSqlite(path, { driver: 'node-sqlite3-wasm' })
    const query = (sql: string) => database.prepare(sql).all()
    expect(query("SELECT count(*) AS n, sum(content LIKE 'b%') AS changed FROM row")).toEqual([{ n: 500, changed: 0 }])
    expect(query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    database.close()
    expect(existsSync(`${path}.lock`)).toBe(false)
  })
})
