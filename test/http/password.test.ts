/**
 * Passwords of documents over HTTP.
 *
 * @module
 */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../../src/http/api-options.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import type { VerificationReport } from '../../src/verify/report.js'
import { hasTool } from '../support/tools.js'
import { rewriteWithQpdf } from '../verify/support/structures.js'
import { ask, makeApi, problemOf } from './support/api.js'

const { document: example, ...rest } = requestExamples().sign.minimal.value
const request = { ...rest, certificate: { enabled: false } }
const SECRET = 'the user word'

describe.skipIf(!hasTool('qpdf'))('the member "password"', () => {
  const logs: string[] = []
  const apis: Api[] = []
  let locked = ''
  const server = createServer((_, response) => response.end(Buffer.from(locked, 'base64')))

  async function makeLoggingApi(options: Parameters<typeof makeApi>[0] = {}): Promise<Api> {
    const log = (entry: unknown, message: string) => void logs.push(`${JSON.stringify(entry)} ${message}`)
    const api = await makeApi({ logger: { info: log, warn: log, error: log }, ...options })
    apis.push(api)
    return api
  }

  beforeAll(async () => {
    const plain = Buffer.from(example.base64, 'base64')
    locked = Buffer.from(await rewriteWithQpdf(plain, '--encrypt', SECRET, 'boss', '256', '--')).toString('base64')
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    server.close()
    await Promise.all(apis.map((api) => api.close()))
  })

  async function signAndVerify(api: Api, document: object): Promise<VerificationReport> {
    const signed = await ask(api, '/v1/sign', { json: { ...request, document, password: SECRET } })
    const reply = await signed.text()
    expect([signed.status, reply.includes(SECRET)]).toEqual([200, false])
    const { document: result } = JSON.parse(reply)
    expect(Buffer.from(result.base64, 'base64').includes(SECRET)).toBe(false)
    const verified = await ask(api, '/v1/verify', { json: { document: result, password: SECRET } })
    return (await verified.json()) as VerificationReport
  }

  it('opens a document that is sent, and one that is fetched', async () => {
    const { port } = server.address() as AddressInfo
    const api = await makeLoggingApi({ fetchDocument: { allowLoopback: true } })
    for (const document of [{ base64: locked }, { url: `http://127.0.0.1:${port}/a.pdf` }]) {
      const report = await signAndVerify(api, document)
      expect(report).toMatchObject({ valid: true, document: { encrypted: true, metadata: {} } })
      expect(JSON.stringify(report)).not.toContain(SECRET)
    }
  })

  it('reaches workers', async () => {
    const workers = { url: new URL('./support/worker.mjs', import.meta.url), threads: 1 }
    expect((await signAndVerify(await makeLoggingApi({ workers }), { base64: locked })).valid).toBe(true)
  })

  it.each(['/v1/sign', '/v1/verify'])(
    'that is wrong or missing is a problem of %s that does not repeat it',
    async (path) => {
      const api = await makeLoggingApi()
      const body = { ...(path === '/v1/sign' ? request : {}), document: { base64: locked } }
      for (const password of ['wrong word', undefined]) {
        const problem = await problemOf(await ask(api, path, { json: { ...body, password } }))
        expect([problem.status, problem.code]).toEqual([422, 'document_encrypted'])
        expect(JSON.stringify(problem)).not.toContain('wrong word')
      }
      const problem = await problemOf(await ask(api, path, { json: { ...body, password: ['wrong word'] } }))
      expect(problem).toMatchObject({ status: 400, errors: [{ pointer: '/password' }] })
      expect(JSON.stringify(problem)).not.toContain('wrong word')
    },
  )

  it('stands in no log', async () => {
    expect(logs.length).toBeGreaterThan(0)
    expect(logs.join('\n')).not.toMatch(/user word|wrong word/)
  })
})
