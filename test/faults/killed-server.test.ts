/**
 * A server that is killed while it issues, checks, rotates and revokes keys: what it acknowledged must hold afterwards,
 * and no code may ever yield two keys. `npm run faults` kills each server 50 times, `npm test` a few times.
 *
 * @module
 */

import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { hasPostgres, startPostgres } from '../support/postgres.js'
import { KeyServerProcess, Refused, Unanswered } from './key-server-process.js'

const KILLS = process.env['npm_lifecycle_event'] === 'faults' ? 50 : 4
const CLIENTS = 6

interface Issued {
  readonly apiKey: string
  readonly id: string
}

/** What the clients were told, and what they never heard the end of. */
class Ledger {
  readonly working = new Map<string, Issued>()
  readonly revoked = new Map<string, Issued>()
  /** Keys with an operation that was never answered. */
  readonly unsure = new Set<string>()
  /** Address and code, once for each code that was sent. */
  readonly codes = new Map<string, string>()
  readonly redeemed = new Set<string>()
}

/** One client: asks for a key, uses it, then rotates or revokes it, until the server dies. */
async function runClient(server: KeyServerProcess, ledger: Ledger): Promise<void> {
  for (;;) {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    const code = String(await server.call('request', email))
    ledger.codes.set(email, code)
    let key = (await server.call('redeem', email, code)) as Issued
    ledger.redeemed.add(email)
    ledger.working.set(key.apiKey, key)
    await server.call('authenticate', key.apiKey)
    if (randomInt(3) === 0) {
      const old = key
      key = (await server.call('rotate', old.id)) as Issued
      ledger.working.set(key.apiKey, key)
      await server.call('authenticate', old.apiKey)
    }
    if (randomInt(2) === 0) {
      ledger.unsure.add(key.apiKey)
      await server.call('revoke', key.id)
      ledger.unsure.delete(key.apiKey)
      ledger.working.delete(key.apiKey)
      ledger.revoked.set(key.apiKey, key)
      const refusal = await server.call('authenticate', key.apiKey).catch((error: unknown) => error)
      if (refusal instanceof Unanswered) throw refusal
      expect(refusal).toMatchObject({ code: 'invalid_api_key' })
    }
  }
}

/** What must hold after any number of crashes. */
async function checkLedger(server: KeyServerProcess, ledger: Ledger): Promise<void> {
  for (const { apiKey, id } of ledger.working.values()) {
    if (ledger.unsure.has(apiKey)) continue
    expect(await server.call('authenticate', apiKey)).toMatchObject({ id })
  }
  for (const { apiKey } of ledger.revoked.values()) {
    await expect(server.call('authenticate', apiKey)).rejects.toMatchObject({ code: 'invalid_api_key' })
  }
  for (const [email, code] of ledger.codes) {
    if (ledger.redeemed.has(email)) {
      await expect(server.call('redeem', email, code)).rejects.toMatchObject({ code: 'invalid_code' })
      continue
    }
    // Nobody was told how this one ended: the code may still be good, but not if there is a key for it.
    const before = ((await server.call('list', email)) as Issued[]).length
    const again = await server.call('redeem', email, code).then(
      () => 1,
      (error: unknown) => {
        expect(error).toMatchObject({ code: 'invalid_code' })
        return 0
      },
    )
    expect(before + again).toBeLessThanOrEqual(1)
    await expect(server.call('redeem', email, code)).rejects.toMatchObject({ code: 'invalid_code' })
  }
}

/** Starts, loads and kills servers over one database. Gives back how much was in flight when they died. */
async function killServers(start: () => Promise<KeyServerProcess>): Promise<{ issued: number; unanswered: number }> {
  const counts = { issued: 0, unanswered: 0 }
  for (let kills = 0; kills < KILLS; kills++) {
    const ledger = new Ledger()
    const server = await start()
    const clients = Array.from({ length: CLIENTS }, () => runClient(server, ledger))
    const ended = Promise.allSettled(clients)
    // Not before something was acknowledged, however slow the machine is.
    await expect.poll(() => ledger.redeemed.size, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, randomInt(200)))
    await server.kill()
    for (const result of await ended) {
      if (result.status === 'fulfilled') throw new Error('A client cannot end while the server runs.')
      if (!(result.reason instanceof Unanswered)) throw result.reason
      counts.unanswered++
    }
    counts.issued += ledger.redeemed.size
    const successor = await start()
    await checkLedger(successor, ledger)
    await successor.kill()
  }
  return counts
}

describe(`a key server that is killed ${KILLS} times`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealwright-faults-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const timeout = 30_000 + KILLS * 30_000

  it('loses no acknowledged key and uses no code twice on SQLite in WebAssembly', { timeout }, async () => {
    const { issued, unanswered } = await killServers(() => KeyServerProcess.start('wasm', join(folder, 'wasm.db')))
    expect(issued).toBeGreaterThanOrEqual(KILLS)
    expect(unanswered).toBe(KILLS * CLIENTS)
  })

  it.skipIf(process.getBuiltinModule?.('node:sqlite') === undefined)(
    'loses no acknowledged key and uses no code twice on node:sqlite',
    { timeout },
    async () => {
      const { issued } = await killServers(() => KeyServerProcess.start('node:sqlite', join(folder, 'native.db')))
      expect(issued).toBeGreaterThanOrEqual(KILLS)
    },
  )

  it.skipIf(!hasPostgres())('loses no acknowledged key and uses no code twice on PostgreSQL', { timeout }, async () => {
    const postgres = await startPostgres()
    try {
      const { issued } = await killServers(() => KeyServerProcess.start('postgres', postgres.url))
      expect(issued).toBeGreaterThanOrEqual(KILLS)
    } finally {
      await postgres.stop()
    }
  })

  it('hands a file to the next process only when the one that has it is dead', async () => {
    const path = join(folder, 'claimed.db')
    const owner = await KeyServerProcess.start('wasm', path)
    const { openSqlite } = await import('../../adapters/stores/sqlite-store.js')
    const open = () => openSqlite(path, { driver: 'node-sqlite3-wasm' })
    await expect(open()).rejects.toMatchObject({ code: 'store_unavailable' })
    await expect(owner.call('list', 'ada@example.com')).resolves.toEqual([])
    await expect(owner.call('authenticate', 'nonsense')).rejects.toBeInstanceOf(Refused)
    await owner.kill()
    const database = await open()
    expect(database.driver).toBe('node-sqlite3-wasm')
    database.close()
  })
})
