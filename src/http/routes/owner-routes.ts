/**
 * `GET /v1/usage` and `DELETE /v1/owner`: show what is stored for the caller, and remove it.
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { invalidInput } from '../../jobs/members/invalid-input.js'
import { type ApiAnswer, jsonAnswer } from '../answers.js'
import { authenticateTenant, presentedKey } from '../authenticate.js'
import type { Exchange, Route } from '../route.js'
import { PRIVATE_HEADERS } from './auth-routes.js'
import { canManage } from './key-routes.js'
import { readQuery } from './read-query.js'

const ERASE_PARAMETERS = ['keys'] as const

/** The routes. */
export const OWNER_ROUTES: readonly Route[] = [
  { path: '/v1/usage', methods: { GET: handleUsage } },
  { path: '/v1/owner', methods: { DELETE: handleErase }, query: ERASE_PARAMETERS },
]

async function handleUsage(exchange: Exchange): Promise<ApiAnswer> {
  const { tenant } = await authenticateTenant(exchange)
  const { state, owner, signal } = exchange
  return jsonAnswer(await state.ledger.usage(tenant, owner.id, signal), 200, PRIVATE_HEADERS)
}

/**
 * Erases everything of an owner. A caller who may manage the owner's keys may erase the data of all keys, and the keys as well.
 */
async function handleErase(exchange: Exchange): Promise<ApiAnswer> {
  const { tenant, permits } = await authenticateTenant(exchange)
  if (!permits(['keys'])) throw new SealwrightError('insufficient_scope', 'The API key does not permit "keys".')
  const { keys: wanted } = readQuery(exchange.url, ERASE_PARAMETERS)
  const revokeKeys = wanted === undefined ? async () => 0 : findRevocation(exchange, wanted)
  const erased = await exchange.state.ledger.erase(tenant)
  return jsonAnswer({ erased: { ...erased, keys: await revokeKeys() } }, 200, PRIVATE_HEADERS)
}

/**
 * Returns a function that revokes all keys of the caller.
 *
 * @throws SealwrightError `invalid_request` where keys cannot be revoked; it is thrown before anything is erased
 */
function findRevocation(exchange: Exchange, wanted: string): () => Promise<number> {
  const refuse = (code: string, message: string) => invalidInput([{ pointer: '/keys', code, message }])
  if (wanted !== 'revoke') throw refuse('invalid_value', '"keys" must be "revoke", or left out.')
  const { state, context, requestId, signal } = exchange
  const { keys, manageKeys } = state.options
  const presented = presentedKey(exchange)
  if (keys === undefined || !canManage(keys) || manageKeys === false || presented === undefined) {
    throw refuse('no_keys', 'This service does not look after keys of yours.')
  }
  const of = { clientAddress: context.clientAddress, requestId, signal }
  return async () => {
    const { email, keyId } = await keys.authenticateOwner(presented, of)
    const active = (await keys.listKeys(email, of)).filter(({ revokedAt }) => revokedAt === null)
    // The presented key is revoked last, so that an interrupted caller can repeat the request.
    active.sort((a, b) => Number(a.id === keyId) - Number(b.id === keyId))
    for (const { id } of active) await keys.revokeKey(id, of)
    return active.length
  }
}
