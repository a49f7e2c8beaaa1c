/**
 * Keys over HTTP: listing, rotating, revoking, and what each key permits.
 *
 * @module
 */

import { beforeEach, describe, expect, it } from 'vitest'
import type { Api } from '../../src/http/api-options.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import type { ApiKeyInfo, IssuedApiKey } from '../../src/keys/key-issuer-options.js'
import { codeMailbox } from '../keys/code-mailbox.js'
import { ask, makeApi, problemOf } from './support/api.js'

const ADA = 'ada@example.com'

let now = new Date('2026-01-01T00:00:00Z')
let mailbox = codeMailbox()
let keys: KeyIssuer
let api: Api

beforeEach(async () => {
  now = new Date()
  mailbox = codeMailbox()
  const options = { store: memoryStore(), mailer: mailbox, secret: 's'.repeat(32), maxActiveKeys: 4, now: () => now }
  keys = new KeyIssuer(options)
  api = await makeApi({ keys })
})

async function sendCode(email = ADA): Promise<string> {
  now = new Date(now.getTime() + 61_000)
  await ask(api, '/v1/auth/register', { json: { email }, key: null })
  return mailbox.lastCode(email)
}

async function redeem(members: object = {}, email = ADA): Promise<string> {
  const json = { email, code: await sendCode(email), ...members }
  return ((await (await ask(api, '/v1/auth/verify', { json, key: null })).json()) as IssuedApiKey).apiKey
}

async function openSession(email = ADA): Promise<string> {
  const json = { email, code: await sendCode(email) }
  const response = await ask(api, '/v1/keys/session', { json, key: null })
  return ((await response.json()) as { token: string }).token
}

async function list(key: string): Promise<(ApiKeyInfo & { isPresented: boolean })[]> {
  return ((await (await ask(api, '/v1/keys', { key })).json()) as { keys: (ApiKeyInfo & { isPresented: boolean })[] })
    .keys
}

async function codeOf(response: Response | Promise<Response>): Promise<string> {
  return (await problemOf(await response)).code
}

