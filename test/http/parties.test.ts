/**
 * Several parties over HTTP.
 *
 * @module
 */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../../src/http/api-options.js'
import type { PartyRequest } from '../../src/sign/request/request.js'
import type { PartiesReport } from '../../src/verify/parties/list-parties.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { ADA, CHARLES, requestOf } from '../sign/parties/party-signing.js'
import { ask, makeApi, problemOf } from './support/api.js'

const base64 = Buffer.from(makePdf(ONE_PAGE)).toString('base64')
const parties = [ADA, CHARLES]
const MALLORY: PartyRequest = { name: 'Mallory', email: 'mallory@example.com' }

let api: Api
let first: string
beforeAll(async () => {
  api = await makeApi()
  first = await sign(base64, ADA, { parties })
}, 60_000)

const askToSign = (document: string, party: PartyRequest, certificate: object = {}) =>
  ask(api, '/v1/sign', { json: { document: { base64: document }, ...requestOf(party), certificate } })

async function sign(document: string, party: PartyRequest, certificate: object = {}): Promise<string> {
  const answer = await askToSign(document, party, certificate)
  const body = (await answer.json()) as { document: { base64: string } }
  expect(answer.status).toBe(200)
  return body.document.base64
}

async function statesOf(document: string): Promise<PartiesReport> {
  const answer = await ask(api, '/v1/parties', { json: { document: { base64: document } }, key: null })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return (await answer.json()) as PartiesReport
}

describe('POST /v1/parties', () => {
  it('tells who has signed, and who has not', async () => {
    expect(await statesOf(first)).toMatchObject({
      valid: true,
      complete: false,
      parties: [
        { row: 1, ...ADA, fieldName: 'Party1', state: 'signed' },
        { row: 2, ...CHARLES, fieldName: 'Party2', state: 'unsigned', signedAt: null },
      ],
    })
    expect(await statesOf(await sign(first, CHARLES))).toMatchObject({ valid: true, complete: true })
  })

  it('tells it of a bare PDF, and that there are none', async () => {
    const body = Buffer.from(first, 'base64')
    const answer = await ask(api, '/v1/parties', { body, headers: { 'content-type': 'application/pdf' }, key: null })
    expect(await answer.json()).toMatchObject({ valid: true, complete: false })
    expect(await statesOf(base64)).toMatchObject({ valid: false, complete: false, parties: [] })
  })

  it('takes what sign answers, and wants a key where verifying does', async () => {
    const locked = await makeApi({ verifyNeedsKey: true })
    const json = { document: { base64: first } }
    expect((await ask(locked, '/v1/parties', { json, key: null })).status).toBe(401)
    expect((await ask(locked, '/v1/parties', { json })).status).toBe(200)
  })
})

describe('POST /v1/sign', () => {
  it('answers who may not sign with problems', async () => {
    expect(await problemOf(await askToSign(first, MALLORY))).toMatchObject({ status: 422, code: 'party_unknown' })
    expect(await problemOf(await askToSign(first, ADA))).toMatchObject({ status: 409, code: 'party_signed' })
    const other = await askToSign(first, CHARLES, { parties: [ADA, MALLORY] })
    expect(await problemOf(other)).toMatchObject({ status: 409, code: 'already_signed' })
    const twice = await askToSign(base64, ADA, { parties: [ADA, ADA] })
    expect(await problemOf(twice)).toMatchObject({
      status: 400,
      errors: [{ pointer: '/certificate/parties/1', code: 'duplicate' }],
    })
  })
})
