/**
 * The API in applications of Hono.
 *
 * @module
 */

import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { type HonoHandlerOptions, honoHandler } from '../../adapters/hono.js'
import { describeAdapter } from '../contracts/adapter.js'
import { makeApi } from '../http/support/api.js'

describeAdapter(
  'honoHandler',
  (api, { basePath = '', parser, proxies, userOf }) => {
    const app = new Hono()
    if (parser !== undefined) {
      app.use(async (context, next) => {
        const isJson = context.req.header('content-type') === 'application/json'
        if (isJson) await context.req.json()
        else if (parser === 'form') await context.req.parseBody()
        await next()
      })
    }
    const options: HonoHandlerOptions = {
      ...(proxies === undefined ? {} : { trustProxy: proxies }),
      ...(userOf === undefined ? {} : { owner: ({ req }) => userOf(req.header('cookie')) }),
    }
    app.all(`${basePath}/*`, honoHandler(api, options))
    return getRequestListener(app.fetch)
  },
  { parsers: ['json', 'form'], ownsConnections: false },
)

describe('honoHandler', () => {
  it.each([
    ['/:tenant/seal/*', '/acme/seal'],
    ['/api/v1/*', '/api'],
    ['/v1/*', ''],
    ['*', ''],
    ['/api/v1/health', '/api'],
    ['/api/v1/openapi.json', '/api'],
  ])('finds from the route %s that the API is at "%s"', async (route, base) => {
    const app = new Hono().all(route, honoHandler(await makeApi()))
    const path = route.endsWith('health') ? 'health' : 'openapi.json'
    const answer = await app.request(`${base}/v1/${path}`)
    expect(answer.status).toBe(200)
    if (path !== 'health') expect(await answer.json()).toMatchObject({ servers: [{ url: base === '' ? '/' : base }] })
  })

  it('asks the host for the other end of the connection where that is not Node', async () => {
    let asked: string | undefined
    const keys = {
      async authenticate(_key: string, { clientAddress }: { clientAddress?: string | undefined }) {
        asked = clientAddress
        return { id: 'key_1' }
      },
    }
    const connectedAddress = () => '2001:db8::1'
    const app = new Hono().all('*', honoHandler(await makeApi({ keys }), { connectedAddress }))
    await app.request('/v1/sign', { method: 'POST', headers: { authorization: 'Bearer x' } })
    expect(asked).toBe('2001:db8::1')
  })
})
