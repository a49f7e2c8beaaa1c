/**
 * Two hosts behind one balancer: keys and answers in PostgreSQL, counters in Redis, each host with the adapter of its own.
 *
 * @module
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expressHandler } from '../../adapters/express.js'
import { nodeListener } from '../../adapters/node.js'
import { createPostgresTables, postgresIdempotencyStore, postgresStore } from '../../adapters/stores/postgres-store.js'
import { type RedisClient, redisConcurrencyLimiter, redisRateLimiter } from '../../adapters/stores/redis-store.js'
import type { Converter } from '../../src/convert/conversion.js'
import type { Api } from '../../src/http/api-options.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import { multipartForm, send, sendJson } from '../contracts/adapter-client.js'
import { makeApi } from '../http/support/api.js'
import { codeMailbox } from '../keys/code-mailbox.js'
import { hasPostgres, openPool, startPostgres } from '../support/postgres.js'
import { startRedis, type TestServer } from '../support/redis.js'
import { hasTool } from '../support/tools.js'
import { until } from '../support/wait.js'

const mailbox = codeMailbox()
const example = requestExamples().sign.minimal.value

describe.skipIf(!hasPostgres() || !hasTool('redis-server'))('two hosts that share PostgreSQL and Redis', () => {
  const servers: TestServer[] = []
  const cleanUp: (() => Promise<unknown>)[] = []
  const urls: string[] = []
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })

  /** One host: clients, stores and an API of its own. */
  async function makeHost(postgres: TestServer, redis: TestServer): Promise<Api> {
    const pool = openPool(postgres.url, 8)
    const client = new Redis(redis.port, '127.0.0.1')
    await createPostgresTables(pool)
    const rateLimiter = redisRateLimiter(client as RedisClient, { fallback: false })
    const store = postgresStore(pool)
    const keys = new KeyIssuer({ store, mailer: mailbox, secret: 's'.repeat(32), rateLimiter, storeTimeoutMs: 5000 })
    const hold: Converter = async (bytes) => {
      await held
      return { bytes, warnings: [] }
    }
    const options = {
      keys,
      rateLimiter,
      concurrency: redisConcurrencyLimiter(client as RedisClient),
      idempotency: { store: postgresIdempotencyStore(pool) },
    }
    const api = await makeApi(options, new Map([['docx>pdf', hold]]))
    cleanUp.push(
      () => api.close(),
      () => pool.end(),
      () => client.quit(),
    )
    return api
  }

  beforeAll(async () => {
    const [postgres, redis] = [await startPostgres(), await startRedis()]
    servers.push(postgres, redis)
    const [first, second] = await Promise.all([makeHost(postgres, redis), makeHost(postgres, redis)])
    const listeners = [nodeListener(first), express().use(expressHandler(second))]
    for (const listener of listeners) {
      const server = createServer(listener)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      cleanUp.unshift(async () => {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      })
    }
  }, 120_000)

  afterAll(async () => {
    release()
    for (const clean of cleanUp) await clean()
    for (const server of servers) await server.stop()
  }, 60_000)

  const url = (index: number) => urls[index % urls.length] ?? ''

  it('issue a key here and take it there, until it is revoked anywhere', async () => {
    await send(`${url(0)}/v1/auth/register?email=ada%40example.com`)
    const code = mailbox.lastCode('ada@example.com')
    const issued = await sendJson(`${url(1)}/v1/auth/verify`, {
      email: 'ada@example.com',
      code,
      scopes: ['sign', 'keys'],
    })
    const { apiKey } = issued.json<{ apiKey: string }>()
    const headers = { authorization: `Bearer ${apiKey}` }
    expect((await sign(0, headers)).status).toBe(200)
    const list = (await send(`${url(1)}/v1/keys`, { headers })).json<{ keys: { id: string; scopes: string[] }[] }>()
    expect(list.keys[0]?.scopes).toEqual(['sign', 'keys'])
    await send(`${url(1)}/v1/keys/${list.keys[0]?.id}`, { method: 'DELETE', headers })
    expect((await sign(0, headers)).json()).toMatchObject({ code: 'invalid_api_key' })
  })

  /** Signs, and comes again where a store was too slow for the service: on a busy machine that is a right answer. */
  async function sign(index: number, headers: Record<string, string>) {
    return until(async () => {
      const answer = await sendJson(`${url(index)}/v1/sign`, example, headers)
      if (answer.status !== 503) return answer
      expect(answer.json()).toMatchObject({ code: 'store_unavailable', retryable: true })
      return undefined
    }, 'an answer of a service that has its store')
  }

  it('answer one idempotency key alike, whichever is asked, and do its work once', async () => {
    const keys = await issueKey('bob@example.com')
    const headers = { authorization: `Bearer ${keys}`, 'idempotency-key': 'order-1' }
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => sign(index, headers)))
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const last = await Promise.all([0, 1].map((index) => sign(index, headers)))
    expect(new Set([...done, ...last].map(({ body }) => body.toString())).size).toBe(1)
  })

  it('count the conversions of a key together: ten at once, and no more', async () => {
    const headers = { authorization: `Bearer ${await issueKey('eve@example.com')}` }
    const form = multipartForm(Buffer.from('PK'), 'a.docx')
    const convert = (index: number) =>
      send(`${url(index)}/v1/convert`, { body: form.body, headers: { ...headers, 'content-type': form.type } })
    let refused = 0
    const all = Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const answer = await convert(index)
        if (answer.status === 429) refused++
        return answer
      }),
    )
    const bothRefused = expect.poll(() => refused, { timeout: 60_000 }).toBe(2)
    const [answers] = await Promise.all([all, bothRefused.finally(release)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  }, 60_000)

  async function issueKey(email: string): Promise<string> {
    await sendJson(`${url(0)}/v1/auth/register`, { email })
    const answer = await sendJson(`${url(1)}/v1/auth/verify`, { email, code: mailbox.lastCode(email) })
    return answer.json<{ apiKey: string }>().apiKey
  }
})
