/**
 * Copies that were taken under load, as docs/operating.md says, and what works of them on another server: a key, a kept answer, a
 * batch.
 *
 * @module
 */

import { execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bullmqEngine } from '../../adapters/batch/bullmq-engine.js'
import { fileStore } from '../../adapters/batch/file-store.js'
import { createPostgresTables, postgresIdempotencyStore, postgresStore } from '../../adapters/stores/postgres-store.js'
import {
  createSqliteTables,
  openSqlite,
  sqliteIdempotencyStore,
  sqliteStore,
} from '../../adapters/stores/sqlite-store.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import type { IdempotencyStore } from '../../src/http/idempotency/idempotency-store.js'
import {
  createBatches,
  developmentIdentity,
  fromList,
  KeyIssuer,
  type KeyStore,
  type SigningIdentity,
} from '../../src/index.js'
import { makePdf, SIGNER } from '../batch/support.js'
import { ask, makeApi } from '../http/support/api.js'
import { codeMailbox } from '../keys/code-mailbox.js'
import { findFreePort } from '../support/free-port.js'
import { hasPostgres, openPool, startPostgres } from '../support/postgres.js'
import { endProcess, startRedis, type TestServer, waitForPort } from '../support/redis.js'
import { hasTool } from '../support/tools.js'
import { until } from '../support/wait.js'

