/**
 * What every adapter must do, over real sockets. `describeAdapter` runs it against one.
 *
 * @module
 */

import { createHash, randomBytes } from 'node:crypto'
import { Agent, createServer, request as startRequest } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { Converter, ConverterTable } from '../../src/convert/conversion.js'
import { CONVERTERS } from '../../src/convert/converters.js'
import type { Api, ApiKeys, ApiOptions } from '../../src/http/api-options.js'
import type { MaybeOwner } from '../../src/http/api-request.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import type { KeyRequestContext } from '../../src/keys/key-issuer-options.js'
import { GOOD_KEY, makeApi, oneKey } from '../http/support/api.js'
import { codeMailbox } from '../keys/code-mailbox.js'
import { makeDocx, paragraphXml } from '../support/make-docx.js'
import { exchangeRaw, multipartForm, send, sendAndRead, sendJson, waitUntil } from './adapter-client.js'

const MB = 1024 * 1024

/** A listener of node:http, however the adapter makes one. */
export type Listener = Parameters<typeof createServer>[1]

export interface ServeOptions {
  /** Where to mount the API. */
  readonly basePath?: string
  /** What reads every body before the API can: as JSON, as a form, or as bytes. */
  readonly parser?: 'json' | 'form' | 'bytes'
  /** Proxies that stand before the server. */
  readonly proxies?: number
  /** How the host knows its users, by the cookie of a request. */
  readonly userOf?: (cookie: string | undefined) => Promise<MaybeOwner>
}

/** Mounts an API with the adapter. */
export type Mount = (api: Api, options: ServeOptions) => Listener

/** A server under test. */
interface Served {
  readonly url: string
  readonly port: number
  /** Log entries of the API, as requests end. */
  readonly log: Readonly<Record<string, unknown>>[]
  /** What the keys were asked for. */
  readonly contexts: KeyRequestContext[]
}

const bearer = { authorization: `Bearer ${GOOD_KEY}` }
const signRequest = () => requestExamples().sign.minimal.value

export interface AdapterTraits {
  /** Kinds of parsers that hosts put before the API. */
  readonly parsers?: readonly NonNullable<ServeOptions['parser']>[]
  /** Whether the adapter, and not a server below it, decides what becomes of the connection. Default true. */
  readonly ownsConnections?: boolean
}

