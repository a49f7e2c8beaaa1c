/**
 * Handles one request, from its arrival to its answer.
 *
 * @module
 */

import { randomUUID } from 'node:crypto'
import { clientOwner } from '../admission/owner.js'
import { Refusal } from '../admission/refusal.js'
import { tell } from '../tell.js'
import { type ApiAnswer, emptyAnswer } from './answers.js'
import type { ApiRequest, RequestContext } from './api-request.js'
import { answerPreflight, setCorsHeaders } from './cors.js'
import { asKnownError, logFailure } from './log-failure.js'
import { createProblem } from './problem.js'
import { pathOf } from './request-path.js'
import type { ApiState, Exchange, Method, Route } from './route.js'
import type { Router } from './router.js'
import { assertKnownParameters } from './routes/read-query.js'
import { knownMethod, type RequestFacts, type RequestTelemetry } from './telemetry/telemetry.js'

/** Status for a client that has disconnected, which nobody reads. nginx uses it in its logs. */
const CLIENT_CLOSED_REQUEST = 499

/** The routes: loaded by the first request, and cached for all others. */
export type RouteSource = () => Router | Promise<Router>

/** A request that has arrived, before its route is known. */
type Arrival = Omit<Exchange, 'url' | 'params' | 'owner' | 'account' | 'quotas'>

/** Answers a request; never rejects. */
export async function handleRequest(
  state: ApiState,
  routes: RouteSource,
  request: ApiRequest,
  { context, telemetry }: { readonly context: RequestContext; readonly telemetry: RequestTelemetry },
): Promise<ApiAnswer> {
  const startedAt = performance.now()
  const begun = state.admission.lifecycle.begin(request.signal)
  const requestId = readRequestId(request.headers)
  const lease = state.admission.budget.open()
  const log: Record<string, unknown> = { requestId, method: request.method }
  const times = { queueMs: 0, workMs: 0 }
  const arrival = { state, request, context, requestId, signal: begun.signal, lease, telemetry, times, log }
  let answer: ApiAnswer
  try {
    answer = await answerArrival(arrival, routes, begun)
  } catch (error) {
    answer = answerFailure(error, request, requestId, log, state)
  }
  const finish = () => {
    lease.release()
    begun.end()
  }
  if (context.finished === undefined) finish()
  else context.finished.then(finish, finish)
  try {
    completeAnswer(answer, arrival, startedAt)
  } catch {
    // The answer is sent even if the log fails.
  }
  return answer
}

/** @throws whatever the route throws */
async function answerArrival(
  arrival: Arrival,
  routes: RouteSource,
  begun: { assertTaken(): void },
): Promise<ApiAnswer> {
  const { request, context, lease, log } = arrival
  const url = new URL(request.url)
  const owner = clientOwner(context.clientAddress)
  lease.assign(owner)
  const path = pathOf(request.url, url, context.basePath)
  const router = routes()
  const { route, params } = (router instanceof Promise ? await router : router)(path)
  log['route'] = route.path
  if (route.isProbe !== true) begun.assertTaken()
  const answer = await dispatch({ ...arrival, url, params, owner, account: owner.id, quotas: {} }, route)
  // The answer counts against the memory, so that a client that does not read its answers has no space for further requests.
  lease.replace(answer.body?.length ?? 0)
  return answer
}

/** Sets the headers that all answers have, and tells telemetry and the log. */
function completeAnswer(
  answer: ApiAnswer,
  { state, request, requestId, telemetry, times, log }: Arrival,
  startedAt: number,
): void {
  setCommonHeaders(answer.headers, requestId)
  if (state.options.cors !== undefined) setCorsHeaders(answer.headers, request, state.options.cors)
  // While the API shuts down, no further request on this connection would be answered.
  if (state.admission.lifecycle.phase !== 'open') answer.headers.set('connection', 'close')
  log['status'] = answer.status
  const durationMs = performance.now() - startedAt
  telemetry.end(describeRequest(log, answer, { ...times, durationMs }))
  log['durationMs'] = roundMs(durationMs)
  if (times.workMs > 0) Object.assign(log, { queueMs: roundMs(times.queueMs), workMs: roundMs(times.workMs) })
  tell(() => state.logger.info(log, 'request'), undefined)
}

function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10
}

function describeRequest(
  log: Readonly<Record<string, unknown>>,
  { status, body }: ApiAnswer,
  times: Pick<RequestFacts, 'durationMs' | 'queueMs' | 'workMs'>,
): RequestFacts {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)
  return {
    method: knownMethod(String(log['method'])),
    route: textOf(log['route']),
    status,
    code: textOf(log['code']),
    ...times,
    bytesIn: numberOf(log['bytesIn']) + numberOf(log['bytesFetched']),
    bytesOut: body?.length ?? 0,
    isAnonymous: log['keyId'] === undefined,
  }
}

async function dispatch(exchange: Exchange, route: Route): Promise<ApiAnswer> {
  const { request, url } = exchange
  const { methods, isSafe = false } = route
  const isHead = request.method === 'HEAD' && isSafe
  const method = isHead ? 'GET' : request.method
  const handler = isMethod(method) ? methods[method] : undefined
  if (handler === undefined) {
    const allow = [...Object.keys(methods), ...(isSafe ? ['HEAD'] : [])].join(', ')
    const { cors } = exchange.state.options
    const preflight = cors === undefined ? undefined : answerPreflight(request, allow, cors)
    if (preflight !== undefined) return preflight
    throw new Refusal('method_not_allowed', `This path takes ${allow}.`, { headers: { allow } })
  }
  if (!isSafe) assertKnownParameters(url, route.query)
  const answer = await handler(exchange)
  return isHead ? { ...answer, body: null } : answer
}

function isMethod(method: string): method is Method {
  return method === 'GET' || method === 'POST' || method === 'DELETE'
}

function answerFailure(
  error: unknown,
  request: ApiRequest,
  requestId: string,
  log: Record<string, unknown>,
  { logger }: ApiState,
): ApiAnswer {
  if (request.signal.aborted) {
    log['code'] = 'client_closed_request'
    return emptyAnswer(CLIENT_CLOSED_REQUEST)
  }
  const known = asKnownError(error)
  log['code'] = known.code
  logFailure(logger, known, requestId)
  return createProblem(known, requestId)
}

/** The request's own id if it contains harmless characters only, so that logs of several machines can be correlated. */
function readRequestId(headers: ApiRequest['headers']): string {
  const given = headers.get('x-request-id')
  return given !== null && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

function setCommonHeaders(headers: ApiAnswer['headers'], requestId: string): void {
  headers.set('x-request-id', requestId)
  headers.set('x-content-type-options', 'nosniff')
  if (!headers.has('vary')) headers.set('vary', 'Authorization')
}