describe('keys over HTTP', () => {
  it('are listed to their owner, and nobody else', async () => {
    const first = await redeem({ name: 'build server' })
    const second = await redeem({ scopes: ['sign', 'keys'] })
    await redeem({}, 'bob@example.com')
    const keysOfAda = await list(second)
    expect(keysOfAda.map(({ name, scopes, isPresented }) => ({ name, scopes, isPresented }))).toEqual([
      { name: 'build server', scopes: null, isPresented: false },
      { name: null, scopes: ['sign', 'keys'], isPresented: true },
    ])
    const text = JSON.stringify(keysOfAda)
    expect(text).not.toContain(first)
    expect(text).not.toMatch(/hash|bob@/)
    const response = await ask(api, '/v1/keys', { key: second })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('are made, named, rotated and revoked', async () => {
    const key = await redeem()
    const made = await ask(api, '/v1/keys', { json: { name: 'ci', scopes: ['convert'] }, key })
    expect(made.status).toBe(201)
    const created = (await made.json()) as IssuedApiKey
    expect(created).toMatchObject({ name: 'ci', scopes: ['convert'], email: ADA, expiresAt: null })
    const path = `/v1/keys/${created.id}`
    const named = await ask(api, path, { json: { name: 'ci 2' }, key })
    expect(await named.json()).toMatchObject({ id: created.id, name: 'ci 2' })
    const rotated = await ask(api, `${path}/rotate`, { json: { graceSeconds: 60 }, key })
    const successor = (await rotated.json()) as IssuedApiKey
    expect(successor).toMatchObject({ name: 'ci 2', scopes: ['convert'] })
    expect(await (await ask(api, path, { key })).json()).toMatchObject({ replacedBy: successor.id })
    expect((await keys.authenticate(created.apiKey)).id).toBe(created.id)
    now = new Date(now.getTime() + 61_000)
    await expect(keys.authenticate(created.apiKey)).rejects.toMatchObject({ code: 'invalid_api_key' })
    const revoked = await ask(api, `/v1/keys/${successor.id}`, { method: 'DELETE', key })
    expect([revoked.status, await revoked.text()]).toEqual([204, ''])
    await expect(keys.authenticate(successor.apiKey)).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect(await codeOf(ask(api, `/v1/keys/${successor.id}/rotate`, { method: 'POST', key }))).toBe('key_not_found')
    const bodiless = await ask(api, '/v1/keys', { method: 'POST', key })
    expect(bodiless.status).toBe(201)
  })

  it('of others are as good as unknown', async () => {
    const key = await redeem()
    const other = (await list(await redeem({}, 'bob@example.com')))[0]?.id
    for (const id of [other, 'key_0000000000000000', 'x']) {
      expect(await codeOf(ask(api, `/v1/keys/${id}`, { key }))).toBe('key_not_found')
      expect(await codeOf(ask(api, `/v1/keys/${id}`, { method: 'DELETE', key }))).toBe('key_not_found')
      expect(await codeOf(ask(api, `/v1/keys/${id}/rotate`, { method: 'POST', key }))).toBe('key_not_found')
      expect(await codeOf(ask(api, `/v1/keys/${id}`, { json: { name: 'x' }, key }))).toBe('key_not_found')
    }
    expect(await codeOf(ask(api, '/v1/keys/a/b/c', { key }))).toBe('not_found')
    expect(await codeOf(ask(api, '/v1/keys/%2e%2e', { key }))).toBe('not_found')
  })

  it('can be looked after with a code when no more may be issued', async () => {
    for (let count = 0; count < 4; count++) await redeem()
    const json = { email: ADA, code: await sendCode() }
    expect(await codeOf(ask(api, '/v1/auth/verify', { json, key: null }))).toBe('key_limit_reached')
    const token = await openSession()
    const [first] = await list(token)
    expect((await ask(api, `/v1/keys/${first?.id}`, { method: 'DELETE', key: token })).status).toBe(204)
    expect((await ask(api, '/v1/keys', { json: { scopes: ['sign'] }, key: token })).status).toBe(201)
    // It is no key, and ends.
    const signing = ask(api, '/v1/sign', { json: requestExamples().sign.minimal.value, key: token })
    expect(await codeOf(signing)).toBe('invalid_api_key')
    now = new Date(now.getTime() + 15 * 60_000)
    expect(await codeOf(ask(api, '/v1/keys', { key: token }))).toBe('invalid_api_key')
  })

  it('take no session that was not opened here', async () => {
    const token = await openSession()
    const [head = '', payload = '', mac = ''] = token.split(/session_|\./)
    const forged = Buffer.from(JSON.stringify(['bob@example.com', now.getTime() + 1e6, 'x'])).toString('base64url')
    for (const bad of [
      `${head}session_${forged}.${mac}`,
      `${head}session_${payload}.`,
      `${head}session_${payload}`,
      `${head}session_`,
    ]) {
      expect(await codeOf(ask(api, '/v1/keys', { key: bad }))).toBe('invalid_api_key')
    }
    const otherIssuer = new KeyIssuer({ store: memoryStore(), mailer: mailbox, secret: 't'.repeat(32) })
    await expect(otherIssuer.authenticateOwner(token)).rejects.toMatchObject({ code: 'invalid_api_key' })
    const json = { email: ADA, code: '000000' }
    expect(await codeOf(ask(api, '/v1/keys/session', { json, key: null }))).toBe('invalid_code')
    expect(await codeOf(ask(api, '/v1/keys', { key: null }))).toBe('missing_api_key')
  })

  it('are limited in how often they are looked after', async () => {
    const key = await redeem()
    let status = 200
    for (let count = 0; count < 130 && status === 200; count++) status = (await ask(api, '/v1/keys', { key })).status
    expect(status).toBe(429)
  })

  it.each([
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ scopes: [] }, '/scopes'],
    [{ scopes: ['admin'] }, '/scopes/0'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    [{ expiresAt: 'soon' }, '/expiresAt'],
    [{ quotas: {} }, '/quotas'],
  ])('are not made like %j', async (json, pointer) => {
    const problem = await problemOf(await ask(api, '/v1/keys', { json, key: await redeem() }))
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ pointer }] })
  })

  it('are left alone where the host says so', async () => {
    const closed = await makeApi({ keys, manageKeys: false })
    expect(await codeOf(ask(closed, '/v1/keys', { key: 'x' }))).toBe('not_found')
    const description = (await (await ask(closed, '/v1/openapi.json')).json()) as { paths: object }
    expect(Object.keys(description.paths)).not.toContain('/v1/keys')
  })
})

