/**
 * An API behind the host's own users: no key is issued, sent or looked up.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import type { RequestContext, RequestOwner } from '../../src/http/api-request.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { requestWith } from '../sign/signing.js'
import { type Ask, ask, makeApi, problemOf } from './support/api.js'

const ADA: RequestOwner = { id: 'ada' }
const BASIL: RequestOwner = { id: 'basil' }
const json = { ...requestWith(), document: { base64: Buffer.from(makePdf(ONE_PAGE)).toString('base64') } }

/** Asks an API without keys, as a user. */
async function askAs(owner: RequestContext['owner'], rest: Ask & { readonly path?: string } = {}) {
  const api = await makeApi({ keys: undefined as never })
  return ask(api, rest.path ?? '/v1/sign', { json, key: null, ...rest, context: { owner } })
}

describe('own users', () => {
  it('sign, by a value, a function and a promise', async () => {
    for (const owner of [ADA, () => ADA, async () => ADA]) expect((await askAs(owner)).status).toBe(200)
  })

  it('are asked to sign in where there is none', async () => {
    for (const owner of [undefined, null, () => null]) {
      const response = await askAs(owner)
      expect([response.status, (await problemOf(response)).detail]).toEqual([
        401,
        'Sign in: this service takes no API keys.',
      ])
    }
    // A key means nothing to it.
    expect((await askAs(null, { key: 'sw_good' })).status).toBe(401)
  })

  it('may only do what their scopes say', async () => {
    const response = await askAs({ ...ADA, scopes: ['verify'] })
    expect([response.status, (await problemOf(response)).code]).toEqual([403, 'insufficient_scope'])
    expect((await askAs({ ...ADA, scopes: ['sign'] })).status).toBe(200)
  })

  it('have limits of their own', async () => {
    const api = await makeApi({ keys: undefined as never })
    const quotas = { sign: { rate: { points: 1, windowMs: 60_000 } } }
    const signAs = (owner: RequestOwner) => ask(api, '/v1/sign', { json, key: null, context: { owner } })
    expect((await signAs({ ...ADA, quotas })).status).toBe(200)
    expect((await signAs({ ...ADA, quotas })).status).toBe(429)
    expect((await signAs({ ...BASIL, quotas })).status).toBe(200)
  })

  it('do not get the answers that were kept for others', async () => {
    const api = await makeApi({ keys: undefined as never })
    const headers = { 'idempotency-key': 'order-1' }
    const signAs = async (owner: RequestOwner) => {
      const response = await ask(api, '/v1/sign', { json, key: null, headers, context: { owner } })
      return [response.headers.get('idempotency-replayed'), await response.text()]
    }
    const [first, again, other] = [await signAs(ADA), await signAs(ADA), await signAs(BASIL)]
    expect([first[0], again[0], other[0]]).toEqual([null, 'true', null])
    expect(again[1]).toBe(first[1])
    expect(other[1]).not.toBe(first[1])
  })

  it('come before keys, which go on working for others', async () => {
    const api = await makeApi()
    const scopes = ['verify'] as const
    expect((await ask(api, '/v1/sign', { json, context: { owner: { id: 'ada', scopes } } })).status).toBe(403)
    expect((await ask(api, '/v1/sign', { json, context: { owner: null } })).status).toBe(200)
  })

  it('are not taken from pages of other sites, which need only a form', async () => {
    const post = (headers: Record<string, string>) => askAs(ADA, { headers })
    const statusOf = async (headers: Record<string, string>) => (await post(headers)).status
    expect(await statusOf({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).toBe(403)
    expect(await statusOf({ origin: 'https://evil.example', host: 'contracts.example' })).toBe(403)
    expect(await statusOf({ origin: 'null', host: 'contracts.example' })).toBe(403)
    expect(await statusOf({ origin: 'https://contracts.example', host: 'contracts.example' })).toBe(200)
    for (const site of ['same-origin', 'same-site', 'none'])
      expect(await statusOf({ 'sec-fetch-site': site })).toBe(200)
    const api = await makeApi({ cors: { origins: ['https://app.example'] } })
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://app.example' }
    expect((await ask(api, '/v1/sign', { json, key: null, headers, context: { owner: ADA } })).status).toBe(200)
  })

  it('fail as what the host’s code throws', async () => {
    const refused = () => Promise.reject(new SealwrightError('invalid_api_key', 'The session has ended.'))
    expect((await askAs(refused)).status).toBe(401)
    const broken = () => Promise.reject(new Error('no database'))
    expect((await askAs(broken)).status).toBe(500)
    // Everybody whose address is an empty text, or an object, would have one account with all others.
    const addresses = ['', ' ', { address: 'ada@example.com' }, 5].map((email) => ({ id: 'a', email }))
    for (const wrong of [{}, { id: '' }, false, { id: 'a', quotas: { sign: { concurrent: -1 } } }, ...addresses]) {
      expect((await askAs(wrong as RequestOwner)).status).toBe(500)
    }
  })

  it('need no routes for keys', async () => {
    for (const path of ['/v1/auth/register', '/v1/keys']) expect((await askAs(ADA, { path })).status).toBe(404)
    const description = (await (
      await askAs(ADA, { path: '/v1/openapi.json', method: 'GET', json: undefined })
    ).json()) as {
      paths: object
    }
    expect(Object.keys(description.paths).filter((path) => /auth|keys/.test(path))).toEqual([])
  })
})
