/**
 * Documents that are given by their address.
 *
 * @module
 */

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { ZipReader } from '../../src/ooxml/package/zip-reader.js'
import type { VerificationReport } from '../../src/verify/report.js'
import { settle } from '../support/wait.js'
import { ask, makeApi, problemOf } from './support/api.js'

const { document, ...rest } = requestExamples().sign.minimal.value
const pdf = Buffer.from(document.base64, 'base64')
let server: Server
let origin: string
let hits: string[] = []
let open = 0
let mostOpen = 0
let onNever: () => void = () => undefined

beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '')
    if (request.url === '/never') return onNever()
    if (request.url === '/slow') {
      open++
      mostOpen = Math.max(mostOpen, open)
      // Long enough for those that may come at the same time to have come.
      void settle(200).then(() => {
        open--
        response.end(pdf)
      })
      return
    }
    if (request.url === '/page') {
      response.setHeader('content-type', 'text/html; charset=windows-1252').end(Buffer.from('<p>\x80 100', 'latin1'))
      return
    }
    if (request.url === '/missing') response.writeHead(404)
    response.end(pdf)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('document.url', () => {
  it('is fetched for signing and for verifying', async () => {
    const api = await makeApi({ fetchDocument: { allowLoopback: true } })
    const signed = await ask(api, '/v1/sign', { json: { ...rest, document: { url: `${origin}/a.pdf` } } })
    expect(signed.status).toBe(200)
    const verified = await ask(api, '/v1/verify', { json: { document: { url: `${origin}/a.pdf` } } })
    expect(((await verified.json()) as VerificationReport).document.pageCount).toBe(1)
  })

  it('is read as what its server calls it, and in that encoding', async () => {
    const api = await makeApi({ fetchDocument: { allowLoopback: true } })
    const json = { document: { url: `${origin}/page` }, to: 'docx' }
    const converted = await ask(api, '/v1/convert', { json })
    expect(converted.status).toBe(200)
    const parts = new ZipReader(new Uint8Array(await converted.arrayBuffer()))
    expect(new TextDecoder().decode(parts.read('word/document.xml'))).toContain('€ 100')
  })

  it('leads nowhere inside', async () => {
    hits = []
    const api = await makeApi()
    for (const url of [
      `${origin}/`,
      origin.replace('127.0.0.1', 'localhost'),
      'http://169.254.169.254/',
      'file:///x',
    ]) {
      const response = await ask(api, '/v1/verify', { json: { document: { url } } })
      expect([response.status, (await problemOf(response)).code]).toEqual([422, 'url_not_allowed'])
    }
    expect(hits).toEqual([])
  })

  it('can be turned off', async () => {
    const api = await makeApi({ fetchDocument: false })
    const response = await ask(api, '/v1/verify', { json: { document: { url: 'https://example.com/a.pdf' } } })
    expect((await problemOf(response)).code).toBe('url_not_allowed')
  })

  it('reports what the other side does', async () => {
    const api = await makeApi({ fetchDocument: { allowLoopback: true, timeoutMs: 100 }, maxDocumentBytes: 1000 })
    const codeFor = async (path: string) =>
      (await problemOf(await ask(api, '/v1/verify', { json: { document: { url: `${origin}${path}` } } }))).code
    expect(await codeFor('/missing')).toBe('document_fetch_failed')
    expect(await codeFor('/never')).toBe('document_fetch_failed')
    const small = await makeApi({ fetchDocument: { allowLoopback: true }, maxDocumentBytes: 100 })
    const response = await ask(small, '/v1/verify', { json: { document: { url: `${origin}/a.pdf` } } })
    expect((await problemOf(response)).code).toBe('file_too_large')
  })

  it('is let go of when the client goes away', async () => {
    const api = await makeApi({ fetchDocument: { allowLoopback: true } })
    const controller = new AbortController()
    onNever = () => controller.abort()
    const json = { document: { url: `${origin}/never` } }
    expect((await ask(api, '/v1/verify', { json, signal: controller.signal })).status).toBe(499)
  })

  it('is fetched from one host a few times at once, and in the end for everybody', async () => {
    const api = await makeApi({ fetchDocument: { allowLoopback: true } })
    const json = { document: { url: `${origin}/slow` } }
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        ask(api, '/v1/verify', { json, key: null, context: { clientAddress: `192.0.2.${i}` } }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(mostOpen).toBeGreaterThan(1)
    expect(mostOpen).toBeLessThanOrEqual(8)
  })
})
