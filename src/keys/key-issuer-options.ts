/**
 * Options, inputs and results of KeyIssuer.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import {
  checkOptions,
  FUNCTION,
  having,
  members,
  must,
  type OptionTable,
  required,
  TEXT,
  wholeNumberFrom,
} from '../input/check-options.js'
import { isBytes } from '../input/foreign-values.js'
import { isKeyPrefix } from './issuing/api-key.js'
import type { CodeChallenge } from './issuing/challenge.js'
import type { CodeMail } from './issuing/code-mail.js'
import type { KeyEvent } from './issuing/key-events.js'
import type { KeyQuotas, KeyScope } from './key-grants.js'
import { KEY_LIMITS, KEY_RATE_LIMITS } from './key-limits.js'
import type { KeyStore, StoredKey } from './key-store.js'
import type { Mailer, MailMessage } from './mailer.js'
import type { RateLimit, RateLimiter } from './rate-limiter.js'

/** The limits that a KeyIssuer counts against; see {@link KEY_RATE_LIMITS} for what each means. */
export type KeyRateLimits = { readonly [name in keyof typeof KEY_RATE_LIMITS]: RateLimit }

export interface KeyIssuerOptions {
  /** Where keys and codes live. */
  readonly store: KeyStore
  /** How codes are sent. */
  readonly mailer: Mailer
  /**
   * At least 32 random bytes that only the host knows, the same on all its machines: codes are hashed with it. Several, newest
   * first, while it is being changed.
   */
  readonly secret: string | Uint8Array | readonly (string | Uint8Array)[]
  /** What keys begin with: lower-case letters, digits and `_`, ending in `_`. Default `sw_`. */
  readonly keyPrefix?: string
  /** Life of new keys, in milliseconds. Default: no end. */
  readonly keyTtlMs?: number
  /** Active keys of one address. Default 10. */
  readonly maxActiveKeys?: number
  /** Life of a code, in milliseconds; at most an hour. Default 10 minutes. */
  readonly codeTtlMs?: number
  /** Tries of one code, the right one included. Default 5. */
  readonly maxCodeAttempts?: number
  /** Time before an address is sent another code, in milliseconds. Default 60 seconds. */
  readonly resendCooldownMs?: number
  /** Counts requests. Default: within this process. False: no counting, for hosts that do it elsewhere. */
  readonly rateLimiter?: RateLimiter | false
  /** Replaces single limits. */
  readonly rateLimits?: Partial<KeyRateLimits>
  /** Decides which addresses may have keys; the others are told the same as everybody. Default: all. */
  readonly acceptEmail?: (email: string) => boolean | Promise<boolean>
  /** The mailbox that an address leads to, for limits on e-mail. Default: without `+tag`, and at Gmail without dots. */
  readonly mailboxOf?: (email: string) => string
  /** What a client must show before it is sent a code, such as `proofOfWork`. Default: nothing. */
  readonly challenge?: CodeChallenge
  /** Who sends the e-mail, in its text. Default: sealwright. */
  readonly serviceName?: string
  /** Writes the e-mail. Default: English text and HTML. */
  readonly writeMail?: (mail: CodeMail) => MailMessage
  /** Receives what happens, for an audit log. What it throws is ignored. */
  readonly onEvent?: (event: KeyEvent) => void
  /** The clock. Default: the system's. */
  readonly now?: () => Date
  /** Time that one call of the store or the rate limiter may take, in milliseconds. Default 800. */
  readonly storeTimeoutMs?: number
  /** Time that handing over one e-mail may take, in milliseconds. Default 15 seconds. */
  readonly mailTimeoutMs?: number
}

