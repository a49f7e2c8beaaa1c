/**
 * Identifies who sends a request, and what they may do.
 *
 * @module
 */

import { keyOwner, userOwner } from '../admission/owner.js'
import { countForOwner } from '../admission/quotas.js'
import { startDeadline } from '../deadline.js'
import { SealwrightError } from '../errors.js'
import { assertGrants, covers, type KeyQuotas, type KeyScope } from '../keys/key-grants.js'
import { storedAddress } from '../keys/key-store.js'
import type { Owner } from '../work/owner.js'
import type { RequestOwner } from './api-request.js'
import { HTTP_LIMITS } from './http-limits.js'
import type { Exchange } from './route.js'

/**
 * Identifies the caller. From here on, the request's work is counted for them.
 *
 * @throws SealwrightError `missing_api_key`, `invalid_api_key`, `insufficient_scope`, and `invalid_request` for two keys
 */
export async function authenticate(exchange: Exchange, scope: KeyScope): Promise<void> {
  const { scopes = null } = await demandCaller(exchange)
  if (covers(scopes, [scope])) return
  throw new SealwrightError('insufficient_scope', `The API key does not permit "${scope}".`)
}

/**
 * Identifies the tenant whose batches a caller may see. It is the address of a key's owner, so that all keys of one owner see
 * the same batches.
 *
 * @returns the tenant, and what the caller may do
 * @throws SealwrightError `missing_api_key`, `invalid_api_key`
 */
export async function authenticateTenant(
  exchange: Exchange,
): Promise<{ readonly tenant: string; readonly permits: (scopes: readonly KeyScope[]) => boolean }> {
  const { tenant, scopes = null } = await demandCaller(exchange)
  return { tenant, permits: (wanted) => covers(scopes, wanted) }
}

/** Identifies the caller on routes that need no key: a request with a valid key counts for that key. */
export async function recognize(exchange: Exchange): Promise<void> {
  try {
    await identify(exchange)
  } catch (error) {
    exchange.signal.throwIfAborted()
    // Neither an invalid key nor a store that is down prevents what needs no key.
    if (!(error instanceof SealwrightError)) throw error
  }
}

/** The key of a request; undefined for a request without a key. */
export function presentedKey({ request }: Exchange): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const other = request.headers.get('x-api-key') ?? undefined
  if (bearer !== undefined && other !== undefined && bearer !== other) {
    throw new SealwrightError('invalid_request', 'The headers "Authorization" and "X-Api-Key" hold different keys.')
  }
  return bearer ?? other
}

async function demandCaller(exchange: Exchange): Promise<Caller> {
  const caller = await identify(exchange)
  if (caller !== undefined) {
    await countForOwner(exchange.state.admission.counters, exchange.account, exchange.signal)
    return caller
  }
  const { keys } = exchange.state.options
  const message =
    keys === undefined
      ? 'Sign in: this service takes no API keys.'
      : 'Send an API key in the header "Authorization: Bearer <key>".'
  throw new SealwrightError('missing_api_key', message)
}

/** Limits the time of the host's look-up of keys, which may hang and ignore signals. */
async function withinTime<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  let stop: (reason: unknown) => void = () => undefined
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = reject
  })
  const onAbort = () => stop(signal.reason)
  const stopDeadline = startDeadline(HTTP_LIMITS.authenticateTimeoutMs, () => stop(tooSlow()))
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([call(), stopped])
  } finally {
    stopDeadline()
    signal.removeEventListener('abort', onAbort)
  }
}

function tooSlow(): SealwrightError {
  return new SealwrightError('store_unavailable', 'API keys cannot be looked up at the moment.')
}

/**
 * Checks the result of a host's look-up. A look-up that answers `false` or an empty record for unknown keys would otherwise let
 * every caller in. One whose addresses are all empty texts, or objects, would make one account of everybody: what is kept for one
 * could be erased by all others.
 */
function assertIdentified(caller: unknown, source: string): void {
  const { id, email, scopes, quotas } = Object(caller) as Record<string, unknown>
  const hasEmail = email === undefined || email === null || (typeof email === 'string' && email.trim() !== '')
  const hasScopes = scopes === undefined || scopes === null || Array.isArray(scopes)
  const hasQuotas = quotas === undefined || quotas === null || isSound(quotas)
  if (typeof id === 'string' && id !== '' && hasEmail && hasScopes && hasQuotas) return
  throw new SealwrightError('internal_error', `${source} did not give { id, email?, scopes?, quotas? }.`)
}

function isSound(quotas: unknown): boolean {
  try {
    if (typeof quotas !== 'object' || quotas === null) return false
    assertGrants({ quotas }, 0)
    return true
  } catch {
    return false
  }
}

/** The caller, and what they may do. */
interface Caller extends Pick<RequestOwner, 'scopes' | 'quotas'> {
  /** Tenant whose batches the caller may see. */
  readonly tenant: string
}

/** The host's own user, or the owner of the key in the request; undefined for neither. */
async function identify(exchange: Exchange): Promise<Caller | undefined> {
  const owner = await ownUser(exchange)
  if (owner !== undefined) {
    const tenant = tenantOf(owner.email) ?? userOwner(owner.id).id
    assign(exchange, userOwner(owner.id), { tenant, quotas: owner.quotas })
    exchange.log['userId'] = owner.id
    return { ...owner, tenant }
  }
  const { state, context, requestId, signal, log } = exchange
  const { keys } = state.options
  const apiKey = presentedKey(exchange)
  if (apiKey === undefined || keys === undefined) return undefined
  const { clientAddress } = context
  const key = await withinTime(signal, () => keys.authenticate(apiKey, { clientAddress, requestId, signal }))
  assertIdentified(key, 'keys.authenticate')
  const tenant = tenantOf(key.email) ?? key.id
  assign(exchange, keyOwner(key.id), { tenant, quotas: key.quotas })
  log['keyId'] = key.id
  return { ...key, tenant }
}

/** Users and keys of one address share their batches, however the host writes it. */
function tenantOf(email: string | null | undefined): string | undefined {
  return email === undefined || email === null ? undefined : storedAddress(email)
}

async function ownUser(exchange: Exchange): Promise<RequestOwner | undefined> {
  const { owner } = exchange.context
  const found = typeof owner === 'function' ? await withinTime(exchange.signal, async () => owner()) : owner
  if (found === undefined || found === null) return undefined
  assertIdentified(found, 'owner')
  assertSameSite(exchange)
  return found
}

/**
 * Refuses a host's user on a request from a page of another site. Browsers send cookies with requests of any page, and a page
 * needs no more than a form to have something signed. Only the host's own pages, and those of origins in `cors`, are accepted.
 */
function assertSameSite({ request: { headers }, url, state }: Exchange): void {
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  const isOwn =
    site === null ? origin === null || isSameHost(origin, headers.get('host') ?? url.host) : site !== 'cross-site'
  const { origins } = state.options.cors ?? {}
  if (isOwn || (origin !== null && Array.isArray(origins) && origins.includes(origin))) return
  throw new SealwrightError(
    'cross_site_request',
    'A page of another site may not do this for a user who is signed in here.',
  )
}

function isSameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}

function assign(
  exchange: Exchange,
  owner: Owner,
  { tenant, quotas }: { readonly tenant: string; readonly quotas: KeyQuotas | null | undefined },
): void {
  exchange.owner = owner
  exchange.account = tenant
  exchange.state.ledger.noteRequest(tenant)
  exchange.quotas = quotas ?? {}
  exchange.lease.assign(owner)
}
