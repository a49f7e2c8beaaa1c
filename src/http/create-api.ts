/**
 * createApi: the whole HTTP API as one function from Request to Response.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import type { ConverterTable } from '../convert/conversion.js'
import { CONVERTERS } from '../convert/converters.js'
import { SealwrightError } from '../errors.js'
import { HTTP_LIMITS, MAX_DOCUMENT_BYTES } from '../limits.js'
import { assertOptions } from '../sign/sign-options.js'
import type { Api, ApiOptions, ApiRequest, RequestContext } from './api-options.js'
import { authRoutes } from './auth-routes.js'
import { ByteBudget } from './byte-budget.js'
import { memoryConcurrencyLimiter } from './concurrency-limiter.js'
import { handleConvert } from './convert-route.js'
import { handleSign, handleVerify } from './document-routes.js'
import { infoRoutes } from './info-routes.js'
import { createInlineExecutor } from './inline-executor.js'
import { createProblem } from './problem.js'
import { Refusal } from './refusal.js'
import type { ApiState, Exchange, Route } from './route.js'
import { createWorkerPool } from './worker-pool.js'

/**
 * Makes the API: signing, verifying, converting and issuing keys under `/v1`, with its OpenAPI description at
 * `/v1/openapi.json` and a page to try it out at `/v1/docs`.
 *
 * Every failure is answered with problem details (RFC 9457). Nothing runs before the first request.
 *
 * @throws SealwrightError `invalid_request` for options that make no sense
 *
 * @example
 * ```ts
 * const identity = await identityFromPkcs12(await readFile('key.p12'), passphrase)
 * const keys = new KeyIssuer({ store: memoryStore(), mailer: consoleMailer(), secret })
 * const api = createApi({ identity, keys })
 * const response = await api.fetch(new Request('https://example.com/v1/health'))
 * ```
 */
export function createApi(options: ApiOptions): Api {
  return createApiWith(options, CONVERTERS)
}

/** createApi with other converters; with workers, theirs are those of the worker's module. */
export function createApiWith(options: ApiOptions, converters: ConverterTable): Api {
  assertOptions({ ...options.sign, identity: options.identity })
  const state: ApiState = {
    options,
    maxDocumentBytes: options.maxDocumentBytes ?? MAX_DOCUMENT_BYTES,
    budget: new ByteBudget(options.maxBytesInFlight ?? HTTP_LIMITS.maxBytesInFlight),
    concurrency: options.concurrency ?? memoryConcurrencyLimiter(),
    inline: createInlineExecutor(converters),
    executor: options.workers === false ? createInlineExecutor(converters) : createWorkerPool(options.workers),
    converters,
    logger: options.logger,
  }
  const routes = new Map<string, Route>()
  for (const route of listRoutes(options)) routes.set(route.path, route)
  const closing = new AbortController()
  return {
    fetch: (request, context = {}) => handleRequest(state, routes, request, context, closing.signal),
    async close() {
      closing.abort(new SealwrightError('overloaded', 'The service is shutting down.'))
      await state.executor.close()
    },
  }
}

function listRoutes(options: ApiOptions): Route[] {
  return [
    { path: '/v1/sign', methods: { POST: handleSign } },
    { path: '/v1/verify', methods: { POST: handleVerify } },
    { path: '/v1/convert', methods: { POST: handleConvert } },
    ...authRoutes(options.keys),
    ...infoRoutes(options),
  ]
}

/** Its requester is gone, so nobody reads this status; logs know it from nginx. */
const CLIENT_CLOSED_REQUEST = 499

async function handleRequest(
  state: ApiState,
  routes: ReadonlyMap<string, Route>,
  request: ApiRequest,
  context: RequestContext,
  closing: AbortSignal,
): Promise<Response> {
  const startedAt = performance.now()
  const requestId = readRequestId(request.headers)
  const lease = state.budget.open()
  const log: Record<string, unknown> = { requestId, method: request.method }
  let response: Response
  try {
    const url = new URL(request.url)
    const signal = AbortSignal.any([request.signal, closing])
    const exchange: Exchange = { state, request, url, context, requestId, signal, lease, log }
    response = await dispatch(exchange, routes)
  } catch (error) {
    response = answerFailure(error, request, requestId, log, state)
  } finally {
    lease.release()
  }
  try {
    setCommonHeaders(response.headers, requestId)
    log['status'] = response.status
    log['durationMs'] = Math.round((performance.now() - startedAt) * 10) / 10
    state.logger?.info(log, 'request')
  } catch {
    // A log that fails is no reason not to answer.
  }
  return response
}

async function dispatch(exchange: Exchange, routes: ReadonlyMap<string, Route>): Promise<Response> {
  const { request, url, context, log } = exchange
  const route = routes.get(relativePath(url.pathname, context.basePath ?? ''))
  if (route === undefined) throw new SealwrightError('not_found', 'There is nothing at this path.')
  log['route'] = route.path
  const { methods, isSafe = false } = route
  const isHead = request.method === 'HEAD' && isSafe
  const method = isHead ? 'GET' : request.method
  const handler = method === 'GET' || method === 'POST' ? methods[method] : undefined
  if (handler === undefined) {
    const allow = [...Object.keys(methods), ...(isSafe ? ['HEAD'] : [])].join(', ')
    throw new Refusal('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } })
  }
  const response = await handler(exchange)
  return isHead ? new Response(null, response) : response
}

function relativePath(pathname: string, basePath: string): string {
  const base = basePath.replace(/\/+$/, '')
  return base !== '' && pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname
}

function answerFailure(
  error: unknown,
  request: ApiRequest,
  requestId: string,
  log: Record<string, unknown>,
  { logger }: ApiState,
): Response {
  if (request.signal.aborted) {
    log['code'] = 'client_closed_request'
    return new Response(null, { status: CLIENT_CLOSED_REQUEST })
  }
  const known =
    error instanceof SealwrightError
      ? error
      : new SealwrightError('internal_error', 'An unexpected error happened.', { cause: error })
  log['code'] = known.code
  if (known.definition.status >= 500) {
    try {
      logger?.error({ requestId, code: known.code, error: describeForLog(known) }, known.message)
    } catch {
      // As above.
    }
  }
  return createProblem(known, requestId)
}

/** The error and what caused it, for the host's eyes only. */
function describeForLog(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  const inner = cause === undefined || depth >= 4 ? {} : { cause: describeForLog(cause, depth + 1) }
  return { name, ...code, message, stack, ...inner }
}

/** The request's own id when it has a harmless one, so that logs of several machines can be brought together. */
function readRequestId(headers: ApiRequest['headers']): string {
  const given = headers.get('x-request-id')
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

function setCommonHeaders(headers: Headers, requestId: string): void {
  headers.set('x-request-id', requestId)
  headers.set('x-content-type-options', 'nosniff')
  if (!headers.has('vary')) headers.set('vary', 'Authorization')
}
