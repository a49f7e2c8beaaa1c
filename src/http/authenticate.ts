/**
 * Whose request it is.
 *
 * @module
 */

import { startDeadline } from '../deadline.js'
import { SealwrightError } from '../errors.js'
import { assertGrants, covers, type KeyScope } from '../keys/key-grants.js'
import { keyOwner } from './fairness/owner.js'
import { HTTP_LIMITS } from './http-limits.js'
import type { Exchange } from './route.js'

/**
 * Identifies the caller. What the request does is counted for its key from here on.
 *
 * @returns The id of the API key.
 * @throws SealwrightError `missing_api_key`, `invalid_api_key`, `insufficient_scope`, and `invalid_request` for two keys
 */
export async function authenticate(exchange: Exchange, scope: KeyScope): Promise<string> {
  const apiKey = presentedKey(exchange)
  if (apiKey === undefined) throw missingKey()
  const { id, scopes = null } = await identify(exchange, apiKey)
  if (covers(scopes, [scope])) return id
  throw new SealwrightError('insufficient_scope', `The API key does not permit "${scope}".`)
}

/**
 * Whose batches a key may see: those of its address, so that another key of the same owner sees them too.
 *
 * @returns The tenant, and what the key permits.
 * @throws SealwrightError `missing_api_key`, `invalid_api_key`
 */
export async function authenticateTenant(
  exchange: Exchange,
): Promise<{ readonly tenant: string; readonly permits: (scopes: readonly KeyScope[]) => boolean }> {
  const apiKey = presentedKey(exchange)
  if (apiKey === undefined) throw missingKey()
  const { id, email, scopes = null } = await identify(exchange, apiKey)
  return { tenant: email ?? id, permits: (wanted) => covers(scopes, wanted) }
}

/**
 * Identifies the caller where no key is needed: if a valid key is sent all the same, the request counts for that key.
 */
export async function recognize(exchange: Exchange): Promise<void> {
  const apiKey = presentedKey(exchange)
  if (apiKey === undefined) return
  try {
    await identify(exchange, apiKey)
  } catch (error) {
    exchange.signal.throwIfAborted()
    // Neither an invalid key nor a store that is down keeps anyone from what needs no key.
    if (!(error instanceof SealwrightError)) throw error
  }
}

/** The key of a request; undefined where there is none. */
export function presentedKey({ request }: Exchange): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const other = request.headers.get('x-api-key') ?? undefined
  if (bearer !== undefined && other !== undefined && bearer !== other) {
    throw new SealwrightError('invalid_request', 'The headers "Authorization" and "X-Api-Key" hold different keys.')
  }
  return bearer ?? other
}

function missingKey(): SealwrightError {
  return new SealwrightError('missing_api_key', 'Send an API key in the header "Authorization: Bearer <key>".')
}

/** The host's lookup of keys may hang and ignore signals: such requests would never end. */
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
 * The result of a host's lookup is checked: one that answers `false`, or an empty record, for unknown keys would let
 * everybody in.
 */
function assertIdentified(key: unknown): void {
  const { id, scopes, quotas } = Object(key) as Record<string, unknown>
  const hasScopes = scopes === undefined || scopes === null || Array.isArray(scopes)
  const hasQuotas = quotas === undefined || quotas === null || isSound(quotas)
  if (typeof id === 'string' && id !== '' && hasScopes && hasQuotas) return
  throw new SealwrightError('internal_error', 'keys.authenticate did not return a key: { id, scopes?, quotas? }.')
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

async function identify(exchange: Exchange, apiKey: string) {
  const { state, context, requestId, signal, lease, log } = exchange
  const { clientAddress } = context
  const key = await withinTime(signal, () =>
    state.options.keys.authenticate(apiKey, { clientAddress, requestId, signal }),
  )
  assertIdentified(key)
  exchange.owner = keyOwner(key.id)
  exchange.quotas = key.quotas ?? {}
  lease.assign(exchange.owner)
  log['keyId'] = key.id
  return key
}
