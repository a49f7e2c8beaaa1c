/**
 * Servers that go away and come back: the right error meanwhile, and no restart of the host afterwards.
 *
 * @module
 */

import { createServer, type Socket } from 'node:net'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smtpMailer } from '../../adapters/smtp-mailer.js'
import { createPostgresTables, postgresIdempotencyStore, postgresStore } from '../../adapters/stores/postgres-store.js'
import {
  type RedisClient,
  redisConcurrencyLimiter,
  redisIdempotencyStore,
  redisRateLimiter,
  redisStore,
} from '../../adapters/stores/redis-store.js'
import type { ApiOptions } from '../../src/http/api-options.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import type { KeyStore } from '../../src/keys/key-store.js'
import { startSmtpServer } from '../adapters/smtp-server.js'
import { ask, makeApi, problemOf } from '../http/support/api.js'
import { codeMailbox } from '../keys/code-mailbox.js'
import { findFreePort } from '../support/free-port.js'
import { hasPostgres, openPool, startPostgres } from '../support/postgres.js'
import { startRedis, type TestServer } from '../support/redis.js'
import { hasTool } from '../support/tools.js'

const SECRET = 'a secret of at least thirty-two bytes'
const EMAIL = 'ada@example.com'

function createIssuer(store: KeyStore) {
  const mailbox = codeMailbox()
  const keys = new KeyIssuer({ store, mailer: mailbox, secret: SECRET, rateLimiter: false, storeTimeoutMs: 500 })
  return { keys, mailbox }
}

/** Issues a key, takes the server away, and expects every operation to fail well and to work again afterwards. */
async function surviveOutage(server: TestServer, store: KeyStore): Promise<void> {
  const { keys, mailbox } = createIssuer(store)
  await keys.requestCode(EMAIL)
  const { apiKey, id } = await keys.redeemCode(EMAIL, mailbox.lastCode(EMAIL))

  await server.kill()
  const unavailable = { code: 'store_unavailable', definition: { retryable: true }, retryAfterSeconds: 5 }
  await expect(keys.authenticate(apiKey)).rejects.toMatchObject(unavailable)
  await expect(keys.requestCode('bob@example.com')).rejects.toMatchObject(unavailable)
  await expect(keys.redeemCode(EMAIL, '123456')).rejects.toMatchObject(unavailable)
  // Of a key that does not exist: a client with an offline queue carries commands out later, when nobody waits any more.
  await expect(keys.revokeKey('key_0000000000000000')).rejects.toMatchObject(unavailable)

  await server.start()
  // A client may wait a moment before it connects again.
  await expect.poll(() => keys.authenticate(apiKey).catch(() => null), { timeout: 60_000 }).toMatchObject({ id })
  await keys.revokeKey(id)
  await expect(keys.authenticate(apiKey)).rejects.toMatchObject({ code: 'invalid_api_key' })
}

/** Signs, takes the server away, and expects 503 with the right code within a second, and the same answer again afterwards. */
async function answerThroughOutage(server: TestServer, options: Partial<ApiOptions>): Promise<void> {
  const api = await makeApi({ ...options, logger: { info() {}, warn() {}, error() {} } })
  const sign = (key: string) =>
    ask(api, '/v1/sign', { json: requestExamples().sign.minimal.value, headers: { 'idempotency-key': key } })
  const before = await (await sign('first')).json()
  await server.kill()
  for (const key of ['first', 'second']) {
    const start = performance.now()
    expect(await problemOf(await sign(key))).toMatchObject({ status: 503, code: 'store_unavailable', retryable: true })
    // It gives up after 0.8 s; the rest is what a busy machine takes.
    expect(performance.now() - start).toBeLessThan(5000)
  }
  await server.start()
  await expect.poll(async () => (await sign('first')).status, { timeout: 60_000 }).toBe(200)
  if (options.idempotency !== false) expect(await (await sign('first')).json()).toEqual(before)
  expect((await sign('third')).status).toBe(200)
}

describe.skipIf(!hasPostgres())('PostgreSQL goes away', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server.stop())

  it('gives store_unavailable and recovers', async () => {
    const pool = openPool(server.url)
    await createPostgresTables(pool)
    await surviveOutage(server, postgresStore(pool))
    await pool.end()
  }, 60_000)

  it('gives 503 to requests whose answers cannot be kept, and their answers afterwards', async () => {
    const pool = openPool(server.url)
    await createPostgresTables(pool)
    await answerThroughOutage(server, { idempotency: { store: postgresIdempotencyStore(pool) } })
    await pool.end()
  }, 60_000)
})

