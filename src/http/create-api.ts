/**
 * createApi: the whole HTTP API as one function from Request to Response.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import type { ConverterTable } from '../convert/conversion.js'
import { CONVERTERS } from '../convert/converters.js'
import { SealwrightError } from '../errors.js'
import { memoryRateLimiter } from '../keys/memory-rate-limiter.js'
import { HTTP_LIMITS, MAX_DOCUMENT_BYTES } from '../limits.js'
import { assertOptions } from '../sign/sign-options.js'
import type { Api, ApiOptions } from './api-options.js'
import type { ApiRequest, RequestContext } from './api-request.js'
import { ByteBudget } from './body/byte-budget.js'
import { maxJsonBytes } from './body/read-json.js'
import { memoryConcurrencyLimiter } from './concurrency-limiter.js'
import { consoleLogger } from './console-logger.js'
import { answerPreflight, assertCors, setCorsHeaders } from './cors.js'
import { ERROR_STATUS } from './error-status.js'
import { Gate } from './fairness/gate.js'
import { clientOwner } from './fairness/owner.js'
import { fillQuotas } from './fairness/quotas.js'
import { assertKnownOptions } from './known-options.js'
import { assertLevels, canExtend } from './level-offer.js'
import { Lifecycle } from './lifecycle.js'
import { withOwnCertificates } from './own-certificates.js'
import { createProblem } from './problem.js'
import { Refusal } from './refusal.js'
import type { ApiState, Exchange, Route } from './route.js'
import { authRoutes } from './routes/auth-routes.js'
import { CONVERT_PARAMETERS, handleConvert } from './routes/convert-route.js'
import { handleExtend, handleSign, handleVerify } from './routes/document-routes.js'
import { infoRoutes } from './routes/info-routes.js'
import { assertKnownParameters } from './routes/read-query.js'
import { createInlineExecutor } from './work/inline-executor.js'
import { createWorkerPool } from './work/worker-pool.js'

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
  assertKnownOptions(options)
  assertCors(options.cors)
  assertLevels(options)
  assertOptions({ ...options.sign, identity: options.identity })
  const maxDocumentBytes = options.maxDocumentBytes ?? MAX_DOCUMENT_BYTES
  const state: ApiState = {
    options: withOwnCertificates(options),
    maxDocumentBytes,
    budget: new ByteBudget({
      total: options.maxBytesInFlight ?? HTTP_LIMITS.maxBytesInFlight,
      largest: maxJsonBytes(maxDocumentBytes),
    }),
    counters: {
      quotas: fillQuotas(options.quotas, options.maxConcurrentPerKey ?? HTTP_LIMITS.maxConcurrentPerKey),
      concurrency: options.concurrency ?? memoryConcurrencyLimiter(),
      rateLimiter: options.rateLimiter ?? memoryRateLimiter(),
    },
    fetches: createFetchGate(),
    inline: createInlineExecutor(converters),
    executor: options.workers === false ? createInlineExecutor(converters) : createWorkerPool(options.workers),
    converters,
    lifecycle: new Lifecycle(),
    logger: options.logger ?? consoleLogger,
  }
  const routes = new Map<string, Route>()
  for (const route of listRoutes(options)) routes.set(route.path, route)
  const { lifecycle, executor } = state
  return {
    fetch: (request, context = {}) => handleRequest(state, routes, request, context),
    async drain(drainOptions) {
      const result = await lifecycle.drain(drainOptions)
      await executor.close()
      return result
    },
    async close() {
      lifecycle.close()
      await executor.close()
    },
  }
}

function createFetchGate(): Gate {
  const limits = HTTP_LIMITS
  return new Gate({
    total: limits.maxFetches,
    perOwner: limits.maxFetchesPerOwner,
    anonymous: limits.maxAnonymousFetches,
    perPlace: limits.maxFetchesPerHost,
    maxWaiting: limits.maxWaitingForBytes,
    maxWaitingPerOwner: limits.maxWaitingForBytesPerOwner,
  })
}

function listRoutes(options: ApiOptions): Route[] {
  return [
    { path: '/v1/sign', methods: { POST: handleSign } },
    ...(canExtend(options) ? [{ path: '/v1/extend', methods: { POST: handleExtend } }] : []),
    { path: '/v1/verify', methods: { POST: handleVerify } },
    { path: '/v1/convert', methods: { POST: handleConvert }, query: CONVERT_PARAMETERS },
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
): Promise<Response> {
  const startedAt = performance.now()
  const end = state.lifecycle.begin()
  const requestId = readRequestId(request.headers)
  const lease = state.budget.open()
  const log: Record<string, unknown> = { requestId, method: request.method }
  let response: Response
  try {
    const url = new URL(request.url)
    const signal = AbortSignal.any([request.signal, state.lifecycle.closing])
    const owner = clientOwner(context.clientAddress)
    lease.assign(owner)
    const exchange: Exchange = { state, request, url, context, requestId, signal, owner, lease, log }
    response = await dispatch(exchange, routes)
  } catch (error) {
    response = answerFailure(error, request, requestId, log, state)
  }
  const finish = () => {
    lease.release()
    end()
  }
  if (context.finished === undefined) finish()
  else context.finished.then(finish, finish)
  try {
    setCommonHeaders(response.headers, requestId)
    if (state.options.cors !== undefined) setCorsHeaders(response.headers, request, state.options.cors)
    // The next request on this connection would find nobody.
    if (state.lifecycle.phase !== 'open') response.headers.set('connection', 'close')
    log['status'] = response.status
    log['durationMs'] = Math.round((performance.now() - startedAt) * 10) / 10
    state.logger.info(log, 'request')
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
  if (route.isProbe !== true) exchange.state.lifecycle.assertOpen()
  const { methods, isSafe = false } = route
  const isHead = request.method === 'HEAD' && isSafe
  const method = isHead ? 'GET' : request.method
  const handler = method === 'GET' || method === 'POST' ? methods[method] : undefined
  if (handler === undefined) {
    const allow = [...Object.keys(methods), ...(isSafe ? ['HEAD'] : [])].join(', ')
    const { cors } = exchange.state.options
    const preflight = cors === undefined ? undefined : answerPreflight(request, allow, cors)
    if (preflight !== undefined) return preflight
    throw new Refusal('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } })
  }
  if (!isSafe) assertKnownParameters(url, route.query)
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
  if (ERROR_STATUS[known.code] >= 500) {
    try {
      logger.error({ requestId, code: known.code, error: describeForLog(known) }, known.message)
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
