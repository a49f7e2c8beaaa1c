/**
 * `/v1/auth/register` and `/v1/auth/verify`, by GET and by POST.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import type { ApiKeys, ApiRequest } from './api-options.js'
import { Refusal } from './refusal.js'
import { parseInput, requestSchemas } from './request-schemas.js'
import { type Exchange, jsonResponse, type Route, readJsonValue } from './route.js'

/** Codes and keys must stay in no cache, no search engine and no Referer. */
const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  pragma: 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** The routes that these keys allow. */
export function authRoutes({ requestCode, redeemCode }: ApiKeys): Route[] {
  const routes: Route[] = []
  if (requestCode !== undefined) {
    const methods = { GET: byQuery(['email'], register), POST: byBody(register) }
    routes.push({ path: '/v1/auth/register', methods })
  }
  if (redeemCode !== undefined) {
    const methods = { GET: byQuery(['email', 'code'], redeem), POST: byBody(redeem) }
    routes.push({ path: '/v1/auth/verify', methods })
  }
  return routes
}

type AuthHandler = (exchange: Exchange, input: unknown) => Promise<Response>

async function register(exchange: Exchange, input: unknown): Promise<Response> {
  const { email } = parseInput((await requestSchemas()).registerRequest, input)
  await exchange.state.options.keys.requestCode?.(email, keyContext(exchange))
  return jsonResponse({ status: 'sent' }, 202, PRIVATE_HEADERS)
}

async function redeem(exchange: Exchange, input: unknown): Promise<Response> {
  const { email, code } = parseInput((await requestSchemas()).redeemRequest, input)
  const issued = await exchange.state.options.keys.redeemCode?.(email, code, keyContext(exchange))
  if (issued === undefined) throw new SealwrightError('not_found', 'There is nothing at this path.')
  const { apiKey, email: address, createdAt } = issued
  return jsonResponse({ apiKey, email: address, createdAt }, 200, PRIVATE_HEADERS)
}

function keyContext({ context, requestId, signal }: Exchange) {
  return { clientAddress: context.clientAddress, requestId, signal }
}

function byBody(handler: AuthHandler) {
  return async (exchange: Exchange) => handler(exchange, await readJsonValue(exchange))
}

function byQuery(names: readonly string[], handler: AuthHandler) {
  return async (exchange: Exchange) => {
    refusePrefetch(exchange.request.headers)
    return handler(exchange, readQuery(exchange.url, names))
  }
}

/** The parameters of these names; others are no concern of ours. */
export function readQuery({ searchParams }: URL, names: readonly string[]): Record<string, string> {
  const query: Record<string, string> = {}
  for (const name of names) {
    const values = searchParams.getAll(name)
    if (values.length > 1) {
      const errors = [{ pointer: `/${name}`, code: 'repeated', message: `"${name}" may be given once.` }]
      throw new Refusal('invalid_request', `The request is not valid: "${name}" may be given once.`, { errors })
    }
    if (values[0] !== undefined) query[name] = values[0]
  }
  return query
}

/** These GET requests do something, so what browsers and link scanners fetch ahead must not count. */
function refusePrefetch(headers: ApiRequest['headers']): void {
  const purpose = ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'].map((name) => headers.get(name) ?? '').join()
  const isSubresource = headers.get('sec-fetch-site') === 'cross-site' && headers.get('sec-fetch-mode') !== 'navigate'
  if (/prefetch|prerender|preview/i.test(purpose) || isSubresource) {
    throw new SealwrightError('prefetch_refused', 'This address is not to be fetched ahead or from another site.')
  }
}
