/**
 * No password, key or code is in a log, a database, a queue, a store or a crash report: all of them are searched after
 * a run in which every secret was used.
 *
 * @module
 */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bullmqEngine } from '../../adapters/batch/bullmq-engine.js'
import { fileStore } from '../../adapters/batch/file-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import { createPostgresTables, postgresIdempotencyStore, postgresStore } from '../../adapters/stores/postgres-store.js'
import { redisIdempotencyStore, redisStore } from '../../adapters/stores/redis-store.js'
import {
  createSqliteTables,
  openSqlite,
  sqliteIdempotencyStore,
  sqliteStore,
} from '../../adapters/stores/sqlite-store.js'
import {
  type BatchEngine,
  createBatches,
  developmentIdentity,
  type IdempotencyStore,
  KeyIssuer,
  type KeyStore,
  type SigningIdentity,
} from '../../src/index.js'
import { makeFolder, makePdf, SIGNER, waitFor } from '../batch/support.js'
import { ask, makeApi } from '../http/support/api.js'
import { codeMailbox } from '../keys/code-mailbox.js'
import { hasPostgres, openPool, startPostgres } from '../support/postgres.js'
import { startRedis, type TestServer } from '../support/redis.js'
import { hasTool } from '../support/tools.js'
import { rewriteWithQpdf } from '../verify/support/structures.js'

const PASSWORD = 'c0rrect-horse-battery'
const ADDRESS_PASSWORD = 'st4ple-in-an-address'
const CODE_SECRET = 'p3pper-that-codes-are-hashed-with-0123456789'
const WEBHOOK_SECRET = Buffer.from('w3bhook-secret-of-the-service-01').toString('base64')
const EMAIL = 'ada@example.com'
const TRAIL = [{ timestamp: '2026-11-21T09:04:10Z', type: 'submit' }]

interface Places {
  readonly folder: string
  readonly keys: KeyStore
  readonly answers: IdempotencyStore
  readonly engine: BatchEngine
}

/** Every secret is used, and given where it does not belong. Gives the secrets. */
async function useSecrets({ folder, keys: store, answers, engine }: Places): Promise<readonly string[]> {
  const lines: string[] = []
  const log = (...entry: unknown[]) => void lines.push(JSON.stringify(entry, readable))
  const mailer = codeMailbox()
  const keys = new KeyIssuer({ store, mailer, secret: CODE_SECRET, onEvent: (event) => log(event) })
  const identity = await developmentIdentity()
  const broken: SigningIdentity = { ...identity, sign: () => Promise.reject(new Error('The HSM is away.')) }
  const batches = createBatches({
    engine,
    inputs: fileStore(join(folder, 'in')),
    outputs: fileStore(join(folder, 'out')),
    identity,
    workers: false,
    webhooks: { secret: `whsec_${WEBHOOK_SECRET}` },
    onError: log,
  })
  const logger = { info: log, warn: log, error: log }
  const shared = { keys, batches, idempotency: { store: answers }, logger }
  const api = await makeApi({ ...shared, identity })
  const failing = await makeApi({ ...shared, identity: broken })

  await ask(api, '/v1/auth/register', { json: { email: EMAIL }, key: null })
  const code = mailer.lastCode(EMAIL)
  await ask(api, '/v1/auth/verify', { json: { email: EMAIL, code: '000000' }, key: null })
  const issued = await ask(api, '/v1/auth/verify', { json: { email: EMAIL, code }, key: null })
  const { apiKey: key } = (await issued.json()) as { apiKey: string }
  const wrongKey = `${key.slice(0, -4)}zzzz`

  const plain = await makePdf('Plain')
  const locked = hasTool('qpdf')
    ? await rewriteWithQpdf(plain, '--encrypt', PASSWORD, 'boss', '256', '--')
    : new Uint8Array(plain)
  const sent = (bytes: Uint8Array) => ({ base64: Buffer.from(bytes).toString('base64') })
  const request = { signer: SIGNER, auditTrail: TRAIL, certificate: { enabled: false } }
  for (const [document, password] of [
    [locked, PASSWORD],
    [locked, `${PASSWORD}-wrong`],
    [plain, PASSWORD],
    [Buffer.from('no PDF'), PASSWORD],
  ] as const) {
    const json = { ...request, document: sent(document), password }
    const headers = { 'idempotency-key': `k-${password}-${document.length}`.slice(0, 8) }
    for (const service of [api, failing]) await ask(service, '/v1/sign', { json, key, headers })
    await ask(api, '/v1/verify', { json: { document: sent(document), password }, key })
  }
  await ask(api, '/v1/sign', { json: { ...request, document: sent(plain) }, key: wrongKey })
  await ask(api, `/v1/batches?api_key=${key}`, { key })

  const document = { name: 'a.pdf', document: sent(plain) }
  const batch = { steps: ['sign'], sign: { signer: SIGNER }, documents: [document] }
  const url = `https://ada:${ADDRESS_PASSWORD}@example.com/a.pdf`
  for (const json of [
    { ...batch, sign: { signer: SIGNER, password: PASSWORD } },
    { ...batch, documents: [{ ...document, sign: { password: PASSWORD } }] },
    { ...batch, documents: [document, { document: { url } }] },
    { ...batch, webhook: { url: `https://ada:${ADDRESS_PASSWORD}@example.com/hook` } },
  ]) {
    const answer = await ask(api, '/v1/batches', { json, key })
    if (answer.status !== 202) continue
    const { batch: made } = (await answer.json()) as { batch: { id: string } }
    await batches.work({ pollMs: 20 })
    await waitFor(batches, made.id, 'finished')
  }
  const { report } = process
  const crash = report?.getReport() as { environmentVariables?: unknown } | undefined
  // What the host put into the environment is the host's; nothing of it is read here.
  writeFileSync(join(folder, 'crash-report.json'), JSON.stringify({ ...crash, environmentVariables: undefined }))
  writeFileSync(join(folder, 'log.jsonl'), lines.join('\n'))
  await Promise.all([batches.close(), api.close(), failing.close()])
  expect(lines.length).toBeGreaterThan(20)
  return [PASSWORD, ADDRESS_PASSWORD, CODE_SECRET, WEBHOOK_SECRET, key, code]
}