describe('what keys permit', () => {
  const sign = (key: string) => ask(api, '/v1/sign', { json: requestExamples().sign.minimal.value, key })

  it('is held to', async () => {
    const converting = await redeem({ scopes: ['convert'] })
    expect((await sign(await redeem({ scopes: ['sign'] }))).status).toBe(200)
    const refused = await sign(converting)
    expect(refused.status).toBe(403)
    expect(await codeOf(refused)).toBe('insufficient_scope')
    expect(await codeOf(ask(api, '/v1/keys', { key: converting }))).toBe('insufficient_scope')
    const body = new TextEncoder().encode('Hello')
    const converted = ask(api, '/v1/convert', { body, headers: { 'content-type': 'text/markdown' }, key: converting })
    expect((await converted).status).toBe(200)
  })

  it('cannot be widened by who may only look after keys', async () => {
    const full = await redeem()
    const keeper = await redeem({ scopes: ['keys'] })
    expect(await codeOf(ask(api, '/v1/keys', { json: { scopes: ['sign'] }, key: keeper }))).toBe('insufficient_scope')
    const fullId = (await list(full)).find(({ isPresented }) => isPresented)?.id
    expect(await codeOf(ask(api, `/v1/keys/${fullId}/rotate`, { method: 'POST', key: keeper }))).toBe(
      'insufficient_scope',
    )
    const made = (await (await ask(api, '/v1/keys', { json: {}, key: keeper })).json()) as IssuedApiKey
    expect(made.scopes).toEqual(['keys'])
    expect((await ask(api, `/v1/keys/${fullId}`, { method: 'DELETE', key: keeper })).status).toBe(204)
  })

  it('ends when it is to, and not later than the host says', async () => {
    const soon = new Date(now.getTime() + 3_600_000)
    const key = await redeem({ expiresAt: soon.toISOString() })
    expect((await list(key))[0]?.expiresAt).toBe(soon.toISOString())
    const { id } = (await list(key))[0] ?? { id: '' }
    const rotated = await keys.rotateKey(id)
    const lifetime = Date.parse(rotated.expiresAt ?? '') - Date.parse(rotated.createdAt)
    expect(lifetime).toBeLessThanOrEqual(3_600_000 + 61_000)
    const strict = new KeyIssuer({ store: memoryStore(), mailer: mailbox, secret: 's'.repeat(32), keyTtlMs: 1000 })
    const issued = await strict.issueKey(ADA, { expiresAt: new Date(Date.now() + 1e9) })
    expect(Date.parse(issued.expiresAt ?? '') - Date.parse(issued.createdAt)).toBe(1000)
  })

  it('may be less than the host gives to all', async () => {
    const { apiKey, id } = await keys.issueKey(ADA, { quotas: { sign: { rate: { points: 2, windowMs: 60_000 } } } })
    expect([(await sign(apiKey)).status, (await sign(apiKey)).status]).toEqual([200, 200])
    const third = await sign(apiKey)
    expect(third.status).toBe(429)
    expect(third.headers.get('ratelimit-policy')).toBe('"rate";q=2;w=60')
    await keys.updateKey(id, { quotas: { sign: { rate: { points: 100, windowMs: 60_000 } } } })
    expect((await sign(apiKey)).status).toBe(200)
  })
})

describe("a host's administration", () => {
  it('issues, finds, changes and goes through keys', async () => {
    const issued = await keys.issueKey('Ada@Example.com', { name: 'desk', scopes: ['verify', 'sign'] })
    expect(await keys.findKey(issued.id)).toMatchObject({ email: ADA, name: 'desk', scopes: ['sign', 'verify'] })
    expect(await keys.updateKey(issued.id, { scopes: null, name: null })).toMatchObject({ name: null, scopes: null })
    for (let count = 0; count < 5; count++) await keys.issueKey(`u${count}@example.com`)
    const emails: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<KeyIssuer['scanKeys']>> = await keys.scanKeys({ cursor, limit: 2 })
      emails.push(...page.keys.map(({ email }) => email))
      cursor = page.cursor
    } while (cursor !== null)
    expect(emails.sort()).toEqual([ADA, ...[0, 1, 2, 3, 4].map((count) => `u${count}@example.com`)])
    await expect(keys.updateKey('key_0000000000000000', {})).rejects.toMatchObject({ code: 'key_not_found' })
    await expect(keys.scanKeys({ limit: 0 })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(keys.issueKey(ADA, { scopes: ['all' as 'sign'] })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(keys.issueKey(ADA, { name: 'a\nb' })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(keys.issueKey(ADA, { quotas: { sign: { concurrent: 0 } } })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})
