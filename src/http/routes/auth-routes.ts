/**
 * `/v1/auth/register` and `/v1/auth/verify`, by GET and by POST.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { parseInput } from '../../jobs/members/invalid-input.js'
import { requestSchemas } from '../../jobs/members/request-schemas.js'
import { type ApiAnswer, jsonAnswer } from '../answers.js'
import type { ApiKeys } from '../api-options.js'
import type { ApiRequest } from '../api-request.js'
import { readJsonValue } from '../body/read-json.js'
import type { Exchange, Route } from '../route.js'
import { readQuery } from './read-query.js'

/** Header fields that keep codes and keys out of caches, search engines and the Referer. */
export const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  pragma: 'no-cache',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

const REGISTER = ['email', 'challenge'] as const

/** The routes that these keys allow. */
export function authRoutes({ requestCode, redeemCode }: Partial<ApiKeys>): Route[] {
  const routes: Route[] = []
  if (requestCode !== undefined) {
    const methods = { GET: byQuery(REGISTER, register), POST: byBody(register) }
    routes.push({ path: '/v1/auth/register', methods, query: REGISTER })
  }
  if (redeemCode !== undefined) {
    const methods = { GET: byQuery(['email', 'code'], redeem), POST: byBody(redeem) }
    routes.push({ path: '/v1/auth/verify', methods, query: ['email', 'code'] })
  }
  return routes
}

type AuthHandler = (exchange: Exchange, input: unknown) => Promise<ApiAnswer>

async function register(exchange: Exchange, input: unknown): Promise<ApiAnswer> {
  const { email, challenge } = parseInput((await requestSchemas()).registerRequest, input)
  const context = { ...keyContext(exchange), ...(challenge === undefined ? {} : { challenge }) }
  await exchange.state.options.keys?.requestCode?.(email, context)
  return jsonAnswer({ status: 'sent' }, 202, PRIVATE_HEADERS)
}

async function redeem(exchange: Exchange, input: unknown): Promise<ApiAnswer> {
  const { email, code, name, scopes, expiresAt } = parseInput((await requestSchemas()).redeemRequest, input)
  const grants = {
    ...(name === undefined ? {} : { name }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }),
  }
  const issued = await exchange.state.options.keys?.redeemCode?.(email, code, keyContext(exchange), grants)
  if (issued === undefined) throw new SealwrightError('not_found', 'There is nothing at this path.')
  const { apiKey, email: address, createdAt } = issued
  return jsonAnswer({ apiKey, email: address, createdAt }, 200, PRIVATE_HEADERS)
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

/** Refuses prefetching: these GET requests have effects, so browsers and link scanners must not send them ahead. */
function refusePrefetch(headers: ApiRequest['headers']): void {
  const purpose = ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'].map((name) => headers.get(name) ?? '').join()
  const isSubresource = headers.get('sec-fetch-site') === 'cross-site' && headers.get('sec-fetch-mode') !== 'navigate'
  if (/prefetch|prerender|preview/i.test(purpose) || isSubresource) {
    throw new SealwrightError('prefetch_refused', 'This address is not to be fetched ahead or from another site.')
  }
}
