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

import type { Api, MaybeOwner } from '../src/index.js'
import { checkOptions, FUNCTION, type OptionTable, TEXT } from '../src/input/check-options.js'
import { clientAddress, TRUST_PROXY, type TrustProxy } from './client-address.js'
import { onceEnded } from './connection-end.js'
import { hasTwoHosts } from './two-hosts.js'

/**
 * The parts of a Hono context that are used. Nothing is imported from `hono`, since the host may have another copy of it, and
 * one copy does not know the contexts of another.
 */
export interface HonoContext {
  readonly env: unknown
  readonly req: {
    readonly raw: Request
    readonly path: string
    /** Path of the route of this handler. */
    readonly routePath?: string
    header(name: string): string | undefined
    json(): Promise<unknown>
  }
}

export interface HonoHandlerOptions<C extends HonoContext = HonoContext> {
  /** Path that the API is mounted at. Default: the part of the route before `/*` or `/v1`. */
  readonly basePath?: string | undefined
  /** Number of proxies in front of this server, whose `X-Forwarded-For` is trusted. Default: none. */
  readonly trustProxy?: TrustProxy | undefined
  /**
   * Returns the user that a request belongs to, for applications that know their users: `(context) => context.get('user')`. A
   * request without a user (null or undefined) may still send an API key.
   */
  readonly owner?: ((context: C) => MaybeOwner | Promise<MaybeOwner>) | undefined
  /** Returns the address of the other end of the connection. Default: the address that `@hono/node-server` reports. */
  readonly connectedAddress?: ((context: C) => string | undefined) | undefined
}

const OPTIONS: OptionTable<HonoHandlerOptions> = {
  basePath: TEXT,
  trustProxy: TRUST_PROXY,
  connectedAddress: FUNCTION,
  owner: FUNCTION,
}

/**
 * Makes a handler for `app.all('/api/*', handler)`. Behind a validator or other code that has read a JSON body, it uses the
 * parsed value.
 */
export function honoHandler<C extends HonoContext = HonoContext>(
  api: Api,
  options: HonoHandlerOptions<C> = {},
): (context: C) => Promise<Response> {
  checkOptions(options, OPTIONS)
  const { trustProxy, connectedAddress = nodeAddress, owner } = options
  return async (context) => {
    const request = context.req.raw
    if (hasTwoHosts((context.env as NodeBindings | undefined)?.incoming ?? {}))
      return new Response(null, { status: 400 })
    const connected = connectedAddress(context)
    const parsedBody = request.bodyUsed ? await readParsedBody(context) : undefined
    return api.fetch(request, {
      basePath: options.basePath ?? mountPath(context),
      clientAddress: clientAddress(connected, request.headers.get('x-forwarded-for'), trustProxy),
      finished: answerFinished(context),
      ...(parsedBody === undefined ? {} : { parsedBody }),
      ...(owner === undefined ? {} : { owner: () => owner(context) }),
    })
  }
}

/** The JSON value of a body that Hono has read already. Hono throws where the body is not JSON. */
async function readParsedBody(context: HonoContext): Promise<unknown> {
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(context.req.header('content-type') ?? '')) return undefined
  return context.req.json().catch(() => undefined)
}

/**
 * The part of the request's path that belongs to the mount point: as many segments as the route has before its end, with
 * parameters filled in.
 */
function mountPath({ req }: HonoContext): string {
  const route = req.routePath ?? req.path.replace(/\/v1\/.*$/, '/*')
  const mount = route.replace(/\/\*$/, '').replace(/\/v1(\/.*)?$/, '')
  return req.path.split('/').slice(0, mount.split('/').length).join('/')
}

function nodeAddress({ env }: HonoContext): string | undefined {
  const bindings = env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return bindings?.incoming?.socket?.remoteAddress
}

/** Values that `@hono/node-server` puts into the environment, where they exist. */
interface NodeBindings {
  readonly incoming?: {
    readonly socket?: unknown
    readonly stream?: unknown
    readonly httpVersionMajor?: number
    readonly rawHeaders?: readonly string[]
  }
  readonly outgoing?: { once?(event: 'close', listener: () => void): unknown }
}

/** Settles when `@hono/node-server` has sent the answer. On other servers, that is not known. */
function answerFinished({ env }: HonoContext): Promise<void> | undefined {
  const { incoming, outgoing } = (env ?? {}) as NodeBindings
  if (typeof outgoing?.once !== 'function') return undefined
  const response = outgoing as Parameters<typeof onceEnded>[0]
  // Streams of HTTP/2 end by themselves when their session ends.
  const connection = incoming?.stream === undefined ? incoming?.socket : undefined
  return new Promise((resolve) => onceEnded(response, connection, resolve))
}