export function describeAdapter(name: string, mount: Mount, traits: AdapterTraits = {}): void {
  const { parsers = ['json', 'form', 'bytes'], ownsConnections = true } = traits
  const cleanUp: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const clean of cleanUp.splice(0)) await clean()
  })

  /** `convert` stands in for the conversion of DOCX to PDF; null leaves the real ones. */
  async function serve(
    options: Partial<ApiOptions> & ServeOptions = {},
    convert: Converter | null = echo,
  ): Promise<Served> {
    const { basePath, parser, proxies, userOf, ...apiOptions } = options
    const log: Served['log'] = []
    const contexts: KeyRequestContext[] = []
    const logger = { info: (entry: (typeof log)[number]) => void log.push(entry), warn() {}, error() {} }
    const keys: ApiKeys = {
      authenticate(key, context) {
        contexts.push(context)
        return oneKey.authenticate(key, context)
      },
    }
    const converters: ConverterTable = convert === null ? CONVERTERS : new Map([['docx>pdf', convert]])
    const api = await makeApi({ keys, logger, ...apiOptions }, converters)
    const settings = { basePath, parser, proxies, userOf }
    const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
    const server = createServer(mount(api, given))
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    cleanUp.push(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await api.close()
    })
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    return { url: `http://127.0.0.1:${port}${basePath ?? ''}`, port, log, contexts }
  }

  function keepAliveAgent(): Agent {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    cleanUp.push(async () => agent.destroy())
    return agent
  }

  describe(name, () => {
    it('takes the host’s word for its own users, and keys from all others', async () => {
      const userOf = async (cookie: string | undefined) => (cookie === 'session=1' ? { id: 'ada' } : null)
      const { url, log, contexts } = await serve({ userOf })
      const signWith = (headers: Record<string, string>) => sendJson(`${url}/v1/sign`, signRequest(), headers)
      expect((await signWith({ cookie: 'session=1' })).status).toBe(200)
      expect(contexts).toEqual([])
      expect((await signWith({ cookie: 'session=2' })).status).toBe(401)
      expect((await signWith({ cookie: 'session=2', ...bearer })).status).toBe(200)
      await waitUntil(() => log.length === 3)
      expect(log.map(({ userId, keyId }) => userId ?? keyId)).toEqual(['ada', undefined, 'key_1'])
    })

    it('goes from an e-mail address to a signed and verified document', async () => {
      const mailer = codeMailbox()
      const keys = new KeyIssuer({ store: memoryStore(), mailer, secret: randomBytes(32) })
      const { url } = await serve({ keys })
      const registered = await send(`${url}/v1/auth/register?email=ada%40example.com`)
      expect(registered.status).toBe(202)
      const code = mailer.lastCode('ada@example.com')
      const issued = await send(`${url}/v1/auth/verify?email=ada%40example.com&code=${code}`)
      expect(issued.status).toBe(200)
      const { apiKey } = issued.json<{ apiKey: string }>()
      const signed = await sendJson(`${url}/v1/sign`, signRequest(), { authorization: `Bearer ${apiKey}` })
      expect(signed.status).toBe(200)
      const { document } = signed.json<{ document: { base64: string; contentType: string } }>()
      expect(document.contentType).toBe('application/pdf')
      const report = await sendJson(`${url}/v1/verify`, { document: { base64: document.base64 } })
      expect(report.json()).toMatchObject({ valid: true, signer: { status: 'valid' } })
      const form = multipartForm(Buffer.from('PK'), 'a.docx')
      const headers = { authorization: `Bearer ${apiKey}`, 'content-type': form.type }
      const converted = await send(`${url}/v1/convert?from=docx`, { body: form.body, headers })
      expect(converted.status).toBe(200)
      expect(converted.headers['content-disposition']).toContain('a.pdf')
    })

    it.each([
      ['md', 'docx', 'PK'],
      ['md', 'pdf', '%PDF-1.7'],
      ['html', 'docx', 'PK'],
      ['html', 'pdf', '%PDF-1.7'],
      ['docx', 'pdf', '%PDF-1.7'],
    ] as const)('converts %s to %s', async (from, to, start) => {
      const { url } = await serve({}, null)
      const source = from === 'docx' ? makeDocx(paragraphXml('Hello')) : Buffer.from('Hello **you**')
      const form = multipartForm(source, `note.${from}`)
      const headers = { ...bearer, 'content-type': form.type }
      const answer = await send(`${url}/v1/convert?from=${from}&to=${to}`, { body: form.body, headers })
      expect(answer.status).toBe(200)
      expect(answer.headers['content-disposition']).toContain(`note.${to}`)
      expect(Buffer.from(answer.body).subarray(0, start.length).toString('latin1')).toBe(start)
    })

    it('works at a path of its own', async () => {
      const { url } = await serve({ basePath: '/services/seal' })
      expect((await send(`${url}/v1/health`)).status).toBe(200)
      expect((await send(`${url}/v1/openapi.json`)).json()['servers']).toEqual([{ url: '/services/seal' }])
      expect((await sendJson(`${url}/v1/sign`, signRequest(), bearer)).status).toBe(200)
      expect((await send(`${url}/v1/nothing`)).status).toBe(404)
    })

    it('answers unknown paths and methods with problems', async () => {
      const { url } = await serve()
      const unknown = await send(`${url}/v1/nothing?x=${'y'.repeat(2000)}`)
      expect(unknown.headers['content-type']).toBe('application/problem+json')
      expect(unknown.json()).toMatchObject({ status: 404, code: 'not_found' })
      const wrong = await send(`${url}/v1/sign`, { method: 'DELETE', headers: { 'content-length': '0' } })
      expect(wrong.headers.allow).toBe('POST')
      expect(wrong.json()).toMatchObject({ status: 405, code: 'method_not_allowed' })
    })

    it('takes none of several keys or media types for the one that counts', async () => {
      const { port } = await serve()
      const body = JSON.stringify(signRequest())
      const ask = (fields: readonly string[]) =>
        sendAndRead(port, [
          `POST /v1/sign HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields.map((field) => `${field}\r\n`).join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`,
          body,
        ])
      const [key, json] = [`Authorization: Bearer ${GOOD_KEY}`, 'Content-Type: application/json']
      expect(await ask([key, json])).toMatch(/^HTTP\/1\.1 200 /)
      expect(await ask([key, 'authorization: Bearer sw_other', json])).toContain('"code":"missing_api_key"')
      expect(await ask([key, json, 'content-type: application/pdf'])).toContain('"code":"unsupported_media_type"')
    })

    it('answers HEAD without a body, where it may', async () => {
      const { url } = await serve()
      const agent = keepAliveAgent()
      const head = await send(`${url}/v1/openapi.json`, { method: 'HEAD', agent })
      expect(head.status).toBe(200)
      expect(Number(head.headers['content-length'])).toBeGreaterThan(1000)
      expect(head.body).toHaveLength(0)
      const keys = { ...oneKey, redeemCode: () => Promise.reject(new Error('not by HEAD')) }
      const { url: other } = await serve({ keys })
      const refused = await send(`${other}/v1/auth/verify?email=a%40b.example&code=123456`, { method: 'HEAD' })
      expect(refused.status).toBe(405)
    })

    it.each(['whole', 'in pieces'])('takes and gives 20 MB, %s, without losing a byte', async (how) => {
      const { url } = await serve()
      const content = randomBytes(20 * MB)
      const { body, type } = multipartForm(content, 'a.docx')
      const headers = { ...bearer, 'content-type': type }
      const sent = how === 'whole' ? body : piecesOf(body, 100_003)
      const answer = await send(`${url}/v1/convert`, { body: sent, headers })
      expect(answer.status).toBe(200)
      expect(answer.headers['content-length']).toBe(String(content.length))
      expect(answer.body.equals(content)).toBe(true)
    })

    it('goes on after bodies that were refused early', async () => {
      const { url } = await serve({ maxDocumentBytes: 100_000 })
      const agent = keepAliveAgent()
      const ports: (number | undefined)[] = []
      const onPort = (port: number | undefined) => void ports.push(port)
      const headers = { ...bearer, 'content-type': 'application/json' }
      const refused = await send(`${url}/v1/sign`, { body: Buffer.alloc(8 * MB, 'x'), headers, agent, onPort })
      expect(refused.json()).toMatchObject({ status: 413, code: 'file_too_large' })
      // On its own connection: Node's client may stop amid a chunked body once it has an answer, which ends the connection.
      const chunked = await send(`${url}/v1/sign`, { body: piecesOf(Buffer.alloc(8 * MB)), headers })
      expect(chunked.status).toBe(413)
      const anonymous = { 'content-type': 'application/json' }
      const unread = await send(`${url}/v1/sign`, { body: Buffer.alloc(8 * MB), headers: anonymous, agent, onPort })
      expect(unread.json()).toMatchObject({ status: 401, code: 'missing_api_key' })
      expect((await send(`${url}/v1/health`, { agent, onPort })).status).toBe(200)
      expect(new Set(ports).size).toBeLessThanOrEqual(ownsConnections ? 1 : 4)
    })

    it.runIf(ownsConnections)(
      'lets refusals of large bodies arrive where the connection closes after them',
      async () => {
        const { url, port } = await serve({ maxDocumentBytes: 100_000 })
        const body = Buffer.alloc(8 * MB, 'x')
        const head = (key: string) =>
          `POST /v1/sign HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${key}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
        for (let tries = 0; tries < 6; tries++) {
          const tooLarge = await sendAndRead(port, [head(`Authorization: Bearer ${GOOD_KEY}\r\n`), body])
          expect(tooLarge).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"file_too_large"/)
          const unknown = await sendAndRead(port, [head(''), body])
          expect(unknown).toMatch(/^HTTP\/1\.1 401 [\s\S]*"code":"missing_api_key"/)
        }
        expect((await send(`${url}/v1/health`)).status).toBe(200)
      },
    )

    it('takes forms and bare files, and answers files with their facts', async () => {
      const { url } = await serve()
      const { document, ...members } = signRequest()
      const pdf = Buffer.from(document.base64, 'base64')
      const form = multipartForm(pdf, 'a.pdf', JSON.stringify({ ...members, reason: 'By form.' }))
      const headers = { ...bearer, 'content-type': form.type, accept: 'application/pdf' }
      const signed = await send(`${url}/v1/sign`, { body: form.body, headers })
      expect(signed.status).toBe(200)
      expect(signed.headers['content-type']).toBe('application/pdf')
      expect(signed.headers['sealwright-output-sha256']).toBe(createHash('sha256').update(signed.body).digest('hex'))
      expect(signed.body.includes('By form.')).toBe(true)
      const bare = { body: signed.body, headers: { 'content-type': 'application/pdf' } }
      expect((await send(`${url}/v1/verify`, bare)).json()).toMatchObject({ valid: true })
      const json = { document: { base64: Buffer.from('PK').toString('base64') }, from: 'docx', fileName: 'a.docx' }
      const described = await sendJson(`${url}/v1/convert`, json, { ...bearer, accept: 'application/json' })
      expect(described.json()).toMatchObject({ document: { base64: 'UEs=', fileName: 'a.pdf' }, warnings: [] })
    })

    it('does once what is sent twice with one key', async () => {
      const { url } = await serve()
      const headers = { ...bearer, 'idempotency-key': 'once' }
      const first = await sendJson(`${url}/v1/sign`, signRequest(), headers)
      const second = await sendJson(`${url}/v1/sign`, signRequest(), headers)
      expect(second.headers['idempotency-replayed']).toBe('true')
      expect(second.body.equals(first.body)).toBe(true)
      const other = await sendJson(`${url}/v1/sign`, { ...signRequest(), reason: 'x' }, headers)
      expect(other.json()).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
    })

    it('lets owners look after their keys', async () => {
      const keys = new KeyIssuer({ store: memoryStore(), mailer: codeMailbox(), secret: randomBytes(32) })
      const { apiKey, id } = await keys.issueKey('ada@example.com')
      const { url } = await serve({ keys, metrics: true })
      const headers = { authorization: `Bearer ${apiKey}` }
      const made = await sendJson(`${url}/v1/keys`, { name: 'ci', scopes: ['sign'] }, headers)
      expect(made.status).toBe(201)
      const { id: madeId } = made.json<{ id: string }>()
      const rotated = await send(`${url}/v1/keys/${madeId}/rotate`, { method: 'POST', headers })
      expect(rotated.status).toBe(200)
      const gone = await send(`${url}/v1/keys/${madeId}`, { method: 'DELETE', headers })
      expect([gone.status, gone.body.length]).toEqual([204, 0])
      const list = (await send(`${url}/v1/keys`, { headers })).json<{ keys: { id: string }[] }>()
      expect(list.keys.map((key) => key.id)).toEqual(expect.arrayContaining([id, madeId]))
      expect((await send(`${url}/v1/metrics`)).body.toString()).toContain('route="/v1/keys/{id}"')
    })

    it('tells a client of a refusal even when its body would never end', async () => {
      const { url } = await serve({ maxDocumentBytes: 100_000 })
      const headers = { ...bearer, 'content-type': 'application/json' }
      const refused = await send(`${url}/v1/sign`, { body: endless(), headers })
      expect(refused.json()).toMatchObject({ code: 'file_too_large' })
      expect((await send(`${url}/v1/health`)).status).toBe(200)
    })

    it('frees what a client held that went away amid its upload', async () => {
      const { url, port, log } = await serve({ maxConcurrentPerKey: 1 })
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      const { type } = multipartForm(Buffer.alloc(0), 'a.docx')
      const head = `POST /v1/convert HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${GOOD_KEY}\r\nContent-Type: ${type}\r\n`
      socket.write(`${head}Content-Length: 1000000\r\n\r\n--`)
      const form = multipartForm(Buffer.from('PK'), 'a.docx')
      const convert = () =>
        send(`${url}/v1/convert`, { body: form.body, headers: { ...bearer, 'content-type': form.type } })
      let busy = await convert()
      for (let tries = 0; tries < 100 && busy.status !== 429; tries++) busy = await convert()
      expect(busy.json()).toMatchObject({ code: 'too_many_concurrent_requests' })
      socket.destroy()
      await waitUntil(() => log.some(({ code }) => code === 'client_closed_request'))
      expect((await convert()).status).toBe(200)
    })

    it('stops work whose client went away', async () => {
      let began = false
      let stopped = false
      const { url, log } = await serve({}, async (_input, { signal }) => {
        began = true
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()))
        stopped = true
        throw signal?.reason
      })
      const form = multipartForm(Buffer.from('PK'), 'a.docx')
      const headers = { ...bearer, 'content-type': form.type }
      const request = startRequest(`${url}/v1/convert`, { method: 'POST', headers })
      request.on('error', () => undefined).end(form.body)
      await waitUntil(() => began)
      request.destroy()
      await waitUntil(() => stopped && log.some(({ code }) => code === 'client_closed_request'))
      expect((await send(`${url}/v1/health`)).status).toBe(200)
    })

    it('lets go of requests that wait behind others when their connection ends', async () => {
      let begun = 0
      let release: () => void = () => undefined
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const { url, port, log } = await serve({ metrics: true }, async (bytes, { signal }) => {
        begun++
        await Promise.race([released, new Promise((resolve) => signal?.addEventListener('abort', resolve))])
        signal?.throwIfAborted()
        return { bytes, warnings: [] }
      })
      const { body, type } = multipartForm(randomBytes(100_000), 'a.docx')
      const head = `POST /v1/convert HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${GOOD_KEY}\r\nContent-Type: ${type}\r\n`
      const one = [Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`), body]
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined).write(Buffer.concat([...one, ...one, ...one]))
      await waitUntil(() => begun === 3)
      socket.destroy()
      await waitUntil(() => log.some(({ code }) => code === 'client_closed_request'))
      release()
      const held = async () => {
        const metrics = (await send(`${url}/v1/metrics`)).body.toString()
        return [/active_requests (\d+)/.exec(metrics)?.[1], /leased_bytes (\d+)/.exec(metrics)?.[1]]
      }
      // The one that asks is the only one that is left.
      await expect.poll(held, { timeout: 60_000 }).toEqual(['1', '0'])
    })

    it('survives clients that stop reading a large answer', async () => {
      const { url, log } = await serve({}, async () => ({ bytes: new Uint8Array(20 * MB), warnings: [] }))
      const form = multipartForm(Buffer.from('PK'), 'a.docx')
      const headers = { ...bearer, 'content-type': form.type }
      const status = await new Promise((resolve) => {
        const request = startRequest(`${url}/v1/convert`, { method: 'POST', headers }, (response) => {
          response.once('data', () => {
            response.destroy()
            resolve(response.statusCode)
          })
        })
        request.end(form.body)
      })
      expect(status).toBe(200)
      await waitUntil(() => log.length === 1)
      expect((await send(`${url}/v1/health`)).status).toBe(200)
    })

    it.each([
      [undefined, '203.0.113.9', '127.0.0.1'],
      [1, undefined, '127.0.0.1'],
      [1, '203.0.113.9', '203.0.113.9'],
      [1, '192.0.2.66, 203.0.113.9', '203.0.113.9'],
      [2, '192.0.2.66, 203.0.113.9,10.0.0.1', '203.0.113.9'],
    ] as const)('behind %s proxies that say %s, takes the client to be %s', async (proxies, forwardedFor, expected) => {
      const { url, contexts } = await serve(proxies === undefined ? {} : { proxies })
      const forwarded: Record<string, string> = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
      await sendJson(`${url}/v1/sign`, {}, { ...bearer, ...forwarded })
      expect(contexts.map(({ clientAddress }) => clientAddress?.replace('::ffff:', ''))).toEqual([expected])
    })

    it('answers a hundred requests that come at once on one connection', async () => {
      const { port } = await serve()
      const one = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n'
      const count = (text: string) => text.split('HTTP/1.1 200 ').length - 1
      const received = await exchangeRaw(port, one.repeat(100), (text) => count(text) === 100)
      expect(count(received)).toBe(100)
    })

    it('answers what waits behind a slow request, however long, also where it was refused at once', async () => {
      const slow: Converter = async () => {
        await new Promise((resolve) => setTimeout(resolve, 3000))
        return { bytes: Buffer.from('slow'), warnings: [] }
      }
      const { port } = await serve({}, slow)
      const form = multipartForm(makeDocx(paragraphXml('Slow')), 'a.docx')
      const first = `POST /v1/convert?to=pdf HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${GOOD_KEY}\r\nContent-Type: ${form.type}\r\nContent-Length: ${form.body.length}\r\n\r\n`
      // So many answers wait that Node stops reading, in the middle of a request.
      const refused = `POST /v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 20000\r\n\r\n${'x'.repeat(20_000)}`
      const count = (text: string) => text.split('HTTP/1.1 ').length - 1
      const bytes = Buffer.concat([Buffer.from(first), form.body, Buffer.from(refused.repeat(60))])
      const received = await exchangeRaw(port, bytes, (text) => count(text) === 61)
      expect(received.split('HTTP/1.1 200 ').length - 1).toBe(1)
      expect(received.split('HTTP/1.1 404 ').length - 1).toBe(60)
    }, 30_000)

    it('refuses a request that names two hosts', async () => {
      const { port } = await serve()
      const twice = 'GET /v1/health HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'
      const received = await exchangeRaw(port, twice, (text) => text.includes('\r\n\r\n'))
      expect(received).toMatch(/^HTTP\/1\.1 400 /)
    })

    it('takes nothing behind a body for a part of the header', async () => {
      const { port } = await serve()
      const head =
        'POST /v1/sign HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n'
      const trailer = `Trailer: Authorization\r\n\r\n2\r\n{}\r\n0\r\nAuthorization: Bearer ${GOOD_KEY}\r\n\r\n`
      const received = await exchangeRaw(port, head + trailer, (answer) => answer.includes('missing_api_key'))
      expect(received).toMatch(/^HTTP\/1\.1 401 /)
    })

    it('reads no compressed body as if it were none', async () => {
      const { url } = await serve()
      const headers = { ...bearer, 'content-type': 'application/json', 'content-encoding': 'gzip' }
      const answer = await send(`${url}/v1/sign`, { body: gzipSync(JSON.stringify(signRequest())), headers })
      expect([answer.status, answer.json()]).toMatchObject([415, { code: 'unsupported_media_type' }])
    })

    it('reads no body that was compressed on its way as if it were none', async () => {
      const { port } = await serve()
      const body = gzipSync(JSON.stringify(signRequest())).toString('latin1')
      const head = `POST /v1/sign HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${GOOD_KEY}\r\nContent-Type: application/json\r\n`
      const framed = `Transfer-Encoding: gzip, chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
      const received = await exchangeRaw(port, Buffer.from(head + framed, 'latin1'), (answer) =>
        answer.includes('"code"'),
      )
      expect(received).toMatch(/^HTTP\/1\.1 415 .*"code":"unsupported_media_type"/s)
    })

    it('takes the absolute form of a target', async () => {
      const { port } = await serve()
      const text = 'GET http://api.example/v1/health?x=1 HTTP/1.1\r\nHost: api.example\r\n\r\n'
      expect(await exchangeRaw(port, text, (answer) => answer.includes('"ok"'))).toMatch(/^HTTP\/1\.1 200 /)
    })

    it.each([
      '/v1/./metrics',
      '/v1/%2e/metrics',
      '/v1/x/../metrics',
      '/v1/x/%2E%2e/metrics',
      '/v1\\metrics',
      'http://x/v1/./metrics',
      'http:///v1/metrics',
    ])('leads nowhere but where a guard before it would see it go: %s', async (target) => {
      const { port } = await serve({ metrics: true })
      const text = `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`
      const received = await exchangeRaw(port, text, (answer) => answer.includes('\r\n\r\n'))
      // Where something below has put the path into its normal form, a guard has seen that too.
      expect(received).toMatch(ownsConnections ? /^HTTP\/1\.1 40[04] / : /^HTTP\/1\.1 (200|40[04]) /)
    })

    it.each([
      'GET * HTTP/1.1\r\nHost: x\r\n\r\n',
      'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET //v1/health HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /v1/%ff%00 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET http://[/v1/health HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /v1/health HTTP/1.1\r\nHost: a b\r\n\r\n',
      'GET /v1/health HTTP/1.1\r\nHost: x:99999999\r\n\r\n',
      'GET /v1/health HTTP/1.1\r\nHost:\r\n\r\n',
      'GET /v1/health HTTP/1.0\r\n\r\n',
      'TRACE /v1/health HTTP/1.1\r\nHost: x\r\n\r\n',
      'POST /v1/sign HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ])('answers %j, and then others', async (text) => {
      const { url, port } = await serve()
      const received = await exchangeRaw(port, text, (answer) => answer.includes('\r\n\r\n'))
      expect(received).toMatch(/^HTTP\/1\.1 [2-5]\d\d /)
      expect(received).not.toMatch(/node_modules|\.ts:\d/)
      expect((await send(`${url}/v1/health`)).status).toBe(200)
    })

    if (parsers.includes('json')) {
      it('works with JSON that something else has parsed', async () => {
        const { url } = await serve({ parser: 'json' })
        const signed = await sendJson(`${url}/v1/sign`, signRequest(), bearer)
        expect(signed.status).toBe(200)
        const { base64 } = signed.json<{ document: { base64: string } }>().document
        expect((await sendJson(`${url}/v1/verify`, { document: { base64 } })).json()).toMatchObject({ valid: true })
        const wrong = await sendJson(`${url}/v1/sign`, [], bearer)
        expect(wrong.json()).toMatchObject({ code: 'invalid_request' })
        const form = multipartForm(Buffer.from('PK'), 'a.docx')
        const headers = { ...bearer, 'content-type': form.type }
        expect((await send(`${url}/v1/convert`, { body: form.body, headers })).status).toBe(200)
      })
    }

    if (parsers.includes('form')) {
      it('says so when something else has read a form', async () => {
        const { url } = await serve({ parser: 'form' })
        const form = multipartForm(Buffer.from('PK'), 'a.docx')
        const answer = await send(`${url}/v1/convert`, {
          body: form.body,
          headers: { ...bearer, 'content-type': form.type },
        })
        expect(answer.json()).toMatchObject({ status: 500, code: 'body_already_consumed' })
      })
    }

    if (parsers.includes('bytes')) {
      it('works with bytes that something else has read', async () => {
        const { url } = await serve({ parser: 'bytes' })
        expect((await sendJson(`${url}/v1/sign`, signRequest(), bearer)).status).toBe(200)
        const content = randomBytes(MB)
        const form = multipartForm(content, 'a.docx')
        const headers = { ...bearer, 'content-type': form.type }
        const answer = await send(`${url}/v1/convert?from=docx`, { body: form.body, headers })
        expect(answer.body.equals(content)).toBe(true)
      })
    }
  })
}

const echo: Converter = async (bytes) => ({ bytes, warnings: [] })

async function* piecesOf(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function* endless(): AsyncGenerator<Uint8Array> {
  for (;;) {
    yield new Uint8Array(64 * 1024)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
