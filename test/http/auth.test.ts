/**
 * Keys by e-mail over HTTP.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import type { ApiKeys } from '../../src/http/api-options.js'
import { ask, makeApi, oneKey, problemOf } from './support/api.js'

const issued = {
  apiKey: 'sw_new',
  id: 'key_2',
  email: 'ada@example.com',
  createdAt: '2026-01-02T03:04:05.000Z',
  expiresAt: null,
}

function recordingKeys() {
  const calls: unknown[][] = []
  const keys: ApiKeys = {
    ...oneKey,
    async requestCode(email, { clientAddress, requestId }) {
      calls.push(['requestCode', email, clientAddress, requestId])
    },
    async redeemCode(email, code, { clientAddress }) {
      calls.push(['redeemCode', email, code, clientAddress])
      if (code === '000000') throw new SealwrightError('invalid_code', 'The code is not valid.')
      return issued
    },
  }
  return { keys, calls }
}

const REGISTER = '/v1/auth/register?email=ada%40example.com'
const VERIFY = '/v1/auth/verify?email=ada%40example.com&code=493027'

describe('GET /v1/auth/register', () => {
  it('asks for a code, with what limits and events need', async () => {
    const { keys, calls } = recordingKeys()
    const headers = { 'x-request-id': 'request-1' }
    const context = { clientAddress: '192.0.2.1' }
    const response = await ask(await makeApi({ keys }), REGISTER, { key: null, headers, context })
    expect([response.status, await response.json()]).toEqual([202, { status: 'sent' }])
    expect(calls).toEqual([['requestCode', 'ada@example.com', '192.0.2.1', 'request-1']])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  it('needs an address, once', async () => {
    const { keys, calls } = recordingKeys()
    const api = await makeApi({ keys })
    const missing = await problemOf(await ask(api, '/v1/auth/register'))
    expect(missing.errors?.[0]).toMatchObject({ pointer: '/email', code: 'required' })
    const twice = await problemOf(await ask(api, `${REGISTER}&email=eve%40example.com`))
    expect(twice.errors?.[0]).toMatchObject({ pointer: '/email', code: 'repeated' })
    expect(calls).toEqual([])
  })
})

describe('GET /v1/auth/verify', () => {
  it('gives the key, for no cache to keep', async () => {
    const { keys, calls } = recordingKeys()
    const response = await ask(await makeApi({ keys }), VERIFY, { key: null })
    expect(await response.json()).toEqual({ apiKey: 'sw_new', email: 'ada@example.com', createdAt: issued.createdAt })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(calls).toEqual([['redeemCode', 'ada@example.com', '493027', undefined]])
  })

  it('refuses a wrong code', async () => {
    const { keys } = recordingKeys()
    const response = await ask(await makeApi({ keys }), VERIFY.replace('493027', '000000'))
    expect([response.status, (await problemOf(response)).code]).toEqual([400, 'invalid_code'])
  })

  it('says when to come back after too many tries', async () => {
    const redeemCode = async () => {
      throw new SealwrightError('rate_limited', 'Too many tries.', { retryAfterSeconds: 600 })
    }
    const response = await ask(await makeApi({ keys: { ...oneKey, redeemCode } }), VERIFY)
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '600'])
  })
})

describe('what was not asked for on purpose', () => {
  it.each([
    ['HEAD', {}, 405],
    ['PUT', {}, 405],
    ['OPTIONS', {}, 405],
    ['GET', { 'sec-purpose': 'prefetch' }, 400],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }, 400],
    ['GET', { purpose: 'prefetch' }, 400],
    ['GET', { 'x-moz': 'prefetch' }, 400],
    ['GET', { 'x-purpose': 'preview' }, 400],
    ['GET', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }, 400],
  ])('does nothing: %s %j', async (method, headers, status) => {
    const { keys, calls } = recordingKeys()
    const api = await makeApi({ keys })
    for (const path of [REGISTER, VERIFY]) expect((await ask(api, path, { method, headers })).status).toBe(status)
    expect(calls).toEqual([])
  })

  it('does not mean a person who follows a link', async () => {
    const { keys, calls } = recordingKeys()
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    expect((await ask(await makeApi({ keys }), REGISTER, { headers })).status).toBe(202)
    expect(calls).toHaveLength(1)
  })
})

describe('POST', () => {
  it('does the same with a JSON body', async () => {
    const { keys, calls } = recordingKeys()
    const api = await makeApi({ keys })
    const email = 'ada@example.com'
    expect((await ask(api, '/v1/auth/register', { json: { email } })).status).toBe(202)
    expect((await ask(api, '/v1/auth/verify', { json: { email, code: '493027' } })).status).toBe(200)
    expect(calls.map(([name]) => name)).toEqual(['requestCode', 'redeemCode'])
  })

  it('refuses other members, and other types', async () => {
    const { keys, calls } = recordingKeys()
    const api = await makeApi({ keys })
    const unknown = await problemOf(await ask(api, '/v1/auth/register', { json: { email: 'a@b.c', name: 'x' } }))
    expect(unknown.errors?.[0]).toMatchObject({ pointer: '/name', code: 'unknown_field' })
    const number = await problemOf(await ask(api, '/v1/auth/verify', { json: { email: 'a@b.c', code: 493027 } }))
    expect(number.errors?.[0]).toMatchObject({ pointer: '/code', code: 'invalid_type' })
    expect(calls).toEqual([])
  })

  it('refuses a large body', async () => {
    const { keys } = recordingKeys()
    const json = { email: 'a'.repeat(20_000) }
    expect((await ask(await makeApi({ keys }), '/v1/auth/register', { json })).status).toBe(413)
  })
})

it('has no routes for what the host does not offer', async () => {
  const api = await makeApi()
  expect((await ask(api, REGISTER)).status).toBe(404)
  expect((await ask(api, VERIFY)).status).toBe(404)
})
