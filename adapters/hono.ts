/**
 * The API as a handler of Hono.
 *
 * @example
 * ```ts
 * import { Hono } from 'hono'
 * import { honoHandler } from 'sealwright/hono'
 *
 * const app = new Hono()
 * app.all('/api/*', honoHandler(api))
 * ```
 *
 * @module
 */

import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { Api } from '../src/index.js'
import { clientAddress, type TrustProxy } from './client-address.js'

export interface HonoHandlerOptions {
  /** Path that the API is mounted at. Default: what stands before `/*` or `/v1` in the route. */
  readonly basePath?: string
  /** How many proxies stand before this server. Their `X-Forwarded-For` is believed, and nobody else's. Default: none. */
  readonly trustProxy?: TrustProxy
  /** The other end of the connection. Default: as `@hono/node-server` knows it. */
  readonly connectedAddress?: (context: Context) => string | undefined
}

/**
 * Makes a handler for `app.all('/api/*', handler)`. Behind a validator or other code that has read a JSON body, it works
 * with what that parsed.
 */
export function honoHandler(api: Api, options: HonoHandlerOptions = {}): (context: Context) => Promise<Response> {
  const { trustProxy, connectedAddress = nodeAddress } = options
  return async (context) => {
    const request = context.req.raw
    const connected = connectedAddress(context)
    const parsedBody = request.bodyUsed ? await readParsedBody(context) : undefined
    return api.fetch(request, {
      basePath: options.basePath ?? mountPath(context),
      clientAddress: clientAddress(connected, request.headers.get('x-forwarded-for'), trustProxy),
      ...(parsedBody === undefined ? {} : { parsedBody }),
    })
  }
}

/** Hono keeps what was read of a body, and fails where that is no JSON. */
async function readParsedBody(context: Context): Promise<unknown> {
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(context.req.header('content-type') ?? '')) return undefined
  return context.req.json().catch(() => undefined)
}

/** As many segments of the request's path as the route has before its end, so that parameters are filled in. */
function mountPath(context: Context): string {
  const mount = routePath(context)
    .replace(/\/\*$/, '')
    .replace(/\/v1(\/.*)?$/, '')
  return context.req.path.split('/').slice(0, mount.split('/').length).join('/')
}

function nodeAddress({ env }: Context): string | undefined {
  const bindings: { incoming?: { socket?: { remoteAddress?: string } } } | undefined = env
  return bindings?.incoming?.socket?.remoteAddress
}
