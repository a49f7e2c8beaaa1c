/**
 * The API as a listener of `node:http`.
 *
 * @module
 */

import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { type NodeListenerOptions, nodeListener } from '../../adapters/node.js'
import { describeAdapter } from '../contracts/adapter.js'
import { send } from '../contracts/adapter-client.js'

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
  it('answers even when the API breaks its promise', async () => {
    const broken = {
      answer: () => Promise.reject(new Error('secret')),
      fetch: () => Promise.reject(new Error('secret')),
      drain: async () => ({ aborted: 0 }),
      close: async () => undefined,
    }
    const listen = nodeListener(broken)
    const server = createServer(listen)
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const address = server.address()
    const { port } = typeof address === 'object' && address !== null ? address : { port: 0 }
    const answer = await send(`http://127.0.0.1:${port}/v1/health`)
    expect(answer.status).toBe(500)
    expect(answer.body.toString()).not.toContain('secret')
    server.closeAllConnections()
    server.close()
  })
})
