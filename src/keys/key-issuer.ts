/**
 * API keys: issued for a code that was sent by e-mail, checked, listed, rotated and revoked.
 *
 * @module
 */

import { setTimeout } from 'node:timers/promises'
import { SealwrightError } from '../errors.js'
import { KEY_LIMITS } from '../limits.js'
import { tell } from '../tell.js'
import { createApiKey, createCodeId, createKeyId, hashApiKey, isApiKey, isKeyId, keyHint } from './api-key.js'
import { callWithDeadline } from './call-with-deadline.js'
import { clientNetwork } from './client-network.js'
import { writeCodeMail } from './code-mail.js'
import { normalizeEmail } from './email-address.js'
import type { KeyEvent, KeyEventType } from './key-events.js'
import { assertGrants, covers, type KeyGrants, normalizeScopes } from './key-grants.js'
import {
  type ApiKeyInfo,
  describeKey,
  type IssuedApiKey,
  type KeyIssuerOptions,
  type KeyIssuerSettings,
  type KeyOwner,
  type KeyRequestContext,
  type OpenedSession,
  parseSettings,
} from './key-issuer-options.js'
import type { StoredKey } from './key-store.js'
import { createSessionToken, readSessionToken, sessionPrefix } from './owner-session.js'
import { RequestLimits } from './request-limits.js'
import {
  createCode,
  digestCode,
  matchesCode,
  parseCode,
  parseSecrets,
  pseudonym,
  type Secrets,
} from './verification-code.js'

const MAIL_RETRY_SECONDS = 60
const STORE_RETRY_SECONDS = 5
/** The form of a key's id, and none that was ever given out. */
const NO_KEY_ID = 'key_0000000000000000'
/** Compared with when there is no code, so that the answer takes as long as for a wrong one. */
const NO_DIGEST = '0'.repeat(64)

