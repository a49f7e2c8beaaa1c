/**
 * Draining a server whose clients speak HTTP/2.
 *
 * @module
 */

import { connect, createServer } from 'node:http2'
import { describe, expect, it } from 'vitest'
import { drainServer, nodeListener } from '../../adapters/node.js'
import { makeApi } from '../http/support/api.js'

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

async function openClient(url: string, path?: string) {
  const client = connect(url)
  client.on('error', () => undefined)
  await new Promise<void>((resolve) => {
    client.once('remoteSettings', () => resolve())
  })
  let status: number | undefined
  if (path !== undefined) {
    const stream = client.request({ ':path': path })
    stream.once('response', (headers) => {
      status = headers[':status']
    })
    stream.resume().end()
    await new Promise<void>((resolve) => {
      stream.once('close', resolve)
    })
  }
  return { client, status, closed: new Promise<void>((resolve) => void client.once('close', resolve)) }
}

describe('drainServer with HTTP/2', () => {
  it('closes connections that clients keep open', async () => {
    const api = await makeApi()
    const server = createServer(nodeListener(api))
    const { status, closed } = await openClient(await listen(server), '/v1/health')
    expect(status).toBe(200)

    const start = performance.now()
    expect(await drainServer(server, api, { graceMs: 120_000 })).toEqual({ aborted: 0 })
    await closed
    expect(performance.now() - start).toBeLessThan(60_000)
  })

  it('does not wait for one that never sent a request', async () => {
    const api = await makeApi()
    const server = createServer(nodeListener(api))
    const { client, closed } = await openClient(await listen(server))
    expect(await drainServer(server, api, { graceMs: 500 })).toEqual({ aborted: 0 })
    client.destroy()
    await closed
  })
})
