/**
 * API keys: issued for a code that was sent by e-mail, checked, listed, rotated and revoked.
 *
 * @module
 */

import { setTimeout } from 'node:timers/promises'
import { SealwrightError } from '../errors.js'
import { KEY_LIMITS, KEY_RATE_LIMITS } from '../limits.js'
import { createApiKey, createCodeId, createKeyId, hashApiKey, isApiKey, isKeyId, keyHint } from './api-key.js'
import { callWithDeadline } from './call-with-deadline.js'
import { clientNetwork, clientSite } from './client-network.js'
import { writeCodeMail } from './code-mail.js'
import { normalizeEmail } from './email-address.js'
import type { KeyEvent, KeyEventType } from './key-events.js'
import {
  type ApiKeyInfo,
  describeKey,
  type IssuedApiKey,
  type KeyIssuerOptions,
  type KeyIssuerSettings,
  type KeyRateLimits,
  type KeyRequestContext,
  parseSettings,
} from './key-issuer-options.js'
import type { StoredKey } from './key-store.js'
import { memoryRateLimiter } from './memory-rate-limiter.js'
import type { RateLimiter, RateLimitResult } from './rate-limiter.js'
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
  readonly #rateLimits: KeyRateLimits
  readonly #rateLimiter: RateLimiter | false

  /** @throws SealwrightError `invalid_request` for a secret that is too short and for options that make no sense. */
  constructor(options: KeyIssuerOptions) {
    this.#options = options
    this.#settings = parseSettings(options)
    this.#secrets = parseSecrets(options.secret)
    this.#rateLimits = { ...KEY_RATE_LIMITS, ...options.rateLimits }
    this.#rateLimiter = options.rateLimiter ?? memoryRateLimiter()
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
    await this.#limitRequests(address, context)
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
      await this.#refundRequest(address, context)
      this.#report('code.suppressed', context, { address, reason: 'cooldown' })
      return
    }
    await this.#sendCode(address, id, code, context)
  }

  /**
   * Exchanges a code for a new key. Of any number of calls with the same code, one succeeds.
   *
   * @param code six digits; spaces and hyphens between them do not matter.
   * @returns The key, in clear for the only time.
   * @throws SealwrightError `invalid_request` (not an address or not six digits), `invalid_code` (wrong, used, expired or
   *   replaced: never which), `rate_limited`, `key_limit_reached` (the code is used up all the same).
   */
  async redeemCode(email: string, code: string, context: KeyRequestContext = {}): Promise<IssuedApiKey> {
    const start = performance.now()
    try {
      return await this.#redeem(email, code, context)
    } catch (error) {
      // How long it takes must not tell whether the address has a live code.
      if (error instanceof SealwrightError && error.code === 'invalid_code') {
        await setTimeout(Math.max(0, KEY_LIMITS.refusalMs - (performance.now() - start)))
      }
      throw error
    }
  }

  async #redeem(email: string, code: string, context: KeyRequestContext): Promise<IssuedApiKey> {
    const address = normalizeEmail(email)
    const digits = parseCode(code)
    await this.#limit('redemptionsPerClient', context.clientAddress && clientNetwork(context.clientAddress), context)
    const { maxCodeAttempts, maxActiveKeys } = this.#settings
    const attempt = await this.#callStore((store) => store.takeAttempt(address, maxCodeAttempts, this.#now()), context)
    // Counted only where there is a code to be guessed: nobody can lock an address out without mail being sent to it.
    if (attempt !== null) await this.#limit('redemptionsPerEmail', address, context)
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
    const { apiKey, key } = this.#createKey(address)
    if (!(await this.#callStore((store) => store.insertKey(key, maxActiveKeys), context))) {
      this.#report('code.rejected', context, { address, reason: 'key_limit_reached' })
      throw new SealwrightError(
        'key_limit_reached',
        `The address has ${maxActiveKeys} active API keys already: revoke one, then ask for another code.`,
      )
    }
    this.#report('key.issued', context, { address, keyId: key.id })
    return describeIssuedKey(apiKey, key)
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
    const { apiKey, key } = this.#createKey(old?.email ?? '')
    const oldExpiresAt = key.createdAt + Math.floor(graceMs)
    if (old === null || !(await this.#callStore((store) => store.replaceKey(id, key, oldExpiresAt), options))) {
      throw new SealwrightError('key_not_found', 'There is no active API key with this id.')
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

  #createKey(email: string): { apiKey: string; key: StoredKey } {
    const { keyPrefix, keyTtlMs } = this.#settings
    const apiKey = createApiKey(keyPrefix)
    const createdAt = this.#now()
    const key = {
      id: createKeyId(),
      hash: hashApiKey(apiKey),
      hint: keyHint(apiKey, keyPrefix),
      email,
      createdAt,
      expiresAt: keyTtlMs === null ? null : createdAt + keyTtlMs,
      revokedAt: null,
      lastUsedAt: null,
      replacedBy: null,
    }
    return { apiKey, key }
  }

  async #limitRequests(address: string, context: KeyRequestContext): Promise<void> {
    const { clientAddress } = context
    await this.#limit('requestsPerClient', clientAddress && clientNetwork(clientAddress), context)
    await this.#limit('requestsPerEmailAndClient', addressAndClient(address, context), context)
    await this.#limit('requestsPerEmailPerHour', address, context)
    await this.#limit('requestsPerEmailPerDay', address, context)
    const total = await this.#count('requestsInTotal', 'all', context)
    // However many are sent for others, each site has a few: nobody can use them up for all.
    if (total.allowed) return
    if (clientAddress === undefined) throw this.#tooMany('requestsInTotal', total, context)
    await this.#limit('requestsPerSiteWhenBusy', clientSite(clientAddress), context)
  }

  async #refundRequest(address: string, context: KeyRequestContext): Promise<void> {
    const limiter = this.#rateLimiter
    if (limiter === false || limiter.refund === undefined) return
    const subjects: [keyof KeyRateLimits, string | undefined][] = [
      ['requestsPerEmailAndClient', addressAndClient(address, context)],
      ['requestsPerEmailPerHour', address],
      ['requestsPerEmailPerDay', address],
      ['requestsInTotal', 'all'],
    ]
    const refunds = subjects.map(async ([name, value]) => {
      if (value !== undefined) await limiter.refund?.(this.#counter(name, value), this.#rateLimits[name])
    })
    // What cannot be given back comes back when its window ends.
    await this.#callShared(() => Promise.allSettled(refunds), context).catch(() => undefined)
  }

  async #limit(name: keyof KeyRateLimits, value: string | undefined, context: KeyRequestContext): Promise<void> {
    if (value === undefined) return
    const result = await this.#count(name, value, context)
    if (!result.allowed) throw this.#tooMany(name, result, context)
  }

  async #count(
    name: keyof KeyRateLimits,
    value: string,
    context: KeyRequestContext,
  ): Promise<Pick<RateLimitResult, 'allowed' | 'resetMs'>> {
    const limiter = this.#rateLimiter
    if (limiter === false) return { allowed: true, resetMs: 0 }
    return this.#callShared(() => limiter.consume(this.#counter(name, value), this.#rateLimits[name]), context)
  }

  #counter(name: keyof KeyRateLimits, value: string): string {
    return `${name}:${pseudonym(this.#secrets, name, value)}`
  }

  #tooMany(
    name: keyof KeyRateLimits,
    { resetMs }: Pick<RateLimitResult, 'resetMs'>,
    context: KeyRequestContext,
  ): SealwrightError {
    this.#report('rate.limited', context, { reason: name })
    return new SealwrightError('rate_limited', 'Too many requests: try again later.', {
      retryAfterSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
    })
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
    try {
      onEvent(event)
    } catch {
      // A log that fails is no reason to refuse a key.
    }
  }

  #now(): number {
    return this.#options.now?.().getTime() ?? Date.now()
  }
}

function describeIssuedKey(apiKey: string, key: StoredKey): IssuedApiKey {
  const { id, email, createdAt, expiresAt } = describeKey(key)
  return { apiKey, id, email, createdAt, expiresAt }
}

function addressAndClient(address: string, { clientAddress }: KeyRequestContext): string | undefined {
  return clientAddress === undefined ? undefined : `${clientNetwork(clientAddress)} ${address}`
}
