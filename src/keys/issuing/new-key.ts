/**
 * Makes new keys, and describes them for the store and for their owner.
 *
 * @module
 */

import { smallest } from '../../lists.js'
import { type KeyGrants, normalizeScopes } from '../key-grants.js'
import { describeKey, type IssuedApiKey, type KeyIssuerSettings } from '../key-issuer-options.js'
import type { StoredKey } from '../key-store.js'
import { createApiKey, createKeyId, hashApiKey, keyHint } from './api-key.js'

/** A key in clear text, and its stored form. */
interface NewKey {
  readonly apiKey: string
  readonly key: StoredKey
}

/**
 * Makes a key that is not stored yet.
 *
 * @param createdAt milliseconds since 1970
 */
export function createKey(
  { keyPrefix, keyTtlMs }: KeyIssuerSettings,
  email: string,
  { name, scopes, quotas, expiresAt }: KeyGrants,
  createdAt: number,
): NewKey {
  const apiKey = createApiKey(keyPrefix)
  const key = {
    id: createKeyId(),
    hash: hashApiKey(apiKey),
    hint: keyHint(apiKey, keyPrefix),
    email,
    createdAt,
    expiresAt: endOfKey(createdAt, keyTtlMs, expiresAt?.getTime() ?? null),
    revokedAt: null,
    lastUsedAt: null,
    replacedBy: null,
    name: name ?? null,
    scopes: normalizeScopes(scopes ?? null),
    quotas: quotas ?? null,
  }
  return { apiKey, key }
}

/** A new key as its owner gets it, in clear text. */
export function describeIssuedKey(apiKey: string, key: StoredKey): IssuedApiKey {
  const { id, email, createdAt, expiresAt, name, scopes } = describeKey(key)
  return { apiKey, id, email, createdAt, expiresAt, name, scopes }
}

/** The properties of a successor: those of the key before it, with the same lifetime. */
export function inheritGrants({ name, scopes, quotas, createdAt, expiresAt }: StoredKey, now: number): KeyGrants {
  return { name, scopes, quotas, expiresAt: expiresAt === null ? null : new Date(now + expiresAt - createdAt) }
}

/** When a key expires: at the wanted time, but no later than the host's lifetime of keys permits. */
function endOfKey(createdAt: number, ttlMs: number | null, wanted: number | null): number | null {
  const ends = [ttlMs === null ? null : createdAt + ttlMs, wanted].filter((end) => end !== null)
  return ends.length === 0 ? null : smallest(ends)
}
