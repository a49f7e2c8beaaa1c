/**
 * Large answers that are kept for an idempotency key come back, byte by byte, from every store, and after a crash.
 *
 * @module
 */

import { type ChildProcess, fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Redis } from 'ioredis'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPostgresTables, postgresIdempotencyStore } from '../../adapters/stores/postgres-store.js'
import { redisIdempotencyStore } from '../../adapters/stores/redis-store.js'
import { createSqliteTables, openSqlite, sqliteIdempotencyStore } from '../../adapters/stores/sqlite-store.js'
import { type IdempotencyStore, memoryIdempotencyStore } from '../../src/index.js'
import { ask, GOOD_KEY, makeApi } from '../http/support/api.js'
import { hasPostgres, openPool, startPostgres } from '../support/postgres.js'
import { endProcess, startRedis, type TestServer } from '../support/redis.js'
import { hasTool } from '../support/tools.js'

const MB = 1024 * 1024
const SIZES = [1, 5, 20, 24.9] as const
/** `REPEATS=20 npx vitest run test/faults/kept-answers.test.ts` is the long run, which kills a process after every size. */
const REPEATS = Number(process.env['REPEATS'] ?? 2)
const BETWEEN_KILLS = process.env['REPEATS'] === undefined ? [SIZES] : SIZES.map((size) => [size])
const REQUEST = JSON.stringify({
  signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
  auditTrail: [{ timestamp: '2026-11-21T09:04:10Z', type: 'submit' }],
  certificate: { enabled: false },
})

const folder = mkdtempSync(join(tmpdir(), 'sealwright-answers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A PDF of so many megabytes that no compression makes smaller. */
async function makeLarge(megabytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create()
  document.addPage([300, 200])
  const filling = document.context.stream(randomBytes(Math.floor(megabytes * MB)))
  document.context.register(filling)
  return new Uint8Array(await document.save())
}

function formOf(pdf: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.append('file', new Blob([pdf], { type: 'application/pdf' }), 'large.pdf')
  form.append('request', REQUEST)
  return form
}

const digestOf = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex')

function describeStore(name: string, open: () => Promise<IdempotencyStore>): void {
  describe(`answers in ${name}`, () => {
    it.each(SIZES)(
      'of %d MB come back every time',
      async (megabytes) => {
        const api = await makeApi({ idempotency: { store: await open() } })
        const pdf = await makeLarge(megabytes)
        const send = async () => {
          const begun = performance.now()
          const headers = { accept: 'application/pdf', 'idempotency-key': `k-${megabytes}` }
          const answer = await ask(api, '/v1/sign', { body: formOf(pdf), headers })
          const text = answer.status === 200 ? '' : await answer.clone().text()
          const digest = digestOf(await answer.arrayBuffer())
          const isReplayed = answer.headers.get('idempotency-replayed') === 'true'
          return { status: answer.status, text, digest, isReplayed, ms: performance.now() - begun }
        }
        const first = await send()
        expect(first).toMatchObject({ status: 200, isReplayed: false })
        const times: number[] = []
        for (let i = 0; i < REPEATS; i++) {
          const { ms, ...again } = await send()
          times.push(ms)
          expect(again).toEqual({ status: 200, text: '', digest: first.digest, isReplayed: true })
        }
        if (process.env['SHOW_TIMES'] !== undefined) {
          const median = times.sort((a, b) => a - b)[Math.floor(REPEATS / 2)] ?? 0
          console.info(
            `${name}, ${megabytes} MB: kept in ${first.ms.toFixed(0)} ms, given again in ${median.toFixed(0)} ms`,
          )
        }
        await api.close()
      },
      120_000,
    )
  })
}

describeStore('memory', async () => memoryIdempotencyStore())
describeStore('SQLite', async () => {
  const database = await openSqlite(join(folder, `${randomBytes(4).toString('hex')}.db`), {
    driver: 'node-sqlite3-wasm',
  })
  createSqliteTables(database)
  return sqliteIdempotencyStore(database)
})

const servers: { postgres?: TestServer; redis?: TestServer } = {}
const ends: (() => Promise<unknown>)[] = []
const hasBoth = hasPostgres() && hasTool('redis-server')

beforeAll(async () => {
  if (!hasBoth) return
  servers.postgres = await startPostgres()
  servers.redis = await startRedis({ appendfsync: 'everysec' })
}, 60_000)

afterAll(async () => {
  for (const end of ends.reverse()) await end()
  await servers.postgres?.stop()
  await servers.redis?.stop()
}, 60_000)

describe.skipIf(!hasBoth)('with servers', () => {
  describeStore('PostgreSQL', async () => {
    const pool = openPool(servers.postgres?.url ?? '')
    ends.push(() => pool.end())
    await createPostgresTables(pool)
    return postgresIdempotencyStore(pool)
  })
  let prefixes = 0
  describeStore('Redis', async () => {
    const client = new Redis(servers.redis?.url ?? '')
    ends.push(() => client.quit())
    return redisIdempotencyStore(client, { keyPrefix: `{n${prefixes++}}:` })
  })
})

describe.skipIf(!hasBoth)('after the process that signed was killed', () => {
  const script = fileURLToPath(new URL('./idempotent-server.ts', import.meta.url))

  async function start(kind: string, place: string): Promise<{ child: ChildProcess; url: string }> {
    const child = fork(script, [kind, place], { execArgv: ['--import', 'tsx'] })
    const port = await new Promise<number>((resolve, reject) => {
      child.once('message', (message) => resolve(Number(message)))
      child.once('exit', (code) => reject(new Error(`The server ended (${code}).`)))
    })
    return { child, url: `http://127.0.0.1:${port}` }
  }

  async function send(url: string, pdf: Uint8Array<ArrayBuffer>, key: string) {
    const headers = { accept: 'application/pdf', 'idempotency-key': key, authorization: `Bearer ${GOOD_KEY}` }
    const answer = await fetch(`${url}/v1/sign`, { method: 'POST', headers, body: formOf(pdf) })
    const isReplayed = answer.headers.get('idempotency-replayed') === 'true'
    return { status: answer.status, isReplayed, digest: digestOf(await answer.arrayBuffer()) }
  }

  it.each(['wasm', 'postgres', 'redis'] as const)(
    'answers of every size are there (%s)',
    async (kind) => {
      const places = { wasm: join(folder, 'crash.db'), postgres: servers.postgres?.url, redis: servers.redis?.url }
      const place = places[kind] ?? ''
      for (const sizes of BETWEEN_KILLS) {
        const pdfs = await Promise.all(sizes.map(makeLarge))
        const sendAll = async ({ url }: { readonly url: string }) => {
          const answers: Awaited<ReturnType<typeof send>>[] = []
          for (const [i, pdf] of pdfs.entries()) answers.push(await send(url, pdf, `crash-${sizes[i]}`))
          return answers
        }
        const before = await start(kind, place)
        const first = await sendAll(before)
        await endProcess(before.child, 'SIGKILL')
        for (const each of first) expect(each).toMatchObject({ status: 200, isReplayed: false })
        const after = await start(kind, place)
        expect(await sendAll(after)).toEqual(first.map((each) => ({ ...each, isReplayed: true })))
        await endProcess(after.child, 'SIGKILL')
      }
    },
    180_000,
  )
})