/**
 * Issues and checks API keys. All its methods may run at the same time, in many processes that share one store.
 *
 * Every method but the constructor rejects with `store_unavailable` while the store or the rate limiter cannot be reached,
 * and works again as soon as they can. As with any call over a network, what was asked for may have happened all the
 * same; never is a key given out twice for one code.
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
  readonly #options: KeyIssuerOptions
  readonly #settings: KeyIssuerSettings
  readonly #secrets: Secrets
  readonly #limits: RequestLimits

  /** @throws SealwrightError `invalid_request` for a secret that is too short and for options that make no sense. */
  constructor(options: KeyIssuerOptions) {
    this.#options = options
    this.#settings = parseSettings(options)
    this.#secrets = parseSecrets(options.secret)
    this.#limits = new RequestLimits(options, {
      secrets: this.#secrets,
      callShared: (call, context) => this.#callShared(call, context),
      onLimited: (reason, context) => this.#report('rate.limited', context, { reason }),
    })
  }

  /**
   * Sends a code to an address. Resolves in the same way whether or not a code was really sent: not within the cool-down
   * after the one before, not to an address that the host does not accept or that the mail server refuses.
   *
   * @param email one address without a display name.
   * @throws SealwrightError `invalid_request` (not an address), `rate_limited`, `mail_unavailable`.
   */
  async requestCode(email: string, context: KeyRequestContext = {}): Promise<void> {
    const address = normalizeEmail(email)
    await this.#limits.countRequest(address, context)
    this.#report('code.requested', context, { address })
    if (!(await this.#isAccepted(address, context))) {
      this.#report('code.suppressed', context, { address, reason: 'not_accepted' })
      return
    }
    const id = createCodeId()
    const code = createCode()
    const createdAt = this.#now()
    const stored = {
      id,
      email: address,
      digest: digestCode(this.#secrets, id, address, code),
      createdAt,
      expiresAt: createdAt + this.#settings.codeTtlMs,
    }
    const isNew = await this.#callStore((store) => store.putCode(stored, this.#settings.resendCooldownMs), context)
    if (!isNew) {
      // Nothing was sent, so that a few clicks too many cost nobody the code after that.
      await this.#limits.refundRequest(address, context)
      this.#report('code.suppressed', context, { address, reason: 'cooldown' })
      return
    }
    await this.#sendCode(address, id, code, context)
  }

  /**
   * Exchanges a code for a new key. Of any number of calls with the same code, one succeeds.
   *
   * @param code six digits; spaces and hyphens between them do not matter.
   * @param grants What the new key is like.
   * @returns The key, in clear for the only time.
   * @throws SealwrightError `invalid_request` (not an address or not six digits), `invalid_code` (wrong, used, expired or
   *   replaced: never which), `rate_limited`, `key_limit_reached` (the code is used up all the same).
   */
  async redeemCode(
    email: string,
    code: string,
    context: KeyRequestContext = {},
    grants: KeyGrants = {},
  ): Promise<IssuedApiKey> {
    assertGrants(grants, this.#now())
    const address = await this.#takeCode(email, code, context)
    const { apiKey, key } = this.#createKey(address, grants)
    await this.#insert(key, context)
    return describeIssuedKey(apiKey, key)
  }

  /**
   * Opens a session in which the keys of an address are looked after, for a code: when no key is at hand, or none may be issued
   * because there are too many. It lasts a quarter of an hour and permits everything that a key can.
   *
   * @throws SealwrightError as redeemCode, but for `key_limit_reached`
   */
  async openSession(email: string, code: string, context: KeyRequestContext = {}): Promise<OpenedSession> {
    const address = await this.#takeCode(email, code, context)
    const expiresAt = this.#now() + KEY_LIMITS.sessionTtlMs
    const token = createSessionToken(this.#secrets, this.#settings.keyPrefix, { email: address, expiresAt })
    this.#report('session.opened', context, { address })
    return { token, email: address, expiresAt: new Date(expiresAt).toISOString() }
  }

  /**
   * Who looks after keys: the owner of a key with the scope `keys`, or of a session.
   *
   * @throws SealwrightError `invalid_api_key`, `insufficient_scope`, `rate_limited`
   */
  async authenticateOwner(presented: string, context: KeyRequestContext = {}): Promise<KeyOwner> {
    const owner = await this.#identifyOwner(presented, context)
    await this.#limits.count('managementPerEmail', owner.email, context)
    return owner
  }

  async #identifyOwner(presented: string, context: KeyRequestContext): Promise<KeyOwner> {
    const { keyPrefix } = this.#settings
    if (typeof presented === 'string' && presented.startsWith(sessionPrefix(keyPrefix))) {
      const session = readSessionToken(this.#secrets, keyPrefix, presented, this.#now())
      if (session === undefined) throw this.#rejectKey('session', context)
      return { email: session.email, scopes: null, keyId: null }
    }
    const { id, email, scopes } = await this.authenticate(presented, context)
    if (covers(scopes, ['keys'])) return { email, scopes, keyId: id }
    throw new SealwrightError('insufficient_scope', 'The API key does not permit managing keys.')
  }

  /**
   * Issues a key without a code: for hosts that know their users otherwise.
   *
   * @throws SealwrightError `invalid_request`, `key_limit_reached`
   */
  async issueKey(email: string, grants: KeyGrants = {}, context: KeyRequestContext = {}): Promise<IssuedApiKey> {
    const address = normalizeEmail(email)
    assertGrants(grants, this.#now())
    const { apiKey, key } = this.#createKey(address, grants)
    await this.#insert(key, context)
    return describeIssuedKey(apiKey, key)
  }

  async #insert(key: StoredKey, context: KeyRequestContext): Promise<void> {
    const { maxActiveKeys } = this.#settings
    if (!(await this.#callStore((store) => store.insertKey(key, maxActiveKeys), context))) {
      this.#report('code.rejected', context, { address: key.email, reason: 'key_limit_reached' })
      throw new SealwrightError(
        'key_limit_reached',
        `The address has ${maxActiveKeys} active API keys already: revoke one, then ask for another code.`,
      )
    }
    this.#report('key.issued', context, { address: key.email, keyId: key.id })
  }

  /** Takes a code, which is used up by it; gives the address that it was sent to. */
  async #takeCode(email: string, code: string, context: KeyRequestContext): Promise<string> {
    const start = performance.now()
    try {
      return await this.#tryCode(email, code, context)
    } catch (error) {
      // How long it takes must not tell whether the address has a live code.
      if (error instanceof SealwrightError && error.code === 'invalid_code') {
        await setTimeout(Math.max(0, KEY_LIMITS.refusalMs - (performance.now() - start)))
      }
      throw error
    }
  }

  async #tryCode(email: string, code: string, context: KeyRequestContext): Promise<string> {
    const address = normalizeEmail(email)
    const digits = parseCode(code)
    const { clientAddress } = context
    await this.#limits.count('redemptionsPerClient', clientAddress && clientNetwork(clientAddress), context)
    const { maxCodeAttempts } = this.#settings
    const attempt = await this.#callStore((store) => store.takeAttempt(address, maxCodeAttempts, this.#now()), context)
    // Counted only where there is a code to be guessed: nobody can lock an address out without mail being sent to it.
    if (attempt !== null) await this.#limits.count('redemptionsPerEmail', address, context)
    const { id, digest } = attempt ?? { id: '', digest: NO_DIGEST }
    const isRight = matchesCode(this.#secrets, digest, id, address, digits)
    if (attempt === null) throw this.#rejectCode(address, 'no_live_code', context)
    if (!isRight) throw this.#rejectCode(address, 'wrong_code', context)
    if (attempt.createdAt - this.#now() > KEY_LIMITS.maxClockSkewMs) {
      throw this.#rejectCode(address, 'clock_skew', context)
    }
    // The code goes before the key comes: a crash in between costs a code, never makes one usable twice.
    if (!(await this.#callStore((store) => store.consumeCode(address, id), context))) {
      throw this.#rejectCode(address, 'already_used', context)
    }
    return address
  }

  /**
   * Checks a key that was presented. A revoked key is refused from the moment on that revoking it was acknowledged: nothing
   * is cached.
   *
   * @returns Whose key it is.
   * @throws SealwrightError `invalid_api_key`, whatever the reason.
   */
  async authenticate(apiKey: string, context: KeyRequestContext = {}): Promise<ApiKeyInfo> {
    if (typeof apiKey !== 'string' || !isApiKey(apiKey, this.#settings.keyPrefix)) {
      throw this.#rejectKey('malformed', context)
    }
    const hash = hashApiKey(apiKey)
    const key = await this.#callStore((store) => store.findKey(hash), context)
    if (key === null) throw this.#rejectKey('unknown', context)
    const now = this.#now()
    if (key.revokedAt !== null) throw this.#rejectKey('revoked', context, key.id)
    if (key.expiresAt !== null && key.expiresAt <= now) throw this.#rejectKey('expired', context, key.id)
    if (now - (key.lastUsedAt ?? 0) >= KEY_LIMITS.lastUsedPrecisionMs) {
      // Nobody waits for this, and a store that fails here fails the next look-up as well.
      this.#callStore((store) => store.touchKey(key.id, now), {}).catch(() => undefined)
    }
    return describeKey(key)
  }

  /** Lists all keys of an address that the store keeps, revoked and expired ones included, oldest first. */
  async listKeys(email: string, context: KeyRequestContext = {}): Promise<ApiKeyInfo[]> {
    const address = normalizeEmail(email)
    return (await this.#callStore((store) => store.listKeys(address), context)).map(describeKey)
  }

  /** What may be told about a key; null when there is none with this id. */
  async findKey(id: string, context: KeyRequestContext = {}): Promise<ApiKeyInfo | null> {
    const key = isKeyId(id) ? await this.#callStore((store) => store.findKeyById(id), context) : null
    return key === null ? null : describeKey(key)
  }

  /**
   * Goes through all keys, some `limit` (default 100) at a time: for a host's own administration.
   *
   * @param options.cursor What the page before gave; null or left out to begin. Null in the result after the last page.
   */
  async scanKeys(
    options: KeyRequestContext & { readonly cursor?: string | null; readonly limit?: number } = {},
  ): Promise<{ readonly keys: readonly ApiKeyInfo[]; readonly cursor: string | null }> {
    const { cursor = null, limit = 100 } = options
    if (!Number.isInteger(limit) || limit < 1 || limit > 1000) {
      throw new SealwrightError('invalid_request', 'limit must be a whole number from 1 to 1000.')
    }
    const page = await this.#callStore((store) => store.scanKeys(cursor, limit), options)
    return { keys: page.keys.map(describeKey), cursor: page.cursor }
  }

  /**
   * Changes what an active key is called, permits and may use, and when it ends. What is left out stays as it is.
   *
   * @throws SealwrightError `invalid_request`; `key_not_found` when the key is unknown or no longer active.
   */
  async updateKey(id: string, changes: KeyGrants, context: KeyRequestContext = {}): Promise<ApiKeyInfo> {
    const now = this.#now()
    assertGrants(changes, now)
    const { name, scopes, quotas, expiresAt } = changes
    const stored = {
      name,
      scopes: scopes === undefined ? undefined : normalizeScopes(scopes),
      quotas,
      expiresAt: expiresAt instanceof Date ? expiresAt.getTime() : expiresAt,
    }
    const isKnown = isKeyId(id) && (await this.#callStore((store) => store.updateKey(id, stored, now), context))
    const key = isKnown ? await this.findKey(id, context) : null
    if (key === null) throw noSuchKey()
    this.#report('key.changed', context, { address: key.email, keyId: id })
    return key
  }

  /**
   * Revokes a key for good. Once this resolves, no process that shares the store accepts the key.
   *
   * @returns Whether there is such a key.
   */
  async revokeKey(id: string, context: KeyRequestContext = {}): Promise<boolean> {
    if (!isKeyId(id)) return false
    const isKnown = await this.#callStore((store) => store.revokeKey(id, this.#now()), context)
    if (isKnown) this.#report('key.revoked', context, { keyId: id })
    return isKnown
  }

  /**
   * Gives a key a successor for the same address. The old key goes on working for `graceMs` (default 24 hours), so that it
   * can be exchanged wherever it is in use. Of calls at the same time, one succeeds.
   *
   * @throws SealwrightError `key_not_found` when the key is unknown, expired, revoked or was rotated before.
   */
  async rotateKey(id: string, options: KeyRequestContext & { readonly graceMs?: number } = {}): Promise<IssuedApiKey> {
    const { graceMs = KEY_LIMITS.rotationGraceMs } = options
    if (!(graceMs >= 0 && graceMs <= Number.MAX_SAFE_INTEGER / 4)) {
      throw new SealwrightError('invalid_request', 'graceMs must be a number of milliseconds.')
    }
    const old = isKeyId(id) ? await this.#callStore((store) => store.findKeyById(id), options) : null
    const { apiKey, key } = this.#createKey(old?.email ?? '', old === null ? {} : inheritGrants(old, this.#now()))
    const oldExpiresAt = key.createdAt + Math.floor(graceMs)
    if (old === null || !(await this.#callStore((store) => store.replaceKey(id, key, oldExpiresAt), options))) {
      throw noSuchKey()
    }
    this.#report('key.rotated', options, { address: old.email, keyId: id })
    return describeIssuedKey(apiKey, key)
  }

  /** Rejects with `store_unavailable` when the store cannot be reached. */
  async checkStore(context: KeyRequestContext = {}): Promise<void> {
    await this.#callStore((store) => store.findKeyById(NO_KEY_ID), context)
  }

  /** Rejects with `mail_unavailable` when the mailer can tell that it cannot send at the moment. */
  async checkMailer({ signal }: KeyRequestContext = {}): Promise<void> {
    const { mailer } = this.#options
    await callWithDeadline(async (deadline) => mailer.check?.({ signal: deadline }), {
      timeoutMs: this.#settings.mailTimeoutMs,
      code: 'mail_unavailable',
      message: 'The mail server cannot be reached.',
      signal,
    })
  }

  /**
   * Deletes expired codes, and keys that were revoked or expired more than `keepMs` ago (default 30 days). To be called now
   * and then; nothing but the size of the store and how long addresses stay in it depends on it.
   *
   * @returns How many were deleted.
   */
  async purge(options: KeyRequestContext & { readonly keepMs?: number } = {}): Promise<number> {
    const now = this.#now()
    const before = now - (options.keepMs ?? KEY_LIMITS.endedKeyRetentionMs)
    return this.#callStore(async (store) => (await store.purge?.(now, before)) ?? 0, options)
  }

  async #isAccepted(address: string, { signal }: KeyRequestContext): Promise<boolean> {
    const { acceptEmail } = this.#options
    if (acceptEmail === undefined) return true
    return callWithDeadline(async () => acceptEmail(address), {
      timeoutMs: this.#settings.storeTimeoutMs,
      code: 'internal_error',
      message: 'It could not be decided whether the address may have a key.',
      signal,
    })
  }

  async #sendCode(address: string, codeId: string, code: string, context: KeyRequestContext): Promise<void> {
    const { serviceName = 'sealwright', writeMail = writeCodeMail, mailer } = this.#options
    const minutes = Math.max(1, Math.floor(this.#settings.codeTtlMs / 60_000))
    try {
      // Not bound to the caller's signal: a client that goes away must not turn the code in its mail box into a dead one.
      await callWithDeadline(
        (signal) => mailer.send(writeMail({ to: address, code, serviceName, minutes }), { signal }),
        {
          timeoutMs: this.#settings.mailTimeoutMs,
          code: 'mail_unavailable',
          message: 'The e-mail with the code could not be sent. Try again in a minute.',
          retryAfterSeconds: MAIL_RETRY_SECONDS,
        },
      )
    } catch (error) {
      const reason = error instanceof SealwrightError && error.code === 'mail_refused' ? error.code : 'mail_unavailable'
      this.#report('code.failed', context, { address, reason })
      // A code that nobody received must not hold up the next one. When this fails too, it merely expires.
      await this.#callStore((store) => store.consumeCode(address, codeId), {}).catch(() => undefined)
      if (reason === 'mail_refused') return
      throw error
    }
    this.#report('code.sent', context, { address })
  }

  #createKey(email: string, { name, scopes, quotas, expiresAt }: KeyGrants): { apiKey: string; key: StoredKey } {
    const { keyPrefix, keyTtlMs } = this.#settings
    const apiKey = createApiKey(keyPrefix)
    const createdAt = this.#now()
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

  #callStore<T>(call: (store: KeyIssuerOptions['store']) => Promise<T>, context: KeyRequestContext): Promise<T> {
    return this.#callShared(() => call(this.#options.store), context)
  }

  #callShared<T>(call: () => Promise<T>, { signal }: KeyRequestContext): Promise<T> {
    return callWithDeadline(call, {
      timeoutMs: this.#settings.storeTimeoutMs,
      code: 'store_unavailable',
      message: 'The key store cannot be reached at the moment.',
      retryAfterSeconds: STORE_RETRY_SECONDS,
      signal,
    })
  }

  #rejectCode(address: string, reason: string, context: KeyRequestContext): SealwrightError {
    this.#report('code.rejected', context, { address, reason })
    return new SealwrightError(
      'invalid_code',
      'The code is wrong, was used already or has expired: ask for another one.',
    )
  }

  #rejectKey(reason: string, context: KeyRequestContext, keyId?: string): SealwrightError {
    this.#report('auth.failed', context, keyId === undefined ? { reason } : { reason, keyId })
    return new SealwrightError('invalid_api_key', 'The API key is not valid.')
  }

  #report(
    type: KeyEventType,
    { clientAddress, requestId }: KeyRequestContext,
    { address, ...facts }: { address?: string; keyId?: string; reason?: string },
  ): void {
    const { onEvent } = this.#options
    if (onEvent === undefined) return
    const event: KeyEvent = {
      type,
      at: new Date(this.#now()).toISOString(),
      ...(address === undefined ? {} : { emailPseudonym: pseudonym(this.#secrets, 'email', address) }),
      ...(clientAddress === undefined ? {} : { clientAddress }),
      ...(requestId === undefined ? {} : { requestId }),
      ...facts,
    }
    tell(() => onEvent(event), undefined)
  }

  #now(): number {
    return this.#options.now?.().getTime() ?? Date.now()
  }
}

function describeIssuedKey(apiKey: string, key: StoredKey): IssuedApiKey {
  const { id, email, createdAt, expiresAt, name, scopes } = describeKey(key)
  return { apiKey, id, email, createdAt, expiresAt, name, scopes }
}

/** A successor is as the key before, and lives as long. */
function inheritGrants({ name, scopes, quotas, createdAt, expiresAt }: StoredKey, now: number): KeyGrants {
  return { name, scopes, quotas, expiresAt: expiresAt === null ? null : new Date(now + expiresAt - createdAt) }
}

/** No key lives longer than the host says. */
function endOfKey(createdAt: number, ttlMs: number | null, wanted: number | null): number | null {
  const ends = [ttlMs === null ? null : createdAt + ttlMs, wanted].filter((end) => end !== null)
  return ends.length === 0 ? null : Math.min(...ends)
}

function noSuchKey(): SealwrightError {
  return new SealwrightError('key_not_found', 'There is no active API key with this id.')
}