describe.skipIf(!hasTool('redis-server'))('Redis goes away', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startRedis()
  }, 60_000)
  afterAll(() => server.stop())

  it('gives store_unavailable and recovers with ioredis', async () => {
    const client = new Redis(server.port, '127.0.0.1')
    client.on('error', () => undefined)
    await surviveOutage(server, redisStore(client as RedisClient))
    client.disconnect()
  }, 60_000)

  it('gives store_unavailable and recovers with node-redis', async () => {
    const client = createClient({ url: server.url })
    client.on('error', () => undefined)
    await client.connect()
    await surviveOutage(server, redisStore(client, { keyPrefix: '{second}:' }))
    client.destroy()
  }, 60_000)

  it('gives 503 to requests whose answers cannot be kept, and their answers afterwards', async () => {
    const client = new Redis(server.port, '127.0.0.1')
    client.on('error', () => undefined)
    await answerThroughOutage(server, { idempotency: { store: redisIdempotencyStore(client as RedisClient) } })
    client.disconnect()
  }, 60_000)

  it('gives 503 to requests that cannot be counted', async () => {
    const client = new Redis(server.port, '127.0.0.1')
    client.on('error', () => undefined)
    const concurrency = redisConcurrencyLimiter(client as RedisClient, { fallback: false })
    const rateLimiter = redisRateLimiter(client as RedisClient, { fallback: false })
    const quotas = { sign: { rate: { points: 1000, windowMs: 60_000 } } }
    await answerThroughOutage(server, { concurrency, rateLimiter, quotas, idempotency: false })
    client.disconnect()
  }, 60_000)

  it('counts places on each host for itself meanwhile, and says so', async () => {
    const client = new Redis(server.port, '127.0.0.1')
    client.on('error', () => undefined)
    const places = redisConcurrencyLimiter(client as RedisClient, { timeoutMs: 200, keyPrefix: '{alone}:' })
    const strict = redisConcurrencyLimiter(client as RedisClient, { timeoutMs: 200, fallback: false })
    const held = await places.acquire('key_1', 1)
    expect([held?.remaining, await places.acquire('key_1', 1)]).toEqual([0, null])
    expect([await places.check?.(), await strict.check?.()]).toEqual(['ok', 'ok'])
    await server.kill()
    const start = performance.now()
    const alone = await places.acquire('key_1', 1)
    expect([alone?.remaining, await places.acquire('key_1', 1)]).toEqual([0, null])
    await alone?.release()
    // Nobody waits for a server that had no answer a moment ago.
    for (let n = 0; n < 50; n++) await (await places.acquire('key_1', 1))?.release()
    expect(performance.now() - start).toBeLessThan(1500)
    await expect(strict.acquire('key_1', 1)).rejects.toThrow()
    expect(await places.check?.()).toBe('degraded')
    await expect(strict.check?.()).rejects.toThrow()
    const api = await makeApi({ concurrency: places })
    const ready = await ask(api, '/v1/ready', { key: null })
    expect([ready.status, await ready.json()]).toMatchObject([200, { checks: { limits: 'degraded' } }])
    await server.start()
    await expect.poll(() => places.check?.()).toBe('ok')
    client.disconnect()
  }, 60_000)

  it('counts on each host for itself meanwhile', async () => {
    const client = new Redis(server.port, '127.0.0.1')
    client.on('error', () => undefined)
    const limiter = redisRateLimiter(client as RedisClient, { timeoutMs: 200 })
    const strict = redisRateLimiter(client as RedisClient, { timeoutMs: 200, fallback: false })
    const limit = { points: 2, windowMs: 60_000 }
    const consume = async () => (await limiter.consume('outage', limit)).allowed
    expect([await consume(), await consume(), await consume()]).toEqual([true, true, false])
    await server.kill()
    expect([await consume(), await consume(), await consume()]).toEqual([true, true, false])
    await expect(strict.consume('outage', limit)).rejects.toThrow(/Redis/)
    const { keys } = createIssuer(memoryStore())
    expect(await keys.listKeys(EMAIL)).toEqual([])
    const limited = new KeyIssuer({ store: memoryStore(), mailer: codeMailbox(), secret: SECRET, rateLimiter: strict })
    await expect(limited.requestCode(EMAIL)).rejects.toMatchObject({ code: 'store_unavailable' })
    await server.start()
    await expect.poll(() => strict.consume('back', limit).catch(() => null), { timeout: 60_000 }).not.toBeNull()
    await limited.requestCode(EMAIL)
    client.disconnect()
  }, 60_000)
})

describe('the mail server goes away', () => {
  it('gives mail_unavailable, and sends the next code at once when it is back', async () => {
    const port = await findFreePort()
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, { from: 'keys@example.com' })
    const keys = new KeyIssuer({ store: memoryStore(), mailer, secret: SECRET, rateLimiter: false })
    await expect(keys.requestCode(EMAIL)).rejects.toMatchObject({
      code: 'mail_unavailable',
      definition: { retryable: true },
      retryAfterSeconds: 60,
    })
    const server = await startSmtpServer({ port })
    await keys.requestCode(EMAIL)
    const code = /\d{6}/.exec(server.messages[0]?.raw ?? '')?.[0] ?? ''
    expect((await keys.redeemCode(EMAIL, code)).email).toBe(EMAIL)
    await server.close()
    await expect(keys.requestCode('bob@example.com')).rejects.toMatchObject({ code: 'mail_unavailable' })
  })

  it('does not wait for a mail server that says nothing', async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
    const port = await findFreePort()
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, { from: 'keys@example.com' })
    const keys = new KeyIssuer({
      store: memoryStore(),
      mailer,
      secret: SECRET,
      rateLimiter: false,
      mailTimeoutMs: 300,
    })
    await expect(keys.requestCode(EMAIL)).rejects.toMatchObject({ code: 'mail_unavailable' })
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => silent.close(resolve))
  })
})
