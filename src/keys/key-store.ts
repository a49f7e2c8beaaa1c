/**
 * The interface of stores for API keys and codes. Every method is one atomic step: no method may read, decide and write in a way
 * that two hosts could interleave. Times are milliseconds since 1970, by the caller's clock.
 *
 * @module
 */

import { normalizeEmail } from './issuing/email-address.js'
import type { KeyQuotas, KeyScope } from './key-grants.js'

/** A code that was sent to an address. An address has at most one code. */
export interface StoredCode {
  /** Id that differs for every code, so that a replaced code is never taken for its replacement. */
  readonly id: string
  /** The normalised address. */
  readonly email: string
  /** Keyed hash of the code, 64 hexadecimal digits. */
  readonly digest: string
  readonly createdAt: number
  readonly expiresAt: number
}

/** A code after an attempt was counted. */
export interface CodeAttempt {
  readonly id: string
  readonly digest: string
  readonly createdAt: number
  /** Attempts so far, this one included. */
  readonly attempts: number
}

/** A stored API key. The key itself cannot be recovered from it. */
export interface StoredKey {
  readonly id: string
  /** SHA-256 of the whole key, 64 hexadecimal digits. Unique. */
  readonly hash: string
  /** First characters of the key, by which people tell their keys apart. */
  readonly hint: string
  /** The normalised address that the key was issued to. */
  readonly email: string
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
  /** Id of the successor, once the key was rotated. */
  readonly replacedBy: string | null
  /** Name that the owner gave the key. */
  readonly name: string | null
  /** What the key permits; null means everything. */
  readonly scopes: readonly KeyScope[] | null
  /** The key's own limits, which override the host's. */
  readonly quotas: KeyQuotas | null
}

/** Properties of an active key that may change. Undefined members stay as they are. */
export type KeyChanges = { readonly [K in 'name' | 'scopes' | 'quotas' | 'expiresAt']?: StoredKey[K] | undefined }

/** A page of keys, and the cursor for the next page. */
export interface KeyPage {
  readonly keys: readonly StoredKey[]
  /** Null on the last page. */
  readonly cursor: string | null
}

/**
 * Stores keys and codes. A key counts as active while it is neither revoked, nor replaced, nor expired.
 *
 * An implementation throws whatever its driver throws; the caller turns that into `store_unavailable`. It must pass
 * `keyStoreContract` of `sealwright/testing`.
 */
export interface KeyStore {
  /**
   * Makes `code` the one live code of its address. Refuses while the address has a code that was made less than `cooldownMs`
   * before or after `code`. A code is made after `code` by a host whose clock is ahead; a clock that is further ahead must not
   * lock the address out.
   *
   * @returns Whether the code was stored.
   */
  putCode(code: StoredCode, cooldownMs: number): Promise<boolean>

  /**
   * Counts one attempt to enter an address's code, before the code is compared.
   *
   * @returns The code, or null when there is none, it has expired or `maxAttempts` attempts have been counted already.
   */
  takeAttempt(email: string, maxAttempts: number, now: number): Promise<CodeAttempt | null>

  /**
   * Deletes an address's code if its id is still `codeId`.
   *
   * @returns True for exactly one caller.
   */
  consumeCode(email: string, codeId: string): Promise<boolean>

  /**
   * Adds a key, unless its address has `maxActive` active keys at `key.createdAt`.
   *
   * @returns Whether the key was stored.
   */
  insertKey(key: StoredKey, maxActive: number): Promise<boolean>

  /** Finds a key by its hash, even when revoked or expired. Must see every change that was acknowledged before. */
  findKey(hash: string): Promise<StoredKey | null>

  /** Finds a key by its id, even when revoked or expired. */
  findKeyById(id: string): Promise<StoredKey | null>

  /** All stored keys of an address, oldest first. */
  listKeys(email: string): Promise<StoredKey[]>

  /**
   * Revokes a key for good; a second time changes nothing.
   *
   * @returns whether the key exists
   */
  revokeKey(id: string, now: number): Promise<boolean>

  /**
   * Replaces an active key by `successor`, in one step: either both rows change or neither does. The old key then expires at
   * `oldExpiresAt`, or at its own expiry if that is earlier.
   *
   * @returns True for exactly one caller; false when the key is unknown or no longer active at `successor.createdAt`.
   */
  replaceKey(id: string, successor: StoredKey, oldExpiresAt: number): Promise<boolean>

  /**
   * Changes an active key.
   *
   * @returns whether the key exists and is active at `now`
   */
  updateKey(id: string, changes: KeyChanges, now: number): Promise<boolean>

  /**
   * Lists all keys page by page, `limit` at a time, in an order of the store's choice. A key that exists throughout is listed at
   * least once.
   *
   * @param cursor null for the first page, then the cursor of the page before
   */
  scanKeys(cursor: string | null, limit: number): Promise<KeyPage>

  /** Records when a key was last used. A time earlier than the recorded one changes nothing. */
  touchKey(id: string, now: number): Promise<void>

  /**
   * Deletes expired codes, and keys that were revoked or expired before `before`.
   *
   * @returns number of deleted rows
   */
  purge?(now: number, before: number): Promise<number>

  /** The time by the store's own clock, in milliseconds since 1970, where the store runs on another host. */
  readTime?(): Promise<number>
}

/** An address in the form in which keys are stored. One that no key can have stays as it is written. */
export function storedAddress(email: string): string {
  try {
    return normalizeEmail(email)
  } catch {
    return email
  }
}