/** Errors as a logger writes them, with all that they lead to. */
function readable(_: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  return { ...value, name: value.name, message: value.message, stack: value.stack, cause: value.cause }
}

/** How a secret may be written. A code is six digits, which other numbers hold: it counts where it stands by itself. */
function formsOf(secret: string): readonly RegExp[] {
  if (/^\d{6}$/.test(secret)) return [new RegExp(`(?<![0-9a-zA-Z.+/_-])${secret}(?![0-9a-zA-Z.+/_-])`)]
  const bytes = Buffer.from(secret)
  // Base64 of a part that stands in the middle of something begins at any of three bits.
  const shifted = [0, 1, 2].map((shift) =>
    bytes
      .subarray((3 - shift) % 3)
      .toString('base64')
      .replace(/=+$/, '')
      .slice(0, -1),
  )
  const forms = [secret, encodeURIComponent(secret), bytes.toString('hex'), bytes.toString('base64url'), ...shifted]
  return forms.map((form) => new RegExp(form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i'))
}

/** All files below a folder that hold a secret. */
function findSecrets(folder: string, secrets: readonly string[]): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.flatMap((name) => {
    const path = join(folder, name)
    if (!statSync(path).isFile()) return []
    const text = readFileSync(path).toString('latin1')
    // Not which secret: the output of tests is a log as well.
    return secrets.flatMap((secret, i) =>
      formsOf(secret).some((form) => form.test(text)) ? [`${name}: secret ${i}`] : [],
    )
  })
}

describe('a search for secrets', () => {
  it('finds them in whatever form', () => {
    const folder = makeFolder()
    const secret = 'sw_S3cret-key-of-somebody'
    const forms = [
      secret,
      `x${Buffer.from(`a${secret}`).toString('base64')}`,
      Buffer.from(`ab${secret}c`).toString('base64'),
      Buffer.from(secret).toString('hex'),
      'the code 123456 is',
    ]
    for (const [i, form] of forms.entries()) writeFileSync(join(folder, `${i}`), form)
    writeFileSync(join(folder, 'none'), '1123456 123456.7 sw_S3cret')
    expect(findSecrets(folder, [secret, '123456'])).toHaveLength(5)
  })
})

describe('after a run with SQLite', () => {
  it('no file holds a secret', async () => {
    const folder = makeFolder()
    const [keyFile, answerFile] = await Promise.all(
      ['keys.db', 'answers.db'].map((name) => openSqlite(join(folder, name))),
    )
    if (keyFile === undefined || answerFile === undefined) throw new Error('There are no databases.')
    for (const database of [keyFile, answerFile]) createSqliteTables(database)
    const engine = await sqliteEngine({ path: join(folder, 'batches.db') })
    const secrets = await useSecrets({
      folder,
      keys: sqliteStore(keyFile),
      answers: sqliteIdempotencyStore(answerFile),
      engine,
    })
    for (const database of [keyFile, answerFile]) database.close()
    expect(readFileSync(join(folder, 'keys.db')).includes(EMAIL)).toBe(true)
    expect(findSecrets(folder, secrets)).toEqual([])
  }, 60_000)
})

describe.skipIf(!hasPostgres() || !hasTool('redis-server'))('after a run with PostgreSQL and Redis', () => {
  let postgres: TestServer
  let redis: TestServer
  let pool: pg.Pool
  const clients: Redis[] = []
  beforeAll(async () => {
    postgres = await startPostgres()
    redis = await startRedis()
    pool = openPool(postgres.url)
    await createPostgresTables(pool)
  }, 60_000)
  afterAll(async () => {
    await pool.end()
    await Promise.all(clients.map((client) => client.quit()))
    await Promise.all([postgres.stop(), redis.stop()])
  }, 60_000)

  const connect = () => {
    const client = new Redis(redis.url, { maxRetriesPerRequest: null })
    clients.push(client)
    return client
  }

  it.each(['PostgreSQL', 'Redis'])(
    'no file holds a secret, keys and answers in %s',
    async (kind) => {
      const folder = makeFolder()
      const isRedis = kind === 'Redis'
      const client = connect()
      const secrets = await useSecrets({
        folder,
        keys: isRedis ? redisStore(client) : postgresStore(pool),
        answers: isRedis ? redisIdempotencyStore(client) : postgresIdempotencyStore(pool),
        engine: bullmqEngine({ redis: connect(), prefix: `{secrets-${kind}}` }),
      })
      await pool.query('CHECKPOINT')
      const [row] = (await pool.query('SHOW data_directory')).rows as { data_directory: string }[]
      const [, redisFolder = ''] = (await client.config('GET', 'dir')) as string[]
      expect(findSecrets(folder, secrets)).toEqual([])
      // With its write-ahead log, and the file that Redis appends every command to.
      expect(findSecrets(String(row?.data_directory), secrets)).toEqual([])
      expect(findSecrets(redisFolder, secrets)).toEqual([])
    },
    120_000,
  )
})
