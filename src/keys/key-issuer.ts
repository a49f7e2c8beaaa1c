/**
 * API keys: issued for a code that was sent by e-mail, checked, listed, rotated and revoked.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { types } from '../platform/value-types.js'
import { callWithDeadline } from './call-with-deadline.js'
import { hashApiKey, isApiKey, isKeyId } from './issuing/api-key.js'
import { CodeExchange } from './issuing/code-exchange.js'
import { normalizeEmail } from './issuing/email-address.js'
import { IssuerContext } from './issuing/issuer-context.js'
import { createKey, describeIssuedKey, inheritGrants } from './issuing/new-key.js'
import { createSessionToken, readSessionToken, sessionPrefix } from './issuing/owner-session.js'
import { assertGrants, covers, type KeyGrants, normalizeScopes } from './key-grants.js'
import {
  type ApiKeyInfo,
  describeKey,
  type IssuedApiKey,
  type KeyIssuerOptions,
  type KeyOwner,
  type KeyRequestContext,
  type OpenedSession,
} from './key-issuer-options.js'
import { KEY_LIMITS } from './key-limits.js'
import type { StoredKey } from './key-store.js'

/** An id in the form of a key's id that was never given out. */
const NO_KEY_ID = 'key_0000000000000000'
/**
 * Issues and checks API keys. All its methods may run at the same time, in many processes that share one store.
 *
 * Every method but the constructor rejects with `store_unavailable` while the store or the rate limiter cannot be reached, and
 * works again as soon as they can. As with any call over a network, a call that was rejected may have taken effect, but no code
 * ever yields two keys.
 *
 * @example
 * ```ts
 * const keys = new KeyIssuer({ store: sqliteStore(database), mailer: smtpMailer(smtpUrl), secret })
 * await keys.requestCode('ada@example.com')
 * const { apiKey } = await keys.redeemCode('ada@example.com', '493027')
 * const { id, email } = await keys.authenticate(apiKey)
 * ```
 */
export class KeyIssuer {
  readonly #context: IssuerContext
  readonly #codes: CodeExchange

  /** @throws SealwrightError `invalid_request` for a secret that is too short and for options that make no sense. */
  constructor(options: KeyIssuerOptions) {
    this.#context = new IssuerContext(options)
    this.#codes = new CodeExchange(this.#context)
  }

  /**
   * Sends a code to an address. Resolves in the same way when no code was sent: within the cool-down after the last code, to an
   * address that the host does not accept, or to one that the mail server refuses.
   *
   * @param email one address without a display name.
   * @throws SealwrightError `invalid_request` (not an address), `rate_limited`, `mail_unavailable`.
   */
  async requestCode(email: string, context: KeyRequestContext = {}): Promise<void> {
    await this.#codes.send(email, context)
  }

