/**
 * The API in applications of Express 4 and 5.
 *
 * @module
 */

import { gzipSync } from 'node:zlib'
import express from 'express'
// @ts-expect-error the types of Express 5 stand for both
import express4 from 'express4'
import { describe, expect, it } from 'vitest'
import { expressHandler } from '../../adapters/express.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { describeAdapter, type Mount } from '../contracts/adapter.js'
import { send } from '../contracts/adapter-client.js'
import { makeApi } from '../http/support/api.js'

const mountWith =
  (framework: typeof express): Mount =>
  (api, { basePath = '/', parser, proxies, userOf }) => {
    const app = framework()
    if (proxies !== undefined) app.set('trust proxy', proxies)
    if (parser === 'json') app.use(framework.json({ limit: '40mb' }))
    if (parser === 'bytes') app.use(framework.raw({ type: '*/*', limit: '40mb' }))
    if (parser === 'form') {
      app.use((request, _response, next) => {
        request.resume().once('end', () => {
          request.body = { file: 'on the disk' }
          next()
        })
      })
    }
    const owner = (request: express.Request) => userOf?.(request.headers.cookie)
    app.use(basePath, expressHandler(api, userOf === undefined ? {} : { owner }))
    return app
  }

describeAdapter('expressHandler with Express 5', mountWith(express))
describeAdapter('expressHandler with Express 4', mountWith(express4 as typeof express))

describe.each([
  ['5', express],
  ['4', express4 as typeof express],
])('expressHandler with Express %s', (_version, framework) => {
  it('leaves the paths of others to the application', async () => {
    const api = await makeApi()
    const app = framework()
    app.use(expressHandler(api))
    app.post('/orders', framework.json(), (request, response) => {
      response.send(`order ${request.body.number}`)
    })
    const server = app.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    expect((await send(`${url}/v1/health`)).status).toBe(200)
    const headers = { 'content-type': 'application/json' }
    const order = await send(`${url}/orders`, { body: '{"number":7}', headers })
    expect(order.body.toString()).toBe('order 7')
    expect((await send(`${url}/nothing`)).headers['content-type']).toContain('text/html')
    server.closeAllConnections()
    server.close()
    await api.close()
  })
  it.each(['json', 'raw'] as const)('works with a compressed body that express.%s() has unpacked', async (parser) => {
    const api = await makeApi()
    const app = framework()
    app.use(parser === 'json' ? framework.json() : framework.raw({ type: '*/*' }))
    app.use(expressHandler(api))
    const server = app.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
    const body = gzipSync(JSON.stringify({ document: requestExamples().sign.minimal.value.document }))
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expect((await send(`${url}/v1/verify`, { body, headers })).status).toBe(200)
    server.closeAllConnections()
    server.close()
    await api.close()
  })
})
