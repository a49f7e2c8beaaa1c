/**
 * The forms of a report that `/v1/verify` answers with.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { type Api, SealwrightError } from '../../src/index.js'
import { readReport } from '../report/etsi/read-report.js'
import { reportJudge } from '../report/report-schemas.js'
import { identityOf, sign } from '../sign/signing.js'
import { makeContract } from '../verify/support/contract.js'
import { ask, makeApi } from './support/api.js'

let api: Api
let signed: Uint8Array

beforeAll(async () => {
  api = await makeApi()
  signed = await sign(makeContract().bytes)
})

function verify(query: string, accept?: string): Promise<Response> {
  const headers = { 'content-type': 'application/pdf', ...(accept === undefined ? {} : { accept }) }
  return ask(api, `/v1/verify${query}`, { body: signed as Uint8Array<ArrayBuffer>, headers })
}

const typeOf = (response: Response) => response.headers.get('content-type')

describe('a report over HTTP', () => {
  it('comes as the validation report of the standard', async () => {
    for (const response of [await verify('?format=etsi-xml'), await verify('', 'application/xml')]) {
      expect([response.status, typeOf(response)]).toEqual([200, 'application/xml'])
      expect(response.headers.get('content-disposition')).toContain('verification-report.xml')
      expect(response.headers.get('cache-control')).toBe('no-store')
      const report = readReport(new Uint8Array(await response.arrayBuffer()))
      expect(report.texts('PAdESFieldName')).toEqual(['Signature1'])
      expect([report.all('SignatureValue').length, report.all('base64').length]).toEqual([1, 1])
    }
  })

  it('is signed by the identity that the host gives for that, in XML alone', async () => {
    const reportIdentity = await identityOf('ec')
    const signing = await makeApi({ reportIdentity })
    const get = (query: string) =>
      ask(signing, `/v1/verify${query}`, {
        body: signed as Uint8Array<ArrayBuffer>,
        headers: { 'content-type': 'application/pdf' },
      })
    const xml = readReport(new Uint8Array(await (await get('?format=etsi-xml')).arrayBuffer()))
    expect(xml.all('Signature')).toHaveLength(1)
    const [leaf] = reportIdentity.certificates
    expect(xml.texts('X509Certificate')[0]).toBe(Buffer.from(leaf ?? []).toString('base64'))
    for (const query of ['?format=simple', '?format=html', '']) expect((await get(query)).status, query).toBe(200)
    const description = JSON.stringify(await (await ask(signing, '/v1/openapi.json', { method: 'GET' })).json())
    expect(description).toContain('TS 119 102-2, signed by this service')
    const plain = JSON.stringify(await (await ask(api, '/v1/openapi.json', { method: 'GET' })).json())
    expect(plain).not.toContain('signed by this service')
  })

  it('tells a client nothing of why the service cannot sign', async () => {
    const good = await identityOf('ec')
    const sign = () => Promise.reject(new SealwrightError('invalid_identity', 'The secret of the host.'))
    const broken = await makeApi({ reportIdentity: { ...good, sign } })
    const response = await ask(broken, '/v1/verify?format=etsi-xml', {
      body: signed as Uint8Array<ArrayBuffer>,
      headers: { 'content-type': 'application/pdf' },
    })
    expect(response.status).toBeGreaterThanOrEqual(500)
    expect(await response.text()).not.toContain('secret')
  })

  it('comes as a simple and as a detailed one', async () => {
    const simple = await verify('?format=simple', 'application/xml')
    expect([simple.status, typeOf(simple)]).toEqual([200, 'application/json'])
    expect(reportJudge('SimpleReport')(await simple.json())).toEqual([])
    const detailed = await verify('?format=detailed')
    expect(reportJudge('DetailedReport')(await detailed.json())).toEqual([])
  })

  it.each([
    ['', undefined, 'application/json'],
    ['?format=json', 'text/html', 'application/json'],
    ['?format=html', undefined, 'text/html; charset=utf-8'],
    ['?format=pdf', 'text/html', 'application/pdf'],
    // What browsers send.
    ['', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['', 'application/pdf,application/xml', 'application/pdf'],
    ['', 'application/pdf;q=0.5,application/xml', 'application/xml'],
    ['', '*/*', 'application/json'],
    ['', 'text/xml', 'application/xml'],
  ])('%s with Accept: %s is %s', async (query, accept, expected) => {
    const response = await verify(query, accept)
    expect([response.status, typeOf(response)]).toEqual([200, expected])
  })

  it('is refused in a form that there is not', async () => {
    const response = await verify('?format=docx')
    expect(response.status).toBe(400)
    const { code, errors } = (await response.json()) as { code: string; errors: { pointer: string }[] }
    expect([code, errors[0]?.pointer]).toEqual(['invalid_request', '/format'])
  })
})