/** Who asks, for limits and events; and a way to stop waiting. */
export interface KeyRequestContext {
  /** The client's IP address, as the host trusts it. Without it there is no limit per client. */
  readonly clientAddress?: string | undefined
  /** Appears in events. */
  readonly requestId?: string | undefined
  /** The answer to the challenge, where the issuer has one. */
  readonly challenge?: string | undefined
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** What may be told about a key. Times are ISO 8601 in UTC. */
export interface ApiKeyInfo {
  readonly id: string
  /** The address that it was issued to. */
  readonly email: string
  /** Its first characters. */
  readonly hint: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** Exact to a minute. */
  readonly lastUsedAt: string | null
  /** The id of the key that took its place. */
  readonly replacedBy: string | null
  /** What its owner calls it. */
  readonly name: string | null
  /** What it permits; null for everything. */
  readonly scopes: readonly KeyScope[] | null
  /** Limits of its own, in place of those that the host set for all. */
  readonly quotas: KeyQuotas | null
}

/** Who looks after the keys of an address, by a key of it or in a session. */
export interface KeyOwner {
  readonly email: string
  /** What may be given to keys; null for everything. */
  readonly scopes: readonly KeyScope[] | null
  /** The key that was presented; null in a session. */
  readonly keyId: string | null
}

/** A session in which the keys of an address are looked after. */
export interface OpenedSession {
  /** Stands in the place of a key in requests about keys. */
  readonly token: string
  readonly email: string
  readonly expiresAt: string
}

/** A new key. `apiKey` is in no other place: it cannot be shown again. */
export interface IssuedApiKey {
  readonly apiKey: string
  readonly id: string
  readonly email: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly name: string | null
  readonly scopes: readonly KeyScope[] | null
}

/** The numbers of the options, checked, with their defaults. */
export interface KeyIssuerSettings {
  readonly keyPrefix: string
  readonly keyTtlMs: number | null
  readonly maxActiveKeys: number
  readonly codeTtlMs: number
  readonly maxCodeAttempts: number
  readonly resendCooldownMs: number
  readonly storeTimeoutMs: number
  readonly mailTimeoutMs: number
}

/** An hour: six digits are not to be guessed for longer. */
const MAX_CODE_TTL_MS = 3_600_000
/** Timers count in signed 32-bit numbers; dates end at 8.64e15. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1
/** The last time that a Date knows. */
const MAX_KEY_TTL_MS = 8.64e14

const RATE_LIMIT = members<RateLimit>({ points: wholeNumberFrom(0), windowMs: wholeNumberFrom(1) })

const OPTIONS: OptionTable<KeyIssuerOptions> = {
  store: required(having('findKey', 'insertKey', 'putCode', 'takeAttempt')),
  mailer: required(having('send')),
  secret: required(must('a secret, or a list of secrets', isSecret)),
  keyPrefix: TEXT,
  keyTtlMs: wholeNumberFrom(1, MAX_KEY_TTL_MS),
  maxActiveKeys: wholeNumberFrom(1, 10_000),
  codeTtlMs: wholeNumberFrom(1000, MAX_CODE_TTL_MS),
  maxCodeAttempts: wholeNumberFrom(1, 20),
  resendCooldownMs: wholeNumberFrom(0, MAX_CODE_TTL_MS),
  rateLimiter: must('a rate limiter, or false', (value) => value === false || isLimiter(value)),
  rateLimits: members(Object.fromEntries(Object.keys(KEY_RATE_LIMITS).map((name) => [name, RATE_LIMIT]))),
  acceptEmail: FUNCTION,
  mailboxOf: FUNCTION,
  challenge: having('describe', 'check'),
  serviceName: TEXT,
  writeMail: FUNCTION,
  onEvent: FUNCTION,
  now: FUNCTION,
  storeTimeoutMs: wholeNumberFrom(1, MAX_TIMEOUT_MS),
  mailTimeoutMs: wholeNumberFrom(1, MAX_TIMEOUT_MS),
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' || isBytes(value) || Array.isArray(value)
}

function isLimiter(value: unknown): boolean {
  return typeof Reflect.get(Object(value), 'consume') === 'function'
}

/** Throws `invalid_request` for options that make no sense. */
export function parseSettings(options: KeyIssuerOptions): KeyIssuerSettings {
  checkOptions(options, OPTIONS)
  const { keyPrefix = 'sw_', keyTtlMs } = options
  if (!isKeyPrefix(keyPrefix)) {
    throw new SealwrightError('invalid_request', 'keyPrefix must be lower-case letters, digits and _, and end in _.')
  }
  return {
    keyPrefix,
    keyTtlMs: keyTtlMs ?? null,
    maxActiveKeys: options.maxActiveKeys ?? KEY_LIMITS.maxActiveKeys,
    codeTtlMs: options.codeTtlMs ?? KEY_LIMITS.codeTtlMs,
    maxCodeAttempts: options.maxCodeAttempts ?? KEY_LIMITS.maxCodeAttempts,
    resendCooldownMs: options.resendCooldownMs ?? KEY_LIMITS.resendCooldownMs,
    storeTimeoutMs: options.storeTimeoutMs ?? KEY_LIMITS.storeTimeoutMs,
    mailTimeoutMs: options.mailTimeoutMs ?? KEY_LIMITS.mailTimeoutMs,
  }
}

/** What may be told about a stored key. */
export function describeKey(key: StoredKey): ApiKeyInfo {
  return {
    id: key.id,
    email: key.email,
    hint: key.hint,
    createdAt: formatTime(key.createdAt),
    expiresAt: key.expiresAt === null ? null : formatTime(key.expiresAt),
    revokedAt: key.revokedAt === null ? null : formatTime(key.revokedAt),
    lastUsedAt: key.lastUsedAt === null ? null : formatTime(key.lastUsedAt),
    replacedBy: key.replacedBy,
    name: key.name,
    scopes: key.scopes,
    quotas: key.quotas,
  }
}

function formatTime(time: number): string {
  return new Date(time).toISOString()
}