  /**
   * Exchanges a code for a new key. Of any number of calls with the same code, one succeeds.
   *
   * @param code six digits; spaces and hyphens between them do not matter.
   * @param grants properties of the new key
   * @returns The key, in clear for the only time.
   * @throws SealwrightError `invalid_request` (not an address or not six digits), `invalid_code` (wrong, used, expired or
   *   replaced: never which), `rate_limited`, `key_limit_reached` (the code is used up anyway).
   */
  async redeemCode(
    email: string,
    code: string,
    context: KeyRequestContext = {},
    grants: KeyGrants = {},
  ): Promise<IssuedApiKey> {
    assertGrants(grants, this.#context.now())
    const address = await this.#codes.take(email, code, context)
    const { apiKey, key } = createKey(this.#context.settings, address, grants, this.#context.now())
    await this.#insert(key, context)
    return describeIssuedKey(apiKey, key)
  }

  /**
   * Opens a session in which the keys of an address are managed, in exchange for a code. It is for owners who have no key at
   * hand, or who have too many to be issued another. A session lasts 15 minutes and permits everything that a key can.
   *
   * @throws SealwrightError as redeemCode, but for `key_limit_reached`
   */
  async openSession(email: string, code: string, context: KeyRequestContext = {}): Promise<OpenedSession> {
    const address = await this.#codes.take(email, code, context)
    const expiresAt = this.#context.now() + KEY_LIMITS.sessionTtlMs
    const token = createSessionToken(this.#context.secrets, this.#context.settings.keyPrefix, {
      email: address,
      expiresAt,
    })
    this.#context.report('session.opened', context, { address })
    return { token, email: address, expiresAt: new Date(expiresAt).toISOString() }
  }

  /**
   * Authenticates someone who manages keys: the owner of a key with the scope `keys`, or of a session.
   *
   * @throws SealwrightError `invalid_api_key`, `insufficient_scope`, `rate_limited`
   */
  async authenticateOwner(presented: string, context: KeyRequestContext = {}): Promise<KeyOwner> {
    const owner = await this.#identifyOwner(presented, context)
    await this.#context.limits.count('managementPerEmail', owner.email, context)
    return owner
  }

  async #identifyOwner(presented: string, context: KeyRequestContext): Promise<KeyOwner> {
    const { keyPrefix } = this.#context.settings
    if (typeof presented === 'string' && presented.startsWith(sessionPrefix(keyPrefix))) {
      const session = readSessionToken(this.#context.secrets, keyPrefix, presented, this.#context.now())
      if (session === undefined) throw this.#rejectKey('session', context)
      return { email: session.email, scopes: null, keyId: null }
    }
    const { id, email, scopes } = await this.authenticate(presented, context)
    if (covers(scopes, ['keys'])) return { email, scopes, keyId: id }
    throw new SealwrightError('insufficient_scope', 'The API key does not permit managing keys.')
  }

  /**
   * Issues a key without a code, for hosts that authenticate their users themselves.
   *
   * @throws SealwrightError `invalid_request`, `key_limit_reached`
   */
  async issueKey(email: string, grants: KeyGrants = {}, context: KeyRequestContext = {}): Promise<IssuedApiKey> {
    const address = normalizeEmail(email)
    assertGrants(grants, this.#context.now())
    const { apiKey, key } = createKey(this.#context.settings, address, grants, this.#context.now())
    await this.#insert(key, context)
    return describeIssuedKey(apiKey, key)
  }

  async #insert(key: StoredKey, context: KeyRequestContext): Promise<void> {
    const { maxActiveKeys } = this.#context.settings
    if (!(await this.#context.callStore((store) => store.insertKey(key, maxActiveKeys), context))) {
      this.#context.report('code.rejected', context, { address: key.email, reason: 'key_limit_reached' })
      throw new SealwrightError(
        'key_limit_reached',
        `The address has ${maxActiveKeys} active API keys already: revoke one, then ask for another code.`,
      )
    }
    this.#context.report('key.issued', context, { address: key.email, keyId: key.id })
  }

  /**
   * Checks a key that was presented. A revoked key is refused as soon as its revocation was acknowledged, since nothing is
   * cached.
   *
   * @returns facts about the key, with the address that it belongs to
   * @throws SealwrightError `invalid_api_key`, whatever the reason.
   */
  async authenticate(apiKey: string, context: KeyRequestContext = {}): Promise<ApiKeyInfo> {
    if (typeof apiKey !== 'string' || !isApiKey(apiKey, this.#context.settings.keyPrefix)) {
      throw this.#rejectKey('malformed', context)
    }
    const hash = hashApiKey(apiKey)
    const key = await this.#context.callStore((store) => store.findKey(hash), context)
    if (key === null) throw this.#rejectKey('unknown', context)
    const now = this.#context.now()
    if (key.revokedAt !== null) throw this.#rejectKey('revoked', context, key.id)
    if (key.expiresAt !== null && key.expiresAt <= now) throw this.#rejectKey('expired', context, key.id)
    if (now - (key.lastUsedAt ?? 0) >= KEY_LIMITS.lastUsedPrecisionMs) {
      // Nothing waits for this write. If the store fails here, the next look-up fails as well.
      this.#context.callStore((store) => store.touchKey(key.id, now), {}).catch(() => undefined)
    }
    return describeKey(key)
  }

  /** Lists all keys of an address that are still stored, including revoked and expired ones, oldest first. */
  async listKeys(email: string, context: KeyRequestContext = {}): Promise<ApiKeyInfo[]> {
    const address = normalizeEmail(email)
    return (await this.#context.callStore((store) => store.listKeys(address), context)).map(describeKey)
  }

  /** Public facts about a key; null when no key has this id. */
  async findKey(id: string, context: KeyRequestContext = {}): Promise<ApiKeyInfo | null> {
    const key = isKeyId(id) ? await this.#context.callStore((store) => store.findKeyById(id), context) : null
    return key === null ? null : describeKey(key)
  }

  /**
   * Lists all keys page by page, with `limit` (default 100) keys on each, for a host's administration.
   *
   * @param options.cursor the `cursor` of the page before; null or left out for the first page. The last page has the cursor
   * null.
   */
  async scanKeys(
    options: KeyRequestContext & { readonly cursor?: string | null; readonly limit?: number } = {},
  ): Promise<{ readonly keys: readonly ApiKeyInfo[]; readonly cursor: string | null }> {
    const { cursor = null, limit = 100 } = options
    if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
      throw new SealwrightError('invalid_request', 'limit must be a whole number from 1 to 1000.')
    }
    const page = await this.#context.callStore((store) => store.scanKeys(cursor, limit), options)
    return { keys: page.keys.map(describeKey), cursor: page.cursor }
  }

  /**
   * Changes an active key: its name, scopes, quotas and expiry. Members that are left out stay as they are.
   *
   * @throws SealwrightError `invalid_request`; `key_not_found` when the key is unknown or no longer active.
   */
  async updateKey(id: string, changes: KeyGrants, context: KeyRequestContext = {}): Promise<ApiKeyInfo> {
    const now = this.#context.now()
    assertGrants(changes, now)
    const { name, scopes, quotas, expiresAt } = changes
    const stored = {
      name,
      scopes: scopes === undefined ? undefined : normalizeScopes(scopes),
      quotas,
      expiresAt: types.isDate(expiresAt) ? expiresAt.getTime() : expiresAt,
    }
    const isKnown = isKeyId(id) && (await this.#context.callStore((store) => store.updateKey(id, stored, now), context))
    const key = isKnown ? await this.findKey(id, context) : null
    if (key === null) throw noSuchKey()
    this.#context.report('key.changed', context, { address: key.email, keyId: id })
    return key
  }

  /**
   * Revokes a key for good. Once this resolves, no process that shares the store accepts the key.
   *
   * @returns whether the key exists
   */
  async revokeKey(id: string, context: KeyRequestContext = {}): Promise<boolean> {
    if (!isKeyId(id)) return false
    const isKnown = await this.#context.callStore((store) => store.revokeKey(id, this.#context.now()), context)
    if (isKnown) this.#context.report('key.revoked', context, { keyId: id })
    return isKnown
  }

  /**
   * Replaces a key by a successor for the same address. The old key goes on working for `graceMs` (default 24 hours), so that it
   * can be exchanged wherever it is in use. Of several calls at the same time, one succeeds.
   *
   * @throws SealwrightError `key_not_found` when the key is unknown, expired, revoked or was rotated before.
   */
  async rotateKey(id: string, options: KeyRequestContext & { readonly graceMs?: number } = {}): Promise<IssuedApiKey> {
    const { graceMs = KEY_LIMITS.rotationGraceMs } = options
    if (!(graceMs >= 0 && graceMs <= Number.MAX_SAFE_INTEGER / 4)) {
      throw new SealwrightError('invalid_request', 'graceMs must be a number of milliseconds.')
    }
    const old = isKeyId(id) ? await this.#context.callStore((store) => store.findKeyById(id), options) : null
    if (old === null) throw noSuchKey()
    const now = this.#context.now()
    const { apiKey, key } = createKey(this.#context.settings, old.email, inheritGrants(old, now), now)
    const oldExpiresAt = now + Math.floor(graceMs)
    if (!(await this.#context.callStore((store) => store.replaceKey(id, key, oldExpiresAt), options))) throw noSuchKey()
    this.#context.report('key.rotated', options, { address: old.email, keyId: id })
    return describeIssuedKey(apiKey, key)
  }

  /** Rejects with `store_unavailable` when the store cannot be reached. */
  async checkStore(context: KeyRequestContext = {}): Promise<void> {
    await this.#context.callStore((store) => store.findKeyById(NO_KEY_ID), context)
  }

  /**
   * Rejects with `internal_error` when this host's clock and the store's differ by more than a minute: times in signatures, and
   * expiry times of codes and keys, would be wrong. Resolves to `unknown` where the store has no clock of its own.
   */
  async checkClock(context: KeyRequestContext = {}): Promise<'ok' | 'unknown'> {
    if (this.#context.options.store.readTime === undefined) return 'unknown'
    const before = this.#context.now()
    const theirs = await this.#context.callStore(async (store) => store.readTime?.() ?? before, context)
    const early = before - theirs
    const late = theirs - this.#context.now()
    if (Math.max(early, late) <= KEY_LIMITS.maxClockDriftMs) return 'ok'
    throw new SealwrightError('internal_error', 'The clocks of this host and of the key store differ by over a minute.')
  }

  /**
   * Rejects while requests for codes cannot be counted and are therefore refused. Resolves to `degraded` while each host counts
   * for itself.
   */
  async checkLimits(context: KeyRequestContext = {}): Promise<'ok' | 'degraded' | 'unknown'> {
    const { rateLimiter } = this.#context.options
    if (rateLimiter === undefined || rateLimiter === false || rateLimiter.check === undefined) return 'unknown'
    return this.#context.callShared(async () => rateLimiter.check?.() ?? 'ok', context)
  }

  /**
   * Rejects with `mail_unavailable` when the mailer reports that it cannot send at the moment. Resolves to `unknown` where the
   * mailer cannot tell.
   */
  async checkMailer({ signal }: KeyRequestContext = {}): Promise<'ok' | 'unknown'> {
    const { mailer } = this.#context.options
    if (mailer.check === undefined) return 'unknown'
    await callWithDeadline(async (deadline) => mailer.check?.({ signal: deadline }), {
      timeoutMs: this.#context.settings.mailTimeoutMs,
      code: 'mail_unavailable',
      message: 'The mail server cannot be reached.',
      signal,
    })
    return 'ok'
  }

  /**
   * Deletes expired codes, and keys that were revoked or expired more than `keepMs` ago (default 30 days). Call it now and then;
   * only the size of the store, and how long it keeps addresses, depend on it.
   *
   * @returns number of deleted codes and keys
   */
  async purge(options: KeyRequestContext & { readonly keepMs?: number } = {}): Promise<number> {
    const now = this.#context.now()
    const before = now - (options.keepMs ?? KEY_LIMITS.endedKeyRetentionMs)
    return this.#context.callStore(async (store) => (await store.purge?.(now, before)) ?? 0, options)
  }

  #rejectKey(reason: string, context: KeyRequestContext, keyId?: string): SealwrightError {
    this.#context.report('auth.failed', context, keyId === undefined ? { reason } : { reason, keyId })
    return new SealwrightError('invalid_api_key', 'The API key is not valid.')
  }
}

function noSuchKey(): SealwrightError {
  return new SealwrightError('key_not_found', 'There is no active API key with this id.')
}
