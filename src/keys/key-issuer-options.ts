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
  /** Where keys and codes are stored. */
  readonly store: KeyStore
  /** How codes are sent. */
  readonly mailer: Mailer
  /**
   * At least 32 random bytes that only the host knows, the same on all its machines. Codes are hashed with this secret. Give
   * several secrets, newest first, while you change it.
   */
  readonly secret: string | Uint8Array | readonly (string | Uint8Array)[]
  /** Prefix of keys: lower-case letters, digits and `_`, ending in `_`. Default `sw_`. */
  readonly keyPrefix?: string | undefined
  /** Lifetime of new keys, in milliseconds. Default: unlimited. */
  readonly keyTtlMs?: number | undefined
  /** Maximum number of active keys of one address. Default 10. */
  readonly maxActiveKeys?: number | undefined
  /** Lifetime of a code, in milliseconds; at most an hour. Default 10 minutes. */
  readonly codeTtlMs?: number | undefined
  /** Attempts to enter one code, the right one included. Default 5. */
  readonly maxCodeAttempts?: number | undefined
  /** Time before an address is sent another code, in milliseconds. Default 60 seconds. */
  readonly resendCooldownMs?: number | undefined
  /** Counts requests. Default: within this process. False: no counting, for hosts that do it elsewhere. */
  readonly rateLimiter?: RateLimiter | false | undefined
  /** Limits that replace single defaults. */
  readonly rateLimits?: Partial<KeyRateLimits> | undefined
  /** Decides which addresses may have keys. Other addresses get the same answer, but no code. Default: all addresses may. */
  readonly acceptEmail?: ((email: string) => boolean | Promise<boolean>) | undefined
  /**
   * The mailbox that an address leads to; limits on e-mail count by mailbox. Default: the address without `+tag`, and for Gmail
   * without dots.
   */
  readonly mailboxOf?: ((email: string) => string) | undefined
  /** What a client must show before it is sent a code, such as `proofOfWork`. Default: nothing. */
  readonly challenge?: CodeChallenge | undefined
  /** Name of the sender in the text of the e-mail. Default: sealwright. */
  readonly serviceName?: string | undefined
  /** Writes the e-mail. Default: English text and HTML. */
  readonly writeMail?: ((mail: CodeMail) => MailMessage) | undefined
  /** Called with each event, for an audit log. Errors that it throws are ignored. */
  readonly onEvent?: ((event: KeyEvent) => void) | undefined
  /** The clock. Default: the system's. */
  readonly now?: (() => Date) | undefined
  /** Time that one call of the store or the rate limiter may take, in milliseconds. Default 800. */
  readonly storeTimeoutMs?: number | undefined
  /** Time that handing over one e-mail may take, in milliseconds. Default 15 seconds. */
  readonly mailTimeoutMs?: number | undefined
}

/** The client that asks, for limits and events, and a signal to stop waiting. */
export interface KeyRequestContext {
  /** The client's IP address, from a source that the host trusts. Without it, there is no limit per client. */
  readonly clientAddress?: string | undefined
  /** Id of the request, which appears in events. */
  readonly requestId?: string | undefined
  /** The client's answer to the challenge, if the issuer has one. */
  readonly challenge?: string | undefined
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Public facts about a key. Times are in ISO 8601, in UTC. */
export interface ApiKeyInfo {
  readonly id: string
  /** The address that the key was issued to. */
  readonly email: string
  /** The key's first characters. */
  readonly hint: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** Last use of the key, exact to a minute. */
  readonly lastUsedAt: string | null
  /** Id of the key that replaced this one. */
  readonly replacedBy: string | null
  /** Name that the owner gave the key. */
  readonly name: string | null
  /** What the key permits; null means everything. */
  readonly scopes: readonly KeyScope[] | null
  /** The key's own limits, which override the host's. */
  readonly quotas: KeyQuotas | null
}

/** Someone who manages the keys of an address: by a key with the scope `keys`, or in a session. */
export interface KeyOwner {
  readonly email: string
  /** Scopes that the owner may give to keys; null means all. */
  readonly scopes: readonly KeyScope[] | null
  /** Id of the key that was presented; null in a session. */
  readonly keyId: string | null
}

/** A session in which the keys of an address are managed. */
export interface OpenedSession {
  /** Token that takes the place of a key in requests about keys. */
  readonly token: string
  readonly email: string
  readonly expiresAt: string
}

/** A new key. `apiKey` is stored nowhere, so it cannot be shown again. */
export interface IssuedApiKey {
  readonly apiKey: string
  readonly id: string
  readonly email: string
  readonly createdAt: string
  readonly expiresAt: string | null
  readonly name: string | null
  readonly scopes: readonly KeyScope[] | null
}

/** The numbers of the options: checked, with defaults filled in. */
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

/** Longest lifetime of a code, in milliseconds. Six digits could be guessed in a longer time. */
const MAX_CODE_TTL_MS = 3_600_000
/** Largest delay of a timer, which is a signed 32-bit number of milliseconds. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1
/**
 * Longest lifetime of a key, in milliseconds: a tenth of the last time of a Date (8.64e15), so that every expiry is a valid
 * date.
 */
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

/** Throws `invalid_request` for invalid options. */
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

/** The public facts about a stored key. */
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