const folder = mkdtempSync(join(tmpdir(), 'sealwright-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a service keeps. */
interface Stores {
  readonly keys: KeyStore
  readonly idempotency: IdempotencyStore
}

async function openService({ keys, idempotency }: Stores) {
  const issuer = new KeyIssuer({ store: keys, mailer: codeMailbox(), secret: 'x'.repeat(32), storeTimeoutMs: 30_000 })
  const api = await makeApi({ keys: issuer, idempotency: { store: idempotency } })
  const sign = async (apiKey: string, name: string) => {
    const headers = { 'idempotency-key': name }
    const response = await ask(api, '/v1/sign', { key: apiKey, headers, json: requestExamples().sign.minimal.value })
    return {
      status: response.status,
      replayed: response.headers.get('idempotency-replayed'),
      body: await response.text(),
    }
  }
  return { issuer, sign }
}

/**
 * Keys are made and answers kept without a pause while a copy is taken. Everything that was acknowledged before is in
 * the copy, and works there.
 */
async function copyUnderLoad(before: Stores, copy: () => Promise<Stores>): Promise<void> {
  const service = await openService(before)
  const acknowledged: { readonly apiKey: string; readonly name: string; readonly body: string }[] = []
  let isOver = false
  const load = async (lane: number) => {
    for (let n = 0; !isOver; n++) {
      // What was refused, since the machine is busy, was not acknowledged.
      const issued = await service.issuer.issueKey(`ada${lane}-${n}@example.com`).catch(() => undefined)
      if (issued === undefined) continue
      const { apiKey } = issued
      const { status, body } = await service.sign(apiKey, `answer-${lane}-${n}`)
      if (status === 200) acknowledged.push({ apiKey, name: `answer-${lane}-${n}`, body })
    }
  }
  const lanes = Promise.all([0, 1, 2].map(load))
  const copyAmid = async () => {
    try {
      await until(() => acknowledged.length >= 10, 'ten answers')
      const known = [...acknowledged]
      const restored = await openService(await copy())
      await until(() => acknowledged.length > known.length, 'an answer after the copy')
      return { known, restored }
    } finally {
      isOver = true
      await lanes
    }
  }
  const { known, restored } = await copyAmid()
  for (const { apiKey, name, body } of known) {
    await restored.issuer.authenticate(apiKey)
    expect(await restored.sign(apiKey, name)).toEqual({ status: 200, replayed: 'true', body })
  }
  // It goes on as a service of its own.
  const { apiKey } = await restored.issuer.issueKey('eve@example.com')
  expect(await restored.sign(apiKey, 'fresh')).toMatchObject({ status: 200, replayed: null })
}

describe('a copy of SQLite', () => {
  it('has every key and kept answer that was acknowledged before', async () => {
    const path = join(folder, 'sealwright.db')
    const database = await openSqlite(path)
    createSqliteTables(database)
    const stores = { keys: sqliteStore(database), idempotency: sqliteIdempotencyStore(database) }
    await copyUnderLoad(stores, async () => {
      const target = join(folder, 'copy.db')
      database.prepare('VACUUM INTO ?').run(target as never)
      const copied = await openSqlite(target)
      createSqliteTables(copied)
      return { keys: sqliteStore(copied), idempotency: sqliteIdempotencyStore(copied) }
    })
    database.close()
  })
})

describe.skipIf(!hasPostgres())('a dump of PostgreSQL', () => {
  const servers: TestServer[] = []
  beforeAll(async () => {
    servers.push(await startPostgres(), await startPostgres())
  })
  afterAll(() => Promise.all(servers.map((server) => server.stop())))

  it('has every key and kept answer that was acknowledged before', async () => {
    const [source, target] = servers as [TestServer, TestServer]
    const pools = [openPool(source.url), openPool(target.url)] as const
    await createPostgresTables(pools[0])
    const stores = (pool: (typeof pools)[0]) => ({
      keys: postgresStore(pool),
      idempotency: postgresIdempotencyStore(pool),
    })
    await copyUnderLoad(stores(pools[0]), async () => {
      const dump = join(folder, 'dump.sql')
      await runProgram('pg_dump', ['--no-owner', '--file', dump, source.url])
      await runProgram('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--file', dump, target.url])
      await createPostgresTables(pools[1])
      return stores(pools[1])
    })
    await Promise.all(pools.map((pool) => pool.end()))
  })
})

/** Runs a program without holding up this thread, in which the load goes on. */
function runProgram(program: string, args: readonly string[], options: SpawnOptions = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options })
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}.`))))
  })
}

describe.skipIf(!hasTool('redis-server'))('a snapshot of the queue, and the documents copied after it', () => {
  it('finish a batch elsewhere, each document once', async () => {
    const places = { inputs: join(folder, 'in'), outputs: join(folder, 'out') }
    const identity = await developmentIdentity()
    // Half of the documents wait until the copy is taken, however fast the machine is.
    let signed = 0
    let release: () => void = () => undefined
    const copied = new Promise<void>((resolve) => {
      release = resolve
    })
    const holding: SigningIdentity = {
      ...identity,
      async sign(data, options) {
        if (++signed > 60) await copied
        return identity.sign(data, options)
      },
    }
    const open = async (url: string, { inputs, outputs }: typeof places) => {
      const redis = new Redis(url, { maxRetriesPerRequest: null })
      redis.on('error', () => undefined)
      const engine = bullmqEngine({ redis })
      const stores = { inputs: fileStore(inputs), outputs: fileStore(outputs) }
      const batches = createBatches({ engine, ...stores, identity: holding, workers: false, dedicated: true })
      const close = async () => {
        await batches.close()
        redis.disconnect()
      }
      return { batches, close }
    }
    const source = await startRedis({ appendfsync: 'everysec' })
    const first = await open(source.url, places)
    const names = Array.from({ length: 120 }, (_, n) => `d${n}.pdf`)
    const { inputs } = first.batches
    for (const name of names)
      await inputs.write(name, await makePdf(name), { contentType: 'application/pdf', job: name })
    const request = { steps: ['sign'], sign: { signer: SIGNER } } as const
    const { id } = await first.batches.enqueue(fromList(names), { name: 'May', request })
    await first.batches.work({ concurrency: 2, pollMs: 20 })
    await until(async () => (await first.batches.status(id)).done >= 10, 'ten documents')
    await runProgram('redis-cli', ['-p', String(source.port), '--rdb', join(folder, 'dump.rdb')])
    const moved = { inputs: join(folder, 'in-2'), outputs: join(folder, 'out-2') }
    // With the times to the nanosecond: a document that changed after it was listed is not signed in its place.
    await runProgram('cp', ['-a', places.inputs, moved.inputs])
    await runProgram('cp', ['-a', places.outputs, moved.outputs])
    const { done } = await first.batches.status(id)
    release()
    await first.close()
    await source.stop()
    expect(done, 'the copy was taken amid the work').toBeLessThan(names.length)

    const port = await findFreePort()
    const settings = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder, '--save', '']
    const target = spawn('redis-server', settings, { stdio: 'ignore' })
    try {
      await waitForPort(port, target)
      const second = await open(`redis://127.0.0.1:${port}`, moved)
      // What the lost workers had comes back when their lease ends.
      await second.batches.work({ concurrency: 2, pollMs: 20, leaseMs: 2000 })
      await until(async () => (await second.batches.status(id)).state === 'finished', 'the end of the batch')
      expect(await second.batches.status(id)).toMatchObject({ total: names.length, done: names.length, failed: 0 })
      const { items } = await second.batches.results(id, { limit: 1000 })
      expect(new Set(items.map(({ input }) => input)).size).toBe(names.length)
      const files = readdirSync(moved.outputs, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.pdf'),
      )
      expect(files).toHaveLength(names.length)
      await second.close()
    } finally {
      await endProcess(target, 'SIGKILL')
    }
  }, 180_000)
})

it.skipIf(!hasPostgres())('the programs of the docs are there', () => {
  for (const program of ['pg_dump', 'psql']) execFileSync(program, ['--version'])
})
