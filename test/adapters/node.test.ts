/**
 * The API as a listener of `node:http`.
 *
 * @module
 */

import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type NodeListenerOptions, nodeListener } from '../../adapters/node.js'
import { describeAdapter } from '../contracts/adapter.js'
import { send } from '../contracts/adapter-client.js'
import { makeApi } from '../http/support/api.js'

describeAdapter('nodeListener', (api, { basePath, parser, proxies, userOf }) => {
  const options: NodeListenerOptions = {
    ...(basePath === undefined ? {} : { basePath }),
    ...(proxies === undefined ? {} : { trustProxy: proxies }),
    ...(userOf === undefined ? {} : { owner: ({ headers }) => userOf(headers['cookie']?.toString()) }),
  }
  const listen = nodeListener(api, options)
  return async (request, response) => {
    const isRead = parser !== 'json' || request.headers['content-type'] === 'application/json'
    const bytes = parser !== undefined && isRead ? await buffer(request) : undefined
    listen(Object.assign(request, await parsed(request, bytes, parser)), response)
  }
})

async function parsed(_request: IncomingMessage, bytes: Uint8Array | undefined, parser: string | undefined) {
  if (bytes === undefined) return {}
  if (parser === 'bytes') return { rawBody: bytes, body: {} }
  return { body: parser === 'form' ? { file: 'on the disk' } : JSON.parse(Buffer.from(bytes).toString('utf8')) }
}

describe('nodeListener', () => {
  it('lets frameworks wait until it has answered', async () => {
    const api = await makeApi()
    const listen: (request: IncomingMessage, response: ServerResponse) => unknown = nodeListener(api)
    const ended: unknown[] = []
    const { port, close } = await listening(async (request, response) => {
      await listen(request, response)
      ended.push(response.writableEnded)
    })
    expect((await send(`http://127.0.0.1:${port}/v1/health`)).status).toBe(200)
    expect(ended).toEqual([true])
    close()
  })

  it('takes a request whose length is a number, as adapters of cloud functions make them up', async () => {
    const api = await makeApi()
    const listen = nodeListener(api)
    const { port, close } = await listening((request, response) => {
      Object.assign(request.headers, { 'content-length': Number(request.headers['content-length']) })
      listen(request, response)
    })
    const headers = { 'content-type': 'application/pdf' }
    const answer = await send(`http://127.0.0.1:${port}/v1/verify`, {
      method: 'POST',
      body: Buffer.from('no'),
      headers,
    })
    expect(answer.json()).not.toMatchObject({ code: 'internal_error' })
    close()
  })

  it('takes a request that is no stream, as tests make them up', async () => {
    const listen: (request: never, response: never) => unknown = nodeListener(await makeApi())
    const headers = { 'content-type': 'application/pdf' }
    const facts = { method: 'POST', url: '/v1/verify', headers, httpVersionMajor: 1, body: Buffer.from('no') }
    const answers: unknown[] = []
    const response = Object.assign(new EventEmitter(), {
      statusCode: 0,
      setHeader: () => undefined,
      end: (body: Uint8Array) => answers.push(JSON.parse(Buffer.from(body).toString())),
    })
    await listen(Object.assign(new EventEmitter(), facts) as never, response as never)
    expect(answers).toMatchObject([{ code: 'invalid_document' }])
  })

  it('answers even when the API breaks its promise', async () => {
    const broken = {
      answer: () => Promise.reject(new Error('secret')),
      fetch: () => Promise.reject(new Error('secret')),
      drain: async () => ({ aborted: 0 }),
      close: async () => undefined,
    }
    const listen = nodeListener(broken)
    const { port, close } = await listening(listen)
    const answer = await send(`http://127.0.0.1:${port}/v1/health`)
    expect(answer.status).toBe(500)
    expect(answer.body.toString()).not.toContain('secret')
    close()
  })
})

async function listening(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}
